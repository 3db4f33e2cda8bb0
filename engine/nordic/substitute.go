package nordic

import (
	"iter"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/railway/tariff"
)

// longHaul is how many spaces Murmansk-Lieksa has, perSpace how many cards of any kind stand for
// one of its colour (N7).
const (
	longHaul = 9
	perSpace = 4
)

// murmanskLieksa returns the tariff of Murmansk-Lieksa, nil for every other route (N7).
func murmanskLieksa(r *railmap.Route) tariff.Tariff {
	if r.ID != "lieksa--murmansk" || r.Length != longHaul {
		return nil
	}
	return substitute{}
}

// substitute is the tariff of N7: 9-s cards of one colour and 4s cards of any kind, wilds too, with
// s from 0 to 9. A payment with more than 9-s cards of the colour is not minimal.
type substitute struct{}

// Remark says on the board that the route has a price of its own.
func (substitute) Remark() engine.Remark { return engine.Remark{ID: "four-for-one", Sign: "4:1"} }

// AnyFor is how many cards of any kind stand for one card of the colour.
func (substitute) AnyFor() uint8 { return perSpace }

// most counts the cards of the most frequent colour; wilds are no colour here.
func (substitute) most(cards *engine.Cards) int {
	var most uint8
	for c := range wild {
		most = max(most, cards[c])
	}
	return int(most)
}

// Affords lays as many cards of one colour as it can.
func (t substitute) Affords(cards *engine.Cards) bool {
	colored := min(t.most(cards), longHaul)
	return cards.Total() >= colored+perSpace*(longHaul-colored)
}

// Misfit says that cards are left over or missing: any card helps to pay.
func (t substitute) Misfit(paid *engine.Cards) engine.Misfit {
	switch {
	case t.pays(paid):
		return ""
	case t.Affords(paid):
		return engine.TooManyCards
	}
	return engine.TooFewCards
}

// pays finds s from the number of cards.
func (t substitute) pays(paid *engine.Cards) bool {
	over := paid.Total() - longHaul
	if over < 0 || over%(perSpace-1) != 0 {
		return false
	}
	s := over / (perSpace - 1)
	most := t.most(paid)
	return s <= longHaul && (most == longHaul-s || s == 0 && most >= longHaul)
}

// Ways yields payments with the smallest s first; the others come from the most frequent colours,
// wilds last.
func (t substitute) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		order := append(tariff.ByNumber(&cards, wild), wild)
		for s := range longHaul + 1 {
			k := longHaul + (perSpace-1)*s
			if k > cards.Total() {
				return
			}
			if t.most(&cards) < longHaul-s {
				continue
			}
			usable := t.usable(cards, s)
			goOn := tariff.Pick(&usable, order, k, func(way engine.Cards) bool {
				return !t.pays(&way) || yield(way)
			})
			if !goOn {
				return
			}
		}
	}
}

// usable leaves out what no minimal payment with that s has: a hand of a few cards of each colour
// has hundreds of thousands of such choices.
func (substitute) usable(cards engine.Cards, s int) engine.Cards {
	for c := range wild {
		cards[c] = min(cards[c], uint8(longHaul-s)) // 0 to 9
	}
	return cards
}
