package board

import (
	"fmt"
	"image"
	"math"
	"strconv"
	"sync"

	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// nameCache keeps names where they were written last, by size, lines and areas. Its sprites have
// their corner at (0, 0).
type nameCache struct {
	mu   sync.Mutex
	made map[string]*raster.Sprite
}

// mostNames bounds a cache: a full one starts anew. A game needs about a hundred.
const mostNames = 1000

func (c *nameCache) get(key []byte) *raster.Sprite {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.made[string(key)]
}

func (c *nameCache) put(key []byte, name *raster.Sprite) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.made == nil || len(c.made) >= mostNames {
		c.made = map[string]*raster.Sprite{}
	}
	c.made[string(key)] = name
}

// putName writes a name over everything else.
func (p *boardCache) putName(c *raster.Canvas, lb *geometry.Label) {
	if len(lb.Lines) > 0 {
		sprite := p.name(lb)
		c.Put(&sprite)
	}
}

// boardHalo is the width of the light edge around a name on a board for everybody, in its size. It
// parts a name from the lines under it where the board is shown 300 pixels wide.
const boardHalo = 0.34

// name is a name where it belongs. A cached sprite depends on its key alone: the place of its first
// use may come from somebody's secret and must not show in others' pictures.
func (p *boardCache) name(lb *geometry.Label) raster.Sprite {
	if len(lb.Lines) == 0 {
		return raster.Sprite{}
	}
	margin := 0.4 * lb.Size
	at := lb.Bounds().Grown(margin).Pixels().Min
	var room [160]byte
	key := keyOf(room[:0], lb, at)
	name := p.names.get(key)
	if name == nil {
		alone := alone(lb, at)
		a := alone.Bounds().Grown(margin)
		sprite := p.base.Alone(image.Rect(0, 0, int(a.X1)+1, int(a.Y1)+1), func(s *raster.Sketch) {
			named := theme.Sketch{Sketch: s, Theme: p.theme}
			if p.lay.Quiet && !p.lay.OneSize {
				named.Halo = boardHalo * lb.Size
			}
			named.Name(&alone, lineScale(p.lay))
		})
		name = &sprite
		p.names.put(key, name)
	}
	here := *name
	here.X, here.Y = at.X, at.Y
	return here
}

// putSign draws the sign where routes leave the board, on the bright ground of news if it is fresh.
func (p *boardCache) putSign(c *raster.Canvas, e *geometry.Exit, fresh bool) {
	ground := p.theme.Card
	if fresh {
		ground = p.theme.Mark
	}
	at := e.Sign.Pixels()
	key := fmt.Appendf(nil, "%t %g %g %v %v", fresh, e.To, e.Size, e.Lines, e.Sign)
	sign := p.names.get(key)
	if sign == nil {
		here := *e
		here.Sign = e.Sign.Moved(-float64(at.Min.X), -float64(at.Min.Y))
		made := p.base.Alone(image.Rect(0, 0, at.Dx(), at.Dy()), p.inTheme(func(s *theme.Sketch) {
			drawSign(s, &here, p.lay.Sizes.Scale, ground)
		}))
		sign = &made
		p.names.put(key, sign)
	}
	here := *sign
	here.X, here.Y = at.Min.X, at.Min.Y
	c.Put(&here)
}

// alone is a name moved by -at, on the grid.
func alone(lb *geometry.Label, at image.Point) geometry.Label {
	x, y := -float64(at.X), -float64(at.Y)
	alone := geometry.Label{
		Lines: lb.Lines, Size: lb.Size, Plate: lb.Plate, Strong: lb.Strong,
	}
	for _, end := range lb.Lead {
		alone.Lead = append(alone.Lead, geometry.Pt(onGrid(end.X+x)/grid, onGrid(end.Y+y)/grid))
	}
	for _, a := range lb.Areas {
		alone.Areas = append(alone.Areas, geometry.Box(onGrid(a.X0+x)/grid, onGrid(a.Y0+y)/grid,
			onGrid(a.X1+x)/grid, onGrid(a.Y1+y)/grid))
	}
	return alone
}

// keyOf appends all that alone depends on.
func keyOf(key []byte, lb *geometry.Label, at image.Point) []byte {
	number := func(n float64) {
		key = append(strconv.AppendInt(key, int64(n), 36), ' ')
	}
	x, y := -float64(at.X), -float64(at.Y)
	number(lb.Size * 100)
	if lb.Strong {
		number(lb.Plate * 100)
	}
	for _, end := range lb.Lead {
		number(onGrid(end.X + x))
		number(onGrid(end.Y + y))
	}
	for i, line := range lb.Lines {
		a := &lb.Areas[i]
		key = append(append(key, line...), '\n')
		for _, n := range []float64{a.X0 + x, a.Y0 + y, a.X1 + x, a.Y1 + y} {
			number(onGrid(n))
		}
	}
	return key
}

// grid is in how many parts of a pixel names can stand, so that they need few sprites.
const grid = 4

func onGrid(x float64) float64 { return math.Round(x * grid) }
