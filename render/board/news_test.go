package board

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// News without room lose their points, then those of a seat stand together, and at last the oldest
// are only their seats' pieces: every seat with news is named, and the latest in words.
func TestOlderNewsMakeRoomForLaterOnes(t *testing.T) {
	v := namedView([4]string{})
	d := amsterdamPainter(t).picture(&v, &caption.Options{Words: rendertest.Words(t, "en")})
	all := make([]caption.Headline, 6)
	for i := range all {
		all[i] = caption.Headline{Seat: engine.Seat(1 + i%3), Text: "Dam – Waag +4", Brief: "Dam–Waag"}
	}
	for room := 4000.0; room > 560; room -= 10 {
		got := d.news(slices.Clone(all), room)
		if w := d.newsWidth(got); w > room {
			t.Fatalf("%.0f pixels: the news need %.0f", room, w)
		}
		named := map[engine.Seat]bool{}
		for _, n := range got {
			for _, seat := range n.seats {
				named[seat] = true
			}
		}
		if last := got[len(got)-1]; len(named) != 3 || !slices.Equal(last.seats, []engine.Seat{3}) ||
			!strings.HasSuffix(last.text, "Dam–Waag") && !strings.HasSuffix(last.text, "+4") {
			t.Fatalf("%.0f pixels: got %v", room, got)
		}
	}
}

// In most turns everything new stands in words below the map.
func TestMostNewsHaveRoom(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p, w := painterOf(t, title), rendertest.Words(t, "pl")
			whole, turns := 0, 0
			for _, seats := range title.SeatCounts() {
				for game := range uint64(enginetest.Size(1, 5)) {
					setup, rng := ai.Simulated(game, 3, seats)
					g, err := title.New(setup)
					if err != nil {
						t.Fatal(err)
					}
					policy, err := ai.New("greedy", rng)
					if err != nil {
						t.Fatal(err)
					}
					var last [][]engine.Event
					for !g.Over() {
						seat := g.ToMove()[0]
						m, _ := policy.Choose(g, seat)
						events, err := g.Apply(seat, m)
						if err != nil {
							t.Fatal(err)
						}
						var public []engine.Event
						for _, e := range events {
							public = append(public, e.For(engine.Public))
						}
						v := g.View(engine.Public)
						if !v.EndsTurn(seat) {
							continue
						}
						last = append(last, public)
						last = last[max(0, len(last)-seats):]
						d := p.picture(&v, &caption.Options{Words: w, News: slices.Concat(last...)})
						turns++
						items := d.news(d.say.Headlines(d.o.News), float64(1650-2*stripEdge))
						if !slices.ContainsFunc(items, func(n newsItem) bool {
							return strings.Contains(n.text, leftOut)
						}) {
							whole++
						}
					}
				}
			}
			t.Logf("everything stands there in %d of %d turns", whole, turns)
			if 10*whole < 7*turns {
				t.Errorf("everything stands there in %d of %d turns, want most", whole, turns)
			}
		})
	}
}
