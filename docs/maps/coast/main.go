// Command coast bends the coasts of Natural Earth (public domain) to where the cities of a map lie
// on its board, and prints them as shapes for the map file:
//
//	npm pack world-atlas@2.0.2 && tar xf world-atlas-2.0.2.tgz
//	go run main.go FLAGS -places world.txt -map ../../../engine/world/map.toml
//
// The flags stand in the places files, which have a line "ID LON LAT" for each city that is on the
// globe.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"log"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

var (
	land   = flag.String("land", "", "land-*.json of world-atlas")
	places = flag.String("places", "", "where the cities lie on the globe")
	board  = flag.String("map", "", "the map file")
	wraps  = flag.Bool("wraps", false, "the board is the whole globe, once around")
	quiet  = flag.Float64("smooth", 2, "radius of smoothing, in pixels of a board 1650 wide")
	least  = flag.Float64("least", 60, "area of the smallest island, in such pixels")
	coarse = flag.Float64("coarse", 1.2, "how far a line may be off, in such pixels")
	strip  = flag.Float64("strip", 14, "half the width of land along rails, in such pixels")
	soft   = flag.Float64("soft", 0, "how little the bending follows single cities")
)

type point struct{ x, y float64 }

const (
	w      = 1650.0
	margin = 66 // pixels drawn around the board
)

func main() {
	log.SetFlags(0)
	flag.Parse()
	toml := read(*board)
	h := w / number(regexp.MustCompile(`aspect = ([0-9.]+)`).FindStringSubmatch(toml)[1])
	cities := map[string]point{}
	for _, m := range regexp.MustCompile(`id = "([a-z-]+)".*x = ([0-9.]+), y = ([0-9.]+)`).
		FindAllStringSubmatch(toml, -1) {
		cities[m[1]] = point{number(m[2]) * w, number(m[3]) * h}
	}
	var from, to []point
	for line := range strings.Lines(read(*places)) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		at, ok := cities[f[0]]
		if !ok {
			log.Fatalf("no city %s", f[0])
		}
		turns := []float64{0}
		if *wraps {
			turns = []float64{-1, 0, 1}
		}
		for _, turn := range turns {
			from = append(from, flat(number(f[1])+360*turn, number(f[2])))
			to = append(to, point{at.x + turn*w, at.y})
		}
	}
	bend := spline(from, to)

	z := vector.NewRasterizer(int(w)+2*margin, int(h)+2*margin)
	for _, ring := range rings(*land) {
		turns := []float64{0}
		if *wraps {
			turns = []float64{-360, 0, 360}
		}
		for _, turn := range turns {
			for i, p := range ring {
				q := bend(flat(p.x+turn, p.y))
				x, y := clamp(q.x, w)+margin, clamp(q.y, h)+margin
				if i == 0 {
					z.MoveTo(float32(x), float32(y))
				} else {
					z.LineTo(float32(x), float32(y))
				}
			}
			z.ClosePath()
		}
	}
	mask := image.NewAlpha(image.Rect(0, 0, int(w)+2*margin, int(h)+2*margin))
	z.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	g := &grid{mask.Rect.Dx(), mask.Rect.Dy(), make([]float64, len(mask.Pix))}
	for i, v := range mask.Pix {
		g.v[i] = float64(v) / 255
	}
	rails(g, toml, cities, h)
	g.blur(*quiet)
	g.edge()
	fmt.Println("shapes = [")
	for _, loop := range g.contours() {
		area := 0.0
		for i, p := range loop {
			q := loop[(i+1)%len(loop)]
			area += (p.x*q.y - q.x*p.y) / 2
		}
		if math.Abs(area) < *least {
			continue
		}
		kind := "land"
		if area > 0 {
			kind = "water"
		}
		var all []string
		for _, p := range simple(loop, *coarse) {
			all = append(all, fmt.Sprintf("[%.3f, %.3f]", (p.x-margin)/w, (p.y-margin)/h))
		}
		fmt.Printf("  { kind = %q, points = [%s] },\n", kind, strings.Join(slices.Compact(all), ", "))
	}
}

func read(file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	return string(data)
}

func number(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		log.Fatal(err)
	}
	return x
}

func clamp(x, most float64) float64 { return max(-margin-9, min(most+margin+9, x)) }

// flat is Mercator's projection, less stretched towards the poles, in degrees.
func flat(lon, lat float64) point {
	lat = max(-80, min(84, lat)) * math.Pi / 180
	return point{lon, -180 / math.Pi * 1.25 * math.Asinh(math.Tan(0.8*lat))}
}

