package sandbox

import (
	"context"
	"slices"

	"konduktor/bot/sandbox/state"
)

// TestingT is the part of testing.TB that StartTest needs.
type TestingT interface {
	Helper()
	Error(args ...any)
	Fatal(args ...any)
	Cleanup(func())
}

// StartTest starts a sandbox and closes it at the end of the test.
func StartTest(t TestingT, o Options) *Server {
	t.Helper()
	s := New(o)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// User returns the person with a name, and adds them if there is none. It panics on a name that
// Discord would not accept.
func (s *Server) User(name string) *User {
	s.State.Lock()
	defer s.State.Unlock()
	p := s.State.Named(name)
	if p == nil {
		var err error
		if p, err = s.State.AddPerson(name, ""); err != nil {
			panic("sandbox: " + err.Error())
		}
	}
	return As(s.State, p)
}

// Channel returns the text channel or thread with that name or ID; nil if there is none.
func (s *Server) Channel(name string) *Channel {
	s.State.Lock()
	defer s.State.Unlock()
	list := s.State.Channels()
	i := slices.IndexFunc(list, func(c *state.Channel) bool { return c.Name == name || c.ID == name })
	if i < 0 {
		return nil
	}
	return inChannel(s.State, list[i])
}

// Gather makes a private channel of people: a DM of two, or a group. The bot is no member. It
// panics on fewer than two or more than ten people.
func (s *Server) Gather(users ...*User) *Channel {
	s.State.Lock()
	defer s.State.Unlock()
	ids := make([]string, len(users))
	for i, u := range users {
		ids[i] = u.ID()
	}
	c, err := s.State.Gather(ids...)
	if err != nil {
		panic("sandbox: " + err.Error())
	}
	return inChannel(s.State, c)
}

// CountPeople returns the number of people in the sandbox.
func (s *Server) CountPeople() int {
	s.State.Lock()
	defer s.State.Unlock()
	return len(s.State.Everybody())
}

// Guild returns the guild's ID.
func (s *Server) Guild() string { return s.State.GuildID }

// Bot returns the bot's user and application ID.
func (s *Server) Bot() string { return s.State.Bot.ID }

// RemoveBot removes the bot from the guild: GUILD_DELETE, then Missing Access.
func (s *Server) RemoveBot() {
	s.State.Lock()
	defer s.State.Unlock()
	s.State.RemoveBot()
}

// Deny takes permissions from the bot, in its role and in @everyone.
func (s *Server) Deny(permissions int64) {
	s.State.Lock()
	defer s.State.Unlock()
	s.State.Denied |= permissions
}

// WaitForCommands returns nil once the bot has set its commands, or the error of ctx.
func (s *Server) WaitForCommands(ctx context.Context) error {
	return s.State.WaitFor(ctx, func() bool {
		s.State.Lock()
		defer s.State.Unlock()
		return len(s.State.Commands) > 0
	})
}
