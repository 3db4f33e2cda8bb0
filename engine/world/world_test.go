package world_test

import (
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/scenario"
	"github.com/konduktor-bot/konduktor/engine/world"
)

func find(id string) (engine.Title, bool) { return world.Title, id == world.Title.ID() }

func TestScenarios(t *testing.T) {
	scenario.Run(t, "testdata/scenarios", find)
}

func TestTheRefereeAgreesOnSimulatedGames(t *testing.T) {
	scenario.RunSimulated(t, world.Title, 60, judge)
}

// TestFinishedGames replays the games kept in testdata: each comes to the result that it was recorded with.
func TestFinishedGames(t *testing.T) {
	scenario.RunGames(t, "testdata/games", find, judge)
}