// spline is the thin-plate spline that maps points to points.
func spline(from, to []point) func(point) point {
	n := len(from)
	bow := func(a, b point) float64 {
		r := (a.x-b.x)*(a.x-b.x) + (a.y-b.y)*(a.y-b.y)
		if r == 0 {
			return 0
		}
		return r * math.Log(r)
	}
	rows := make([][]float64, n+3)
	for i := range rows {
		rows[i] = make([]float64, n+5)
	}
	for i, p := range from {
		for j, q := range from {
			rows[i][j] = bow(p, q)
		}
		rows[i][i] += *soft
		for k, v := range []float64{1, p.x, p.y} {
			rows[i][n+k], rows[n+k][i] = v, v
		}
		rows[i][n+3], rows[i][n+4] = to[i].x, to[i].y
	}
	for i := range rows { // Gauss
		best := i
		for j := i + 1; j < n+3; j++ {
			if math.Abs(rows[j][i]) > math.Abs(rows[best][i]) {
				best = j
			}
		}
		rows[i], rows[best] = rows[best], rows[i]
		for j := range rows {
			if j == i || rows[j][i] == 0 {
				continue
			}
			k := rows[j][i] / rows[i][i]
			for c := i; c < n+5; c++ {
				rows[j][c] -= k * rows[i][c]
			}
		}
	}
	weight := func(i, c int) float64 { return rows[i][n+3+c] / rows[i][i] }
	return func(p point) point {
		var out [2]float64
		for c := range 2 {
			out[c] = weight(n, c) + p.x*weight(n+1, c) + p.y*weight(n+2, c)
			for i, q := range from {
				out[c] += weight(i, c) * bow(p, q)
			}
		}
		return point{out[0], out[1]}
	}
}

// rings are the outlines in a TopoJSON file, in degrees.
func rings(file string) [][]point {
	var topo struct {
		Transform struct{ Scale, Translate [2]float64 }
		Arcs      [][][2]float64
		Objects   struct {
			Land struct {
				Geometries []struct{ Arcs [][][]int }
			}
		}
	}
	if err := json.Unmarshal([]byte(read(file)), &topo); err != nil {
		log.Fatal(err)
	}
	arcs := make([][]point, len(topo.Arcs))
	for i, arc := range topo.Arcs {
		x, y := 0.0, 0.0
		for _, d := range arc {
			x, y = x+d[0], y+d[1]
			arcs[i] = append(arcs[i], point{
				x*topo.Transform.Scale[0] + topo.Transform.Translate[0],
				y*topo.Transform.Scale[1] + topo.Transform.Translate[1],
			})
		}
	}
	var all [][]point
	for _, g := range topo.Objects.Land.Geometries {
		for _, polygon := range g.Arcs {
			for _, ring := range polygon {
				var way []point
				for _, i := range ring {
					arc := slices.Clone(arcs[max(i, ^i)])
					if i < 0 {
						slices.Reverse(arc)
					}
					way = append(way, arc...)
				}
				if joined(way); south(way) > -62 { // not Antarctica
					all = append(all, way)
				}
			}
		}
	}
	return all
}

// joined makes one piece of an outline across the date line, its middle in the usual degrees.
func joined(way []point) {
	sum := way[0].x
	for i := range way[1:] {
		way[i+1].x -= 360 * math.Round((way[i+1].x-way[i].x)/360)
		sum += way[i+1].x
	}
	turn := 360 * math.Round(sum/float64(len(way))/360)
	for i := range way {
		way[i].x -= turn
	}
}

func south(way []point) float64 {
	most := -90.0
	for _, p := range way {
		most = max(most, p.y)
	}
	return most
}

// rails puts land under the routes that are no ferries and ships, and under cities.
func rails(g *grid, toml string, cities map[string]point, h float64) {
	field := func(line, re string) []string { return regexp.MustCompile(re).FindStringSubmatch(line) }
	for line := range strings.Lines(toml) {
		ends := field(line, `a = "([a-z-]+)", b = "([a-z-]+)"`)
		if ends == nil || strings.Contains(line, `"ferry"`) || strings.Contains(line, `"ship"`) ||
			strings.Contains(line, "wraps") {
			continue
		}
		way := []point{cities[ends[1]]}
		if bends := field(line, `bends = \[(.*)\]`); bends != nil {
			pairs := regexp.MustCompile(`\[([-0-9.]+), ([-0-9.]+)\]`)
			for _, b := range pairs.FindAllStringSubmatch(bends[1], -1) {
				way = append(way, point{number(b[1]) * w, number(b[2]) * h})
			}
		}
		way = append(way, cities[ends[2]])
		for i := range way[1:] {
			a, b := way[i], way[i+1]
			for t := 0.0; t <= 1; t += 0.01 {
				g.disc(point{a.x + (b.x-a.x)*t + margin, a.y + (b.y-a.y)*t + margin}, *strip)
			}
		}
	}
}

