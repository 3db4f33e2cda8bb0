package lobby

import (
	"context"
	"fmt"
	"slices"

	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine/match"
)

// rematch opens a lobby for the same title on the same map with the same people invited. As many as come can play: one who
// declines need not be replaced.
func (l *Lobby) rematch(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	t, err := l.Games.Table(ctx, id)
	if err != nil {
		return route.Reply{}, err
	}
	switch {
	case !t.Game.Concerns(r.User.ID): // also who had a stand-in at the end can ask for it
		return route.Reply{}, play.NotSeated(t.Game, r)
	case t.State != match.Finished && t.State != match.Cancelled:
		return route.Reply{}, stateProblem(t.Game)
	case t.Channel == "":
		return route.Reply{}, route.Fail("place-gone")
	case r.Guild != "" && r.Guild != t.Guild, !discord.PlaceOf(t.Channel).Writes && r.Channel != t.Channel: // only there the others hear of it
		return route.Reply{}, route.Fail("there-only", "Where", discord.MentionChannel(t.Channel))
	}
	open, err := l.rematchOf(ctx, t.Game)
	switch {
	case err != nil:
		return route.Reply{}, err
	case open != "":
		return l.join(ctx, r, open) // another player was faster
	}
	if err := l.Policy.MayOpen(ctx, r, t.Guild, t.Channel); err != nil {
		return route.Reply{}, err
	}
	var others []match.UserID
	var computers []match.Seat
	for _, s := range t.Seats {
		switch {
		case s.Level != "":
			computers = append(computers, match.Seat{Name: s.Name, Level: s.Level})
		case s.Holder() != r.User.ID && s.Holder() != "": // not the stand-in who has played for them
			others = append(others, s.Holder())
		}
	}
	terms := t.Terms
	terms.After, terms.Sign, terms.Asking, terms.Pairing = id, "", nil, nil
	return l.open(ctx, r, match.Game{
		Title: t.Title, Version: t.Edition().Version(), Map: t.Map, Invited: others, Guild: t.Guild, Channel: t.Channel,
		Locale: t.Locale, Options: t.Options, Pace: t.Pace, Weekends: t.Weekends, Terms: terms, Seats: computers,
	})
}

// rematchOf finds the lobby that a player of a game has opened to repeat it, "" if there is none.
func (l *Lobby) rematchOf(ctx context.Context, old match.Game) (match.GameID, error) {
	for _, user := range slices.Concat(match.Holders(old.Seats), match.Users(old.Seats)) {
		lobbies, err := l.Store.GamesOf(ctx, user, match.Lobby)
		if err != nil {
			return "", fmt.Errorf("find the rematch of game %s: %w", old.ID, err)
		}
		for _, g := range lobbies {
			if g.After == old.ID {
				return g.ID, nil
			}
		}
	}
	return "", nil
}
