package render

import (
	"strconv"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

// Code returns the short name of a route that is printed beside it on the board and that players can type: the number of
// its connection in the map's order, from 1, and a letter for its lane where the connection has several: "7", "12b".
func Code(m *railmap.Map, r engine.RouteID) string {
	route := &m.Routes[r]
	code := strconv.Itoa(route.Group + 1)
	if route.Lanes > 1 {
		code += string(rune('a' + route.Lane))
	}
	return code
}
