package titles_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

func init() { // whole random games are long
	if err := flag.Set("rapid.checks", strconv.Itoa(enginetest.Size(20, 100))); err != nil {
		panic(err)
	}
}

// eachTable runs a property for every title and number of seats.
func eachTable(t *testing.T, property func(t *rapid.T, title engine.Title, seats int)) {
	for _, title := range titles.All() {
		for _, seats := range title.SeatCounts() {
			t.Run(fmt.Sprintf("%s by %d", title.ID(), seats), func(t *testing.T) {
				t.Parallel()
				rapid.Check(t, func(t *rapid.T) { property(t, title, seats) })
			})
		}
	}
}

// played is a game in the making, with its record.
type played struct {
	engine.Game
	title engine.Title
	setup engine.Setup
	moves []notation.RecordedMove

	policy ai.Policy
	rng    *rand.Rand

	refused int // tickets that were not kept
	pieces  int // that each seat has, wherever they are
}

func (p *played) record() *notation.Record {
	return &notation.Record{
		Title: p.title, Version: p.title.Version(), Commitment: p.setup.Seed.Commitment(), Setup: p.setup,
		Moves: p.moves,
	}
}

// deal deals a game whose seed rapid draws.
func deal(t *rapid.T, title engine.Title, seats int) *played {
	setup, rng := ai.Simulated(rapid.Uint64().Draw(t, "series"), 0, seats)
	switch rng.IntN(4) {
	case 0: // as a record without options says
	case 1:
		setup.Options = map[string]string{engine.Shuffling().Key: "apart"} // C18
	default:
		setup.Options = engine.UsualOptions(title)
	}
	g, err := title.New(setup)
	if err != nil {
		t.Fatalf("deal: %v", err)
	}
	policy, err := ai.New("random", rng)
	if err != nil {
		t.Fatal(err)
	}
	return &played{Game: g, title: title, setup: setup, policy: policy, rng: rng}
}

// begun deals a game and plays it up to some ply. The game's generator draws the ply: rapid would
// mostly draw early ones.
func begun(t *rapid.T, title engine.Title, seats int) *played {
	p := deal(t, title, seats)
	for range p.rng.IntN(50 * seats) {
		if !p.Over() {
			p.step(t)
		}
	}
	return p
}

// step makes one random legal move.
func (p *played) step(t *rapid.T) {
	movers := p.ToMove()
	seat := movers[p.rng.IntN(len(movers))]
	m, ok := p.policy.Choose(p, seat)
	if !ok {
		t.Fatalf("seat %d has no legal move:\n%s", seat, p.record().Print())
	}
	events, err := p.Apply(seat, m)
	if err != nil {
		t.Fatalf("legal move %q refused: %v\n%s", notation.PrintMove(p.title.Lexicon(), m), err,
			p.record().Print())
	}
	for _, e := range events {
		if e.Kind == engine.EventKept {
			p.refused += e.M
		}
	}
	p.moves = append(p.moves, notation.RecordedMove{Seat: seat, Move: m})
}

// TestRandomPlay plays whole games: every state has a legal move, cards and pieces are conserved,
// the record replays to the same game, and reads back as it was printed.
func TestRandomPlay(t *testing.T) {
	eachTable(t, func(t *rapid.T, title engine.Title, seats int) {
		p := deal(t, title, seats)
		for !p.Over() {
			p.step(t)
			conserved(t, p)
		}
		text := p.record().Print()
		record, err := notation.ParseRecord(text, func(string) (engine.Title, bool) {
			return title, true
		})
		if err != nil {
			t.Fatalf("printed record does not read back: %v\n%s", err, text)
		}
		if got := record.Print(); got != text {
			t.Fatalf("record read back (-printed +read):\n%s", cmp.Diff(text, got))
		}
		again, err := record.Replay(-1)
		if err != nil || !sameGame(p.Game, again) {
			t.Fatalf("the record replays to another game: %v\n%s", err, text)
		}
	})
}

// sameGame compares all that two games hold, but for the events that they have told.
func sameGame(a, b engine.Game) bool { return reflect.DeepEqual(a.Clone(), b.Clone()) }

// TestApplyAgreesWithLegal tries arbitrary moves: Apply takes exactly those that Legal lists and
// Payments pays for, and a refused one changes nothing.
func TestApplyAgreesWithLegal(t *testing.T) {
	eachTable(t, func(t *rapid.T, title engine.Title, seats int) {
		p := begun(t, title, seats)
		before, err := p.record().Replay(-1) // shares nothing with the game
		if err != nil || !sameGame(p.Game, before) {
			t.Fatalf("the record replays to another game: %v\n%s", err, p.record().Print())
		}
		for range 40 {
			seat := engine.Seat(p.rng.IntN(seats + 2))
			m := anyMove(p, seat)
			listed := lists(p, seat, m)
			clone := p.Clone()
			_, err := clone.Apply(seat, m)
			var refusal *engine.Refusal
			if err != nil && !errors.As(err, &refusal) {
				t.Fatalf("error %v is no refusal", err)
			}
			if (err == nil) != listed {
				t.Fatalf("seat %d, %+v: Apply says %v, listed as legal: %v\n%s", seat, m, err, listed,
					p.record().Print())
			}
			unchanged, how := p.Game, "a move on a clone"
			if err != nil { // a change that reaches both games shows in the clone too
				unchanged, how = clone, "a refused move"
			}
			if !sameGame(unchanged, before) {
				t.Fatalf("seat %d, %+v: %s changed the game\n%s", seat, m, how, p.record().Print())
			}
		}
	})
}

// lists reports whether a move is among the legal ones, with one of their payments.
func lists(p *played, seat engine.Seat, m engine.Move) bool {
	for _, l := range p.AppendLegal(nil, seat) {
		if l.Verb == engine.Declare && m.Verb == l.Verb {
			v := p.View(seat)
			for l.Tickets = range v.Declarations() {
				if l.Equal(&m) {
					return true
				}
			}
			continue
		}
		if !l.Verb.Paid() {
			if l.Equal(&m) {
				return true
			}
			continue
		}
		for pay := range p.Payments(seat, l) {
			l.Payment = pay
			if l.Equal(&m) {
				return true
			}
		}
	}
	return false
}

// A seat's view offers exactly the game's legal moves and payments.
func TestViewListsTheGamesLegalMoves(t *testing.T) {
	eachTable(t, func(t *rapid.T, title engine.Title, seats int) {
		p := begun(t, title, seats)
		for seat := engine.Seat(1); int(seat) <= seats; seat++ {
			v := p.View(seat)
			legal := p.AppendLegal(nil, seat)
			if !slices.EqualFunc(legal, v.Legal(), func(a, b engine.Move) bool { return a.Equal(&b) }) {
				t.Fatalf("legal moves of seat %d (-game +view):\n%s", seat, cmp.Diff(legal, v.Legal()))
			}
			for _, m := range v.Legal() {
				var fromGame, fromView []engine.Payment
				for pay := range p.Payments(seat, m) {
					fromGame = append(fromGame, pay)
				}
				for pay := range v.Payments(m) {
					fromView = append(fromView, pay)
				}
				if !slices.Equal(fromGame, fromView) {
					t.Fatalf("payments (-game +view):\n%s", cmp.Diff(fromGame, fromView))
				}
				if m.Verb.Paid() != (len(fromView) > 0) {
					t.Fatalf("%q has %d payments", notation.PrintMove(title.Lexicon(), m), len(fromView))
				}
			}
		}
	})
}
