package speech

import (
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/render/caption"
)

// maxExamined bounds how many payments one keystroke examines (design D14).
const maxExamined = 5000

// only returns the one item of a list that matches what was typed: the whole of its name, or beginnings of its words. It
// returns false if several items match, or none.
func only[T any](typed string, list []T, words, whole func(T) string) (T, bool) {
	var found T
	n := 0
	for _, one := range list {
		if Same(typed, whole(one)) {
			return one, true
		}
		if matches(typed, words(one)) {
			found, n = one, n+1
		}
	}
	return found, n == 1 && fold(typed) != ""
}

// FindDraw finds the card to draw that a person named: in the notation, or by words that match only one card that can be
// drawn.
func (s *Speaker) FindDraw(v *engine.View, text string) (engine.Move, bool) {
	text = text[:min(len(text), maxTyped)]
	if m, ok := parseDraw(v.Lexicon(), strings.ToLower(strings.TrimSpace(text))); ok {
		return m, true
	}
	if fit := s.fittingDraws(v, text); len(fit) == 1 {
		return fit[0], true
	}
	return engine.Move{}, false
}

// fittingDraws lists the legal draws that match the words; of two equal face-up cards only the first. If the words are the
// whole name of some cards, it lists only these.
func (s *Speaker) fittingDraws(v *engine.View, text string) []engine.Move {
	if fold(text) == "" {
		return nil
	}
	var whole, part []engine.Move
	seen := map[string]bool{}
	for _, m := range draws(v) {
		name := s.drawKey(v, m)
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

// WhichDraws names the legal draws that match what a person typed; "" if none does.
func (s *Speaker) WhichDraws(v *engine.View, text string) string {
	return firstFew(s.fittingDraws(v, text[:min(len(text), maxTyped)]), func(m engine.Move) string { return s.draw(v, m) })
}

// InsteadOpen says what can be drawn, to a person who named a card that is not face up; "" if no card was named.
func (s *Speaker) InsteadOpen(v *engine.View, text string) string {
	terms := s.termsOf(text[:min(len(text), maxTyped)])
	if len(terms) != 1 || len(s.cardNames(v).find(terms[0].words)) == 0 {
		return ""
	}
	return s.insteadDraw(v)
}

// drawKey identifies a draw by its card without the slot: of two red ones it only matters where the card goes.
func (s *Speaker) drawKey(v *engine.View, m engine.Move) string {
	if m.Slot == 0 {
		return arguments(v, m)
	}
	return s.Card(v, v.Market[m.Slot-1]) + strconv.Itoa(int(m.Where))
}

// FindCity finds the city that a person named: by its ID, or by words that match only one city.
func (s *Speaker) FindCity(v *engine.View, text string) (engine.CityID, bool) {
	if c, ok := v.Lexicon().City(text); ok {
		return c, true
	}
	all := make([]engine.CityID, len(s.board.Cities))
	for i := range all {
		all[i] = engine.CityID(i)
	}
	typed := fold(text)
	if i := slices.IndexFunc(all, func(c engine.CityID) bool { return caption.Calls(typed, &s.board.Cities[c]) }); i >= 0 {
		return all[i], true
	}
	return only(text, all, s.cityWords, s.City)
}

// cityWords are the words that find a city: its names in every language.
func (s *Speaker) cityWords(c engine.CityID) string { return caption.CityWords(&s.board.Cities[c]) }

// routeWords are the words that find a route: those of its line in a list, and all names of its ends.
func (s *Speaker) routeWords(r engine.RouteID) string {
	return s.Route(r) + " " + s.cityWords(s.board.Routes[r].A) + " " + s.cityWords(s.board.Routes[r].B)
}

// FindTicket finds the ticket that a person named: by its ID, or by words that match only one of those that the viewer can keep or
// share.
func (s *Speaker) FindTicket(v *engine.View, text string) (engine.TicketID, bool) {
	text = strings.TrimSpace(text[:min(len(text), maxTyped)])
	if t, ok := v.Lexicon().Ticket(text); ok {
		return t, true
	}
	own := v.Own()
	if own == nil {
		return 0, false
	}
	list, _ := shareable(v)
	if owes(v) == engine.OwesKeep {
		list = own.Offer.IDs
	}
	return only(text, list, s.ticketWords, s.Ticket)
}

// ticketWords are the words that find a ticket beside its line in a list: all names of its cities.
func (s *Speaker) ticketWords(t engine.TicketID) string {
	var words []string
	for _, c := range s.board.Tickets[t].Cities {
		words = append(words, s.cityWords(c))
	}
	return strings.Join(words, " ")
}

// FindRoute finds the route that a person named: by its ID, its code, or words that match only one route of those that the
// viewer can claim, or else of all.
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

// fittingRoutes lists the routes that match the words, or the lanes of the connection whose number was typed: only those
// that the viewer can claim, if there are any.
func (s *Speaker) fittingRoutes(v *engine.View, text string) []engine.RouteID {
	typed := fold(text)
	if typed == "" {
		return nil
	}
	fits := func(r engine.RouteID) bool { return matches(text, s.routeWords(r)) }
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

// WhichRoutes names a few of the routes that match what a person typed; "" if none does.
func (s *Speaker) WhichRoutes(v *engine.View, text string) string {
	return firstFew(s.fittingRoutes(v, text), s.Route)
}

// FindPayment finds the payment of a claim, a port or a tunnel's demand that a person named: in the notation, in words,
// or as it was suggested. A single card stands for the proposed payment of its colour. Cards that can be read but do not
// pay are returned too, so that the rules can say why.
func (s *Speaker) FindPayment(v *engine.View, m engine.Move, text string) (engine.Payment, bool) {
	text = text[:min(len(text), maxTyped)]
	noted, err := notation.ParsePayment(v.Lexicon(), strings.ReplaceAll(strings.ToLower(text), " ", ""))
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

// pays returns the first payment of a move that is as wished; nil if there is none.
func pays(v *engine.View, m engine.Move, wished func(*engine.Payment) bool) *engine.Payment {
	examined := 0
	for p := range v.Payments(m) {
		if wished(&p) {
			return &p
		}
		if examined++; examined == maxExamined {
			break
		}
	}
	return nil
}
