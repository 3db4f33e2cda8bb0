package tenure

import (
	"context"
	"errors"
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

// AskToLeave asks the player of a running game to confirm that they leave it for good: /game leave.
func (d *Desk) AskToLeave(r *route.Request, g match.Game) (route.Reply, error) {
	if err := isRunning(g, r); err != nil {
		return route.Reply{}, err
	}
	if !g.Concerns(r.User.ID) {
		return route.Reply{}, notYours(g, r)
	}
	sure := "tenure.leave-sure"
	if g.SeatHeldBy(r.User.ID) == engine.Public {
		sure = "tenure.leave-stand-in"
	}
	return route.Reply{Message: &discord.Message{
		Content: r.Texts.Say(sure, "Game", string(g.ID)), Ephemeral: true,
		Rows: []discord.Row{{Buttons: []discord.Button{{
			Style: discord.Danger, Label: r.Texts.Say("tenure.leave"), CustomID: customid.Button(customid.Quit, g.ID),
		}}}},
	}}, nil
}

// quit has a player leave a running game for good: the seat is nobody's, and the house plays it. A stand-in who leaves gives the
// seat back to the house until its player is there again.
func (d *Desk) quit(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	_, err := d.running(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		if seat := g.SeatHeldBy(r.User.ID); seat != engine.Public {
			return d.vacate(ctx, r.Now, g, seat, match.Quit)
		}
		seat := g.SeatOf(r.User.ID)
		if seat == engine.Public {
			return nil, notYours(*g, r)
		}
		return d.handOver(ctx, r.Now, g, seat, match.Away, func(g *match.Game) { g.LetHousePlay(seat, match.Away, r.Now) })
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("tenure.left-noted", "Game", string(id))), nil
}

// vacate makes a seat nobody's. If all who are still there want the game cancelled, it is.
func (d *Desk) vacate(ctx context.Context, now time.Time, g *match.Game, seat engine.Seat, why string) ([]storage.Message, error) {
	out, err := d.handOver(ctx, now, g, seat, why, func(g *match.Game) { g.Vacate(seat, why, now) })
	if err != nil || !g.Unanimous(g.Leaving) {
		return out, err
	}
	g.State, g.ToMove, g.Updated = match.Cancelled, nil, now
	out = append(out, d.Teller.AboutRow(*g, tell.Stopped, seat), d.Teller.AboutRow(*g, tell.Lobby, engine.Public))
	return append(out, d.Teller.ToEverybody(*g, tell.Panel)...), nil
}

// GiveUp has a user give up whatever they have in a running game: their seat is nobody's and called by the name given, and the house plays
// the seat of another that they play. It is no error if there is nothing to give up.
func (d *Desk) GiveUp(ctx context.Context, user match.UserID, name string, id match.GameID, now time.Time) error {
	_, err := d.Games.Amend(ctx, id, storage.Origin{}, func(g *match.Game) ([]storage.Message, error) {
		if g.State != match.Running || !g.HasSeat(user) {
			return nil, play.ErrUnchanged
		}
		var out []storage.Message
		for i := range g.Seats {
			told, err := d.giveSeatUp(ctx, user, name, g, engine.Seat(i+1), now)
			if err != nil {
				return nil, err
			}
			out = append(out, told...)
		}
		return out, nil
	})
	if errors.Is(err, play.ErrUnchanged) {
		return nil
	}
	return err
}

// giveSeatUp is GiveUp for one seat.
func (d *Desk) giveSeatUp(ctx context.Context, user match.UserID, name string, g *match.Game, seat engine.Seat, now time.Time) ([]storage.Message, error) {
	switch s := g.Seats[seat-1]; user {
	case s.Holder():
		g.Seats[seat-1].Name = name // before anybody is told that they have left
		return d.vacate(ctx, now, g, seat, match.Quit)
	case s.User:
		return d.handOver(ctx, now, g, seat, match.Away, func(g *match.Game) { g.LetHousePlay(seat, match.Away, now) })
	}
	return nil, nil
}

// proposeVote notes that the user wants another player's seat given up: /game vote-out.
func (d *Desk) proposeVote(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	return d.vote(ctx, r, id, func(g match.Game) (engine.Seat, error) {
		target := match.UserID(r.Option("player"))
		if seat := g.SeatHeldBy(target); seat != engine.Public {
			return seat, nil
		}
		if seat := g.SeatOf(target); seat != engine.Public {
			return seat, nil
		}
		return engine.Public, route.Fail("not-a-player", "Game", string(id))
	})
}

// agreeToVote is proposeVote for who follows another's wish.
func (d *Desk) agreeToVote(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	return d.vote(ctx, r, id, func(g match.Game) (engine.Seat, error) { return pressedSeat(g, r) })
}

func (d *Desk) vote(ctx context.Context, r *route.Request, id match.GameID, target func(match.Game) (engine.Seat, error)) (route.Reply, error) {
	g, err := d.running(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		own, err := play.Voter(*g, r)
		if err != nil {
			return nil, err
		}
		seat, err := target(*g)
		switch {
		case err != nil:
			return nil, err
		case seat == own:
			return nil, route.Fail("vote-self")
		case g.Seats[seat-1].User == "":
			return nil, route.Fail("seat-nobodys", "Game", string(id))
		case g.Seats[own-1].Automated:
			return nil, route.Fail("vote-away", "Game", string(id))
		}
		needed, possible := g.QuorumToOust(seat)
		if !possible {
			return nil, route.Fail("vote-of-two")
		}
		s := &g.Seats[seat-1]
		already := slices.Contains(s.Ousting, r.User.ID)
		if !already {
			s.Ousting = append(slices.Clone(s.Ousting), r.User.ID)
		}
		switch {
		case len(g.VotesToOust(seat)) >= needed:
			return d.vacate(ctx, r.Now, g, seat, match.VotedOut)
		case already:
			return nil, nil // the table has been told
		}
		return []storage.Message{d.Teller.AboutRow(*g, tell.Ousting, seat)}, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	seat, err := target(g) // of the row as it is now: a repeated click is answered like the first
	if err != nil || g.Seats[seat-1].User == "" {
		return route.Whisper(r.Texts.Say("tenure.voted-out-noted", "Game", string(id))), nil
	}
	needed, _ := g.QuorumToOust(seat)
	missing := max(needed-len(g.VotesToOust(seat)), 0)
	return route.Whisper(r.Texts.Say("clock.vote-noted", "Game", string(id), "Count", missing)), nil
}
