package locale_test

import (
	"testing"

	"github.com/konduktor-bot/konduktor/bot/locale"
)

func TestLoad(t *testing.T) {
	if _, err := locale.Load(); err != nil {
		t.Fatal(err)
	}
}
