package render

import (
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
)

// leastCode is the size of the smallest codes, in pixels: of two lanes of a single space beside each other, which need the
// symbol of their colour too. All others are at least 9.9.
const leastCode = 7

func TestEveryRouteShowsItsCodeOnOneSpace(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *layout) {
		theme := ThemeFor(l.m.Title)
		s := newSketch(&theme, 1, 1)
		for r := range l.lanes {
			var sizes []float64
			for i := range l.lanes[r].slots {
				items, fit := s.shown(l, engine.RouteID(r), i)
				for _, it := range items {
					if it.sign == codeSign {
						sizes = append(sizes, fit*l.mt.code)
					}
				}
			}
			if len(sizes) != 1 || sizes[0] < leastCode {
				t.Errorf("route %s: got codes of the sizes %.1f, want one of at least %d", l.m.Routes[r].ID, sizes, leastCode)
			}
		}
	})
}

// N5, W6: each mark costs something, so a reader must be able to count them.
func TestASpaceShowsAllItsMarks(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *layout) {
		theme := ThemeFor(l.m.Title)
		s := newSketch(&theme, 1, 1)
		for r := range l.lanes {
			marks, route := 0, &l.m.Routes[r]
			for i := range l.lanes[r].slots {
				items, _ := s.shown(l, engine.RouteID(r), i)
				for _, it := range items {
					if it.sign == costSign {
						marks++
					}
				}
			}
			if want := route.Symbols + route.Pairs; marks != want {
				t.Errorf("route %s: got %d marks, want %d", route.ID, marks, want)
			}
		}
	})
}
