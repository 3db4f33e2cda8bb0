package speech

import (
	"slices"
	"sort"
	"strings"

	"konduktor/bot/discord"
)

// parts are what a private message about a game is made of. How they become Discord's content,
// picture and rows, and which of them give way, only message decides.
type parts struct {
	headline string
	news     []string
	lessons  []string
	since    []string // a heading, and then what has happened, newest last
	state    []string
	picture  []discord.File
	rows     []discord.Row
	enough   discord.Button   // ends the lessons, if they are shown
	beside   []discord.Button // where there is room for them
	wish     discord.Row      // answers what another player wishes
}

// message joins parts. If they exceed Discord's limit, the lessons go first, then the oldest
// sentences of what has happened, then the last lines.
func (p parts) message() discord.Message {
	head := append([]string{p.headline}, p.news...)
	if len(p.lessons) > 0 && fits(slices.Concat(head, p.lessons, p.state), maxContent) {
		head = append(head, p.lessons...)
		p.beside = append([]discord.Button{p.enough}, p.beside...)
	}
	m := discord.Message{
		Content: withRecap(head, p.since, p.state), Rows: p.rows, Files: p.picture,
	}
	for _, b := range p.beside {
		m.Rows = withButtons(m.Rows, b)
	}
	switch { // nothing else may go for a wish: the reader is asked at the table too
	case len(p.wish.Buttons) == 0:
	case len(m.Rows) < maxRows:
		m.Rows = slices.Insert(m.Rows, 0, p.wish)
	default:
		m.Rows = withButtons(m.Rows, p.wish.Buttons...)
	}
	return m
}

// fit reports whether a message has room for all words.
func (p parts) fit() bool {
	return fits(slices.Concat([]string{p.headline}, p.news, p.lessons, p.since, p.state), maxContent)
}

func withRecap(head, recap, hand []string) string {
	without := func(oldest int) []string { // the first line is the heading
		return slices.Concat(head, recap[:min(1, len(recap))], recap[min(1+oldest, len(recap)):], hand)
	}
	most := max(len(recap)-2, 0)
	oldest := sort.Search(most+1, func(n int) bool { return fits(without(n), maxContent) })
	if oldest > most {
		return fitLines(slices.Concat(head, hand))
	}
	return strings.Join(without(oldest), "\n")
}
