package board

import (
	"testing"

	"konduktor/render/rendertest"
)

func TestNoTextOfAPictureLiesOverAnother(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rendertest.NothingCrossed(t, painterOf(t, title), title)
		})
	}
}
