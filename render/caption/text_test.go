package caption

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/render/rendertest"
)

// forms are the plural forms of every text of a language, by id.
func forms(t *testing.T, lang string) map[string][]string {
	t.Helper()
	raw, err := os.ReadFile("../../bot/locale/" + lang + "/render.toml")
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := toml.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	collect(out, "", file)
	return out
}

func collect(out map[string][]string, at string, table map[string]any) {
	for key, v := range table {
		switch v := v.(type) {
		case map[string]any:
			collect(out, strings.TrimPrefix(at+"."+key, "."), v)
		case string:
			out[at] = append(out[at], key)
			slices.Sort(out[at])
		}
	}
}

func TestBothLanguagesTellTheSameFacts(t *testing.T) {
	en, pl := forms(t, "en"), forms(t, "pl")
	want := map[string][]string{}
	for id, f := range en {
		want[id] = f
		if len(f) > 1 || strings.HasPrefix(id, "render.colors.") { // English does not inflect these
			want[id] = []string{"few", "many", "one", "other"}
		}
	}
	if d := cmp.Diff(want, pl); d != "" {
		t.Errorf("Polish against English (-want +got):\n%s", d)
	}
}

func TestBoardTextMatchesThePicture(t *testing.T) {
	m := amsterdam.Title.Map()
	g, _ := rendertest.AmsterdamGame(t, 2, 30)
	text := New(m, rendertest.Words(t, "en")).Of(rendertest.Ref(g.View(engine.Public))).BoardText()
	for _, want := range []string{
		"Board of Amsterdam.", "is to move", "1. Ala:", "2. Bartek:", "goods card", "Market: slot 1: ",
		"Cards in the deck: ", "Tickets in the pile: ",
		"12 Haringpakkerstoren – Oude Waal: any colour, 4 spaces, with goods, free", "claimed by Ala",
		"claimed by Bartek",
		"closed: nobody can claim it any more",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("got no %q in:\n%s", want, text)
		}
	}
	for r := range m.Routes {
		if !strings.Contains(text, "\n"+Code(m, engine.RouteID(r))+" ") {
			t.Errorf("got no line for route %s", Code(m, engine.RouteID(r)))
		}
	}
}

func TestSheetTextNamesEveryTicketAndPoint(t *testing.T) {
	m := amsterdam.Title.Map()
	v := rendertest.Finished()
	s := New(m, rendertest.Words(t, "en")).Of(&v)
	text := New(m, rendertest.Words(t, "en")).Of(&v).Sheet().String()
	for i := range v.Seats {
		f := v.Seats[i].Final
		for _, id := range append(slices.Clone(f.Completed), f.Failed...) {
			if !strings.Contains(text, s.TicketInFull(id)) {
				t.Errorf("got no ticket %s in:\n%s", s.TicketInFull(id), text)
			}
		}
		if want := "Total " + strconv.Itoa(f.Total); !strings.Contains(text, want) {
			t.Errorf("seat %d: got no %q in:\n%s", i+1, want, text)
		}
	}
	if got := strings.Count(text, "★ winner"); got != len(v.Winners) {
		t.Errorf("got %d winners, want %d", got, len(v.Winners))
	}
}

// The number before a name is its place: those who tie share one, and seats are not counted.
func TestASheetCountsPlacesNotSeats(t *testing.T) {
	v := rendertest.Finished()
	totals := []int{20, 31, 20, 9}
	for i := range v.Seats {
		f := *v.Seats[i].Final
		f.Total, v.Seats[i].Final = totals[i], &f
	}
	v.Winners = []engine.Seat{2}
	var got []string
	for _, side := range New(amsterdam.Title.Map(), rendertest.Words(t, "en")).Of(&v).Sheet().Sides {
		place, _, _ := strings.Cut(side.Line, ". ")
		got = append(got, place)
	}
	if want := []string{"1", "2", "2", "4"}[:len(v.Seats)]; !slices.Equal(got, want) {
		t.Errorf("got places %v, want %v", got, want)
	}
}

func TestALongAlternativeTextIsCut(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("ab ", 900), strings.Repeat("🚂", 800),
		strings.Repeat("x", MaxAlt+1),
	} {
		got := Clip(text)
		if n := len(utf16.Encode([]rune(got))); n > MaxAlt || !strings.HasSuffix(got, "…") {
			t.Errorf("got %d characters ending in %q, want at most %d and an ellipsis",
				n, got[len(got)-3:], MaxAlt)
		}
	}
	if text := strings.Repeat("x", MaxAlt); Clip(text) != text {
		t.Error("a text of just the right length was cut")
	}
}
