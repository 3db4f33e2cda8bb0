package speech

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/engine/titles"
)

// reviewed returns an English speaker for a game of Ola and Bo, and what everybody sees of it.
func reviewed(t *testing.T) (*Speaker, engine.View) {
	t.Helper()
	title, _ := titles.Find("amsterdam")
	g, err := title.New(engine.Setup{Names: []string{"Ola", "Bo"}})
	if err != nil {
		t.Fatal(err)
	}
	return New(texts(t, "en"), titles.Map("amsterdam")), g.View(engine.Public)
}

// Eighteen percent are lost, and two turns name eight of them: the reader is told where the others
// went.
func TestReviewTellsTheCostOfOtherChoices(t *testing.T) {
	s, v := reviewed(t)
	choice := func(turn int) review.Choice {
		return review.Choice{
			Turn: turn, Seat: 1, Made: engine.Move{Verb: engine.Tickets},
			Better: engine.Move{Verb: engine.Draw}, Chance: .46, Loss: .04, Doubt: .01,
		}
	}
	r := review.Review{
		Seats: []review.Seat{
			{First: .6, Play: -.18, Doubt: .06, Came: -.42, Turns: 26},
			{First: .4, Came: .6, Share: 1, Turns: 25},
		},
		Costly: []review.Choice{choice(3), choice(9)},
	}
	said := s.Review(gameID, &v, []engine.Turn{{}, {}}, &r)
	for _, want := range []string{
		"Ola: own choices cost 18% (±12), 10% of it little by little, by 24 other choices.",
		"Turn 3: Ola chose to draw tickets. Better by 4%: to ",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %q", want, said)
		}
	}
	if strings.Contains(said, "Bo: own") || strings.Contains(said, "Luck") {
		t.Errorf("more is told: %q", said)
	}
}

// A seat cannot lose more than it had; what turns cost cannot be more than what all choices cost;
// and who won has not lost everything.
func TestASumThatSomethingElseDeniesIsNotTold(t *testing.T) {
	s, v := reviewed(t)
	told := func(seat review.Seat, costly ...review.Choice) string {
		r := review.Review{Seats: []review.Seat{seat, {First: .5}}, Costly: costly}
		return s.Review(gameID, &v, []engine.Turn{{}}, &r)
	}
	lost := review.Seat{First: .54, Play: -1, Doubt: .2, Turns: 9}
	if said := told(lost); !strings.Contains(said, "Ola: own choices cost all that there was") {
		t.Errorf("got %q", said)
	}
	lost.Share = 1
	if said := told(lost); !strings.Contains(said, "Too close to tell") {
		t.Errorf("the winner lost everything: %q", said)
	}
	small := review.Seat{First: .54, Play: -.1, Doubt: .04, Turns: 9}
	one := review.Choice{
		Turn: 1, Seat: 1, Made: engine.Move{Verb: engine.Tickets},
		Better: engine.Move{Verb: engine.Draw}, Loss: .12, Doubt: .02,
	}
	said := told(small, one)
	if strings.Contains(said, "own choices cost 10%") || !strings.Contains(said, "Better by 12%") {
		t.Errorf("got %q", said)
	}
}

// ended is a game that is over, with these final scores.
func ended(v engine.View, winner engine.Seat, finals ...engine.Final) *engine.View {
	v.Phase, v.Winners, v.ToMove = engine.IsOver, []engine.Seat{winner}, nil
	v.Seats = slices.Clone(v.Seats)
	for i := range finals {
		v.Seats[i].Final = &finals[i]
	}
	return &v
}

// A ticket and the goods decided it, although the loser built more: the score says so first.
func TestTheScoreSaysWhereTheDifferenceComesFrom(t *testing.T) {
	s, v := reviewed(t)
	over := ended(v, 1, engine.Final{
		Routes: 19, Tickets: 10, Total: 37, Earned: []int{10},
		Bonuses: []engine.Bonus{{Name: "goods", Points: 8}},
	}, engine.Final{
		Routes: 31, Tickets: 0, Total: 35, Earned: []int{5},
		Bonuses: []engine.Bonus{{Name: "goods", Points: 4}},
	})
	said := s.Review(gameID, over, []engine.Turn{{}}, &review.Review{Seats: make([]review.Seat, 2)})
	if want := "Ola beat Bo by 2 points: Routes −12 (19 to 31), Tickets completed +5 (10 to 5), " +
		"Tickets missed +5 (0 to −5), Goods +4 (8 to 4)."; !strings.Contains(said, want) {
		t.Errorf("no %q in %q", want, said)
	}
	over.Seats[1].Final.Total = 37
	said = s.Review(gameID, over, []engine.Turn{{}}, &review.Review{Seats: make([]review.Seat, 2)})
	if !strings.Contains(said, "level on points, and the tie-break decided") {
		t.Errorf("a tie-break is not told: %q", said)
	}
}

// The cards of big cities are bonuses of their own; what counts is their sum.
func TestTheBonusesOfCitiesCountTogether(t *testing.T) {
	s := New(texts(t, "en"), titles.Map("cardgame"))
	title, _ := titles.Find("cardgame")
	g, err := title.New(engine.Setup{Names: []string{"Ola", "Bo"}})
	if err != nil {
		t.Fatal(err)
	}
	var big []engine.Bonus
	for _, c := range titles.Map("cardgame").Cities {
		if c.Bonus > 0 && len(big) < 2 {
			big = append(big, engine.Bonus{Name: c.ID, Points: 20})
		}
	}
	over := ended(g.View(engine.Public), 1, engine.Final{Total: 40, Bonuses: big}, engine.Final{})
	said := s.Review(gameID, over, []engine.Turn{{}}, &review.Review{Seats: make([]review.Seat, 2)})
	if want := "Ola beat Bo by 40 points: Big Cities +40 (40 to 0)."; !strings.Contains(said, want) {
		t.Errorf("no %q in %q", want, said)
	}
}

