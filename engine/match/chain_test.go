package match_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
)

var game = match.Game{
	ID: "game0", State: match.Running, Title: "amsterdam", Version: 1, Seed: engine.Seed{1, 2, 3},
	Options: map[string]string{"goods": "on"}, Seats: []match.Seat{
		{User: "a", Name: "Ada"},
		{User: "b", Name: "Bob"},
	},
}

// The links were computed apart from this program, by the sentences of docs/storage.md: games are
// stored with them, so they never change.
func TestLinksNeverChange(t *testing.T) {
	at := time.UnixMicro(1_795_348_800_123_456)
	first := match.Move{Seat: 1, Text: "draw 0", At: at, After: match.FirstLink(game)}
	second := match.Move{
		Ply: 1, Seat: 2, Text: "draw 1", At: at.Add(1999 * time.Nanosecond),
		After: first.Head(),
	}
	for _, c := range []struct {
		what string
		link match.Link
		want string
	}{
		{
			"before the first move", first.After,
			"6cfaaa4599c59fc13aeb03c9c9f1e2a81b5ca9368ee01290907bca87410fa44b",
		},
		{
			"after the first move", second.After,
			"38e4ba601b1f62c29c3a0c68ea81564de5795ef85659a87a4360f6e73953fd12",
		},
		{
			"after the second move", second.Head(),
			"edf52be0cd5e2e7903f4f1ac7504eca97583611d88dcc7371df3da6cde07a3f5",
		},
	} {
		if got := hex.EncodeToString(c.link[:]); got != c.want {
			t.Errorf("%s: got %s, want %s", c.what, got, c.want)
		}
	}
}

func TestFirstLinkCoversTheWholeSetup(t *testing.T) {
	seen := map[match.Link]string{match.FirstLink(game): "nothing"}
	for what, change := range map[string]func(*match.Game){
		"id":      func(g *match.Game) { g.ID = "game1" },
		"title":   func(g *match.Game) { g.Title = "nordic" },
		"rules":   func(g *match.Game) { g.Version = 2 },
		"options": func(g *match.Game) { g.Options = nil },
		"map":     func(g *match.Game) { g.Map = "sum" },
		"seats":   func(g *match.Game) { g.Seats = g.Seats[:1] },
		"seed":    func(g *match.Game) { g.Seed[31] = 1 },
		"no seed": func(g *match.Game) { g.Seed = engine.Seed{} },
	} {
		g := game
		change(&g)
		if other, ok := seen[match.FirstLink(g)]; ok {
			t.Errorf("a change of %s gives the link of a change of %s", what, other)
		}
		seen[match.FirstLink(g)] = what
	}
	lobby := game
	lobby.Seed = engine.Seed{}
	if got := match.FirstLink(lobby); got != (match.Link{}) {
		t.Errorf("a lobby has the link %x, want none", got[:])
	}
}

func TestNextLinkCoversTheWholeMove(t *testing.T) {
	move := match.Move{
		Ply: 3, Seat: 1, Text: "draw 0", At: time.Unix(7, 0),
		After: match.FirstLink(game),
	}
	seen := map[match.Link]string{move.Head(): "nothing"}
	for what, change := range map[string]func(*match.Move){
		"ply":             func(m *match.Move) { m.Ply = 4 },
		"seat":            func(m *match.Move) { m.Seat = 2 },
		"text":            func(m *match.Move) { m.Text = "draw 1" },
		"time":            func(m *match.Move) { m.At = m.At.Add(time.Microsecond) },
		"the link before": func(m *match.Move) { m.After[31]++ },
	} {
		m := move
		change(&m)
		if other, ok := seen[m.Head()]; ok {
			t.Errorf("a change of %s gives the link of a change of %s", what, other)
		}
		seen[m.Head()] = what
	}
}

func TestALinkDoesNotPrint(t *testing.T) {
	g := game
	g.Head = match.FirstLink(g)
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		for _, value := range []any{g.Head, &g.Head, match.Move{After: g.Head}, g} {
			if got, want := fmt.Sprintf(format, value), "(link)"; !strings.Contains(got, want) {
				t.Errorf("%s of %T prints %q", format, value, got)
			}
		}
	}
	if got := g.Head.LogValue().String(); got != "(link)" {
		t.Errorf("logged as %q", got)
	}
}
