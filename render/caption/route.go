package caption

import (
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// firstCode is the code of the first connection: lower numbers look like seats or slots.
const firstCode = 11

// Code is the short name of a route on the board: the number of its connection, from 11, and a
// letter for its lane if there are several: "17", "22b".
func Code(m *railmap.Map, r engine.RouteID) string {
	route := &m.Routes[r]
	code := Connection(route)
	if route.Lanes > 1 {
		code += string(rune('a' + route.Lane))
	}
	return code
}

// Connection is the number that the codes of all its lanes share.
func Connection(r *railmap.Route) string { return strconv.Itoa(r.Group + firstCode) }

func (w *Vocabulary) Code(r engine.RouteID) string {
	if w.ids != nil {
		return w.ids.Codes[r]
	}
	return Code(w.Map, r)
}

// RouteEnds is "17a Dam – Waag".
func (w *Vocabulary) RouteEnds(r engine.RouteID) string {
	return w.Code(r) + " " + w.ends(r, " – ")
}

// ends is RouteEnds without the code, with dash between the cities.
func (w *Vocabulary) ends(r engine.RouteID, dash string) string {
	e := &w.Map.Routes[r]
	return w.City(e.A) + dash + w.City(e.B)
}

// Route is "12b Dam – Waag (red)" or "7 Oslo – Ålborg (white, ferry: 1 locomotive)".
func (w *Vocabulary) Route(r engine.RouteID) string {
	return w.RouteEnds(r) + " (" + w.RouteKind(r) + ")"
}

// RouteKind is a route's colour with what is special about it: "red, tunnel: 3 cards".
func (w *Vocabulary) RouteKind(r engine.RouteID) string {
	route := &w.Map.Routes[r]
	color := w.Color(route.Color)
	switch {
	case route.Kind == railmap.Tunnel:
		return w.Words("names.tunnel", "Color", color, "Count", route.Reveals)
	case route.Symbols > 0:
		return w.Words("names.ferry", "Color", color, "Symbols", w.Wilds(route.Symbols))
	case route.Kind == railmap.Sea:
		return w.Words("names.sea", "Color", color)
	case route.Pairs > 0:
		return w.Words("names.pairs", "Color", color, "Count", route.Pairs)
	}
	return color
}

func (w *Vocabulary) routes(list []engine.RouteID) string {
	names := make([]string, len(list))
	for i, r := range list {
		names[i] = w.RouteEnds(r)
	}
	return strings.Join(names, ", ")
}

func (s *Caption) routeLine(r engine.RouteID) string {
	return s.RouteEnds(r) + ": " + s.routeFacts(r)
}

// routeFacts is everything about a route but its ends.
func (s *Caption) routeFacts(r engine.RouteID) string {
	e := &s.Map.Routes[r]
	parts := []string{s.Color(e.Color), s.Words("render.spaces", "Count", e.Length)}
	switch e.Kind {
	case railmap.Ferry:
		parts = append(parts, s.Words("render.ferry", "Count", e.Symbols))
	case railmap.Tunnel:
		parts = append(parts, s.Words("render.tunnel", "Count", e.Reveals))
	case railmap.Sea:
		parts = append(parts, s.Words("render.sea"))
	case railmap.Track:
	}
	if e.Pairs > 0 {
		parts = append(parts, s.Words("render.pairs", "Count", e.Pairs))
	}
	if e.Carts {
		parts = append(parts, s.Words("render.carts"))
	}
	if rule, ok := s.View.Lexicon().Remarks[r]; ok {
		parts = append(parts, s.Words("render."+rule.ID))
	}
	owner := s.View.Owner(r)
	switch {
	case owner != engine.Public:
		parts = append(parts, s.Words("render.owned", "Name", s.Seat(s.View, owner)))
	case slices.Contains(s.View.Closed, r):
		parts = append(parts, s.Words("render.closed"))
	case s.View.Tunnel != nil && s.View.Tunnel.Route == r:
		parts = append(parts, s.Words("render.dug", "Name", s.Seat(s.View, s.View.Tunnel.Seat)))
	default:
		parts = append(parts, s.Words("render.free"))
	}
	return strings.Join(parts, ", ")
}
