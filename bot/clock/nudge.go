package clock

import (
	"context"
	"time"

	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// nudgeEvery is how often others can ask the player of a seat to move.
const nudgeEvery = 24 * time.Hour

// nudge asks those whom the game waits for to move, at the table: another player's wish.
func (d *Desk) nudge(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	_, err := d.playing(ctx, r, id, func(g *match.Game, giver engine.Seat, calendars play.Calendars) ([]storage.Message, error) {
		var nudged []engine.Seat
		again, rests := time.Time{}, false
		for i := range g.Seats {
			s := &g.Seats[i]
			switch next := s.Nudged.Add(nudgeEvery); {
			case engine.Seat(i+1) == giver || s.Automated || !g.WaitsFor(s.User):
			case calendars[i].Rests(r.Now):
				rests = true
			case !s.Nudged.IsZero() && next.After(r.Now):
				again = next
			default:
				s.Nudged, nudged = r.Now.UTC().Truncate(time.Microsecond), append(nudged, engine.Seat(i+1))
			}
		}
		switch {
		case len(nudged) > 0:
			return []storage.Message{d.Teller.Nudge(*g, giver, nudged)}, nil
		case rests:
			return nil, route.Fail("nudge-rests")
		case !again.IsZero():
			return nil, route.Fail("nudge-again", "When", speech.Stamp(again, "R"))
		}
		return nil, route.Fail("nobody-to-give")
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("clock.nudge-sent")), nil
}
