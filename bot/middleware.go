package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/storage"
)

// Discord drops what is not answered within 3 s, and forgets an interaction after 15 min.
const (
	answerWithin = 2500 * time.Millisecond
	handleWithin = 2 * time.Minute
)

// Counters count what the bot does, for metrics.
type Counters struct {
	interactions, refused, faults, moves, sent, retried, dropped atomic.Int64
}

// Counts are the values of the counters at one time.
type Counts struct {
	Interactions int64 // handled
	Refused      int64 // because too many were being handled
	Faults       int64 // internal errors that a user was told an id of
	Moves        int64 // committed
	Sent         int64 // messages of the outbox
	Retried      int64 // attempts put off
	Dropped      int64 // messages given up
}

// Counts returns what the bot has done since it was made.
func (b *Bot) Counts() Counts {
	c := &b.counters
	return Counts{
		c.interactions.Load(), c.refused.Load(), c.faults.Load(), c.moves.Load(),
		c.sent.Load(), c.retried.Load(), c.dropped.Load(),
	}
}

// carryOut finds the handler and runs it inside the middlewares: whatever happens, there is a reply.
func (b *Bot) carryOut(ctx context.Context, r *Request) Reply {
	handler, params := b.router.find(r.Interaction)
	if handler == nil {
		handler = unknown
	}
	r.Params = params
	reply, err := b.recovered(b.logged(b.repeats(handler)))(ctx, r)
	if err != nil {
		return b.explain(ctx, r, err)
	}
	if later := reply.Later; later != nil {
		reply.Later = func(ctx context.Context) (discord.Message, error) {
			var m discord.Message
			_, err := b.recovered(func(ctx context.Context, r *Request) (Reply, error) {
				var err error
				m, err = later(ctx)
				return Reply{}, err
			})(ctx, r)
			return m, err
		}
	}
	return reply
}

// unknown answers what no version of the bot has sent, or only an old one.
func unknown(_ context.Context, r *Request) (Reply, error) {
	if r.Kind == discord.Autocomplete {
		return Reply{Choices: []discord.Choice{}}, nil
	}
	return Reply{}, problem("unknown-button")
}

// recovered turns a panic into an error: discordgo would let it end the process.
func (b *Bot) recovered(next Handler) Handler {
	return func(ctx context.Context, r *Request) (reply Reply, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			}
		}()
		return next(ctx, r)
	}
}

// logged writes a line for each interaction: ids only, since values may hold what others must not know.
func (b *Bot) logged(next Handler) Handler {
	return func(ctx context.Context, r *Request) (Reply, error) {
		reply, err := next(ctx, r)
		b.log.LogAttrs(ctx, slog.LevelDebug, "interaction",
			slog.Int("kind", int(r.Kind)), slog.String("command", strings.Join(r.Command, " ")),
			slog.String("game", r.Params["game"]), slog.String("user", r.User.ID),
			slog.Duration("took", b.now().Sub(r.Now)), slog.Bool("ok", err == nil))
		return reply, err
	}
}

// explain turns an error into a reply: what the user did wrong in the user's words, anything else as an id that is also
// in the log.
func (b *Bot) explain(ctx context.Context, r *Request, err error) Reply {
	if r.Kind == discord.Autocomplete {
		if !expected(err) {
			b.fault(ctx, r, err)
		}
		return Reply{Choices: []discord.Choice{}}
	}
	if e, ok := errors.AsType[*movedOn](err); ok {
		return b.showPresent(r, e)
	}
	m := b.sentence(ctx, r, err)
	return Reply{Message: &m}
}

// expected says whether an error is a sentence to the user rather than a fault of ours.
func expected(err error) bool {
	if _, ok := errors.AsType[*Problem](err); ok {
		return true
	}
	if _, ok := errors.AsType[*refused](err); ok {
		return true
	}
	_, ok := errors.AsType[*movedOn](err)
	return ok
}

