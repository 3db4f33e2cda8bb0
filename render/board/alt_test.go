package board

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"konduktor/engine"
	"konduktor/engine/prospect"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

func TestAlternativeTextsAreShortAndComplete(t *testing.T) {
	p := amsterdamPainter(t)
	for _, lang := range []string{"en", "pl"} {
		for plies := 0; plies < 120; plies += 15 {
			g, last := rendertest.AmsterdamGame(t, 4, plies)
			v := g.View(1)
			pic, err := p.Board(v, caption.Options{Words: rendertest.Words(t, lang), Marked: last})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(utf16.Encode([]rune(pic.Alt))); n > caption.MaxAlt {
				t.Errorf("%s, ply %d: got %d characters, want at most %d", lang, plies, n, caption.MaxAlt)
			}
			for _, want := range []string{
				"Ala", "Bartek", "Celina", "Dorota", "Amsterdam",
				rendertest.Words(t, lang)("render.market"),
			} {
				if !strings.Contains(pic.Alt, want) {
					t.Errorf("%s, ply %d: got no %q in:\n%s", lang, plies, want, pic.Alt)
				}
			}
			for _, r := range last {
				if !strings.Contains(pic.Alt, p.say.Codes[r]+" ") {
					t.Errorf("%s, ply %d: got no route %s in:\n%s", lang, plies, p.say.Codes[r], pic.Alt)
				}
			}
		}
	}
}

// The fullest hands: what matters to the player comes first, whole lines are left out, and the last
// one says where they are.
func TestAnAlternativeTextOfAPrivatePictureBeginsWithTheOwnTickets(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p := painterOf(t, title)
			g, last := rendertest.Simulated(t, title, slices.Max(title.SeatCounts()), 120, "")
			for _, lang := range []string{"en", "pl"} {
				words := rendertest.Words(t, lang)
				v := g.View(1)
				alt := p.say.PrivateAlt(&v, &caption.Options{Words: words, News: claimsOf(v, last), Ways: true})
				if n := len(utf16.Encode([]rune(alt))); n > caption.MaxAlt {
					t.Errorf("%s: got %d characters, want at most %d", lang, n, caption.MaxAlt)
				}
				d := p.picture(&v, &caption.Options{Words: words, Private: true}).reader()
				say := p.say.Caption(&v, words)
				for i := range d.tickets {
					ticket := &d.tickets[i]
					mark := ticket.letter
					if ticket.done {
						mark = "✓"
					}
					is := &prospect.Of(&v, p.m, 1, []engine.TicketID{ticket.id})[0]
					rendertest.MustSay(t, alt, "\n"+mark+" "+say.TicketInFull(ticket.id)+": "+say.Outlook(is))
				}
				whole := strings.Contains(alt, words("render.network"))
				if more := strings.HasSuffix(alt, "\n"+words("render.alt-more")); more == whole ||
					strings.Contains(alt, "…") {
					t.Errorf("%s: it is whole: %t, and its last line says where more is: %t\n%s",
						lang, whole, more, alt)
				}
			}
		})
	}
}

func TestPictureOfAQuestionNamesItsSubject(t *testing.T) {
	title := rendertest.Titles["world"]
	p, w := painterOf(t, title), rendertest.Words(t, "en")
	g, _ := rendertest.Simulated(t, title, 2, 40, engine.OwesTurn)
	v := g.View(g.ToMove()[0])
	s := caption.New(p.m, w).Of(&v)
	harbor := engine.CityID(slices.IndexFunc(p.m.Cities, func(c railmap.City) bool { return c.Port }))
	for _, m := range []engine.Move{
		{Verb: engine.Claim, Route: 3}, {Verb: engine.Port, City: harbor},
	} {
		pic, err := p.Hand(v, caption.Options{Words: w, Move: m})
		if err != nil {
			t.Fatal(err)
		}
		want := s.RouteEnds(3)
		if m.Verb == engine.Port {
			want = s.City(m.City)
		}
		rendertest.MustSay(t, pic.Alt, w("render.asked")+": ", want)
	}
}
