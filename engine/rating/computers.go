package rating

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
)

// computers.csv has the matches of docs/computer-players.md: one seat or team of the first level
// against all others of the second, and how many of 100 games the first won.
//
//go:embed computers.csv
var computers string

type computer struct {
	title string
	seats int
	level string
}

var strengths = readComputers(computers)

// readComputers turns shares of wins into strengths, steady being 0: among n sides, one of strength
// a and the others of strength b, the first wins e^a / (e^a + (n-1) e^b) of the games.
func readComputers(csv string) map[computer]float64 {
	known := map[computer]float64{}
	_, rows, _ := strings.Cut(csv, "\n")
	for row := range strings.Lines(rows) {
		cells := strings.Split(strings.TrimSpace(row), ",")
		title, seats, won := cells[0], int(number(cells[1])), number(cells[4])/100
		if won <= 0 || won >= 1 {
			panic("engine/rating/computers.csv: no strength wins all games or none: " + row)
		}
		lead := math.Log(won * (number(cells[2]) - 1) / (1 - won))
		first, second, _ := strings.Cut(cells[3], "-")
		known[computer{title, seats, "steady"}] = 0
		if first == "steady" {
			known[computer{title, seats, second}] = -lead
		} else {
			known[computer{title, seats, first}] = lead
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

// levelStrength returns the strength of a level at a table, if that was measured.
func levelStrength(title string, seats int, level string) (float64, bool) {
	s, known := strengths[computer{title, seats, level}]
	return s, known
}
