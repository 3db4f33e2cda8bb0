package speech

import (
	"slices"

	"konduktor/bot/discord"
)

// parts are what a private message about a game is made of. How they become Discord's content,
// picture and rows only message decides.
type parts struct {
	text    Text
	picture []discord.File
	rows    []discord.Row
	enough  discord.Button   // ends the lessons, if they are shown
	beside  []discord.Button // where there is room for them
	wish    discord.Row      // answers what another player wishes
}

// message joins parts.
func (p parts) message() discord.Message {
	content, left := p.text.fit(panelUnits, panelWords, maxContent)
	if left.has(asLessons) {
		p.beside = append([]discord.Button{p.enough}, p.beside...)
	}
	m := discord.Message{Content: content, Rows: p.rows, Files: p.picture}
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
