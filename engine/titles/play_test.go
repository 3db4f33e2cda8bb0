package titles_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
	"github.com/konduktor-bot/konduktor/engine/titles"
)

// eachTable runs a property for every title and number of seats.
func eachTable(t *testing.T, property func(t *rapid.T, title engine.Title, seats int)) {
	for _, title := range titles.All() {
		for _, seats := range title.SeatCounts() {
			t.Run(fmt.Sprintf("%s by %d", title.ID(), seats), func(t *testing.T) {
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
	moves []engine.RecordedMove

	refused int // tickets that were not kept
	pieces  int // that each seat has, wherever they are
}

func (p *played) record() *engine.Record {
	return &engine.Record{
		Title: p.title, Version: p.title.Version(), Commitment: p.setup.Seed.Commitment(), Setup: p.setup, Moves: p.moves,
	}
}

// deal deals a game whose seed rapid draws.
func deal(t *rapid.T, title engine.Title, seats int) (*played, *rand.Rand) {
	setup, rng := ai.Simulated(rapid.Uint64().Draw(t, "series"), 0, seats)
	g, err := title.New(setup)
	if err != nil {
		t.Fatalf("deal: %v", err)
	}
	return &played{Game: g, title: title, setup: setup}, rng
}

// step makes one random legal move.
func (p *played) step(t *rapid.T, policy ai.Policy, rng *rand.Rand) {
	movers := p.ToMove()
	seat := movers[rng.IntN(len(movers))]
	m, ok := policy.Choose(p, seat)
	if !ok {
		t.Fatalf("seat %d has no legal move:\n%s", seat, p.record().Print())
	}
	events, err := p.Apply(seat, m)
	if err != nil {
		t.Fatalf("legal move %q refused: %v\n%s", p.title.Lexicon().PrintMove(m), err, p.record().Print())
	}
	for _, e := range events {
		if e.Kind == engine.EventKept {
			p.refused += e.M
		}
	}
	p.moves = append(p.moves, engine.RecordedMove{Seat: seat, Move: m})
}

// TestRandomPlay plays whole games: every state has a legal move, cards and pieces are conserved, the record replays to
// the same game, and reads back as it was printed.
func TestRandomPlay(t *testing.T) {
	eachTable(t, func(t *rapid.T, title engine.Title, seats int) {
		p, rng := deal(t, title, seats)
		policy, _ := ai.New("random", rng)
		for !p.Over() {
			p.step(t, policy, rng)
			conserved(t, p)
		}
		text := p.record().Print()
		record, err := engine.ParseRecord(text, func(string) (engine.Title, bool) { return title, true })
		if err != nil {
			t.Fatalf("printed record does not read back: %v\n%s", err, text)
		}
		if got := record.Print(); got != text {
			t.Fatalf("record read back (-printed +read):\n%s", cmp.Diff(text, got))
		}
		again, err := record.Replay(-1)
		if err != nil {
			t.Fatalf("replay: %v\n%s", err, text)
		}
		if diff := cmp.Diff(unveiled(t, p), unveiled(t, again)); diff != "" {
			t.Fatalf("replayed game (-played +replayed):\n%s\n%s", diff, text)
		}
	})
}

func unveiled(t *rapid.T, g engine.Game) string {
	v := g.Unveiled()
	return printed(t, &v)
}

func printed(t *rapid.T, v *engine.View) string {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("print view: %v", err)
	}
	return string(text)
}

// conserved checks that no card and no ticket is lost or doubled.
func conserved(t *rapid.T, p *played) {
	v := p.Unveiled()
	piecesConserved(t, p, &v)
	want := 0
	for _, pile := range p.title.Piles() {
		want += pile.Cards.Total()
	}
	if got := cardsIn(&v); got != want {
		t.Fatalf("%d cards, want %d\n%s", got, want, p.record().Print())
	}
	// Refused tickets go under the pile, or out of the game (N2).
	got, all := ticketsIn(&v), len(p.title.Lexicon().Tickets)
	if v.Phase != engine.InSetup && got != all && got+p.refused != all {
		t.Fatalf("%d tickets, %d refused, want %d\n%s", got, p.refused, all, p.record().Print())
	}
}

// piecesConserved checks that each seat has as many pieces in supply, in its box and on the board as at first.
func piecesConserved(t *rapid.T, p *played, v *engine.View) {
	board := titles.MapOf(p.title)
	for i := range v.Seats {
		s := &v.Seats[i]
		if s.Pieces == nil { // not yet chosen (W2), or the title has none
			continue
		}
		all := 0
		for _, n := range append(slices.Clone(s.Pieces), s.Box...) {
			all += n
		}
		for _, r := range s.Routes {
			all += board.Routes[r].Length
		}
		if p.pieces == 0 {
			p.pieces = all
		}
		if all != p.pieces {
			t.Fatalf("seat %d has %d pieces, want %d\n%s", i+1, all, p.pieces, p.record().Print())
		}
	}
}

// cardsIn counts the cards everywhere: piles, market, hands, racks, railyards, tracks, a card not yet placed, an undecided tunnel.
func cardsIn(v *engine.View) int {
	n := 0
	for _, d := range v.Decks {
		n += d.Cards + d.Discards
	}
	for _, c := range v.Market {
		if c != engine.NoCard {
			n++
		}
	}
	for i := range v.Seats {
		s := &v.Seats[i]
		n += s.Hand.N
		if firstOfTeam(v, i) {
			n += s.Rack.N
		}
		if s.Drawn != engine.NoCard {
			n++
		}
		n += s.Track.N
		for _, row := range s.Yard {
			n += row.N
		}
	}
	if v.Tunnel != nil {
		paid := v.Tunnel.Paid.Cards()
		n += paid.Total() + len(v.Tunnel.Revealed)
	}
	return n
}

func ticketsIn(v *engine.View) int {
	n := v.TicketsLeft
	for i := range v.Seats {
		s := &v.Seats[i]
		n += s.Tickets.N + len(s.Completed)
		if firstOfTeam(v, i) {
			n += s.RackTickets.N
		}
		if v.Owes == engine.OwesKeep { // an offer of which one is to be shared is in hand already
			n += s.Offer.N
		}
	}
	return n
}

// firstOfTeam says whether a seat is the first of its team, so that what the team has is counted once.
func firstOfTeam(v *engine.View, i int) bool {
	return !v.Uses(engine.UsesTeams) || i == 0 || v.Seats[i-1].Team != v.Seats[i].Team
}

// TestApplyAgreesWithLegal tries arbitrary moves: Apply takes exactly those that Legal lists and Payments pays for, and a
// refused one changes nothing.
func TestApplyAgreesWithLegal(t *testing.T) {
	eachTable(t, func(t *rapid.T, title engine.Title, seats int) {
		p, rng := deal(t, title, seats)
		policy, _ := ai.New("random", rng)
		for range rapid.IntRange(0, 120).Draw(t, "plies") {
			if p.Over() {
				break
			}
			p.step(t, policy, rng)
		}
		before := unveiled(t, p)
		for range 40 {
			seat := engine.Seat(rng.IntN(seats + 2))
			m := anyMove(rng, p, seat)
			listed := lists(p, seat, m)
			clone := p.Clone()
			_, err := clone.Apply(seat, m)
			var refusal *engine.Refusal
			if err != nil && !errors.As(err, &refusal) {
				t.Fatalf("error %v is no refusal", err)
			}
			if (err == nil) != listed {
				t.Fatalf("seat %d, %q: Apply says %v, listed as legal: %v\n%s", seat,
					title.Lexicon().PrintMove(m), err, listed, p.record().Print())
			}
			unchanged, how := engine.Game(p), "a move on a clone"
			if err != nil { // what it changed in both, the clone shows as well
				unchanged, how = clone, "a refused move"
			}
			if after := unveiled(t, unchanged); after != before {
				t.Fatalf("%s changed the game:\n%s", how, cmp.Diff(before, after))
			}
		}
	})
}

// anyMove returns a move that may or may not be legal: a legal one with something changed, or nonsense.
func anyMove(rng *rand.Rand, p *played, seat engine.Seat) engine.Move {
	lex := p.title.Lexicon()
	m := engine.Move{Verb: engine.Verb(rng.IntN(15))}
	if legal := p.AppendLegal(nil, seat); len(legal) > 0 && rng.IntN(3) > 0 {
		m = legal[rng.IntN(len(legal))]
	}
	switch m.Verb {
	case engine.Keep, engine.Share:
		m.Tickets = append([]engine.TicketID(nil), m.Tickets...)
		if rng.IntN(2) == 0 {
			m.Tickets = append(m.Tickets, engine.TicketID(rng.IntN(len(lex.Tickets))))
		}
	case engine.Draw:
		m.Slot, m.Where = uint8(rng.IntN(8)), engine.Where(rng.IntN(3))
		if rng.IntN(3) == 0 {
			m.Pile = engine.Pile(rng.IntN(4))
		}
	case engine.Pieces:
		m.N, m.M = uint8(rng.IntN(30)), uint8(rng.IntN(60))
		if rng.IntN(2) == 0 {
			m.M = 60 - m.N // World's sum (W2)
		}
	case engine.Exchange:
		m.N, m.Pile = uint8(rng.IntN(18)), engine.Pile(rng.IntN(4))
	case engine.Lay:
		for range rng.IntN(4) {
			m.Payment.Hand[rng.IntN(len(lex.Faces))] += uint8(rng.IntN(3))
		}
	case engine.Place:
		m.Where = engine.Where(rng.IntN(3))
	case engine.Claim, engine.Pay, engine.Port:
		if m.Verb == engine.Claim && rng.IntN(2) == 0 {
			m.Route = engine.RouteID(rng.IntN(len(lex.Routes) + 1))
		}
		if m.Verb == engine.Port && rng.IntN(2) == 0 {
			m.City = engine.CityID(rng.IntN(len(lex.Cities) + 1))
		}
		for range 1 + rng.IntN(4) {
			m.Payment.Hand[rng.IntN(len(lex.Faces))] += uint8(rng.IntN(3))
		}
		n := 0
		for pay := range p.Payments(seat, m) {
			if rng.IntN(2) == 0 {
				m.Payment = pay
			}
			if n++; n == 50 {
				break
			}
		}
	}
	return m
}

func lists(p *played, seat engine.Seat, m engine.Move) bool {
	for _, l := range p.AppendLegal(nil, seat) {
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

// TestViewListsWhatTheGameDoes checks that a seat's view offers exactly the game's legal moves and payments.
func TestViewListsWhatTheGameDoes(t *testing.T) {
	eachTable(t, func(t *rapid.T, title engine.Title, seats int) {
		p, rng := deal(t, title, seats)
		policy, _ := ai.New("random", rng)
		for range rapid.IntRange(0, 100).Draw(t, "plies") {
			if p.Over() {
				break
			}
			p.step(t, policy, rng)
		}
		for seat := engine.Seat(1); int(seat) <= seats; seat++ {
			v := p.View(seat)
			if diff := cmp.Diff(p.AppendLegal(nil, seat), v.Legal()); diff != "" {
				t.Fatalf("legal moves of seat %d (-game +view):\n%s", seat, diff)
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
					t.Fatalf("%q has %d payments", title.Lexicon().PrintMove(m), len(fromView))
				}
			}
		}
	})
}
