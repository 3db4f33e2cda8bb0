package speech

import (
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railway"
)

// rows are the menus and buttons for all of the viewer's legal moves: one menu for the cards to draw, one for the routes
// to claim, one for the tickets to keep or to share, and buttons for the rest.
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
		rows = append(rows, s.tollRows(p.Game, p.View, engine.Payment{}, nil)...)
	}
	if len(by[engine.Draw]) > 0 {
		rows = append(rows, s.drawMenu(p, draws(p.View)))
	}
	page, pages := pageOf(p.Page, len(by[engine.Claim]))
	if len(by[engine.Claim]) > 0 {
		rows = append(rows, s.claimMenu(p, by[engine.Claim], page, pages))
	}
	if len(by[engine.Lay]) > 0 {
		rows = append(rows, s.layMenu(p))
	}
	if list := by[engine.Port]; len(list) > 0 {
		rows = append(rows, s.portRows(p, list)...)
	}
	if len(by[engine.Share]) > 0 {
		rows = append(rows, s.shareMenu(p))
	}
	var last []discord.Button
	if owes(p.View) == engine.OwesKeep && leastKept(p.View) == 0 { // K6: not to pick anything from a menu is no click
		last = append(last, button(discord.Secondary, s.say("keep.none"), press(PressKeepNone, p.Game, p.View.Ply)))
	}
	if len(by[engine.Tickets]) > 0 {
		last = append(last, button(discord.Secondary, s.say("panel.tickets"), press(PressTickets, p.Game, p.View.Ply)))
	}
	if len(by[engine.Exchange]) > 0 {
		last = append(last, button(discord.Secondary, s.say("panel.exchange"), press(PressExchange, p.Game, p.View.Ply)))
	}
	if len(by[engine.Pass]) > 0 {
		last = append(last, button(discord.Primary, s.say("panel.pass"), press(PressPass, p.Game, p.View.Ply)))
	}
	turn := func(page int) string {
		return press(PressPage, p.Game, p.View.Ply, "{page}", strconv.Itoa(page))
	}
	last = append(last, s.turners(page, pages, turn)...)
	if len(last) > 0 {
		rows = append(rows, buttons(last...))
	}
	return rows
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

// turners are the buttons that turn pages, where there are several.
func (s *Speaker) turners(page, pages int, id func(page int) string) []discord.Button {
	var list []discord.Button
	if page > 0 {
		list = append(list, button(discord.Secondary, s.say("panel.page-back"), id(page-1)))
	}
	if page < pages-1 {
		list = append(list, button(discord.Secondary, s.say("panel.page-on"), id(page+1)))
	}
	return list
}

// pageOf returns the page that is shown of so many options, and how many there are.
func pageOf(page, n int) (shown, pages int) {
	pages = max(1, (n+maxOptions-1)/maxOptions)
	return min(max(page, 0), pages-1), pages
}

func (s *Speaker) keepMenu(p Panel) discord.Row {
	own := p.View.Own()
	var options []discord.SelectOption
	for _, t := range own.Offer.IDs[:min(len(own.Offer.IDs), maxOptions)] {
		options = append(options, option(s.Ticket(t), s.worth(t), p.View.Lexicon().Tickets[t]))
	}
	row := menu(press(PressKeep, p.Game, p.View.Ply), s.say("panel.keep-hint", "Min", leastKept(p.View)), options)
	row.Select.Min, row.Select.Max = leastKept(p.View), len(options)
	return row
}

// worth says what a ticket gives and costs.
func (s *Speaker) worth(t engine.TicketID) string {
	ticket := &s.board.Tickets[t]
	if ticket.InOrder > 0 {
		return s.say("ticket.worth-tour", "Points", ticket.Points, "InOrder", ticket.InOrder, "Penalty", ticket.Penalty)
	}
	return s.say("ticket.worth", "Points", ticket.Points, "Penalty", ticket.Penalty)
}

