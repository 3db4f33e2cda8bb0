package speech

import (
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

// A change lies between two turns of one seat: the others' moves in between are told, the seat's
// own earlier choice is not.
func TestReviewOfAChangeTellsTheOthersMoves(t *testing.T) {
	s, v := reviewed(t)
	claim := func(seat engine.Seat, r engine.RouteID) engine.Turn {
		return engine.Turn{Seat: seat, Events: []engine.Event{{
			Kind: engine.EventClaimed, Seat: seat,
			Route: r,
		}}}
	}
	turns := []engine.Turn{{}, claim(1, 0), claim(2, 1), claim(1, 2)}
	r := review.Review{
		Seats:  []review.Seat{{First: .61, Share: 1, Turns: 2}, {First: .48, Turns: 1}},
		Points: []review.Point{{Seat: 1, From: 1, To: 3, Before: .59, After: .68}},
	}
	said := s.Review(gameID, &v, turns, &r)
	if !strings.Contains(said, "Ola: 59% after turn 1, 68% before turn 3. In between: Bo claims") {
		t.Errorf("got %q", said)
	}
	if strings.Contains(said, "Ola claims") {
		t.Errorf("what Ola chose is told as if it came after: %q", said)
	}
	turns[2].Events = nil // Bo has drawn cards; nobody else was told which
	if said := s.Review(gameID, &v, turns, &r); !strings.Contains(said,
		"68% before turn 3. In between there was little to see") {
		t.Errorf("a change is told without a word of why: %q", said)
	}
	if !strings.Contains(said, "what they could know then") {
		t.Errorf("61 %% and 48 %% stand there without a word: %q", said)
	}
}

// Eighteen percent are lost, and two turning points name eight of them: the reader is told where
// the others went.
func TestReviewTellsTheCostOfOtherChoices(t *testing.T) {
	s, v := reviewed(t)
	choice := func(turn int) review.Point {
		return review.Point{
			Seat: 1, From: turn, To: turn, Before: .5, After: .46,
			Choice: review.Choice{
				Turn: turn, Seat: 1, Made: engine.Move{Verb: engine.Tickets},
				Better: engine.Move{Verb: engine.Draw}, Loss: .04,
			},
		}
	}
	r := review.Review{
		Seats: []review.Seat{
			{First: .6, Play: -.18, Doubt: .06, Came: -.42, Turns: 26},
			{First: .4, Came: .6, Share: 1, Turns: 25},
		},
		Points: []review.Point{choice(3), choice(9)},
	}
	said := s.Review(gameID, &v, []engine.Turn{{}, {}}, &r)
	if want := "Ola: the 24 other choices together: −10%."; !strings.Contains(said, want) ||
		strings.Contains(said, "Bo: the ") {
		t.Errorf("no %q, or more, in %q", want, said)
	}
}

// The result does not judge the last turn: the chances end with it, and the outcome follows
// separately.
func TestTheResultFollowsTheChances(t *testing.T) {
	s, v := reviewed(t)
	r := review.Review{
		Seats:   []review.Seat{{First: .6, Turns: 1}, {First: .4, Share: 1, Turns: 1}},
		Choices: []review.Choice{{Turn: 1, Seat: 1, Chance: .55}, {Turn: 2, Seat: 2, Chance: .61}},
	}
	got := s.ChancesThen(&v, 3, &r)
	if want := [][]int{{60, 40}, {55, 40}, {55, 61}, {0, 100}}; !slices.EqualFunc(got, want,
		slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
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
	r.Swing = nil
	if said := s.Review(gameID, &v, turns, &r); !strings.Contains(said, "No single turn decided it") {
		t.Errorf("got %q", said)
	}
}

// A sum that chance could make is neither a loss nor the absence of one.
func TestAnUncertainSumIsCalledUncertain(t *testing.T) {
	s, v := reviewed(t)
	r := review.Review{Seats: []review.Seat{{First: .5, Play: -.3, Doubt: .4, Turns: 9}, {}}}
	said := s.Review(gameID, &v, []engine.Turn{{}}, &r)
	if !strings.Contains(said, "Too close to tell: −30% (±40)") {
		t.Errorf("got %q", said)
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

func TestReportedChangesOfAChanceAddUp(t *testing.T) {
	s, v := reviewed(t)
	over := ended(v, 1, engine.Final{Total: 2}, engine.Final{Total: 1})
	r := review.Review{Seats: []review.Seat{
		{First: .524, Share: 1, Play: -.104, Came: .58, Turns: 9},
		{First: .506, Share: 0, Play: -.104, Came: -.402, Turns: 9}, // 51 − 10 − 40 would be 1
	}}
	said := s.Review(gameID, over, []engine.Turn{{}}, &r)
	for _, want := range []string{
		"from 52% to 100%. Own choices −10% (±0), luck and the others +58%",
		"from 51% to 0%. Own choices −10% (±0), luck and the others −41%",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %q", want, said)
		}
	}
}
