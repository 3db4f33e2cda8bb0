package lobby

import (
	"context"
	"errors"
	"slices"

	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/press"
	"konduktor/bot/route"
	"konduktor/bot/seating"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/storage"
)

// cancel ends a lobby at the host's wish. A running game ends when all of its players want it.
func (l *Lobby) cancel(ctx context.Context, r *route.Request, id storage.GameID) (route.Reply, error) {
	g, err := l.Games.AmendOnce(ctx, r, id, func(g *storage.Game) ([]storage.Message, error) {
		seated := seating.Of(*g, r.User.ID) != engine.Public
		switch {
		case g.State == storage.Running && seated:
			return nil, play.ErrUnchanged
		case g.Guild != r.Guild && !seated:
			return nil, route.Fail("game-unknown")
		case g.State != storage.Lobby:
			return nil, stateProblem(*g)
		case g.Host != r.User.ID:
			return nil, route.Fail("host-only")
		}
		g.State, g.Updated = storage.Cancelled, r.Now
		return []storage.Message{l.Teller.AboutRow(*g, tell.Lobby, engine.Public)}, nil
	})
	if errors.Is(err, play.ErrUnchanged) {
		return l.askToStop(r, id), nil
	}
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("lobby.cancelled", "Game", string(g.ID))), nil
}

// askToStop asks the player to confirm the wish to cancel a running game.
func (l *Lobby) askToStop(r *route.Request, id storage.GameID) route.Reply {
	return route.Reply{Message: &discord.Message{
		Content: r.Texts.Say("stop.sure", "Game", string(id)), Ephemeral: true,
		Rows: []discord.Row{{Buttons: []discord.Button{{
			Style: discord.Danger, Label: r.Texts.Say("stop.button"), CustomID: press.Button(press.Stop, id),
		}}}},
	}}
}

// agreeToStop notes that a player wants the running game cancelled; when all do, it is.
func (l *Lobby) agreeToStop(ctx context.Context, r *route.Request, id storage.GameID) (route.Reply, error) {
	g, err := l.Games.AmendOnce(ctx, r, id, func(g *storage.Game) ([]storage.Message, error) {
		seat := seating.Of(*g, r.User.ID)
		switch {
		case seat == engine.Public: // the button is there for everybody at the table
			return nil, play.NotSeated(*g, r)
		case g.State != storage.Running:
			return nil, stateProblem(*g)
		}
		return l.agree(g, r, seat), nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	if g.State == storage.Cancelled {
		return route.Whisper(r.Texts.Say("stop.done", "Game", string(id))), nil
	}
	return route.Whisper(r.Texts.Say("stop.noted", "Game", string(id), "Names", tell.Undecided(g))), nil
}

// stay takes back the wish to cancel a running game, for all: one player wants to play on.
func (l *Lobby) stay(ctx context.Context, r *route.Request, id storage.GameID) (route.Reply, error) {
	_, err := l.Games.AmendOnce(ctx, r, id, func(g *storage.Game) ([]storage.Message, error) {
		seat := seating.Of(*g, r.User.ID)
		switch {
		case seat == engine.Public:
			return nil, play.NotSeated(*g, r)
		case g.State != storage.Running:
			return nil, stateProblem(*g)
		case len(g.Leaving) == 0:
			return nil, nil
		}
		g.Leaving = nil
		return []storage.Message{l.Teller.AboutRow(*g, tell.Refused, seat)}, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("stop.refused", "Name", discord.Plain(r.User.Name))), nil
}

// agree adds the player's wish and tells the table.
func (l *Lobby) agree(g *storage.Game, r *route.Request, seat engine.Seat) []storage.Message {
	if slices.Contains(g.Leaving, r.User.ID) {
		return nil // the table has been told
	}
	g.Leaving = append(slices.Clone(g.Leaving), r.User.ID)
	out := []storage.Message{l.Teller.AboutRow(*g, tell.Stopped, seat)}
	if seating.Unanimous(*g, g.Leaving) {
		g.State, g.ToMove, g.Updated = storage.Cancelled, nil, r.Now
		out = append(out, l.Teller.AboutRow(*g, tell.Lobby, engine.Public)) // the channel need not believe that it goes on
		out = append(out, l.Teller.ToEverybody(*g, tell.Panel)...)
	}
	return out
}
