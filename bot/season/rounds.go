package season

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"

	"konduktor/bot/hall"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/storage"
)

// missing is a game that has begun and has no result yet.
type missing struct {
	of    string
	round int
	users []match.UserID // in turn order
}

func (k *Kept) missing(name string) (list []missing) {
	if k.Evening != nil {
		for i, t := range k.Evening.Tables {
			if t.Points == nil && !t.Closed {
				list = append(list, missing{of(name, i), 1, t.Users})
			}
		}
		return list
	}
	for i, d := range k.Season.Divisions {
		for j := range d.Fixtures {
			if f := &d.Fixtures[j]; f.Round <= d.Begun && f.Places == nil && f.Void == "" {
				list = append(list, missing{of(name, i+1, j), f.Round, k.users(f)})
			}
		}
	}
	return list
}

// Follow does what follows from what is kept, as a Job wants it: it opens the tables of what has
// begun, and has missing posts begun. It returns the server whose posts are to be looked at. A job
// that was due later has a lane of its own, and only ticks: what that changes has another job.
func (s *Seasons) Follow(ctx context.Context, m storage.Message) (match.ServerID, error) {
	name := m.Body
	if m.Lane != name {
		return "", settled(s.change(ctx, name, func(k *Kept) ([]letter, error) {
			return s.begin(ctx, k, name, league.Tick{})
		}))
	}
	k, err := s.kept(ctx, name)
	if err != nil {
		return "", err
	}
	for _, g := range k.missing(name) {
		if err := s.open(ctx, &k, name, g); err != nil {
			return "", err
		}
	}
	return k.Server, s.announce(ctx, &k, name)
}

// begin begins a season, or has its time pass; or it draws who sits where on an evening.
func (s *Seasons) begin(ctx context.Context, k *Kept, name string, wanted league.Command,
) ([]letter, error) {
	if k.Evening == nil {
		return s.decide(ctx, k, name, wanted)
	}
	_, ticks := wanted.(league.Tick)
	switch {
	case k.Season.State != league.Open:
		return nil, match.Refuse("season-over")
	case ticks && s.Now().Before(k.Season.Begins):
		return nil, match.ErrUnchanged
	}
	absent, err := s.absent(ctx, k)
	if err != nil {
		return nil, err
	}
	users := slices.DeleteFunc(k.people(), absent)
	dealt, err := league.NewEvening(users, k.Season.Rules.Seats, k.Evening.Seed)
	if err != nil && ticks {
		k.Season.State = league.Over
		return toAll(users, string(league.CalledOff), name), nil
	}
	for i := range dealt.Tables {
		err = errors.Join(err, s.draw(ctx, k, of(name, i)))
	}
	k.Evening, k.Season.State = &dealt, league.Running
	return toAll(users, "begun", name), err
}

// settled is an error of a change, but none if nothing is left to change.
func settled(err error) error {
	refusal, refused := errors.AsType[*match.Refusal](err)
	if errors.Is(err, match.ErrUnchanged) || refused && refusal.Code == "season-over" {
		return nil
	}
	return err
}

// Why games count for nobody, beside what organisers write and league.Unfinished.
const (
	unopened  = "unopened"
	cancelled = "cancelled"
)

