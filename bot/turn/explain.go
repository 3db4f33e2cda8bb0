package turn

import (
	"context"
	"errors"
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// moreRoutes is how many routes that can be claimed are suggested behind the reason why the typed one cannot.
const moreRoutes = 5

// explained suggests the reason why nothing else is suggested, as far as it is a sentence for the user.
func explained(r *route.Request, reason error) []discord.Choice {
	g := speech.Suggest(r.Focused().Value)
	if text := sentence(r, reason); text != "" {
		g.Explain(text)
	}
	return g.Choices()
}

// sentence returns what an error tells the user, "" if it tells nothing.
func sentence(r *route.Request, err error) string {
	if refused, ok := errors.AsType[*play.Refused](err); ok {
		return refused.Table.Speaker(r.Texts).ForLabels().Refusal(&refused.View, refused.Refusal)
	}
	if spoken, ok := errors.AsType[route.Spoken](err); ok {
		if m := spoken.Reply(r).Message; m != nil {
			return m.Content
		}
	}
	return ""
}

// whyNothing says why there is nothing to suggest to a user: the command would be refused so. nil if it would not.
func (t *Turns) whyNothing(ctx context.Context, r *route.Request, g match.Game) error {
	read, ok := typedMoves[strings.Join(r.Command, " ")]
	if !ok {
		return nil
	}
	p, err := t.position(ctx, r, g.ID)
	if err != nil {
		return err
	}
	return p.refused(r, read)
}

// refused says why the move that a command's options describe cannot be made; nil if it can.
func (p *position) refused(r *route.Request, read moveReader) error {
	plain := *r.Interaction
	plain.Options = slices.Clone(plain.Options)
	for i := range plain.Options {
		plain.Options[i].Focused = false
		plain.Options[i].Value = strings.TrimPrefix(plain.Options[i].Value, speech.Explanation)
	}
	again := *r
	again.Interaction = &plain
	if err := p.cannot(verbs[r.Command[0]], &again); err != nil {
		return err
	}
	m, err := read(p, &again)
	if err != nil {
		return err
	}
	return p.refusal(p.speaker.Proposed(&p.View, m, nil))
}

// verbs are the verbs of the commands that make moves.
var verbs = map[string]engine.Verb{
	"keep": engine.Keep, "pieces": engine.Pieces, "draw": engine.Draw, "place": engine.Place, "claim": engine.Claim,
	"pay": engine.Pay, "withdraw": engine.Withdraw, "tickets": engine.Tickets, "lay": engine.Lay, "port": engine.Port,
	"exchange": engine.Exchange, "share": engine.Share,
}

// cannot says why no move of a verb is legal now, whatever was typed; nil if one is, or if what was typed decides.
func (p *position) cannot(verb engine.Verb, r *route.Request) error {
	named, instead := "", p.speaker.InsteadTurn(&p.View)
	var problem *route.Problem
	switch lexicon := p.View.Lexicon(); {
	case p.can(verb), verb == engine.Claim && len(lexicon.Routes) == 0:
		return nil
	case verb == engine.Claim:
		named, problem = r.Option("route"), route.Fail("no-claim", "Instead", instead)
	case verb == engine.Port && p.View.Uses(engine.UsesPorts):
		named, problem = r.Option("city"), route.Fail("no-port", "Instead", instead)
	default:
		return p.refusal(p.speaker.Proposed(&p.View, engine.Move{Verb: verb}, nil))
	}
	if named != "" {
		return nil
	}
	if err := p.notYourTurn(); err != nil {
		return err
	}
	return problem
}

// isExplanation reports whether a command was sent with a suggestion that only says why there are no others.
func isExplanation(r *route.Request) bool {
	return slices.ContainsFunc(r.Options, func(o discord.Option) bool { return strings.HasPrefix(o.Value, speech.Explanation) })
}