// sentence returns the ephemeral message that tells an error.
func (b *Bot) sentence(ctx context.Context, r *Request, err error) discord.Message {
	if p, ok := errors.AsType[*Problem](err); ok {
		return discord.Message{Content: r.Texts.Say("problem."+p.ID, p.Args...), Ephemeral: true}
	}
	if e, ok := errors.AsType[*refused](err); ok {
		return b.sayRefused(r, e)
	}
	if _, ok := errors.AsType[*movedOn](err); ok {
		return discord.Message{Content: r.Texts.Say("problem.moved-on"), Ephemeral: true}
	}
	id := "problem.internal"
	switch {
	case errors.Is(err, storage.ErrFull):
		id = "problem.full"
	case errors.Is(err, storage.ErrDamaged):
		id = "problem.damaged"
	}
	return discord.Message{Content: r.Texts.Say(id, "ID", b.fault(ctx, r, err)), Ephemeral: true}
}

// fault logs an internal error once and returns the id that the user is told.
func (b *Bot) fault(ctx context.Context, r *Request, err error) string {
	id := strings.ToLower(rand.Text()[:8])
	b.counters.faults.Add(1)
	b.log.LogAttrs(ctx, slog.LevelError, "interaction not carried out",
		slog.String("id", id), slog.String("command", strings.Join(r.Command, " ")),
		slog.String("game", r.Params["game"]), slog.String("user", r.User.ID), slog.Any("error", err))
	return id
}

// respond gives Discord the answer: at once, or deferred and then completed.
func (b *Bot) respond(ctx context.Context, r *Request, reply Reply) {
	var first discord.Response
	switch {
	case r.Kind == discord.Autocomplete:
		first.Choices = reply.Choices
		if first.Choices == nil {
			first.Choices = []discord.Choice{}
		}
	case reply.Later != nil && reply.Updates:
		first.DeferUpdate = true
	case reply.Later != nil:
		first.Deferred = &discord.Deferred{Ephemeral: reply.Ephemeral}
	case reply.Update != nil:
		first.Update = reply.Update
	case reply.Message != nil:
		first.Message = reply.Message
	default:
		first.DeferUpdate = true
	}
	answered := b.answerFirst(ctx, r, first)
	if r.Kind != discord.Autocomplete {
		b.signal() // only now: whoever moved waits for the answer, the others for what the outbox tells them of it
	}
	if !answered || reply.Later == nil {
		return
	}
	m, err := reply.Later(ctx)
	if err != nil {
		m = b.sentence(ctx, r, err)
		if reply.Updates {
			b.followUp(ctx, r, m)
			return
		}
	}
	if _, err := b.api.EditOriginal(ctx, r.Interaction, m); err != nil {
		b.log.WarnContext(ctx, "answer not completed", "user", r.User.ID, "error", err)
	}
}

// answerFirst sends the first answer and says whether it has arrived. A broken connection is tried once more: the answer
// may or may not have arrived, and Discord refuses a second one.
func (b *Bot) answerFirst(ctx context.Context, r *Request, first discord.Response) bool {
	for attempt := 0; ; attempt++ {
		ctx, cancel := context.WithTimeout(ctx, answerWithin)
		err := b.api.Respond(ctx, r.Interaction, first)
		cancel()
		switch {
		case err == nil || discord.IsAnswered(err) && attempt > 0:
			return true
		case attempt == 0 && discord.IsTemporary(err) && b.now().Sub(r.Now) < answerWithin:
			continue
		}
		b.log.WarnContext(ctx, "interaction not answered", "user", r.User.ID, "error", err)
		return false
	}
}

func (b *Bot) followUp(ctx context.Context, r *Request, m discord.Message) {
	if _, err := b.api.FollowUp(ctx, r.Interaction, m); err != nil {
		b.log.WarnContext(ctx, "follow-up not sent", "user", r.User.ID, "error", err)
	}
}