// open opens the table of a game. One that cannot be played counts for nobody.
func (s *Seasons) open(ctx context.Context, k *Kept, name string, g missing) error {
	id, rules := k.Games[g.of], &k.Season.Rules
	row, err := s.Store.Game(ctx, id)
	if err == nil && row.Of == g.of || err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	title, known := s.Atlas.Title(rules.Title)
	if !known || slices.ContainsFunc(g.users, match.IsFormer) {
		return s.settle(ctx, g.of, nil, nil, unopened)
	}
	d, err := hall.Of(ctx, s.Store, k.Server)
	if err != nil {
		return err
	}
	a := play.Arranged{InOrder: true, Row: match.NewGame(title, nil), Users: g.users}
	a.Row.Guild, a.Row.Channel = k.Server, d.Place(k.Channel)
	if a.Rated, err = s.Rated(ctx, k.Server); err != nil {
		return err
	}
	if k.Evening != nil {
		a.Row = match.NewGame(title, map[string]string{engine.Shuffling().Key: "apart"})
		a.Row.Advice, a.Seed = match.NoAdvice, k.Evening.Seed
	}
	a.Row.ID, a.Row.Of, a.Row.Pace, a.Row.Locale = id, g.of, rules.Pace, k.Locale
	_, err = s.Games.Arrange(ctx, a, s.Now())
	if _, refused := errors.AsType[*match.Refusal](err); refused {
		return s.settle(ctx, g.of, nil, nil, unopened)
	}
	if errors.Is(err, storage.ErrExists) { // another game has this ID since it was drawn
		err = s.change(ctx, name, func(k *Kept) ([]letter, error) { return nil, s.draw(ctx, k, g.of) })
	}
	return err
}

// announce has the posts begun that are missing, and what is kept looked at when it is due.
func (s *Seasons) announce(ctx context.Context, k *Kept, name string) error {
	if k.Season.State == league.Over {
		return nil
	}
	there, err := s.Store.PostsOn(ctx, k.Server)
	if err != nil {
		return err
	}
	key, due := path.Base(name), k.Season.Due()
	later := "st" + key + strconv.FormatInt(due.Unix(), 36)
	var out []storage.Message
	if !due.IsZero() {
		out = append(out, storage.Message{
			Lane: later, Kind: Job, Body: name, Nonce: later, Due: due,
		})
	}
	for i := range len(k.Season.Divisions) + 1 {
		subject := name
		if i > 0 {
			subject = of(name, i)
		}
		if !slices.ContainsFunc(there, func(p storage.Post) bool { return p.Subject == subject }) {
			out = append(out, storage.Message{
				Lane: name, Kind: Announce, Body: subject, Due: s.Now(),
				Nonce: fmt.Sprintf("sp%s.%d", key, i),
			})
		}
	}
	return s.Store.Enqueue(ctx, out)
}

// Hear notes how a game of a season or an evening has ended (outbox.Listener).
func (s *Seasons) Hear(ctx context.Context, h match.Happening) ([]storage.Message, error) {
	if name, _ := split(h.Row.Of); name == "" {
		return nil, nil
	}
	if _, over := h.Event.(match.Over); !over {
		return nil, s.settle(ctx, h.Row.Of, nil, nil, cancelled)
	}
	t, err := s.Games.Table(ctx, h.Row.ID)
	if err != nil {
		return nil, err
	}
	size := match.TeamSize(t.Edition())
	if h.Row.Duplicate() {
		size = 1
	}
	v := t.View(engine.Public)
	var places, points []int
	for i := 0; i < len(v.Seats); i += size { // a seat counts for its owner, whoever played it
		places = append(places, v.Seats[i].Final.Place)
		points = append(points, v.Seats[i].Final.Total)
	}
	return nil, s.settle(ctx, h.Row.Of, places, points, "")
}

// settle notes the result of a game, or why it counts for nobody. Doing so again changes nothing.
func (s *Seasons) settle(ctx context.Context, game string, places, points []int, why string) error {
	name, at := split(game)
	return settled(s.change(ctx, name, func(k *Kept) ([]letter, error) {
		if k.Evening == nil && places == nil {
			return s.decide(ctx, k, name, league.Annul{Division: at[0], Fixture: at[1], Reason: why})
		}
		if k.Evening == nil {
			return s.decide(ctx, k, name, league.Report{
				Division: at[0], Fixture: at[1], Places: places, Points: points,
			})
		}
		if err := k.Evening.End(at[0], points); err != nil || k.Evening.Sealed() {
			return nil, err
		}
		k.Season.State = league.Over
		return toAll(k.people(), "compared", name), nil
	}))
}
