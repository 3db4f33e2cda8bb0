package cardgame_test

import (
	"testing"

	"konduktor/engine/cardgame"
	"konduktor/engine/enginetest"
)

func TestScenarios(t *testing.T) { enginetest.RunScenarios(t, cardgame.Title) }

func TestTheRefereeAgrees(t *testing.T) {
	enginetest.CheckGames(t, cardgame.Title, 100, newReferee)
}
