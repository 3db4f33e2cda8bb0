package board

import (
	"fmt"
	"image"
	"math"
	"sync"

	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// nameKey is a name's size, lines and areas.
type nameKey string

// nameCache keeps names where they were written last. Its sprites have their corner at (0, 0).
type nameCache struct {
	mu   sync.Mutex
	made map[nameKey]*raster.Sprite
}

// mostNames bounds a cache: a full one starts anew. A game needs about a hundred.
const mostNames = 1000

func (c *nameCache) get(key nameKey) *raster.Sprite {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.made[key]
}

func (c *nameCache) put(key nameKey, name *raster.Sprite) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.made == nil || len(c.made) >= mostNames {
		c.made = map[nameKey]*raster.Sprite{}
	}
	c.made[key] = name
}

// putName writes a name over everything else.
func (p *boardCache) putName(c *raster.Canvas, lb *geometry.Label) {
	if len(lb.Lines) > 0 {
		sprite := p.name(lb)
		c.Put(&sprite)
	}
}

// name is a name where it belongs. A cached sprite depends on its key alone: the place of its first
// use may come from somebody's secret and must not show in others' pictures.
func (p *boardCache) name(lb *geometry.Label) raster.Sprite {
	if len(lb.Lines) == 0 {
		return raster.Sprite{}
	}
	margin := 0.4 * lb.Size
	at := lb.Bounds().Grown(margin).Pixels().Min
	key := nameKey(fmt.Sprintf("%g %g\n", lb.Size, lb.Plate))
	alone := geometry.Label{Lines: lb.Lines, Size: lb.Size, Plate: lb.Plate}
	for _, end := range lb.Lead {
		a := onGrid(end.Minus(geometry.Pt(float64(at.X), float64(at.Y))).Around(0))
		alone.Lead = append(alone.Lead, geometry.Pt(a.X0, a.Y0))
		key += nameKey(fmt.Sprintf("%g,%g\n", a.X0, a.Y0))
	}
	for i, line := range lb.Lines {
		a := onGrid(lb.Areas[i].Moved(-float64(at.X), -float64(at.Y)))
		alone.Areas = append(alone.Areas, a)
		key += nameKey(fmt.Sprintf("%s\n%g,%g,%g,%g\n", line, a.X0, a.Y0, a.X1, a.Y1))
	}
	name := p.names.get(key)
	if name == nil {
		a := alone.Bounds().Grown(margin)
		sprite := p.base.Alone(image.Rect(0, 0, int(a.X1)+1, int(a.Y1)+1), func(s *raster.Sketch) {
			(&theme.Sketch{Sketch: s, Theme: p.theme}).Name(&alone, p.lay.Sizes.Scale)
		})
		name = &sprite
		p.names.put(key, name)
	}
	here := *name
	here.X, here.Y = at.X, at.Y
	return here
}

// onGrid rounds an area to quarters of a pixel, so that names need few sprites.
func onGrid(a geometry.Area) geometry.Area {
	const parts = 4
	near := func(x float64) float64 { return math.Round(x*parts) / parts }
	return geometry.Box(near(a.X0), near(a.Y0), near(a.X1), near(a.Y1))
}
