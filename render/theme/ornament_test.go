package theme

import (
	"image/color"
	"io/fs"
	"strings"
	"testing"

	"konduktor/engine/amsterdam"
	"konduktor/engine/asia"
	"konduktor/engine/cardgame"
	"konduktor/engine/nordic"
	"konduktor/engine/railmap"
	"konduktor/engine/world"
	"konduktor/render/geometry"
	"konduktor/render/rendertest"
)

var ownMaps = map[string]*railmap.Map{
	"amsterdam": amsterdam.Title.Map(), "asia": asia.Title.Map(),
	"nordic": nordic.Title.Map(), "world": world.Title.Map(),
}

// A line that names an unknown kind or stamp would break painters of its title.
func TestEveryLineOfTheSceneryCanBeDrawn(t *testing.T) {
	for name, m := range ownMaps {
		all := sceneryOf(m)
		if len(all) == 0 {
			t.Errorf("%s has no scenery", name)
		}
		for _, f := range all {
			if ornaments[f.kind] == nil || len(f.places) == 0 {
				t.Errorf("%s: %+v cannot be drawn", name, f)
			}
			if kind := f.kind; kind == "stamp" || kind == "fill" || kind == "range" {
				if stamps()[f.name] == nil {
					t.Errorf("%s: there is no stamp %q", name, f.name)
				}
			}
		}
	}
	entries, err := fs.ReadDir(files, "scenery")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".txt")
		if name != "stamps" && name != "skylines" && ownMaps[name] == nil {
			t.Errorf("the scenery of %s is that of no map", name)
		}
	}
}

// The Card Game shows a city behind each railyard, and two on its end card.
func TestEveryCityOfTheCardGameHasASkyline(t *testing.T) {
	look := For("cardgame")
	for _, c := range cardgame.Title.Map().Cities {
		s := NewSketch(&look, 300, 100)
		whole := geometry.Box(0, 0, 300, 100)
		s.FillArea(whole, look.Land)
		s.Skyline(c.ID, whole, 0.3)
		ground := 0
		for i := range 300 * 100 {
			if s.Img.RGBAAt(i%300, i/300) == look.Land {
				ground++
			}
		}
		if len(skylines()[c.ID]) == 0 || ground > 29_000 {
			t.Errorf("%s has no skyline", c.Name)
		}
	}
}

// Scenery stays behind what is read: its tones are far from the ink of names and the edges of
// spaces, and near the ground.
func TestSceneryIsQuiet(t *testing.T) {
	eachTheme(t, func(t *testing.T, theme Theme) {
		if theme.Relief.A == 0 {
			return // it has no scenery
		}
		for _, ground := range []color.RGBA{
			theme.Ground, theme.Land, theme.Water, theme.Park, theme.depth(0), theme.depth(1),
		} {
			all, ok := theme.tonesOn(ground)
			if !ok {
				continue
			}
			for i, c := range all {
				if got := rendertest.Contrast(theme.Ink, c); got < 4.5 {
					t.Errorf("ink on tone %d of %v: got a contrast of %.1f, want at least 4.5", i, ground, got)
				}
				if got := rendertest.Contrast(c, ground); got > 2.3 {
					t.Errorf("tone %d on %v: got a contrast of %.1f, want at most 2.3", i, ground, got)
				}
			}
		}
	})
}

// A user's own map has other land and towns.
func TestUserMapHasNoSceneryOfATitle(t *testing.T) {
	for name, m := range ownMaps {
		own := *m
		own.Name = "Masuria"
		if got := sceneryOf(&own); len(got) > 0 {
			t.Errorf("%s: got %d lines for another map of the title", name, len(got))
		}
	}
}

func TestSceneryLeavesRoomForTheNetworkAndNames(t *testing.T) {
	look := For("world")
	l := &geometry.Layout{
		W: 400, H: 300, Map: world.Title.Map(), Sizes: geometry.SizesFor(1),
		Labels: []geometry.Label{{
			Lines: []string{"Lima"},
			Areas: []geometry.Area{geometry.Box(100, 100, 200, 140)},
		}},
	}
	s := NewSketch(&look, 400, 300)
	s.FillArea(geometry.Box(0, 0, 400, 300), look.Land)
	p := newPen(s, l, 1)
	p.polygon(geometry.Pt(0, 0), geometry.Pt(400, 0), geometry.Pt(400, 300), geometry.Pt(0, 300))
	p.fill(dark)
	p.print()
	on, _ := look.tonesOn(look.Land)
	for _, c := range []struct {
		x, y int
		want color.RGBA
	}{{150, 120, look.Land}, {150, 142, look.Land}, {10, 10, on[dark]}} {
		if got := s.Img.RGBAAt(c.x, c.y); got != c.want {
			t.Errorf("(%d, %d): got %v, want %v", c.x, c.y, got, c.want)
		}
	}
	if got := s.Img.RGBAAt(150, 150); got == look.Land || got == on[dark] {
		t.Errorf("10 pixels from a name: got %v, want a fainter tone", got)
	}
}
