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
	code := connection(route)
	if route.Lanes > 1 {
		code += string(rune('a' + route.Lane))
	}
	return code
}

// connection is the number that the codes of all lanes of a connection begin with.
func connection(r *railmap.Route) string { return strconv.Itoa(r.Group + firstCode) }
