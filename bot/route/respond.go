package route

import (
	"cmp"
	"context"
	"errors"
	"time"

	"konduktor/engine/match"

	"konduktor/bot/discord"
)

// answerWithin bounds one attempt at the first response: Discord waits for 3 s.
const answerWithin = 2500 * time.Millisecond

// outcome is what is known of an answer.
type outcome uint8

const (
	refused outcome = iota // it has not arrived and never will
	unknown                // Discord may have got it
	arrived
)

// respond gives Discord the answer, at once or deferred and then completed.
func (s *Server) respond(ctx context.Context, r *Request, reply *Reply, service *Service) {
	s.supersede(r.Message)
	renews := s.renews(ctx, r)
	if m := reply.Message; m != nil && renews { // beside the clicked message, which is the answer
		reply.Message, reply.Ephemeral = nil, true
		reply.Later = func(context.Context) (discord.Message, error) { return *m, nil }
	}
	answer := firstAnswer(r, reply)
	answer.Table, answer.Renews = reply.Told, renews
	stands := s.showing(ctx, r, reply, reply.Update != nil)
	first := s.answerFirst(ctx, r, answer)
	if first != refused {
		stands(ctx, r.Message, first == arrived)
	}
	service.Acknowledged = s.Now().Sub(r.Now)
	if first != arrived {
		service.Outcome = Unanswered
	}
	if reply.Act != nil {
		// Only once the same typed command was answered is it known whether it means another move.
		defer s.Answers.typed.Take(ctx, cmp.Or(reply.Typed, r.ID))()
		if reply = s.act(ctx, r, reply.Act, first, service); first == refused {
			return
		}
	}
	if reply.Later == nil || first == refused {
		return
	}
	s.Answered() // not before: the user waits for the answer, others for the announcement
	m, err := reply.Later(ctx)
	if err == nil {
		s.complete(ctx, &completion{
			request: r, reply: reply, send: func(ctx context.Context) (match.MessageID, error) {
				id, err := s.editOriginal(ctx, r, m)
				if discord.IsEmojiRefused(err) {
					m = withoutSigns(ctx, r, reply, m)
					if id, err = s.editOriginal(ctx, r, m); err == nil {
						s.EmojiLost()
					}
				}
				return id, err
			},
		})
		return
	}
	send := s.API.EditOriginal
	if reply.Made {
		unshown := r.Texts.Say("problem.unshown", "ID", s.fault(ctx, r, err))
		m = discord.Message{Content: unshown, Ephemeral: true}
	} else {
		m = s.sentence(ctx, r, err)
	}
	if reply.Updates { // the clicked message keeps its buttons
		send = s.API.FollowUp
	}
	reply.Panel = nil
	s.complete(ctx, &completion{
		request: r, reply: reply,
		send: func(ctx context.Context) (match.MessageID, error) {
			return send(ctx, r.Interaction, m)
		},
	})
}

func (s *Server) editOriginal(ctx context.Context, r *Request, m discord.Message,
) (match.MessageID, error) {
	return discord.TextOnly(m, func(m discord.Message) (match.MessageID, error) {
		return s.API.EditOriginal(ctx, r.Interaction, m)
	})
}

// withoutSigns builds a message again without signs; what was said before the reply was made stays
// as it is.
func withoutSigns(ctx context.Context, r *Request, reply *Reply, m discord.Message,
) discord.Message {
	r.Texts = r.Texts.WithoutSigns()
	if again, err := reply.Later(ctx); err == nil {
		m = again
	}
	m.Rows = discord.WithoutEmoji(m.Rows)
	return m
}

// showing has a panel noted that is about to be shown in direct messages; is: the answer is one.
func (s *Server) showing(ctx context.Context, r *Request, reply *Reply, is bool,
) (stands func(ctx context.Context, id match.MessageID, sure bool)) {
	if !is || reply.Panel == nil || !r.Alone() || s.Showing == nil {
		return func(context.Context, match.MessageID, bool) {}
	}
	return s.Showing(ctx, r, *reply.Panel)
}

