package engine

import (
	"errors"
	"iter"
	"slices"
)

// Phase is the part of a game.
type Phase string

// The phases.
const (
	InSetup Phase = "setup"
	InPlay  Phase = "play"
	IsOver  Phase = "over"
)

// Owes says what kind of move is due.
type Owes string

// What a seat can owe; OwesNothing when it has nothing to do.
const (
	OwesNothing Owes = ""
	OwesTurn    Owes = "turn"
	OwesSecond  Owes = "draw-second"
	OwesPlace   Owes = "place"
	OwesKeep    Owes = "keep"
	OwesPay     Owes = "pay"
	OwesShare   Owes = "share"
	OwesPieces  Owes = "pieces"
)

// View is a game as one viewer may know it: everything that people are shown is built from it (design D4). It holds nothing
// that the viewer may not know, not even in unexported fields.
type View struct {
	Title       string
	Version     int
	Viewer      Seat // Public: a bystander
	Ply         Ply
	Turns       int // that have been played since the setup; a turn can take several moves
	Phase       Phase
	ToMove      []Seat // who can move now, ascending
	Owes        Owes   // what the first of ToMove owes
	LastRound   bool
	TurnsLeft   int    // turns still to be played; only while LastRound
	Market      []Card // by slot, left to right; NoCard: empty
	Decks       []PileView
	TicketsLeft int         // size of the ticket pile; offers are not in it
	Tokens      []Tokens    // what the title's own part of the game counts, in its order
	Tunnel      *TunnelView // the undecided tunnel, nil if there is none (N6)
	Closed      []RouteID   // unclaimed routes that nobody can claim any more (C8)
	Pass        int         // which pass is played, from 1; only with UsesYards (K9)
	Passes      int         // how many passes the game has; only with UsesYards (K9)
	LeastRow    Cards       // by colour: the fewest cards that the viewer can lay as a row; 0: none while it is in the own railyard (K5)
	MostRow     Cards       // by colour: the longest row that the viewer's hand makes, locomotives included (K5)
	Seats       []SeatView  // by seat: entry i is seat i+1
	Winners     []Seat      // only when over

	lexicon *Lexicon
	facts   *RuleFacts
	uses    Uses
	legal   []Move
	payer   Payer
}

// TunnelView is a tunnel that has been dug and not yet paid for; all of it is public (C15).
type TunnelView struct {
	Seat     Seat
	Route    RouteID
	Paid     Payment
	Revealed []Card
	Asks     int // cards still to be paid
}

// PileView is a deck with its discards. Discards are public (C15).
type PileView struct {
	Pile      Pile
	Cards     int
	Discards  int
	Discarded Cards
}

// CardsView is a number of cards that the viewer may or may not see.
type CardsView struct {
	N     int
	Known bool
	Cards Cards // zero unless Known
}

// CardsViewOf shows cards to a viewer who may know them, else their number.
func CardsViewOf(cards *Cards, known bool) CardsView {
	h := CardsView{N: cards.Total(), Known: known}
	if known {
		h.Cards = *cards
	}
	return h
}

// TicketsView are a number of tickets that the viewer may or may not see.
type TicketsView struct {
	N     int
	Known bool
	IDs   []TicketID // nil unless Known; in the order of the offers
}

// TicketsViewOf shows tickets to a viewer who may know them, else their number. The list is copied.
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
	Owes        Owes   // during setup: what the seat still owes
	Score       int    // public points so far
	Pieces      []int  // left, by kind of Lexicon.Pieces; nil: not yet revealed
	Hand        CardsView
	Routes      []RouteID // in the order claimed
	Tickets     TicketsView
	Rack        CardsView   // the team's cards; only with UsesTeams (S4)
	RackTickets TicketsView // the team's shared tickets, in the order shared; only with UsesTeams
	Pledged     []TicketID  // setup: what the viewer's own seat will put on the rack when all have chosen (S2)
	Drawn       Card        // drawn blind and not yet placed, for the seat itself; else NoCard (S3)
	Offer       TicketsView // on offer now; N is 0 when nothing is
	Box         []int       // left to exchange for, by kind as Pieces; nil: not yet revealed; only with UsesPorts (W2, W11)
	Exchanged   int         // pieces exchanged so far, at a point each; only with UsesPorts (W11)
	Ports       []CityID    // in the order built; only with UsesPorts (W10)
	PortsLeft   int         // still to be built; only with UsesPorts
	Yard        []Row       // its railyard, by card; only with UsesYards (K5)
	Track       CardsView   // its pile On-the-Track; known to its owner if the table plays open-track (K3)
	Completed   []TicketID  // completed and set aside by a pass's scoring, in the order of the offers; only with UsesYards (K9)
	Final       *Final      // only when over
}

