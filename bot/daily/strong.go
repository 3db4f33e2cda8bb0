package daily

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/match"
	"konduktor/storage"
)

// strong is the level that shows what a deal can bring.
const strong = "strong"

func strongKey(day match.Day) string { return key(day) + " " + strong }

// Strong returns the points that strong got with the deal of a day in the person's place; false if
// it has not played yet. It is no secret from those who have finished the deal.
func (d *Deals) Strong(ctx context.Context, day match.Day) (points int, played bool, err error) {
	text, err := d.Store.Setting(ctx, strongKey(day))
	if errors.Is(err, storage.ErrNotFound) {
		return 0, false, nil
	}
	if err == nil {
		points, err = strconv.Atoi(text)
	}
	if err != nil {
		return 0, false, fmt.Errorf("read what strong got at %s: %w", day, err)
	}
	return points, true, nil
}

// measure has strong play the deal of a day, once. Its effort is counted in moves, so every process
// gets the same result; it takes some seconds.
func (d *Deals) measure(ctx context.Context, day match.Day) error {
	d.thinking.Lock()
	defer d.thinking.Unlock()
	if _, played, err := d.Strong(ctx, day); played || err != nil {
		return err
	}
	points, err := d.playStrong(ctx, day)
	if err != nil {
		return fmt.Errorf("play the deal of %s: %w", day, err)
	}
	err = d.Store.SwapSetting(ctx, strongKey(day), "", strconv.Itoa(points))
	if err != nil && !errors.Is(err, storage.ErrStale) { // stale: another process was faster
		return fmt.Errorf("note what strong got at %s: %w", day, err)
	}
	return nil
}

func (d *Deals) playStrong(ctx context.Context, day match.Day) (int, error) {
	g, err := d.Game(ctx, day)
	if err != nil {
		return 0, err
	}
	if g.Seed, err = d.Seed(ctx, day); err != nil {
		return 0, err
	}
	title := d.title(day)
	lobby := make([]match.Seat, g.Wanted) // the person opens it
	for i := range lobby {
		lobby[i] = match.Seat{Name: strconv.Itoa(i), Level: play.AwayLevel}
	}
	lobby[0].Level = strong
	var own engine.Seat
	var players []ai.Player
	for i, s := range match.SeatOrder(lobby, match.TeamSize(title), g.Seed) {
		seat := engine.Seat(i + 1)
		if s.Level == strong {
			own = seat
		}
		g.Seats = append(g.Seats, s)
		p, err := ai.NewPlayer(s.Level, title, play.LuckOf(g.Luck(), seat))
		if err != nil {
			return 0, fmt.Errorf("make a player: %w", err)
		}
		players = append(players, p)
	}
	played, err := ai.PlayOut(ctx, title, engine.Setup{
		Names: match.Names(g.Seats), Seed: g.Seed, Options: g.Options,
	}, players)
	if err != nil {
		return 0, err
	}
	return played.View.Seats[own-1].Final.Total, ctx.Err() // hurried moves are not strong's
}
