package lobby

import (
	"context"
	"fmt"

	"konduktor/bot/discord"
	"konduktor/bot/route"
	"konduktor/bot/seating"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/storage"
)

// join seats a user in the lobby.
func (l *Lobby) join(ctx context.Context, r *route.Request, id storage.GameID) (route.Reply, error) {
	if r.User.Bot {
		return route.Reply{}, route.Fail("no-bots")
	}
	if err := l.notTooMany(ctx, r.User.ID); err != nil {
		return route.Reply{}, err
	}
	_, err := l.changeLobby(ctx, r, id, func(g *storage.Game) error {
		title, ok := l.Atlas.Title(g.Title)
		switch {
		case !ok:
			return route.Fail("title-unknown")
		case seating.Of(*g, r.User.ID) != engine.Public:
			return route.Fail("already-in")
		case len(g.Seats) >= seatLimit(title, g.Wanted):
			return route.Fail("lobby-full")
		}
		g.Seats = append(g.Seats, storage.Seat{User: r.User.ID, Name: r.User.Name})
		return nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return l.welcome(r, id), nil
}

// leave gives a seat in the lobby up.
func (l *Lobby) leave(ctx context.Context, r *route.Request, id storage.GameID) (route.Reply, error) {
	_, err := l.changeLobby(ctx, r, id, func(g *storage.Game) error {
		switch {
		case seating.Of(*g, r.User.ID) == engine.Public:
			return route.Fail("not-in")
		case g.Host == r.User.ID:
			return route.Fail("host-stays")
		}
		g.Seats = seating.Without(g.Seats, l.teamSize(*g), r.User.ID)
		return nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("lobby.left", "Game", string(id))), nil
}

// changeLobby changes a lobby once for an interaction, and has its message say so.
func (l *Lobby) changeLobby(ctx context.Context, r *route.Request, id storage.GameID, change func(g *storage.Game) error) (storage.Game, error) {
	return l.Games.AmendOnce(ctx, r, id, func(g *storage.Game) ([]storage.Message, error) {
		if g.Guild != r.Guild && seating.Of(*g, r.User.ID) == engine.Public {
			return nil, route.Fail("game-unknown")
		}
		if g.State != storage.Lobby {
			return nil, stateProblem(*g)
		}
		if err := change(g); err != nil {
			return nil, err
		}
		g.Updated = r.Now
		return []storage.Message{l.Teller.AboutRow(*g, tell.Lobby, engine.Public)}, nil
	})
}

// stateProblem says why a game cannot be joined, left or started.
func stateProblem(g storage.Game) *route.Problem {
	switch g.State {
	case storage.Cancelled:
		return route.Fail("game-cancelled", "Game", string(g.ID))
	case storage.Finished:
		return route.Fail("game-finished", "Game", string(g.ID))
	case storage.Running:
		return route.Fail("game-running", "Game", string(g.ID))
	}
	return route.Fail("not-started", "Game", string(g.ID))
}

// welcome tells a user that a seat is theirs, and whether direct messages get through.
func (l *Lobby) welcome(r *route.Request, id storage.GameID) route.Reply {
	return route.Reply{Ephemeral: true, Later: func(ctx context.Context) (discord.Message, error) {
		g, err := l.Store.Game(ctx, id)
		if err != nil {
			return discord.Message{}, fmt.Errorf("load game %s: %w", id, err)
		}
		open, err := l.People.Greet(ctx, r, discord.Message{
			Content: r.Texts.Say("direct.hello", "Game", string(g.ID), "Title", l.Atlas.NameOf(ctx, r.Texts, g)),
			Nonce:   "hi" + r.ID,
		})
		if err != nil {
			return discord.Message{}, err
		}
		return discord.Message{Content: r.Texts.Say(welcomeText(r.User.ID == g.Host, open), "Game", string(id))}, nil
	}}
}

func welcomeText(host, open bool) string {
	switch {
	case host && open:
		return "lobby.opened"
	case host:
		return "lobby.opened-closed"
	case open:
		return "lobby.joined"
	}
	return "lobby.joined-closed"
}
