package geometry

import (
	"slices"
	"sync"
	"testing"

	"konduktor/engine/nordic"
	"konduktor/engine/titles"
)

// phones are the boards for a phone, laid out once.
var phones = func() map[string]func() *Layout {
	all := map[string]func() *Layout{}
	for _, name := range []string{"amsterdam", "nordic", "asia", "world"} {
		m := titles.Map(name)
		all[name] = sync.OnceValue(func() *Layout { return ForPhone(m, lettering(m), 1080, 25, 25) })
	}
	return all
}()

func TestABoardForAPhoneWritesNothingSmall(t *testing.T) {
	for name, phone := range phones {
		l := phone()
		if s := l.Sizes; s.Code < 25 || s.Name < 25 || s.Sign < 25 || s.Least != 25 {
			t.Errorf("%s: got the sizes %+v, want nothing written below 25", name, s)
		}
		if l.W < 1080 {
			t.Errorf("%s: got a board %.0f wide, want at least 1080", name, l.W)
		}
	}
}

// A map of one's own can have any shape.
func TestABoardForAPhoneIsBounded(t *testing.T) {
	for _, aspect := range []float64{0.21, 1, 4.9} {
		m := *nordic.Title.Map()
		m.Aspect = aspect
		l := phoneNetwork(&m, 1080)
		if l.W > widestPhone || l.W*l.H > 1.01*phonePixels {
			t.Errorf("aspect %g: got a board of %.0f × %.0f", aspect, l.W, l.H)
		}
	}
}

func TestFrameShowsTheMostImportantPart(t *testing.T) {
	l := &Layout{W: 1000, H: 600}
	heavy := Target{Box(900, 500, 940, 540), 5}
	for name, c := range map[string]struct {
		targets []Target
		want    func(at Point) bool
	}{
		"nothing: the middle": {nil, func(at Point) bool { return at == Pt(300, 200) }},
		"one thing in a corner": {[]Target{heavy}, func(at Point) bool {
			return at.X >= 540 && at.Y >= 340
		}},
		"the heavier of two apart": {
			[]Target{heavy, {Box(0, 0, 40, 40), 1}},
			func(at Point) bool { return at.X >= 540 && at.Y >= 340 },
		},
		"many light against one": {
			[]Target{heavy, {Box(0, 0, 40, 40), 3}, {Box(100, 0, 140, 40), 3}},
			func(at Point) bool { return at == Pt(0, 0) || at.Y <= 0 && at.X <= 0 },
		},
	} {
		if at := l.BestWindow(400, 200, c.targets); !c.want(at) {
			t.Errorf("%s: got a window at %v", name, at)
		}
	}
	if at := l.BestWindow(1000, 600, []Target{heavy}); at != Pt(0, 0) {
		t.Errorf("the whole board: got a window at %v", at)
	}
}

// A name stands nearest to its own city and does not read on in the name below it, but for a few
// that have no better place.
func TestANameOnABoardForAPhoneBelongsToItsCity(t *testing.T) {
	for name, want := range map[string]struct{ astray, stacked int }{
		"amsterdam": {1, 0}, "nordic": {}, "asia": {}, "world": {},
	} {
		m, l := titles.Map(name), phones[name]()
		astray, stacked := 0, 0
		for i := range l.Labels {
			if len(l.Labels[i].Lines) == 0 {
				continue
			}
			a := l.Labels[i].Area()
			if next := nearestCity(l, a); next != i {
				t.Logf("%s: the name of %s is nearer to %s", name, m.Cities[i].Name, m.Cities[next].Name)
				astray++
			}
			for j := range l.Labels {
				b := l.Labels[j].Area()
				if j > i && b.Y0 < a.Y1+0.5*l.Sizes.Name && a.Y0 < b.Y1+0.5*l.Sizes.Name &&
					min(a.X1, b.X1)-max(a.X0, b.X0) > 0.5*min(a.X1-a.X0, b.X1-b.X0) {
					t.Logf("%s: the names of %s and %s are stacked", name, m.Cities[i].Name, m.Cities[j].Name)
					stacked++
				}
			}
		}
		if astray > want.astray || stacked > want.stacked {
			t.Errorf("%s: %d names are nearer to another city and %d pairs are stacked, want at "+
				"most %d and %d", name, astray, stacked, want.astray, want.stacked)
		}
	}
}

func nearestCity(l *Layout, a Area) int {
	best := 0
	for i, c := range l.Cities {
		if a.Distance(c) < a.Distance(l.Cities[best]) {
			best = i
		}
	}
	return best
}

// A sign where routes leave a private picture says where they lead, unless there is no room beside
// the names; it covers nothing, and the signs stand in the order of their lanes.
func TestSignsOfPrivatePicturesNameCities(t *testing.T) {
	eachBoard(t, func(t *testing.T, b *Layout) {
		l := ForPhone(b.Map, b.Text, 1080, 26, 29)
		short := 0
		for i := range l.Exits {
			e := &l.Exits[i]
			if e.Sign == (Area{}) {
				continue
			}
			if len(e.Name) < 3 {
				short++
			}
			alone := *l
			alone.Exits = nil
			if alone.onTarget(e.Sign) || slices.ContainsFunc(l.Labels, func(lb Label) bool {
				return lb.Overlap(e.Sign) > 0
			}) {
				t.Errorf("the sign %s covers something", e.Name)
			}
			for j := range l.Exits {
				o := &l.Exits[j]
				if o.Sign != (Area{}) && o.To == e.To && o.level < e.level && o.Sign.Y1 > e.Sign.Y0 {
					t.Errorf("the sign %s stands below %s, whose lane is lower", o.Name, e.Name)
				}
			}
		}
		if short > 2 {
			t.Errorf("%d signs name no city", short)
		}
	})
}
