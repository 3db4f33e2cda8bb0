package prospect

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// Budget is what the viewer's cards are needed for: the ways of some tickets, each connection once.
// Several goroutines may read it.
type Budget struct {
	m       *railmap.Map
	lexicon *engine.Lexicon
	held    engine.Cards // hand and rack
	digs    int          // the connection of the tunnel being paid for, else -1
	links   []link       // those with the fewest colours to choose from first
	color   [engine.MaxCards]int8
	colors  int
}

type link struct {
	group  int
	ship   bool
	colors []int8 // that the way's route takes
	cards  int    // of one of these colours
	pairs  int    // two cards of one colour each (W6)
	wilds  int    // for symbols (N5)
	helped bool   // wilds pay for its cards, too (N4)
}

// most is more colours than a title has.
const most = 16

// BudgetOf sums up what the ways of open tickets take. It is nil without a seat, routes or open
// tickets; a nil budget misses nothing.
func BudgetOf(v *engine.View, m *railmap.Map, tickets []engine.TicketID) *Budget {
	if v.Own() == nil || v.Facts() == nil || len(tickets) == 0 {
		return nil
	}
	var routes []engine.RouteID
	for _, p := range newTable(v, m, v.Viewer).prospects(tickets) {
		if p.Standing == Open {
			routes = append(routes, p.Way.Routes...)
		}
	}
	if len(routes) == 0 {
		return nil
	}
	return newBudget(v, m, routes)
}

// Lacks counts the cards that the viewer lacks for some routes, as LacksAfter does.
func Lacks(v *engine.View, m *railmap.Map, routes []engine.RouteID) int {
	if v.Own() == nil || v.Facts() == nil {
		return 0
	}
	return newBudget(v, m, routes).LacksAfter(&engine.Move{})
}

func newBudget(v *engine.View, m *railmap.Map, routes []engine.RouteID) *Budget {
	own := v.Own()
	b := &Budget{m: m, lexicon: v.Lexicon(), held: own.Hand.Cards.Plus(&own.Rack.Cards), digs: -1}
	if v.Tunnel != nil && v.Moves(v.Viewer) {
		b.digs = m.Routes[v.Tunnel.Route].Group
	}
	names := b.readColors()
	for _, r := range routes {
		if group := m.Routes[r].Group; !slices.ContainsFunc(b.links, func(l link) bool {
			return l.group == group
		}) {
			b.links = append(b.links, b.link(r, names, v.Facts()))
		}
	}
	slices.SortStableFunc(b.links, func(x, y link) int {
		if len(x.colors) != len(y.colors) {
			return len(x.colors) - len(y.colors)
		}
		return y.cards - x.cards
	})
	return b
}

// readColors numbers the colours of the cards, and returns their names.
func (b *Budget) readColors() []string {
	var names []string
	for c, face := range b.lexicon.Faces {
		i := slices.Index(names, face.Color)
		switch {
		case face.Wild:
			i = -1
		case i < 0 && len(names) < most:
			i = len(names)
			names = append(names, face.Color)
		}
		b.color[c] = int8(i) // below most
	}
	b.colors = len(names)
	return names
}

// link describes the connection of a route by what the route takes.
func (b *Budget) link(r engine.RouteID, names []string, facts *engine.RuleFacts) link {
	route := &b.m.Routes[r]
	l := link{
		group: route.Group, ship: route.Kind == railmap.Sea,
		cards: route.Length - route.Pairs - route.Symbols,
		pairs: route.Pairs, wilds: route.Symbols, helped: facts.Wilds == nil || facts.Wilds[r],
	}
	for i, name := range names {
		if route.Color == railmap.Gray || route.Color == name {
			l.colors = append(l.colors, int8(i)) // below most
		}
	}
	return l
}

// LacksAfter counts the cards that the ways lack after a move has been paid for; a claim's
// connection is paid for then. Wilds in hand stand in where they pay. A lacking wild counts as the
// cards that can stand for one (N5).
func (b *Budget) LacksAfter(m *engine.Move) int {
	if b == nil {
		return 0
	}
	paid, done := m.Payment.Cards(), b.digs
	if m.Verb == engine.Claim {
		done = b.m.Routes[m.Route].Group
	}
	var have [2][most]int // of train cards and of ships, by colour
	wild := 0
	for c := range b.lexicon.Faces {
		face, n := &b.lexicon.Faces[c], int(b.held[c])-int(paid[c])
		switch i := b.color[c]; {
		case face.Wild:
			wild += n
		case i < 0:
		case face.Twin:
			have[1][i] += 2 * n // W5
		case face.Ship:
			have[1][i] += n
		default:
			have[0][i] += n
		}
	}
	return b.lacks(&have, wild, done)
}

// lacks serves the connections but done in turn, each by the colour with most cards left.
func (b *Budget) lacks(have *[2][most]int, wild, done int) int {
	symbols, pairs, short, helped := 0, 0, 0, 0
	for i := range b.links {
		l := &b.links[i]
		if l.group == done {
			continue
		}
		symbols, pairs = symbols+l.wilds, pairs+l.pairs
		if l.cards == 0 || len(l.colors) == 0 {
			continue
		}
		left := &have[0]
		if l.ship {
			left = &have[1]
		}
		best := l.colors[0]
		for _, c := range l.colors[1:] {
			if left[c] > left[best] {
				best = c
			}
		}
		lack := max(l.cards-max(left[best], 0), 0)
		left[best] -= l.cards
		short += lack
		if l.helped {
			helped += lack
		}
	}
	for _, n := range have[0][:b.colors] {
		pairs -= max(n, 0) / 2
	}
	sum := railmap.CardsPerSymbol*max(symbols-wild, 0) + 2*max(pairs, 0)
	return sum + short - min(helped, max(wild-symbols, 0))
}
