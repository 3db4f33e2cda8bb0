package theme

import (
	"math"
	"slices"

	"konduktor/render/geometry"
)

// ornaments draw the kinds of features, way being their places on the board.
var ornaments = map[string]func(p *pen, f *feature, way []geometry.Point){
	"stamp":   drawStamps,
	"fill":    fillWithStamps,
	"range":   drawRange,
	"hachure": drawHachures,
	"wind":    drawWinds,
	"rhumb":   drawRhumbs,
	"aurora":  drawAurora,
	"gables":  drawGables,
	"town":    drawTown,
	"tint": func(p *pen, f *feature, way []geometry.Point) {
		p.polygon(geometry.Smooth(append(way, way[0]))...)
		p.fill(tone(f.size))
	},
	"wall":   drawWall,
	"bridge": drawBridges,
	"furrow": drawFurrows,
	"sea":    func(p *pen, f *feature, way []geometry.Point) { p.name(f, way, 0.3) },
	"land":   func(p *pen, f *feature, way []geometry.Point) { p.name(f, way, 0.1) },
}

func (p *pen) name(f *feature, way []geometry.Point, apart float64) {
	p.letters(f.name, geometry.Smooth(way), f.size*p.k, apart, dark)
}

// stand draws a stamp where its ground is and the network leaves room for it.
func (p *pen) stand(name string, at geometry.Point, r float64) {
	if p.free(at, 0.5*r, 0.85*r, stamps()[name].afloat) {
		p.stamp(name, at, r)
	}
}

// free reports whether a foot stands on the board, on water or land, and the place so high above
// it has room to the network.
func (p *pen) free(foot geometry.Point, high, room float64, wet bool) bool {
	x, y, low := int(foot.X), int(foot.Y-high), int(foot.Y)
	return x >= 0 && y >= 0 && x < p.w && low < p.h && p.room.at(x, y) >= room &&
		p.s.wet(p.s.Img.RGBAAt(x, low)) == wet
}

func drawStamps(p *pen, f *feature, way []geometry.Point) {
	for _, at := range way {
		p.stand(f.name, at, f.size*p.k)
	}
}

// fillWithStamps fills an area with stamps on a shaken grid, those in front last.
func fillWithStamps(p *pen, f *feature, way []geometry.Point) {
	r := f.size * p.k
	a := geometry.Around(way, 0)
	for y, row := a.Y0, 0; y < a.Y1; y, row = y+2.1*r, row+1 {
		for x := a.X0 + float64(row%2)*1.5*r; x < a.X1; x += 3 * r {
			at := geometry.Pt(x+1.6*r*(p.chance()-0.5), y+1.2*r*(p.chance()-0.5))
			if size := p.around(r, 0.2); inside(way, at) {
				p.stand(f.name, at, size)
			}
		}
	}
}

func inside(way []geometry.Point, at geometry.Point) bool {
	in := false
	for i, a := range way {
		b := way[(i+1)%len(way)]
		if (a.Y > at.Y) != (b.Y > at.Y) && at.X < a.X+(b.X-a.X)*(at.Y-a.Y)/(b.Y-a.Y) {
			in = !in
		}
	}
	return in
}

// drawRange draws mountains along a crest, those in front last.
func drawRange(p *pen, f *feature, way []geometry.Point) {
	crest, r := geometry.Smooth(way), f.size*p.k
	var feet []geometry.Point
	for far := 0.0; far < length(crest); {
		at, dir := along(crest, far)
		feet = append(feet, at.Plus(geometry.Pt(1.1*r*(p.chance()-0.5), 0.8*r*(p.chance()-0.5))))
		far += r * (1 + 0.2*math.Abs(dir.Y))
	}
	slices.SortStableFunc(feet, func(a, b geometry.Point) int { return int(a.Y) - int(b.Y) })
	for _, at := range feet {
		if r := p.around(r, 0.3); p.free(at, 0.6*r, 0.5*r, false) {
			p.stamp(f.name, at, r)
		}
	}
}

// drawHachures draws the slopes on both sides of a crest.
func drawHachures(p *pen, f *feature, way []geometry.Point) {
	crest, r := geometry.Smooth(way), f.size*p.k
	for far := 0.0; far < length(crest); far += 7 * p.k {
		at, dir := along(crest, far)
		side := dir.Left()
		for _, slope := range []float64{-1, 1} {
			to := at.Plus(side.Times(slope * p.around(r, 0.35)))
			to = to.Plus(dir.Times(0.2 * r * (p.chance() - 0.5)))
			t := light
			if side.Y*slope > 0 || side.X*slope > 0.5 { // light falls from the upper left
				t = middle
			}
			p.wedge(at.Plus(to.Minus(at).Times(0.12)), to, 4.4*p.k, t)
		}
	}
}

