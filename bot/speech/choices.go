package speech

import (
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
)

// AllTickets is the value of the suggestion to keep all tickets on offer.
const AllTickets = "all"

// NoTickets is the value of the suggestion to keep none of the tickets on offer (K6).
const NoTickets = "none"

// Suggestions collects what autocomplete offers for what a person has typed so far.
type Suggestions struct {
	typed string
	list  []discord.Choice
}

// Suggest begins a list of suggestions.
func Suggest(typed string) *Suggestions { return &Suggestions{typed: typed, list: []discord.Choice{}} }

// Add adds a suggestion if it fits what was typed and there is room. More are words by which it is found besides its
// name.
func (g *Suggestions) Add(name, value string, more ...string) {
	if len(g.list) == maxOptions || len(value) > maxLine || name == "" {
		return
	}
	if matches(g.typed, name+" "+value+" "+strings.Join(more, " ")) {
		g.list = append(g.list, discord.Choice{Name: discord.Fit(name, maxLine), Value: value})
	}
}

// Choices returns the suggestions; none is empty but not nil.
func (g *Suggestions) Choices() []discord.Choice { return g.list }

// SuggestDraws suggests the cards that the viewer can draw now.
func (s *Speaker) SuggestDraws(v *engine.View, typed string) []discord.Choice {
	g := Suggest(typed)
	for _, m := range draws(v) {
		g.Add(s.draw(v, m)+" · "+s.drawMeans(v, m), drawValue(v, m))
	}
	return g.Choices()
}

// SuggestRoutes suggests the routes that the viewer can claim now, with what they cost and give. They are found by code,
// city or colour.
func (s *Speaker) SuggestRoutes(v *engine.View, typed string) []discord.Choice {
	g := Suggest(typed)
	for _, m := range v.Legal() {
		if m.Verb == engine.Claim {
			g.Add(s.Route(m.Route)+" · "+s.claimMeans(v, m), v.Lexicon().Routes[m.Route])
		}
	}
	return g.Choices()
}

// SuggestPayments suggests the ways in which the viewer can pay for a route; none if it cannot be claimed.
func (s *Speaker) SuggestPayments(v *engine.View, route, typed string) []discord.Choice {
	g := Suggest(typed)
	r, ok := s.FindRoute(v, route)
	if !ok || !claimable(v, r) {
		return g.Choices()
	}
	return s.suggestWays(v, engine.Move{Verb: engine.Claim, Route: r}, typed)
}

// SuggestTolls suggests the ways in which the viewer can pay what a tunnel asks for.
func (s *Speaker) SuggestTolls(v *engine.View, typed string) []discord.Choice {
	if !canPay(v) {
		return Suggest(typed).Choices()
	}
	return s.suggestWays(v, engine.Move{Verb: engine.Pay}, typed)
}

func (s *Speaker) suggestWays(v *engine.View, m engine.Move, typed string) []discord.Choice {
	g := Suggest(typed)
	looked := 0
	for p := range v.Payments(m) {
		g.Add(s.Payment(v, p), v.Lexicon().PrintPayment(p))
		if looked++; len(g.list) == maxOptions || looked == maxLooked {
			break
		}
	}
	return g.Choices()
}

// maxLooked bounds how many payments are looked at for one keystroke (design D14).
const maxLooked = 5000

// SuggestKeep suggests the tickets on offer to the viewer that are not among those chosen already; for the first one
// also all of them together.
func (s *Speaker) SuggestKeep(v *engine.View, chosen []string, typed string) []discord.Choice {
	g := Suggest(typed)
	own := v.Own()
	if own == nil || owes(v) != engine.OwesKeep {
		return g.Choices()
	}
	taken := " " + strings.Join(chosen, " ") + " "
	if len(own.Offer.IDs) > 1 && strings.TrimSpace(taken) == "" {
		g.Add(s.say("keep.all", "Tickets", s.tickets(own.Offer.IDs)), AllTickets)
	}
	if leastKept(v) == 0 && strings.TrimSpace(taken) == "" {
		g.Add(s.say("keep.none"), NoTickets)
	}
	for _, t := range own.Offer.IDs {
		id := v.Lexicon().Tickets[t]
		if !strings.Contains(taken, " "+id+" ") {
			g.Add(s.Ticket(t)+" · "+s.worth(t), id)
		}
	}
	return g.Choices()
}

// SuggestCities suggests cities of the map.
func (s *Speaker) SuggestCities(typed string) []discord.Choice {
	g := Suggest(typed)
	for c := range s.board.Cities {
		g.Add(s.City(engine.CityID(c)), s.board.Cities[c].ID, s.board.Cities[c].Name)
	}
	return g.Choices()
}

// FindDraw finds the card to draw that a person named: in the notation, or by words of its name if they fit only one
// that can be drawn.
func (s *Speaker) FindDraw(v *engine.View, text string) (engine.Move, bool) {
	text = text[:min(len(text), maxTyped)]
	if m, ok := ParseDraw(v.Lexicon(), strings.ToLower(strings.TrimSpace(text))); ok {
		return m, true
	}
	if fit := s.fittingDraws(v, text); len(fit) == 1 {
		return fit[0], true
	}
	return engine.Move{}, false
}

