package lobby

import (
	"context"
	"fmt"
	"io"
	"slices"

	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// start deals the cards: the host's decision.
func (l *Lobby) start(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	seed, err := l.drawSeed()
	if err != nil {
		return route.Reply{}, err
	}
	g, err := l.Games.AmendOnce(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		if err := l.mayStart(*g, r); err != nil {
			return nil, err
		}
		return l.deal(ctx, g, r, seed)
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("lobby.started", "Game", string(g.ID))), nil
}

// drawSeed draws the seed of shuffles (C16).
func (l *Lobby) drawSeed() (engine.Seed, error) {
	var seed engine.Seed
	if _, err := io.ReadFull(l.Rand, seed[:]); err != nil {
		return seed, fmt.Errorf("draw a seed: %w", err)
	}
	return seed, nil
}

func (l *Lobby) mayStart(g match.Game, r *route.Request) error {
	title, ok := l.Atlas.Title(g.Title)
	switch {
	case !play.IsThere(g, r) && g.Host != r.User.ID:
		return route.Fail("game-unknown")
	case g.State != match.Lobby:
		return stateProblem(g)
	case g.Host != r.User.ID:
		return route.Fail("host-only")
	case !ok:
		return route.Fail("title-unknown")
	case g.Wanted > 0 && len(g.Seats) != g.Wanted:
		return route.Fail("seats-missing", "Count", g.Wanted-len(g.Seats))
	case !slices.Contains(title.SeatCounts(), len(g.Seats)):
		return tooFew(g, title)
	case g.Channel == r.Channel && !r.Alone():
		return allowed(r)
	}
	return nil
}

// deal makes the lobby a running game: seats in the order that the seed draws (C1), pinned rules, and everybody told.
func (l *Lobby) deal(ctx context.Context, g *match.Game, r *route.Request, seed engine.Seed) ([]storage.Message, error) {
	title, err := l.Atlas.Edition(ctx, *g)
	if err != nil {
		return nil, err
	}
	if !g.InOrder { // C1
		order := engine.NewStream(seed, "order")
		g.Seats = match.SeatOrder(g.Seats, match.TeamSize(title), &order)
	}
	g.Seed, g.Version, g.State, g.Updated = seed, title.Version(), match.Running, r.Now
	g.Invited, g.Asking, g.Pairing = nil, nil, nil // whoever has not come by now is too late
	if g.Sign, err = l.freeSign(ctx, *g); err != nil {
		return nil, err
	}
	t, err := l.Games.Deal(*g, title)
	if err != nil {
		return nil, err
	}
	*g = t.Game
	v := t.View(engine.Public)
	if err := l.Games.StartClocks(ctx, g, &v, r.Now); err != nil {
		return nil, err
	}
	first := storage.Kind(tell.Open)
	if play.Solitary(*g) {
		first = tell.Lobby // it is played by direct messages: nobody else would come to a table
	}
	out := []storage.Message{l.Teller.AboutRow(*g, first, engine.Public)}
	for _, seat := range v.ToMove {
		if g.Seats[seat-1].Level != "" {
			continue // a computer
		}
		out = append(out, l.Teller.ToPlayer(*g, tell.YourTurn, seat))
	}
	return out, nil
}

// freeSign chooses a sign for a game that none of its people's other running games has.
func (l *Lobby) freeSign(ctx context.Context, g match.Game) (string, error) {
	var taken []string
	for _, s := range g.Seats {
		if s.User == "" {
			continue
		}
		others, err := l.Store.GamesOf(ctx, s.User, match.Running)
		if err != nil {
			return "", fmt.Errorf("list the games of a user: %w", err)
		}
		for _, o := range others {
			taken = append(taken, speech.MarkOf(string(o.ID), o.Sign))
		}
	}
	return speech.FreeMark(string(g.ID), taken), nil
}
