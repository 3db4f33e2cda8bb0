package handlers

import (
	"context"
	"fmt"
	"io"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/opponent"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// start deals the cards: the host's decision.
func (h *Handlers) start(ctx context.Context, r *route.Request, id match.GameID,
) (route.Reply, error) {
	return h.deal(ctx, r, id, "")
}

// solo fills a lobby in which the host is alone with computer players, and starts the game.
func (h *Handlers) solo(ctx context.Context, r *route.Request, id match.GameID,
) (route.Reply, error) {
	return h.deal(ctx, r, id, opponent.AwayLevel)
}

func (h *Handlers) deal(ctx context.Context, r *route.Request, id match.GameID, level string,
) (route.Reply, error) {
	seed, err := h.drawSeed()
	if err != nil {
		return route.Reply{}, err
	}
	g, err := h.row(ctx, id)
	if err != nil {
		return route.Reply{}, err
	}
	sign, err := h.freeSign(ctx, g)
	if err != nil {
		return route.Reply{}, err
	}
	wanted := match.Start{Seed: seed, Sign: sign, Solo: level}
	if !r.Alone() {
		wanted.Missing = missingRights(r)
	}
	return h.whispering(ctx, r, id, wanted, "lobby.started")
}

// drawSeed draws the seed of shuffles (C16).
func (h *Handlers) drawSeed() (engine.Seed, error) {
	var seed engine.Seed
	if _, err := io.ReadFull(h.Rand, seed[:]); err != nil {
		return seed, fmt.Errorf("draw a seed: %w", err)
	}
	return seed, nil
}

// freeSign chooses a sign for a game that none of its people's other running games has.
func (h *Handlers) freeSign(ctx context.Context, g match.Game) (string, error) {
	var taken []string
	for _, user := range match.Users(g.Seats) {
		others, err := h.Store.GamesOf(ctx, user, match.Running)
		if err != nil {
			return "", fmt.Errorf("list the games of a user: %w", err)
		}
		for _, o := range others {
			taken = append(taken, speech.MarkOf(string(o.ID), o.Sign))
		}
	}
	return speech.FreeMark(string(g.ID), taken), nil
}

// soloRow is the button for a host who is alone to play against computers at once.
func soloRow(r *route.Request, g match.Game) []discord.Row {
	if r.User.ID != g.Host || g.State != match.Lobby || !g.Alone(r.User.ID) {
		return nil
	}
	level := r.Texts.Say("lobby.level-" + opponent.AwayLevel)
	return []discord.Row{{Buttons: []discord.Button{{
		Style: discord.Primary, Label: r.Texts.Say("lobby.solo", "Level", level),
		CustomID: customid.Button(customid.Solo, g.ID),
	}}}}
}
