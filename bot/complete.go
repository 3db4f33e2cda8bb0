package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	t.Complete("draw", b.completing(completeDraw))
	t.Complete("pieces", b.completing(completePieces))
	t.Complete("port", b.completing(completePort))
	t.Complete("exchange", b.completing(func(r *Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestExchanges(v, r.Focused().Value)
	}))
	t.Complete("claim", b.completing(func(r *Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		if r.Focused().Name == "cards" {
			return s.SuggestPayments(v, r.Option("route"), r.Focused().Value)
		}
		return s.SuggestRoutes(v, r.Focused().Value)
	}))
	t.Complete("lay", b.completing(func(r *Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestLays(v, r.Focused().Value)
	}))
	t.Complete("pay", b.completing(func(r *Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestTolls(v, r.Focused().Value)
	}))
	t.Complete("place", b.completing(func(r *Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestPlaces(v, r.Focused().Value)
	}))
	t.Complete("share", b.completing(func(r *Request, s *speech.Speaker, v *engine.View) []discord.Choice {
		return s.SuggestShare(v, ticketsSoFar(r, shareOptions), r.Focused().Value)
	}))
	t.Complete("board", b.completing(func(r *Request, s *speech.Speaker, _ *engine.View) []discord.Choice {
		return s.SuggestCities(r.Focused().Value)
	}))
	t.Complete("game new", b.completeNew)
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
		return Reply{Choices: suggest(r, t.speaker(r.Texts), &v)}, nil
	}
}

// completeGame suggests games that the command can be used for: the user's own and those at this table, those first that
// wait for the user.
func (b *Bot) completeGame(ctx context.Context, r *Request) (Reply, error) {
	own, err := b.store.GamesOf(ctx, r.User.ID, storage.Running, storage.Lobby, storage.Finished)
	if err != nil {
		return Reply{}, fmt.Errorf("list the games of a user: %w", err)
	}
	here, err := b.store.GamesAt(ctx, r.Channel)
	if err != nil {
		return Reply{}, fmt.Errorf("list the games of a channel: %w", err)
	}
	list, listed := speech.Suggest(r.Focused().Value), map[storage.GameID]bool{}
	fits := usableFor(strings.Join(r.Command, " "))
	for _, waiting := range []bool{true, false} {
		for _, g := range slices.Concat(own, here) {
			if listed[g.ID] || waitsFor(g, r.User.ID) != waiting || !mayLook(g, r) || !fits(g, r.User.ID) {
				continue
			}
			listed[g.ID] = true
			list.Add(b.gameChoice(ctx, r, g), string(g.ID))
		}
	}
	return Reply{Choices: list.Choices()}, nil
}

// ofLobbies says whether a command changes lobbies, so that it is about the one at hand and no game elsewhere.
func ofLobbies(path string) bool {
	return path == "game join" || path == "game leave" || path == "game start" || path == "game cancel"
}

// usableFor says for which games a user can use a command.
func usableFor(path string) func(g storage.Game, user string) bool {
	return func(g storage.Game, user string) bool {
		seated := seatOf(g, user) != engine.Public
		switch path {
		case "game join":
			return g.State == storage.Lobby && !seated
		case "game leave":
			return g.State == storage.Lobby && seated && g.Host != user
		case "game start":
			return g.State == storage.Lobby && g.Host == user
		case "game cancel":
			return g.State == storage.Lobby && g.Host == user || g.State == storage.Running && seated
		case "game move-here":
			return g.State == storage.Running && seated && g.Thread == ""
		case "keep", "pieces", "draw", "claim", "tickets", "lay", "port", "exchange", "pay", "withdraw", "place", "share":
			return g.State == storage.Running && seated
		case "hand":
			return begun(g) && seated
		case "rules":
			return true
		}
		return begun(g)
	}
}

// gameChoice names a game in a list of suggestions.
func (b *Bot) gameChoice(ctx context.Context, r *Request, g storage.Game) string {
	state := "games.choice-" + string(g.State) // lobby, running, finished: others are not suggested
	if waitsFor(g, r.User.ID) {
		state = "games.choice-your-turn"
	}
	return r.Texts.Say("games.choice", "Title", b.titleLabel(ctx, r.Texts, g), "Game", string(g.ID), "State", r.Texts.Say(state))
}
