package bot

import (
	"context"
	"fmt"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// suggester suggests values for the option that is being typed, out of what the user may know of the game: v is the view
// of their seat, a bystander's if they have none.
type suggester func(r *Request, s *speech.Speaker, v *engine.View) []discord.Choice

// routeCompletions registers what is suggested for the options of commands.
func (b *Bot) routeCompletions(t *router) {
	t.Complete("keep", b.completing(func(r *Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestKeep(v, keptSoFar(r), r.Focused().Value)
	}))
	t.Complete("draw", b.completing(func(r *Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestDraws(v, r.Focused().Value)
	}))
	t.Complete("claim", b.completing(func(r *Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		if r.Focused().Name == "cards" {
			return s.SuggestPayments(v, r.Option("route"), r.Focused().Value)
		}
		return s.SuggestRoutes(v, r.Focused().Value)
	}))
	t.Complete("board", b.completing(func(r *Request, s *speech.Speaker, _ *engine.View) []discord.Choice {
		return s.SuggestCities(r.Focused().Value)
	}))
	for _, path := range gameCommands {
		if t.completions[path] == nil {
			t.Complete(path, b.completeGame)
		}
	}
}

// completing suggests games for the option game, and asks the suggester about every other one.
func (b *Bot) completing(suggest suggester) Handler {
	return func(ctx context.Context, r *Request) (Reply, error) {
		if r.Focused().Name == "game" {
			return b.completeGame(ctx, r)
		}
		g, err := b.meant(ctx, r)
		if err != nil {
			return Reply{}, err
		}
		t, err := b.tableOf(ctx, g)
		if err != nil {
			return Reply{}, err
		}
		if t.game == nil || !mayLook(g, r) {
			return Reply{Choices: []discord.Choice{}}, nil
		}
		v := t.View(t.SeatOf(r.User.ID))
		return Reply{Choices: suggest(r, b.speaker(r.Texts, g.Title), &v)}, nil
	}
}

// completeGame suggests the user's own games, those first that wait for them.
func (b *Bot) completeGame(ctx context.Context, r *Request) (Reply, error) {
	games, err := b.store.GamesOf(ctx, r.User.ID, storage.Running, storage.Lobby, storage.Finished)
	if err != nil {
		return Reply{}, fmt.Errorf("list the games of a user: %w", err)
	}
	list := speech.Suggest(r.Focused().Value)
	for _, waiting := range []bool{true, false} {
		for _, g := range games {
			if waitsFor(g, r.User.ID) == waiting {
				list.Add(b.gameChoice(r, g), string(g.ID))
			}
		}
	}
	return Reply{Choices: list.Choices()}, nil
}

// gameChoice names a game in a list of suggestions.
func (b *Bot) gameChoice(r *Request, g storage.Game) string {
	state := "games.choice-" + string(g.State)
	if waitsFor(g, r.User.ID) {
		state = "games.choice-your-turn"
	}
	return r.Texts.Say("games.choice", "Title", b.titleName(r.Texts, g.Title), "Game", string(g.ID), "State", r.Texts.Say(state))
}
