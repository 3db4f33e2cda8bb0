package asia_test

import (
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/asia"
	"github.com/konduktor-bot/konduktor/engine/scenario"
)

func find(id string) (engine.Title, bool) { return asia.Title, id == asia.Title.ID() }

func TestScenarios(t *testing.T) {
	scenario.Run(t, "testdata/scenarios", find)
}

func TestTheRefereeAgreesOnSimulatedGames(t *testing.T) {
	scenario.RunSimulated(t, asia.Title, 150, judge)
}

// TestFinishedGames replays the games kept in testdata: each comes to the result that it was recorded with.
func TestFinishedGames(t *testing.T) {
	scenario.RunGames(t, "testdata/games", find, judge)
}
