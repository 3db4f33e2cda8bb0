package speech

import (
	"slices"
	"strconv"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/render/caption"
)

// rows are the menus and buttons for all legal moves of the viewer. It also reports whether the
// market is on buttons. Routes for which there is no room have a page of their own.
func (s *Speaker) rows(p Panel) (rows []discord.Row, market bool) {
	by := map[engine.Verb][]engine.Move{}
	for _, m := range p.View.Legal() {
		by[m.Verb] = append(by[m.Verb], m)
	}
	if len(by[engine.Keep]) > 0 {
		rows = append(rows, s.keepMenu(p))
	}
	if list := by[engine.Pieces]; len(list) > 0 {
		rows = append(rows, s.pieceRows(p, list)...)
	}
	if len(by[engine.Declare]) > 0 {
		rows = append(rows, s.setButtons(p))
	}
	if len(by[engine.Place]) > 0 {
		rows = append(rows, buttons(s.placeButtons(p, bothPlaces)...))
	}
	if len(by[engine.Withdraw]) > 0 {
		rows = append(rows, s.tollRows(p)...)
	}
	var below []discord.Row
	if len(by[engine.Lay]) > 0 {
		below = append(below, s.layMenu(p.View))
	}
	if len(by[engine.Port]) > 0 {
		below = append(below, s.portMenu(p.View))
	}
	claims, last := s.connections(p.View), s.lastButtons(p, by)
	rarely, rare := s.rareRows(p, by)
	market = len(by[engine.Draw]) > 0
	drawn := s.drawRows(p)
	room := maxRows - len(rows) - len(below) - len(rarely) - len(drawn)
	if p.Wish.asks() {
		room-- // for its buttons
	}
	if n := len(last) + len(rare); n > 0 && !hasRoom(drawn, n) {
		room-- // for the last ones
	}
	if s.large() {
		room = 1
	}
	// What does not fit has a page of its own; the first one has what matters most.
	first := len(claims)
	switch fits := first <= max(room, 1)*maxOptions; {
	case fits:
		below, last = append(below, rarely...), append(last, rare...)
	case p.Page > 0:
		rows = append(s.claimMenus(p.View, claims, maxOptions, first), rarely...)
		back := button(discord.Secondary, s.say("panel.page-back"), p.pageID(0))
		return p.numbered(append(rows, buttons(append(rare, back)...))), false
	default:
		first = maxOptions
		last = append(last, button(discord.Secondary, s.say("panel.page-on"), p.pageID(1)))
	}
	if hasRoom(drawn, len(last)) {
		drawn, last = withButtons(drawn, last...), nil
	}
	rows = slices.Concat(rows, drawn, s.claimMenus(p.View, claims, 0, first), below)
	if len(last) > 0 {
		rows = append(rows, buttons(last...))
	}
	return p.numbered(rows), market
}

// hasRoom reports whether the last row of buttons takes some more.
func hasRoom(rows []discord.Row, more int) bool {
	return len(rows) > 0 && len(rows[len(rows)-1].Buttons)+more <= maxButtons
}

// rareRows are for turns that few take: they go to the second page where there is one.
func (s *Speaker) rareRows(p Panel, by map[engine.Verb][]engine.Move,
) (rows []discord.Row, list []discord.Button) {
	if len(by[engine.Share]) > 0 {
		rows = append(rows, s.shareMenu(p))
	}
	if len(by[engine.Exchange]) > 0 {
		id := p.id(customid.Ask, engine.Move{Verb: engine.Exchange})
		list = append(list, button(discord.Secondary, s.say("panel.exchange"), id))
	}
	return rows, list
}

func (s *Speaker) lastButtons(p Panel, by map[engine.Verb][]engine.Move) []discord.Button {
	var list []discord.Button
	ask := func(label string, verb engine.Verb, tickets ...engine.TicketID) {
		m := engine.Move{Verb: verb, Tickets: tickets}
		b := button(discord.Secondary, label, p.id(customid.Ask, m))
		if verb == engine.Tickets {
			n, _ := offered(p.View)
			b = s.brief(p.View, b, s.emoji(caption.TicketSign), "+"+strconv.Itoa(n))
		}
		list = append(list, b)
	}
	if owes(p.View) == engine.OwesKeep { // Discord sends no click for a menu closed as it was
		if offer := p.View.Own().Offer.IDs; len(offer) > 1 {
			ask(s.say("keep.all"), engine.Keep, offer...)
		}
		if leastKept(p.View) == 0 { // K6
			ask(s.say("keep.none"), engine.Keep)
		}
	}
	if len(by[engine.Tickets]) > 0 {
		ask(s.ticketsLabel(p.View), engine.Tickets)
	}
	if len(by[engine.Pass]) > 0 {
		pass := p.do(engine.Move{Verb: engine.Pass})
		list = append(list, button(discord.Primary, s.say("panel.pass"), pass))
	}
	for _, offer := range p.Offers {
		does := customid.Button(offer, p.Game)
		switch offer {
		case customid.Wide:
			list = append(list, button(discord.Secondary, s.say("panel.wide"), does))
		case customid.Near:
			list = append(list, button(discord.Secondary, s.say("panel.near"), does))
		case customid.PlanBack:
			list = append(list, s.backToPlan(p))
		}
	}
	return list
}

func legalOf(v *engine.View, verb engine.Verb) []engine.Move {
	var list []engine.Move
	for _, m := range v.Legal() {
		if m.Verb == verb {
			list = append(list, m)
		}
	}
	return list
}

// id is the custom ID of an action on a move, perhaps incomplete, in the panel's position. A
// question knows the panel's page, for the way back.
func (p Place) id(a customid.Action, m engine.Move) string {
	id := customid.ID{Action: p.Planning.action(a), Game: p.Game, At: p.At, Move: m}
	if a != customid.Do {
		id.Page, id.Deck, id.Into, id.Again, id.Hinted = p.Page, p.Deck, p.Into, p.Again, p.Hinted
	}
	if a == customid.Back && p.Hinted {
		id.Action = customid.Hint
	} else if a == customid.Back {
		id = id.Return()
	}
	return id.Print()
}

func (p Place) do(m engine.Move) string { return p.id(customid.Do, m) }

func (p Place) pageID(page int) string {
	p.Page = page
	return p.id(customid.Page, engine.Move{})
}

// numbered gives custom IDs to the menus that have none. Their options hold whole moves, so only a
// number tells the menus apart.
func (p Place) numbered(rows []discord.Row) []discord.Row {
	id := customid.ID{
		Action: p.Planning.action(customid.Ask),
		Game:   p.Game, At: p.At, Page: p.Page, Deck: p.Deck, Into: p.Into,
		Again: p.Again, Hinted: p.Hinted,
	}
	for _, row := range rows {
		if row.Select != nil && row.Select.CustomID == "" {
			row.Select.CustomID = id.Print()
			id.Menu++
		}
	}
	return rows
}
