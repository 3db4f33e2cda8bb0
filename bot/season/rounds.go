package season

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"konduktor/bot/hall"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/storage"
)

// wanted is a game that has begun and has no result yet.
type wanted struct {
	of    string
	round int
	users []match.UserID // in turn order
}

// wanted lists the games that have begun and have no result, in order.
func (k *Kept) wanted(name string) (list []wanted) {
	for i, t := range k.Evening.Tables {
		if t.Points == nil && !t.Closed {
			list = append(list, wanted{of(name, i), 1, t.Users})
		}
	}
	if k.Season == nil {
		return list
	}
	for i := range k.Season.Divisions {
		d := &k.Season.Divisions[i]
		for j := range d.Fixtures {
			if f := &d.Fixtures[j]; f.Round <= d.Begun && f.Places == nil && f.Void == "" {
				list = append(list, wanted{of(name, i+1, j), f.Round, k.users(f)})
			}
		}
	}
	return list
}

// users are those who sit at a fixture, in turn order.
func (k *Kept) users(f *league.Fixture) (list []match.UserID) {
	for _, side := range f.Sides {
		list = append(list, k.Season.Sides[side].Users...)
	}
	return list
}

// people are all who take part.
func (k *Kept) people() []match.UserID {
	if k.Season == nil {
		return k.Evening.Users
	}
	var list []match.UserID
	for _, side := range k.Season.Sides {
		list = append(list, side.Users...)
	}
	return list
}

// over reports whether nothing follows any more.
func (k *Kept) over() bool {
	if k.Season == nil {
		return k.Evening.Tables != nil && !k.Evening.Sealed()
	}
	return k.Season.State == league.Over
}

// Follow does what follows from what is kept, as a Job wants it: it opens the tables of what has
// begun, and has missing posts begun. It returns the server whose posts are to be looked at. A job
// that was due later only ticks; if that changes anything, there is another job.
func (s *Seasons) Follow(ctx context.Context, m storage.Message) (match.ServerID, error) {
	n, err := noteOf(m)
	if err != nil {
		return "", err
	}
	if n.What == tick {
		return "", settled(s.give(ctx, n.Of, league.Tick{}))
	}
	k, err := s.kept(ctx, n.Of)
	if err != nil {
		return "", err
	}
	for _, w := range k.wanted(n.Of) {
		if err := s.open(ctx, &k, n.Of, w); err != nil {
			return "", err
		}
	}
	return k.Server, s.announce(ctx, &k, n.Of)
}

const tick = "tick"

// deal draws who sits where on an evening, and has its tables opened.
func (s *Seasons) deal(ctx context.Context, k *Kept, name string) ([]Note, error) {
	e := &k.Evening
	e.Users = slices.DeleteFunc(e.Users, match.IsFormer)
	dealt, err := league.NewEvening(e.Users, e.Seats, e.Seed)
	if err != nil {
		return nil, err
	}
	for i := range dealt.Tables {
		if err := s.drawn(ctx, k, of(name, i)); err != nil {
			return nil, err
		}
	}
	e.Evening = dealt
	return toAll(Note{Of: name, What: string(league.Begun)}, e.Users), nil
}

// settled is an error of a change that is not that nothing is left to change.
func settled(err error) error {
	refusal, refused := errors.AsType[*match.Refusal](err)
	if errors.Is(err, match.ErrUnchanged) || refused && refusal.Code == "season-over" {
		return nil
	}
	return err
}

