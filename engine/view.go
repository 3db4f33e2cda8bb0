package engine

import (
	"errors"
	"iter"
	"slices"
)

// Phase is a part of the game.
type Phase string

const (
	InSetup Phase = "setup"
	InPlay  Phase = "play"
	// InDeclare: a pass has been played, and seats say which tickets their tracks pay for (K8)
	InDeclare Phase = "declare"
	IsOver    Phase = "over"
)

// Owes says what kind of move is due.
type Owes string

// What a seat can owe; OwesNothing if it has nothing to do.
const (
	OwesNothing Owes = ""
	OwesTurn    Owes = "turn"
	OwesSecond  Owes = "draw-second"
	OwesPlace   Owes = "place"
	OwesKeep    Owes = "keep"
	OwesPay     Owes = "pay"
	OwesShare   Owes = "share"
	OwesPieces  Owes = "pieces"
	OwesDeclare Owes = "declare"
)

// View is a game as one viewer may know it. Everything shown is built from it: nothing in it, not
// even an unexported field, is secret from the viewer.
type View struct {
	Title       string
	Version     int
	Viewer      Seat // Public: a bystander
	Ply         Ply
	Turns       int // played since the setup; a turn can take several moves
	Phase       Phase
	ToMove      []Seat // who can move now, ascending
	Owes        Owes   // what the first of ToMove owes
	LastRound   bool
	TurnsLeft   int    // to be played; only while LastRound
	Market      []Card // by slot, left to right; NoCard: empty
	Decks       []PileView
	TicketsLeft int         // size of the ticket pile; offers are not in it
	Tokens      []Tokens    // what only this title has
	Tunnel      *TunnelView // undecided; nil: none (N6)
	Closed      []RouteID   // unclaimed, and closed for everybody (C8)
	Pass        int         // from 1; only with UsesYards (K9)
	Passes      int         // in all; only with UsesYards (K9)
	// by colour: fewest cards of a row the viewer can lay; 0: own row lies there (K5)
	LeastRow Cards
	// by colour: longest row in the viewer's hand, locomotives included (K5)
	MostRow Cards
	// a seat may always look at its own track (K3); only with UsesYards
	OpenTrack bool
	Seats     []SeatView // entry i is seat i+1
	Winners   []Seat     // only when over

	lexicon *Lexicon
	facts   *RuleFacts
	uses    Uses
	legal   []Move
	payer   Payer
	sets    Declarer
}

// TunnelView is a tunnel that was dug and not yet paid for. All of it is public (C15).
type TunnelView struct {
	Seat     Seat
	Route    RouteID
	Paid     Payment
	Revealed []Card
	Asks     int // cards still to be paid
}

// PileView is a deck with its discards, which are public (C15).
type PileView struct {
	Pile      Pile
	Cards     int
	Discards  int
	Discarded Cards
}

// CardsView is a number of cards. Whether the viewer may see them is Known.
type CardsView struct {
	N     int
	Known bool
	Cards Cards // zero unless Known
}

// CardsViewOf shows cards if known, else their number.
func CardsViewOf(cards *Cards, known bool) CardsView {
	h := CardsView{N: cards.Total(), Known: known}
	if known {
		h.Cards = *cards
	}
	return h
}

// TicketsView is a number of tickets. Whether the viewer may see them is Known.
type TicketsView struct {
	N     int
	Known bool
	IDs   []TicketID // nil unless Known; in the order of the offers
}

// TicketsViewOf shows a copy of tickets if known, else their number.
func TicketsViewOf(list []TicketID, known bool) TicketsView {
	p := TicketsView{N: len(list), Known: known}
	if known {
		p.IDs = slices.Clone(list)
	}
	return p
}

// SeatView is what a viewer may know of one seat.
type SeatView struct {
	Seat        Seat
	Name        string // as in the record; not escaped for any medium
	Team        int    // from 0; only with UsesTeams
	Owes        Owes   // while several seats can move: what the seat still owes (C2, K8)
	Score       int    // public points so far
	Pieces      []int  // left, by kind of Lexicon.Pieces; nil: not yet revealed
	Hand        CardsView
	Routes      []RouteID // in the order claimed
	Tickets     TicketsView
	Rack        CardsView   // the team's cards; only with UsesTeams (S4)
	RackTickets TicketsView // the team's shared tickets, in the order shared; only with UsesTeams
	Pledged     []TicketID  // setup: what the viewer will put on the rack (S2)
	Drawn       Card        // drawn blind and not yet placed, for the seat itself; else NoCard (S3)
	Offer       TicketsView // N is 0 when nothing is on offer
	Dealt       []TicketID  // all that were ever on offer, in order, for the seat itself
	Box         []int       // left to exchange for, as Pieces; only with UsesPorts (W2, W11)
	Exchanged   int         // pieces, at a point each; only with UsesPorts (W11)
	Ports       []CityID    // in the order built; only with UsesPorts (W10)
	PortsLeft   int         // still to be built; only with UsesPorts
	Yard        []Row       // by card; only with UsesYards (K5)
	Track       CardsView   // known to its owner with OpenTrack, and while tickets are declared
	// what the viewer was told of the own track: the cards that moved there in this pass (K3)
	Moved Cards
	// set aside by a pass's scoring, in the order of the offers (K9)
	Completed []TicketID
	Declared  []TicketID // what the viewer has declared, until all have (K8)
	Final     *Final     // only when over
}

