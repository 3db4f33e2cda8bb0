package tenure

import (
	"context"
	"fmt"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/route"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

const (
	// callFor is for how long people are sought for a seat.
	callFor = 7 * 24 * time.Hour
	// maxGames bounds the games that one user can have at a time.
	maxGames = 50
)

// seek calls for people to take the seats that are nobody's, in the channel of the game: /game seat.
func (d *Desk) seek(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	g, err := d.running(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		if !g.Concerns(r.User.ID) {
			return nil, notYours(*g, r)
		}
		if g.Channel == "" {
			return nil, route.Fail("nowhere-to-seek", "Game", string(id))
		}
		free, sought := 0, 0
		for i := range g.Seats {
			s := &g.Seats[i]
			if !s.Vacant() {
				continue
			}
			free++
			if s.Called.After(r.Now) {
				sought++
			}
			s.Called = r.Now.Add(callFor).UTC().Truncate(time.Microsecond)
		}
		switch {
		case free == 0:
			return nil, route.Fail("no-free-seat", "Game", string(id))
		case free == sought:
			return nil, route.Fail("is-sought", "Game", string(id))
		}
		ends := d.Teller.AboutRow(*g, tell.CallEnds, engine.Public)
		ends.Lane, ends.Due = "c/"+string(id), r.Now.Add(callFor)
		return []storage.Message{d.Teller.AboutRow(*g, tell.Call, engine.Public), ends}, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("tenure.sought", "Where", discord.MentionChannel(g.Channel))), nil
}

// free returns the seat of the clicked button if the user may take it.
func (d *Desk) free(ctx context.Context, g match.Game, r *route.Request) (engine.Seat, error) {
	seat, err := pressedSeat(g, r)
	if err != nil {
		return seat, err
	}
	if s := g.Seats[seat-1]; !s.Vacant() || !s.Called.After(r.Now) {
		return seat, route.Fail("seat-gone")
	}
	games, err := d.Store.GamesOf(ctx, r.User.ID, match.Lobby, match.Running)
	if err != nil {
		return seat, fmt.Errorf("list the games of a user: %w", err)
	}
	if len(games) >= maxGames {
		return seat, route.Fail("too-many-games", "Most", maxGames)
	}
	tenures, err := d.Store.Tenures(ctx, g.ID)
	if err != nil {
		return seat, fmt.Errorf("load the tenures of game %s: %w", g.ID, err)
	}
	if match.WasVotedOut(tenures, r.User.ID, seat) {
		return seat, route.Fail("voted-out", "Game", string(g.ID))
	}
	return seat, d.eligible(ctx, g, r.User, seat, r.User.ID)
}

// askToTake says what taking a seat means, and asks for a confirmation.
func (d *Desk) askToTake(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	g, err := d.Store.Game(ctx, id)
	if err != nil {
		return route.Reply{}, fmt.Errorf("load game %s: %w", id, err)
	}
	if err := isRunning(g, r); err != nil {
		return route.Reply{}, err
	}
	seat, err := d.free(ctx, g, r)
	if err != nil {
		return route.Reply{}, err
	}
	return route.Reply{Message: &discord.Message{
		Content: r.Texts.Say("tenure.take-sure", "Who", discord.Plain(g.Seats[seat-1].Name), "Title", d.Atlas.NameOf(ctx, r.Texts, g),
			"Game", string(id)),
		Ephemeral: true,
		Rows: []discord.Row{{Buttons: []discord.Button{{
			Style: discord.Success, Label: r.Texts.Say("tenure.take"), CustomID: customid.SeatButton(customid.Take, id, seat),
		}}}},
	}}, nil
}

// take gives a seat that is nobody's to the user: the first who confirms has it.
func (d *Desk) take(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	welcome := r.Texts.Say("tenure.taken-noted", "Game", string(id))
	if done, err := d.Games.CarriedOut(ctx, r); err != nil || done {
		return route.Whisper(welcome), err
	}
	_, err := d.running(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		seat, err := d.free(ctx, *g, r)
		if err != nil {
			return nil, err
		}
		out, err := d.handOver(ctx, r.Now, g, seat, match.Taken, func(g *match.Game) {
			g.TakeSeat(seat, r.User.ID, r.User.Name, r.Now)
		})
		return append(tell.AfterAnswer(out, r.User.ID, r.ID), d.Teller.AboutRow(*g, tell.Call, engine.Public), d.Teller.Retitle(*g)), err
	})
	if err != nil {
		return route.Reply{}, err
	}
	return d.greet(r, id, welcome), nil
}
