package moment

import (
	"bytes"
	"fmt"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
	"konduktor/render/caption"
	"konduktor/render/raster"
	"konduktor/render/rendertest"
	"konduktor/render/theme"
)

// On a phone a picture is 300 pixels wide, where no lettering is smaller than 7 pixels.
const leastShown = 14

// TestEventsHavePicturesOfTheirOwn plays a game of each title with the fewest and the most seats.
// Every viewer gets the same picture: all of an event is public.
func TestEventsHavePicturesOfTheirOwn(t *testing.T) {
	golden := map[string]string{
		"nordic dug": "pl", "nordic opened": "en", "asia dug": "en", "world built": "en",
		"cardgame robbed": "en",
	}
	for _, title := range titles.All() {
		m, look := titles.MapOf(title), theme.For(title.ID())
		say := caption.NewPhrases(m, title.Lexicon(), caption.Pen{
			Plain: raster.Plain, Seats: look.SeatNames(),
		})
		counts := title.SeatCounts()
		for _, seats := range []int{counts[len(counts)-1], counts[0]} {
			g, policy := rendertest.Begun(t, title, seats)
			for !g.Over() {
				seat := g.ToMove()[0]
				move, _ := policy.Choose(g, seat)
				news, err := g.Apply(seat, move)
				if err != nil {
					t.Fatal(err)
				}
				for _, kind := range kindsOf(g.View(engine.Public), news) {
					name := title.ID() + " " + kind
					lang := golden[name]
					if lang == "" {
						lang = "en"
					}
					o := caption.Options{Words: rendertest.Words(t, lang), News: news}
					var first []byte
					for viewer := range seats + 1 {
						v := g.View(engine.Seat(viewer))
						pic, ok, err := Draw(&look, say, &v, &o)
						if err != nil || !ok {
							t.Fatalf("%s: got no picture (error: %v)", name, err)
						}
						if first == nil {
							first = pic.PNG
						}
						if !bytes.Equal(pic.PNG, first) {
							t.Errorf("%s: viewer %d sees another picture", name, viewer)
						}
						if pic.Crossed != "" || pic.Least < leastShown || pic.Width != 600 || pic.Height != 280 {
							t.Errorf("%s: got %d × %d, letters of %g, crossed %q", name, pic.Width, pic.Height,
								pic.Least, pic.Crossed)
						}
					}
					if golden[name] != "" {
						delete(golden, name)
						rendertest.Golden(t, fmt.Sprintf("../testdata/moment-%s-%s.png", title.ID(), kind), first)
					}
				}
			}
		}
	}
	for name := range golden {
		t.Errorf("no game had the event: %s", name)
	}
}

// kindsOf names the events that a picture is wanted of: the one that is still open, or one of a
// game that goes on.
func kindsOf(v engine.View, news []engine.Event) []string {
	if v.Tunnel != nil {
		return []string{"dug"}
	}
	for i := range news {
		switch e := &news[i]; {
		case v.Phase != engine.InPlay:
		case e.Kind == engine.EventDug && e.N == 0:
			return []string{"opened"}
		case e.Kind == engine.EventRobbed:
			return []string{"robbed"}
		case e.Kind == engine.EventBuilt:
			return []string{"built"}
		}
	}
	return nil
}
