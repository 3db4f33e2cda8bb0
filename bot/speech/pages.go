package speech

import (
	"strconv"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
)

// paged splits a text into pages of whole lines, and shows one of them.
func (s *Speaker) paged(text string, page int, id func(page int) string) discord.Message {
	pages := cut(text)
	page = min(max(page, 0), len(pages)-1)
	m := discord.Message{Content: pages[page]}
	if turn := s.pageButtons(page, len(pages), id); len(turn) > 0 {
		m.Rows = []discord.Row{buttons(turn...)}
	}
	return m
}

// cut splits a text at line ends into parts that fit into a message.
func cut(text string) []string {
	var pages []string
	page := ""
	for line := range strings.Lines(text) {
		line = discord.Fit(line, maxContent)
		if longer := page + line; discord.Fit(longer, maxContent) == longer {
			page = longer
			continue
		}
		pages = append(pages, page)
		page = line
	}
	return append(pages, page)
}

// pageButtons are the buttons that turn pages; none if there is only one page.
func (s *Speaker) pageButtons(page, pages int, id func(page int) string) []discord.Button {
	var list []discord.Button
	if page > 0 {
		list = append(list, button(discord.Secondary, s.say("panel.page-back"), id(page-1)))
	}
	if page < pages-1 {
		list = append(list, button(discord.Secondary, s.say("panel.page-on"), id(page+1)))
	}
	return list
}

// sentencesPerPage is how many sentences a page of the log shows: they fit into a message even with
// the longest names.
const sentencesPerPage = 12

// Log returns one page of what happened in a game, oldest sentence first; page 0 holds the newest.
// all is the whole game, as the reader may know it.
func (s *Speaker) Log(game string, v *engine.View, all []string, page int) discord.Message {
	pages := max(1, (len(all)+sentencesPerPage-1)/sentencesPerPage)
	page = min(max(page, 0), pages-1)
	end := len(all) - page*sentencesPerPage
	text := Text{}.Say(s.say("log.heading", "Title", s.Title(v.Title), "Game", game,
		"Page", pages-page, "Pages", pages))
	if len(all) == 0 {
		text = text.Say(s.say("log.empty"))
	}
	for i := max(0, end-sentencesPerPage); i < end; i++ {
		text = text.Say("`" + strconv.Itoa(i+1) + "` " + all[i])
	}
	m := discord.Message{Content: text.Fit(maxContent)}
	id := func(page int) string {
		return customid.ID{Action: customid.Log, Game: game, Page: page}.Print()
	}
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

// LogSince tells what has happened since the reader's last move, the newest of it if a message does
// not hold all.
func (s *Speaker) LogSince(game string, v *engine.View, told []string) discord.Message {
	if len(told) == 0 {
		told = []string{s.say("log.empty")}
	}
	text := Text{}.Say(s.say("log.since", "Title", s.Title(v.Title), "Game", game))
	return discord.Message{Content: text.Tell(told...).Fit(maxContent)}
}
