package tenure

import (
	"context"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// askFriend chooses who plays the user's seat when the user cannot, or from now on: /game stand-in. A friend is asked first.
func (d *Desk) askFriend(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	friend, now := match.UserID(r.Option("player")), r.Option("now") == "true"
	house := r.Option("house") == "true"
	g, err := d.running(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		seat := g.SeatHeldBy(r.User.ID)
		if seat == engine.Public {
			return nil, notYours(*g, r)
		}
		s := &g.Seats[seat-1]
		switch {
		case house && now && s.Automated:
			return nil, route.Fail("is-away", "Game", string(id))
		case house:
			s.StandIn, s.Asked, s.AtOnce = "", "", false
			if !now {
				return nil, nil
			}
			return d.handOver(ctx, r.Now, g, seat, match.Away, func(g *match.Game) { g.LetHousePlay(seat, match.Away, r.Now) })
		case friend == "":
			return nil, nil
		}
		return d.ask(ctx, r, g, seat, friend, now)
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(standInLine(r, g)), nil
}

// ask notes that a friend is asked to stand in, and has them asked at the table.
func (d *Desk) ask(ctx context.Context, r *route.Request, g *match.Game, seat engine.Seat, friend match.UserID, now bool) ([]storage.Message, error) {
	s := &g.Seats[seat-1]
	user := discord.User{ID: friend}
	for _, o := range r.Options {
		if o.Name == "player" && o.User != nil {
			user = *o.User
		}
	}
	switch {
	case friend == r.User.ID:
		return nil, route.Fail("stand-in-self")
	case s.User == friend && s.Owner != "":
		return nil, route.Fail("is-stand-in", "Game", string(g.ID))
	case g.Thread == "":
		return nil, route.Fail("no-table", "Game", string(g.ID))
	}
	if err := d.eligible(ctx, *g, user, seat, r.User.ID); err != nil {
		return nil, err
	}
	if s.Asked == friend && s.AtOnce == now {
		return nil, nil // the table has been told
	}
	s.Asked, s.AtOnce = friend, now
	return []storage.Message{d.Teller.AboutRow(*g, tell.Asked, seat)}, nil
}

// standInLine says who stands in for the user, or is asked to.
func standInLine(r *route.Request, g match.Game) string {
	seat := g.SeatHeldBy(r.User.ID)
	if seat == engine.Public {
		return r.Texts.Say("tenure.house-stands-in", "Game", string(g.ID))
	}
	s := g.Seats[seat-1]
	mention := func(user match.UserID) string { return discord.MentionUsers([]match.UserID{user}) }
	switch {
	case s.Asked != "":
		return r.Texts.Say("tenure.asked", "Player", mention(s.Asked), "Game", string(g.ID))
	case s.Owner != "":
		return r.Texts.Say("tenure.plays-for-you", "Player", mention(s.User), "Game", string(g.ID))
	case g.Deserted():
		return r.Texts.Say("clock.rests-for-you", "Game", string(g.ID), "In", speech.Stamp(g.Expiry(), "R"))
	case s.Automated:
		return r.Texts.Say("tenure.house-plays-for-you", "Game", string(g.ID))
	case s.StandIn != "":
		return r.Texts.Say("tenure.stands-in", "Player", mention(s.StandIn), "Game", string(g.ID))
	}
	return r.Texts.Say("tenure.house-stands-in", "Game", string(g.ID))
}

// notYours answers who has no seat of their own in a game.
func notYours(g match.Game, r *route.Request) error {
	if !play.IsThere(g, r) {
		return route.Fail("game-unknown")
	}
	return route.Fail("not-seated", "Game", string(g.ID))
}

// accept notes that the user stands in for a seat's player, or has them play at once if that was asked.
func (d *Desk) accept(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	if done, err := d.Games.CarriedOut(ctx, r); err != nil || done {
		return route.Whisper(r.Texts.Say("tenure.thanks", "Game", string(id))), err
	}
	_, err := d.running(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		seat, err := asked(*g, r)
		if err != nil {
			return nil, err
		}
		if err := d.eligible(ctx, *g, r.User, seat, r.User.ID); err != nil {
			return nil, err
		}
		s := &g.Seats[seat-1]
		if s.AtOnce || s.Automated {
			out, err := d.handOver(ctx, r.Now, g, seat, match.StoodIn, func(g *match.Game) { g.LetStandIn(seat, r.User.ID, r.Now) })
			return tell.AfterAnswer(out, r.User.ID, r.ID), err
		}
		s.StandIn, s.Asked = r.User.ID, ""
		if g.Pace != "" { // the player may be on vacation already
			calendars, err := d.Games.Calendars(ctx, *g)
			if err != nil {
				return nil, err
			}
			g.Arrange(calendars.Of)
		}
		m := d.Teller.AboutRow(*g, tell.Handed, seat)
		m.Body = tell.Agreed
		return []storage.Message{m}, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return d.greet(r, id, r.Texts.Say("tenure.thanks", "Game", string(id))), nil
}

// decline notes that the user does not want to stand in.
func (d *Desk) decline(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	_, err := d.running(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		seat, err := asked(*g, r)
		if err != nil {
			return nil, err
		}
		g.Seats[seat-1].Asked, g.Seats[seat-1].AtOnce = "", false
		m := d.Teller.AboutRow(*g, tell.Handed, seat)
		m.Body = tell.Declined
		return []storage.Message{m}, nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("tenure.declined-noted")), nil
}

// asked returns for which seat the user was asked to stand in by the clicked button.
func asked(g match.Game, r *route.Request) (engine.Seat, error) {
	seat, err := pressedSeat(g, r)
	if err != nil {
		return seat, err
	}
	if g.Seats[seat-1].Asked != r.User.ID {
		return seat, route.Fail("not-asked")
	}
	return seat, nil
}

// giveBack gives a seat that somebody else plays back to its player, and says what was done in it.
func (d *Desk) giveBack(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	g, err := d.running(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		seat := g.SeatHeldBy(r.User.ID)
		switch {
		case seat == engine.Public:
			return nil, notYours(*g, r)
		case g.Seats[seat-1].Player() == r.User.ID:
			return nil, route.Fail("not-away", "Game", string(id))
		}
		return d.handOver(ctx, r.Now, g, seat, match.Returned, func(g *match.Game) { g.GiveBack(seat, r.Now) })
	})
	if err != nil {
		return route.Reply{}, err
	}
	lines, err := d.meanwhile(ctx, r, g)
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(strings.Join(append([]string{r.Texts.Say("clock.welcome-back", "Game", string(id))}, lines...), "\n")), nil
}

// maxMeanwhile bounds how much is told of what was done in a seat: the last of it.
const maxMeanwhile = 12

// meanwhile tells whoever has taken a seat back what was done in it.
func (d *Desk) meanwhile(ctx context.Context, r *route.Request, g match.Game) ([]string, error) {
	seat := g.SeatOf(r.User.ID)
	if seat == engine.Public {
		return nil, nil // a repetition: they have left since
	}
	table, done, err := d.Games.Meanwhile(ctx, g, seat, r.User.ID)
	if err != nil || len(done) == 0 {
		return nil, err
	}
	v := table.View(seat)
	lines := table.Speaker(r.Texts).Narrate(&v, done)
	if len(lines) > maxMeanwhile {
		lines = append([]string{"…"}, lines[len(lines)-maxMeanwhile:]...)
	}
	return append([]string{r.Texts.Say("clock.meanwhile")}, lines...), nil
}