// fittingDraws lists what can be drawn that words fit, a card that lies open twice only once; a card that is named as it
// is printed goes before those of which the words are only a part.
func (s *Speaker) fittingDraws(v *engine.View, text string) []engine.Move {
	if fold(text) == "" {
		return nil
	}
	var whole, part []engine.Move
	seen := map[string]bool{}
	for _, m := range draws(v) {
		name := s.drawn(v, m)
		if seen[name] {
			continue
		}
		words := s.draw(v, m)
		if m.Slot > 0 && v.Market[m.Slot-1] != engine.NoCard {
			card := v.Market[m.Slot-1]
			words += " " + v.Lexicon().Faces[card].Name
			if marked := strings.Contains(text, portMark); fold(text) == fold(s.Card(v, card)) &&
				(!marked || v.Lexicon().Faces[card].Port) {
				whole = append(whole, m)
				seen[name] = true
				continue
			}
		}
		if matches(text, words) {
			part = append(part, m)
			seen[name] = true
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return part
}

// WhichDraws names what can be drawn that fits the words which a person typed; "" if nothing does.
func (s *Speaker) WhichDraws(v *engine.View, text string) string {
	return few(s.fittingDraws(v, text[:min(len(text), maxTyped)]), func(m engine.Move) string { return s.draw(v, m) })
}

// InsteadOpen says what can be drawn, to a person who named a card that does not lie open; "" if no card was named.
func (s *Speaker) InsteadOpen(v *engine.View, text string) string {
	terms := termsOf(text[:min(len(text), maxTyped)])
	if len(terms) != 1 || len(s.cardNames(v).find(terms[0].words)) == 0 {
		return ""
	}
	return s.insteadDraw(v)
}

// drawn names the card without its slot: of two red ones it does not matter which is taken, only where it goes.
func (s *Speaker) drawn(v *engine.View, m engine.Move) string {
	if m.Slot == 0 {
		return drawValue(v, m)
	}
	return s.Card(v, v.Market[m.Slot-1]) + strconv.Itoa(int(m.Where))
}

// FindCity finds the city that a person named: by its id, or by words of its name if they fit only one.
func (s *Speaker) FindCity(v *engine.View, text string) (engine.CityID, bool) {
	if c, ok := v.Lexicon().City(text); ok {
		return c, true
	}
	found, n := engine.CityID(0), 0
	for i := range s.board.Cities {
		c := engine.CityID(i)
		if fold(text) == fold(s.City(c)) {
			return c, true
		}
		if matches(text, s.City(c)+" "+s.board.Cities[i].Name) {
			found, n = c, n+1
		}
	}
	return found, n == 1
}

// FindRoute finds the route that a person named: by its id, its code, or words of its name if only one fits among
// those that the viewer can claim, or else among all.
func (s *Speaker) FindRoute(v *engine.View, text string) (engine.RouteID, bool) {
	if r, ok := v.Lexicon().Route(text); ok {
		return r, true
	}
	code := fold(text)
	for i := range s.board.Routes {
		if code == s.code(engine.RouteID(i)) {
			return engine.RouteID(i), true
		}
	}
	if fit := s.fittingRoutes(v, text); len(fit) == 1 {
		return fit[0], true
	}
	return 0, false
}

// fittingRoutes lists the routes that words fit, or the lanes of the connection whose number was typed: those that the
// viewer can claim, if there are any.
func (s *Speaker) fittingRoutes(v *engine.View, text string) []engine.RouteID {
	typed := fold(text)
	if typed == "" {
		return nil
	}
	fits := func(r engine.RouteID) bool { return matches(text, s.Route(r)) }
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
	for _, m := range v.Legal() {
		if m.Verb == engine.Claim && fits(m.Route) {
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

// WhichRoutes names a few of the routes that fit the words which a person typed; "" if none does.
func (s *Speaker) WhichRoutes(v *engine.View, text string) string {
	return few(s.fittingRoutes(v, text), s.Route)
}

// FindPayment finds the payment of a claim, a port or a tunnel's demand that a person named: in the notation, in words,
// or as it was suggested. A card alone stands for the payment of its colour that is proposed. What can be read but does
// not pay is returned too: the rules say why.
func (s *Speaker) FindPayment(v *engine.View, m engine.Move, text string) (engine.Payment, bool) {
	text = text[:min(len(text), maxTyped)]
	noted, err := v.Lexicon().ParsePayment(strings.ReplaceAll(strings.ToLower(text), " ", ""))
	if err == nil && pays(v, m, func(p *engine.Payment) bool { return *p == noted }) != nil {
		return noted, true
	}
	read, alone, ok := s.readPayment(v, text)
	if err == nil {
		read, ok = noted, true
	}
	wished := func(p *engine.Payment) bool { return *p == read }
	if alone != engine.NoCard {
		wished = func(p *engine.Payment) bool { return ofColor(v, p, alone) }
	}
	if ok && (err != nil || alone != engine.NoCard) {
		if p := pays(v, m, wished); p != nil {
			return *p, true
		}
	}
	if err == nil {
		return noted, true
	}
	if p := pays(v, m, func(p *engine.Payment) bool { return fold(s.Payment(v, *p)) == fold(text) }); p != nil {
		return *p, true
	}
	if ok && !strings.Contains(text, portMark) {
		read = marked(v, m, read)
	}
	return read, ok
}

// pays returns the first payment of a move that is as wished, nil if none is.
func pays(v *engine.View, m engine.Move, wished func(*engine.Payment) bool) *engine.Payment {
	looked := 0
	for p := range v.Payments(m) {
		if wished(&p) {
			return &p
		}
		if looked++; looked == maxLooked {
			break
		}
	}
	return nil
}

func claimable(v *engine.View, r engine.RouteID) bool {
	for _, m := range v.Legal() {
		if m.Verb == engine.Claim && m.Route == r {
			return true
		}
	}
	return false
}
