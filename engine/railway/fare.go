package railway

import (
	"fmt"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// routeSet is a set of routes.
type routeSet [(railmap.MaxRoutes + 63) / 64]uint64

func (s *routeSet) has(r engine.RouteID) bool { return s[r>>6]>>(r&63)&1 == 1 }
func (s *routeSet) add(r engine.RouteID)      { s[r>>6] |= 1 << (r & 63) }

// measured is a tariff by which routes of one colour differ in their length only: the most spaces for which cards pay says
// of all of them which are affordable. Most routes are of that kind, and there are few colours.
type measured interface {
	Tariff
	// mostSpaces is the number of spaces that some of the cards pay for at most.
	mostSpaces(cards *engine.Cards) uint8
}

// fare are all routes that differ in their length only. What a seat can claim is put together from few of their sets, which
// spares asking each route's own tariff at every move (design D14).
type fare struct {
	key    string // what tells it from others
	tariff measured
	piece  uint8                           // the kind of pieces that is put on its routes
	upTo   [railmap.MaxLength + 1]routeSet // by a number of spaces: the routes that have no more
}

// addFare sorts a route by its fare. One whose tariff is of another kind has none.
func (t *Title) addFare(id engine.RouteID, r *railmap.Route, l *lane) {
	tariff, ok := l.tariff.(measured)
	if !ok {
		t.unmeasured.add(id)
		return
	}
	f := t.fare(fareKey(tariff, r), tariff, l.piece)
	for n := int(l.length); n < len(f.upTo); n++ {
		f.upTo[n].add(id)
	}
}

// fareKey names the fare of a route: how it is paid for, its colour, and whether wilds pay.
func fareKey(tariff measured, r *railmap.Route) string {
	key := fmt.Sprintf("%T %s", tariff, r.Color)
	if p, ok := tariff.(plain); ok {
		key += fmt.Sprint(" ", p.wild)
	}
	return key
}

// fare finds a fare, or makes it.
func (t *Title) fare(key string, tariff measured, piece uint8) *fare {
	for i := range t.fares {
		if t.fares[i].key == key && t.fares[i].piece == piece {
			return &t.fares[i]
		}
	}
	t.fares = append(t.fares, fare{key: key, tariff: tariff, piece: piece})
	return &t.fares[len(t.fares)-1]
}

// inReach are the routes that a seat can claim. Of those without a fare they are all that are open to it: whether it can
// afford one of these, the route's tariff must be asked.
func (g *Game) inReach(s engine.Seat, funds *engine.Cards) routeSet {
	t := g.title
	reach := t.unmeasured
	for i := range t.fares {
		f := &t.fares[i]
		spaces := min(int(f.tariff.mostSpaces(funds)), g.seat(s).pieces[f.piece], railmap.MaxLength)
		routes := &f.upTo[spaces]
		for w := range t.words {
			reach[w] |= routes[w]
		}
	}
	for w := range t.words {
		reach[w] &^= g.shut[w] | g.barred[s][w]
	}
	return reach
}
