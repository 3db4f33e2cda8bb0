package handlers

import (
	"context"
	"errors"
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// moreRoutes is how many routes that can be claimed follow the reason why the typed one cannot.
const moreRoutes = 5

// complete suggests games for the option game, cities for /board, and legal choices for the options
// of a move. If there are none, the list says why.
func (h *Turns) complete(ctx context.Context, r *route.Request) (*route.Reply, error) {
	if r.Focused().Name == "game" {
		return h.finder.Suggest(ctx, r)
	}
	choices, why := h.suggestions(ctx, r)
	if why != nil {
		text, ok := sentence(r, why)
		if !ok {
			return nil, why
		}
		g := speech.Suggest(r.Focused().Value)
		if text != "" {
			g.Explain(text)
		}
		choices = append(g.Choices(), choices...)
	}
	return &route.Reply{Choices: choices}, nil
}

// suggestions returns the suggestions, or why there are none. The reason why a route cannot be
// claimed is followed by some that can.
func (h *Turns) suggestions(ctx context.Context, r *route.Request) ([]discord.Choice, error) {
	g, err := h.finder.Find(ctx, r)
	if err != nil {
		return nil, err
	}
	if !message.MayLook(g, r) {
		return nil, nil
	}
	table, err := h.games.TableOf(ctx, g)
	if err != nil {
		return nil, err
	}
	if !table.Begun() {
		return nil, h.whyNothing(ctx, r, g)
	}
	v, s := table.View(table.SeatOf(r.User.ID)), message.Speaker(r.Texts, table)
	verb, moves := verbs[r.Command[0]]
	if !moves {
		return s.SuggestCities(r.Focused().Value), nil
	}
	if list := suggest(r, s, &v, verb); len(list) > 0 {
		return list, nil
	}
	why := h.whyNothing(ctx, r, g)
	if why != nil && verb == engine.Claim && r.Focused().Name == "route" {
		list := s.Complete(&v, engine.Move{Verb: verb}, speech.Options(verb)[0], "")
		return list[:min(len(list), moreRoutes)], why
	}
	return nil, why
}

func suggest(
	r *route.Request, s *speech.Speaker, v *engine.View, verb engine.Verb,
) []discord.Choice {
	m, focused := engine.Move{Verb: verb}, r.Focused()
	for _, o := range speech.Options(verb) {
		if o.Name == focused.Name {
			return s.Complete(v, m, o, focused.Value)
		}
		for _, text := range given(r, o) {
			read, ok := s.Read(v, m, o, text)
			if !ok && !o.Numbered && verb != engine.Pieces { // ships can be chosen first
				return nil
			}
			if ok {
				m = read
			}
		}
		if o.Numbered {
			return s.Complete(v, m, o, focused.Value)
		}
	}
	return nil
}

// whyNothing returns the error with which the command would be refused, and nil if it would not be.
func (h *Turns) whyNothing(ctx context.Context, r *route.Request, g match.Game) error {
	verb, moves := verbs[strings.Join(r.Command, " ")]
	if !moves {
		return nil
	}
	p, err := h.position(ctx, r, g.ID)
	if err != nil {
		return err
	}
	return p.refused(r, verb)
}

// refused says why the move that a command's options describe cannot be made; nil if it can.
func (p *sitting) refused(r *route.Request, verb engine.Verb) error {
	plain := *r.Interaction
	plain.Options = slices.Clone(plain.Options)
	for i := range plain.Options {
		o := &plain.Options[i]
		o.Focused, o.Value = false, strings.TrimPrefix(o.Value, speech.Explanation)
	}
	again := *r
	again.Interaction = &plain
	if err := p.cannot(&again, verb); err != nil {
		return err
	}
	m, err := p.typed(&again, verb)
	if err != nil {
		return err
	}
	return p.refusal(p.speaker.Proposed(&p.View, m, nil))
}

// cannot says why no move of a verb is legal now, whatever was typed; nil if one is, or if that
// depends on the text.
func (p *sitting) cannot(r *route.Request, verb engine.Verb) error {
	named, problem := "", ""
	switch {
	case p.can(verb), verb == engine.Claim && len(p.View.Lexicon().Routes) == 0:
		return nil
	case verb == engine.Claim:
		named, problem = r.Option("route"), "no-claim"
	case verb == engine.Port && p.View.Uses(engine.UsesPorts):
		named, problem = r.Option("city"), "no-port"
	default:
		return p.refusal(p.speaker.Proposed(&p.View, engine.Move{Verb: verb}, nil))
	}
	if named != "" {
		return nil
	}
	if err := p.notYourTurn(); err != nil {
		return err
	}
	return route.Fail(problem, "Instead", p.speaker.InsteadTurn(&p.View))
}

// sentence returns what an error tells the user; false if it is no answer to a user.
func sentence(r *route.Request, err error) (string, bool) {
	if refused, ok := errors.AsType[*play.Refused](err); ok {
		speaker := message.Speaker(r.Texts, refused.Table).ForLabels()
		return speaker.Refusal(&refused.View, refused.Refusal), true
	}
	spoken, ok := route.SpokenOf(err)
	if !ok {
		return "", false
	}
	if m := spoken.Reply(r).Message; m != nil {
		return m.Content, true
	}
	return "", true
}

// isExplanation reports whether the command carries a suggestion that only explains why there are
// no others.
func isExplanation(r *route.Request) bool {
	return slices.ContainsFunc(r.Options, func(o discord.Option) bool {
		return strings.HasPrefix(o.Value, speech.Explanation)
	})
}
