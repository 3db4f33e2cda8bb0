package titles_test

import (
	"maps"
	"math/rand/v2"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// A redealt game is the same up to that moment: hands, board and market stay, and so do the
// contents of the piles.
func TestC19OnlyFaceDownCardsAreRedealt(t *testing.T) {
	for _, title := range titles.All() {
		for _, shuffle := range []string{"one", "apart"} {
			first, _ := ai.Simulated(3, 0, title.SeatCounts()[0])
			first.Options = map[string]string{engine.Shuffling().Key: shuffle}
			rng := rand.New(rand.NewPCG(1, 1))
			random, err := ai.New("random", rng)
			if err != nil {
				t.Fatal(err)
			}
			moves, err := ai.Play(play(t, title, first, nil), random, nil)
			if err != nil {
				t.Fatal(err)
			}
			again := first
			again.Seed = engine.Seed{1, 2, 3}
			again.Options = maps.Clone(first.Options)
			again.Options[engine.Redealing().Key] = engine.RedealtAfter(20, first.Seed)

			a, b := play(t, title, first, moves[:20]), play(t, title, again, moves[:20])
			for seat := range engine.Seat(len(first.Names) + 1) {
				av, bv := a.View(seat), b.View(seat)
				if got, want := viewText(t, &bv), viewText(t, &av); got != want {
					t.Fatalf("%s %s, seat %d: %s, want %s", title.ID(), shuffle, seat, got, want)
				}
			}
			if goesOn(t, a) == goesOn(t, b) {
				t.Errorf("%s %s: it goes on as before in spite of a redeal", title.ID(), shuffle)
			}
			record := notation.Record{Title: title, Version: title.Version(), Setup: again}
			read, err := notation.ParseRecord(record.Print(), titles.Find)
			if err != nil {
				t.Fatal(err)
			}
			if got := read.Setup.Options; !maps.Equal(got, again.Options) {
				t.Errorf("the record has %v, want %v", got, again.Options)
			}
		}
	}
}

func TestC19InvalidRedealsAreRefused(t *testing.T) {
	option := engine.Redealing()
	good := engine.RedealtAfter(7, engine.Seed{9})
	if !option.Takes(good) || !option.Takes("no") {
		t.Errorf("%q is not read", good)
	}
	for _, bad := range []string{
		"", "7", "0" + good, "+" + good, "0" + good[1:], good[:60],
		good + "0",
	} {
		if option.Takes(bad) {
			t.Errorf("%q is read", bad)
		}
	}
}

func play(t *testing.T, title engine.Title, setup engine.Setup,
	moves []notation.RecordedMove,
) engine.Game {
	t.Helper()
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if _, err := g.Apply(m.Seat, m.Move); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// goesOn plays a game out and says how it ends.
func goesOn(t *testing.T, g engine.Game) string {
	t.Helper()
	random, err := ai.New("random", rand.New(rand.NewPCG(2, 2)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ai.Play(g, random, nil); err != nil {
		t.Fatal(err)
	}
	v := g.Unveiled()
	return viewText(t, &v)
}

func viewText(t *testing.T, v *engine.View) string {
	t.Helper()
	text, err := notation.MarshalView(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
