package match

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// trial is a game in which some seats have plans.
type trial struct {
	*testing.T
	title  engine.Title
	game   engine.Game
	rng    *rand.Rand
	moves  []notation.RecordedMove
	plans  map[engine.Seat]*made
	counts map[Outcome]int
	second int // moves of plans after the first
}

// made is a plan with what has happened since.
type made struct {
	Intention
	last  bool           // the last round had begun when it was made
	since []engine.Event // as the seat may know them
}

func TestPlanMakesLegalMovesAndStopsAtANamedEvent(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			all := map[Outcome]int{}
			second := 0
			for i := range enginetest.Size(3, 8) {
				counts := title.SeatCounts()
				setup, rng := ai.Simulated(11, i, counts[i%len(counts)])
				g, err := title.New(setup)
				if err != nil {
					t.Fatal(err)
				}
				one := &trial{
					T: t, title: title, game: g, rng: rng, plans: map[engine.Seat]*made{},
					counts: all,
				}
				for !g.Over() {
					one.step()
				}
				one.replays(setup)
				second += one.second
			}
			if all[PlanDone] < enginetest.Size(34, 100) || all[PlanNone] == 0 || second == 0 {
				t.Errorf("got outcomes %v and %d further moves: the test proves little", all, second)
			}
		})
	}
}

// step lets somebody plan now and then, and the seat to move do what it has planned, or anything.
func (x *trial) step() {
	v := x.game.View(engine.Public)
	for s := engine.Seat(1); int(s) <= len(v.Seats); s++ {
		if x.plans[s] == nil && x.rng.IntN(3) == 0 {
			x.makePlan(s)
		}
	}
	seat := v.ToMove[0]
	p := x.plans[seat]
	if p == nil || v.Phase != engine.InPlay || v.Owes != engine.OwesTurn {
		mover, m, events := enginetest.PlayRandomly(x, x.game, x.rng)
		x.note(mover, m, events)
		return
	}
	delete(x.plans, seat)
	x.carryOut(seat, p)
}

// carryOut does what the runner does, and checks each move.
func (x *trial) carryOut(seat engine.Seat, p *made) {
	v := x.game.View(seat)
	refuses := func(m engine.Move) error {
		_, err := x.game.Clone().Apply(seat, m)
		return err
	}
	s, why := p.Choose(&v, p.since, refuses)
	x.counts[why]++
	if why == PlanTaken && !p.Taken || why == PlanLastRound && !p.LastRound {
		x.Fatalf("the plan of seat %d ends with %q, an event that it does not name", seat, why)
	}
	if why != PlanDone {
		return
	}
	for _, r := range p.routes() {
		gone := v.Owner(r) != engine.Public || slices.Contains(v.Closed, r) // C8
		if p.Taken && gone {
			x.Fatalf("seat %d goes on with its plan although nobody can take route %d", seat, r)
		}
	}
	if p.LastRound && v.LastRound && !p.last && !v.Uses(engine.UsesYards) {
		x.Fatalf("seat %d goes on with its plan in the last round", seat)
	}
	m, ok := s.Begins(&v)
	for n := 1; ok; n++ {
		if n <= len(s.Moves) && m.Verb != engine.Pay && m.Verb != engine.Withdraw {
			x.sameAsPlanned(&v, m, s.Moves[n-1])
		}
		if toll := m.Payment.Cards(); m.Verb == engine.Pay && toll.Total() > s.Toll {
			x.Fatalf("seat %d pays %d for a tunnel, planned were %d at most", seat, toll.Total(), s.Toll)
		}
		if n > 1 {
			x.second++
		}
		events, err := x.game.Apply(seat, m)
		if err != nil {
			x.Fatalf("seat %d at ply %d: %+v: %v", seat, v.Ply, m, err)
		}
		x.note(seat, m, events)
		if v = x.game.View(seat); v.EndsTurn(seat) {
			return
		}
		m, ok = s.Next(n, &v)
	}
}

// sameAsPlanned wants that a move is that which was planned, but for the slot in which an open card
// lies.
func (x *trial) sameAsPlanned(v *engine.View, m engine.Move, w Wish) {
	if w.Card != engine.NoCard {
		if v.Market[m.Slot-1] != w.Card {
			x.Fatalf("takes card %d, planned was %d", v.Market[m.Slot-1], w.Card)
		}
		m.Slot = w.Slot
	}
	if !m.Equal(&w.Move) {
		x.Fatalf("makes %+v, planned was %+v", m, w.Move)
	}
}

