// Package state is the state of the stand-in for Discord: a guild, its people, channels, messages,
// commands and interactions, and who is told of their changes. It knows no HTTP. The bot changes it
// through package rest, people through package client; packages gateway, webhook and page pass
// changes on.
package state

import (
	"context"
	"strconv"
	"sync"
	"time"

	"konduktor/bot/sandbox/wire"
)

// Bounds on the memory of a sandbox.
const (
	maxInteractions = 5000
	maxFileBytes    = 256 << 20 // of all attachments; the oldest are forgotten
)

// Options configure a state. All must be set.
type Options struct {
	Now        func() time.Time // the clock of timestamps, IDs and of the 3 s and 15 min rules
	Channels   []string         // names of the text channels
	Founded    time.Time        // of the guild and its first people; their IDs count from it
	Token      string           // of the bot
	History    int              // messages kept in a channel
	MostPeople int              // in the guild
}

// The guild and the bot.
const (
	Guild   = "Konduktor's yard"
	Locale  = "en-US" // of the guild, and of people who name none
	botName = "Konduktor"
)

// State is a guild and everything in it. Lock it to use its fields, its methods except WaitFor, and
// the values that they return.
type State struct {
	sync.Mutex

	Address  string // host:port that serves all of this; empty before that
	GuildID  string
	Created  time.Time
	Bot      wire.User
	BotLeft  bool  // the bot was removed from the guild
	ByHTTP   bool  // interactions go to the bot's endpoint, not over the gateway
	Denied   int64 // permissions that the bot was denied later
	Commands []wire.Command
	Emoji    []*Emoji // of the application

	opts         Options
	botRoleID    string
	added        []wire.Role
	people       map[string]*Person
	peopleOrder  []string
	channels     map[string]*Channel
	channelOrder []string
	creates      creates
	files        map[string]*StoredFile // by attachment ID
	fileOrder    []string               // IDs of attachments, oldest first
	fileBytes    int
	interactions map[string]*Interaction // by token
	interOrder   []string                // tokens, oldest first
	pending      map[string]*Interaction // not answered yet
	lastID       int64
	listeners    []func(Event)
	changed      chan struct{} // closed and replaced at each change
}

// New builds the guild with its channels and the bot.
func New(o Options) *State {
	s := &State{
		Created: o.Founded, opts: o,
		people: map[string]*Person{}, channels: map[string]*Channel{},
		files: map[string]*StoredFile{}, interactions: map[string]*Interaction{},
		pending: map[string]*Interaction{},
		changed: make(chan struct{}),
	}
	s.nextID(s.Created) // the bot's, if it is founded now
	s.GuildID = s.nextID(s.Created)
	s.botRoleID = s.nextID(s.Created)
	// Unlike the people, the application is a new one at each start: it has registered no commands.
	id := strconv.FormatInt((o.Now().UnixMilli()-discordEpoch)<<22, 10)
	s.Bot = wire.User{ID: id, Username: botName, Discriminator: "0001", Bot: true}
	for i, name := range o.Channels {
		s.addTextChannel(name, i)
	}
	return s
}

// Now returns the time by the sandbox's clock.
func (s *State) Now() time.Time { return s.opts.Now() }

// discordEpoch is the first second of 2015, in ms; IDs count from there.
const discordEpoch = 1420070400000

// NextID returns a new snowflake.
func (s *State) NextID() string { return s.nextID(s.Now()) }

// nextID returns a new snowflake: the time in its upper bits, and always more than the last one.
func (s *State) nextID(now time.Time) string {
	s.lastID = max(s.lastID+1, (now.UnixMilli()-discordEpoch)<<22)
	return strconv.FormatInt(s.lastID, 10)
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000-07:00") }

// Op is a change of a channel or message.
type Op string

// Changes of channels and messages.
const (
	Create Op = "create"
	Update Op = "update"
	Delete Op = "delete"
)

// Event is a change. One of the fields is set, Message together with its Channel.
type Event struct {
	Op          Op // of Channel or Message
	Channel     *Channel
	Message     *Message
	Interaction *Interaction // has begun, was answered, or failed
	Delivery    *Interaction // for the bot
	People      bool         // somebody was added or changed
	Commands    bool         // the bot has registered its commands
	BotLeft     bool         // the bot was removed from the guild
	Clock       bool         // the clock was set forward
}

// ClockSet announces that the clock was set forward, and archives threads in which nothing was said
// for long.
func (s *State) ClockSet() {
	s.tell(Event{Clock: true})
	for _, c := range s.ActiveThreads() {
		last := s.Created
		if n := len(c.Messages); n > 0 {
			last = c.Messages[n-1].created
		}
		quiet := time.Duration(c.ThreadMetadata.AutoArchiveDuration) * time.Minute
		if s.Now().Sub(last) >= quiet {
			s.SetArchived(c, true, false)
		}
	}
}

// Listen registers hear, which is called at each event, under the lock.
func (s *State) Listen(hear func(Event)) { s.listeners = append(s.listeners, hear) }

func (s *State) tell(e Event) {
	for _, hear := range s.listeners {
		hear(e)
	}
	s.Notify()
}

// Notify wakes everyone in WaitFor.
func (s *State) Notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// WaitFor returns nil as soon as condition holds. It is called at once and again after each change,
// without the lock; the caller must not hold it either.
func (s *State) WaitFor(ctx context.Context, condition func() bool) error {
	for {
		s.Lock()
		changed := s.changed
		s.Unlock()
		if condition() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
