package storage_test

import (
	"strings"
	"testing"

	"konduktor/engine/match"
	"konduktor/storage"
)

// sumOfAbc is the SHA-256 of "abc", as FIPS 180 gives it.
const sumOfAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

var maps = []behaviour{
	{
		"a map is not found until saved, by the SHA-256 of its text",
		func(t *testing.T, s storage.Store) {
			_, err := s.Map(t.Context(), sumOfAbc)
			wantError(t, err, storage.ErrNotFound)
			sum, err := s.SaveMap(t.Context(), []byte("abc"))
			must(t, err)
			equal(t, "sum", sum, sumOfAbc)
			got, err := s.Map(t.Context(), sum)
			must(t, err)
			equal(t, "text", string(got), "abc")
		},
	},
	{
		"a map keeps every byte, and saving it again changes nothing",
		func(t *testing.T, s storage.Store) {
			for _, text := range []string{"", "\x00\xff\r\n\ufeff", "ż", strings.Repeat("long ", 1<<17)} {
				sum, err := s.SaveMap(t.Context(), []byte(text))
				must(t, err)
				again, err := s.SaveMap(t.Context(), []byte(text))
				must(t, err)
				equal(t, "sum", again, sum)
				got, err := s.Map(t.Context(), sum)
				must(t, err)
				equal(t, "text", string(got), text)
			}
		},
	},
	{
		"a game comes back with its map, also after a move and in every list",
		func(t *testing.T, s storage.Store) {
			g := runningOf("game1")
			var err error
			g.Map, err = s.SaveMap(t.Context(), []byte("abc"))
			must(t, err)
			must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
			m := moveOf("game1", 0)
			m.After = match.FirstLink(g)
			must(t, s.Append(t.Context(), "game1", m, goesOn, storage.Origin{}, nil))
			got, err := s.Game(t.Context(), "game1")
			must(t, err)
			equal(t, "map", got.Map, sumOfAbc)
			list, err := s.GamesOf(t.Context(), "host")
			must(t, err)
			equal(t, "map", list[0].Map, sumOfAbc)
			moves, err := s.Moves(t.Context(), "game1", -1)
			must(t, err)
			equal(t, "moves", len(moves), 1)
		},
	},
	{"a lobby can be given a map, and lose it", func(t *testing.T, s storage.Store) {
		sum, err := s.SaveMap(t.Context(), []byte("abc"))
		must(t, err)
		g := lobbyOf("game1")
		must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
		for rev, want := range []string{sum, ""} {
			g.Rev, g.Map = rev, want
			must(t, s.Update(t.Context(), g, storage.Origin{}, nil))
			got, err := s.Game(t.Context(), "game1")
			must(t, err)
			equal(t, "map", got.Map, want)
		}
	}},
	{
		"a game is not created, nor changed, on a map that was not saved",
		func(t *testing.T, s storage.Store) {
			g := lobbyOf("game1")
			g.Map = sumOfAbc
			wantAnyError(t, s.Create(t.Context(), g, storage.Origin{Interaction: "i"}, nil))
			wantNothingSaid(t, s, "i")
			must(t, s.Create(t.Context(), lobbyOf("game1"), storage.Origin{}, nil))
			wantAnyError(t, s.Update(t.Context(), g, storage.Origin{}, nil))
			got, err := s.Game(t.Context(), "game1")
			must(t, err)
			equal(t, "map", got.Map, "")
		},
	},
}
