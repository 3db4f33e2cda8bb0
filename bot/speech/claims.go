package speech

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
)

// claim is a route that the viewer can claim.
type claim struct {
	engine.Move
	ways []engine.TicketID // the viewer's tickets whose drawn ways it is on
	step prospect.Step     // what it does for the viewer's tickets; zero: nothing
	rank int               // its place in the menu
	ends string            // its cities, to sort those of one place
}

// claims lists the routes that the viewer can claim: first those on a drawn way, then those that
// help own tickets otherwise, the best first, then the others by their cities.
func (s *Speaker) claims(v *engine.View) []claim {
	var list []claim
	for _, m := range legalOf(v, engine.Claim) {
		r := &s.board.Routes[m.Route]
		ends := fold(s.City(r.A)) + "\x00" + fold(s.City(r.B))
		list = append(list, claim{Move: m, rank: len(s.board.Routes), ends: ends})
	}
	if len(list) > 0 && s.Hints(v) {
		ways := prospect.Of(v, s.board, v.Viewer, prospect.Own(v))
		steps := prospect.Steps(v, s.board, prospect.Own(v))
		for k := range list {
			c := &list[k]
			for _, t := range ways {
				on := func(r engine.RouteID) bool {
					return s.board.Routes[r].Group == s.board.Routes[c.Route].Group
				}
				if slices.ContainsFunc(t.Way.Routes, on) {
					c.ways = append(c.ways, t.ID)
				}
			}
			for i, step := range steps {
				if step.Route == c.Route {
					c.step, c.rank = step, i+1
				}
			}
			if len(c.ways) > 0 {
				c.rank = c.rank%len(s.board.Routes) - len(steps) - 1
			}
		}
	}
	slices.SortStableFunc(list, func(a, b claim) int {
		return cmp.Or(a.rank-b.rank, strings.Compare(a.ends, b.ends))
	})
	return list
}

// alike reports whether two routes are one, or gray lanes of a connection between which nothing
// but their place differs.
func (s *Speaker) alike(v *engine.View, a, b engine.RouteID) bool {
	r, o := &s.board.Routes[a], &s.board.Routes[b]
	return a == b || r.Group == o.Group && r.Color == railmap.Gray && o.Color == railmap.Gray &&
		r.Kind == o.Kind && r.Symbols == o.Symbols && r.Pairs == o.Pairs &&
		slices.Equal(s.tokenWords(v, a, "", ""), s.tokenWords(v, b, "", ""))
}

// lanes lists the routes that the viewer can claim and that are like one, which is the first.
func (s *Speaker) lanes(v *engine.View, r engine.RouteID) []engine.RouteID {
	list := []engine.RouteID{r}
	for _, m := range legalOf(v, engine.Claim) {
		if m.Route != r && s.alike(v, r, m.Route) {
			list = append(list, m.Route)
		}
	}
	return list
}

// connections are claims with gray lanes that are alike once: the question asks which one.
func (s *Speaker) connections(v *engine.View) (list []claim) {
	for _, c := range s.claims(v) {
		if !slices.ContainsFunc(list, func(o claim) bool { return s.alike(v, o.Route, c.Route) }) {
			list = append(list, c)
		}
	}
	return list
}

func (s *Speaker) claimChoice(w *wallet, m engine.Move) choice {
	return choice{
		Move: m, label: s.Route(m.Route), words: s.endWords(m.Route),
		value:  w.v.Lexicon().Routes[m.Route],
		detail: func() string { return s.claimDetail(w.v, m.Route, w.proposed(m, nil).Payment) },
	}
}

func (s *Speaker) claimChoices(v *engine.View, _ engine.Move) iter.Seq[choice] {
	wallet := s.wallet(v)
	return func(yield func(choice) bool) {
		for _, c := range s.claims(v) {
			if !yield(s.claimChoice(wallet, c.Move)) {
				return
			}
		}
	}
}

// claimMenus are the menus of some of the routes to claim. A phone shows forty signs of a line:
// "★ D E · 7 · 73 Jakarta – Perth" names the tickets whose drawn ways the route is on, its points,
// and the route. ☆ marks one that helps tickets on another way.
func (s *Speaker) claimMenus(v *engine.View, claims []claim, from, to int) (rows []discord.Row) {
	wallet := s.wallet(v)
	for ; from < to; from += maxOptions {
		hint := s.say("panel.claim-hint", "Count", len(claims))
		last := min(from+maxOptions, to)
		if len(claims) > maxOptions {
			hint = s.say("panel.claim-hint-some", "Count", len(claims), "From", from+1, "To", last)
		}
		var options []discord.SelectOption
		for _, c := range claims[from:last] {
			options = append(options, s.claimOption(wallet, c))
		}
		rows = append(rows, menu(hint, options))
	}
	return rows
}