// drawWinds draws streams of air with curled heads.
func drawWinds(p *pen, f *feature, way []geometry.Point) {
	stream, r := geometry.Smooth(way), f.size*p.k
	for i, off := range []float64{-1, 0, 1} {
		var line []geometry.Point
		long := length(stream)
		for far := 0.12 * long * float64(i%2); far < long*(1-0.1*float64(i%2)); far += 4 * p.k {
			at, dir := along(stream, far)
			line = append(line, at.Plus(dir.Left().Times(off*r)))
		}
		p.line(line, 3.4*p.k, 1.6*p.k, light)
		head, dir := along(line, length(line))
		for _, side := range []float64{-1, 1} {
			back := head.Minus(dir.Times(0.9 * r)).Plus(dir.Left().Times(0.45 * r * side))
			p.wedge(head, back, 3.4*p.k, light)
		}
	}
}

// drawRhumbs draws a compass rose and the lines of its winds.
func drawRhumbs(p *pen, f *feature, way []geometry.Point) {
	for _, c := range way {
		r := f.size * p.k
		ray := func(a, far float64) geometry.Point {
			sin, cos := math.Sincos(a)
			return c.Plus(geometry.Pt(far*cos, far*sin))
		}
		for i := range 32 {
			a := float64(i) * math.Pi / 16
			p.line([]geometry.Point{ray(a, r), ray(a, 6*r)}, 1.5*p.k, 1.5*p.k, light)
		}
		for i, t := range []tone{middle, pale, light} {
			p.circle(c, []float64{0.72, 0.66, 0.3}[i]*r)
			p.fill(t)
		}
		for i := range 8 { // the shorter points first
			a, long := float64(2*i+1)*math.Pi/4, 0.72
			if i >= 4 {
				a, long = float64(i)*math.Pi/2, 1.1
			}
			for half, t := range []tone{pale, dark} {
				p.polygon(c, ray(a+(float64(half)-0.5)*math.Pi/2, 0.2*r), ray(a, long*r))
				p.fill(t)
			}
		}
	}
}

// drawAurora draws a curtain of light above a line. It dies away towards the end of the line.
func drawAurora(p *pen, f *feature, way []geometry.Point) {
	hem, r := geometry.Smooth(way), f.size*p.k
	whole := length(hem)
	for far, high := 0.0, r; far < whole; far += 6 * p.k {
		at, _ := along(hem, far)
		high = max(0.45*r, min(1.3*r, p.around(high, 0.25)))
		left := min(1, (whole-far)/(0.45*whole))
		ray := high * left * left
		p.wedge(at, at.Plus(geometry.Pt(0.12*ray, -ray)), 7*p.k*left, glow)
		p.wedge(at, at.Plus(geometry.Pt(0.05*ray, -0.4*ray)), 5*p.k*left, pale)
	}
}

// drawGables draws a row of houses on a line, no two neighbours alike.
func drawGables(p *pen, f *feature, way []geometry.Point) {
	row, r := geometry.Smooth(way), f.size*p.k
	last := -1
	for far := 0.0; ; {
		wide := p.around(r, 0.18)
		kind := int(4 * p.chance())
		if kind == last {
			kind = (kind + 1) % 4
		}
		last = kind
		wall := tone(pale)
		if p.chance() < 0.6 {
			wall = glow
		}
		high := p.around(1.6*r, 0.16)
		if far+wide > length(row) {
			return
		}
		at, _ := along(row, far+wide/2)
		far += wide
		if p.free(at, 0.6*high, 1.1*r, false) && p.dry(at, wide, 1.2*high) {
			p.house(at, wide-1.2*p.k, high, kind, wall)
		}
	}
}

// dry reports whether a house would stand nowhere in water.
func (p *pen) dry(foot geometry.Point, wide, high float64) bool {
	for _, x := range []float64{-0.5, 0.5} {
		for _, y := range []float64{0, 0.5, 1} {
			if !p.free(foot.Plus(geometry.Pt(x*wide, -y*high)), 0, 0, false) {
				return false
			}
		}
	}
	return true
}

// drawTown fills an area with rows of houses.
func drawTown(p *pen, f *feature, way []geometry.Point) {
	a := geometry.Around(way, 0)
	for y := a.Y0; y < a.Y1; y += 5.2 * f.size * p.k {
		for x := a.X0 + 9*p.k*p.chance(); x < a.X1; {
			long := (3 + math.Floor(3*p.chance())) * 1.05 * f.size * p.k
			at := geometry.Pt(x, y+2*f.size*p.k*(p.chance()-0.5))
			if end := at.Plus(geometry.Pt(long, 0)); inside(way, at) && inside(way, end) {
				drawGables(p, f, []geometry.Point{at, end})
			}
			x += long + p.around(2.6*f.size*p.k, 0.5)
		}
	}
}

