package handlers

import (
	"context"
	"errors"
	"slices"
	"strings"

	"konduktor/bot/commands"
	"konduktor/bot/customid"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// This file finds the game that a command is about, and lists a person's games.

// FinderStore is what a finder needs of the store.
type FinderStore interface {
	Game(ctx context.Context, id match.GameID) (match.Game, error)
	GamesOf(ctx context.Context, user match.UserID, states ...match.State) ([]match.Game, error)
	GamesAwaiting(ctx context.Context, user match.UserID) ([]match.Game, error)
	GamesAt(ctx context.Context, channel match.ChannelID) ([]match.Game, error)
	storage.SettingReader
	OpenGamesOn(ctx context.Context, server match.ServerID) ([]match.Game, error)
}

// Finder finds and lists games. Its methods can be called from any goroutine.
type Finder struct {
	Store  FinderStore
	Atlas  *message.Atlas
	Tables Tables
}

// Tables loads games with their state.
type Tables interface {
	Table(ctx context.Context, id match.GameID) (*play.Table, error)
}

// Register adds the routes: /games, and suggestions for the option game of the commands that have
// no other suggestions.
func (h *Finder) Register(t *route.Router) {
	t.Slash("games", h.list)
	t.Click(customid.Which, t.Again)
	for _, path := range commands.WithGame {
		if !t.Completes(path) {
			t.Complete(path, h.Suggest)
		}
	}
}

// Named makes a handler that finds the game that a command is about.
func (h *Finder) Named(handle route.GameHandler) route.Handler {
	return func(ctx context.Context, r *route.Request) (*route.Reply, error) {
		g, err := h.Find(ctx, r)
		if err != nil {
			return nil, err
		}
		r.Found(g)
		return handle(ctx, r, g.ID)
	}
}

// Find returns the game that a command is about: the one that the option game names, else the one
// at this table, else the user's only game that waits for them, else their only game. Games that
// the command can be used for come first, so a move is never about a lobby. If several remain, the
// error asks which, and lists them. A user without open games means the one that ended last, if the
// command can be used for it: /game replay follows a game in direct messages.
func (h *Finder) Find(ctx context.Context, r *route.Request) (match.Game, error) {
	if name := strings.ToLower(strings.TrimSpace(r.Option("game"))); name != "" {
		return h.namedGame(ctx, r, name)
	}
	here, err := h.Store.GamesAt(ctx, r.Channel)
	if err != nil {
		return match.Game{}, err
	}
	path := strings.Join(r.Command, " ")
	usable := commands.UsableFor(path, r.Now)
	unusable := func(g match.Game) bool { return !usable(g, r.User.ID) }
	if g, ok := gameAtTable(slices.DeleteFunc(slices.Clone(here), unusable), r.User.ID); ok {
		return g, nil
	}
	table, found := gameAtTable(here, r.User.ID)
	if found && (table.Begun() || commands.AboutLobby(path)) {
		return table, nil // the command then says why it cannot be used
	}
	own, err := h.Store.GamesOf(ctx, r.User.ID, match.Running, match.Lobby)
	if err != nil {
		return match.Game{}, err
	}
	if list := slices.DeleteFunc(slices.Clone(own), unusable); len(list) > 0 {
		return h.onlyOwn(ctx, r, list)
	}
	if found {
		return table, nil
	}
	if len(own) > 0 {
		return h.onlyOwn(ctx, r, own)
	}
	past, err := h.Store.GamesOf(ctx, r.User.ID, match.Finished) // the last one first
	if err != nil {
		return match.Game{}, err
	}
	if i := slices.IndexFunc(past, func(g match.Game) bool { return !unusable(g) }); i >= 0 {
		return past[i], nil
	}
	return match.Game{}, route.Fail("no-games")
}

// onlyOwn picks the user's only game that waits for them, else their only running one, else their
// only one. Otherwise the error asks which.
func (h *Finder) onlyOwn(ctx context.Context, r *route.Request, own []match.Game,
) (match.Game, error) {
	for _, fits := range []func(match.Game) bool{
		func(g match.Game) bool { return g.WaitsFor(r.User.ID) },
		func(g match.Game) bool { return g.State == match.Running },
		func(match.Game) bool { return true },
	} {
		if g, ok := only(own, fits); ok {
			return g, nil
		}
	}
	lines := h.gameLines(ctx, r.Texts, own, r.User.ID)
	rows := h.whichRows(ctx, r, own)
	if rows == nil {
		return match.Game{}, route.Fail("which-game", "Games", lines)
	}
	problem := route.Fail("which-game-below", "Games", lines)
	problem.Rows = rows
	return match.Game{}, problem
}

// namedGame finds a game by its ID. To strangers a game elsewhere does not exist.
func (h *Finder) namedGame(ctx context.Context, r *route.Request, name string,
) (match.Game, error) {
	id := match.GameID(name)
	if !customid.IsGame(name) {
		return match.Game{}, route.Fail("game-unknown")
	}
	g, err := h.Store.Game(ctx, id)
	if errors.Is(err, storage.ErrNotFound) || err == nil && !message.MayLook(g, r) {
		return match.Game{}, route.Fail("game-unknown")
	}
	if err != nil {
		return match.Game{}, err
	}
	return g, nil
}

// gameAtTable picks the game of a thread or channel: running ones before lobbies before finished
// ones, and among these the user's own before others'.
func gameAtTable(games []match.Game, user match.UserID) (match.Game, bool) {
	for _, state := range []match.State{match.Running, match.Lobby, match.Finished} {
		for _, own := range []bool{true, false} {
			g, ok := only(games, func(g match.Game) bool {
				return g.State == state && (!own || g.SeatOf(user) != engine.Public)
			})
			if ok {
				return g, true
			}
		}
	}
	return match.Game{}, false
}

// only returns the one game that fits; false if none does or several do.
func only(games []match.Game, fits func(match.Game) bool) (found match.Game, ok bool) {
	n := 0
	for _, g := range games {
		if fits(g) {
			found = g
			n++
		}
	}
	return found, n == 1
}
