package sandbox

import (
	"cmp"
	"crypto/rand"
	"log/slog"
	"time"

	"konduktor/bot/sandbox/world"
)

// Options say what New builds. The zero value is a guild with one text channel and no people, on the real clock.
type Options struct {
	// Now is the clock of timestamps, ids and of the 3 s and 15 min rules. nil: time.Now.
	Now func() time.Time
	// Forward sets the clock forward; nil: the page cannot.
	Forward func(time.Duration)
	// Listen is the address for Start; empty: 127.0.0.1:0. Anything but loopback is refused.
	Listen string
	// Logger receives what goes wrong inside; nil: nothing is logged.
	Logger *slog.Logger
	// Token is the bot's, without "Bot "; empty: a random one, see Server.Token.
	Token string
	// Channels are the names of the text channels; empty: one, "table".
	Channels []string
	// People are there from the start, the first one owns the guild.
	People []string
	// Founded is when the guild, its channels and the first people came to be; zero: now. Their ids count from it, so that
	// the same names in the same order have the same ids whenever the sandbox starts.
	Founded time.Time
	// Permissions of the bot; 0: those that invite asks for, world.AllPermissions.
	Permissions int64
	// RateLimit is the number of requests a second that one bucket takes before it answers 429; 0: no limit, though every
	// answer carries the headers.
	RateLimit int
	// History is the number of messages kept in a channel; 0: 500.
	History int
	// MostPeople is how many people there may be; 0: 100.
	MostPeople int
}

// The guild and the bot, as people see them.
const (
	guildName = "Konduktor's yard"
	locale    = "en-US"
	botName   = "Konduktor"
)

// heartbeat is the interval that Discord's gateway asks for.
const heartbeat = 41250 * time.Millisecond

// withDefaults fills what was left empty.
func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Founded.IsZero() {
		o.Founded = o.Now()
	}
	if len(o.Channels) == 0 {
		o.Channels = []string{"table"}
	}
	o.Listen = cmp.Or(o.Listen, "127.0.0.1:0")
	o.Token = cmp.Or(o.Token, rand.Text())
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.Permissions = cmp.Or(o.Permissions, world.AllPermissions)
	o.History = cmp.Or(o.History, 500)
	o.MostPeople = cmp.Or(o.MostPeople, 100)
	return o
}
