package turn

import (
	"context"
	"errors"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/games"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
)

// suggester suggests values for the option that is being typed. v is the view of the user's seat, or a bystander's if they
// have none.
type suggester func(r *route.Request, s *speech.Speaker, v *engine.View) []discord.Choice

// suggesters are keyed by command and option, or by command alone if all its options are alike.
var suggesters = map[string]suggester{
	"keep": func(r *route.Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestKeep(v, ticketsSoFar(r), r.Focused().Value)
	},
	"share": func(r *route.Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestShare(v, ticketsSoFar(r), r.Focused().Value)
	},
	"pieces trains": legal(engine.Pieces),
	"pieces ships": func(r *route.Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestShips(v, r.Option("trains"), r.Focused().Value)
	},
	"draw card": legal(engine.Draw),
	"draw refill": func(r *route.Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestRefills(v, r.Option("card"), r.Focused().Value)
	},
	"claim route": legal(engine.Claim),
	"claim cards": func(r *route.Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		lane, ok := s.FindRoute(v, r.Option("route"))
		if !ok {
			return nil
		}
		return s.SuggestPayments(v, engine.Move{Verb: engine.Claim, Route: lane}, r.Focused().Value)
	},
	"port city": legal(engine.Port),
	"port cards": func(r *route.Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		city, ok := s.FindHarbour(v, r.Option("city"))
		if !ok {
			return nil
		}
		return s.SuggestPayments(v, engine.Move{Verb: engine.Port, City: city}, r.Focused().Value)
	},
	"pay cards": func(r *route.Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestPayments(v, engine.Move{Verb: engine.Pay}, r.Focused().Value)
	},
	"lay row": func(r *route.Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestLays(v, r.Focused().Value)
	},
	"place where":     legal(engine.Place),
	"exchange pieces": legal(engine.Exchange),
	"board city": func(r *route.Request, s *speech.Speaker, _ *engine.View) []discord.Choice {
		return s.SuggestCities(r.Focused().Value)
	},
}

// legal suggests the legal moves of a verb.
func legal(verb engine.Verb) suggester {
	return func(r *route.Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestMoves(v, verb, r.Focused().Value)
	}
}

// complete suggests games for the option game; for any other option it asks a suggester. If that has nothing to suggest, the
// list says why.
func (t *Turns) complete(ctx context.Context, r *route.Request) (route.Reply, error) {
	option := r.Focused().Name
	if option == "game" {
		return t.finder.Suggest(ctx, r)
	}
	command := strings.Join(r.Command, " ")
	suggest, ok := suggesters[command+" "+option]
	if !ok {
		suggest, ok = suggesters[command]
	}
	if !ok {
		return route.Reply{}, nil
	}
	choices, why := t.suggestions(ctx, r, suggest)
	if _, spoken := errors.AsType[route.Spoken](why); why != nil && !spoken {
		return route.Reply{}, why
	}
	if why != nil {
		choices = append(explained(r, why), choices...)
	}
	return route.Reply{Choices: choices}, nil
}

// suggestions are what is suggested, or why nothing is. Behind a route that cannot be claimed come some that can.
func (t *Turns) suggestions(ctx context.Context, r *route.Request, suggest suggester) ([]discord.Choice, error) {
	g, err := t.finder.Find(ctx, r)
	if err != nil {
		return nil, err
	}
	if !games.MayLook(g, r) {
		return nil, nil
	}
	table, err := t.games.TableOf(ctx, g)
	if err != nil {
		return nil, err
	}
	if !table.Begun() {
		return nil, t.whyNothing(ctx, r, g)
	}
	v := table.View(table.SeatOf(r.User.ID))
	s := table.Speaker(r.Texts)
	if list := suggest(r, s, &v); len(list) > 0 {
		return list, nil
	}
	why := t.whyNothing(ctx, r, g)
	if why != nil && r.Focused().Name == "route" {
		list := s.SuggestMoves(&v, engine.Claim, "")
		return list[:min(len(list), moreRoutes)], why
	}
	return nil, why
}