// OnTrack returns the cards on a seat's track, if the viewer may look at it or was told of each;
// false if not. What the viewer was told is no look at the pile (K3).
func (s *SeatView) OnTrack() (cards Cards, known bool) {
	if s.Track.Known {
		return s.Track.Cards, true
	}
	return s.Moved, s.Moved.Total() == s.Track.N
}

// Tokens are things that only one title has and everybody sees: Amsterdam's goods cards (A4). The
// title's Extra adds them to views. Name is their key in the JSON of a seat, the word of their
// events (EventTook) and a part of their texts: render.NAME, render.NAME-left, render.sign-NAME,
// claim.NAME, claim.NAME-too, advice.more-NAME, lesson.NAME, narrate.took-NAME.
type Tokens struct {
	Name string
	Left int    // in no seat's hands yet
	Held []int  // by seat
	On   []bool // by route: a claim brings one while any are left; nil: none does
}

// Brings reports whether claiming the route brings one now.
func (t *Tokens) Brings(r RouteID) bool { return t.Left > 0 && int(r) < len(t.On) && t.On[r] }

// AddTokens adds a copy of tokens, in the view's former memory if it can.
func (v *View) AddTokens(t Tokens) {
	n := len(v.Tokens)
	v.Tokens = slices.Grow(v.Tokens, 1)[:n+1]
	t.Held = append(v.Tokens[n].Held[:0], t.Held...)
	v.Tokens[n] = t
}

// Row is a row of cards of one colour in a railyard (K5). All of it is public.
type Row struct {
	Card  Card // its colour
	N     int  // its cards, locomotives included
	Wilds int  // how many of them are locomotives; they lie on top and leave first (K3)
}

// Points are the seat's, or its team's: public ones during play, all at the end.
func (s *SeatView) Points() int {
	if s.Final != nil {
		return s.Final.Total
	}
	return s.Score
}

// Final is a seat's final scoring.
type Final struct {
	Routes    int // public score at the end of play
	Tickets   int // net of all tickets
	Bonuses   []Bonus
	Total     int
	Completed []TicketID // in the order of the offers
	Failed    []TicketID
	Earned    []int   // by entry of Completed: its points; a tour's by how it was met (W9)
	Spent     []Cards // by entry of Completed: the cards that paid; only with UsesYards (K8)
	Longest   int     // longest continuous path (C14); only with UsesLongest
	Ports     int     // ports built (W14); only with UsesPorts
	Place     int     // from 1; equal merits share a place, and the next places are skipped
}

// Rank sets the places of the final scores by their merits, compared number by number, and returns
// the winners. members is the size of a team, or 1.
func Rank(finals []Final, members int, merits func(*Final) []int) []Seat {
	var winners []Seat
	for i := range finals {
		mine, ahead := merits(&finals[i]), 0
		for j := range finals {
			if slices.Compare(merits(&finals[j]), mine) > 0 {
				ahead++
			}
		}
		finals[i].Place = 1 + ahead/members
		if ahead == 0 {
			winners = append(winners, Seat(i+1))
		}
	}
	return winners
}

// Bonus is a named part of the final score; zero ones are left out.
type Bonus struct {
	Name   string
	Points int
}

// Uses says which optional fields of a view a title uses.
type Uses uint16

// The optional fields.
const (
	UsesTeams Uses = 1 << iota
	UsesLongest
	UsesPorts // ports, two kinds of pieces and a box to exchange from (W2, W10, W11)
	UsesYards // railyards, tracks and passes instead of routes (K3, K5, K9)
)

// RuleFacts are public rules for looking ahead on a board. They never change.
type RuleFacts struct {
	Kinds     []uint8 // by route: the kind of its pieces, an index of SeatView.Pieces (W4)
	Spare     int     // lanes of each connection that stay unused (C8)
	Open      []bool  // by route: all lanes of its connection are open, whatever Spare says (S7)
	LastAt    int     // a team or single seat with this few pieces begins the last round (C11)
	LastTurns int     // of each seat in the last round (C11)

	Wilds []bool // by route: wilds pay on it (N4)
	// by route: cards of any kind that stand for one of its colour (N7); 0: none do
	AnyFor    []uint8
	WildAlone bool  // a face-up wild is the only card of its turn (C4)
	Fleet     []int // by kind: how many pieces belong to each seat
	Choose    int   // pieces of both kinds that a seat chooses at setup (W2); 0: it has them all
	Price     int   // points per exchanged piece (W11)
	PortCards int   // of each deck, with port mark, per port (W10)
	PortWorth []int // points of a port by the owner's completed tickets that name its city (W13)
	Unbuilt   int   // points lost per port not built (W13)
}

