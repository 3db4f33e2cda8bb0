package engine

import "iter"

// Title is one of the five games: everything that does not change during play.
type Title interface {
	// ID is the notation's word: "amsterdam".
	ID() string
	// Version is the version of rules and map that new games are played by.
	Version() int
	// SeatCounts lists the numbers of seats that the title can be played with, ascending.
	SeatCounts() []int
	// Lexicon holds the names of the title's notation.
	Lexicon() *Lexicon
	// Piles lists the stacks of cards that a scenario may stack, with their tag and full contents.
	Piles() []PileSpec
	// Options lists the options that a game of the title can be opened with.
	Options() []OptionSpec
	// New deals a game. The setup must fit the title: number of seats, options, stacks (ParseRecord checks them).
	New(Setup) (Game, error)
}

// PileSpec is a stack of cards of a title.
type PileSpec struct {
	Tag   string // the record's tag: "Deck", "Trains", "Ships"
	Cards Cards  // all its cards
	Apart Cards  // of these, the cards that every seat gets before the shuffle: a scenario cannot stack them (K0)
}

// OptionSpec is an option of a title and its values, the first of which is the default.
type OptionSpec struct {
	Key    string
	Values []string
}

// Setup is what a game begins with.
type Setup struct {
	Names   []string          // by seat in turn order
	Seed    Seed              // of all shuffles (C16)
	Options map[string]string // values by key; missing ones have their default
	Stacked map[string][]Card // scenarios: the cards on top of a pile, by tag, top first
	Tickets []TicketID        // scenarios: the tickets on top of the ticket pile, top first
}

// Game is one play of a title. It is not safe for concurrent use. Nothing that formats messages or draws may hold one:
// what people are shown is built from a View (design D4).
type Game interface {
	// Apply makes a seat's move, or refuses it with a *Refusal and leaves the game as it was. The events are valid
	// until the next Apply.
	Apply(Seat, Move) ([]Event, error)
	// ToMove lists the seats that can move now, ascending; none when the game is over.
	ToMove() []Seat
	// AppendLegal appends the seat's legal moves to dst, in an order that does not change between releases.
	AppendLegal(dst []Move, seat Seat) []Move
	// Payments yields the ways to pay for a legal move, best proposal first; none for a move that costs no cards.
	Payments(Seat, Move) iter.Seq[Payment]
	// View returns what a seat may know; for Public, what everybody may know.
	View(Seat) View
	// Planned returns what a seat would see if it were its turn now and it had made these moves of it, as far as nothing
	// hidden is turned up: for plans. Its Legal lists what it could do next, nothing once the turn would be over or go on by
	// what nobody knows. *Refusal if the seat cannot plan now, or if one of the moves would be refused.
	Planned(s Seat, made ...Move) (View, error)
	// Unveiled returns the game with every seat's entry as that seat sees it. For the command line only.
	Unveiled() View
	// Ply is the number of moves made.
	Ply() Ply
	// Over reports whether the game has ended.
	Over() bool
	// Clone returns an independent copy.
	Clone() Game
}
