package speech

import (
	"slices"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
)

// rows are the menus and buttons for all legal moves of the viewer: a menu or buttons for the cards to draw, one menu for the
// routes to claim, one for the tickets to keep or to share, and buttons for the rest.
func (s *Speaker) rows(p Panel) []discord.Row {
	by := map[engine.Verb][]engine.Move{}
	for _, m := range p.View.Legal() {
		by[m.Verb] = append(by[m.Verb], m)
	}
	var rows []discord.Row
	if len(by[engine.Keep]) > 0 {
		rows = append(rows, s.keepMenu(p))
	}
	if list := by[engine.Pieces]; len(list) > 0 {
		rows = append(rows, s.pieceRows(p, list)...)
	}
	if len(by[engine.Place]) > 0 {
		rows = append(rows, s.placeButtons(p))
	}
	if len(by[engine.Withdraw]) > 0 {
		rows = append(rows, s.tollRows(p)...)
	}
	beforeDraws := len(rows)
	claims := s.claims(p.View)
	page, pages := pageOf(p.Page, len(claims))
	p.Page = page
	if len(claims) > 0 {
		rows = append(rows, s.claimMenu(p.View, claims, page, pages))
	}
	afterClaims := len(rows)
	if len(by[engine.Lay]) > 0 {
		rows = append(rows, s.layMenu(p.View))
	}
	if list := by[engine.Port]; len(list) > 0 {
		rows = append(rows, s.portMenus(p.View)...)
	}
	if len(by[engine.Share]) > 0 {
		rows = append(rows, s.shareMenu(p))
	}
	if last := append(s.lastButtons(p, by), s.pageButtons(page, pages, p.pageID)...); len(last) > 0 {
		rows = append(rows, buttons(last...))
	}
	toDraw := min(len(by[engine.Draw]), 1) // rows that the cards take at least
	room := maxRows
	if p.Wish != nil {
		room-- // for its buttons
	}
	if pages > 1 && len(rows)+toDraw < room {
		rows = slices.Insert(rows, afterClaims, s.pageMenu(p, claims, pages))
	}
	if toDraw > 0 {
		rows = slices.Insert(rows, beforeDraws, s.drawRows(p, max(room-len(rows), toDraw))...)
	}
	return p.numbered(rows)
}

// lastButtons are the buttons for moves that need no menu.
func (s *Speaker) lastButtons(p Panel, by map[engine.Verb][]engine.Move) []discord.Button {
	var list []discord.Button
	if owes(p.View) == engine.OwesKeep && leastKept(p.View) == 0 { // K6: picking nothing from a menu sends no click
		list = append(list, button(discord.Secondary, s.say("keep.none"), p.id(customid.Ask, engine.Move{Verb: engine.Keep})))
	}
	if len(by[engine.Tickets]) > 0 {
		list = append(list, button(discord.Secondary, s.ticketsLabel(p.View), p.id(customid.Ask, engine.Move{Verb: engine.Tickets})))
	}
	if len(by[engine.Exchange]) > 0 {
		list = append(list, button(discord.Secondary, s.say("panel.exchange"), p.id(customid.Ask, engine.Move{Verb: engine.Exchange})))
	}
	if len(by[engine.Pass]) > 0 {
		list = append(list, button(discord.Primary, s.say("panel.pass"), p.do(engine.Move{Verb: engine.Pass})))
	}
	if p.Planning == PlansTurn && p.Planned > 0 {
		list = append(list, s.backToPlan(p))
	}
	return list
}

// legalOf lists the viewer's legal moves of one verb.
func legalOf(v *engine.View, verb engine.Verb) []engine.Move {
	var list []engine.Move
	for _, m := range v.Legal() {
		if m.Verb == verb {
			list = append(list, m)
		}
	}
	return list
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

// pageOf returns the page to show of n options, and the number of pages.
func pageOf(page, n int) (shown, pages int) {
	pages = max(1, (n+maxOptions-1)/maxOptions)
	return min(max(page, 0), pages-1), pages
}
