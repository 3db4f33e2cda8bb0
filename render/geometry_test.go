package render

import (
	"sync"
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
)

// eachBoard runs a test on the layout of every board that is shipped.
func eachBoard(t *testing.T, test func(t *testing.T, l *layout)) {
	for name := range shipped {
		t.Run(name, func(t *testing.T) { test(t, layouts[name]()) })
	}
}

// layouts are those of the boards that are shipped, made when first asked for.
var layouts = func() map[string]func() *layout {
	all := map[string]func() *layout{}
	for name, title := range shipped {
		all[name] = sync.OnceValue(func() *layout { return boardLayout(title.Map()) })
	}
	return all
}()

func TestNoSpaceCoversAnother(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *layout) {
		for r := range l.lanes {
			for q := range l.lanes[:r] {
				if touch(&l.lanes[r], &l.lanes[q], 5*l.mt.scale) {
					t.Errorf("routes %s and %s touch", l.m.Routes[r].ID, l.m.Routes[q].ID)
				}
			}
		}
	})
}

func TestSpacesOfARouteStandApart(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *layout) {
		for r := range l.lanes {
			slots := l.lanes[r].slots
			for i := 1; i < len(slots); i++ {
				if slots[i].meets(slots[i-1], 3*l.mt.scale) {
					t.Errorf("route %s: spaces %d and %d touch", l.m.Routes[r].ID, i, i+1)
				}
			}
		}
	})
}

func TestNoSpaceCoversACity(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *layout) {
		for r := range l.lanes {
			for i, s := range l.lanes[r].slots {
				for c, at := range l.cities {
					// A piece is wider than its space by 4, the teeth of a tunnel by 4.4.
					if s.holds(at, l.mt.dot+4.4*l.mt.scale) && cornerless(s, at, l.mt.dot+4.4*l.mt.scale) {
						t.Errorf("route %s: space %d covers %s", l.m.Routes[r].ID, i+1, l.m.Cities[c].ID)
					}
				}
			}
		}
	})
}

// cornerless reports whether the point is within reach of the slot itself, not only of its grown corners.
func cornerless(s slot, p point, reach float64) bool {
	x, y := s.local(p)
	dx, dy := max(0, max(x, -x)-s.length/2), max(0, max(y, -y)-s.width/2)
	return dx*dx+dy*dy < reach*reach
}

func TestNoNameCoversASpaceACityOrAName(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *layout) {
		for i := range l.labels {
			for _, a := range l.labels[i].areas {
				coversNothing(t, l, i, a)
			}
		}
	})
}

// coversNothing checks a line of a city's name.
func coversNothing(t *testing.T, l *layout, city int, a area) {
	t.Helper()
	name := l.m.Cities[city].ID
	for r := range l.lanes {
		for _, s := range l.lanes[r].slots {
			if covered(a, s, 4*l.mt.scale) > 0 {
				t.Errorf("the name of %s covers a space of %s", name, l.m.Routes[r].ID)
			}
		}
	}
	for c, at := range l.cities {
		if a.overlap(area{at.x, at.y, at.x, at.y}.grown(l.mt.dot)) > 0 {
			t.Errorf("the name of %s covers the city %s", name, l.m.Cities[c].ID)
		}
	}
	for j := range l.labels[:city] {
		if l.labels[j].overlap(a) > 0 {
			t.Errorf("the names of %s and %s overlap", name, l.m.Cities[j].ID)
		}
	}
}

func TestAllLiesInThePicture(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *layout) {
		inside := func(a area) bool { return a.x0 >= 0 && a.y0 >= 0 && a.x1 <= l.w && a.y1 <= l.h }
		for r := range l.lanes {
			for i, s := range l.lanes[r].slots {
				if !inside(s.bounds(4 * l.mt.scale)) {
					t.Errorf("route %s: space %d leaves the picture", l.m.Routes[r].ID, i+1)
				}
			}
		}
		for i := range l.labels {
			for _, a := range l.labels[i].areas {
				if !inside(a) {
					t.Errorf("the name of %s leaves the picture", l.m.Cities[i].ID)
				}
			}
		}
	})
}

func TestEverySpaceHasRoomForItsMarks(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *layout) {
		for r := range l.lanes {
			if s := l.lanes[r].slots[0]; s.length < 1.5*s.width {
				t.Errorf("route %s: spaces are %.0f long and %.0f wide", l.m.Routes[r].ID, s.length, s.width)
			}
		}
	})
}

func TestEveryRouteHasItsOwnCode(t *testing.T) {
	for name, title := range shipped {
		m, seen := title.Map(), map[string]string{}
		for r := range m.Routes {
			code := Code(m, engine.RouteID(r))
			if other, ok := seen[code]; ok {
				t.Errorf("%s: routes %s and %s are both %s", name, other, m.Routes[r].ID, code)
			}
			seen[code] = m.Routes[r].ID
		}
	}
}

// A map that nobody has laid out, with a theme of nobody's, can be drawn all the same.
func TestAnyMapCanBeDrawn(t *testing.T) {
	for _, title := range []string{"world"} {
		t.Run(title, func(t *testing.T) {
			m, lex := sharedMap(t, title)
			p, err := newPainter(m, lex, ThemeFor(title))
			if err != nil {
				t.Fatal(err)
			}
			pic, err := p.Board(engine.View{Market: []engine.Card{0, 1, engine.NoCard}}, Options{Words: texts(t, "en")})
			if err != nil {
				t.Fatal(err)
			}
			img := decode(t, pic.PNG)
			if got := img.Bounds().Dx(); got != pic.Width || len(pic.PNG) > 250_000 {
				t.Errorf("got a picture %d wide of %d bytes, want %d wide and at most 250000 bytes", got, len(pic.PNG), pic.Width)
			}
		})
	}
}
