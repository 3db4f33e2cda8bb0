// Package railway is the machine of the board titles: turns, market, claims, tickets, last round
// and final scoring. A title is a Rules value, a map, and at most an Extra for what no other title
// has.
package railway

import (
	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/railway/tariff"
)

// Rules are the differences between the board titles: values first, and an Extra for what no value
// can say.
type Rules struct {
	ID      string
	Version int           // raised when a change alters the replay of a released record
	Seats   []int         // numbers of seats it can be played with
	Faces   []engine.Face // its cards in canonical order
	Decks   []Deck        // in the order in which they are dealt (C17)
	Uses    engine.Uses   // optional fields of its views

	Fleet     Fleet // the pieces of each seat
	Ports     Ports // the zero value: none (W10)
	WildAlone bool  // C4: a face-up wild is the only card of its turn
	Flush     int   // C5: this many face-up wilds flush the market; 0: never
	Offer     Offer
	WildsOn   []railmap.Kind // kinds of routes on which wilds pay (N4); nil: all
	Refused   Refused        // where refused tickets go
	TeamSize  int            // seats of a team (S1); 0: no teams, no racks
	Unused    BySeats        // C8: lanes of each connection that stay unused
	AllLanes  []string       // connections, two ids joined by --, whose lanes are all open (S7)
	LastRound LastRound
	Awards    []Award
	TieBreaks []Measure // applied in order after the points; a remaining tie is shared

	// Tariff returns the price of a route that follows no common rule (N7), else nil. It is called
	// once per route. A tariff's method Remark() engine.Remark marks the route on the board; its
	// method AnyFor() uint8 says how many cards of any kind stand for one of its colour.
	Tariff func(r *railmap.Route) tariff.Tariff
	// Extra makes the title's own part of a game at the deal; nil: none.
	Extra func(board *railmap.Map, seats int) Extra
}

// Deck is a draw pile with its own discards (W1). Each card belongs to one deck.
type Deck struct {
	Pile   engine.Pile  // its name in moves; NoPile in a title with one deck
	Tag    string       // its tag in records: "Deck"
	Stream string       // the purpose of its shuffles (C16): "cards"
	Cards  engine.Cards // how many there are of each
	Hand   int          // cards of it that each seat is dealt
	Market int          // face-up slots that it fills at the deal and after a flush (W2, W3)
}

// OneDeck is the draw pile of a title with a single one.
func OneDeck(cards engine.Cards, hand, market int) []Deck {
	return []Deck{{Tag: "Deck", Stream: "cards", Cards: cards, Hand: hand, Market: market}}
}

// Fleet says which pieces each seat has.
type Fleet struct {
	Kinds []Pieces
	// pieces of two kinds that a seat chooses at setup; the rest stay in its box (W2); 0: it has
	// all
	Choose  int
	Advised []int // by kind: what is proposed first
	Price   int   // points lost for each piece exchanged with the box (W11)
}

// Pieces are the pieces of one kind.
type Pieces struct {
	Pile   engine.Pile    // their name in moves; NoPile where there is one kind
	Name   string         // their name in the notation: "carts"
	Number int            // of each seat
	On     []railmap.Kind // the kinds of routes that take them (W4); nil: all
}

// OneKind is the fleet of a title whose pieces are all alike.
func OneKind(name string, number int) Fleet {
	return Fleet{Kinds: []Pieces{{Name: name, Number: number}}}
}

// Ports says which ports can be built and what they are worth (W10, W13).
type Ports struct {
	Each  int // ports of each seat
	Cards int // of each deck, with port mark, per port
	// points of a port by the owner's completed tickets for its city; the last entry for more
	Worth   []int
	Unbuilt int // points lost per port not built
}

// Offer says how many tickets are offered and how many must be kept (C9).
type Offer struct {
	First, KeepFirst int // at setup
	Later, Keep      int // as an action
}

// Refused says where tickets go that were not kept (C9).
type Refused uint8

// The places.
const (
	UnderThePile Refused = iota
	OutOfTheGame         // N2
)

// Award is a bonus for the seats or teams with most of something, if that is more than none (C13).
type Award struct {
	Name   string
	Points int
	Most   Measure
}

// BySeats is a table by the number of seats.
type BySeats [engine.MaxSeats + 1]int

// LastRound says how few pieces of a team, or single seat, trigger the last round, and how many
// turns each seat then has (C11).
type LastRound struct {
	PiecesAtMost int
	Turns        int
}

// Measure is a quantity of the final scoring that can break a tie: more is better.
type Measure func(*engine.Final) int

// Longest is the length of the longest continuous path (C14).
func Longest(f *engine.Final) int { return f.Longest }

// Completed counts the completed tickets.
func Completed(f *engine.Final) int { return len(f.Completed) }

// PortsBuilt counts the built ports (W14).
func PortsBuilt(f *engine.Final) int { return f.Ports }

// Extra is a title's own part of one game. It must be deterministic, and all that it shows is
// public.
type Extra interface {
	// Claimed is called when a claim is complete and scored; it may report events.
	Claimed(g *Game, s engine.Seat, r engine.RouteID)
	// Bonuses returns a seat's bonuses at the final scoring. Zero ones may be among them.
	Bonuses(s engine.Seat) []engine.Bonus
	// Show adds what everybody may see to a view (View.AddTokens).
	Show(v *engine.View)
	Resume(v *engine.View)
	Clone() Extra
}
