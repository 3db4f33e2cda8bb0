// Package world is the title World, with trains and ships: rules and map. Rule numbers such as W5
// are those of docs/rules/world.md.
package world

import (
	_ "embed"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/railway"
)

//go:embed map.toml
var mapFile []byte

var board = mapfile.MustParse(mapFile, "world/map.toml")

// Each colour has four kinds of cards, in this order (W1); the wild comes behind all colours.
const (
	plain = iota
	marked
	single
	double
	kinds
)

// colors are those of the cards in canonical order (W1).
var colors = []string{"purple", "yellow", "green", "red", "black", "white"}

// faces are in each colour train cards without and with port mark, single ships, which all have it,
// and double ships (W1).
func faces() []engine.Face {
	var list []engine.Face
	for _, c := range colors {
		list = append(list,
			engine.Face{Name: c, Color: c},
			engine.Face{Name: c + "-port", Color: c, Port: true},
			engine.Face{Name: c + "-ship", Color: c, Port: true, Ship: true},
			engine.Face{Name: c + "-ships", Color: c, Ship: true, Twin: true},
		)
	}
	return append(list, engine.Face{Name: "wild", Wild: true})
}

// cards counts n cards of one kind and m of another in each colour, and wilds.
func cards(first, n, second, m int, wilds uint8) engine.Cards {
	var list engine.Cards
	for c := range colors {
		list[kinds*c+first], list[kinds*c+second] = uint8(n), uint8(m) // at most 7
	}
	list[kinds*len(colors)] = wilds
	return list
}

// Rules of World.
var Rules = railway.Rules{
	ID:      "world",
	Version: 1,
	Seats:   []int{2, 3, 4, 5},
	Faces:   faces(),
	Decks: []railway.Deck{ // W1, W2
		{
			Pile: engine.Trains, Tag: "Trains", Stream: "trains", Cards: cards(plain, 7, marked, 4, 14),
			Hand: 3, Market: 3,
		},
		{
			Pile: engine.Ships, Tag: "Ships", Stream: "ships", Cards: cards(single, 4, double, 6, 0),
			Hand: 7, Market: 3,
		},
	},
	Uses: engine.UsesPorts,
	Fleet: railway.Fleet{ // W2, W4
		Kinds: []railway.Pieces{
			{Pile: engine.Trains, Name: "trains", Number: 25, On: []railmap.Kind{railmap.Track}},
			{Pile: engine.Ships, Name: "ships", Number: 50, On: []railmap.Kind{railmap.Sea}},
		},
		Choose:  60,
		Advised: []int{20, 40},
		Price:   1, // W11
	},
	Ports:     railway.Ports{Each: 3, Cards: 2, Worth: []int{20, 30, 40}, Unbuilt: 4}, // W10, W13
	WildAlone: true,                                                                   // W3
	Flush:     3,                                                                      // W3
	Offer:     railway.Offer{First: 5, KeepFirst: 3, Later: 4, Keep: 1},               // W2, W8
	Unused:    railway.BySeats{2: 1, 3: 1},                                            // W7
	LastRound: railway.LastRound{PiecesAtMost: 6, Turns: 2},                           // W12
	TieBreaks: []railway.Measure{railway.Completed, railway.PortsBuilt},               // W14
}

// Title is World on its own map.
var Title = railway.Must(railway.New(&Rules, board))