func (s *Speaker) claimOption(w *wallet, c claim) discord.SelectOption {
	v := w.v
	route := &s.board.Routes[c.Route]
	name := s.RouteEnds(c.Route)
	if len(s.lanes(v, c.Route)) > 1 { // the question asks which
		name = strings.Replace(name, s.Code(c.Route), caption.Connection(route), 1)
	}
	name = strconv.Itoa(railmap.Points(route.Length)) + " · " + name
	paid := w.proposed(c.Move, nil).Payment
	details := []string{s.Payment(v, paid)}
	switch helped := append(slices.Clip(c.step.Completes), c.step.Nearer...); {
	case len(c.ways) > 0:
		name = "★ " + letters(v, c.ways) + " · " + name
	case len(helped) > 0:
		name = "☆ " + letters(v, helped) + " · " + name
		saves := s.say("claim.saves", "Count", c.step.Gain, "Cost", route.Length)
		details = append(details, saves)
	}
	if len(c.step.Completes) > 0 {
		completed := s.say("claim.completes", "Tickets", letters(v, c.step.Completes))
		details = append(details, completed)
	}
	details = append(details, s.tokenWords(v, c.Route, "claim.", "")...)
	if kind := s.RouteKind(c.Route); kind != s.Color(route.Color) {
		details = append(details, kind)
	}
	o := option(fitEnds(name, maxShown), strings.Join(details, " · "),
		customid.PrintMove(c.Move))
	o.Emoji = s.paidSign(v, &paid)
	return o
}

// maxShown is how much of an option a phone shows.
const maxShown = 40

// fitEnds cuts the name of a route to n signs so that both of its cities can be told.
func fitEnds(name string, n int) string {
	from, to, _ := strings.Cut(name, " – ")
	to = discord.Fit(to, max(n-3-utf8.RuneCountInString(from), 2*n/5))
	return discord.Fit(from, n-3-utf8.RuneCountInString(to)) + " – " + to
}

// letters are those of the viewer's tickets in pictures: "D E", "ABCD".
func letters(v *engine.View, tickets []engine.TicketID) string {
	list := namesOf(tickets, func(t engine.TicketID) string { return caption.Letter(v, t) })
	slices.Sort(list)
	if len(list) > 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list, " ")
}

// claimDetail says what a claim costs and gives: "pay 3 red · 4 points · goods card".
func (s *Speaker) claimDetail(v *engine.View, r engine.RouteID, paid engine.Payment) string {
	parts := []string{s.say("claim.costs", "Cards", s.Payment(v, paid)), s.gain(r)}
	return strings.Join(append(parts, s.tokenWords(v, r, "claim.", "")...), " · ")
}

func (s *Speaker) gain(r engine.RouteID) string {
	return s.say("claim.points", "Count", railmap.Points(s.board.Routes[r].Length))
}

func (s *Speaker) askClaim(p Panel, m engine.Move) []string {
	v, route := p.View, &s.board.Routes[m.Route]
	asks := func(name string) string {
		return s.say("claim.ask", "Route", name, "Count", route.Length)
	}
	lines := []string{
		asks(s.RouteEnds(m.Route)),
		s.say("claim.pays", "Cards", s.Payment(v, m.Payment)) + " " +
			s.say("claim.gives", "Gain", s.gives(v, m.Route)),
	}
	lines = append(lines, s.leaves(v, m.Payment)...)
	switch {
	case route.Kind == railmap.Tunnel:
		lines = append(lines, s.say("tunnel.warning", "Count", route.Reveals))
	case route.Symbols > 0, route.Pairs > 0, route.Kind == railmap.Sea,
		s.texts.Has("title." + s.board.Title + ".takes-" + route.ID):
		lines = append(lines, s.say("claim.takes", "Takes", s.fare(m.Route)))
	default:
		lines[0] = asks(s.Route(m.Route))
	}
	return append(lines, s.claimEffect(v, m.Route)...)
}

func (s *Speaker) gives(v *engine.View, r engine.RouteID) string {
	return s.Join(append([]string{s.gain(r)}, s.tokenWords(v, r, "claim.", "-too")...))
}

