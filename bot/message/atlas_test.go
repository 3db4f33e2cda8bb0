package message

import (
	"strings"
	"testing"

	"konduktor/engine/amsterdam"
)

func TestTheAtlasIsBounded(t *testing.T) {
	a := NewAtlas(nil, nil, nil)
	for i := range 3 * maxParsed {
		a.cache(strings.Repeat("x", i), amsterdam.Title)
		if _, ok := a.cached(strings.Repeat("x", i)); !ok {
			t.Fatalf("map %d is not kept", i)
		}
	}
	if len(a.parsed) > maxParsed {
		t.Errorf("%d maps are kept, want at most %d", len(a.parsed), maxParsed)
	}
}
