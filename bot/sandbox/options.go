package sandbox

import (
	"log/slog"
	"time"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// Discord's own figures, and the sandbox's bounds on its memory.
const (
	answerWithin  = 3 * time.Second  // the first answer to an interaction
	tokenLife     = 15 * time.Minute // edits and follow-ups of an interaction
	nonceLife     = 5 * time.Minute  // enforce_nonce: "within the past few minutes"
	maxFile       = 10 << 20         // bytes of one file (40005)
	maxRequest    = 25 << 20         // bytes of one request (40005)
	maxFiles      = 10               // files of one message (30015)
	maxGateway    = 4096             // bytes of a frame from a bot (close 4002)
	gatewayRate   = 120              // frames a minute from a bot (close 4008)
	heartbeatWait = 41250 * time.Millisecond

	writeWait = 2 * time.Second // for one frame to a client that does not read

	defaultHistory  = 500
	defaultRequests = 5000
	maxPeople       = 100
	maxInteractions = 5000
	maxFileBytes    = 256 << 20 // of all attachments; the oldest are forgotten
	maxReplay       = 1000      // events kept for a resume
	sendQueue       = 512       // frames waiting for one slow WebSocket
)

// Options say what New builds. The zero value is a guild with one text channel
// and no people, on the real clock, which accepts any token.
type Options struct {
	// Now is the clock of timestamps, ids and of the 3 s and 15 min rules. nil:
	// time.Now.
	Now func() time.Time
	// Listen is the address for Start(""); empty: 127.0.0.1:0. Anything but
	// loopback is refused unless Public is set.
	Listen string
	Public bool
	// Logger receives what goes wrong inside; nil: nothing is logged.
	Logger *slog.Logger
	// Token is the one that is accepted, without "Bot "; empty: any.
	Token string
	// Guild is the server's name ("Konduktor's yard" if empty), Locale its
	// preferred one ("en-US" if empty).
	Guild  string
	Locale string
	// Channels are the names of the text channels; empty: one, "table".
	Channels []string
	// People are there from the start, the first one owns the guild.
	People []string
	// Founded is when the guild, its channels and the first people came to be; zero: now. Their ids count from it, so
	// that the same names in the same order have the same ids whenever the sandbox starts.
	Founded time.Time
	// BotName is the bot's username; empty: "Konduktor".
	BotName string
	// Lenient takes unknown fields in requests, as Discord does. Without it they
	// are refused with 50035, so that a misspelt field is found.
	Lenient bool
	// Permissions of the bot; 0: those that invite asks for, AllPermissions.
	Permissions int64
	// Privileged are the privileged intents that the bot may ask for (4014).
	Privileged int64
	// Heartbeat is the interval that the gateway's hello asks for; 0: 41.25 s.
	Heartbeat time.Duration
	// RateLimit is the number of requests a second that one bucket takes before
	// it answers 429; 0: no limit, though every answer carries the headers.
	RateLimit int
	// History is the number of messages kept in a channel; 0: 500.
	History int
	// Requests is the number of requests kept for Requests(); 0: 5,000.
	Requests int
}

// withDefaults fills what was left empty.
func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Guild == "" {
		o.Guild = "Konduktor's yard"
	}
	if o.Locale == "" {
		o.Locale = "en-US"
	}
	if len(o.Channels) == 0 {
		o.Channels = []string{"table"}
	}
	if o.BotName == "" {
		o.BotName = "Konduktor"
	}
	if o.Permissions == 0 {
		o.Permissions = AllPermissions
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = heartbeatWait
	}
	if o.History == 0 {
		o.History = defaultHistory
	}
	if o.Requests == 0 {
		o.Requests = defaultRequests
	}
	return o
}

// Choice, Modal and Component are used so often in tests that they have a name
// here.
type (
	// Choice is one line of an autocompletion.
	Choice = wire.Choice
	// Component is a component of a message.
	Component = wire.Component
)