type grid struct {
	w, h int
	v    []float64
}

func (g *grid) disc(at point, r float64) {
	for y := max(0, int(at.y-r)); y < min(g.h, int(at.y+r)+1); y++ {
		for x := max(0, int(at.x-r)); x < min(g.w, int(at.x+r)+1); x++ {
			if math.Hypot(float64(x)-at.x, float64(y)-at.y) <= r {
				g.v[y*g.w+x] = 1
			}
		}
	}
}

// blur is three box filters.
func (g *grid) blur(r float64) {
	n := int(math.Round(r))
	for range 3 {
		for _, across := range []bool{true, false} {
			step, lines, long := 1, g.h, g.w
			if !across {
				step, lines, long = g.w, g.w, g.h
			}
			row := make([]float64, long)
			for l := range lines {
				at := l * g.w
				if !across {
					at = l
				}
				for i := range row {
					sum := 0.0
					for j := i - n; j <= i+n; j++ {
						sum += g.v[at+step*max(0, min(long-1, j))]
					}
					row[i] = sum / float64(2*n+1)
				}
				for i, v := range row {
					g.v[at+step*i] = v
				}
			}
		}
	}
}

// edge makes every contour close.
func (g *grid) edge() {
	for x := range g.w {
		g.v[x], g.v[(g.h-1)*g.w+x] = 0, 0
	}
	for y := range g.h {
		g.v[y*g.w], g.v[y*g.w+g.w-1] = 0, 0
	}
}

// contours are the closed lines at one half, land on their right.
func (g *grid) contours() [][]point {
	type edge struct{ x, y, down int } // the crossing on an edge of the grid
	next := map[edge]edge{}
	at := func(e edge) point {
		a := g.v[e.y*g.w+e.x]
		b := g.v[(e.y+e.down)*g.w+e.x+1-e.down]
		t := (0.5 - a) / (b - a)
		return point{float64(e.x) + t*float64(1-e.down) + 0.5, float64(e.y) + t*float64(e.down) + 0.5}
	}
	for y := range g.h - 1 {
		for x := range g.w - 1 {
			sides := [4]edge{{x, y, 0}, {x + 1, y, 1}, {x, y + 1, 0}, {x, y, 1}}
			in := func(i int) bool {
				c := [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}}[i&3]
				return g.v[(y+c[1])*g.w+x+c[0]] >= 0.5
			}
			for i := range 4 { // leave by the side after which the corner is water
				if !in(i) || in(i+1) {
					continue
				}
				j := i
				for !(in(j) && !in(j-1+4)) {
					j = j + 3
				}
				next[sides[i]] = sides[(j+3)&3]
			}
		}
	}
	var starts []edge
	for e := range next {
		starts = append(starts, e)
	}
	slices.SortFunc(starts, func(a, b edge) int {
		return (a.y*g.w+a.x)*2 + a.down - (b.y*g.w+b.x)*2 - b.down
	})
	var all [][]point
	for _, e := range starts {
		var loop []point
		for {
			n, ok := next[e]
			if !ok {
				break
			}
			delete(next, e)
			loop = append(loop, at(e))
			e = n
		}
		if len(loop) > 2 {
			slices.Reverse(loop)
			all = append(all, loop)
		}
	}
	slices.SortStableFunc(all, func(a, b []point) int { return len(b) - len(a) })
	return all
}

// simple leaves out points of a closed line (Douglas and Peucker).
func simple(loop []point, off float64) []point {
	far, most := 0, 0.0
	for i, p := range loop {
		if d := math.Hypot(p.x-loop[0].x, p.y-loop[0].y); d > most {
			far, most = i, d
		}
	}
	first := thin(loop[:far+1], off)
	return append(first[:len(first)-1], thin(append(slices.Clone(loop[far:]), loop[0]), off)...)
}

func thin(way []point, off float64) []point {
	a, b := way[0], way[len(way)-1]
	worst, at := 0.0, 0
	for i, p := range way {
		d := math.Hypot(p.x-a.x, p.y-a.y)
		if l := math.Hypot(b.x-a.x, b.y-a.y); l > 0 {
			d = math.Abs((b.x-a.x)*(p.y-a.y)-(b.y-a.y)*(p.x-a.x)) / l
		}
		if d > worst {
			worst, at = d, i
		}
	}
	if worst <= off || len(way) < 3 {
		return []point{a, b}
	}
	left := thin(way[:at+1], off)
	return append(left[:len(left)-1], thin(way[at:], off)...)
}
