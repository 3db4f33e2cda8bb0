package table

import (
	"testing"

	"konduktor/engine/cardgame"
	"konduktor/render/rendertest/crossedtest"
)

func TestNoTextOfAPictureLiesOverAnother(t *testing.T) {
	t.Parallel()
	crossedtest.Nothing(t, cardTable(t), cardgame.Title)
}
