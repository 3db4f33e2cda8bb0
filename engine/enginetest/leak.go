package enginetest

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/notation"
)

// Leaks checks that no viewer learns a secret (C15): it redeals what the viewer may not know, and
// what the viewer is shown and told must stay the same, byte for byte.
type Leaks struct {
	Deal  func(t *testing.T, i int) engine.Game // game i of a series
	Games int
	Plies int // compared of each game at most; 0: all
	Every int // CheckViews compares after every Every plies; 0: after each
	// Scramble redeals what the viewer may not know, and returns which ticket each ticket has
	// become. If the game goes on with a move of the seat spared, its hand stays, and so do the
	// numbers of tickets chosen at setup.
	Scramble func(g engine.Game, viewer, spared engine.Seat, rng *rand.Rand) []engine.TicketID
}

// CheckViews compares the views of scrambled games. It returns how often a seat owed what.
func (l Leaks) CheckViews(t *testing.T) map[engine.Owes]int {
	t.Helper()
	rng := rand.New(rand.NewPCG(15, 0))
	compared, changed, met := 0, 0, map[engine.Owes]int{}
	for i := range fifth(l.Games) {
		g := l.Deal(t, i)
		for ply := 1; !g.Over() && (ply <= l.Plies || l.Plies == 0); ply++ {
			PlayRandomly(t, g, rng)
			if l.Every > 0 && ply%l.Every > 0 && !g.Over() {
				continue
			}
			v := g.Unveiled()
			met[v.Owes]++
			for s := range v.Seats {
				met[v.Seats[s].Owes]++
			}
			original := viewText(t, &v)
			for viewer := engine.Public; int(viewer) <= len(v.Seats); viewer++ {
				checkAccess(t, g, &v, viewer)
				other := g.Clone()
				l.Scramble(other, viewer, engine.Public, rng)
				if diff := cmp.Diff(shown(t, g, viewer), shown(t, other, viewer)); diff != "" {
					t.Fatalf("game %d, ply %d, viewer %d (-game +scrambled):\n%s", i, ply, viewer, diff)
				}
				w := other.Unveiled()
				compared++
				if viewText(t, &w) != original {
					changed++
				}
			}
		}
	}
	if compared < fifth(100) || changed < compared/2 {
		t.Errorf("only %d of %d scrambled games differ from the original: the test proves little",
			changed, compared)
	}
	return met
}

// maxShownPayments is how many payments of a move are compared.
const maxShownPayments = 200

// shown is everything that a view gives away: its JSON, fields, legal moves, payments and plans.
func shown(t *testing.T, g engine.Game, viewer engine.Seat) string {
	t.Helper()
	v := g.View(viewer)
	text := shownBy(t, &v)
	return text + shownAfter(t, g, viewer)
}

// shownAfter is what a seat is shown that plans to go on after the first of each verb, a blind and
// an open draw apart.
func shownAfter(t *testing.T, g engine.Game, viewer engine.Seat, made ...engine.Move) string {
	t.Helper()
	planned, err := g.Planned(viewer, made...)
	if err != nil {
		return ""
	}
	text := viewText(t, &planned) + marshaled(t, planned.Legal())
	type kind struct {
		verb engine.Verb
		open bool
	}
	tried := map[kind]bool{}
	for _, m := range planned.Legal() {
		k := kind{m.Verb, m.Slot > 0}
		if !tried[k] && !m.Verb.Paid() {
			tried[k] = true
			text += shownAfter(t, g, viewer, append(slices.Clone(made), m)...)
		}
	}
	return text
}

func shownBy(t *testing.T, v *engine.View) string {
	t.Helper()
	var payments []engine.Payment
	for _, m := range v.Legal() {
		n := 0
		for p := range v.Payments(m) {
			payments = append(payments, p)
			if n++; n == maxShownPayments {
				break
			}
		}
	}
	return viewText(t, v) + marshaled(t, fields(*v)) + marshaled(t, v.Legal()) + marshaled(t, payments)
}

