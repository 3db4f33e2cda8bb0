package board

import (
	"slices"

	"konduktor/engine/railmap"
	"konduktor/render/geometry"
	"konduktor/render/raster"
	"konduktor/render/theme"
)

// overlay is a sign that a view adds to a route or a city of the empty board, besides its pieces.
// The cache keeps its sprites by overlay, and the legend explains each that a map can have.
type overlay uint8

const (
	closedRoute overlay = iota
	newRoute
	dugTunnel
	givenUpTunnel
	lostRoute
	askedRoute
	askedPort
	newPort
	doneCity
	openWay0 // of the first look; the others follow
)

const numOverlays = int(openWay0) + len(wayLooks)

// explanations are the legend's lines about overlays: what a map needs to have them (nil: nothing)
// and a sample. Open ways share the last one.
var explanations = [openWay0 + 1]struct {
	id     string
	on     func(m *railmap.Map) bool
	sample func(s *theme.Sketch)
}{
	closedRoute: {
		"render.legend-closed", hasRoute(func(r *railmap.Route) bool { return r.Lanes > 1 }),
		func(s *theme.Sketch) { drawClosed(s, sampleSlot(geometry.Rectangular), 1) },
	},
	newRoute: {"render.legend-marked", nil, func(s *theme.Sketch) {
		sampleBand(s, newBand(s.Theme), legendMid, legendW, 1)
	}},
	dugTunnel: {"render.legend-dug", hasRoute(isTunnel), func(s *theme.Sketch) {
		sampleBand(s, tapeBand(s.Theme, false), legendMid, legendW, 0.55)
	}},
	givenUpTunnel: {"render.legend-withdrawn", hasRoute(isTunnel), func(s *theme.Sketch) {
		sampleBand(s, tapeBand(s.Theme, true), legendMid, legendW, 0.55)
	}},
	lostRoute: {"render.legend-needed", nil, func(s *theme.Sketch) {
		drawCross(s, drawSample(s, geometry.Rectangular), 0.8*(signH-10), 0.8)
	}},
	askedRoute: {"render.legend-asked", nil, sampleFrame},
	askedPort: {"render.legend-asked-port", hasPort, func(s *theme.Sketch) {
		drawAskedCity(s, legendMid, 8, 0.42)
		s.Disc(legendMid.X, legendMid.Y, 8, s.Harbor)
	}},
	newPort: {"render.legend-built", hasPort, func(s *theme.Sketch) {
		drawBurst(s, legendMid, signH/2)
		s.FillArea(legendMid.Around(8), s.Ink)
		s.FillArea(legendMid.Around(6), s.Seats[0].Body)
	}},
	doneCity: {"render.legend-done", nil, drawDoneSample},
	openWay0: {"render.legend-ways", nil, func(s *theme.Sketch) { // waysW wide
		for look := range wayLooks {
			at := geometry.Pt(wayW/2+float64(look*waysStep), legendMid.Y)
			sampleBand(s, wayBand(s.Theme, look, 0.7), at, wayW, 1)
		}
	}},
}

func isTunnel(r *railmap.Route) bool { return r.Kind == railmap.Tunnel }

func hasPort(m *railmap.Map) bool {
	return slices.ContainsFunc(m.Cities, func(c railmap.City) bool { return c.Port })
}

func hasRoute(is func(r *railmap.Route) bool) func(m *railmap.Map) bool {
	return func(m *railmap.Map) bool {
		return slices.ContainsFunc(m.Routes, func(r railmap.Route) bool { return is(&r) })
	}
}

// overlay returns the sprites of an overlay on a route or city, made when first asked for.
func (p *boardCache) overlay(o overlay, at int, made func() []raster.Sprite) []raster.Sprite {
	return p.overlays[o][at].get(made)
}
