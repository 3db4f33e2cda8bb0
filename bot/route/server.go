package route

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"konduktor/engine/match"

	"konduktor/bot/discord"
	"konduktor/storage"
)

// API is what the server needs of Discord.
type API interface {
	Respond(ctx context.Context, ix *discord.Interaction, first discord.Response) error
	EditOriginal(
		ctx context.Context, ix *discord.Interaction, m discord.Message,
	) (match.MessageID, error)
	FollowUp(
		ctx context.Context, ix *discord.Interaction, m discord.Message,
	) (match.MessageID, error)
}

// Middleware wraps a handler.
type Middleware func(next Handler) Handler

// Options are what a server needs. All fields must be set, but for Renews and Typed.
type Options struct {
	Router   *Router
	API      API
	Log      *slog.Logger
	Now      func() time.Time
	After    func(d time.Duration) (<-chan time.Time, func()) // a timer and what stops it
	Around   Middleware                                       // wraps every handler
	Answered func()                                           // called once an answer is out
	Answers  *Answers
	// Renews reports whether the outbox updates the clicked message; nil: never.
	Renews func(ctx context.Context, r *Request) bool
	// EmojiLost is called when Discord has refused an emoji.
	EmojiLost func()
	// Served is called at the end of each interaction.
	Served func(Service)
	// Typed is called when the answer to a typed command has arrived; nil: never.
	Typed func(ctx context.Context, typed string, until time.Time) error
	// Showing is called before an answer shows a panel in direct messages, and what it returns once
	// that stands in a message, or, if it is not sure, may stand there.
	Showing func(ctx context.Context, r *Request, p Panel,
	) (stands func(ctx context.Context, id match.MessageID, sure bool))
}

// Service says how an interaction was served.
type Service struct {
	Kind    discord.Kind
	What    string // the command, or the action of a button; "unknown" without a handler
	Outcome Outcome
	// Acknowledged is how long after its arrival Discord had the first response.
	Acknowledged time.Duration
}

// Outcome is what became of an interaction.
type Outcome string

// The outcomes.
const (
	Done       Outcome = "done"
	Refused    Outcome = "refused"    // the person was told why not
	Failed     Outcome = "failed"     // a fault of ours
	Unanswered Outcome = "unanswered" // Discord did not take the first response
)

// Server answers requests. Its methods can be called from any goroutine.
type Server struct {
	Options
	waiting *waiting
}

// NewServer returns a server.
func NewServer(o Options) *Server { return &Server{o, newWaiting()} }

// Serve carries a request out and gives Discord the answer. It returns when the answer is complete,
// pictures included, or left to Run.
func (s *Server) Serve(ctx context.Context, r *Request) {
	service := Service{Kind: r.Kind}
	defer func() { s.Served(service) }()
	if r.Kind == discord.Autocomplete {
		s.respond(ctx, r, s.carryOut(ctx, r, &service), &service)
		return
	}
	s.Answers.begin(r.ID, r.Message)
	defer func() {
		s.Answers.end(r.ID, r.Message)
		s.Answered()
	}()
	s.respond(ctx, r, s.carryOut(ctx, r, &service), &service)
}

// carryOut finds the handler and runs it inside the middlewares: whatever happens, there is a
// reply.
func (s *Server) carryOut(ctx context.Context, r *Request, service *Service) *Reply {
	handler, pressed := s.Router.find(r.Interaction)
	r.Pressed, service.What = pressed, r.what()
	if handler == nil {
		handler, service.What = unknownButton, "unknown"
	}
	reply, err := recovered(s.logged(s.Around(handler)))(ctx, r)
	service.Outcome = outcomeOf(err)
	if err != nil {
		return s.explain(ctx, r, err)
	}
	return s.protected(r, reply)
}

// protected turns a panic in what comes later into an error.
func (s *Server) protected(r *Request, reply *Reply) *Reply {
	if later := reply.Later; later != nil {
		reply.Later = func(ctx context.Context) (discord.Message, error) {
			var m discord.Message
			_, err := recovered(func(ctx context.Context, _ *Request) (*Reply, error) {
				var err error
				m, err = later(ctx)
				return nil, err
			})(ctx, r)
			return m, err
		}
	}
	return reply
}

// outcomeOf tells a refusal from a fault of ours.
func outcomeOf(err error) Outcome {
	if _, spoken := SpokenOf(err); spoken {
		return Refused
	}
	if err != nil {
		return Failed
	}
	return Done
}

// unknownButton answers a custom ID or command that this version does not know.
func unknownButton(_ context.Context, r *Request) (*Reply, error) {
	if r.Kind == discord.Autocomplete {
		return &Reply{Choices: []discord.Choice{}}, nil
	}
	return nil, Fail("unknown-button")
}

func recovered(next Handler) Handler {
	return func(ctx context.Context, r *Request) (reply *Reply, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			}
		}()
		return next(ctx, r)
	}
}

// logged writes a line for each interaction.
func (s *Server) logged(next Handler) Handler {
	return func(ctx context.Context, r *Request) (*Reply, error) {
		reply, err := next(ctx, r)
		s.Log.LogAttrs(ctx, slog.LevelDebug, "interaction",
			r.attrs(), slog.Duration("took", s.Now().Sub(r.Now)), slog.Bool("ok", err == nil))
		return reply, err
	}
}

// explain turns an error into a reply: its own sentence, or an ID that is also in the log.
func (s *Server) explain(ctx context.Context, r *Request, err error) *Reply {
	spoken, ok := SpokenOf(err)
	switch {
	case r.Kind == discord.Autocomplete:
		if !ok {
			s.fault(ctx, r, err)
		}
		return &Reply{Choices: []discord.Choice{}}
	case ok:
		return spoken.Reply(r)
	}
	m := s.sentence(ctx, r, err)
	return &Reply{Message: &m}
}

// sentence returns the ephemeral message that tells an error.
func (s *Server) sentence(ctx context.Context, r *Request, err error) discord.Message {
	if spoken, ok := SpokenOf(err); ok {
		if m := spoken.Reply(r).Message; m != nil {
			return *m
		}
	}
	id := "problem.internal"
	switch {
	case errors.Is(err, storage.ErrFull):
		id = "problem.full"
	case errors.Is(err, storage.ErrDamaged):
		id = "problem.damaged"
	}
	return discord.Message{Content: r.Texts.Say(id, "ID", s.fault(ctx, r, err)), Ephemeral: true}
}

// fault logs an internal error once and returns the ID that the user is told.
func (s *Server) fault(ctx context.Context, r *Request, err error) string {
	id := strings.ToLower(rand.Text()[:8])
	s.Log.LogAttrs(ctx, slog.LevelError, "interaction not carried out",
		slog.String("id", id), r.attrs(), slog.Any("error", err))
	return id
}
