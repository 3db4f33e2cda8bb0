package railway

import (
	"fmt"
	"slices"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// Title is a board title: its rules on a map, with all that can be worked out beforehand.
type Title struct {
	rules   *Rules
	board   *railmap.Map
	lexicon *engine.Lexicon
	wild    engine.Card
	suits   []suit                 // by colour
	deckOf  [engine.MaxCards]uint8 // by card: the deck to which it belongs
	slots   []uint8                // by market slot: the deck that fills it at the deal and after a flush (W3)
	harbour harbour                // what a port costs (W10)
	lanes   []lane                 // by route
	words   int                    // of a set of routes that are in use

	fares      []fare
	unmeasured routeSet // the routes that have no fare

	// Moves that are listed again and again: copying them is quicker than making them.
	draws     [][]engine.Move // by market slot; 0: the decks
	exchanges [][]engine.Move // by the kind given up, from one piece on
}

// lane is what the machine needs to know of a route, in the order of the map file.
type lane struct {
	length  uint8
	piece   uint8       // the kind of pieces that is put on it (W4)
	color   engine.Card // the card of its colour that has neither mark nor twin; NoCard: gray
	reveals int         // cards that the tunnel turns up; 0: no tunnel (N6)
	tariff  Tariff
	rivals  []engine.RouteID // the other lanes of its connection
	open    bool             // all lanes of its connection are always open (S7)
}

// New puts rules on a map. The map must have the rules' colours and enough tickets for the largest table.
func New(r *Rules, m *railmap.Map) (*Title, error) {
	t := &Title{rules: r, board: m, lexicon: lexicon(r, m), suits: suits(r.Faces)}
	t.wild = t.lexicon.Wild()
	t.harbour = harbour{each: uint8(r.Ports.Cards), suits: t.suits, wild: t.wild}
	t.words = (len(m.Routes) + 63) / 64
	t.sortCards()
	t.draws, t.exchanges = t.newDraws(), newExchanges(&r.Fleet)
	if most := slices.Max(r.Seats); len(m.Tickets) < most*r.Offer.First {
		return nil, fmt.Errorf("map %s: %d tickets are too few for %d seats", m.Name, len(m.Tickets), most)
	}
	for i := range m.Routes {
		l, err := t.newLane(engine.RouteID(i))
		if err != nil {
			return nil, err
		}
		t.lanes = append(t.lanes, l)
		t.addFare(engine.RouteID(i), &m.Routes[i], &l)
	}
	return t, nil
}

// On returns the title's rules on another map: one of a user's own (design D3).
func (t *Title) On(m *railmap.Map) (*Title, error) { return New(t.rules, m) }

// Must returns the title of embedded rules and map, which tests have checked; it panics on a fault.
func Must(t *Title, err error) *Title {
	if err != nil {
		panic(err)
	}
	return t
}

func lexicon(r *Rules, m *railmap.Map) *engine.Lexicon {
	l := &engine.Lexicon{Faces: r.Faces, Racks: r.TeamSize > 0, TwoDecks: len(r.Decks) > 1} // S4, W3
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
	l := lane{length: uint8(r.Length), color: engine.NoCard, open: t.alwaysOpen(r)}
	piece := slices.IndexFunc(t.rules.Fleet.Kinds, func(p Pieces) bool { return p.On == nil || slices.Contains(p.On, r.Kind) })
	if piece < 0 {
		return lane{}, fmt.Errorf("map %s: route %s: %s has no routes of the kind %q", t.board.Name, r.ID, t.rules.ID, r.Kind)
	}
	l.piece = uint8(piece) // at most maxKinds
	if r.Color != railmap.Gray {
		i := slices.IndexFunc(t.suits, func(s suit) bool { return s.color == r.Color })
		if i < 0 {
			return lane{}, fmt.Errorf("map %s: route %s: %s has no colour %q", t.board.Name, r.ID, t.rules.ID, r.Color)
		}
		l.color = t.suits[i].face(r.Kind)
	}
	if r.Kind == railmap.Tunnel {
		l.reveals = r.Reveals
	}
	l.tariff = t.newTariff(r, &l)
	for _, other := range t.board.Group(r.Group) {
		if other != id {
			l.rivals = append(l.rivals, other)
		}
	}
	return l, nil
}

// newTariff chooses how a route is paid for.
func (t *Title) newTariff(r *railmap.Route, l *lane) Tariff {
	if t.rules.Tariff != nil {
		if own := t.rules.Tariff(r); own != nil {
			return own
		}
	}
	suits := t.suits
	if r.Color != railmap.Gray {
		suits = slices.DeleteFunc(slices.Clone(suits), func(s suit) bool { return s.color != r.Color })
	}
	switch {
	case r.Kind == railmap.Sea && suits[0].ship != engine.NoCard:
		return sea{length: l.length, suits: suits, wild: t.wild}
	case r.Pairs > 0:
		return pair{pairs: uint8(r.Pairs), spaces: l.length - uint8(r.Pairs), suits: suits, all: t.suits, wild: t.wild}
	case suits[0].marked != engine.NoCard:
		return rail{length: l.length, suits: suits, wild: t.wild}
	case r.Symbols > 0:
		return ferry{symbols: uint8(r.Symbols), spaces: uint8(r.Length - r.Symbols), color: l.color, wild: t.wild, colors: t.wild}
	}
	p := plain{length: l.length, color: l.color, wild: t.wild, colors: t.wild}
	if t.rules.WildsOn != nil && !slices.Contains(t.rules.WildsOn, r.Kind) {
		p.wild = engine.NoCard // N4
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

// Options lists the options of a game: the board titles have none.
func (t *Title) Options() []engine.OptionSpec { return nil }

// Map returns the title's map.
func (t *Title) Map() *railmap.Map { return t.board }
