package match_test

import (
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

func TestAGameInDirectMessagesNeedsNoPermissions(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	row := match.Game{
		ID: "aaaaa", Title: title.ID(), Version: title.Version(), Guild: "g", Channel: "c",
	}
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	opened := match.Open(row, match.Actor{User: "ola", Name: "Ola", Server: "g", Channel: "c"}, now)
	lobby, err := match.Load(opened.Table.Game, title, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	there := match.Actor{User: "ola", Name: "Ola", Channel: "dm"}
	start := match.Start{
		Seed: engine.Seed{1}, Solo: "steady", Direct: "dm", Missing: "Create Public Threads",
	}
	change, err := match.Rules{}.Decide(lobby, there, now, start)
	if err != nil {
		t.Fatal(err)
	}
	if g := change.Table.Game; !g.Solitary() || g.State != match.Running {
		t.Errorf("got %+v", g)
	}
}