// note records a move, and tells it to those who have plans.
func (x *trial) note(seat engine.Seat, m engine.Move, events []engine.Event) {
	x.moves = append(x.moves, notation.RecordedMove{Seat: seat, Move: m})
	for s, p := range x.plans {
		for _, e := range events {
			p.since = append(p.since, e.For(s))
		}
	}
}

// makePlan lets a seat plan some of the steps offered, and checks that the plan is kept unchanged.
func (x *trial) makePlan(s engine.Seat) {
	v, err := x.game.Planned(s)
	if err != nil {
		return
	}
	p := &made{last: v.LastRound}
	p.Taken, p.LastRound = x.rng.IntN(3) == 0, x.rng.IntN(3) == 0
	for range 1 + x.rng.IntN(3) {
		one := Step{Moves: []Wish{x.wish(&v)}, Toll: AskToll}
		if x.rng.IntN(2) == 0 && one.Moves[0].Verb == engine.Claim {
			one.Toll = x.rng.IntN(4)
		}
		for after, err := x.game.Planned(s, one.Made()...); err == nil && len(after.Legal()) > 0 &&
			x.rng.IntN(4) > 0; {
			one.Moves = append(one.Moves, x.wish(&after))
			after, err = x.game.Planned(s, one.Made()...)
		}
		p.Steps = append(p.Steps, one)
	}
	var row Plan
	p.Write(&row, x.title.Lexicon())
	again, err := ReadIntention(row, x.title.Lexicon())
	if err != nil || !reflect.DeepEqual(again, p.Intention) {
		x.Fatalf("%q is read as %+v, error %v, want %+v", row.Steps, again, err, p.Intention)
	}
	x.plans[s] = p
}

// wish draws one of the moves that are offered: a claim rather often.
func (x *trial) wish(v *engine.View) Wish {
	list := v.Legal()
	claims := slices.DeleteFunc(slices.Clone(list), func(m engine.Move) bool {
		return m.Verb != engine.Claim
	})
	if len(claims) > 0 && x.rng.IntN(2) == 0 {
		list = claims
	}
	m := list[x.rng.IntN(len(list))]
	for pay := range v.Payments(m) {
		if m.Payment = pay; x.rng.IntN(3) == 0 {
			break
		}
	}
	return WishFor(v, m)
}

// replays wants that the record of the game leads to the same end.
func (x *trial) replays(setup engine.Setup) {
	r := &notation.Record{
		Title: x.title, Version: x.title.Version(), Commitment: setup.Seed.Commitment(), Setup: setup,
		Moves: x.moves,
	}
	again, err := r.Replay(-1)
	if err != nil {
		x.Fatal(err)
	}
	if diff := cmp.Diff(marshaled(x, x.game), marshaled(x, again)); diff != "" {
		x.Fatalf("(-played +replayed):\n%s", diff)
	}
}

func marshaled(x *trial, g engine.Game) string {
	v := g.Unveiled()
	text, err := notation.MarshalView(&v)
	if err != nil {
		x.Fatal(err)
	}
	return string(text)
}

// What is wrong with a stored plan is logged, and a plan is a secret.
func TestNoErrorQuotesAPlan(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	g, err := title.New(engine.Setup{Names: []string{"Ola", "Bo"}})
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(1)
	for _, step := range []string{
		"secret", "draw 1 of secret", "draw deck; toll secret",
		"toll 7331",
	} {
		stored := Plan{Game: "game1", Seat: 1, Steps: []string{step}}
		_, err := ReadIntention(stored, v.Lexicon())
		quotes := func(part string) bool { return strings.Contains(err.Error(), part) }
		if err == nil || quotes("secret") || quotes("7331") {
			t.Errorf("%q: got error %v, want one that does not quote it", step, err)
		}
	}
}

// The partner may have spent the cards of a step (S12), so the next one is tried.
func TestPlanTriesTheNextStepWhenTheHandCannotPay(t *testing.T) {
	claim := func(r engine.RouteID) Step {
		return Step{Moves: []Wish{{engine.Move{Verb: engine.Claim, Route: r}, engine.NoCard}}}
	}
	p := Intention{Steps: []Step{claim(1), claim(2)}}
	poor := func(routes ...engine.RouteID) func(engine.Move) error {
		return func(m engine.Move) error {
			if slices.Contains(routes, m.Route) {
				return &engine.Refusal{Code: engine.RefuseNotHeld}
			}
			return nil
		}
	}
	if s, why := p.Choose(&engine.View{}, nil, poor(1)); why != PlanDone || s.Moves[0].Route != 2 {
		t.Errorf("got step %v, %q; want the second one", s, why)
	}
	if _, why := p.Choose(&engine.View{}, nil, poor(1, 2)); why != PlanHand {
		t.Errorf("got %q, want that the hand pays for none", why)
	}
}