// readRoute finds a route by its ID, its code, or words that mean only one of the routes that the
// viewer can claim, or else of all.
func readRoute(s *Speaker, v *engine.View, m engine.Move, text string) (engine.Move, bool) {
	id, ok := v.Lexicon().Route(text)
	for i := 0; i < len(s.board.Routes) && !ok; i++ {
		id = engine.RouteID(i)
		ok = fold(text) == s.code(id)
	}
	if !ok {
		if fit := s.fittingRoutes(v, text); len(fit) == 1 {
			id, ok = fit[0], true
		}
	}
	m.Route = id
	return m, ok
}

// fittingRoutes lists the routes that the words fit, or the lanes of the connection whose number
// was typed: only those that the viewer can claim, if there are any.
func (s *Speaker) fittingRoutes(v *engine.View, text string) []engine.RouteID {
	list := s.routesFitting(v, text, matches)
	if len(list) > 0 {
		return list
	}
	return s.routesFitting(v, s.linked(text), matches)
}

func (s *Speaker) routesFitting(v *engine.View, text string, fit func(typed, text string) bool,
) []engine.RouteID {
	typed := fold(text)
	if typed == "" {
		return nil
	}
	fits := func(r engine.RouteID) bool { return fit(text, s.Route(r)+" "+s.endWords(r)) }
	if _, err := strconv.Atoi(typed); err == nil {
		lane := func(r engine.RouteID) bool {
			return typed == strings.TrimRight(s.code(r), "abcdefghijklmnopqrstuvwxyz")
		}
		for i := range s.board.Routes {
			if lane(engine.RouteID(i)) {
				fits = lane
				break
			}
		}
	}
	var can, all []engine.RouteID
	for _, m := range legalOf(v, engine.Claim) {
		if fits(m.Route) {
			can = append(can, m.Route)
		}
	}
	if len(can) > 0 {
		return can
	}
	for i := range s.board.Routes {
		if r := engine.RouteID(i); fits(r) {
			all = append(all, r)
		}
	}
	return all
}

func (s *Speaker) whichRoutes(v *engine.View, text string) string {
	list := s.fittingRoutes(v, text)
	if len(list) == 0 {
		list = s.routesFitting(v, s.linked(text), s.resembles)
	}
	return firstFew(list, maxNamed, s.Route)
}

func (s *Speaker) endWords(r engine.RouteID) string {
	return s.cityWords(s.board.Routes[r].A) + " " + s.cityWords(s.board.Routes[r].B)
}

func (s *Speaker) code(r engine.RouteID) string { return fold(caption.Code(s.board, r)) }

// FindCity finds the city that a person named: by its ID, or by words that mean only one city.
func (s *Speaker) FindCity(v *engine.View, text string) (engine.CityID, bool) {
	return s.FindPlace(v.Lexicon(), text)
}

// FindPlace is FindCity without a game.
func (s *Speaker) FindPlace(lex *engine.Lexicon, text string) (engine.CityID, bool) {
	if c, ok := lex.City(text); ok {
		return c, true
	}
	var found []engine.CityID
	for i := range s.board.Cities {
		c := engine.CityID(i)
		if caption.Calls(fold(text), &s.board.Cities[i]) || Same(text, s.City(c)) {
			return c, true
		}
		if fold(text) != "" && matches(text, s.cityWords(c)) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return 0, false
	}
	return found[0], true
}

func (s *Speaker) cityWords(c engine.CityID) string { return caption.CityWords(&s.board.Cities[c]) }

// fare says what a route costs: "3 red; wilds help out". A title has its own text for ordinary
// routes, and may have one for a single route (N4, N7).
func (s *Speaker) fare(r engine.RouteID) string {
	route := &s.board.Routes[r]
	if id := "title." + s.board.Title + ".takes-" + route.ID; s.texts.Has(id) {
		return s.say(id)
	}
	switch {
	case route.Kind == railmap.Tunnel:
		return s.say("fare.tunnel", "Cards", s.fareCards(route.Color, route.Length),
			"Wilds", s.wilds(), "Count", route.Reveals)
	case route.Kind == railmap.Sea:
		return s.say("fare.sea", "Cards", s.fareShips(route.Color, route.Length), "Wilds", s.wilds())
	case route.Pairs > 0 && route.Pairs == route.Length:
		return s.say("fare.pairs", "Count", route.Pairs, "Wilds", s.wilds())
	case route.Pairs > 0:
		return s.say("fare.pairs-and", "Count", route.Pairs,
			"Cards", s.fareCards(route.Color, route.Length-route.Pairs), "Wilds", s.wilds())
	case route.Symbols > 0 && route.Symbols == route.Length:
		return s.say("fare.ferry", "Symbols", s.Wilds(route.Symbols), "Three", railmap.CardsPerSymbol)
	case route.Symbols > 0:
		return s.say("fare.ferry-and", "Symbols", s.Wilds(route.Symbols), "Three", railmap.CardsPerSymbol,
			"Cards", s.fareCards(route.Color, route.Length-route.Symbols), "Wilds", s.wilds())
	}
	return s.say("title."+s.board.Title+".takes", "Cards", s.fareCards(route.Color, route.Length))
}