// fields are the exported fields of a view.
type fields engine.View

func viewText(t *testing.T, v *engine.View) string {
	t.Helper()
	text, err := notation.MarshalView(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// CheckEvents makes the same move in a scrambled game; every other viewer must be told the same.
// Moves that turn something up are left out. Each of the verbs must be met.
func (l Leaks) CheckEvents(t *testing.T, verbs ...engine.Verb) {
	t.Helper()
	rng := rand.New(rand.NewPCG(15, 1))
	compared := map[engine.Verb]int{}
	for i := range fifth(l.Games) {
		g := l.Deal(t, i)
		for ply := 1; !g.Over() && (ply <= l.Plies || l.Plies == 0); ply++ {
			before := g.Clone()
			seat, m, events := PlayRandomly(t, g, rng)
			if turnsUp(before, g, &m) {
				continue
			}
			v := before.View(engine.Public)
			for viewer := engine.Public; int(viewer) <= len(v.Seats); viewer++ {
				shared := func(e engine.Event) bool { return onRack(&e) && mates(&v, e.Seat, viewer) }
				if viewer == seat || slices.ContainsFunc(events, shared) {
					continue
				}
				compared[m.Verb]++
				other := before.Clone()
				same := renamed(m, l.Scramble(other, viewer, seat, rng))
				again, err := other.Apply(seat, same)
				if err != nil {
					t.Fatalf("game %d, ply %d, seat %d: %+v in the scrambled game: %v",
						i, ply, seat, same, err)
				}
				if diff := cmp.Diff(told(t, events, viewer), told(t, again, viewer)); diff != "" {
					t.Fatalf("game %d, ply %d, viewer %d, seat %d moves %+v (-game +scrambled):\n%s", i, ply,
						viewer, seat, m, diff)
				}
			}
		}
	}
	for _, verb := range verbs {
		if compared[verb] < fifth(100) {
			t.Errorf("only %d moves of %q were compared", compared[verb], verb)
		}
	}
}

// CheckDisclosures checks that events admit to disclosing hidden things (Event.Discloses). It makes
// the same move in a scrambled game; a viewer who is then told or shown something else must have
// been warned. It returns how many moves disclosed nothing hidden.
func (l Leaks) CheckDisclosures(t *testing.T) (harmless int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(15, 2))
	caught := 0
	for i := range fifth(l.Games) {
		g := l.Deal(t, i)
		for ply := 1; !g.Over() && (ply <= l.Plies || l.Plies == 0); ply++ {
			before := g.Clone()
			seat, m, events := PlayRandomly(t, g, rng)
			v := before.View(engine.Public)
			hidden := false
			for viewer := engine.Public; int(viewer) <= len(v.Seats); viewer++ {
				if disclosesHidden(events, viewer) {
					hidden = true
					continue
				}
				other := before.Clone()
				same := renamed(m, l.Scramble(other, viewer, seat, rng))
				again, err := other.Apply(seat, same)
				if err != nil {
					continue // a payment from a rack that others cannot see
				}
				diff := cmp.Diff(told(t, events, viewer), told(t, again, viewer))
				if diff == "" {
					diff = cmp.Diff(shown(t, g, viewer), shown(t, other, viewer))
				}
				if diff != "" {
					t.Fatalf("game %d, ply %d, viewer %d, seat %d moves %+v, "+
						"said to disclose nothing hidden (-game +scrambled):\n%s",
						i, ply, viewer, seat, m, diff)
				}
				caught++
			}
			if !hidden {
				harmless++
			}
		}
	}
	if caught < fifth(100) {
		t.Errorf("only %d scrambled games were compared: the test proves little", caught)
	}
	return harmless
}

// disclosesHidden reports whether one of the events tells a viewer something hidden.
func disclosesHidden(events []engine.Event, viewer engine.Seat) bool {
	return slices.ContainsFunc(events, func(e engine.Event) bool {
		return e.Discloses(viewer) == engine.DisclosesHidden
	})
}

// turnsUp reports whether a move can turn up cards, or ends a part of the game and so reveals
// secrets.
func turnsUp(before, after engine.Game, m *engine.Move) bool {
	v, w := before.View(engine.Public), after.View(engine.Public)
	for i := range v.Decks {
		if v.Decks[i].Cards == 1 { // the discards are shuffled
			return true
		}
	}
	switch m.Verb {
	case engine.Claim, engine.Pay, engine.Port:
		return true
	case engine.Draw:
		if m.Slot > 0 {
			return true
		}
	}
	declares := w.Phase == engine.InDeclare && v.Phase != w.Phase // who has a choice (K8)
	revealed := w.Phase != v.Phase && v.Uses(engine.UsesPorts)    // W2
	return w.Phase == engine.IsOver || w.Pass != v.Pass || revealed || declares
}

// onRack reports whether an event puts a card or tickets on a team's rack.
func onRack(e *engine.Event) bool {
	return e.Where == engine.ToRack || e.Kind == engine.EventShared
}

// mates reports whether a viewer is in the seat's team and knows what goes to the rack (S3, S6).
func mates(v *engine.View, s, viewer engine.Seat) bool {
	return v.Uses(engine.UsesTeams) && viewer != engine.Public && v.Seat(s).Team == v.Seat(viewer).Team
}

func renamed(m engine.Move, became []engine.TicketID) engine.Move {
	m.Tickets = slices.Clone(m.Tickets)
	for i, ticket := range m.Tickets {
		m.Tickets[i] = became[ticket]
	}
	return m
}

func told(t *testing.T, events []engine.Event, viewer engine.Seat) string {
	t.Helper()
	var list []engine.Event
	for _, e := range events {
		list = append(list, e.For(viewer))
	}
	return marshaled(t, list)
}

func marshaled(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Redeal shuffles cards among piles and places, within their decks; each gets as many as it had.
func Redeal(rng *rand.Rand, deckOf func(engine.Card) int, piles []*engine.Cards,
	places []*engine.Card,
) {
	lists := make([][]engine.Card, len(piles))
	for i, pile := range piles {
		for c, n := range pile {
			lists[i] = append(lists[i], slices.Repeat([]engine.Card{engine.Card(c)}, int(n))...)
		}
		for k := range lists[i] {
			places = append(places, &lists[i][k])
		}
	}
	decks := map[int][]*engine.Card{}
	for _, c := range places {
		decks[deckOf(*c)] = append(decks[deckOf(*c)], c)
	}
	for d := range len(decks) {
		of := decks[d]
		rng.Shuffle(len(of), func(i, j int) { *of[i], *of[j] = *of[j], *of[i] })
	}
	for i, pile := range piles {
		*pile = engine.Cards{}
		for _, c := range lists[i] {
			pile[c]++
		}
	}
}

// RenameTickets permutes the unknown tickets in all lists, and returns which ticket each has
// become. It replaces the lists, which clones may share.
func RenameTickets(rng *rand.Rand, number int, known []engine.TicketID,
	lists []*[]engine.TicketID,
) []engine.TicketID {
	became := make([]engine.TicketID, number)
	var secret []engine.TicketID
	for i := range became {
		became[i] = engine.TicketID(i)
		if !slices.Contains(known, became[i]) {
			secret = append(secret, became[i])
		}
	}
	for i, k := range rng.Perm(len(secret)) {
		became[secret[i]] = secret[k]
	}
	for _, list := range lists {
		*list = slices.Clone(*list)
		for i, t := range *list {
			(*list)[i] = became[t]
		}
	}
	return became
}

// ChooseAnew returns another choice from an offer: the number kept at setup is secret until all
// have chosen (C2).
func ChooseAnew(rng *rand.Rand, offer []engine.TicketID, least int) []engine.TicketID {
	return slices.Clone(offer[:least+rng.IntN(len(offer)-least+1)])
}