// drawWall draws a wall with merlons and towers.
func drawWall(p *pen, f *feature, way []geometry.Point) {
	line, r := geometry.Smooth(way), f.size*p.k
	p.line(line, 0.7*r, 0.7*r, middle)
	for far := 0.0; far < length(line); far += 0.9 * r {
		at, _ := along(line, far)
		p.box(geometry.Box(at.X, at.Y-0.8*r, at.X+0.45*r, at.Y), middle)
	}
	for far := 2 * r; far < length(line); far += 9 * r {
		at, _ := along(line, far)
		for i, grow := range []float64{0, -0.28} {
			w, top := (0.9+grow)*r, (2.1+grow)*r
			p.box(geometry.Box(at.X-w, at.Y-top, at.X+w, at.Y+0.6*r), []tone{dark, pale}[i])
		}
	}
}

// gables are the outlines of fronts above their walls, half of each, from the eaves to the top: in
// halves of the front's width to the side, and in its width up.
var gables = [4][][2]float64{
	{{1, 0}, {0.72, 0}, {0.72, 0.2}, {0.46, 0.2}, {0.46, 0.42}, {0.2, 0.42}, {0.2, 0.62}}, // steps
	{{1, 0}, {0.85, 0.08}, {0.45, 0.22}, {0.4, 0.6}, {0.22, 0.7}},                         // a neck
	{{1, 0}, {0.98, 0.25}, {0.6, 0.42}, {0.36, 0.62}, {0.2, 0.68}},                        // a bell
	{{1, 0}, {0.14, 0.66}, {0.14, 0.76}},                                                  // a spout
}

func (p *pen) house(foot geometry.Point, wide, high float64, kind int, wall tone) {
	eaves := foot.Y - high
	front := func(grow float64) {
		half := wide/2 + grow
		left := []geometry.Point{geometry.Pt(foot.X-half, foot.Y)}
		right := []geometry.Point{geometry.Pt(foot.X+half, foot.Y)}
		for _, g := range gables[kind] {
			x, y := g[0]*wide/2+grow, eaves-g[1]*wide-grow
			left, right = append(left, geometry.Pt(foot.X-x, y)), append(right, geometry.Pt(foot.X+x, y))
		}
		slices.Reverse(right)
		p.polygon(append(left, right...)...)
	}
	front(0.9 * p.k)
	p.fill(dark)
	front(-0.7 * p.k)
	p.fill(wall)
	box := func(x, y, w, h float64, t tone) {
		p.box(geometry.Box(x-w/2, y, x+w/2, y+h), t)
	}
	for floor := range 2 {
		for _, side := range []float64{-0.24, 0.24} {
			box(foot.X+side*wide, eaves+(0.12+0.36*float64(floor))*high, 0.2*wide, 0.22*high, middle)
		}
	}
	box(foot.X, foot.Y-0.22*high, 0.22*wide, 0.22*high, dark)
	box(foot.X, eaves-0.28*wide, 0.18*wide, 0.16*wide, middle)
}

// drawBridges draws bridges over the canals and rivers nearest to places.
func drawBridges(p *pen, f *feature, way []geometry.Point) {
	for _, near := range way {
		best, half := math.Inf(1), geometry.Point{}
		var mid geometry.Point
		for i := range p.l.Map.Shapes {
			sh := &p.l.Map.Shapes[i]
			if sh.Width == 0 || !watery(sh.Kind) {
				continue
			}
			line := p.l.Curve(sh.Points)
			for j, at := range line[1:] {
				if far := at.Distance(near); far < best {
					d := at.Minus(line[j])
					best, mid = far, at
					length := max(1e-9, d.Distance(geometry.Point{}))
					half = d.Left().Times((sh.Width*p.l.W/2 + 6*p.k) / length)
				}
			}
		}
		deck := []geometry.Point{mid.Minus(half), mid, mid.Plus(half)}
		w := f.size * p.k
		p.line(deck, w+3*p.k, w+8*p.k, dark)
		p.line(deck, w-1*p.k, w+4*p.k, pale)
	}
}

// drawFurrows draws fields: an area striped along its first side.
func drawFurrows(p *pen, f *feature, way []geometry.Point) {
	d := way[1].Minus(way[0])
	d = d.Times(1 / d.Distance(geometry.Point{}))
	a := geometry.Around(way, 0)
	reach := math.Hypot(a.X1-a.X0, a.Y1-a.Y0)
	for off := -reach; off < reach; off += f.size * p.k {
		at := way[0].Plus(d.Left().Times(off))
		var run []geometry.Point
		for far := -reach; far < reach; far += 3 * p.k {
			if q := at.Plus(d.Times(far)); inside(way, q) {
				run = append(run, q)
				continue
			}
			if len(run) > 3 {
				p.line(run, 1.8*p.k, 1.8*p.k, light)
			}
			run = nil
		}
	}
}
