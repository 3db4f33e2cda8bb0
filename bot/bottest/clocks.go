package bottest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Timed starts a game at the daily pace and makes everybody's setup choice.
func Timed(t *testing.T, names ...string) (*Stage, match.GameID) {
	t.Helper()
	s := New(t)
	s.Pace = "daily"
	return s, s.Playing(names...)
}

// Reminders counts the direct messages that remind somebody.
func (s *Stage) Reminders(name string) (n int) {
	for _, m := range s.DM(name) {
		if strings.Contains(m.Content, "your time is gone") || strings.Contains(m.Content, "Last call") {
			n++
		}
	}
	return n
}

// Solo opens a lobby of a title with a public table and starts it against computer players, as its
// host's only button says.
func (s *Stage) Solo(title, host string) match.GameID {
	s.T.Helper()
	id := s.LobbyWith(host, "title="+title, "public=true")
	s.Handle(s.Click(host, customid.Button(customid.Solo, id)))
	s.Flush()
	return id
}

// Awhile lets the time pass that computers think, and those who are due move.
func (s *Stage) Awhile() {
	s.T.Helper()
	s.Clock = s.Clock.Add(15 * time.Second)
	s.Must(s.Bot.KeepClocks(s.T.Context()))
	s.Flush()
}

// ByDefault makes the default move.
func ByDefault(v engine.View) engine.Move {
	m, ok := v.Overdue()
	if !ok {
		panic("there is no default")
	}
	return m
}

// KeepDeadlines lets time pass, makes the moves of those whose time is up, and sends what is told
// of them.
func (s *Stage) KeepDeadlines(d time.Duration) {
	s.T.Helper()
	s.Clock = s.Clock.Add(d)
	s.Must(s.Bot.KeepClocks(s.T.Context()))
	s.Flush()
}

// WantWithdrawn checks that the bot withdrew from the first seat's tunnel, and that no deadline is
// left.
func (s *Stage) WantWithdrawn(id match.GameID) {
	s.T.Helper()
	moves, err := s.Store.Moves(s.T.Context(), id, -1)
	s.Must(err)
	last := moves[len(moves)-1]
	if last.Seat != 1 || last.Text != "withdraw" || !last.At.Equal(s.Clock) {
		s.T.Errorf("got %+v as the last move, want seat 1 to withdraw at %s", last, s.Clock)
	}
	s.NoDeadline()
}

// NoDeadline checks that nothing is due.
func (s *Stage) NoDeadline() {
	s.T.Helper()
	if next, err := s.Store.NextDeadline(s.T.Context()); !errors.Is(err, storage.ErrNotFound) {
		s.T.Errorf("got a deadline at %v (%v), want none", next, err)
	}
}