// open opens the table of a game. One that cannot be played counts for nobody.
func (s *Seasons) open(ctx context.Context, k *Kept, name string, w wanted) error {
	id := k.Games[w.of]
	if _, err := s.Store.Game(ctx, id); !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	title, pace := k.Evening.Title, k.Evening.Pace
	if k.Season != nil {
		title, pace = k.Season.Rules.Title, k.Season.Rules.Pace
	}
	of, known := s.Atlas.Title(title)
	if !known || slices.ContainsFunc(w.users, match.IsFormer) {
		return s.settle(ctx, w.of, nil, nil, Unopened)
	}
	a := play.Arranged{InOrder: true}
	if k.Season == nil {
		a.Row = match.NewGame(of, map[string]string{engine.Shuffling().Key: "apart"})
		a.Row.Advice, a.Seed = match.NoAdvice, k.Evening.Seed
	} else {
		d, err := hall.Of(ctx, s.Store, k.Server)
		if err != nil {
			return err
		}
		a.Row = match.NewGame(of, nil)
		a.Row.Guild, a.Row.Channel = k.Server, d.Place(k.Channel)
		if a.Rated, err = s.Rated(ctx, k.Server); err != nil {
			return err
		}
		if _, err := io.ReadFull(s.Rand, a.Seed[:]); err != nil {
			return fmt.Errorf("draw a seed: %w", err)
		}
	}
	a.Row.ID, a.Row.Of, a.Row.Pace, a.Row.Locale = id, w.of, pace, k.Locale
	for _, user := range w.users {
		a.Row.Seats = append(a.Row.Seats, match.Seat{User: user})
	}
	_, err := s.Games.Arrange(ctx, a, s.Now())
	switch _, refused := errors.AsType[*match.Refusal](err); {
	case refused:
		return s.settle(ctx, w.of, nil, nil, Unopened)
	case errors.Is(err, storage.ErrExists): // another game has this ID since it was drawn
		return s.change(ctx, name, func(k *Kept) ([]Note, error) {
			return nil, s.drawn(ctx, k, w.of)
		})
	}
	return err
}

// Why games count for nobody, beside what organisers write and league.Unfinished.
const (
	Unopened  = "unopened"
	Cancelled = "cancelled"
)

// announce has the posts begun that are missing, and the next look at what is kept when it is due.
func (s *Seasons) announce(ctx context.Context, k *Kept, name string) error {
	if k.over() {
		return nil
	}
	there, err := s.Store.PostsOn(ctx, k.Server)
	if err != nil {
		return err
	}
	subjects := []string{name}
	var out []storage.Message
	if k.Season != nil {
		for i := range k.Season.Divisions {
			subjects = append(subjects, of(name, i+1))
		}
		due := k.Season.Due()
		nonce := "st" + keyOf(name) + strconv.FormatInt(due.Unix(), 36)
		out = append(out, storage.Message{
			Lane: nonce, Kind: Job, Body: Note{Of: name, What: tick}.print(), Nonce: nonce, Due: due,
		})
	}
	for i, subject := range subjects {
		if !slices.ContainsFunc(there, func(p storage.Post) bool { return p.Subject == subject }) {
			out = append(out, storage.Message{
				Lane: name, Kind: Announce, Body: Note{Of: subject}.print(), Due: s.Now(),
				Nonce: fmt.Sprintf("sp%s.%d", keyOf(name), i),
			})
		}
	}
	return s.Store.Enqueue(ctx, out)
}

// Hear notes how a game of a season or an evening has ended (outbox.Listener).
func (s *Seasons) Hear(ctx context.Context, h match.Happening) ([]storage.Message, error) {
	if _, _, ours := split(h.Row.Of); !ours {
		return nil, nil
	}
	if _, over := h.Event.(match.Over); !over {
		return nil, s.settle(ctx, h.Row.Of, nil, nil, Cancelled)
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
	var reached, places, points []int
	for i := 0; i < len(v.Seats); i += size { // a seat counts for its owner, whoever played it
		reached = append(reached, v.Seats[i].Final.Place)
		points = append(points, v.Seats[i].Final.Total)
	}
	for _, place := range reached {
		ahead := slices.DeleteFunc(slices.Clone(reached), func(p int) bool { return p >= place })
		places = append(places, len(ahead)+1)
	}
	return nil, s.settle(ctx, h.Row.Of, places, points, "")
}

// settle notes the result of a game, or why it counts for nobody. Doing so again changes nothing.
func (s *Seasons) settle(ctx context.Context, game string, places, points []int, why string) error {
	name, at, _ := split(game)
	err := s.change(ctx, name, func(k *Kept) (told []Note, err error) {
		switch {
		case k.Season == nil && len(at) == 1:
			err := k.Evening.End(at[0], points)
			if err == nil && !k.Evening.Sealed() {
				told = toAll(Note{Of: name, What: "compared"}, k.Evening.Users)
			}
			return told, err
		case len(at) != 2:
			return nil, match.ErrUnchanged
		case places == nil:
			return s.decide(ctx, k, name, league.Annul{Division: at[0], Fixture: at[1], Reason: why})
		}
		return s.decide(ctx, k, name, league.Report{
			Division: at[0], Fixture: at[1], Places: places, Points: points,
		})
	})
	return settled(err)
}