func (s *Speaker) fareCards(color string, n int) string {
	if color == railmap.Gray {
		return s.say("fare.gray", "Count", n)
	}
	return s.CardsOf(color, n)
}

// fareShips names the ships that n spaces of a sea route take, apart from wilds (W4).
func (s *Speaker) fareShips(color string, n int) string {
	if color == railmap.Gray {
		return s.say("fare.gray-ships", "Count", n)
	}
	return s.Ships(color, n)
}

func (s *Speaker) wilds() string { return s.say("title." + s.board.Title + ".wilds") }

// tunnelLine describes the undecided tunnel, which is fully public (C15); "" if there is none.
func (s *Speaker) tunnelLine(v *engine.View) string {
	t := v.Tunnel
	if t == nil {
		return ""
	}
	id := "tunnel.dug"
	if t.Seat == v.Viewer {
		id = "tunnel.you-dug"
	}
	shown := s.Shown(v, t.Revealed)
	if s.Sign(caption.DeckSign) != "" {
		shown = strings.Join(namesOf(t.Revealed, func(c engine.Card) string {
			return s.shown(v, c)
		}), " ")
	}
	return s.say(id, "Who", s.Seat(v, t.Seat), "Route", s.Route(t.Route),
		"Cards", s.Payment(v, t.Paid), "Shown", shown, "Count", t.Asks)
}

// tollAsk says what the seat that digs the tunnel has to do, and what the tunnel would change for
// its tickets.
func (s *Speaker) tollAsk(v *engine.View) string {
	asks := s.say("tunnel.asks", "Count", v.Tunnel.Asks, "Cards", s.played(v))
	if !canPay(v) {
		return asks + " " + s.say("tunnel.too-few")
	}
	return strings.Join(append([]string{asks}, s.claimEffect(v, v.Tunnel.Route)...), "\n")
}

// played names the cards that can pay: the colour that was laid down and wilds, or only wilds (N6).
func (s *Speaker) played(v *engine.View) string {
	wild := v.Lexicon().Wild()
	name := func(c engine.Card) string {
		switch {
		case v.Tunnel.Asks == 1:
			return s.drawnCard(v, c)
		case c == wild:
			return s.wilds()
		}
		return s.Colored(v.Lexicon().Faces[c].Color, 2)
	}
	for c, n := range v.Tunnel.Paid.Cards() {
		if n > 0 && engine.Card(c) != wild {
			return s.say("tunnel.color-or-wild", "Color", name(engine.Card(c)), "Wilds", name(wild))
		}
	}
	return name(wild)
}

func canPay(v *engine.View) bool {
	return len(legalOf(v, engine.Pay)) > 0
}

// askToll asks whether to pay a tunnel's demand with these cards, and says until when the player
// can answer.
func (s *Speaker) askToll(p Panel, m engine.Move) []string {
	v := p.View
	lines := []string{
		s.tunnelLine(v), s.tollAsk(v),
		s.say("claim.pays", "Cards", s.Payment(v, m.Payment)),
	}
	lines = append(lines, s.leaves(v, m.Payment)...)
	if due := s.Due(v, p.Due); due != "" {
		lines = append(lines, due)
	}
	return lines
}

func (s *Speaker) tollRows(p Panel) []discord.Row {
	if !canPay(p.View) {
		return []discord.Row{buttons(s.withdrawal(p))}
	}
	m := s.Proposed(p.View, engine.Move{Verb: engine.Pay}, nil)
	return append(s.payMenus(p, m, nil), buttons(s.tollButtons(p, m)...))
}

func (s *Speaker) tollButtons(p Panel, m engine.Move) []discord.Button {
	pay := button(discord.Success, s.say("tunnel.pay", "Cards", s.Payment(p.View, m.Payment)), p.do(m))
	return []discord.Button{pay, s.withdrawal(p)}
}

func (s *Speaker) withdrawal(p Panel) discord.Button {
	return button(discord.Danger, s.say("tunnel.withdraw"), p.do(engine.Move{Verb: engine.Withdraw}))
}
