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
	more    discord.Button   // tells what the recap does not
	tall    int              // on a phone; what makes it taller gives way; 0: no limit
	beside  []discord.Button // where there is room for them
	wish    discord.Row      // answers what another player wishes
}

// message joins parts.
func (p parts) message() discord.Message {
	text := p.text
	if p.tall > 0 {
		rows := p.laid(text.count(asLessons) > 0, false)
		text = text.lowered(func(text string) bool { return p.fits(text, rows) })
	}
	content, left := text.fit(panelUnits, panelWords, maxContent)
	lessons := left.count(asLessons) > 0 // who reads them needs no log
	rows := p.laid(lessons, !lessons && left.count(asRecap) < p.text.count(asRecap))
	return discord.Message{Content: content, Rows: rows, Files: p.picture}
}

// laid are the rows with the buttons beside them.
func (p parts) laid(lessons, untold bool) []discord.Row {
	rows, beside := slices.Clone(p.rows), slices.Clip(p.beside)
	if lessons {
		beside = append([]discord.Button{p.enough}, beside...)
	}
	if untold {
		beside = append(beside, p.more)
	}
	for _, b := range beside {
		rows = withButtons(rows, b)
	}
	switch { // nothing else may go for a wish: the reader is asked at the table too
	case len(p.wish.Buttons) == 0:
	case len(rows) < maxRows:
		rows = slices.Insert(rows, 0, p.wish)
	default:
		rows = withButtons(rows, p.wish.Buttons...)
	}
	return rows
}
