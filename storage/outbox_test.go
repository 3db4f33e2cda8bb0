package storage_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

var outbox = []behaviour{
	{
		"a census counts games by title and state, and messages that wait",
		func(t *testing.T, s storage.Store) {
			empty, err := s.Census(t.Context())
			must(t, err)
			equal(t, "at first", empty, storage.Census{})
			a, b, c := lobbyOf("aaaa"), lobbyOf("bbbb"), lobbyOf("cccc")
			c.Title = "nordic"
			must(t, s.Create(t.Context(), a, storage.Origin{}, nil))
			must(t, s.Create(t.Context(), b, storage.Origin{}, []storage.Message{
				saying("a", "a1", noon),
				saying("a", "a2", noon),
			}))
			must(t, s.Create(t.Context(), c, storage.Origin{}, nil))
			must(t, s.Create(t.Context(), runningOf("dddd"), storage.Origin{}, nil))
			got, err := s.Census(t.Context())
			must(t, err)
			equal(t, "then", got, storage.Census{Waiting: 2, Games: []storage.Kept{
				{Title: "amsterdam", State: match.Lobby, N: 2},
				{Title: "amsterdam", State: match.Running, N: 1},
				{Title: "nordic", State: match.Lobby, N: 1},
			}})
		},
	},
	{"a message comes back with every field", func(t *testing.T, s storage.Store) {
		want := saying("lane", "n", noon)
		must(t, s.Enqueue(t.Context(), []storage.Message{want}))
		got, err := s.Due(t.Context(), noon, 1)
		must(t, err)
		equal(t, "number due", len(got), 1)
		equal(t, "has an id", got[0].ID > 0, true)
		want.ID, want.Due = got[0].ID, want.Due.UTC()
		equal(t, "message", got[0], want)
	}},
	{
		"only the first message of a lane is due, until it is sent or dropped",
		func(t *testing.T, s storage.Store) {
			must(t, s.Enqueue(t.Context(), []storage.Message{
				saying("a", "a1", noon),
				saying("b", "b1", noon), saying("a", "a2", noon),
			}))
			must(t, s.Enqueue(t.Context(), []storage.Message{
				saying("a", "a3", noon.Add(-time.Hour)),
				saying("", "none1", noon), saying("", "none2", noon),
			}))
			equal(t, "at first", take(t, s, noon), []string{"a1", "b1", "none1"})
			must(t, s.Sent(t.Context(), idOf(t, s, "a1"), nil))
			must(t, s.Drop(t.Context(), idOf(t, s, "b1"), "moot"))
			equal(t, "then", take(t, s, noon), []string{"a2", "none1"})
			must(t, s.Sent(t.Context(), idOf(t, s, "a2"), nil))
			equal(t, "at last", take(t, s, noon), []string{"a3", "none1"})
		},
	},
	{
		"nothing is due before its time, and its lane waits behind it",
		func(t *testing.T, s storage.Store) {
			must(t, s.Enqueue(t.Context(), []storage.Message{
				saying("a", "a1", noon.Add(time.Minute)),
				saying("a", "a2", noon),
			}))
			equal(t, "a microsecond before", take(t, s, noon.Add(time.Minute-time.Microsecond)), []string{})
			equal(t, "to the microsecond", take(t, s, noon.Add(time.Minute)), []string{"a1"})
		},
	},
	{"a message that is held is due once its lane is released", func(t *testing.T, s storage.Store) {
		must(t, s.Enqueue(t.Context(), []storage.Message{
			saying("a", "a1", noon),
			saying("b", "b1", noon), saying("a", "a2", noon),
		}))
		must(t, s.Enqueue(t.Context(), []storage.Message{saying("c", "c1", noon.Add(time.Hour))}))
		for _, nonce := range []string{"a1", "b1"} {
			must(t, s.Postpone(t.Context(), idOf(t, s, nonce), forSomebody))
		}
		equal(t, "held", take(t, s, noon.Add(time.Hour)), []string{"c1"})
		must(t, s.Release(t.Context(), "a", noon.Add(time.Minute)))
		must(t, s.Release(t.Context(), "c", noon))
		must(t, s.Release(t.Context(), "nobody's", noon))
		equal(t, "released", take(t, s, noon.Add(time.Minute)), []string{"a1"})
		equal(t, "the others", take(t, s, noon.Add(time.Hour)), []string{"a1", "c1"})
	}},
	{
		"a held message does not count as waiting, and goes a week after its game has ended",
		func(t *testing.T, s storage.Store) {
			ended, runs := runningOf("game1"), runningOf("game2")
			ended.State, ended.Updated = match.Finished, noon
			for _, g := range []match.Game{ended, runs} {
				must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
			}
			held, other, waits, nobodys := saying("a", "a1", noon), saying("b", "b1", noon),
				saying("c", "c1", noon), saying("d", "d1", noon.Add(2*time.Hour))
			held.Game, other.Game, waits.Game = "game1", "game2", "game1"
			must(t, s.Enqueue(t.Context(), []storage.Message{held, other, waits, nobodys}))
			for _, nonce := range []string{"a1", "b1"} {
				must(t, s.Postpone(t.Context(), idOf(t, s, nonce), forSomebody))
			}
			c, err := s.Census(t.Context())
			must(t, err)
			equal(t, "waiting", c.Waiting, 2)
			must(t, s.Forget(t.Context(), noon.Add(storage.HeldFor)))
			must(t, s.Release(t.Context(), "a", noon.Add(time.Minute)))
			equal(t, "within the week", take(t, s, noon.Add(time.Hour)), []string{"c1", "a1"})
			must(t, s.Postpone(t.Context(), idOf(t, s, "a1"), forSomebody))
			must(t, s.Forget(t.Context(), noon.Add(storage.HeldFor+time.Second)))
			for _, lane := range []string{"a", "b"} {
				must(t, s.Release(t.Context(), lane, noon.Add(time.Minute)))
			}
			equal(t, "left", take(t, s, noon.Add(time.Hour)), []string{"c1", "b1"})
		},
	},
	{"the longest due comes first, and no more than asked for", func(t *testing.T, s storage.Store) {
		must(t, s.Enqueue(t.Context(), []storage.Message{
			saying("a", "young", noon), saying("b", "old", noon.Add(-time.Hour)),
			saying("c", "middle", noon.Add(-time.Minute)),
		}))
		for n, want := range map[int][]string{
			-1: {}, 0: {}, 1: {"old"}, 2: {"old", "middle"},
			9: {"old", "middle", "young"},
		} {
			got, err := s.Due(t.Context(), noon, n)
			must(t, err)
			equal(t, fmt.Sprintf("%d of those due", n), nonces(got), want)
		}
	}},
	{"the next is due when the first head of a lane is", func(t *testing.T, s storage.Store) {
		_, err := s.NextDue(t.Context())
		wantError(t, err, storage.ErrNotFound)
		must(t, s.Enqueue(t.Context(), []storage.Message{
			saying("a", "a1", noon.Add(2*time.Hour)), saying("a", "a2", noon),
			saying("b", "b1", noon.Add(time.Hour)),
		}))
		got, err := s.NextDue(t.Context())
		must(t, err)
		equal(t, "next", got, noon.Add(time.Hour).UTC())
	}},
	{
		"a retried message and its lane wait until then; attempts count",
		func(t *testing.T, s storage.Store) {
			must(t, s.Enqueue(t.Context(), []storage.Message{
				saying("a", "a1", noon),
				saying("a", "a2", noon), saying("b", "b1", noon),
			}))
			id := idOf(t, s, "a1")
			must(t, s.Postpone(t.Context(), id, storage.Postponed{
				Due: noon.Add(time.Minute), Why: "503", Failed: true,
			}))
			equal(t, "due now", take(t, s, noon), []string{"b1"})
			waiting, err := s.Waiting(t.Context(), 2)
			must(t, err)
			equal(t, "waiting", nonces(waiting), []string{"a1", "a2"})
			must(t, s.Postpone(t.Context(), id, storage.Postponed{
				Due: noon.Add(2 * time.Minute), Why: "503", Failed: true,
			}))
			got, err := s.Due(t.Context(), noon.Add(time.Hour), 9)
			must(t, err)
			equal(t, "due later", nonces(got), []string{"b1", "a1"})
			equal(t, "attempts", got[1].Attempts, 2)
			equal(t, "trouble", got[1].Trouble, "503")
			equal(t, "due", got[1].Due, noon.Add(2*time.Minute).UTC())
		},
	},
	{
		"a delayed message and its lane wait until then; attempts stay",
		func(t *testing.T, s storage.Store) {
			must(t, s.Enqueue(t.Context(), []storage.Message{
				saying("a", "a1", noon),
				saying("a", "a2", noon),
			}))
			id := idOf(t, s, "a1")
			must(t, s.Postpone(t.Context(), id, storage.Postponed{
				Due: noon, Why: "500", Failed: true,
			}))
			must(t, s.Postpone(t.Context(), id, storage.Postponed{Due: noon.Add(time.Minute), Why: "503"}))
			equal(t, "due now", take(t, s, noon), []string{})
			got, err := s.Due(t.Context(), noon.Add(time.Minute), 9)
			must(t, err)
			equal(t, "due later", nonces(got), []string{"a1"})
			equal(t, "attempts", got[0].Attempts, 1)
			wantError(t, s.Postpone(t.Context(), id+99, storage.Postponed{Due: noon, Why: "503"}),
				storage.ErrNotFound)
		},
	},
	{"a dropped message is kept with its reason, the last first", func(t *testing.T, s storage.Store) {
		first, second := saying("a", "a1", noon), saying("a", "a2", noon)
		must(t, s.Enqueue(t.Context(), []storage.Message{first, second}))
		first.ID, first.Due = idOf(t, s, "a1"), noon.UTC()
		must(t, s.Drop(t.Context(), first.ID, "gone"))
		second.ID, second.Due = idOf(t, s, "a2"), noon.UTC()
		must(t, s.Drop(t.Context(), second.ID, "moot"))
		got, err := s.Dropped(t.Context(), 9)
		must(t, err)
		equal(t, "dropped", got, []storage.Dropped{
			{Message: second, Why: "moot"},
			{Message: first, Why: "gone"},
		})
		got, err = s.Dropped(t.Context(), 1)
		must(t, err)
		equal(t, "number of the last", len(got), 1)
	}},
	{"a long reason is no obstacle", func(t *testing.T, s storage.Store) {
		must(t, s.Enqueue(t.Context(), []storage.Message{saying("a", "a1", noon)}))
		id := idOf(t, s, "a1")
		must(t, s.Postpone(t.Context(), id, storage.Postponed{
			Due: noon, Why: strings.Repeat("ż", 1<<20), Failed: true,
		}))
		must(t, s.Drop(t.Context(), id, "x"+strings.Repeat("ż", 1<<20)))
		got, err := s.Dropped(t.Context(), 1)
		must(t, err)
		equal(t, "the reason begins", strings.HasPrefix(got[0].Why, "xżżż"), true)
	}},
	{
		"a sent message is neither due nor waiting, and another process may send it again",
		func(t *testing.T, s storage.Store) {
			must(t, s.Enqueue(t.Context(), []storage.Message{saying("a", "a1", noon)}))
			id := idOf(t, s, "a1")
			must(t, s.Sent(t.Context(), id, nil))
			must(t, s.Sent(t.Context(), id, []storage.Post{{
				Game: "game1", Kind: "board", Channel: "c",
				Message: "m",
			}}))
			wantError(t, s.Postpone(t.Context(), id, storage.Postponed{
				Due: noon, Why: "late", Failed: true,
			}), storage.ErrNotFound)
			wantError(t, s.Drop(t.Context(), id, "late"), storage.ErrNotFound)
			equal(t, "due", take(t, s, noon), []string{})
			posts, err := s.Posts(t.Context(), "game1")
			must(t, err)
			equal(t, "number of posts", len(posts), 1)
		},
	},
	{"an id is never given twice", func(t *testing.T, s storage.Store) {
		must(t, s.Enqueue(t.Context(), []storage.Message{saying("a", "a1", noon)}))
		first := idOf(t, s, "a1")
		must(t, s.Sent(t.Context(), first, nil))
		must(t, s.Enqueue(t.Context(), []storage.Message{saying("a", "a2", noon)}))
		equal(t, "the second is higher", idOf(t, s, "a2") > first, true)
	}},
	{
		"a message whose nonce waits is not added again; one that was sent, or has none, is",
		func(t *testing.T, s storage.Store) {
			must(t, s.Enqueue(t.Context(), []storage.Message{
				saying("a", "n", noon), saying("a", "", noon),
				saying("b", "", noon),
			}))
			must(t, s.Enqueue(t.Context(), []storage.Message{
				saying("d", "n", noon),
				saying("e", "other", noon),
			}))
			equal(t, "due", take(t, s, noon), []string{"n", "", "other"})
			must(t, s.Sent(t.Context(), idOf(t, s, "n"), nil))
			must(t, s.Enqueue(t.Context(), []storage.Message{saying("c", "n", noon)}))
			must(t, s.Enqueue(t.Context(), nil))
		},
	},
	{
		"a message outlives a sender that dies between the move and Sent",
		func(t *testing.T, s storage.Store) {
			must(t, s.Create(t.Context(), runningOf("game1"), storage.Origin{}, nil))
			must(t, s.Append(t.Context(), "game1", moveOf("game1", 0), goesOn,
				storage.Origin{Interaction: "i"}, []storage.Message{saying("a", "a1", noon)}))
			equal(t, "taken by the first sender", take(t, s, noon), []string{"a1"})
			equal(t, "taken by the next", take(t, s, noon.Add(time.Hour)), []string{"a1"})
		},
	},
	{
		"posts are found by game and kind, oldest first, and replaced in place",
		func(t *testing.T, s storage.Store) {
			must(t, s.Enqueue(t.Context(), []storage.Message{saying("a", "a1", noon)}))
			first := storage.Post{
				Game: "game1", Kind: "board", Seat: 2, Ply: 3, Head: match.Link{3, 31: 3},
				Called: "u1 u2", Channel: "c", Message: "m1",
			}
			second := storage.Post{Game: "game1", Kind: "board", Channel: "c", Message: "m2"}
			third := storage.Post{Game: "game1", Kind: "hand", Channel: "c", Message: "m3"}
			must(t, s.Sent(t.Context(), idOf(t, s, "a1"), []storage.Post{
				first, second, third,
				{Game: "game2", Kind: "board", Channel: "c", Message: "m4"},
			}))
			first.Ply, first.Head = 9, match.Link{9}
			must(t, s.Sent(t.Context(), 1<<40, []storage.Post{first}))
			got, err := s.Posts(t.Context(), "game1")
			must(t, err)
			equal(t, "posts", got, []storage.Post{first, second, third})
		},
	},
	{
		"a post is added, replaced or forgotten by who knows the last of it",
		func(t *testing.T, s storage.Store) {
			first := storage.Post{
				Game: "game1", Kind: "board", Seat: 2, User: "u2", Ply: 3, Head: match.Link{3},
				Subject: "planned", Called: "u1 u2", Channel: "c", Message: "m1", Shown: "a/b/c",
			}
			second := storage.Post{Game: "game1", Kind: "thread", Channel: "c"}
			must(t, s.SwapPost(t.Context(), nil, &first))
			must(t, s.SwapPost(t.Context(), nil, &second))
			wantError(t, s.SwapPost(t.Context(), nil, &first), storage.ErrStale)
			next := first
			next.Kind, next.Seat, next.Ply, next.Head, next.Shown = "live", 1, 4, match.Link{4}, ""
			must(t, s.SwapPost(t.Context(), &first, &next))
			wantError(t, s.SwapPost(t.Context(), &first, &next), storage.ErrStale)
			wantError(t, s.SwapPost(t.Context(), &first, nil), storage.ErrStale)
			got, err := s.Posts(t.Context(), "game1")
			must(t, err)
			equal(t, "posts", got, []storage.Post{next, second})
			must(t, s.SwapPost(t.Context(), &next, nil))
			wantError(t, s.SwapPost(t.Context(), &next, nil), storage.ErrStale)
			wantError(t, s.SwapPost(t.Context(), &next, &first), storage.ErrStale)
			got, err = s.Posts(t.Context(), "game1")
			must(t, err)
			equal(t, "posts left", got, []storage.Post{second})
		},
	},
	{"games and servers with posts are found, running first", func(t *testing.T, s storage.Store) {
		over := runningOf("game1")
		over.State = match.Finished
		for _, g := range []match.Game{over, runningOf("game2"), runningOf("game3")} {
			must(t, s.Create(t.Context(), g, storage.Origin{}, nil))
		}
		for i, p := range []storage.Post{
			{Game: "game1"},
			{Game: "game2"},
			{Game: "game2"},
			{Server: "s2"},
			{Server: "s1"},
			{Server: "s1"},
		} {
			p.Kind, p.Channel, p.Message = "list", "c", match.MessageID(strconv.Itoa(i))
			must(t, s.SwapPost(t.Context(), nil, &p))
		}
		games, servers, err := s.Posted(t.Context())
		must(t, err)
		equal(t, "games", games, []match.GameID{"game2", "game1"})
		equal(t, "servers", servers, []match.ServerID{"s1", "s2"})
		lists, err := s.PostsOn(t.Context(), "s1")
		must(t, err)
		equal(t, "posts of a server", len(lists), 2)
		lists, err = s.PostsOn(t.Context(), "")
		must(t, err)
		equal(t, "posts of no server", len(lists), 0)
	}},
	{"what waits is in doubt once an attempt may have succeeded", func(t *testing.T, s storage.Store) {
		must(t, s.Enqueue(t.Context(), []storage.Message{
			saying("a", "a1", noon), saying("b", "b1", noon),
		}))
		doubts := func(want ...bool) {
			t.Helper()
			waiting, err := s.Waiting(t.Context(), 9)
			must(t, err)
			var got []bool
			for _, m := range waiting {
				got = append(got, m.Doubt)
			}
			equal(t, "doubts", got, want)
		}
		doubts(false, false)
		to := storage.Postponed{Due: noon, Why: "429"}
		must(t, s.Postpone(t.Context(), idOf(t, s, "a1"), to))
		doubts(false, false)
		to.Doubt = true
		must(t, s.Postpone(t.Context(), idOf(t, s, "a1"), to))
		to.Doubt = false
		must(t, s.Postpone(t.Context(), idOf(t, s, "a1"), to))
		doubts(true, false)
		must(t, s.Suspect(t.Context()))
		doubts(true, true)
	}},
}

// take returns the nonces of the messages that are due.
func take(t *testing.T, s storage.Store, now time.Time) []string {
	t.Helper()
	due, err := s.Due(t.Context(), now, 99)
	must(t, err)
	return nonces(due)
}

// idOf returns the id of the message with a nonce, which must be the head of its lane.
func idOf(t *testing.T, s storage.Store, nonce string) int64 {
	t.Helper()
	due, err := s.Due(t.Context(), noon.AddDate(1, 0, 0), 99)
	must(t, err)
	for _, m := range due {
		if m.Nonce == nonce {
			return m.ID
		}
	}
	t.Fatalf("message %s is not due", nonce)
	return 0
}

// forSomebody keeps a message until somebody comes.
var forSomebody = storage.Postponed{Due: storage.Held, Why: "nobody is there"}
