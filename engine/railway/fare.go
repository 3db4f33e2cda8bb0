package railway

import (
	"fmt"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/railway/tariff"
)

type routeSet [(railmap.MaxRoutes + 63) / 64]uint64

func (s *routeSet) has(r engine.RouteID) bool { return s[r>>6]>>(r&63)&1 == 1 }
func (s *routeSet) add(r engine.RouteID)      { s[r>>6] |= 1 << (r & 63) }

// fare is a group of routes that differ in length only. What a seat can claim is the union of a few
// such sets, so tariffs need not be asked at every move.
type fare struct {
	key    string // unique: tariff, colour, wilds
	tariff tariff.Measured
	piece  uint8                           // the kind of pieces on its routes
	upTo   [railmap.MaxLength + 1]routeSet // by number of spaces: the routes that have no more
}

// addFare sorts a route by its fare. One with another kind of tariff has none.
func (t *Title) addFare(id engine.RouteID, r *railmap.Route, l *lane) {
	measured, ok := l.tariff.(tariff.Measured)
	if !ok {
		t.unmeasured.add(id)
		return
	}
	f := t.fare(fareKey(measured, r), measured, l.piece)
	for n := int(l.length); n < len(f.upTo); n++ {
		f.upTo[n].add(id)
	}
}

// fareKey names the fare of a route: how it is paid for, its colour, and whether wilds pay.
func fareKey(measured tariff.Measured, r *railmap.Route) string {
	key := fmt.Sprintf("%T %s", measured, r.Color)
	if p, ok := measured.(tariff.Ordinary); ok {
		key += fmt.Sprint(" ", p.Wild)
	}
	return key
}

// fare finds a fare, or makes it.
func (t *Title) fare(key string, measured tariff.Measured, piece uint8) *fare {
	for i := range t.fares {
		if t.fares[i].key == key && t.fares[i].piece == piece {
			return &t.fares[i]
		}
	}
	t.fares = append(t.fares, fare{key: key, tariff: measured, piece: piece})
	return &t.fares[len(t.fares)-1]
}

// inReach are the routes that a seat can claim. It has all open routes without a fare: only their
// own tariff knows whether they are affordable.
func (g *Game) inReach(s engine.Seat, funds *engine.Cards) routeSet {
	t := g.title
	reach := t.unmeasured
	for i := range t.fares {
		f := &t.fares[i]
		spaces := min(int(f.tariff.MostSpaces(funds)), g.seat(s).pieces[f.piece], railmap.MaxLength)
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
