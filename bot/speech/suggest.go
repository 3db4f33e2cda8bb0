package speech

import (
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/render/caption"
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

// Add adds a suggestion if it matches what was typed and there is room. It is also found by the words of more.
func (g *Suggestions) Add(name, value string, more ...string) {
	if matches(g.typed, name+" "+value+" "+strings.Join(more, " ")) {
		g.put(name, value)
	}
}

// put adds a suggestion whatever was typed, if there is room.
func (g *Suggestions) put(name, value string) {
	if len(g.list) == maxOptions || discord.Fit(value, maxLine) != value || name == "" {
		return
	}
	g.list = append(g.list, discord.Choice{Name: discord.Fit(name, maxLine), Value: value})
}

// Explanation begins the value of the one suggestion in a list that is empty otherwise: the suggestion says why. What was typed
// follows, without what is invisible: people see it in the option that they chose. If it is sent, it is refused with the same
// sentence and never taken for a choice.
const Explanation = "?"

// Explain suggests nothing but the reason why there is nothing to suggest.
func (g *Suggestions) Explain(reason string) {
	g.put(Bare(reason), discord.Fit(Explanation+discord.PlainText(g.typed), maxLine))
}

// Choices returns the suggestions; an empty list is not nil.
func (g *Suggestions) Choices() []discord.Choice { return g.list }

// listed returns a legal move's name in a list, the value of the command's option for it, and more words that find the
// move, by verb.
var listed = map[engine.Verb]func(s *Speaker, w *wallet, m engine.Move) (name, value, more string){
	engine.Draw: func(s *Speaker, w *wallet, m engine.Move) (name, value, more string) {
		return s.draw(w.v, m) + " · " + s.drawDetail(w.v, m), arguments(w.v, m), ""
	},
	engine.Claim: func(s *Speaker, w *wallet, m engine.Move) (name, value, more string) {
		return s.Route(m.Route) + " · " + s.claimDetail(w, m), w.v.Lexicon().Routes[m.Route], s.routeWords(m.Route)
	},
	engine.Port: func(s *Speaker, w *wallet, m engine.Move) (name, value, more string) {
		return s.City(m.City) + " · " + s.portDetail(w, m), w.v.Lexicon().Cities[m.City], s.cityWords(m.City)
	},
	engine.Place: func(s *Speaker, w *wallet, m engine.Move) (name, value, more string) {
		return s.placing(w.v, m), arguments(w.v, m), ""
	},
	engine.Exchange: func(s *Speaker, w *wallet, m engine.Move) (name, value, more string) {
		return s.swap(w.v, m) + " · " + s.price(m), arguments(w.v, m), ""
	},
	engine.Pieces: func(s *Speaker, w *wallet, m engine.Move) (name, value, more string) { // ships are the rest
		name = s.split(w.v, m)
		if m.Equal(&splits(w.v)[0]) {
			name = s.say("pieces.recommended", "Pieces", name)
		}
		return name, strconv.Itoa(int(m.N)), ""
	},
}

// arguments returns what follows the verb in the notation.
func arguments(v *engine.View, m engine.Move) string {
	_, text, _ := strings.Cut(notation.PrintMove(v.Lexicon(), m), " ")
	return text
}

// SuggestMoves suggests the viewer's legal moves of a verb: draws, claims, ports, places, exchanges, or choices of pieces.
func (s *Speaker) SuggestMoves(v *engine.View, verb engine.Verb, typed string) []discord.Choice {
	g, legal := Suggest(typed), legalOf(v, verb)
	switch verb {
	case engine.Draw:
		legal = draws(v)
	case engine.Port:
		legal = s.byTickets(v, legal)
	case engine.Claim:
		legal = legal[:0]
		for _, c := range s.claims(v) {
			legal = append(legal, c.Move)
		}
	}
	wallet := s.wallet(v)
	for _, m := range legal {
		g.Add(listed[verb](s, wallet, m))
	}
	return g.Choices()
}

// SuggestPayments suggests ways to pay for a move; none if the move is not legal.
func (s *Speaker) SuggestPayments(v *engine.View, m engine.Move, typed string) []discord.Choice {
	g := Suggest(typed)
	if !slices.ContainsFunc(v.Legal(), func(legal engine.Move) bool { return legal.Equal(&m) }) {
		return g.Choices()
	}
	examined := 0
	for p := range v.Payments(m) {
		g.Add(s.Payment(v, p), notation.PrintPayment(v.Lexicon(), p))
		if examined++; len(g.list) == maxOptions || examined == maxExamined {
			break
		}
	}
	return g.Choices()
}

// SuggestKeep suggests the tickets offered to the viewer that are not chosen yet. Before the first is chosen it also
// suggests, behind them, all of them together and, where that is legal, none.
func (s *Speaker) SuggestKeep(v *engine.View, chosen []string, typed string) []discord.Choice {
	g := Suggest(typed)
	own := v.Own()
	if own == nil || owes(v) != engine.OwesKeep {
		return g.Choices()
	}
	taken := " " + strings.Join(chosen, " ") + " "
	for _, t := range own.Offer.IDs {
		id := v.Lexicon().Tickets[t]
		if !strings.Contains(taken, " "+id+" ") {
			g.Add(s.Ticket(t)+" · "+s.ticketDetail(v, t), id, s.ticketWords(t))
		}
	}
	if strings.TrimSpace(taken) != "" {
		return g.Choices()
	}
	// Last, and found by their own words only: whoever types a city and presses Enter takes the first of the list.
	if all := s.say("keep.all"); len(own.Offer.IDs) > 1 && matches(typed, all+" "+AllTickets) {
		g.put(all+": "+s.Tickets(own.Offer.IDs), AllTickets)
	}
	if leastKept(v) == 0 {
		g.Add(s.say("keep.none"), NoTickets)
	}
	return g.Choices()
}

// SuggestCities suggests cities of the map.
func (s *Speaker) SuggestCities(typed string) []discord.Choice {
	g := Suggest(typed)
	for _, p := range caption.Parts(s.board) {
		g.Add(s.say("board.part", "Part", s.say(p.Word)), p.ID, s.say(p.Word))
	}
	for c := range s.board.Cities {
		g.Add(s.CityInFull(engine.CityID(c)), s.board.Cities[c].ID, s.cityWords(engine.CityID(c)))
	}
	return g.Choices()
}
