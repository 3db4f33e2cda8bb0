// Package testapi is what tests use to act on a sandbox and to look at it:
//
//	srv := testapi.New(t, sandbox.Options{People: []string{"Ola", "Bo"}})
//	... start the bot with srv.APIURL() ...
//	ola := srv.User("Ola")
//	lobby, err := ola.Slash(srv.Channel("table"), "game new", testapi.Opt("title", "amsterdam")).Reply(ctx)
//	_, err = lobby.Click(srv.User("Bo"), "Join").Reply(ctx)
package testapi

import (
	"context"
	"testing"

	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/wire"
	"konduktor/bot/sandbox/world"
)

// Server is a sandbox in the hands of a test. All its methods may be called from any goroutine.
type Server struct {
	*sandbox.Server
	w *world.World
}

// New starts a sandbox, and closes it at the end of the test.
func New(t testing.TB, o sandbox.Options) *Server {
	t.Helper()
	return Start(t, sandbox.New(o))
}

// Start starts a sandbox that was made already, and closes it at the end of the test.
func Start(t testing.TB, srv *sandbox.Server) *Server {
	t.Helper()
	if err := srv.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	return &Server{srv, srv.World}
}

// User returns the person called name and adds them if there is none. It panics on a name that Discord would not take: a
// fault of the test.
func (s *Server) User(name string) *User {
	s.w.Lock()
	defer s.w.Unlock()
	p := s.w.Named(name)
	if p == nil {
		var err error
		if p, err = s.w.AddPerson(name, ""); err != nil {
			panic("sandbox: " + err.Error())
		}
	}
	return &User{s.w, p}
}

// Channel returns the text channel or thread with that name or id; nil if there is none.
func (s *Server) Channel(name string) *Channel {
	s.w.Lock()
	defer s.w.Unlock()
	for _, c := range s.w.Channels() {
		if c.Name == name || c.ID == name {
			return &Channel{s.w, c}
		}
	}
	return nil
}

// Gather makes a private channel of people, of which the bot is no member: a DM of two, or a group. It panics on fewer than two
// or more than ten: a fault of the test.
func (s *Server) Gather(users ...*User) *Channel {
	s.w.Lock()
	defer s.w.Unlock()
	people := make([]*world.Person, len(users))
	for i, u := range users {
		people[i] = u.p
	}
	c, err := s.w.Gather(people...)
	if err != nil {
		panic("sandbox: " + err.Error())
	}
	return &Channel{s.w, c}
}

// Guild returns the guild's id.
func (s *Server) Guild() string { return s.w.GuildID }

// Bot returns the bot's user and application id.
func (s *Server) Bot() string { return s.w.Bot.ID }

// RemoveBot takes the bot out of the guild: GUILD_DELETE, then Missing Access.
func (s *Server) RemoveBot() {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Dismiss()
}

// WaitForCommands returns nil once the bot has set its commands, and ctx's error if it does not in time.
func (s *Server) WaitForCommands(ctx context.Context) error {
	return s.w.WaitFor(ctx, func() bool {
		s.w.Lock()
		defer s.w.Unlock()
		return len(s.w.Commands) > 0
	})
}

// Deny takes permissions from the bot, in its role and in @everyone.
func (s *Server) Deny(permissions int64) {
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Denied |= permissions
}

// Channel is a text channel, thread or DM.
type Channel struct {
	w *world.World
	c *world.Channel
}

// ID returns the channel's snowflake.
func (c *Channel) ID() string { return c.c.ID }

// Messages returns all messages that everybody in the channel sees, oldest first.
func (c *Channel) Messages() []*Message {
	c.w.Lock()
	defer c.w.Unlock()
	var list []*Message
	for _, m := range c.c.Messages {
		if m.EphemeralTo == "" {
			list = append(list, message(c.w, m))
		}
	}
	return list
}

// Last returns the newest of Messages; nil without one.
func (c *Channel) Last() *Message {
	list := c.Messages()
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// Delete deletes the channel or thread as its moderators could.
func (c *Channel) Delete() {
	c.w.Lock()
	defer c.w.Unlock()
	c.w.RemoveChannel(c.c)
}

// Archive puts a thread to sleep; locked: only moderators can wake it.
func (c *Channel) Archive(locked bool) {
	c.w.Lock()
	defer c.w.Unlock()
	c.w.SetArchived(c.c, true, locked)
}

// Choice and Component are used so often in tests that they have a name here.
type (
	// Choice is a line of an autocompletion.
	Choice = wire.Choice
	// Component is a component of a message.
	Component = wire.Component
)
