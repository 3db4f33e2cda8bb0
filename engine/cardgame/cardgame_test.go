package cardgame_test

import (
	"testing"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/cardgame"
	"github.com/konduktor-bot/konduktor/engine/scenario"
)

func find(id string) (engine.Title, bool) { return cardgame.Title, id == cardgame.Title.ID() }

func TestScenarios(t *testing.T) {
	scenario.Run(t, "testdata/scenarios", find)
}

func TestTheRefereeAgreesOnSimulatedGames(t *testing.T) {
	scenario.RunSimulated(t, cardgame.Title, 100, judge)
}

// TestFinishedGames replays the games kept in testdata: each comes to the result that it was recorded with.
func TestFinishedGames(t *testing.T) {
	scenario.RunGames(t, "testdata/games", find, judge)
}
