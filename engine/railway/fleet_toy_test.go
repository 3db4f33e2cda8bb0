package railway

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// seasMap has rails, sea lanes, pair marks and a tour, small enough that decks, pieces and ports
// run out soon.
const seasMap = `
title = "seas"
name = "Seas"
version = 1
aspect = 1.5
colors = ["red", "blue"]
cities = [
  { id = "a", name = "A", x = 0.1, y = 0.5, port = true },
  { id = "b", name = "B", x = 0.4, y = 0.1, port = true },
  { id = "c", name = "C", x = 0.9, y = 0.3, port = true },
  { id = "d", name = "D", x = 0.8, y = 0.8 },
  { id = "e", name = "E", x = 0.3, y = 0.9, port = true },
]
routes = [
  { a = "a", b = "b", length = 1, color = "red" },
  { a = "b", b = "c", length = 2, color = "gray", kind = "ship", group = "bc" },
  { a = "b", b = "c", length = 2, color = "blue", kind = "ship", group = "bc" },
  { a = "c", b = "d", length = 1, color = "gray", pairs = 1 },
  { a = "d", b = "e", length = 2, color = "gray" },
  { a = "a", b = "e", length = 1, color = "gray", kind = "ship" },
  { a = "a", b = "d", length = 1, color = "blue" },
]
tickets = [
  { cities = ["a", "c"], points = 3 }, { cities = ["a", "d"], points = 4 },
  { cities = ["b", "d"], points = 4 }, { cities = ["b", "e"], points = 2 },
  { cities = ["c", "e"], points = 5 }, { cities = ["a", "e"], points = 1 },
  { cities = ["d", "e"], points = 2 },
  { cities = ["a", "b", "c"], points = 4, in_order = 6, penalty = 7 },
]
`

// The cards of the title with ships: two colours of four kinds each, and the wild.
const (
	redTrain engine.Card = iota
	redPort
	redShip
	redShips
	blueTrain
	bluePort
	blueShip
	blueShips
	seasWild
)

// seasRules are like those of a title with two decks and two kinds of pieces, with few of all.
func seasRules() *Rules {
	return &Rules{
		ID: "seas", Version: 1, Seats: []int{2, 3},
		Faces: []engine.Face{
			redTrain: {Name: "red", Color: "red"}, redPort: {Name: "red-port", Color: "red", Port: true},
			redShip:  {Name: "red-ship", Color: "red", Port: true, Ship: true},
			redShips: {Name: "red-ships", Color: "red", Ship: true, Twin: true},

			blueTrain: {Name: "blue", Color: "blue"},
			bluePort:  {Name: "blue-port", Color: "blue", Port: true},
			blueShip:  {Name: "blue-ship", Color: "blue", Port: true, Ship: true},
			blueShips: {Name: "blue-ships", Color: "blue", Ship: true, Twin: true},

			seasWild: {Name: "wild", Wild: true},
		},
		Decks: []Deck{
			{
				Pile: engine.Trains, Tag: "Trains", Stream: "trains", Hand: 1, Market: 2,
				Cards: engine.Cards{redTrain: 3, redPort: 3, blueTrain: 3, bluePort: 3, seasWild: 4},
			},
			{
				Pile: engine.Ships, Tag: "Ships", Stream: "ships", Hand: 2, Market: 2,
				Cards: engine.Cards{redShip: 3, redShips: 2, blueShip: 3, blueShips: 2},
			},
		},
		Uses: engine.UsesPorts,
		Fleet: Fleet{
			Kinds: []Pieces{
				{Pile: engine.Trains, Name: "trains", Number: 5, On: []railmap.Kind{railmap.Track}},
				{Pile: engine.Ships, Name: "ships", Number: 6, On: []railmap.Kind{railmap.Sea}},
			},
			Choose: 8, Advised: []int{4, 4}, Price: 1,
		},
		Ports:     Ports{Each: 1, Cards: 1, Worth: []int{10, 15}, Unbuilt: 2},
		WildAlone: true, Flush: 3,
		Offer:     Offer{First: 2, KeepFirst: 1, Later: 2, Keep: 1},
		Unused:    BySeats{2: 1, 3: 1},
		LastRound: LastRound{PiecesAtMost: 1, Turns: 2},
		TieBreaks: []Measure{Completed, PortsBuilt},
	}
}

func seasGame(t *testing.T, series uint64, seats int) *Game {
	t.Helper()
	return dealt(t, titleOn(t, seasRules(), seasMap), series, seats)
}

// sailing is a game in play by two, in which both kept all tickets and took four trains and four
// ships.
func sailing(t *testing.T) *Game {
	t.Helper()
	g := seasGame(t, 1, 2)
	keepAll(t, g)
	keepAll(t, g) // the same for their pieces: the advised ones come first
	return g
}