func (s *Speaker) drawMenu(p Panel, draws []engine.Move) discord.Row {
	hint := "panel.draw-hint"
	if p.View.Owes == engine.OwesSecond {
		hint = "panel.draw-second-hint"
	}
	var options []discord.SelectOption
	for _, m := range draws {
		options = append(options, option(s.draw(p.View, m), s.drawMeans(p.View, m), drawValue(p.View, m)))
	}
	return menu(press(PressDraw, p.Game, p.View.Ply), s.say(hint), options)
}

// drawValue is what follows "draw" in the notation.
func drawValue(v *engine.View, m engine.Move) string {
	_, value, _ := strings.Cut(v.Lexicon().PrintMove(m), " ")
	return value
}

// draw names a card to draw: "Slot 3: red".
func (s *Speaker) draw(v *engine.View, m engine.Move) string {
	if m.Slot == 0 {
		return s.deck(v, m.Pile)
	}
	name := s.say("draw.slot", "Slot", m.Slot, "Card", s.Card(v, v.Market[m.Slot-1]))
	switch m.Where {
	case engine.ToHand:
		return s.say("draw.to-hand", "Card", name)
	case engine.ToRack:
		return s.say("draw.to-rack", "Card", name)
	}
	return name
}

// drawMeans says what comes of drawing a card.
func (s *Speaker) drawMeans(v *engine.View, m engine.Move) string {
	switch {
	case v.Owes == engine.OwesSecond:
		return s.say("draw.ends-turn")
	case m.Slot > 0 && v.Market[m.Slot-1] == v.Lexicon().Wild():
		return s.say("title." + v.Title + ".open-wild") // titles differ in whether a second card follows (C4, N3)
	case m.Slot == 0 && v.Uses(engine.UsesTeams):
		return s.say("draw.blind-then-place")
	case m.Slot == 0:
		return s.say("draw.blind")
	case m.Where == engine.ToHand:
		return s.say("draw.then-to-rack")
	case m.Where == engine.ToRack:
		return s.say("draw.then-to-hand")
	}
	return s.say("draw.then-second")
}

func (s *Speaker) claimMenu(p Panel, claims []engine.Move, page, pages int) discord.Row {
	hint := s.say("panel.claim-hint", "Count", len(claims))
	if pages > 1 {
		hint = s.say("panel.claim-hint-page", "Count", len(claims), "Page", page+1, "Pages", pages)
	}
	var options []discord.SelectOption
	for _, m := range claims[page*maxOptions : min(len(claims), (page+1)*maxOptions)] {
		options = append(options, option(s.Route(m.Route), s.claimMeans(p.View, m), p.View.Lexicon().Routes[m.Route]))
	}
	return menu(press(PressRoute, p.Game, p.View.Ply), hint, options)
}

// claimMeans says what a claim costs and gives: "pay 3 red · 4 points · goods card".
func (s *Speaker) claimMeans(v *engine.View, m engine.Move) string {
	parts := []string{s.say("claim.costs", "Cards", s.Payment(v, proposal(v, m))), s.gain(m.Route)}
	if goods(s.board, v, m.Route) {
		parts = append(parts, s.say("claim.goods"))
	}
	return strings.Join(parts, " · ")
}

func (s *Speaker) gain(r engine.RouteID) string {
	return s.say("claim.points", "Count", railway.Points(s.board.Routes[r].Length))
}

// proposal is the payment that is proposed for a move.
func proposal(v *engine.View, m engine.Move) engine.Payment { return proposalOf(v, m, nil) }

// proposalOf is the payment that is proposed out of some of the ways; zero if none of them is one.
func proposalOf(v *engine.View, m engine.Move, ways Ways) engine.Payment {
	seen := 0
	for p := range v.Payments(m) {
		if ways.include(&p) {
			return p
		}
		if seen++; seen == maxWays {
			break
		}
	}
	return engine.Payment{}
}
