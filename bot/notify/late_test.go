package notify_test

import (
	"slices"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/notify"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// sends hands a message to the outbox as if it had waited there, and returns what Discord is asked
// for.
func sends(s *bottest.Stage, m storage.Message) []discordtest.Call {
	s.T.Helper()
	before := len(s.API.Calls())
	m.Lane, m.Nonce, m.Body = "late", "late", `{}`
	s.Must(s.Store.Enqueue(s.T.Context(), []storage.Message{m}))
	s.Flush()
	return s.API.Calls()[before:]
}

func TestDelayedReminderIsNotSentForALaterTurn(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Pace = "daily"
	id := s.Playing("Ola", "Bo")
	s.Flush()
	g := s.Game(id)
	at := slices.IndexFunc(g.Seats, func(seat match.Seat) bool { return g.WaitsFor(seat.User) })
	if g.Ply == 0 || g.Seats[at].Ends.IsZero() {
		t.Fatalf("no clock runs: %+v", g)
	}
	calls := sends(s, storage.Message{
		Kind: notify.Reminder, Game: id, Seat: engine.Seat(at + 1), Ply: g.Ply - 1, Head: g.Head,
		User: g.Seats[at].User,
	})
	if len(calls) > 0 {
		t.Errorf("a player is reminded of a turn that is over: %+v", calls)
	}
}

func TestDelayedCallIsNotSentForATakenSeat(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.Flush()
	g := s.Game(id)
	leaver, other := g.Seats[0].Name, g.Seats[1].Name
	sure := s.Handle(s.Slash(leaver, "game leave", "game="+string(id)))
	s.Handle(s.Click(leaver, sure.Rows[0].Buttons[0].CustomID))
	s.Handle(s.Click(other, customid.Button(customid.Seek, id)))
	s.Flush()
	sure = s.Handle(s.Click("Cy", customid.SeatButton(customid.Board, id, 1)))
	s.Handle(s.Click("Cy", sure.Rows[0].Buttons[0].CustomID))
	s.Flush()
	g = s.Game(id)
	if g.Seats[0].User != bottest.Person("Cy").ID {
		t.Fatalf("seat 1 is %+v", g.Seats[0])
	}
	calls := sends(s, storage.Message{Kind: notify.Call, Game: id, Ply: g.Ply, Head: g.Head})
	if len(calls) > 0 {
		t.Errorf("people are called to a taken seat: %+v", calls)
	}
}

func TestDelayedCallShowsNothingOfASeatItsReaderLeft(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.Flush()
	g := s.Game(id)
	mover := g.SeatOf(g.ToMove[0])
	calls := sends(s, storage.Message{ // as if they had played the other seat before
		Kind: notify.YourTurn, Game: id, Seat: 3 - mover, Ply: g.Ply, Head: g.Head,
		User: g.ToMove[0],
	})
	for _, c := range calls {
		if len(c.Message.Rows) > 0 || len(c.Message.Files) > 0 {
			t.Errorf("the panel of seat %d is shown: %+v", 3-mover, c.Message)
		}
	}
}
