package storage_test

import (
	"testing"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

var moves = []behaviour{
	{
		"appended moves come back as they were, with the row and the messages",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
			want := []match.Move{}
			for ply := range 5 {
				m := moveOf("game1", ply)
				must(t, s.Append(t.Context(), "game1", m, goesOn, storage.Origin{}, nil))
				m.At = m.At.UTC()
				want = append(want, m)
			}
			last := moveOf("game1", 5)
			last.Text = "claim A'dam–\"Żary\" 'x' \x00 <@1>"
			over := match.RowUpdate{State: match.Finished}
			must(t, s.Append(t.Context(), "game1", last, over, storage.Origin{Interaction: "i", Answer: "5"},
				[]storage.Message{saying("l", "n", noon)}))
			last.At = last.At.UTC()
			want = append(want, last)
			got, err := s.Moves(t.Context(), "game1", -1)
			must(t, err)
			equal(t, "moves", got, want)
			row := runningOf("game1")
			row.Head = last.Head()
			row.Rev, row.Ply, row.State, row.ToMove, row.Created, row.Updated = 6, 6, match.Finished, nil,
				row.Created.UTC(), last.At
			game, err := s.Game(t.Context(), "game1")
			must(t, err)
			equal(t, "row", game, row)
			answer, err := s.Answer(t.Context(), "i")
			must(t, err)
			equal(t, "answer", answer, "5")
			due, err := s.Due(t.Context(), noon, 9)
			must(t, err)
			equal(t, "messages", nonces(due), []string{"n"})
		},
	},
	{
		"moves that follow each other at once are all added, or none",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
			two := goesOn
			two.Then = []match.Move{moveOf("game1", 1)}
			out := []storage.Message{saying("l", "n", noon)}
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), two, storage.Origin{
				Interaction: "i",
				Answer:      "both",
			}, out))
			row, err := s.Game(t.Context(), "game1")
			must(t, err)
			equal(t, "ply, revision", []int{int(row.Ply), row.Rev}, []int{2, 1})
			equal(t, "head", row.Head == moveOf("game1", 1).Head(), true)
			equal(t, "time", row.Updated, moveOf("game1", 1).At.UTC())
			wantError(t, s.Append(t.Context(), "game1", moveOf("game1", 0), two,
				storage.Origin{Interaction: "i"}, nil), storage.ErrRepeated)
			wantError(t, s.Append(t.Context(), "game1", moveOf("game1", 0), two, storage.Origin{}, nil),
				storage.ErrStale)
			two.Then = []match.Move{moveOf("game1", 3)}
			// the nonce waits
			wantError(t, s.Append(t.Context(), "game1", moveOf("game1", 2), two, storage.Origin{}, out),
				storage.ErrExists)
			apart := goesOn
			apart.Then = []match.Move{moveOf("game1", 4)}
			wantAnyError(t, s.Append(t.Context(), "game1", moveOf("game1", 2), apart, storage.Origin{}, nil))
			apart.Then = []match.Move{moveOf("game1", 3)}
			apart.Then[0].After = match.Link{}
			wantAnyError(t, s.Append(t.Context(), "game1", moveOf("game1", 2), apart, storage.Origin{}, nil))
			moves, err := s.Moves(t.Context(), "game1", -1)
			must(t, err)
			equal(t, "number of moves", len(moves), 2)
		},
	},
	{"the first n moves are n, or all if there are fewer", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
		for ply := range 3 {
			must(t, s.Append(t.Context(), "game1", moveOf("game1", ply), goesOn, storage.Origin{}, nil))
		}
		for n, want := range map[int]int{0: 0, 1: 1, 2: 2, 3: 3, 4: 3, 1 << 40: 3, -1: 3} {
			got, err := s.Moves(t.Context(), "game1", n)
			must(t, err)
			equal(t, "number of moves", len(got), want)
		}
	}},
	{"a game without moves has none", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), lobbyOf("game1"), storage.Origin{}, nil))
		got, err := s.Moves(t.Context(), "game1", -1)
		must(t, err)
		equal(t, "number of moves", len(got), 0)
	}},
	{"moves fit their game after lobby, start and later updates", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), lobbyOf("game1"), storage.Origin{}, nil))
		must(t, s.Update(t.Context(), runningOf("game1"), storage.Origin{}, nil))
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn, storage.Origin{}, nil))
		g, err := s.Game(t.Context(), "game1")
		must(t, err)
		g.Thread, g.Seats = "another", []match.Seat{{User: "stand-in", Name: "Eve"}, g.Seats[1]}
		must(t, s.Update(t.Context(), g, storage.Origin{}, nil))
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 1), goesOn, storage.Origin{}, nil))
		got, err := s.Moves(t.Context(), "game1", -1)
		must(t, err)
		equal(t, "number of moves", len(got), 2)
	}},
	{
		"a move of another ply than the next is stale and leaves nothing behind",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn, storage.Origin{}, nil))
			for _, ply := range []int{0, 2, -1} {
				err := s.Append(t.Context(), "game1", moveOf("game1", ply), goesOn,
					storage.Origin{Interaction: "i"}, []storage.Message{saying("l", "n", noon)})
				wantError(t, err, storage.ErrStale)
			}
			wantNothingSaid(t, s, "i")
			g, err := s.Game(t.Context(), "game1")
			must(t, err)
			equal(t, "revision", g.Rev, 1)
		},
	},
	{
		"a move that follows another position is stale, whether its head or its ply is another",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn, storage.Origin{}, nil))
			taken, otherPly := moveOf("game1", 0), moveOf("game1", 1)
			taken.Text, otherPly.Ply = "draw 5", 2
			for _, after := range []match.Link{taken.Head(), moveOf("game1", 0).After, {}} {
				m := moveOf("game1", 1)
				m.After = after
				err := s.Append(t.Context(), "game1", m, goesOn, storage.Origin{Interaction: "i"},
					[]storage.Message{saying("l", "n", noon)})
				wantError(t, err, storage.ErrStale)
			}
			wantError(t, s.Append(t.Context(), "game1", otherPly, goesOn, storage.Origin{Interaction: "i"},
				nil), storage.ErrStale)
			wantNothingSaid(t, s, "i")
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 1), goesOn,
				storage.Origin{Interaction: "i"}, nil))
		},
	},
	{
		"a game has a head from the deal on: the last link of its moves",
		func(t *testing.T, s storage.Store) {
			lobby := lobbyOf("game1")
			lobby.Head = match.Link{1}
			must(t, s.Create(t.Context(), lobby, storage.Origin{}, nil))
			wantHead(t, s, match.Link{})
			dealt := runningOf("game1")
			dealt.Head = match.Link{1}
			must(t, s.Update(t.Context(), dealt, storage.Origin{}, nil))
			wantHead(t, s, match.FirstLink(dealt))
			for ply := range 3 {
				must(t, s.Append(t.Context(), "game1", moveOf("game1", ply), goesOn, storage.Origin{}, nil))
				wantHead(t, s, moveOf("game1", ply).Head())
			}
			g, err := s.Game(t.Context(), "game1")
			must(t, err)
			g.Thread = "another"
			must(t, s.Update(t.Context(), g, storage.Origin{}, nil))
			wantHead(t, s, moveOf("game1", 2).Head())
		},
	},
	{"a move in a game that is not running is stale", func(t *testing.T, s storage.Store) {
		for id, state := range map[match.GameID]match.State{
			"lobby": match.Lobby, "over": match.Finished,
			"gone": match.Cancelled,
		} {
			g := runningOf(id)
			g.State = state
			must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
			wantError(t, s.Append(t.Context(), id, moveOf(id, 0), goesOn, storage.Origin{}, nil),
				storage.ErrStale)
		}
	}},
	{
		"a repeated interaction is repeated, not stale, and keeps its first answer",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn,
				storage.Origin{Interaction: "i", Answer: "first"}, nil))
			for _, ply := range []int{0, 1} {
				err := s.Append(t.Context(), "game1", moveOf("game1", ply), goesOn,
					storage.Origin{Interaction: "i", Answer: "second"}, nil)
				wantError(t, err, storage.ErrRepeated)
			}
			answer, err := s.Answer(t.Context(), "i")
			must(t, err)
			equal(t, "answer", answer, "first")
			got, err := s.Moves(t.Context(), "game1", -1)
			must(t, err)
			equal(t, "number of moves", len(got), 1)
		},
	},
	{"a move whose message cannot be added is not made", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{},
			[]storage.Message{saying("l", "taken", noon)}))
		out := []storage.Message{saying("l", "free", noon), saying("l", "taken", noon)}
		err := s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn,
			storage.Origin{Interaction: "i"}, out)
		wantError(t, err, storage.ErrExists)
		g, err := s.Game(t.Context(), "game1")
		must(t, err)
		equal(t, "plies", int(g.Ply), 0)
		_, err = s.Answer(t.Context(), "i")
		wantError(t, err, storage.ErrNotFound)
		got, err := s.Moves(t.Context(), "game1", -1)
		must(t, err)
		equal(t, "number of moves", len(got), 0)
	}},
	{"an answer outlasts whatever follows until it is forgotten", func(t *testing.T, s storage.Store) {
		must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{
			Interaction: "created",
			Answer:      "0",
		}, nil))
		out := []storage.Message{saying("l", "n", noon)}
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn,
			storage.Origin{Interaction: "moved", Answer: "1"}, out))
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 1), goesOn, storage.Origin{}, nil))
		g, err := s.Game(t.Context(), "game1")
		must(t, err)
		g.State = match.Cancelled
		must(t, s.Update(t.Context(), g, storage.Origin{Interaction: "stopped", Answer: "2"}, nil))
		must(t, s.Sent(t.Context(), idOf(t, s, "n"), nil))
		must(t, s.Check(t.Context()))
		for interaction, want := range map[string]string{"created": "0", "moved": "1", "stopped": "2"} {
			got, err := s.Answer(t.Context(), interaction)
			must(t, err)
			equal(t, "answer of "+interaction, got, want)
			again := storage.Origin{Interaction: interaction, Answer: "again"}
			wantError(t, s.Append(t.Context(), "game1", moveOf("game1", 2), goesOn, again, nil),
				storage.ErrRepeated)
		}
	}},
	{
		"a typed command leads to its last interaction until it is answered",
		func(t *testing.T, s storage.Store) {
			typed := func(interaction string) storage.Origin {
				return storage.Origin{Interaction: interaction, Typed: "draw"}
			}
			unanswered := func(since time.Time, want string) {
				t.Helper()
				got, err := s.Unanswered(t.Context(), "draw", since)
				if want == "" {
					wantError(t, err, storage.ErrNotFound)
					return
				}
				must(t, err)
				equal(t, "interaction", got, want)
			}
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
			unanswered(time.Time{}, "")
			first := moveOf("game1", 0)
			must(t, s.Append(t.Context(), "game1", first, goesOn, typed("one"), nil))
			unanswered(first.At, "one")
			unanswered(first.At.Add(time.Second), "")
			err := s.Append(t.Context(), "game1", moveOf("game1", 1), goesOn, typed("one"), nil)
			wantError(t, err, storage.ErrRepeated)
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 1), goesOn, typed("two"), nil))
			unanswered(first.At, "two")
			second := moveOf("game1", 1).At
			must(t, s.Answered(t.Context(), "draw", second.Add(-time.Second))) // the first one
			unanswered(first.At, "two")
			must(t, s.Answered(t.Context(), "draw", second))
			must(t, s.Answered(t.Context(), "draw", second))
			unanswered(first.At, "")
			_, err = s.Answer(t.Context(), "two")
			must(t, err)
		},
	},
	{"old answers are forgotten, younger ones stay", func(t *testing.T, s storage.Store) {
		// at noon and a minute
		must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{Interaction: "created"}, nil))
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn,
			storage.Origin{Interaction: "noon"}, nil))
		must(t, s.Append(t.Context(), "game1", moveOf("game1", 1), goesOn,
			storage.Origin{Interaction: "one", Answer: "kept"}, nil))
		must(t, s.Forget(t.Context(), noon.Add(time.Hour)))
		for _, i := range []string{"created", "noon"} {
			_, err := s.Answer(t.Context(), i)
			wantError(t, err, storage.ErrNotFound)
		}
		answer, err := s.Answer(t.Context(), "one")
		must(t, err)
		equal(t, "answer", answer, "kept")
	}},
}

// wantHead says which head game1 has, alone and in a list.
func wantHead(t *testing.T, s storage.Store, want match.Link) {
	t.Helper()
	g, err := s.Game(t.Context(), "game1")
	must(t, err)
	list, err := s.GamesIn(t.Context())
	must(t, err)
	if g.Head != want || list[0].Head != want {
		t.Errorf("at ply %d: got heads %x and %x, want %x", g.Ply, g.Head[:], list[0].Head[:], want[:])
	}
}
