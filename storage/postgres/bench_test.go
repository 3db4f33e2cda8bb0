package postgres

import (
	"fmt"
	"testing"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// BenchmarkAppend is a whole move: interaction, move, row, message. BenchmarkAppend of package
// sqlite is the same on a file.
func BenchmarkAppend(b *testing.B) {
	s := openTemp(b)
	g := match.Game{
		ID: contested, State: match.Running, Title: "amsterdam", Seed: engine.Seed{1},
		Seats: []match.Seat{{User: "a"}, {User: "b"}},
	}
	if err := s.Create(b.Context(), g, storage.Origin{}, nil); err != nil {
		b.Fatal(err)
	}
	m := match.Move{Seat: 1, Text: "draw 1", After: match.FirstLink(g)}
	for b.Loop() {
		name := fmt.Sprint("n", m.Ply)
		err := s.Append(b.Context(), g.ID, m, match.RowUpdate{
			State:  match.Running,
			ToMove: []match.UserID{"a"},
		}, storage.Origin{Interaction: name, Answer: name},
			[]storage.Message{{Lane: "table", Kind: "board", Game: g.ID, Nonce: name}})
		if err != nil {
			b.Fatal(err)
		}
		m.After = m.Head()
		m.Ply++
	}
}
