package nordic

import (
	"iter"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
	"github.com/konduktor-bot/konduktor/engine/railway"
)

// longHaul is how many spaces the route Murmansk-Lieksa has, and perSpace how many cards of any kind stand for one card
// of its colour (N7).
const (
	longHaul = 9
	perSpace = 4
)

// murmanskLieksa returns the tariff of Murmansk-Lieksa, nil for every other route (N7).
func murmanskLieksa(r *railmap.Route) railway.Tariff {
	if r.ID != "lieksa--murmansk" || r.Length != longHaul {
		return nil
	}
	return substitute{}
}

// substitute is the tariff of N7: 9-s cards of one colour and 4s any cards, wilds too, s = 0 to 9. A payment with more
// cards of the colour than 9-s is not the least: with one of them s would be smaller.
type substitute struct{}

// most is how many cards there are of the colour of which there are most; a wild is no colour here.
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

// Pays finds s from the number of cards.
func (t substitute) Pays(paid *engine.Cards) bool {
	over := paid.Total() - longHaul
	if over < 0 || over%(perSpace-1) != 0 {
		return false
	}
	s := over / (perSpace - 1)
	most := t.most(paid)
	return s <= longHaul && (most == longHaul-s || s == 0 && most >= longHaul)
}

// Ways yields payments with the smallest s first; the other cards come from the colours of which most is there, wilds
// last.
func (t substitute) Ways(cards engine.Cards) iter.Seq[engine.Cards] {
	return func(yield func(engine.Cards) bool) {
		order := append(railway.ByNumber(&cards, wild), wild)
		for s := range longHaul + 1 {
			k := longHaul + (perSpace-1)*s
			if k > cards.Total() {
				return
			}
			if t.most(&cards) < longHaul-s {
				continue
			}
			usable := t.usable(cards, s)
			goOn := railway.Pick(&usable, order, k, func(way engine.Cards) bool {
				return !t.Pays(&way) || yield(way)
			})
			if !goOn {
				return
			}
		}
	}
}

// usable leaves out of each colour what no payment with that s has: a choice with more would not be the least. A hand of
// few cards of each colour has hundreds of thousands of such choices, which need not be looked at.
func (substitute) usable(cards engine.Cards, s int) engine.Cards {
	for c := range wild {
		cards[c] = min(cards[c], uint8(longHaul-s)) // 0 to 9
	}
	return cards
}
