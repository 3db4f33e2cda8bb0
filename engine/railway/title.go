package railway

import (
	"fmt"
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/railway/tariff"
)

// Title is a board title: its rules on a map, with all that can be computed in advance.
type Title struct {
	rules   *Rules
	board   *railmap.Map
	lexicon *engine.Lexicon
	wild    engine.Card
	suits   []tariff.Suit          // by colour
	deckOf  [engine.MaxCards]uint8 // by card: the deck to which it belongs
	// by market slot: the deck that fills it at the deal and after a flush (W3)
	slots []uint8
	port  tariff.Port // what a port costs (W10)
	lanes []lane      // by route
	words int         // of a set of routes, as far as it is used

	facts [engine.MaxSeats + 1]engine.RuleFacts // by number of seats

	fares      []fare
	unmeasured routeSet // the routes that have no fare

	// Moves that every list of legal moves repeats: copying is faster than making them.
	draws     [][]engine.Move // by market slot; 0: the decks
	exchanges [][]engine.Move // by the kind given up, from one piece on
}

// lane is what the machine needs to know about a route.
type lane struct {
	length  uint8
	points  int         // for claiming it (C7)
	piece   uint8       // the kind of its pieces (W4)
	color   engine.Card // the card of its colour without mark or twin; NoCard: gray
	reveals int         // cards that the tunnel turns up; 0: no tunnel (N6)
	tariff  tariff.Tariff
	rivals  []engine.RouteID // the other lanes of its connection
	open    bool             // all lanes of its connection are always open (S7)
}

// New combines rules with a map. The error says what exceeds the machine, or which feature of the
// map the rules do not know.
func New(r *Rules, m *railmap.Map) (*Title, error) {
	if err := check(r, m); err != nil {
		return nil, err
	}
	t := &Title{rules: r, board: m, lexicon: lexicon(r, m), suits: tariff.Suits(r.Faces)}
	t.wild = t.lexicon.Wild()
	t.port = tariff.Port{Each: uint8(r.Ports.Cards), Suits: t.suits, Wild: t.wild}
	t.words = (len(m.Routes) + 63) / 64
	t.sortCards()
	t.draws, t.exchanges = t.newDraws(), newExchanges(&r.Fleet)
	for i := range m.Routes {
		l, err := t.newLane(engine.RouteID(i))
		if err != nil {
			return nil, err
		}
		t.lanes = append(t.lanes, l)
		t.addFare(engine.RouteID(i), &m.Routes[i], &l)
	}
	for _, n := range r.Seats {
		t.facts[n] = t.newFacts(n)
	}
	return t, nil
}

// newFacts collects what the views of a table need for looking ahead.
func (t *Title) newFacts(seats int) engine.RuleFacts {
	g := engine.RuleFacts{
		Spare: t.rules.Unused[seats], LastAt: t.rules.LastRound.PiecesAtMost,
		LastTurns: t.rules.LastRound.Turns,
		WildAlone: t.rules.WildAlone, Choose: t.rules.Fleet.Choose, Price: t.rules.Fleet.Price,
		PortCards: t.rules.Ports.Cards, PortWorth: t.rules.Ports.Worth, Unbuilt: t.rules.Ports.Unbuilt,
	}
	for i := range t.rules.Fleet.Kinds {
		g.Fleet = append(g.Fleet, t.rules.Fleet.Kinds[i].Number)
	}
	for i := range t.lanes {
		g.Kinds, g.Open = append(g.Kinds, t.lanes[i].piece), append(g.Open, t.lanes[i].open)
		wilds, anyFor := true, uint8(0)
		if p, ok := t.lanes[i].tariff.(tariff.Ordinary); ok {
			wilds = p.Wild != engine.NoCard // N4
		}
		if own, ok := t.lanes[i].tariff.(interface{ AnyFor() uint8 }); ok {
			wilds, anyFor = false, own.AnyFor()
		}
		g.Wilds, g.AnyFor = append(g.Wilds, wilds), append(g.AnyFor, anyFor)
	}
	return g
}

// On returns the title's rules on another map: a user's own (design D3).
func (t *Title) On(m *railmap.Map) (*Title, error) { return New(t.rules, m) }

// Must panics on a fault in embedded rules or map, which tests have checked.
func Must(t *Title, err error) *Title {
	if err != nil {
		panic(err)
	}
	return t
}

func lexicon(r *Rules, m *railmap.Map) *engine.Lexicon {
	// S4, W3
	l := &engine.Lexicon{
		Faces: r.Faces, Racks: r.TeamSize > 0, TwoDecks: len(r.Decks) > 1,
		Remarks: map[engine.RouteID]engine.Remark{},
	}
	l.Offered, l.Kept = r.Offer.Later, r.Offer.Keep
	for i := range r.Fleet.Kinds {
		l.Pieces = append(l.Pieces, r.Fleet.Kinds[i].Name)
	}
	m.Names(l)
	return l.Index()
}

