// Package asia is the title Asia, played in teams of two: rules and map. Rule numbers such as S3
// are those of docs/rules/asia.md.
package asia

import (
	_ "embed"

	"konduktor/engine"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/railway"
)

//go:embed map.toml
var mapFile []byte

var board = mapfile.MustParse(mapFile, "asia/map.toml")

// Rules of Asia.
var Rules = railway.Rules{
	ID:      "asia",
	Version: 1,
	Seats:   []int{4, 6},
	Faces: []engine.Face{ // S1, in canonical order
		{Name: "purple", Color: "purple"},
		{Name: "white", Color: "white"},
		{Name: "blue", Color: "blue"},
		{Name: "yellow", Color: "yellow"},
		{Name: "orange", Color: "orange"},
		{Name: "black", Color: "black"},
		{Name: "red", Color: "red"},
		{Name: "green", Color: "green"},
		{Name: "wild", Wild: true},
	},
	Decks:     railway.OneDeck(engine.Cards{12, 12, 12, 12, 12, 12, 12, 12, 14}, 4, 5), // S1, S2
	Uses:      engine.UsesTeams | engine.UsesLongest,
	Fleet:     railway.OneKind("trains", 27),                            // S1
	WildAlone: true,                                                     // S3
	Flush:     3,                                                        // S3
	Offer:     railway.Offer{First: 5, KeepFirst: 3, Later: 4, Keep: 1}, // S2, S5
	TeamSize:  2,                                                        // S1
	Unused:    railway.BySeats{4: 1},                                    // S7
	AllLanes:  []string{"canton--hong-kong"},                            // S7
	LastRound: railway.LastRound{PiecesAtMost: 4, Turns: 1},             // S9
	Awards: []railway.Award{ // S10
		{Name: "asian-express", Points: 10, Most: railway.Longest},
		{Name: "globetrotter", Points: 10, Most: railway.Completed},
	},
	TieBreaks: []railway.Measure{railway.Completed, railway.Longest}, // S11
}

// Title is Asia on its own map.
var Title = railway.Must(railway.New(&Rules, board))
