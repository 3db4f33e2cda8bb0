package sqlite

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// BenchmarkAppend is a whole move: interaction, move, row, message. To be compared with
// BenchmarkBareTransaction of the same run; the target is 90 % of its rate.
func BenchmarkAppend(b *testing.B) {
	s := withMoves(b, 0)
	ply := 0
	for b.Loop() {
		if err := appendMove(b, s, ply); err != nil {
			b.Fatal(err)
		}
		ply++
	}
}

// BenchmarkAppendUntold is a move with an interaction but without a message.
func BenchmarkAppendUntold(b *testing.B) {
	s := withMoves(b, 0)
	ply := 0
	for b.Loop() {
		err := s.Append(b.Context(), game0.ID, move0(ply), match.RowUpdate{State: match.Running},
			storage.Origin{Interaction: fmt.Sprint("n", ply)}, nil)
		if err != nil {
			b.Fatal(err)
		}
		ply++
	}
}

// BenchmarkBareTransaction is the least that could count as a durable move; see bareMoves.
func BenchmarkBareTransaction(b *testing.B) {
	move := bareMoves(b)
	for b.Loop() {
		move()
	}
}

// BenchmarkAppendAgainstBare takes turns, now one first and now the other, so that whatever else
// the machine does hits both alike, and reports the bare transaction's median time in per cent of
// Append's.
func BenchmarkAppendAgainstBare(b *testing.B) {
	s, bare := withMoves(b, 0), bareMoves(b)
	var appends, bares []time.Duration
	whole := func() {
		start := time.Now()
		if err := appendMove(b, s, len(appends)); err != nil {
			b.Fatal(err)
		}
		appends = append(appends, time.Since(start))
	}
	least := func() {
		start := time.Now()
		bare()
		bares = append(bares, time.Since(start))
	}
	for i := 0; b.Loop(); i++ {
		if i%2 == 0 {
			whole()
			least()
		} else {
			least()
			whole()
		}
	}
	slices.Sort(appends)
	slices.Sort(bares)
	half := len(appends) / 2
	b.ReportMetric(float64(appends[half].Microseconds()), "µs/append")
	b.ReportMetric(float64(bares[half].Microseconds()), "µs/bare")
	b.ReportMetric(100*float64(bares[half])/float64(appends[half]), "%ofbare")
}

// bareMoves returns the least that could count as a durable move: one row of 90 bytes with a unique
// interaction, and the game's row of 1.5 kB, by a connection like the store's, prepared, and with
// no context to watch.
func bareMoves(b *testing.B) (move func()) {
	s := openTemp(b)
	behind(b, s,
		`CREATE TABLE bare_game (id INTEGER PRIMARY KEY,
			rev INTEGER NOT NULL, state BLOB NOT NULL) STRICT`,
		`CREATE TABLE bare_move (id INTEGER PRIMARY KEY,
			interaction TEXT NOT NULL UNIQUE, text BLOB NOT NULL) STRICT`,
		`INSERT INTO bare_game VALUES (1, 0, zeroblob(1500))`)
	insert, err := s.write.conn.PrepareContext(b.Context(),
		`INSERT INTO bare_move (interaction, text) VALUES (?, ?)`)
	if err != nil {
		b.Fatal(err)
	}
	update, err := s.write.conn.PrepareContext(b.Context(),
		`UPDATE bare_game SET rev = rev + 1, state = ? WHERE id = 1 AND rev = ?`)
	if err != nil {
		b.Fatal(err)
	}
	text, state, rev := make([]byte, 90), make([]byte, 1500), 0
	return func() {
		ctx := context.Background()
		tx, err := s.write.conn.BeginTx(ctx, nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := tx.StmtContext(ctx, insert).ExecContext(ctx, fmt.Sprint("n", rev),
			text); err != nil {
			b.Fatal(err)
		}
		if _, err := tx.StmtContext(ctx, update).ExecContext(ctx, state, rev); err != nil {
			b.Fatal(err)
		}
		if err := tx.Commit(); err != nil {
			b.Fatal(err)
		}
		rev++
	}
}

func BenchmarkLoadMoves(b *testing.B) {
	for _, n := range []int{300} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := withMoves(b, n)
			for b.Loop() {
				if _, err := s.Moves(b.Context(), game0.ID, -1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkGame(b *testing.B) {
	s := withMoves(b, 1)
	for b.Loop() {
		if _, err := s.Game(b.Context(), game0.ID); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDue looks for what is due among many messages that wait, as after an outage of Discord.
func BenchmarkDue(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := openTemp(b)
			var out []storage.Message
			for i := range n {
				out = append(out, storage.Message{
					Lane: fmt.Sprint("lane", i%(n/5)), Kind: "board",
					Game: game0.ID, Nonce: fmt.Sprint("n", i),
				})
			}
			if err := s.Enqueue(b.Context(), out); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := s.Due(b.Context(), time.Unix(1, 0), 16); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
