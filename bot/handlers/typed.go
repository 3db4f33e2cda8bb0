package handlers

import (
	"errors"
	"slices"
	"strings"

	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
)

// verbs are the verbs of the commands that make moves.
var verbs = func() map[string]engine.Verb {
	all := map[string]engine.Verb{}
	for _, verb := range speech.Commands() {
		all[verb.String()] = verb
	}
	return all
}()

// typed reads the move that a command's options describe; parts may be missing.
func (p *sitting) typed(r *route.Request, verb engine.Verb) (engine.Move, error) {
	m := engine.Move{Verb: verb}
	if verb == engine.Claim && len(p.View.Lexicon().Routes) == 0 {
		return m, route.Fail("no-routes")
	}
	for _, o := range speech.Options(verb) {
		for _, text := range given(r, o) {
			read, ok := p.speaker.Read(&p.View, m, o, text)
			if !ok {
				return m, p.misread(verb, o, text)
			}
			m = read
		}
	}
	return m, nil
}

// given lists what a command was given for an option, except where it is being typed.
func given(r *route.Request, o speech.Option) []string {
	if !o.Numbered {
		if text := strings.TrimSpace(r.Option(o.Name)); text != "" || !o.Optional {
			return []string{text}
		}
		return nil
	}
	var list []string
	for _, one := range r.Numbered(o.Name) {
		if text := strings.TrimSpace(one.Value); text != "" && !one.Focused {
			list = append(list, text)
		}
	}
	return list
}

// misread explains why a text could not be read: the player cannot make such a move now, or the
// text means several choices, or none.
func (p *sitting) misread(verb engine.Verb, o speech.Option, text string) error {
	if o.Which != "" {
		if err := p.notYourTurn(); err != nil && !p.can(verb) {
			return err
		}
		if verb == engine.Claim {
			if why := p.speaker.WhyLanes(&p.View, text, p.laneRefusal); why != "" {
				return route.Fail("no-lane", "Reasons", why)
			}
		}
		if fit := p.speaker.WhichFit(&p.View, o, text); fit != "" {
			return route.Fail(o.Which, "Cards", fit, "Routes", fit, "Cities", fit)
		}
		if open := p.speaker.InsteadOpen(&p.View, text); verb == engine.Draw && open != "" {
			return route.Fail("not-open", "Open", open)
		}
	}
	if !p.View.Moves(p.Seat) {
		if err := p.refusal(engine.Move{Verb: engine.Pass}); err != nil {
			return err
		}
	}
	return route.Fail(o.Problem, "Example", p.speaker.CardsExample(&p.View))
}

// laneRefusal says why a route cannot be claimed; nil if it can.
func (p *sitting) laneRefusal(r engine.RouteID) *engine.Refusal {
	claim := p.speaker.Proposed(&p.View, engine.Move{Verb: engine.Claim, Route: r}, nil)
	if refused, ok := errors.AsType[*play.Refused](p.refusal(claim)); ok {
		return refused.Refusal
	}
	return nil
}

func noSuchCity(s *speech.Speaker, text string) error {
	if like := s.CitiesLike(text); like != "" {
		return route.Fail("which-city", "Cities", like)
	}
	return route.Fail("no-such-city")
}

func (p *sitting) can(verb engine.Verb) bool {
	return slices.ContainsFunc(p.View.Legal(), func(m engine.Move) bool { return m.Verb == verb })
}

// notYourTurn says what the player has to do before a turn, or that it is not their turn; nil if it
// is.
func (p *sitting) notYourTurn() error {
	if p.View.Moves(p.Seat) && p.View.Phase == engine.InPlay && p.View.Owes == engine.OwesTurn {
		return nil
	}
	return p.refusal(engine.Move{Verb: engine.Pass})
}
