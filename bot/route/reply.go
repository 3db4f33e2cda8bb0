package route

import (
	"context"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
)

// Reply is how a handler answers. The server turns it into Discord's first response, deferred where
// Later is set, so that no first response waits for a picture.
type Reply struct {
	Message *discord.Message // a new message
	Update  *discord.Message // replaces the clicked message
	Choices []discord.Choice // autocomplete
	Form    *discord.Form    // opens; what is sent is routed as a click
	// Later makes the message once the interaction has been deferred; Ephemeral and Updates say how
	// to defer.
	Later     func(ctx context.Context) (discord.Message, error)
	Ephemeral bool
	Updates   bool
	// Act carries the request out, once Discord has taken a deferral, and says how to go on.
	Act   func(ctx context.Context) (*Reply, error)
	Panel *Panel // what Update is or Later makes, where it is a panel
	Told  bool   // the outbox announces it at the table
	Made  bool   // a move has been made, whatever fails from now on
	Typed string // the typed command that is answered so, see package play
}

// Panel says which seat's panel a message is; Game is the row that it was built from.
type Panel struct {
	Game match.Game
	Seat engine.Seat
	Hint bool // it is a hint: a message beside the panel, with buttons of the same position
	Plan bool // it is a plan, or asks for one
	// Hello: it tells a player of their seat in a lobby
	Hello bool
}

// Whisper is a reply that only the user sees.
func Whisper(text string) *Reply {
	return &Reply{Message: &discord.Message{Content: text, Ephemeral: true}}
}

// Whisper is Whisper of a text in the user's language.
func (r *Request) Whisper(id string, args ...any) *Reply {
	return Whisper(r.Texts.Say(id, args...))
}

// Answer shows the user's own message in place of the clicked one, or else as Private does.
func Answer(r *Request, m discord.Message) *Reply {
	if r.Shown() {
		return &Reply{Update: &m}
	}
	return Private(r, m)
}

// Private shows a new message that only the user sees.
func Private(r *Request, m discord.Message) *Reply {
	m.Ephemeral = !r.Alone()
	return &Reply{Message: &m}
}

// Later is Answer for a message that takes a moment to make.
func Later(r *Request, build func(ctx context.Context) (discord.Message, error)) *Reply {
	return &Reply{Ephemeral: !r.Alone(), Updates: r.Shown(), Later: build}
}

// LaterPrivate is Private for a message that takes a moment to make.
func LaterPrivate(r *Request, build func(ctx context.Context) (discord.Message, error)) *Reply {
	return &Reply{Ephemeral: !r.Alone(), Later: build}
}

// Acting carries a request out: a click at once, since its button carries the position. A command
// waits until Discord has taken the first response, because somebody who gets none types it again.
func Acting(
	ctx context.Context, r *Request, act func(context.Context) (*Reply, error),
) (*Reply, error) {
	if r.Kind != discord.Slash {
		return act(ctx)
	}
	return &Reply{Ephemeral: !r.Alone(), Act: act, Typed: r.Typed()}, nil
}

// Spoken is an error that is told to the user whose request it ended.
type Spoken interface {
	error
	Reply(r *Request) *Reply
}

// Problem is a reason why a request cannot be carried out, other than a rule of the game. Its
// sentence is in the locale files under "problem." and ID.
type Problem struct {
	ID   string
	Args []any
	Rows []discord.Row // a way on
}

// Fail returns a problem; args are the sentence's arguments, keys and values in turn.
func Fail(id string, args ...any) *Problem { return &Problem{ID: id, Args: args} }

// Error returns the ID, for logs and tests.
func (p *Problem) Error() string { return p.ID }

// Reply tells the problem to the user alone.
func (p *Problem) Reply(r *Request) *Reply {
	reply := Whisper(r.Texts.Say("problem."+p.ID, p.Args...))
	reply.Message.Rows = p.Rows
	return reply
}
