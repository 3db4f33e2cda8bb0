package engine

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Title is a game's rules: what stays the same during play.
type Title interface {
	// ID is the notation's word: "amsterdam".
	ID() string
	// Version is the version of rules and map that new games are played by.
	Version() int
	// SeatCounts lists the possible numbers of seats, ascending.
	SeatCounts() []int
	// Lexicon holds the names of the title's notation.
	Lexicon() *Lexicon
	// Piles lists the stacks that a scenario may arrange, with their tags and full contents.
	Piles() []PileSpec
	// Options lists the options for opening a game.
	Options() []OptionSpec
	// New deals a game. The setup must fit the title in seats, options and stacks; ParseRecord
	// checks that.
	New(Setup) (Game, error)
}

// PileSpec is a stack of cards of a title.
type PileSpec struct {
	Tag   string // the record's tag: "Deck", "Trains", "Ships"
	Cards Cards  // all its cards
	// of these, dealt to every seat before the shuffle: a scenario cannot stack them (K0)
	Apart Cards
}

// OptionSpec is an option and its values; the first is the default of a record without the option.
type OptionSpec struct {
	Key    string
	Values []string
	Usual  string // the value of a new game among people; "": the default
	// Reads reports whether it can have a value beside Values; nil: none
	Reads func(value string) bool
	Apart bool // for comparing people who play the same deal: no variant that they choose
}

// Shuffling is every title's option for who shares an order of the deck: everybody (C16), or nobody
// (C18).
func Shuffling() OptionSpec {
	return OptionSpec{Key: "shuffle", Values: []string{"one", "apart"}, Apart: true}
}

// Apart reports whether each player and market slot has an order of the deck apart (C18).
func (s *Setup) Apart() bool { return s.Options[Shuffling().Key] == "apart" }

// Redealing is every title's option for a game that goes on from a position of another one with the
// rest redealt (C19).
func Redealing() OptionSpec {
	return OptionSpec{
		Key: "redealt", Values: []string{"no"}, Apart: true,
		Reads: func(value string) bool { _, _, ok := cutRedeal(value); return ok },
	}
}

// RedealtAfter is the value of Redealing for a game that was dealt with a seed, which is no secret
// any more, and redealt after some moves.
func RedealtAfter(moves Ply, dealt Seed) string {
	return strconv.Itoa(int(moves)) + ":" + dealt.Reveal()
}

// maxRedeal bounds the moves before a redeal; the longest games have some hundred.
const maxRedeal = 9999

func cutRedeal(value string) (after Ply, dealt Seed, ok bool) {
	moves, hex, _ := strings.Cut(value, ":")
	n, err := strconv.Atoi(moves)
	dealt, ok = ParseSeed(hex)
	ok = ok && err == nil && n > 0 && n <= maxRedeal
	return Ply(n), dealt, ok && RedealtAfter(Ply(n), dealt) == value
}

// Takes reports whether an option can have a value.
func (o *OptionSpec) Takes(value string) bool {
	return slices.Contains(o.Values, value) || o.Reads != nil && o.Reads(value)
}

// Redeal says when the cards and tickets face down are shuffled anew, and with which seed; nil:
// never.
type Redeal struct {
	After Ply // number of moves
	Seed  Seed
}

// Due reports whether it is time, after some moves.
func (r *Redeal) Due(made Ply) bool { return r != nil && r.After == made }

// Shuffles returns the seed of the deal, and the later shuffle by another seed, if there is one
// (C19).
func (s *Setup) Shuffles() (deal Seed, again *Redeal) {
	if after, dealt, ok := cutRedeal(s.Options[Redealing().Key]); ok {
		return dealt, &Redeal{after, s.Seed}
	}
	return s.Seed, nil
}

// Variants lists the values that people can choose instead of that of a new game.
func (o *OptionSpec) Variants() []string {
	if o.Apart {
		return nil
	}
	usual := cmp.Or(o.Usual, o.Values[0])
	return slices.DeleteFunc(slices.Clone(o.Values), func(v string) bool { return v == usual })
}

// UsualOptions are the options of a new game among people, nil if all have their defaults.
func UsualOptions(t Title) map[string]string {
	var usual map[string]string
	for _, o := range t.Options() {
		if o.Usual != "" {
			if usual == nil {
				usual = map[string]string{}
			}
			usual[o.Key] = o.Usual
		}
	}
	return usual
}

// Setup is what a game starts from.
type Setup struct {
	Names   []string          // by seat in turn order
	Seed    Seed              // of all shuffles (C16), or of those after a redeal (C19)
	Options map[string]string // values by key; missing ones have their default
	Stacked map[string][]Card // scenarios: the cards on top of a pile, by tag, top first
	Tickets []TicketID        // scenarios: the tickets on top of the ticket pile, top first
}

// Game is one play of a title. It is not safe for concurrent use. Code that formats messages or
// draws may not hold one: whatever people see is built from a View (design D4).
type Game interface {
	// Apply makes a seat's move, or returns a *Refusal and leaves the game unchanged. The events
	// are valid until the next Apply.
	Apply(Seat, Move) ([]Event, error)
	// ToMove lists the seats that can move now, ascending; empty when the game is over.
	ToMove() []Seat
	// AppendLegal appends the seat's legal moves to dst. The order never changes between releases.
	AppendLegal(dst []Move, seat Seat) []Move
	// Payments yields the ways to pay for a legal move, best proposal first; none for a move that
	// costs no cards.
	Payments(Seat, Move) iter.Seq[Payment]
	// View returns what a seat may know; for Public, what everybody may know.
	View(Seat) View
	// Planned returns what a seat would see if it were its turn and it had already made these moves
	// of it, as far as nothing hidden turns up. Legal then lists the next moves of the turn, or
	// nothing once the turn would be over or depend on what nobody knows. A *Refusal says that the
	// seat cannot plan now, or which move would be refused.
	Planned(s Seat, made ...Move) (View, error)
	// Unveiled returns the game with each seat's entry as that seat sees it. For the command line
	// and tests only.
	Unveiled() View
	Ply() Ply
	Over() bool
	Clone() Game
}
