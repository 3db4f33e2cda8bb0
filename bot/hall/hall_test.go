package hall_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestATableStandsInTheHallOrWhereItIsOpened(t *testing.T) {
	if got := (hall.Decisions{}).Place("7"); got != "7" {
		t.Errorf("without a hall a table stands in %s, want 7", got)
	}
	if got := (hall.Decisions{Hall: "9"}).Place("7"); got != "9" {
		t.Errorf("with a hall a table stands in %s, want 9", got)
	}
}

func TestAChannelsRuleHoldsEvenIfTheTableStandsElsewhere(t *testing.T) {
	d := hall.Decisions{Hall: "9", Channels: []match.ChannelID{"7"}}
	player := &route.Request{Interaction: &discord.Interaction{Guild: "1"}}
	if err := d.MayOpen(player, "1", "7", 0); err != nil {
		t.Errorf("from the allowed channel: %v", err)
	}
	if err := d.MayOpen(player, "1", "8", 0); !isProblem(err, "channels-only") {
		t.Errorf("from another channel: %v, want channels-only", err)
	}
}

func TestABanEndsAtItsTime(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	d := hall.Decisions{Bans: []hall.Ban{{User: "5", Until: now.Add(time.Hour)}}}
	if _, banned := d.Banned("5", now); !banned {
		t.Error("the ban does not hold before its end")
	}
	if _, banned := d.Banned("5", now.Add(time.Hour)); banned {
		t.Error("the ban holds after its end")
	}
}

func isProblem(err error, id string) bool {
	problem, ok := errors.AsType[*route.Problem](err)
	return ok && problem.ID == id
}

// shelf keeps settings in memory.
type shelf map[string]string

func (s shelf) Setting(_ context.Context, key string) (string, error) { return s[key], nil }

func (s shelf) SwapSetting(_ context.Context, key, _, value string, _ ...storage.Message) error {
	s[key] = value
	return nil
}

func TestPlayersAreCalledOnceALobbyAndThriceAServerADay(t *testing.T) {
	s, now := shelf{}, time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	call := func(id match.GameID, after time.Duration) error {
		g := match.Game{ID: id, Guild: "1"}
		return hall.CallOnce(t.Context(), s, g, now.Add(after), storage.Message{})
	}
	for i, c := range []struct {
		lobby match.GameID
		after time.Duration
		want  string
	}{
		{"game1", 0, ""},
		{"game1", 23 * time.Hour, "called-already"},
		{"game2", time.Hour, ""},
		{"game3", 2 * time.Hour, ""},
		{"game4", 3 * time.Hour, "called-often"},
		{"game4", 24 * time.Hour, ""}, // the first is a day ago
		{"game1", 24 * time.Hour, "called-often"},
		{"game1", 25 * time.Hour, ""},
	} {
		err := call(c.lobby, c.after)
		if c.want == "" && err != nil || c.want != "" && !isProblem(err, c.want) {
			t.Errorf("call %d: %v, want %q", i+1, err, c.want)
		}
	}
}
