package theme

import (
	"math"
	"strings"
	"sync"

	"golang.org/x/image/vector"

	"konduktor/render/geometry"
)

// building is a part of a skyline. Sizes are hundredths of the skyline's height, doubled.
type building struct {
	roof       byte
	wide, high float64
}

// skylines are those of cities by their ID.
var skylines = sync.OnceValue(func() map[string][]building {
	all := map[string][]building{}
	eachLine("skylines", func(f []string) {
		for _, b := range f[1:] {
			w, h, _ := strings.Cut(b[1:], "x")
			all[f[0]] = append(all[f[0]], building{b[0], number(w), number(h)})
		}
	})
	return all
})

// tallest is the height of the tallest building of a skyline.
const tallest = 38

// Skyline draws a city's skyline on the lower edge of an area, in its middle, with lower houses to
// both sides. lit is how many of its windows are.
func (s *Sketch) Skyline(city string, a geometry.Area, lit float64) {
	p := &pen{
		s: s, w: s.Img.Rect.Dx(), h: s.Img.Rect.Dy(), k: 1, z: vector.NewRasterizer(1, 1),
		dice: uint32(len(city))*977 + uint32(city[0]),
	}
	p.layer = make([]uint8, p.w*p.h)
	k := (a.Y1 - a.Y0) / tallest
	row, wide := skylines()[city], 0.0
	for _, b := range row {
		wide += b.wide * k
	}
	left := (a.X0 + a.X1 - wide) / 2
	for _, end := range [][2]float64{{a.X0, left}, {left + wide, a.X1}} {
		for x := end[0]; x < end[1]; {
			b := building{"fgfs"[int(4*p.chance())], 4 + 3*p.chance(), 3 + 4*p.chance()}
			p.building(b, x, a.Y1, min(k, (end[1]-x)/b.wide), lit)
			x += b.wide * k
		}
	}
	for _, b := range row {
		p.building(b, left, a.Y1, k, lit)
		left += b.wide * k
	}
	p.print()
}

// building draws a building on the ground at (x, y), k pixels to its units.
func (p *pen) building(b building, x, y, k, lit float64) {
	w, h := b.wide*k, b.high*k
	wall := tone(light)
	if p.chance() < 0.5 {
		wall = middle
	}
	at := func(dx, up float64) geometry.Point { return geometry.Pt(x+dx*w, y-up*h) }
	block := func(x0, x1, top float64) {
		p.box(geometry.Box(x+x0*w, y-top*h, x+x1*w-0.08*k, y), wall)
		p.windows(geometry.Box(x+x0*w, y-top*h, x+x1*w, y), k, lit)
	}
	switch b.roof {
	case 'm':
		p.polygon(at(-0.1, 0), at(0.35, 0.85), at(0.5, 1), at(0.7, 0.7), at(1.1, 0))
		p.fill(light)
		p.polygon(at(0.36, 0.82), at(0.5, 1), at(0.62, 0.8), at(0.5, 0.76))
		p.fill(pale)
	case 'y':
		for _, leg := range []float64{0.22, 0.78} {
			p.box(geometry.Box(x+leg*w-0.5*k, y-h, x+leg*w+0.5*k, y), middle)
		}
		cable := func(from, to float64) {
			var way []geometry.Point
			for i := range 13 {
				t := float64(i) / 12
				way = append(way, at(from+(to-from)*t, 0.97-0.66*4*t*(1-t)))
			}
			p.line(way, 0.45*k, 0.45*k, middle)
		}
		cable(0.22, 0.78)
		p.line([]geometry.Point{at(-0.05, 0.25), at(0.22, 0.97)}, 0.45*k, 0.45*k, middle)
		p.line([]geometry.Point{at(1.05, 0.25), at(0.78, 0.97)}, 0.45*k, 0.45*k, middle)
		p.box(geometry.Box(x-0.05*w, y-0.27*h, x+1.05*w, y-0.27*h+0.9*k), middle)
	case 'a':
		var arch []geometry.Point
		for i := range 25 {
			t := 2*float64(i)/24 - 1
			arch = append(arch, at(0.5+0.48*t, 1-math.Pow(math.Abs(t), 2.4)))
		}
		p.line(arch, 0.9*k, 1.7*k, middle)
	case 'u':
		p.box(geometry.Box(x+0.5*w-0.5*k, y-h, x+0.5*w+0.5*k, y), middle)
		p.polygon(at(0.5, 0.78), at(1, 0.72), at(0.75, 0.67), at(0.25, 0.67), at(0, 0.72))
		p.fill(middle)
		p.wedge(at(0.5, 0.78), at(0.5, 1.06), 0.9*k, middle)
	case 's':
		block(0, 1, 0.66)
		block(0.14, 0.86, 0.86)
		block(0.3, 0.7, 1)
	case 'n':
		block(0, 1, 0.76)
		p.wedge(at(0.5, 0.74), at(0.5, 1.02), 0.3*w, wall)
	case 'p':
		block(0, 1, 0.72)
		p.polygon(at(0.04, 0.71), at(0.5, 1), at(0.94, 0.71))
		p.fill(wall)
	case 'd':
		block(0, 1, 0.6)
		p.circle(at(0.5, 0.6), min(0.4*w, 0.36*h))
		p.fill(wall)
		p.wedge(at(0.5, 0.8), at(0.5, 1.05), 0.7*k, wall)
	case 'g':
		block(0, 1, 0.66)
		p.polygon(at(-0.05, 0.65), at(0.5, 1), at(1.05, 0.65))
		p.fill(wall)
	case 't':
		block(0, 1, 0.84)
		p.polygon(at(0, 0.83), at(0, 1), at(0.98, 0.83))
		p.fill(wall)
	default:
		block(0, 1, 1)
	}
}

// windows lights some windows of a wall.
func (p *pen) windows(a geometry.Area, k, lit float64) {
	for y := a.Y0 + 0.9*k; y < a.Y1-1.1*k; y += 1.9 * k {
		for x := a.X0 + 0.7*k; x < a.X1-1.1*k; x += 1.5 * k {
			if p.chance() < lit {
				p.box(geometry.Box(x, y, x+0.75*k, y+0.95*k), glow)
			}
		}
	}
}
