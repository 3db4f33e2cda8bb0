// Package daily keeps the deal of the day: one deal for everybody, one try each, compared as in
// duplicate bridge (docs/daily.md). Its shuffle is C18's, so one more draw does not shift the cards
// of others, and its computers choose by what they see alone: the same moves make the same game for
// everybody.
//
// The seed of a day is drawn the day before, when its commitment is first asked for, and kept in
// the settings with the options of the deal. It is told when the day has closed, and so are the
// records and films of its games.
package daily

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"

	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/rating"
	"konduktor/storage"
)

// Store is what is kept beside tries.
type Store interface {
	storage.Settings
	User(ctx context.Context, id match.UserID) (storage.User, error)
	Habits(ctx context.Context, user match.UserID) (match.Habits, error)
	ForRatings() storage.Results
	Posts(ctx context.Context, id match.GameID) ([]storage.Post, error)
}

// Deals are the deals of all days. All fields must be set. Its methods can be called from any
// goroutine.
type Deals struct {
	Store    Store
	Tries    storage.Dailies
	Games    *play.Service
	Atlas    *message.Atlas
	Pictures *message.Pictures
	Title    func(day int) engine.Title // that is dealt on a day of the week; Sunday is 0
	Log      *slog.Logger

	thinking sync.Mutex // held while strong plays a deal
}

// deal is what a day deals, from its first commitment on: a later version of the bot changes
// neither.
type deal struct {
	seed    engine.Seed
	options map[string]string // the usual ones of its title; nil before they were dealt
}

func key(day match.Day) string { return "daily " + string(day) }

// Seed returns the secret seed of a day, the same for every process and person.
func (d *Deals) Seed(ctx context.Context, day match.Day) (engine.Seed, error) {
	deal, err := d.of(ctx, day)
	return deal.seed, err
}

// of returns the deal of a day, which it draws if nobody has asked for it.
func (d *Deals) of(ctx context.Context, day match.Day) (deal, error) {
	for {
		text, err := d.Store.Setting(ctx, key(day))
		if err == nil {
			return parseDeal(text)
		}
		if !errors.Is(err, storage.ErrNotFound) {
			return deal{}, fmt.Errorf("read the seed of %s: %w", day, err)
		}
		drawn := deal{options: match.NewGame(d.title(day), nil).Options}
		if drawn.seed, err = d.Games.DrawSeed(); err != nil {
			return deal{}, err
		}
		err = d.Store.SwapSetting(ctx, key(day), "", drawn.print())
		if err != nil && !errors.Is(err, storage.ErrStale) { // stale: another process was faster
			return deal{}, fmt.Errorf("keep the seed of %s: %w", day, err)
		}
	}
}

// Closed returns the seed of a day that has closed, which is no secret any more; false if nobody
// asked for its deal.
func (d *Deals) Closed(ctx context.Context, day match.Day) (engine.Seed, bool, error) {
	text, err := d.Store.Setting(ctx, key(day))
	if errors.Is(err, storage.ErrNotFound) {
		return engine.Seed{}, false, nil
	}
	if err != nil {
		return engine.Seed{}, false, fmt.Errorf("read the seed of %s: %w", day, err)
	}
	deal, err := parseDeal(text)
	return deal.seed, err == nil, err
}

// print writes a deal as a setting: the seed and each option, such as "5e0f… declare=players".
func (d *deal) print() string {
	words := []string{d.seed.Reveal()}
	for _, key := range slices.Sorted(maps.Keys(d.options)) {
		words = append(words, key+"="+d.options[key])
	}
	return strings.Join(words, " ")
}

func parseDeal(text string) (d deal, err error) {
	words := strings.Split(text, " ")
	seed, ok := engine.ParseSeed(words[0])
	for _, word := range words[1:] {
		key, value, found := strings.Cut(word, "=")
		if ok = ok && found; d.options == nil {
			d.options = map[string]string{}
		}
		d.options[key] = value
	}
	if !ok {
		return deal{}, fmt.Errorf("%w: the seed of a day cannot be read", storage.ErrDamaged)
	}
	d.seed = seed
	return d, nil
}

func (d *Deals) title(day match.Day) engine.Title { return d.Title(int(day.Begins().Weekday())) }

func (d *Deals) name(ctx context.Context, texts *locale.Texts, day match.Day) string {
	return d.Atlas.NameOf(ctx, texts, match.Game{Title: d.title(day).ID()})
}

// opponents is how many computers a person plays against, or fewer in a title with fewer seats.
const opponents = 3

// Game returns the row of a user's try at the deal of a day, as a lobby without an ID or a place.
func (d *Deals) Game(ctx context.Context, day match.Day) (match.Game, error) {
	deal, err := d.of(ctx, day)
	if err != nil {
		return match.Game{}, err
	}
	title := d.title(day)
	g := match.NewGame(title, nil)
	g.Options = map[string]string{engine.Shuffling().Key: "apart"}
	maps.Copy(g.Options, deal.options) // those that were usual when it was drawn
	g.Terms = match.Terms{
		Daily: day, Entry: match.EntryInvited, Advice: match.NoAdvice, Delay: match.AtOnce,
		RatedBy: rating.Version, // tries against other computers are not compared with it
	}
	g.Wanted = seats(title)
	return g, nil
}

func seats(title engine.Title) (most int) {
	for _, n := range title.SeatCounts() {
		if n <= opponents+1 {
			most = max(most, n)
		}
	}
	return most
}

// Settle notes the result of a game and returns true, if it is a try that has ended in time. Doing
// so again changes nothing.
func (d *Deals) Settle(ctx context.Context, g match.Game) (bool, error) {
	if g.State != match.Finished || g.Daily == "" || g.Late(g.Updated) {
		return false, nil
	}
	own, final, err := d.final(ctx, g.ID)
	if err != nil || own == nil { // nil: their player was forgotten
		return false, err
	}
	if err := d.Tries.EndTry(ctx, g.ID, final.Total); err != nil {
		return false, fmt.Errorf("note the result of a try: %w", err)
	}
	if err := d.measure(ctx, g.Daily); err != nil {
		d.Log.WarnContext(ctx, "strong has not played the deal of a day", "day", g.Daily, "error", err)
	}
	return true, nil
}

// final returns the person's seat in a finished try and its score; nil if it is nobody's, or the
// game is gone.
func (d *Deals) final(ctx context.Context, id match.GameID) (*engine.SeatView, *engine.Final,
	error,
) {
	t, err := d.Games.Table(ctx, id)
	if _, gone := errors.AsType[*match.Refusal](err); gone {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	v := t.View(engine.Public)
	for i, s := range t.Seats {
		if s.Level == "" && v.Seats[i].Final != nil {
			return &v.Seats[i], v.Seats[i].Final, nil
		}
	}
	return nil, nil, nil
}
