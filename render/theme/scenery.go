package theme

import (
	"embed"
	"fmt"
	"image/color"
	"io/fs"
	"math"
	"strconv"
	"strings"
	"sync"

	"konduktor/engine/railmap"
	"konduktor/render/geometry"
	"konduktor/render/raster"
)

// Scenery makes a map a place: ranges, dunes, ships, names of seas. The files in scenery/ say what
// stands where on a title's board, and stamps.txt how the small drawings look. All of it is drawn
// by the pen in a few quiet tones with hard edges, which pack well, and gives way to the network:
// near spaces, cities and names it fades, then ends.
//
// A user's own map has the look of its title but other land, so its board has no scenery, only the
// depths of its seas.

//go:embed scenery
var files embed.FS

// feature is a line of a scenery file, below "for" and the name of the map: KIND SIZE [NAME] X,Y
// X,Y .... The size is in pixels of a board 1650 wide, places are thousandths of the board's width
// and height.
type feature struct {
	kind   string
	size   float64
	name   string // of a stamp, or the text, with _ for spaces
	places []railmap.Point
}

// stamp is a small drawing: filled paths, each in a tone.
type stamp struct {
	afloat bool // it stands on water
	parts  []stampPart
}

type stampPart struct {
	tone tone
	path []stroke
}

// stroke is a step of a path: M, L, Q or C with points in hundredths of the stamp's size, or O with
// a centre and a radius.
type stroke struct {
	op byte
	xy []float64
}

var stamps = sync.OnceValue(func() map[string]*stamp {
	all := map[string]*stamp{}
	var last *stamp
	eachLine("stamps", func(f []string) {
		if f[0] == "stamp" {
			last = &stamp{afloat: len(f) > 2}
			all[f[1]] = last
			return
		}
		last.parts = append(last.parts, stampPart{tone(f[0][0] - '0'), readPath(f[1:])})
	})
	return all
})

func readPath(fields []string) []stroke {
	var path []stroke
	for _, f := range fields {
		if f[0] >= 'A' {
			path, f = append(path, stroke{op: f[0]}), f[1:]
		}
		last := &path[len(path)-1]
		for _, n := range strings.Split(f, ",") {
			last.xy = append(last.xy, number(n)/100)
		}
	}
	return path
}

// eachLine calls read with the fields of each line of a scenery file, if there is one.
func eachLine(file string, read func(fields []string)) {
	data, err := fs.ReadFile(files, "scenery/"+file+".txt")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) > 0 && f[0] != "#" {
			read(f)
		}
	}
}

func number(s string) float64 {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(fmt.Sprintf("scenery: %v", err)) // the files are compiled in, and a test draws them all
	}
	return n
}

// sceneryOf is the scenery of a map, if it is its title's own.
func sceneryOf(m *railmap.Map) []feature {
	var all []feature
	own := false
	eachLine(m.Title, func(f []string) {
		if f[0] == "for" {
			own = strings.Join(f[1:], " ") == m.Name
		}
		if f[0] == "for" || !own {
			return
		}
		it := feature{kind: f[0], size: number(f[1])}
		for _, word := range f[2:] {
			x, y, ok := strings.Cut(word, ",")
			if !ok {
				it.name = strings.ReplaceAll(word, "_", " ")
				continue
			}
			it.places = append(it.places, railmap.Point{X: number(x) / 1000, Y: number(y) / 1000})
		}
		all = append(all, it)
	})
	return all
}

// tone is how much something in the scenery differs from what it stands on.
type tone uint8

const (
	pale tone = iota
	light
	middle
	dark
	glow // the title's own: brick, northern lights
	tones
)

// tonesOn are the tones on a ground. ok is false where there is no ground, as on the edge of a
// coast.
func (t *Theme) tonesOn(ground color.RGBA) (all [tones]color.RGBA, ok bool) {
	shade := t.Relief
	switch {
	case t.wet(ground):
		shade = t.Quay
	case ground != t.Ground && ground != t.Land && ground != t.Park:
		return all, false
	}
	const steps = raster.Covers - 1
	return [tones]color.RGBA{
		raster.Blend(ground, t.Card, 4), raster.Blend(ground, shade, 2), raster.Blend(ground, shade, 4),
		raster.Blend(ground, shade, steps), raster.Blend(ground, t.Glow, 5),
	}, true
}

