package storage_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestEveryStoreKeepsTheContract checks each store against everything that storage.Store promises.
func TestEveryStoreKeepsTheContract(t *testing.T) {
	groups := map[string][]behaviour{
		"games": games, "moves": moves, "undone": undone, "deadlines": deadlines, "outbox": outbox,
		"people": people, "plans": plans, "maps": maps, "races": races, "tenures": tenures,
		"dailies": dailies, "results": results, "changing": changing,
	}
	for store, open := range stores(t) {
		for group, cases := range groups {
			t.Run(store+"/"+group, func(t *testing.T) {
				for _, b := range cases {
					t.Run(b.name, func(t *testing.T) {
						t.Parallel()
						b.check(t, open(t))
					})
				}
			})
		}
	}
}

// behaviour is a sentence that is true of every store, and its check, which starts from an empty
// one.
type behaviour struct {
	name  string
	check func(t *testing.T, s storage.Store)
}

// noon is when everything begins. It has microseconds and is not in UTC, to check that stores keep
// the moment.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 123456000, time.FixedZone("", 3600))

// lobbyOf returns a lobby with every field filled.
func lobbyOf(id match.GameID) match.Game {
	return match.Game{
		ID: id, State: match.Lobby, Title: "amsterdam", Version: 1,
		Options: map[string]string{"goods": "on", "b": "2"},
		Host:    "host", Wanted: 3, Seats: []match.Seat{
			{User: "host", Name: "Ada"},
			{User: "guest", Name: "Zoë <@1> \x00 'x' \"y\"", Level: "steady"},
		},
		Invited: []match.UserID{"friend", "guest"}, Leaving: []match.UserID{"host"},
		Pausing: []match.UserID{"guest"}, Paused: true, PauseEnds: noon.AddDate(0, 0, 30).UTC(),
		Pace: "daily", Weekends: true, Branch: 3, Locale: "pl",
		Terms: match.Terms{
			Sign: "circle-red",
			Name: "Fri <@1>", Entry: match.EntryClosed, InOrder: true, After: "game0", Unaided: true,
			Delay: "long", Advice: match.WithAdvice, Unreviewed: true,
			Pairing: []match.Pair{{From: "host", With: "guest", N: 7}},
			Asking:  []match.Guest{{User: "d", Name: "D \x00"}},
		},
		Warned: noon.UTC(), Guild: "guild", Channel: "channel", Lobby: "lobby",
		Created: noon, Updated: noon.Add(time.Minute),
	}
}

// runningOf returns a game in which the host makes the first move.
func runningOf(id match.GameID) match.Game {
	g := lobbyOf(id)
	g.State, g.Seed, g.Thread, g.ToMove = match.Running, engine.Seed{1, 2, 31: 9},
		match.ChannelID("thread-"+string(id)), []match.UserID{"host"}
	return g
}

// moveOf returns the move of a ply of a game made by runningOf; two seats take turns. It follows
// the moves of all plies before.
func moveOf(id match.GameID, ply int) match.Move {
	head := match.FirstLink(runningOf(id))
	for i := 0; ; i++ {
		m := match.Move{
			Ply: engine.Ply(i), Seat: engine.Seat(i%2 + 1), Text: fmt.Sprintf("draw %d", i%5+1),
			At: noon.Add(time.Duration(i) * time.Hour), After: head,
		}
		if i >= ply {
			m.Ply = engine.Ply(ply)
			return m
		}
		head = m.Head()
	}
}

// goesOn is the progress of a move that does not end the game.
var goesOn = match.RowUpdate{State: match.Running, ToMove: []match.UserID{"guest"}}

// saying returns a message with every field filled but those that the store sets.
func saying(lane, nonce string, due time.Time) storage.Message {
	return storage.Message{
		Lane: lane, Kind: "board", Game: "game1", Ply: 7, Head: match.Link{1, 31: 7}, Seat: 2,
		User: "guest", Body: `{"a": "ż"}`, Nonce: nonce, Cause: "ix", Due: due,
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("got error %v, want %v", got, want)
	}
}

func wantAnyError(t *testing.T, got error) {
	t.Helper()
	if got == nil {
		t.Error("got no error")
	}
}

// equal compares; times count as the same moment to the microsecond, in UTC.
func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// ids returns the ids of games.
func ids(games []match.Game) []match.GameID {
	list := []match.GameID{}
	for _, g := range games {
		list = append(list, g.ID)
	}
	return list
}

// nonces returns the nonces of messages.
func nonces(messages []storage.Message) []string {
	list := []string{}
	for _, m := range messages {
		list = append(list, m.Nonce)
	}
	return list
}