// act carries a request out if Discord has taken the first response. Where Discord may have taken
// it, the person is told that nothing was done.
func (s *Server) act(ctx context.Context, r *Request, act func(context.Context) (*Reply, error),
	first outcome, service *Service,
) *Reply {
	said := func(build func(context.Context) discord.Message) *Reply {
		return &Reply{Later: func(ctx context.Context) (discord.Message, error) {
			return build(ctx), nil
		}}
	}
	if first != arrived {
		return said(func(context.Context) discord.Message {
			return discord.Message{Content: r.Texts.Say("problem.not-done")}
		})
	}
	reply, err := recovered(func(ctx context.Context, _ *Request) (*Reply, error) {
		return act(ctx)
	})(ctx, r)
	service.Outcome = outcomeOf(err)
	switch {
	case err != nil:
		return said(func(ctx context.Context) discord.Message { return s.sentence(ctx, r, err) })
	case reply.Message != nil:
		m := *reply.Message
		reply.Later = func(context.Context) (discord.Message, error) { return m, nil }
	}
	return s.protected(r, reply)
}

// renews reports whether the response must be the clicked message brought up to date, for
// everybody: the bot cannot edit it otherwise.
func (s *Server) renews(ctx context.Context, r *Request) bool {
	return s.Renews != nil && !r.Place().Writes && r.Message != "" && !r.Hidden && s.Renews(ctx, r)
}

func firstAnswer(r *Request, reply *Reply) discord.Response {
	switch {
	case r.Kind == discord.Autocomplete && reply.Choices == nil:
		return discord.Response{Choices: []discord.Choice{}}
	case r.Kind == discord.Autocomplete:
		return discord.Response{Choices: reply.Choices}
	case reply.Later != nil && reply.Updates:
		return discord.Response{DeferUpdate: true}
	case reply.Later != nil || reply.Act != nil:
		return discord.Response{Deferred: &discord.Deferred{Ephemeral: reply.Ephemeral}}
	case reply.Form != nil:
		return discord.Response{Form: reply.Form}
	case reply.Update != nil:
		return discord.Response{Update: reply.Update}
	case reply.Message != nil:
		return discord.Response{Message: reply.Message}
	}
	return discord.Response{DeferUpdate: true}
}

// answerFirst sends the first response. After a broken connection it tries once more: the response
// may have arrived, and Discord refuses a second one.
func (s *Server) answerFirst(ctx context.Context, r *Request, first discord.Response) outcome {
	for attempt := 0; ; attempt++ {
		err := s.respondOnce(ctx, r, first)
		if err == nil || discord.IsAnswered(err) && attempt > 0 {
			return arrived
		}
		mayHelp := isPassing(err)
		if mayHelp && attempt == 0 && s.Now().Sub(r.Now) < answerWithin {
			continue
		}
		s.Log.WarnContext(ctx, "interaction not answered", r.attrs(), "error", err)
		if mayHelp {
			return unknown
		}
		return refused
	}
}

func (s *Server) respondOnce(ctx context.Context, r *Request, first discord.Response) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	err := s.API.Respond(ctx, r.Interaction, first)
	if discord.IsEmojiRefused(err) {
		if err = s.API.Respond(ctx, r.Interaction, bare(first)); err == nil {
			s.EmojiLost()
		}
	}
	return err
}

// bare is a response that nobody can build again, such as one to a move, without emoji on its
// buttons and in its menus.
func bare(r discord.Response) discord.Response {
	for _, of := range []**discord.Message{&r.Message, &r.Update} {
		if *of != nil {
			m := **of
			m.Rows = discord.WithoutEmoji(m.Rows)
			*of = &m
		}
	}
	return r
}

// isPassing reports whether a request may have been carried out, or may be later.
func isPassing(err error) bool {
	return discord.IsTemporary(err) || errors.Is(err, context.DeadlineExceeded)
}
