package titles_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/amsterdam"
	"konduktor/engine/asia"
	"konduktor/engine/cardgame"
	"konduktor/engine/enginetest"
	"konduktor/engine/nordic"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
	"konduktor/engine/world"
)

// referees are the referee of each title, and how many games it recounts for each policy and number
// of seats.
var referees = map[string]struct {
	appoint appoint
	games   int
}{
	amsterdam.Title.ID(): {amsterdamRefereeOf, 150},
	nordic.Title.ID():    {nordicRefereeOf, 150},
	asia.Title.ID():      {asiaRefereeOf, 150},
	world.Title.ID():     {worldRefereeOf, 60},
	cardgame.Title.ID():  {cardRefereeOf, 100},
}

// TestTheRefereeAgrees lets each title's referee recount finished games: those in its
// testdata/games, and simulated ones for each policy and number of seats.
func TestTheRefereeAgrees(t *testing.T) {
	for _, title := range titles.All() {
		by, ok := referees[title.ID()]
		if !ok {
			t.Fatalf("%s has no referee", title.ID())
		}
		for _, file := range recordsOf(t, title, "games") {
			t.Run(title.ID()+" "+filepath.Base(file), func(t *testing.T) {
				t.Parallel()
				checkFile(t, file, title, by.appoint)
			})
		}
		recountSimulated(t, title, enginetest.Size((by.games+4)/5, by.games), by.appoint)
	}
}

func recountSimulated(t *testing.T, title engine.Title, games int, by appoint) {
	t.Helper()
	for _, options := range []map[string]string{nil, engine.UsualOptions(title)} {
		for _, policy := range ai.Policies() {
			for _, seats := range title.SeatCounts() {
				name := fmt.Sprintf("%s %s by %d %v", title.ID(), policy, seats, options)
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					for i := range games {
						record, g := enginetest.PlayBy(t, title, options, 7, i, seats,
							func(rng *rand.Rand) ai.Policy {
								p, err := ai.New(policy, rng)
								if err != nil {
									t.Fatal(err)
								}
								return p
							})
						if diff := judge(record, g, by); diff != "" {
							t.Fatalf("%s\n%s", diff, record.Print())
						}
					}
				})
			}
		}
		if engine.UsualOptions(title) == nil {
			break
		}
	}
}

func checkFile(t *testing.T, file string, title engine.Title, by appoint) {
	text, record := enginetest.ReadRecord(t, file, title)
	g, err := record.Replay(-1)
	if err != nil {
		t.Fatalf("%s:%v", file, err)
	}
	v := g.View(engine.Public)
	if !g.Over() || !strings.HasSuffix(text, "\n"+notation.ResultLines(&v)) {
		t.Errorf("over: %v, the result is now\n%s", g.Over(), notation.ResultLines(&v))
	}
	if diff := judge(record, g, by); diff != "" {
		t.Error(diff)
	}
}
