package lobby

import (
	"context"
	"slices"

	"konduktor/bot/discord"
	"konduktor/bot/route"
	"konduktor/bot/seating"
	"konduktor/engine"
	"konduktor/storage"
)

// sitWith seats the user beside the one picked from the menu.
func (l *Lobby) sitWith(ctx context.Context, r *route.Request, id storage.GameID) (route.Reply, error) {
	partner := r.Value()
	g, err := l.changeLobby(ctx, r, id, func(g *storage.Game) ([]storage.Message, error) {
		size := l.teamSize(*g)
		switch {
		case size == 1:
			return nil, route.Fail("unknown-button")
		case seating.Of(*g, r.User.ID) == engine.Public:
			return nil, route.Fail("take-a-seat")
		case partner == r.User.ID:
			return nil, route.Fail("partner-self")
		case seating.Of(*g, partner) == engine.Public:
			return nil, route.Fail("partner-gone")
		}
		g.Seats = seating.Beside(g.Seats, size, r.User.ID, partner)
		return nil, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	seat := seating.Of(g, partner)
	if seat == engine.Public {
		return route.Reply{}, route.Fail("partner-gone") // a repetition, and the partner has left since
	}
	return route.Whisper(r.Texts.Say("lobby.sits-with", "Name", discord.Plain(g.Seats[seat-1].Name))), nil
}

// mixTeams draws the teams anew: the host's choice.
func (l *Lobby) mixTeams(ctx context.Context, r *route.Request, id storage.GameID) (route.Reply, error) {
	seed, err := l.drawSeed()
	if err != nil {
		return route.Reply{}, err
	}
	_, err = l.changeLobby(ctx, r, id, func(g *storage.Game) ([]storage.Message, error) {
		switch {
		case l.teamSize(*g) == 1:
			return nil, route.Fail("unknown-button")
		case g.Host != r.User.ID:
			return nil, route.Fail("host-only")
		}
		g.Seats = slices.Clone(g.Seats)
		random := engine.NewStream(seed, "teams")
		engine.Shuffle(&random, g.Seats)
		return nil, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("lobby.mixed")), nil
}

func (l *Lobby) teamSize(g storage.Game) int {
	title, ok := l.Atlas.Title(g.Title)
	if !ok {
		return 1
	}
	return seating.TeamSize(title)
}
