package postgres

import (
	"fmt"
	"testing"

	"konduktor/engine"
	"konduktor/storage"
)

// BenchmarkAppend is a whole move: interaction, move, row, message. BenchmarkAppend of package sqlite is the same on a file.
func BenchmarkAppend(b *testing.B) {
	s := openTemp(b)
	g := storage.Game{ID: contested, State: storage.Running, Title: "amsterdam", Seed: engine.Seed{1}, Seats: []storage.Seat{{User: "a"}, {User: "b"}}}
	if err := s.Create(b.Context(), g, storage.Cause{}, nil); err != nil {
		b.Fatal(err)
	}
	m := storage.Move{Seat: 1, Text: "draw 1", After: storage.FirstLink(g)}
	for b.Loop() {
		name := fmt.Sprint("n", m.Ply)
		err := s.Append(b.Context(), g.ID, m, storage.Progress{State: storage.Running, ToMove: []string{"a"}}, storage.Cause{Interaction: name, Answer: name},
			[]storage.Message{{Lane: "table", Kind: "board", Game: g.ID, Nonce: name}})
		if err != nil {
			b.Fatal(err)
		}
		m.After = m.Head()
		m.Ply++
	}
}
