package rating

import (
	"math"
	"os"
	"strings"
	"testing"

	"konduktor/engine/titles"
)

// The strengths follow the published matches: a new measurement changes both.
func TestComputersRateAsTheirPublishedMatchesSay(t *testing.T) {
	page, err := os.ReadFile("../../docs/computer-players.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rows, _ := strings.Cut(strings.TrimSpace(computers), "\n")
	for row := range strings.Lines(rows) {
		c := strings.Split(strings.TrimSpace(row), ",")
		if !publishes(string(page), c[1], c[2], c[4], c[5]+" %") {
			t.Errorf("docs/computer-players.md has no match %s", strings.TrimSpace(row))
		}
	}
}

// publishes reports whether a row of the page's table has these cells; the number of games stands
// between the match and the share.
func publishes(page, title, seats, match, share string) bool {
	for line := range strings.Lines(page) {
		c := strings.Split(line, " | ")
		if len(c) > 4 && c[0] == "| "+title && c[1] == seats && c[2] == match && c[4] == share {
			return true
		}
	}
	return false
}

// docs/ratings.md says so: games with computers are rated at every table.
func TestComputersOfThisVersionWereMeasuredAtEachTable(t *testing.T) {
	for _, title := range titles.All() {
		for _, seats := range title.SeatCounts() {
			for _, level := range []string{"easy", "steady", "strong"} {
				if !Known(Version, title.ID(), seats, level) {
					t.Errorf("%s with %d seats: %s was not measured", title.ID(), seats, level)
				}
			}
		}
	}
}

func TestModelReproducesTheMeasuredShares(t *testing.T) {
	for _, c := range []struct {
		version int
		title   string
		seats   int
		level   string
		want    float64
	}{
		{1, "amsterdam", 2, "strong", math.Log(0.673 / 0.327)},
		{1, "amsterdam", 4, "strong", math.Log(0.410 * 3 / 0.590)},
		{1, "asia", 6, "easy", -math.Log(0.862 * 2 / 0.138)}, // three teams
		{1, "nordic", 3, "steady", 0},
		{2, "amsterdam", 2, "strong", math.Log(0.686 / 0.314)},
		{2, "nordic", 2, "strong", math.Log(0.717 / 0.283)}, // as before
		{2, "world", 2, "strong", math.Log(0.682 / 0.318)},
		{2, "world", 2, "easy", -math.Log(0.964 / 0.036)},
		{2, "nordic", 3, "strong", math.Log(0.478 * 2 / 0.522)},
		{2, "asia", 6, "easy", -math.Log(0.927 * 2 / 0.073)},
	} {
		got, ok := strengthOf(c.version, c.title, c.seats, c.level)
		if !ok || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s, %d seats: %s has %v, %v; want %v", c.title, c.seats, c.level, got, ok, c.want)
		}
	}
	if Known(1, "nordic", 3, "strong") || Known(1, "world", 5, "strong") {
		t.Error("a strength is known that was never measured")
	}
}
