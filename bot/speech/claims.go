package speech

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/engine/railmap"
)

// claimable is a route that the viewer can claim, with what it does for the viewer's tickets; a zero step: nothing.
type claimable struct {
	engine.Move
	step prospect.Step
}

// claims lists the routes that the viewer can claim: first those that bring own tickets nearer, the best first, then the others
// by their cities.
func (s *Speaker) claims(v *engine.View) []claimable {
	var list []claimable
	for _, m := range legalOf(v, engine.Claim) {
		list = append(list, claimable{Move: m})
	}
	rank := map[engine.RouteID]int{}
	if len(list) > 0 && s.Hints(v) {
		for i, step := range prospect.Steps(v, s.board, prospect.Own(v)) {
			rank[step.Route] = i + 1
			for k := range list {
				if list[k].Route == step.Route {
					list[k].step = step
				}
			}
		}
	}
	names := make(map[engine.CityID]string, len(s.board.Cities))
	name := func(c engine.CityID) string {
		if _, ok := names[c]; !ok {
			names[c] = fold(s.City(c))
		}
		return names[c]
	}
	slices.SortStableFunc(list, func(a, b claimable) int {
		if x, y := rank[a.Route], rank[b.Route]; x > 0 || y > 0 {
			return cmp.Compare(uint(x-1), uint(y-1)) // those without a rank come last
		}
		r, o := &s.board.Routes[a.Route], &s.board.Routes[b.Route]
		return cmp.Or(strings.Compare(name(r.A), name(o.A)), strings.Compare(name(r.B), name(o.B)))
	})
	return list
}

// claimMenu is the menu of a page of the routes to claim.
func (s *Speaker) claimMenu(p Panel, claims []claimable, page, pages int) discord.Row {
	hint := s.say("panel.claim-hint", "Count", len(claims))
	if pages > 1 {
		hint = s.say("panel.claim-hint-page", "Count", len(claims), "Page", page+1, "Pages", pages)
	}
	var options []discord.SelectOption
	wallet := s.wallet(p.View)
	for _, c := range pageOfClaims(claims, page) {
		name, detail := s.Route(c.Route), s.claimDetail(wallet, c.Move)
		switch {
		case len(c.step.Completes) > 0:
			name, detail = "★ "+name, s.say("claim.completes", "Tickets", s.ticketsBriefly(c.step.Completes))+" · "+detail
		case len(c.step.Nearer) > 0:
			name, detail = "★ "+name, s.say("claim.nearer", "Tickets", s.ticketsBriefly(c.step.Nearer))+" · "+detail
		}
		options = append(options, option(name, detail, press.PrintMove(c.Move)))
	}
	return menu(hint, options)
}

// ticketsBriefly names the first of some tickets, and how many more there are.
func (s *Speaker) ticketsBriefly(list []engine.TicketID) string {
	text := s.TicketCities(list[0])
	if more := len(list) - 1; more > 0 {
		text += " +" + strconv.Itoa(more)
	}
	return text
}

func pageOfClaims(claims []claimable, page int) []claimable {
	return claims[page*maxOptions : min(len(claims), (page+1)*maxOptions)]
}

// pageMenu leads from any page of the routes to any other in one step: each option names the cities of its page.
func (s *Speaker) pageMenu(p Panel, claims []claimable, pages int) discord.Row {
	var options []discord.SelectOption
	for page := range min(pages, maxOptions) {
		list := pageOfClaims(claims, page)
		first := slices.IndexFunc(list, func(c claimable) bool { return c.step.Gain == 0 })
		var parts []string
		if first != 0 {
			parts = append(parts, s.say("claim.for-tickets"))
		}
		if first >= 0 {
			from, to := s.City(s.board.Routes[list[first].Route].A), s.City(s.board.Routes[list[len(list)-1].Route].A)
			parts = append(parts, s.say("claim.from-to", "From", from, "To", to))
		}
		o := option(strings.Join(parts, ", "), s.say("claim.page", "Page", page+1, "Count", len(list)), strconv.Itoa(page))
		o.Default = page == p.Page
		options = append(options, o)
	}
	row := menu(s.say("claim.pages-hint"), options)
	row.Select.CustomID = p.pageID(p.Page) // no button leads to the page that is shown
	return row
}

// claimDetail says what a claim costs and gives: "pay 3 red · 4 points · goods card".
func (s *Speaker) claimDetail(w *wallet, m engine.Move) string {
	parts := []string{s.say("claim.costs", "Cards", s.Payment(w.v, w.proposed(m, nil).Payment)), s.gain(m.Route)}
	return strings.Join(append(parts, s.tokenWords(w.v, m.Route, "claim.", "")...), " · ")
}

func (s *Speaker) gain(r engine.RouteID) string {
	return s.say("claim.points", "Count", railmap.Points(s.board.Routes[r].Length))
}
