package railway

import (
	"fmt"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// measured is a tariff by which routes of one colour differ in their length only: the most spaces for which cards pay says
// of all of them which are affordable. Most routes are of that kind, and there are few colours, so this spares asking each
// route's own tariff at every move (design D14).
type measured interface {
	Tariff
	// mostSpaces is the number of spaces that some of the cards pay for at most.
	mostSpaces(cards *engine.Cards) uint8
}

// fare is what decides first whether a seat can claim a route. All of them lie together, since they are looked at for every
// route at every move.
type fare struct {
	length uint8
	kind   uint8 // index of its kind of fare; 0: its tariff must be asked
	piece  uint8 // the kind of pieces that is put on it
}

// maxFares bounds the kinds of fares: a colour and gray, on rails and at sea, with and without wilds.
const maxFares = 48

// newFare sorts a route by its kind of fare.
func (t *Title) newFare(r *railmap.Route, l *lane) fare {
	f := fare{length: l.length, piece: l.piece}
	tariff, ok := l.tariff.(measured)
	if !ok {
		return f
	}
	key := fmt.Sprintf("%T %s", tariff, r.Color)
	if p, ok := tariff.(plain); ok {
		key += fmt.Sprint(p.wild)
	}
	for i, known := range t.fareKeys {
		if known == key {
			f.kind = uint8(i + 1) // less than maxFares
			return f
		}
	}
	if len(t.measures)+1 < maxFares {
		t.measures, t.fareKeys = append(t.measures, tariff), append(t.fareKeys, key)
		f.kind = uint8(len(t.measures)) // less than maxFares
	}
	return f
}

// reach holds, by kind of fare, how many spaces a seat can pay for at most, and by kind of pieces how many it has.
type reach struct {
	spaces [maxFares]uint8
	pieces [maxKinds]int
}

func (g *Game) reach(s engine.Seat, funds *engine.Cards) reach {
	r := reach{pieces: g.seat(s).pieces}
	r.spaces[0] = railmap.MaxLength // unknown: the tariff decides
	for i, m := range g.title.measures {
		r.spaces[i+1] = m.mostSpaces(funds)
	}
	return r
}

// short reports whether a route is out of reach.
func (r *reach) short(f fare) bool {
	return f.length > r.spaces[f.kind] || int(f.length) > r.pieces[f.piece]
}
