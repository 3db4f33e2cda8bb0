package admin

import (
	"cmp"
	"context"

	"konduktor/bot/discord"
	"konduktor/bot/route"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// end cancels a lobby or a running game of the server: /admin end.
func (o *Office) end(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	_, err := o.Games.AmendOnce(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		if err := under(*g, r); err != nil {
			return nil, err
		}
		ran := g.State == match.Running
		g.State, g.ToMove, g.Updated, g.Asking = match.Cancelled, nil, r.Now, nil
		out := []storage.Message{o.Teller.AboutRow(*g, tell.Lobby, engine.Public)}
		if ran {
			out = append(out, o.Teller.AboutRow(*g, tell.Ended, engine.Public))
			return append(out, o.Teller.ToEverybody(*g, tell.Panel)...), nil
		}
		for _, user := range match.Users(g.Seats) {
			out = append(out, o.Teller.Unseat(*g, user))
		}
		return out, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("admin.ended", "Game", string(id))), nil
}

// pardon gives a player of a game with clocks the seat back, with all the time that the pace begins with: /admin pardon.
func (o *Office) pardon(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	user := match.UserID(r.Option("player"))
	g, err := o.Games.AmendOnce(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		if err := under(*g, r); err != nil {
			return nil, err
		}
		seat := cmp.Or(g.SeatHeldBy(user), g.SeatOf(user))
		p, paced := match.FindPace(g.Pace)
		switch {
		case g.State != match.Running:
			return nil, route.Fail("not-started", "Game", string(id))
		case !paced:
			return nil, route.Fail("no-clocks", "Game", string(id))
		case seat == engine.Public:
			return nil, route.Fail("no-seat-of-theirs", "Game", string(id))
		}
		calendars, err := o.Games.Calendars(ctx, *g)
		if err != nil {
			return nil, err
		}
		s := &g.Seats[seat-1]
		s.Clock.Pardon(calendars[seat-1], p, r.Now)
		out := []storage.Message{o.Teller.AboutRow(*g, tell.Pardoned, seat)}
		if s.Player() != user {
			if s.Owner != "" { // the panel of the stand-in
				out = append(out, o.Teller.ToUser(*g, tell.Retired, seat, s.User))
			}
			g.GiveBack(seat, r.Now)
			if calendars, err = o.Games.Calendars(ctx, *g); err != nil {
				return nil, err
			}
		}
		g.Arrange(calendars.Of)
		if g.WaitsFor(user) {
			out = append(out, o.Teller.ToPlayer(*g, tell.YourTurn, seat))
		}
		return out, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("admin.pardoned", "Game", string(id), "Name", discord.Plain(nameOf(g, user)))), nil
}

// nameOf returns what a user is called in a game in which they have or play a seat; "" if they do not.
func nameOf(g match.Game, user match.UserID) string {
	seat := cmp.Or(g.SeatHeldBy(user), g.SeatOf(user))
	if seat == engine.Public {
		return ""
	}
	return g.Seats[seat-1].Name
}

// under refuses a game of another server, and one that is over.
func under(g match.Game, r *route.Request) error {
	switch {
	case g.Guild != r.Guild:
		return route.Fail("game-unknown")
	case g.State == match.Cancelled:
		return route.Fail("game-cancelled", "Game", string(g.ID))
	case g.State == match.Finished:
		return route.Fail("game-finished", "Game", string(g.ID))
	}
	return nil
}