func TestTheDecisiveTurnIsToldWithItsChances(t *testing.T) {
	s, v := reviewed(t)
	turns := []engine.Turn{{View: v}, {Seat: 2, View: v, Events: []engine.Event{{
		Kind: engine.EventClaimed, Seat: 2,
	}}}}
	r := review.Review{
		Seats: make([]review.Seat, 2), Known: [][]float64{{.5, .5}, {.2, .8}},
		Swing: &review.Swing{Turn: 1, Before: []float64{.5, .5}, After: []float64{.2, .8}},
	}
	said := s.Review(gameID, &v, turns, &r)
	for _, want := range []string{
		"Turn 1 changed most:** Bo claims", "Chances with all cards on the table: Ola 50 → 20%, " +
			"Bo 50 → 80%.",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %q", want, said)
		}
	}
	judged := review.Choice{Turn: 1, Seat: 2, Loss: .01, Doubt: .02}
	r.Choices = []review.Choice{judged}
	if said := s.Review(gameID, &v, turns, &r); !strings.Contains(said, "no clear mistake") {
		t.Errorf("the turn that changed most is not among the mistakes, and it is not said why: %q", said)
	}
	judged.Loss = .2
	r.Choices, r.Costly = []review.Choice{judged}, []review.Choice{judged}
	if said := s.Review(gameID, &v, turns, &r); strings.Contains(said, "no clear mistake") {
		t.Errorf("a mistake is called none: %q", said)
	}
}

func TestAReviewWithoutADecisiveTurnSaysWhatItsChartShows(t *testing.T) {
	s, v := reviewed(t)
	random := rand.New(rand.NewPCG(3, 4))
	calm, steep := 0, 0
	for range 300 {
		r := review.Review{Seats: []review.Seat{{Share: 1}, {}}}
		chance, step := .5, .01+.08*random.Float64()
		for range 20 {
			r.Known = append(r.Known, []float64{chance, 1 - chance})
			chance = min(max(chance+step*(2*random.Float64()-1), 0), 1)
		}
		most, rows := 0, s.Chances(&v, &r)
		rows = rows[:len(rows)-1]
		for from := range rows {
			for to := from + 1; to <= min(from+5, len(rows)-1); to++ {
				most = max(most, rows[to][0]-rows[from][0], rows[from][0]-rows[to][0])
			}
		}
		said := s.Review(gameID, &v, make([]engine.Turn, 20), &r)
		if strings.Contains(said, "little by little") != (most < 15) {
			t.Errorf("the chart changes by %d%% within five turns: %q", most, said)
		}
		_, told, found := strings.Cut(said, "to turn ")
		var to, before, after int
		if _, err := fmt.Sscanf(told, "%d: Ola %d → %d%%", &to, &before, &after); found && (err != nil ||
			max(before-after, after-before) != most || rows[to][0] != after) {
			t.Errorf("the chart has %d%% after turn %d, and changes by %d%% at most: %q", rows[to][0], to,
				most, said)
		}
		if found {
			steep++
		} else {
			calm++
		}
	}
	if calm < 30 || steep < 30 {
		t.Errorf("%d calm charts and %d steep ones", calm, steep)
	}
}

// A sum that chance could make is neither a loss nor the absence of one.
func TestAnUncertainSumIsNotTold(t *testing.T) {
	s, v := reviewed(t)
	r := review.Review{Seats: []review.Seat{{First: .5, Play: -.3, Doubt: .16, Turns: 9}, {}}}
	said := s.Review(gameID, &v, []engine.Turn{{}}, &r)
	if strings.Contains(said, "30") || !strings.Contains(said, "Too close to tell") {
		t.Errorf("got %q", said)
	}
}

// A player who built six routes of one and two spaces was told that luck decided.
func TestAReviewCountsWhatCanBeCounted(t *testing.T) {
	s, v := reviewed(t)
	over := ended(v, 1, engine.Final{Routes: 24, Total: 24}, engine.Final{
		Routes: 13, Tickets: -6, Total: 7, Completed: []engine.TicketID{0}, Earned: []int{5},
		Failed: []engine.TicketID{1, 2},
	})
	spaces, short := 0, 0
	for id := range engine.RouteID(7) {
		over.Seats[1].Routes = append(over.Seats[1].Routes, id)
		length := s.board.Routes[id].Length
		if spaces += length; length <= 2 {
			short++
		}
	}
	said := s.Review(gameID, over, []engine.Turn{{}}, &review.Review{Seats: make([]review.Seat, 2)})
	want := fmt.Sprintf("• Bo: %d carts for 13 points; %d of 7 routes with one or two spaces; "+
		"2 tickets of 11 points not made.", spaces, short)
	if !strings.Contains(said, want) {
		t.Errorf("no %q in %q", want, said)
	}
}

func TestChancesWithAllCardsKnownAddUpToAHundred(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	g, err := title.New(engine.Setup{Names: []string{"Ola", "Bo", "Cy"}})
	if err != nil {
		t.Fatal(err)
	}
	s, v := New(texts(t, "en"), titles.Map("amsterdam")), g.View(engine.Public)
	r := review.Review{
		Seats: []review.Seat{{Share: 1}, {}, {}},
		Known: [][]float64{{1. / 3, 1. / 3, 1. / 3}, {.015, .025, .96}},
	}
	got := s.Chances(&v, &r)
	if want := [][]int{{34, 33, 33}, {2, 2, 96}, {100, 0, 0}}; !slices.EqualFunc(got, want,
		slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
}