// sortCards notes the deck of each card and that of each market slot.
func (t *Title) sortCards() {
	for i := range t.rules.Decks {
		d := &t.rules.Decks[i]
		for c, n := range d.Cards {
			if n > 0 {
				t.deckOf[c] = uint8(i) // at most maxDecks
			}
		}
		for range d.Market {
			t.slots = append(t.slots, uint8(i)) // at most maxDecks
		}
	}
}

func (t *Title) newLane(id engine.RouteID) (lane, error) {
	r := &t.board.Routes[id]
	l := lane{
		length: uint8(r.Length), points: railmap.Points(r.Length), color: engine.NoCard,
		open: t.alwaysOpen(r),
	}
	piece := slices.IndexFunc(t.rules.Fleet.Kinds, func(p Pieces) bool {
		return p.On == nil || slices.Contains(p.On, r.Kind)
	})
	if piece < 0 {
		return lane{}, fmt.Errorf("map %s: route %s: %s has no routes of the kind %q", t.board.Name, r.ID,
			t.rules.ID, r.Kind)
	}
	l.piece = uint8(piece) // at most maxKinds
	if r.Color != railmap.Gray {
		i := slices.IndexFunc(t.suits, func(s tariff.Suit) bool { return s.Color == r.Color })
		if i < 0 {
			return lane{}, fmt.Errorf("map %s: route %s: %s has no colour %q", t.board.Name, r.ID,
				t.rules.ID, r.Color)
		}
		l.color = t.suits[i].Face(r.Kind)
	}
	if r.Kind == railmap.Tunnel {
		l.reveals = r.Reveals
	}
	l.tariff = t.newTariff(r, &l)
	if own, ok := l.tariff.(interface{ Remark() engine.Remark }); ok {
		t.lexicon.Remarks[id] = own.Remark()
	}
	for _, other := range t.board.Group(r.Group) {
		if other != id {
			l.rivals = append(l.rivals, other)
		}
	}
	return l, nil
}

func (t *Title) newTariff(r *railmap.Route, l *lane) tariff.Tariff {
	if t.rules.Tariff != nil {
		if own := t.rules.Tariff(r); own != nil {
			return own
		}
	}
	suits := t.suits
	if r.Color != railmap.Gray {
		suits = slices.DeleteFunc(slices.Clone(suits), func(s tariff.Suit) bool {
			return s.Color != r.Color
		})
	}
	switch {
	case r.Kind == railmap.Sea && suits[0].Ship != engine.NoCard:
		return tariff.Sea{Length: l.length, Suits: suits, All: t.suits, Wild: t.wild}
	case r.Pairs > 0:
		return tariff.Pair{
			Pairs: uint8(r.Pairs), Spaces: l.length - uint8(r.Pairs), Suits: suits,
			All: t.suits, Wild: t.wild,
		}
	case suits[0].Marked != engine.NoCard:
		return tariff.Rail{Length: l.length, Suits: suits, All: t.suits, Wild: t.wild}
	case r.Symbols > 0:
		return tariff.Ferry{
			Symbols: uint8(r.Symbols), Spaces: uint8(r.Length - r.Symbols),
			Color: l.color, Wild: t.wild, Colors: t.wild,
		}
	}
	p := tariff.Ordinary{Length: l.length, Color: l.color, Wild: t.wild, Colors: t.wild}
	if t.rules.WildsOn != nil && !slices.Contains(t.rules.WildsOn, r.Kind) {
		p.Wild = engine.NoCard // N4
	}
	return p
}

func (t *Title) alwaysOpen(r *railmap.Route) bool {
	a, b := t.board.Cities[r.A].ID, t.board.Cities[r.B].ID
	return slices.Contains(t.rules.AllLanes, min(a, b)+"--"+max(a, b))
}

// ID is the notation's word for the title.
func (t *Title) ID() string { return t.rules.ID }

// Version is the version of rules and map.
func (t *Title) Version() int { return t.rules.Version }

// SeatCounts lists the numbers of seats, ascending.
func (t *Title) SeatCounts() []int { return t.rules.Seats }

// Lexicon holds the names of the notation.
func (t *Title) Lexicon() *engine.Lexicon { return t.lexicon }

// Piles lists the stacks of cards.
func (t *Title) Piles() []engine.PileSpec {
	var list []engine.PileSpec
	for i := range t.rules.Decks {
		list = append(list, engine.PileSpec{Tag: t.rules.Decks[i].Tag, Cards: t.rules.Decks[i].Cards})
	}
	return list
}

// Options lists the options of a game.
func (t *Title) Options() []engine.OptionSpec {
	return []engine.OptionSpec{engine.Shuffling(), engine.Redealing()} // C18, C19
}

// Map returns the title's map.
func (t *Title) Map() *railmap.Map { return t.board }
