package bot

import (
	"context"
	"time"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
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

// Focused returns the option that is being typed (Autocomplete); its zero value if there is none.
func (r *Request) Focused() discord.Option {
	for _, o := range r.Options {
		if o.Focused {
			return o
		}
	}
	return discord.Option{}
}

// Game returns the game that a custom id names; the router has checked its form.
func (r *Request) Game() storage.GameID { return storage.GameID(r.Params["game"]) }

// Ply returns the ply that a custom id names, anyPly for a command: whatever the game has come to.
func (r *Request) Ply() engine.Ply {
	if ply, ok := parsePly(r.Params["ply"]); ok {
		return ply
	}
	return anyPly
}

// anyPly stands for the state that the game has come to, whichever it is.
const anyPly engine.Ply = -1

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

// whisper is a reply that only the invoker sees.
func whisper(text string) Reply {
	return Reply{Message: &discord.Message{Content: text, Ephemeral: true}}
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

func problem(id string, args ...any) *Problem { return &Problem{ID: id, Args: args} }

// Error returns the id, for logs and tests.
func (p *Problem) Error() string { return p.ID }
