package bot_test

import (
	"testing"

	"konduktor/bot/bottest"
)

// stage is a bottest.Stage with what only the tests of this package ask of it.
type stage struct{ *bottest.Stage }

func newStage(t testing.TB) *stage {
	t.Helper()
	return &stage{bottest.New(t)}
}

// newStageAt starts the bot on a file or database in which nothing is.
func newStageAt(t testing.TB, file string) *stage {
	t.Helper()
	return &stage{bottest.NewAt(t, file)}
}
