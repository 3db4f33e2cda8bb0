package handlers

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine/match"
)

func (h *Handlers) start(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	return h.deal(ctx, r, id, "")
}

// solo fills a lobby in which the host is alone with computer players, and starts the game.
func (h *Handlers) solo(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	reply, err := h.deal(ctx, r, id, play.AwayLevel)
	if err == nil { // instead of the welcome, whose button is of no more use
		reply.Message.Rows = []discord.Row{}
		reply = &route.Reply{Update: reply.Message}
	}
	return reply, err
}

func (h *Handlers) deal(ctx context.Context, r *route.Request, id match.GameID, level string,
) (*route.Reply, error) {
	wanted, err := h.dealt(ctx, r, id, level)
	if err != nil {
		return nil, err
	}
	t, _, err := h.do(ctx, r, id, wanted)
	if err != nil {
		return nil, h.offerComputers(ctx, r, id, err)
	}
	return route.Whisper(started(r, t.Game)), nil
}

func started(r *route.Request, g match.Game) string {
	said := "lobby.started"
	switch {
	case g.Solitary():
		said = "lobby.started-alone"
	case g.Alone() && !g.Public: // its player takes no direct messages
		said = "lobby.started-closed"
	}
	text := r.Texts.Say(said, "Game", string(g.ID), "Button", openHand(r, g), "Link",
		"https://discord.com/channels/@me/"+string(g.Channel))
	if g.Solitary() { // no table has a first post that says it (C16)
		text += "\n" + r.Texts.Say("table.commitment", "Commitment", g.Seed.Commitment())
	}
	return text
}

// offerComputers adds to the refusal of a start that a host who is alone can have computers join.
func (h *Handlers) offerComputers(ctx context.Context, r *route.Request, id match.GameID, err error,
) error {
	refusal, refused := errors.AsType[*match.Refusal](err)
	few := []string{"seats", "seats-either", "seats-missing", "partner-missing"}
	if !refused || !slices.Contains(few, refusal.Code) {
		return err
	}
	g, failed := h.row(ctx, id)
	if failed != nil || soloRow(r, g) == nil {
		return err
	}
	problem := route.Fail("start-alone", "Game", string(id))
	problem.Rows = soloRow(r, g)
	return problem
}

func (h *Handlers) dealt(ctx context.Context, r *route.Request, id match.GameID, level string,
) (match.Start, error) {
	seed, err := h.Games.DrawSeed()
	if err != nil {
		return match.Start{}, err
	}
	g, err := h.row(ctx, id)
	if err != nil {
		return match.Start{}, err
	}
	sign, err := h.Games.FreeSign(ctx, g)
	if err != nil {
		return match.Start{}, err
	}
	rated, err := h.Leagues.Rated(ctx, g.Guild)
	if err != nil {
		return match.Start{}, err
	}
	wanted := match.Start{Seed: seed, Sign: sign, Solo: level, Rated: rated}
	switch {
	case g.Solitary():
		wanted.Direct = g.Channel
	case g.Alone() && !g.Public:
		if wanted.Direct, err = h.People.Channel(ctx, r.User.ID); err != nil {
			return match.Start{}, err
		}
	}
	if !r.Alone() {
		wanted.Missing = r.Lacks()
	}
	return wanted, nil
}

// startAlone starts a rematch against computers alone, for which nobody has to be waited for, and
// returns it; false if it cannot start yet.
func (h *Handlers) startAlone(ctx context.Context, r *route.Request, g match.Game,
) (match.Game, bool) {
	people := slices.ContainsFunc(g.Seats, func(s match.Seat) bool {
		return s.Level == "" && s.User != r.User.ID
	})
	if g.After == "" || people || len(g.Seats) < 2 || len(g.Invited) > 0 {
		return g, false
	}
	wanted, err := h.dealt(ctx, r, g.ID, "")
	if err == nil { // the interaction has opened the lobby: this is what follows
		var t *play.Table
		t, _, err = h.Games.Do(ctx, play.Call{Game: g.ID, By: r.By(), At: r.Now}, wanted)
		if err == nil {
			return t.Game, true
		}
	}
	// the lobby has a button for it
	if _, refused := errors.AsType[*match.Refusal](err); err != nil && !refused {
		h.Log.LogAttrs(ctx, slog.LevelError, "rematch not started",
			slog.String("game", string(g.ID)), slog.Any("error", err))
	}
	return g, false
}

func soloRow(r *route.Request, g match.Game) []discord.Row {
	if r.User.ID != g.Host || g.State != match.Lobby || !g.Alone() {
		return nil
	}
	level := r.Texts.Say("lobby.level-" + play.AwayLevel)
	label := r.Texts.Say("lobby.solo", "Level", level)
	id := customid.Button(customid.Solo, g.ID)
	return discord.Buttons(discord.NewButton(discord.Primary, label, id))
}
