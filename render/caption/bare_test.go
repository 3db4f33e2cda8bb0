package caption

import (
	"regexp"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
	"konduktor/render/rendertest"
)

// bare are two numbers in a row, or a slot's number that reads like a count of its card.
var bare = regexp.MustCompile(`(^|[ (])\d+ \d+|(?m)^(Market|Rynek): \d`)

func TestNoAlternativeTextHasABareNumber(t *testing.T) {
	for _, title := range titles.All() {
		g := played(t, title, slices.Max(title.SeatCounts()), 60)
		p := NewPhrases(titles.MapOf(title), title.Lexicon(), Pen{})
		for _, lang := range []string{"en", "pl"} {
			words := rendertest.Words(t, lang)
			for _, seat := range g.ToMove() {
				v := g.View(seat)
				o := Options{Words: words, Private: true, Ways: true}
				for r := range titles.MapOf(title).Routes {
					if owner := v.Owner(engine.RouteID(r)); owner != engine.Public && owner != seat {
						o.News = append(o.News, engine.Event{
							Kind: engine.EventClaimed, Seat: owner, Route: engine.RouteID(r),
						})
					}
				}
				texts := []string{p.BoardAlt(&v, &o)}
				if len(titles.MapOf(title).Routes) > 0 {
					texts = append(texts, p.PrivateAlt(&v, &o))
				} else {
					texts = []string{p.TableAlt(&v, &o), p.TableHandAlt(&v, &o)}
				}
				for _, text := range texts {
					if found := bare.FindString(text); found != "" {
						t.Errorf("%s, %s: %q in:\n%s", title.ID(), lang, found, text)
					}
				}
			}
		}
	}
	for _, said := range []string{"Market: 1 white, 2 purple", "1 59 Lhasa – Dihua"} {
		if !bare.MatchString(said) {
			t.Errorf("no bare number is found in %q", said)
		}
	}
}
