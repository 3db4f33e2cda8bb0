package storage_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/storage"
)

var game = storage.Game{
	ID: "game0", State: storage.Running, Title: "amsterdam", Version: 1, Seed: engine.Seed{1, 2, 3},
	Options: map[string]string{"goods": "on"}, Seats: []storage.Seat{{User: "a", Name: "Ada"}, {User: "b", Name: "Bob"}},
}

// The links were computed apart from this program, by the sentences of docs/storage.md: games are stored with them, so
// they never change.
func TestLinksAreThoseOfStoredGames(t *testing.T) {
	at := time.UnixMicro(1_795_348_800_123_456)
	first := storage.Move{Seat: 1, Text: "draw 0", At: at, After: storage.FirstLink(game)}
	second := storage.Move{Ply: 1, Seat: 2, Text: "draw 1", At: at.Add(1999 * time.Nanosecond), After: first.Head()}
	for _, c := range []struct {
		what string
		link storage.Link
		want string
	}{
		{"before the first move", first.After, "6cfaaa4599c59fc13aeb03c9c9f1e2a81b5ca9368ee01290907bca87410fa44b"},
		{"after the first move", second.After, "38e4ba601b1f62c29c3a0c68ea81564de5795ef85659a87a4360f6e73953fd12"},
		{"after the second move", second.Head(), "edf52be0cd5e2e7903f4f1ac7504eca97583611d88dcc7371df3da6cde07a3f5"},
	} {
		if got := hex.EncodeToString(c.link[:]); got != c.want {
			t.Errorf("%s: got %s, want %s", c.what, got, c.want)
		}
	}
}

func TestTheFirstLinkRestsOnAllThatMovesRestOn(t *testing.T) {
	seen := map[storage.Link]string{storage.FirstLink(game): "nothing"}
	for what, change := range map[string]func(*storage.Game){
		"id":      func(g *storage.Game) { g.ID = "game1" },
		"title":   func(g *storage.Game) { g.Title = "nordic" },
		"rules":   func(g *storage.Game) { g.Version = 2 },
		"options": func(g *storage.Game) { g.Options = nil },
		"map":     func(g *storage.Game) { g.Map = "sum" },
		"seats":   func(g *storage.Game) { g.Seats = g.Seats[:1] },
		"seed":    func(g *storage.Game) { g.Seed[31] = 1 },
		"no seed": func(g *storage.Game) { g.Seed = engine.Seed{} },
	} {
		g := game
		change(&g)
		if other, ok := seen[storage.FirstLink(g)]; ok {
			t.Errorf("a change of %s gives the link of a change of %s", what, other)
		}
		seen[storage.FirstLink(g)] = what
	}
	lobby := game
	lobby.Seed = engine.Seed{}
	if got := storage.FirstLink(lobby); got != (storage.Link{}) {
		t.Errorf("a lobby has the link %x, want none", got[:])
	}
}

func TestTheNextLinkRestsOnAllOfAMove(t *testing.T) {
	move := storage.Move{Ply: 3, Seat: 1, Text: "draw 0", At: time.Unix(7, 0), After: storage.FirstLink(game)}
	seen := map[storage.Link]string{move.Head(): "nothing"}
	for what, change := range map[string]func(*storage.Move){
		"ply":             func(m *storage.Move) { m.Ply = 4 },
		"seat":            func(m *storage.Move) { m.Seat = 2 },
		"text":            func(m *storage.Move) { m.Text = "draw 1" },
		"time":            func(m *storage.Move) { m.At = m.At.Add(time.Microsecond) },
		"the link before": func(m *storage.Move) { m.After[31]++ },
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
	g.Head = storage.FirstLink(g)
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		for _, value := range []any{g.Head, &g.Head, storage.Move{After: g.Head}, g} {
			if got, want := fmt.Sprintf(format, value), "(link)"; !strings.Contains(got, want) {
				t.Errorf("%s of %T prints %q", format, value, got)
			}
		}
	}
	if got := g.Head.LogValue().String(); got != "(link)" {
		t.Errorf("logged as %q", got)
	}
}
