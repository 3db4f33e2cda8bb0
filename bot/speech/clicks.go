package speech

import (
	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
)

// id is the custom ID of an action on a move, perhaps an incomplete one, in the panel's position.
func (p Panel) id(a press.Action, m engine.Move) string {
	return press.ID{Action: a, Game: p.Game, At: p.At, Move: m}.Print()
}

// do is the custom ID of a button that makes a move.
func (p Panel) do(m engine.Move) string { return p.id(press.Do, m) }

// pageID is the custom ID of a button that shows a page of the panel.
func (p Panel) pageID(page int) string {
	return press.ID{Action: press.Page, Game: p.Game, At: p.At, Page: page}.Print()
}

// numbered gives the menus that have none a custom ID. Their options hold whole moves, so a number is all that these IDs
// differ in.
func (p Panel) numbered(rows []discord.Row) []discord.Row {
	n := 0
	for _, row := range rows {
		if row.Select != nil && row.Select.CustomID == "" {
			row.Select.CustomID = press.ID{Action: press.Ask, Game: p.Game, At: p.At, Page: n}.Print()
			n++
		}
	}
	return rows
}
