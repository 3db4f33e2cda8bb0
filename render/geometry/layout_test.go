package geometry

import (
	"math"
	"strconv"
	"sync"
	"testing"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/raster"
	"konduktor/render/rendertest"
)

// lettering is that of a real board.
func lettering(m *railmap.Map) Lettering {
	return Lettering{
		Width: func(size float64, text string) float64 { return raster.Narrow(size).Width(text) },
		Exit: func(to engine.CityID, _ *railmap.Route) string {
			return m.Cities[to].Name
		},
		Short: func(r *railmap.Route) string { return strconv.Itoa(r.Group + 11) },
	}
}

// eachBoard runs a test on the layout of every board that is shipped.
func eachBoard(t *testing.T, test func(t *testing.T, l *Layout)) {
	for name := range rendertest.Titles {
		t.Run(name, func(t *testing.T) { test(t, layouts[name]()) })
	}
}

// layouts are those of the boards that are shipped, made when first asked for.
var layouts = func() map[string]func() *Layout {
	all := map[string]func() *Layout{}
	for name, title := range rendertest.Titles {
		all[name] = sync.OnceValue(func() *Layout {
			return ForBoard(title.Map(), lettering(title.Map()))
		})
	}
	return all
}()

func TestNoSpaceCoversAnother(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		for r := range l.Lanes {
			for q := range l.Lanes[:r] {
				if touch(&l.Lanes[r], &l.Lanes[q], 5*l.Sizes.Scale) {
					t.Errorf("routes %s and %s touch", l.Map.Routes[r].ID, l.Map.Routes[q].ID)
				}
			}
		}
	})
}

func TestSpacesOfARouteStandApart(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		for r := range l.Lanes {
			slots := l.Lanes[r].Slots
			for i := 1; i < len(slots); i++ {
				if slots[i].meets(slots[i-1], 3*l.Sizes.Scale) {
					t.Errorf("route %s: spaces %d and %d touch", l.Map.Routes[r].ID, i, i+1)
				}
			}
		}
	})
}

func TestNoSpaceCoversACity(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		for r := range l.Lanes {
			for i, s := range l.Lanes[r].Slots {
				for c, at := range l.Cities {
					// A piece is wider than its space by 4, the teeth of a tunnel by 4.4.
					if s.holds(at, l.Sizes.Dot+4.4*l.Sizes.Scale) &&
						cornerless(s, at, l.Sizes.Dot+4.4*l.Sizes.Scale) {
						t.Errorf("route %s: space %d covers %s", l.Map.Routes[r].ID, i+1, l.Map.Cities[c].ID)
					}
				}
			}
		}
	})
}

// cornerless reports whether the point is within reach of the slot itself, not only of its grown
// corners.
func cornerless(s Slot, p Point, reach float64) bool {
	x, y := s.local(p)
	dx, dy := max(0, max(x, -x)-s.Length/2), max(0, max(y, -y)-s.Width/2)
	return dx*dx+dy*dy < reach*reach
}

func TestEverythingLiesInsideThePicture(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		inside := func(a Area) bool { return a.X0 >= 0 && a.Y0 >= 0 && a.X1 <= l.W && a.Y1 <= l.H }
		for r := range l.Lanes {
			for i, s := range l.Lanes[r].Slots {
				if !inside(s.Bounds(4 * l.Sizes.Scale)) {
					t.Errorf("route %s: space %d leaves the picture", l.Map.Routes[r].ID, i+1)
				}
			}
		}
		for i := range l.Labels {
			for _, a := range l.Labels[i].Areas {
				if !inside(a) {
					t.Errorf("the name of %s leaves the picture", l.Map.Cities[i].ID)
				}
			}
		}
	})
}

func TestEverySpaceHasRoomForItsMarks(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		for r := range l.Lanes {
			if s := l.Lanes[r].Slots[0]; s.Length < 1.5*s.Width {
				t.Errorf("route %s: spaces are %.0f long and %.0f wide", l.Map.Routes[r].ID, s.Length, s.Width)
			}
		}
	})
}

// A built port must not cover the spaces around its city.
func TestABuiltPortCoversNoSpace(t *testing.T) {
	eachBoard(t, func(t *testing.T, l *Layout) {
		for r := range l.Lanes {
			for i, s := range l.Lanes[r].Slots {
				for c, at := range l.Cities {
					if l.Map.Cities[c].Port && cornerless(s, at, PortSize*l.Sizes.Scale) {
						t.Errorf("route %s: space %d is under a port in %s", l.Map.Routes[r].ID, i+1,
							l.Map.Cities[c].ID)
					}
				}
			}
		}
	})
}

// holds reports whether a point lies in the slot or within margin of it.
func (s Slot) holds(p Point, margin float64) bool {
	along, across := s.local(p)
	return math.Abs(along) <= s.Length/2+margin && math.Abs(across) <= s.Width/2+margin
}
