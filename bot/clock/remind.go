package clock

import (
	"context"
	"errors"
	"strconv"
	"time"

	"konduktor/bot/play"
	"konduktor/bot/tell"
	"konduktor/engine/match"
	"konduktor/storage"
)

// remind notes which reminder of a turn is past, and has the player told if they want it. Both are one change of the row, so
// that nothing is told twice; a move changes the row too, so that nothing is told of a turn that is done. Only the last
// reminder is sent while the clock rests: that happens if the bot was down when it was due.
func (k *Keeper) remind(ctx context.Context, d match.Deadline, calendars play.Calendars, now time.Time) error {
	i := int(d.Seat) - 1
	_, err := k.Games.Amend(ctx, d.Game, storage.Origin{}, func(g *match.Game) ([]storage.Message, error) {
		seat := &g.Seats[i]
		if g.State != match.Running || !seat.Due.Equal(d.Due) {
			return nil, play.ErrUnchanged
		}
		reminder := seat.Clock.Reminder(calendars[i], now)
		if reminder != match.LastReminder && calendars[i].Rests(now) {
			seat.Due = calendars[i].Wakes(now)
			return nil, nil
		}
		if reminder == 0 { // the calendar has changed since the clock was arranged
			g.Arrange(calendars.Of)
			if !seat.Due.After(now) { // never look at a clock again and again in the same moment
				seat.Due = now.Add(retryAfter)
			}
			return nil, nil
		}
		seat.Told = reminder
		g.Arrange(calendars.Of)
		habits, err := k.Store.Habits(ctx, seat.User)
		if err != nil {
			return nil, err
		}
		if !habits.Wants(reminder) {
			return nil, nil
		}
		m := k.Teller.ToPlayer(*g, tell.Reminder, d.Seat)
		m.Body = strconv.Itoa(reminder)
		m.Nonce += "." + m.Body + strconv.Itoa(seat.Gifts)
		return append([]storage.Message{}, m), nil
	})
	if errors.Is(err, play.ErrUnchanged) {
		return nil
	}
	return err
}
