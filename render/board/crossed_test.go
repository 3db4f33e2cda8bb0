package board

import (
	"testing"

	"konduktor/render/rendertest"
	"konduktor/render/rendertest/crossedtest"
)

func TestNoTextOfAPictureLiesOverAnother(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			crossedtest.Nothing(t, painterOf(t, title), title)
		})
	}
}
