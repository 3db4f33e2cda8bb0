package lobby

import (
	"context"
	"fmt"
	"slices"

	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/storage"
)

// rematch opens a lobby for the same title on the same map with the same people invited.
func (l *Lobby) rematch(ctx context.Context, r *route.Request, id storage.GameID) (route.Reply, error) {
	t, err := l.Games.Table(ctx, id)
	if err != nil {
		return route.Reply{}, err
	}
	switch {
	case t.SeatOf(r.User.ID) == engine.Public:
		return route.Reply{}, play.NotSeated(t.Game, r)
	case t.State != storage.Finished && t.State != storage.Cancelled:
		return route.Reply{}, stateProblem(t.Game)
	case t.Channel == "" || r.Guild == "":
		return route.Reply{}, route.Fail("guild-only")
	}
	open, err := l.rematchOf(ctx, t.Game)
	switch {
	case err != nil:
		return route.Reply{}, err
	case open != "":
		return l.join(ctx, r, open) // another player was faster
	}
	var others []string
	for _, s := range t.Seats {
		if s.User != r.User.ID {
			others = append(others, s.User)
		}
	}
	return l.open(ctx, r, storage.Game{
		Title: t.Title, Version: t.Edition().Version(), Map: t.Map, Wanted: len(t.Seats), Invited: others, Guild: t.Guild, Channel: t.Channel,
		Locale: t.Locale, Options: t.Options, Pace: t.Pace, Weekends: t.Weekends, Terms: storage.Terms{Unaided: t.Unaided},
	})
}

// rematchOf finds the lobby that a player of a finished game has opened for the same people, "" if there is none.
func (l *Lobby) rematchOf(ctx context.Context, old storage.Game) (storage.GameID, error) {
	for _, s := range old.Seats {
		lobbies, err := l.Store.GamesOf(ctx, s.User, storage.Lobby)
		if err != nil {
			return "", fmt.Errorf("find the rematch of game %s: %w", old.ID, err)
		}
		for _, g := range lobbies {
			if g.Host == s.User && g.Title == old.Title && g.Map == old.Map && g.Channel == old.Channel && !g.Created.Before(old.Updated) && invitesAll(g, old) {
				return g.ID, nil
			}
		}
	}
	return "", nil
}

// invitesAll says whether a lobby is for all players of a game.
func invitesAll(g, old storage.Game) bool {
	for _, s := range old.Seats {
		if s.User != g.Host && !slices.Contains(g.Invited, s.User) {
			return false
		}
	}
	return true
}
