package table

import (
	"testing"

	"konduktor/engine/cardgame"
	"konduktor/render/rendertest"
)

func TestNoTextOfAPictureLiesOverAnother(t *testing.T) {
	t.Parallel()
	rendertest.NothingCrossed(t, cardTable(t), cardgame.Title)
}
