// Package amsterdam is the title Amsterdam: rules, map, and its goods cards. Rule numbers such as
// A4 are those of docs/rules/.
package amsterdam

import (
	_ "embed"

	"konduktor/engine"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/railway"
)

//go:embed map.toml
var mapFile []byte

var board = mapfile.MustParse(mapFile, "amsterdam/map.toml")

// Rules of Amsterdam.
var Rules = railway.Rules{
	ID:      "amsterdam",
	Version: 1,
	Seats:   []int{2, 3, 4},
	Faces: []engine.Face{ // A1, in canonical order
		{Name: "pink", Color: "pink"},
		{Name: "blue", Color: "blue"},
		{Name: "green", Color: "green"},
		{Name: "black", Color: "black"},
		{Name: "red", Color: "red"},
		{Name: "orange", Color: "orange"},
		{Name: "wild", Wild: true},
	},
	Decks:     railway.OneDeck(engine.Cards{6, 6, 6, 6, 6, 6, 8}, 2, 5), // A1, A2
	Fleet:     railway.OneKind("carts", 16),                             // A1
	WildAlone: true,                                                     // A3
	Flush:     3,                                                        // A3
	Offer:     railway.Offer{First: 2, KeepFirst: 1, Later: 2, Keep: 1}, // A2, A3
	Unused:    railway.BySeats{2: 1},                                    // A5
	LastRound: railway.LastRound{PiecesAtMost: 2, Turns: 1},             // A6
	TieBreaks: []railway.Measure{railway.Completed},                     // A8
	Extra:     newGoods,                                                 // A4, A7
}

// Title is Amsterdam on its own map.
var Title = railway.Must(railway.New(&Rules, board))
