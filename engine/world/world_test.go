package world_test

import (
	"testing"

	"konduktor/engine/enginetest"
	"konduktor/engine/world"
)

func TestScenarios(t *testing.T) { enginetest.RunScenarios(t, world.Title) }

func TestTheRefereeAgrees(t *testing.T) { enginetest.CheckGames(t, world.Title, 60, newReferee) }