// Tokens are things of one kind that only one title has and that everybody sees: Amsterdam's goods
// cards (A4). The title's Extra adds them to the views. The name is the key in the JSON of a seat, the
// word of the events (EventTook) and a part of the texts: render.NAME, render.NAME-left,
// render.sign-NAME, claim.NAME, claim.NAME-too, advice.more-NAME, lesson.NAME, narrate.took-NAME.
type Tokens struct {
	Name string
	Left int    // that no seat has yet
	Held []int  // by seat
	On   []bool // by route: a claim brings one while any are left; nil: no claim does; never changed
}

// Brings reports whether claiming the route brings one now.
func (t *Tokens) Brings(r RouteID) bool { return t.Left > 0 && int(r) < len(t.On) && t.On[r] }

// AddTokens adds a copy of tokens to a view, in memory that the view had before if it can.
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

// Points are a seat's points, or its team's: those everybody has seen so far, at the end all of them.
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
	Spent     []Cards // by entry of Completed: the cards that paid for it; only with UsesYards (K8)
	Longest   int     // longest continuous path (C14); only with UsesLongest
	Ports     int     // ports built (W14); only with UsesPorts
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

// RuleFacts is what looking ahead on a board needs to know of a title's rules at a table of one size. All of it is public, and it
// is made once: nobody changes it.
type RuleFacts struct {
	Kinds     []uint8 // by route: the kind of pieces that it takes, an index of SeatView.Pieces (W4)
	Spare     int     // lanes of each connection that stay unused (C8)
	Open      []bool  // by route: all lanes of its connection can be used whatever Spare says (S7)
	LastAt    int     // a team, or a seat in a title without teams, with so few pieces left begins the last round (C11)
	LastTurns int     // turns of each seat in the last round (C11)

	Wilds     []bool  // by route: wilds pay on it (N4)
	AnyFor    []uint8 // by route: how many cards of any kind stand for one of its colour (N7); 0: none do
	WildAlone bool    // a face-up wild is the only card of its turn (C4)
	Fleet     []int   // by kind: how many pieces belong to each seat
	Choose    int     // how many pieces of both kinds a seat chooses at setup (W2); 0: it has them all
	Price     int     // points that an exchanged piece costs (W11)
	PortCards int     // of each deck, with port mark, that a port costs (W10)
	PortWorth []int   // points of a port by the owner's completed tickets that name its city (W13)
	Unbuilt   int     // points that a port costs that is not built (W13)
}

// Payer yields the ways to pay for a move with what the viewer holds, best proposal first.
type Payer interface {
	Payments(Move) iter.Seq[Payment]
}

// WithRules completes a view with its title's names, the fields it uses, and the viewer's legal moves and payments.
// Only machines that build views call it; payer must know no more than the viewer's own cards.
func (v *View) WithRules(l *Lexicon, u Uses, legal []Move, p Payer) {
	v.lexicon, v.uses, v.legal, v.payer = l, u, legal, p
}

// WithFacts adds the rules that looking ahead needs. Only machines with a board call it.
func (v *View) WithFacts(g *RuleFacts) { v.facts = g }

// Facts returns the rules that looking ahead needs, nil for a title without a board.
func (v *View) Facts() *RuleFacts { return v.facts }

// MarshalJSON always fails, since encoding/json would ignore which fields a title uses. notation.MarshalView prints a view.
func (v View) MarshalJSON() ([]byte, error) {
	return nil, errors.New("a view is printed by notation.MarshalView")
}

// Lexicon returns the names of the view's title.
func (v *View) Lexicon() *Lexicon { return v.lexicon }

// Uses reports whether the title uses the field.
func (v *View) Uses(u Uses) bool { return v.uses&u != 0 }

// Legal lists the viewer's legal moves; a move that is paid for appears once, without a payment.
func (v *View) Legal() []Move { return v.legal }

// Payments yields the ways in which the viewer can pay for one of its legal moves, best proposal first.
func (v *View) Payments(m Move) iter.Seq[Payment] {
	if v.payer == nil {
		return func(func(Payment) bool) {}
	}
	return v.payer.Payments(m)
}

// Seat returns the entry of a seat that the game has.
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

// OnRack lists the tickets that the viewer knows on a seat's rack. At setup the viewer's own choice counts as if it had taken effect.
func (s *SeatView) OnRack() []TicketID {
	if len(s.Pledged) > 0 {
		return s.Pledged
	}
	return s.RackTickets.IDs
}
