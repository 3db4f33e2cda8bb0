package speech

import (
	"strconv"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
)

// sentencesPerPage is how many sentences a page of the log shows: they fit into a message even with the longest names.
const sentencesPerPage = 12

// Log returns one page of what happened in a game, oldest sentence first; page 0 holds the newest. all tells the whole game, as
// the reader may know it.
func (s *Speaker) Log(game string, v *engine.View, all []string, page int) discord.Message {
	pages := max(1, (len(all)+sentencesPerPage-1)/sentencesPerPage)
	page = min(max(page, 0), pages-1)
	end := len(all) - page*sentencesPerPage
	lines := []string{s.say("log.heading", "Title", s.Title(v.Title), "Game", game, "Page", pages-page, "Pages", pages)}
	if len(all) == 0 {
		lines = append(lines, s.say("log.empty"))
	}
	for i := max(0, end-sentencesPerPage); i < end; i++ {
		lines = append(lines, "`"+strconv.Itoa(i+1)+"` "+all[i])
	}
	m := discord.Message{Content: fitLines(lines)}
	id := func(page int) string { return customid.ID{Action: customid.Log, Game: game, Page: page}.Print() }
	var turn []discord.Button
	if page < pages-1 {
		turn = append(turn, button(discord.Secondary, s.say("log.older"), id(page+1)))
	}
	if page > 0 {
		turn = append(turn, button(discord.Secondary, s.say("log.newer"), id(page-1)))
	}
	if len(turn) > 0 {
		m.Rows = []discord.Row{buttons(turn...)}
	}
	return m
}

// LogSince tells what has happened since the reader's last move, all of it that fits into a message.
func (s *Speaker) LogSince(game string, v *engine.View, news []string) discord.Message {
	lines := []string{s.say("log.since", "Title", s.Title(v.Title), "Game", game)}
	if len(news) == 0 {
		lines = append(lines, s.say("log.empty"))
	}
	for _, sentence := range news {
		lines = append(lines, "- "+sentence)
	}
	return discord.Message{Content: fitLines(lines)}
}
