package speech

import (
	"strconv"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
)

// sentencesPerPage is how much of a log one page shows: it fits into a message whatever the names.
const sentencesPerPage = 12

// Log says one page of what happened in a game, oldest first; page 0 holds the newest. The events are all of the game's,
// as the reader may know them.
func (s *Speaker) Log(game string, v *engine.View, events []engine.Event, page int) discord.Message {
	all := s.Narrate(v, events)
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
	id := func(page int) string { return press(PressLog, game, 0, "{page}", strconv.Itoa(page)) }
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
