package notify

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/atlas"
	"konduktor/bot/locale"
	"konduktor/engine"
	"konduktor/engine/asia"
	"konduktor/engine/match"
)

func TestTheLobbyShowsAllTeamsThatAreWanted(t *testing.T) {
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	notifier := New(Options{Atlas: atlas.New(nil, []engine.Title{asia.Title}, nil)})
	for name, c := range map[string]struct {
		wanted int
		people string
		want   []string
	}{
		"of four": {4, "O", []string{"Team: O + a free seat", "Team: free seats"}},
		"of six": {6, "OBC", []string{
			"Team: O + B", "Team: C + a free seat",
			"Team: free seats",
		}},
		"none wanted": {0, "O", []string{"Team: O + a free seat", "Team: free seats"}},
		"more than the least": {0, "OBCDE", []string{
			"Team: O + B", "Team: C + D",
			"Team: E + a free seat",
		}},
		"full": {4, "OBCD", []string{"Team: O + B", "Team: C + D"}},
	} {
		var seats []match.Seat
		for _, name := range strings.Split(c.people, "") {
			seats = append(seats, match.Seat{Name: name})
		}
		got := notifier.seatLines(catalog.Texts("en"), match.Game{
			Title: "asia", Wanted: c.wanted,
			Seats: seats,
		})
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
