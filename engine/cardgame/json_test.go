package cardgame_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
)

// TestJSONMatchesTheNotationPage compares whole documents. They were written out once, read against
// docs/notation.md and are kept: a document NAME.json belongs to the record NAME.rec.
func TestJSONMatchesTheNotationPage(t *testing.T) {
	unveiled := func(g engine.Game) engine.View { return g.Unveiled() }
	seen := func(s engine.Seat) func(engine.Game) engine.View {
		return func(g engine.Game) engine.View { return g.View(s) }
	}
	for _, doc := range []struct {
		record, file string
		view         func(engine.Game) engine.View
	}{
		{"setup", "setup", unveiled},
		{"play", "play", unveiled},
		{"play", "play-seat-2", seen(2)},
		{"play", "play-seat-0", seen(engine.Public)},
		{"secondpass", "secondpass", unveiled},
		{"secondpass", "secondpass-seat-4", seen(4)},
		{"declare", "declare", unveiled},
		{"declare", "declare-seat-1", seen(1)},
		{"over", "over", unveiled},
		{"over", "over-seat-1", seen(1)},
	} {
		t.Run(doc.file, func(t *testing.T) {
			_, record := enginetest.ReadRecord(t, "testdata/json/"+doc.record+".rec", cardgame.Title)
			g, err := record.Replay(-1)
			if err != nil {
				t.Fatal(err)
			}
			v := doc.view(g)
			got, err := notation.MarshalView(&v)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile("testdata/json/" + doc.file + ".json")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.TrimSpace(string(want)), indented(t, got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func indented(t *testing.T, doc []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, doc, "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
