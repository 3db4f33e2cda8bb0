package bot

import (
	"context"
	"time"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/locale"
)

// Request is an interaction on its way through the handlers.
type Request struct {
	*discord.Interaction
	Texts  *locale.Texts     // in the user's language
	Now    time.Time         // when it arrived
	Params map[string]string // what the route's pattern captured, e.g. {game}, {ply}
}

// Option returns the value of a command's option, "" if it was not given.
func (r *Request) Option(name string) string {
	for _, o := range r.Options {
		if o.Name == name {
			return o.Value
		}
	}
	return ""
}

// Reply is how a handler answers. The router turns it into Discord's first answer, deferring where Later is set, so that
// no first answer waits for a picture (design D9).
type Reply struct {
	Message *discord.Message // a new message
	Update  *discord.Message // the clicked message becomes this
	Choices []discord.Choice // autocomplete
	// Later makes the message once the interaction has been deferred; Ephemeral and Updates say how to defer.
	Later     func(ctx context.Context) (discord.Message, error)
	Ephemeral bool
	Updates   bool
}

// Handler carries out one kind of request. A *engine.Refusal or *Problem it returns becomes an ephemeral sentence; any
// other error is logged once, with an id that the user sees.
type Handler func(ctx context.Context, r *Request) (Reply, error)

// Problem is a reason, other than a rule of the game, why a request cannot be carried out. Its sentence is in the locale
// files under ID.
type Problem struct {
	ID   string
	Args []any
}

// Error returns the id, for logs and tests.
func (p *Problem) Error() string { return p.ID }
