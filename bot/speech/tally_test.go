package speech

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/prospect"
	"konduktor/engine/titles"
)

// tally is what somebody notes on paper who hears each event of a Card Game: the own railyard and
// what went from it onto the own track (K3, K5). It looks at no view.
type tally struct {
	seat  engine.Seat
	wild  engine.Card
	track engine.Cards
	rows  [engine.MaxCards]int
}

func (t *tally) hear(e *engine.Event) {
	switch {
	case e.Kind == engine.EventDealtAnew:
		*t = tally{seat: t.seat, wild: t.wild}
	case e.Kind == engine.EventRobbed && e.Victim == t.seat:
		t.rows[e.Card] = 0
	case e.Seat != t.seat:
	case e.Kind == engine.EventLaid:
		t.rows = t.laid(&e.Payment.Hand)
	case e.Kind == engine.EventMoved:
		t.track = t.track.Plus(&e.Payment.Hand)
		for c := range t.rows {
			t.rows[c] = max(0, t.rows[c]-1)
		}
	}
}

// laid returns the own rows after cards are laid: locomotives belong to the row of their colour.
func (t *tally) laid(cards *engine.Cards) [engine.MaxCards]int {
	rows := t.rows
	for c, n := range cards {
		if n > 0 && engine.Card(c) != t.wild {
			rows[c] = int(n + cards[t.wild])
		}
	}
	return rows
}

// lacks counts the cards that tickets need and that lie neither on the track nor in the rows. A
// locomotive on the track stands for any card.
func (t *tally) lacks(needs []int, rows [engine.MaxCards]int) int {
	sum := -int(t.track[t.wild])
	for c, n := range needs {
		sum += max(0, n-int(t.track[c])-rows[c])
	}
	return max(0, sum)
}

func TestK3TextsCountWhatAPlayerWasToldOfTheOwnTrack(t *testing.T) {
	title, _ := titles.Find("cardgame")
	board := titles.Map("cardgame")
	s := New(texts(t, "en"), board)
	hidden := 0 // positions in which something that matters lies face down
	for _, seats := range title.SeatCounts() {
		for seed := range uint64(6) {
			setup, _ := ai.Simulated(seed, 0, seats)
			g, err := title.New(setup)
			if err != nil {
				t.Fatal(err)
			}
			var notes []tally
			for _, n := range []engine.Seat{1, 2, 3, 4}[:seats] {
				v := g.View(n)
				notes = append(notes, tally{seat: n, wild: v.Lexicon().Wild()})
			}
			rng := rand.New(rand.NewPCG(seed, uint64(seats)))
			for !g.Over() {
				seat := g.ToMove()[0]
				v, note := g.View(seat), &notes[seat-1]
				if v.Phase == engine.InPlay {
					own := v.Own().Tickets.IDs // those of an earlier pass lie apart (K9)
					if note.track.Total() > 0 {
						hidden++
					}
					note.compare(t, s, &v, own)
				}
				m := v.Legal()[rng.IntN(len(v.Legal()))]
				v.Propose(&m)
				events, err := g.Apply(seat, m)
				if err != nil {
					t.Fatal(err)
				}
				for i := range notes {
					for _, e := range events {
						e = e.For(notes[i].seat)
						notes[i].hear(&e)
					}
				}
			}
		}
	}
	if hidden < 300 {
		t.Errorf("only %d positions have cards on the own track", hidden)
	}
}

// compare holds each text of a position that counts cards against the notes.
func (t *tally) compare(test *testing.T, s *Speaker, v *engine.View, own []engine.TicketID) {
	test.Helper()
	wrong := func(what, got, want string) {
		if got != want {
			test.Fatalf("ply %d, seat %d of %d, %s: got %q, want %q; noted %v and %v", v.Ply, t.seat,
				len(v.Seats), what, got, want, t.track, t.rows)
		}
	}
	all := make([]int, len(s.board.Colors))
	for _, p := range prospect.Of(v, s.board, v.Viewer, own) {
		needs := make([]int, len(all))
		for c, n := range s.board.Tickets[p.ID].Cards {
			needs[c] = int(n)
		}
		if p.Standing == prospect.Lost { // nothing more comes to the track
			if t.lacks(needs, [engine.MaxCards]int{}) == 0 {
				wrong("ticket "+s.TicketCities(p.ID), s.stands(&p), "a track that pays for it")
			}
			continue
		}
		for c, n := range needs {
			all[c] += n
		}
		wrong("ticket "+s.TicketCities(p.ID), s.stands(&p),
			s.say("ahead.lacks", "Count", t.lacks(needs, t.rows)))
	}
	before := t.lacks(all, t.rows)
	for _, m := range legalOf(v, engine.Lay) {
		want := ""
		if after := t.lacks(all, t.laid(&m.Payment.Hand)); after != before {
			want = s.say("ahead.lay", "Before", before, "After", after)
		}
		wrong("a lay", s.layChange(v, &m.Payment.Hand), want)
	}
	for c, n := range all {
		if n > 0 {
			want := s.say("advice.why-draw-cards") // all lie on the track
			if lacks := n - int(t.track[c]); lacks > 0 {
				want = fmt.Sprintf("need %d of this colour", lacks)
			}
			if got := s.wantedReason(v, engine.Card(c)); !strings.Contains(got, want) {
				wrong("a card", got, want)
			}
		}
	}
}
