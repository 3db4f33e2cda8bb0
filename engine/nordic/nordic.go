// Package nordic is the title Nordic Countries: rules, map, and one route with a tariff of its own.
// Rule numbers such as N4 are those of docs/rules/nordic.md.
package nordic

import (
	_ "embed"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/railway"
)

//go:embed map.toml
var mapFile []byte

var board = mapfile.MustParse(mapFile, "nordic/map.toml")

// The cards in canonical order (N1).
const (
	white engine.Card = iota
	blue
	yellow
	black
	orange
	red
	green
	purple
	wild
)

// Rules of Nordic Countries.
var Rules = railway.Rules{
	ID:      "nordic",
	Version: 1,
	Seats:   []int{2, 3},
	Faces: []engine.Face{
		white: {Name: "white", Color: "white"}, blue: {Name: "blue", Color: "blue"},
		yellow: {Name: "yellow", Color: "yellow"}, black: {Name: "black", Color: "black"},
		orange: {Name: "orange", Color: "orange"}, red: {Name: "red", Color: "red"},
		green: {Name: "green", Color: "green"}, purple: {Name: "purple", Color: "purple"},
		wild: {Name: "wild", Wild: true},
	},
	Decks: railway.OneDeck(engine.Cards{ // N1
		white: 12, blue: 12, yellow: 12, black: 12, orange: 12, red: 12, green: 12, purple: 12, wild: 14,
	}, 4, 5), // N2
	Uses: engine.UsesLongest, // N12
	// N1; no restriction on wilds, no flush: N3
	Fleet:     railway.OneKind("trains", 40),
	Offer:     railway.Offer{First: 5, KeepFirst: 2, Later: 3, Keep: 1}, // N2, N9
	Refused:   railway.OutOfTheGame,                                     // N2
	WildsOn:   []railmap.Kind{railmap.Ferry, railmap.Tunnel},            // N4
	Unused:    railway.BySeats{2: 1},                                    // N8
	LastRound: railway.LastRound{PiecesAtMost: 2, Turns: 1},             // N10
	Awards: []railway.Award{
		{Name: "globetrotter", Points: 10, Most: railway.Completed}, // N11
	},
	TieBreaks: []railway.Measure{railway.Completed, railway.Longest}, // N12
	Tariff:    murmanskLieksa,                                        // N7
}

// Title is Nordic Countries on its own map.
var Title = railway.Must(railway.New(&Rules, board))