// Payer yields the ways to pay for a move with the viewer's cards, best proposal first.
type Payer interface {
	Payments(Move) iter.Seq[Payment]
}

// Declarer knows the sets of tickets that a viewer's track pays for (K8).
type Declarer interface {
	// Declarations yields the sets that can be declared, best proposal first.
	Declarations() iter.Seq[[]TicketID]
	// Settle completes a choice of tickets by those that fit whatever else is declared, and lists
	// the others that fit. Without others the choice can be declared. Both are empty if the track
	// does not pay for the choice.
	Settle(with []TicketID) (chosen, open []TicketID)
	// Stakes lists the big cities of which the viewer would have completed tickets with a set, if
	// their cards are awarded at the end of this pass (K10).
	Stakes(set []TicketID) []Stake
}

// Stake is how a viewer stands for the card of a big city.
type Stake struct {
	City   CityID
	Points int     // of its card
	Chance float64 // of getting the card, by worlds
	Sure   bool    // whatever the others declare
}

// WithRules adds names, fields in use, legal moves and payments. Only machines call it; payer may
// know no more than the viewer's own cards.
func (v *View) WithRules(l *Lexicon, u Uses, legal []Move, p Payer) {
	v.lexicon, v.uses, v.legal, v.payer = l, u, legal, p
}

// WithSets adds the sets of tickets that the viewer can declare.
func (v *View) WithSets(d Declarer) { v.sets = d }

// WithFacts adds the rules for looking ahead.
func (v *View) WithFacts(g *RuleFacts) { v.facts = g }

// Facts returns the rules for looking ahead, nil for a title without a board.
func (v *View) Facts() *RuleFacts { return v.facts }

// MarshalJSON always fails: use notation.MarshalView, which leaves out fields that a title does not
// use.
func (v View) MarshalJSON() ([]byte, error) {
	return nil, errors.New("a view is printed by notation.MarshalView")
}

// Lexicon returns the names of the view's title.
func (v *View) Lexicon() *Lexicon { return v.lexicon }

// Uses reports whether the title uses the field.
func (v *View) Uses(u Uses) bool { return v.uses&u != 0 }

// Legal lists the viewer's legal moves; one that is paid for appears once, without payment.
func (v *View) Legal() []Move { return v.legal }

// Payments yields the viewer's ways to pay for a legal move, best proposal first.
func (v *View) Payments(m Move) iter.Seq[Payment] {
	if v.payer == nil {
		return func(func(Payment) bool) {}
	}
	return v.payer.Payments(m)
}

// Declarations yields the sets of tickets that the viewer can declare, best proposal first (K8):
// maybe thousands.
func (v *View) Declarations() iter.Seq[[]TicketID] {
	if v.sets == nil {
		return func(func([]TicketID) bool) {}
	}
	return v.sets.Declarations()
}

// Settle is Declarer's; both lists are empty if the viewer has nothing to declare.
func (v *View) Settle(with []TicketID) (chosen, open []TicketID) {
	if v.sets == nil {
		return nil, nil
	}
	return v.sets.Settle(with)
}

// Stakes is Declarer's; empty if the viewer has nothing to declare.
func (v *View) Stakes(set []TicketID) []Stake {
	if v.sets == nil {
		return nil
	}
	return v.sets.Stakes(set)
}

// Seat returns the entry of a seat, which must exist.
func (v *View) Seat(s Seat) *SeatView { return &v.Seats[s-1] }

// Own returns the viewer's own entry, nil for a bystander.
func (v *View) Own() *SeatView {
	if v.Viewer == Public || int(v.Viewer) > len(v.Seats) {
		return nil
	}
	return &v.Seats[v.Viewer-1]
}

// Moves reports whether the seat can move now.
func (v *View) Moves(s Seat) bool {
	for _, t := range v.ToMove {
		if t == s {
			return true
		}
	}
	return false
}

// Owner returns who has claimed the route, Public if nobody has.
func (v *View) Owner(r RouteID) Seat {
	for i := range v.Seats {
		for _, own := range v.Seats[i].Routes {
			if own == r {
				return v.Seats[i].Seat
			}
		}
	}
	return Public
}

// PortOwner returns who has built the port of a city, Public if nobody has (W10).
func (v *View) PortOwner(c CityID) Seat {
	for i := range v.Seats {
		if slices.Contains(v.Seats[i].Ports, c) {
			return v.Seats[i].Seat
		}
	}
	return Public
}

// OnRack lists the tickets that the viewer knows on a seat's rack, at setup their own choice too.
func (s *SeatView) OnRack() []TicketID {
	if len(s.Pledged) > 0 {
		return s.Pledged
	}
	return s.RackTickets.IDs
}
