package cardgame_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
)

// TestJSONIsWhatTheNotationSays compares whole documents. They were written out once, read against docs/notation.md and
// are kept: a document NAME.json belongs to the record NAME.rec.
func TestJSONIsWhatTheNotationSays(t *testing.T) {
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
		{"over", "over", unveiled},
		{"over", "over-seat-1", seen(1)},
	} {
		t.Run(doc.file, func(t *testing.T) {
			v := doc.view(replayed(t, "testdata/json/"+doc.record+".rec"))
			got, err := json.Marshal(&v)
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

func replayed(t *testing.T, file string) engine.Game {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := engine.ParseRecord(string(text), find)
	if err != nil {
		t.Fatalf("%s:%v", file, err)
	}
	g, err := r.Replay(-1)
	if err != nil {
		t.Fatalf("%s:%v", file, err)
	}
	return g
}

func indented(t *testing.T, doc []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, doc, "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
