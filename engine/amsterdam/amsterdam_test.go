package amsterdam_test

import (
	"testing"

	"github.com/konduktor-bot/konduktor/engine/scenario"
	"github.com/konduktor-bot/konduktor/engine/titles"
)

func TestScenarios(t *testing.T) {
	scenario.Run(t, "testdata/scenarios", titles.Find)
}
