package table

import (
	"slices"
	"testing"
	"unicode/utf16"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

func TestTheAlternativeTextOfATableSaysWhatIsNewAndIsShort(t *testing.T) {
	p := cardTable(t)
	for _, lang := range []string{"en", "pl"} {
		g, news := cardGame(t, 4, 34, nil)
		pic, err := p.Board(g.View(1), caption.Options{Words: rendertest.Words(t, lang), News: news})
		if err != nil {
			t.Fatal(err)
		}
		rendertest.MustSay(t, pic.Alt, "Ala", "Bartek", "Celina", "Dorota",
			rendertest.Words(t, lang)("render.market"), rendertest.Words(t, lang)("render.just-now")+": ")
		robbed := slices.IndexFunc(news, func(e engine.Event) bool {
			return e.Kind == engine.EventRobbed
		})
		v := g.View(1)
		s := caption.New(p.m, rendertest.Words(t, lang)).Of(&v)
		loot := news[robbed].Payment.Cards()
		rendertest.MustSay(t, pic.Alt, rendertest.Words(t, lang)("render.robbed", "Name",
			s.Seat(&v, news[robbed].Seat), "Victim", s.Seat(&v, news[robbed].Victim),
			"Cards", s.Cards(&v, loot)))
		crowded, news := crowdedTable(t, 2)
		for _, alt := range []string{
			p.say.TableAlt(&crowded, &caption.Options{Words: rendertest.Words(t, lang), News: news}),
			caption.Clip(caption.New(p.m, rendertest.Words(t, lang)).Of(&crowded).Hand().String()),
		} {
			if n := len(utf16.Encode([]rune(alt))); n > caption.MaxAlt {
				t.Errorf("%s: got %d characters, want at most %d", lang, n, caption.MaxAlt)
			}
		}
	}
}
