package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// cancel asks the player to confirm the wish to cancel: a lobby ends when its host wants it, a running game when all of its
// players do.
func (l *Lobby) cancel(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	g, err := l.Store.Game(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return route.Reply{}, route.Fail("game-unknown")
	}
	if err != nil {
		return route.Reply{}, fmt.Errorf("load game %s: %w", id, err)
	}
	text := "stop.sure"
	if g.State == match.Running && g.Concerns(r.User.ID) {
		if _, err := play.Voter(g, r); err != nil {
			return route.Reply{}, err
		}
	}
	switch seated := g.Concerns(r.User.ID); {
	case g.State == match.Running && seated:
	case !play.IsThere(g, r) && !seated:
		return route.Reply{}, route.Fail("game-unknown")
	case g.State != match.Lobby:
		return route.Reply{}, stateProblem(g)
	case g.Host != r.User.ID:
		return route.Reply{}, route.Fail("host-only")
	default:
		text = "lobby.cancel-sure"
	}
	return route.Reply{Message: &discord.Message{
		Content: r.Texts.Say(text, "Game", string(id)), Ephemeral: true,
		Rows: []discord.Row{{Buttons: []discord.Button{{
			Style: discord.Danger, Label: r.Texts.Say("stop.button"), CustomID: customid.Button(customid.Stop, id),
		}}}},
	}}, nil
}

// agreeToStop ends a lobby for its host, and notes that a player wants the running game cancelled; when all do, it is.
func (l *Lobby) agreeToStop(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	g, err := l.Games.AmendOnce(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		seat, err := play.Voter(*g, r)
		switch {
		case err != nil: // the button is there for everybody at the table
			return nil, err
		case g.State == match.Lobby && g.Host == r.User.ID:
			return l.endLobby(g, r.Now), nil
		case g.State != match.Running:
			return nil, stateProblem(*g)
		}
		return l.agreeToEnd(g, r, seat), nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	if g.State == match.Cancelled {
		return route.Whisper(r.Texts.Say("stop.done", "Game", string(id))), nil
	}
	return route.Whisper(r.Texts.Say("stop.noted", "Game", string(id), "Names", tell.Undecided(g))), nil
}

// endLobby cancels a lobby; everybody who had a seat is told where they were told of it.
func (l *Lobby) endLobby(g *match.Game, now time.Time) []storage.Message {
	g.State, g.Updated, g.Asking = match.Cancelled, now, nil
	out := []storage.Message{l.Teller.AboutRow(*g, tell.Lobby, engine.Public)}
	for _, user := range match.Users(g.Seats) {
		out = append(out, l.Teller.Unseat(*g, user))
	}
	return out
}

// GiveUp has a user give up a seat in a lobby; one that they host is cancelled, and there name takes the place of theirs. It is no error
// if they have none.
func (l *Lobby) GiveUp(ctx context.Context, user match.UserID, name string, id match.GameID, now time.Time) error {
	_, err := l.Games.Amend(ctx, id, storage.Origin{}, func(g *match.Game) ([]storage.Message, error) {
		switch {
		case g.State != match.Lobby || !g.HasSeat(user):
			return nil, play.ErrUnchanged
		case g.Host == user:
			if at := slices.IndexFunc(g.Seats, func(s match.Seat) bool { return s.User == user }); at >= 0 {
				g.Seats[at].Name = name
			}
			return l.endLobby(g, now), nil
		}
		out := l.unseat(g, user)
		g.Updated = now
		return append(out, l.Teller.AboutRow(*g, tell.Lobby, engine.Public)), nil
	})
	if errors.Is(err, play.ErrUnchanged) {
		return nil
	}
	return err
}

// stay takes back the wish to cancel a running game, for all: one player wants to play on.
func (l *Lobby) stay(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	_, err := l.Games.AmendOnce(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		seat, err := play.Voter(*g, r)
		switch {
		case err != nil:
			return nil, err
		case g.State != match.Running:
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

// agreeToEnd adds the player's wish and tells the table.
func (l *Lobby) agreeToEnd(g *match.Game, r *route.Request, seat engine.Seat) []storage.Message {
	if slices.Contains(g.Leaving, r.User.ID) {
		return nil // the table has been told
	}
	g.Leaving = append(slices.Clone(g.Leaving), r.User.ID)
	out := []storage.Message{l.Teller.AboutRow(*g, tell.Stopped, seat)}
	if g.Unanimous(g.Leaving) {
		g.State, g.ToMove, g.Updated = match.Cancelled, nil, r.Now
		out = append(out, l.Teller.AboutRow(*g, tell.Lobby, engine.Public)) // the channel need not believe that it goes on
		out = append(out, l.Teller.ToEverybody(*g, tell.Panel)...)
	}
	return out
}
