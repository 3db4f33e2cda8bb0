package speech

import (
	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
)

// id is the custom ID of an action on a move, perhaps an incomplete one, in the panel's position. That of a question knows the
// panel's page, for the way back.
func (p Panel) id(a press.Action, m engine.Move) string {
	id := press.ID{Action: p.Planning.action(a), Game: p.Game, At: p.At, Move: m}
	if a != press.Do {
		id.Page = p.Page
	}
	return id.Print()
}

// do is the custom ID of a button that makes a move.
func (p Panel) do(m engine.Move) string { return p.id(press.Do, m) }

// pageID is the custom ID of a button that shows a page of the panel.
func (p Panel) pageID(page int) string {
	return press.ID{Action: p.Planning.action(press.Page), Game: p.Game, At: p.At, Page: page}.Print()
}

// menusAPage is more menus than a message has. A menu's number is that of the panel's page times this, plus its own.
const menusAPage = 10

// PageOf returns the page of the panel from which a question was asked, by the custom ID of what was clicked.
func PageOf(id press.ID) int {
	if id.Move.Verb == 0 {
		return id.Page / menusAPage
	}
	return id.Page
}

// numbered gives the menus that have none a custom ID. Their options hold whole moves, so a number is all that these IDs
// differ in.
func (p Panel) numbered(rows []discord.Row) []discord.Row {
	n := menusAPage * p.Page
	for _, row := range rows {
		if row.Select != nil && row.Select.CustomID == "" {
			row.Select.CustomID = press.ID{Action: p.Planning.action(press.Ask), Game: p.Game, At: p.At, Page: n}.Print()
			n++
		}
	}
	return rows
}