// wet reports whether a ground is water.
func (t *Theme) wet(ground color.RGBA) bool {
	return ground == t.Water || t.Shore.A != 0 &&
		(ground == t.Ground || ground == t.depth(0) || ground == t.depth(1))
}

// depth is the colour of the sea at the shore, 0, and far from it, 1.
func (t *Theme) depth(i int) color.RGBA {
	if i == 0 {
		return raster.Blend(t.Ground, t.Card, 2)
	}
	return raster.Blend(t.Ground, t.Quay, 2)
}

// sceneryColors are all colours of the scenery.
func (t *Theme) sceneryColors() []color.RGBA {
	all := []color.RGBA{t.depth(0), t.depth(1)}
	if t.Shore.A == 0 {
		all = nil
	}
	if t.Relief.A == 0 {
		return all
	}
	for _, ground := range append(all, t.Ground, t.Land, t.Water, t.Park) {
		on, _ := t.tonesOn(ground)
		all = append(all, on[:]...)
	}
	return all
}

// Scenery draws what a title's board shows besides its areas.
func (s *Sketch) Scenery(l *geometry.Layout) {
	k := l.W / boardW
	s.deepen(l, k)
	features := sceneryOf(l.Map)
	if len(features) == 0 {
		return
	}
	p := newPen(s, l, k)
	for i := range features {
		f := &features[i]
		way := make([]geometry.Point, len(f.places))
		for j, at := range f.places {
			way[j] = geometry.Place(at, l.W, l.H)
		}
		ornaments[f.kind](p, f, way)
	}
	p.print()
}

// boardW is the width in pixels of the boards that sizes of scenery are meant for.
const boardW = 1650

// fading is how far from the network scenery is fainter, and ending how far there is none, in
// pixels of such a board.
const (
	fading = 15
	ending = 5
)

// print puts what the pen has drawn on the sketch.
func (p *pen) print() {
	type key struct {
		ground color.RGBA
		tone   tone
	}
	inks := map[key][2]color.RGBA{}
	for y := range p.h {
		for x := range p.w {
			drawn := p.layer[y*p.w+x]
			if drawn == 0 {
				continue
			}
			room := math.Inf(1)
			if p.room != nil {
				room = p.room.at(x, y)
			}
			if room < ending*p.k {
				continue
			}
			ground := p.s.Img.RGBAAt(x, y)
			is := key{ground, tone(drawn&^firm - 1)}
			ink, known := inks[is]
			if !known {
				if all, ok := p.s.tonesOn(ground); ok {
					c := all[is.tone]
					ink = [2]color.RGBA{c, raster.Blend(ground, c, raster.Covers/2)}
				} else {
					ink = [2]color.RGBA{ground, ground}
				}
				inks[is] = ink
			}
			c := ink[0]
			if room < fading*p.k && drawn&firm == 0 {
				c = ink[1]
			}
			p.s.Img.SetRGBA(x, y, c)
		}
	}
}

// deepen tints a sea by the distance from its coast, where the ground is one.
func (s *Sketch) deepen(l *geometry.Layout, k float64) {
	if s.Shore.A == 0 {
		return
	}
	w, h := s.Img.Rect.Dx(), min(s.Img.Rect.Dy(), int(l.H))
	far := distances(w, h, func(x, y int) bool { return s.Img.RGBAAt(x, y) != s.Theme.Ground })
	at := func(px float64) int32 { return int32(px * k * chamfer) }
	shelf, deep := at(13), at(95)
	line, line2 := [2]int32{at(20), at(22)}, [2]int32{at(30), at(31.5)}
	shallow, abyss := s.depth(0), s.depth(1)
	for i, d := range far {
		x, y := i%w, i/w
		switch {
		case d == 0:
		case d <= shelf, d > line[0] && d <= line[1], d > line2[0] && d <= line2[1]:
			s.Img.SetRGBA(x, y, shallow)
		case d > deep:
			s.Img.SetRGBA(x, y, abyss)
		}
	}
}
