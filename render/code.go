package render

import (
	"strconv"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// firstCode is the code of the first connection. Smaller numbers are those of seats and market slots: a code must not be
// taken for one.
const firstCode = 11

// Code returns the short name of a route that is printed on one of its spaces and that players can type: the number of its
// connection in the map's order, from 11, and a letter for its lane where the connection has several: "17", "22b".
func Code(m *railmap.Map, r engine.RouteID) string {
	route := &m.Routes[r]
	code := strconv.Itoa(route.Group + firstCode)
	if route.Lanes > 1 {
		code += string(rune('a' + route.Lane))
	}
	return code
}
