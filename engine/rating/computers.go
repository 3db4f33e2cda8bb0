package rating

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
)

// Version is that of the strengths of computers by which games are rated that are dealt now. An
// earlier one stays, for the games that were dealt by it.
const Version = 2

// computers.csv has the matches of docs/computer-players.md: one seat or team of the first level
// against all others of the second, and how many of 100 games the first won. A version has rows for
// the tables at which its computers play otherwise than before.
//
//go:embed computers.csv
var computers string

type computer struct {
	version int
	title   string
	seats   int
	level   string
}

var strengths = readComputers(computers)

// readComputers turns shares of wins into strengths, steady being 0: among n sides, one of strength
// a and the others of strength b, the first wins e^a / (e^a + (n-1) e^b) of the games.
func readComputers(csv string) map[computer]float64 {
	known := map[computer]float64{}
	_, rows, _ := strings.Cut(csv, "\n")
	for row := range strings.Lines(rows) {
		cells := strings.Split(strings.TrimSpace(row), ",")
		version, title, seats := int(number(cells[0])), cells[1], int(number(cells[2]))
		won := number(cells[5]) / 100
		if won <= 0 || won >= 1 {
			panic("engine/rating/computers.csv: no strength wins all games or none: " + row)
		}
		lead := math.Log(won * (number(cells[3]) - 1) / (1 - won))
		first, second, _ := strings.Cut(cells[4], "-")
		known[computer{version, title, seats, "steady"}] = 0
		if first == "steady" {
			known[computer{version, title, seats, second}] = -lead
		} else {
			known[computer{version, title, seats, first}] = lead
		}
	}
	return known
}

func number(cell string) float64 {
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		panic("engine/rating/computers.csv: " + err.Error())
	}
	return x
}

// Known reports whether the strength of a level at a table was measured.
func Known(version int, title string, seats int, level string) bool {
	_, known := strengthOf(version, title, seats, level)
	return known
}

// strengthOf finds the strength of a level at a table by the last version, up to this one, that
// changed any of its computers.
func strengthOf(version int, title string, seats int, level string) (s float64, known bool) {
	if version > Version {
		return 0, false
	}
	for ; version > 0; version-- {
		if _, changed := strengths[computer{version, title, seats, "steady"}]; changed {
			s, known = strengths[computer{version, title, seats, level}]
			return s, known
		}
	}
	return 0, false
}
