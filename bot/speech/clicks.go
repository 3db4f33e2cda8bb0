package speech

import (
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
)

// id is the custom ID of an action on a move, perhaps an incomplete one, in the panel's position. That of a question knows the
// panel's page, for the way back.
func (p Panel) id(a customid.Action, m engine.Move) string {
	id := customid.ID{Action: p.Planning.action(a), Game: p.Game, At: p.At, Move: m}
	if a != customid.Do {
		id.Page = p.Page
	}
	return id.Print()
}

// do is the custom ID of a button that makes a move.
func (p Panel) do(m engine.Move) string { return p.id(customid.Do, m) }

// pageID is the custom ID of a button that shows a page of the panel.
func (p Panel) pageID(page int) string {
	return customid.ID{Action: p.Planning.action(customid.Page), Game: p.Game, At: p.At, Page: page}.Print()
}

// numbered gives the menus that have none a custom ID. Their options hold whole moves, so a number is
// all that these IDs differ in.
func (p Panel) numbered(rows []discord.Row) []discord.Row {
	id := customid.ID{Action: p.Planning.action(customid.Ask), Game: p.Game, At: p.At, Page: p.Page}
	for _, row := range rows {
		if row.Select != nil && row.Select.CustomID == "" {
			row.Select.CustomID = id.Print()
			id.Menu++
		}
	}
	return rows
}
