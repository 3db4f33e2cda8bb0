package ratings

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"konduktor/engine/match"
	"konduktor/engine/rating"
	"konduktor/storage"
)

// Standing is how a person stands on a server.
type Standing struct {
	User  match.UserID
	Name  string // hostile text
	Games int
	Rank  int // from 1; equal ratings share one
	rating.Strength
	last      match.GameID
	met       int // people, as far as the last fit knows
	takesPart bool
}

// Reason is why somebody's rating is what it is: their last rated game.
type Reason struct {
	Seats int // of the table
	Place int
	// Beat is the strongest person behind them in that game who is in the table; "": nobody is.
	Beat   string // hostile text
	Rating int    // of that person, now
}

// farFuture is after every game.
var farFuture = time.Date(3000, 1, 1, 0, 0, 0, 0, time.UTC)

// Table returns the standings on a server in a title ("": in all) that may be shown, in the order
// of the lower end. Those in all are up to date; those in a title are of the last fit.
func (l *Leagues) Table(ctx context.Context, server match.ServerID, title string,
) ([]Standing, error) {
	all, err := l.standings(ctx, server, title)
	if err != nil {
		return nil, err
	}
	var list []Standing
	for _, s := range all {
		if !s.takesPart {
			continue
		}
		if shown, err := l.shows(ctx, server, &s); err != nil {
			return nil, err
		} else if shown {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b Standing) int {
		return cmp.Or(b.LowerEnd()-a.LowerEnd(), a.PlusMinus()-b.PlusMinus(),
			cmp.Compare(a.User, b.User))
	})
	for i := range list {
		list[i].Rank = i + 1
		if i > 0 && list[i].LowerEnd() == list[i-1].LowerEnd() {
			list[i].Rank = list[i-1].Rank
		}
	}
	return list, nil
}

// shows reports whether a standing is known well enough to be shown. Opponents are counted again
// only for the few of whom the last fit knew too few.
func (l *Leagues) shows(ctx context.Context, server match.ServerID, s *Standing) (bool, error) {
	if !s.Shown() || s.met >= rating.Opponents {
		return s.Shown(), nil
	}
	own, err := l.Kept.ResultsOf(ctx, s.User, time.Unix(0, 0))
	if err != nil {
		return false, err
	}
	var games []match.GameID
	for _, r := range own {
		if r.Server == server && r.Held() {
			games = append(games, r.Game)
		}
	}
	results, err := l.Kept.Results(ctx, games...)
	if err != nil {
		return false, err
	}
	made := newLeague(results, l.Now())
	i, known := made.index[s.User]
	return known && rating.Met(len(made.people), made.games)[i] >= rating.Opponents, nil
}

func (l *Leagues) standings(ctx context.Context, server match.ServerID, title string,
) (map[match.UserID]Standing, error) {
	fitted, err := l.Kept.Ratings(ctx, server, title)
	if err != nil {
		return nil, err
	}
	all, since := map[match.UserID]Standing{}, time.Unix(0, 0)
	for _, r := range fitted {
		since = r.Day.Begins()
		all[r.User] = Standing{
			User: r.User, Name: r.Name, Games: r.Games, last: r.Last, met: r.Met,
			Strength: rating.Strength{S: r.S, Error: r.Error}, takesPart: r.TakesPart,
		}
	}
	if title != "" {
		return all, nil
	}
	results, err := l.Kept.ResultsOn(ctx, server, since, farFuture)
	if err != nil {
		return nil, err
	}
	for game := range chunks(results) {
		if err := l.step(ctx, all, game); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (l *Leagues) step(ctx context.Context, all map[match.UserID]Standing, game []match.Result,
) error {
	var people []match.UserID
	person := func(user match.UserID) int {
		people = append(people, user)
		return len(people) - 1
	}
	g, err := gameOf(game, person, l.Now())
	if err != nil { // it is not rated
		return nil
	}
	before := make([]rating.Strength, len(people))
	for i, user := range people {
		s, known := all[user]
		if !known {
			if s, err = l.newcomer(ctx, user); err != nil {
				return err
			}
			all[user] = s
		}
		before[i] = s.Strength
	}
	for i, after := range rating.Step(before, &g) {
		s := all[people[i]]
		s.Strength, s.last, s.Games = after, game[0].Game, s.Games+1
		all[people[i]] = s
	}
	return nil
}

// newcomer is the standing of somebody whom the last fit does not know.
func (l *Leagues) newcomer(ctx context.Context, user match.UserID) (Standing, error) {
	s := Standing{User: user, Strength: rating.Unrated}
	if match.IsFormer(user) {
		return s, nil
	}
	habits, err := l.Store.Habits(ctx, user)
	if err != nil {
		return s, err
	}
	s.takesPart = habits.Rated
	s.Name, err = l.nameOf(ctx, user)
	return s, err
}

func (l *Leagues) nameOf(ctx context.Context, user match.UserID) (string, error) {
	u, err := l.Store.User(ctx, user)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return "", err
	}
	return u.Name, nil
}

// Reasons returns why the ratings of standings are what they are. all is the whole table.
func (l *Leagues) Reasons(ctx context.Context, standings, all []Standing) ([]Reason, error) {
	var games []match.GameID
	for _, s := range standings {
		games = append(games, s.last)
	}
	slices.Sort(games)
	results, err := l.Kept.Results(ctx, slices.Compact(games)...)
	if err != nil {
		return nil, err
	}
	byGame, byUser := map[match.GameID][]match.Result{}, map[match.UserID]Standing{}
	for _, r := range results {
		byGame[r.Game] = append(byGame[r.Game], r)
	}
	for _, s := range all {
		byUser[s.User] = s
	}
	list := make([]Reason, len(standings))
	for i, s := range standings {
		list[i] = reasonOf(s.User, byGame[s.last], byUser)
	}
	return list, nil
}

func reasonOf(user match.UserID, game []match.Result, all map[match.UserID]Standing) (why Reason) {
	for _, own := range game {
		if own.User == user && own.Held() {
			why.Seats, why.Place = own.Seats, own.Place
		}
	}
	for _, r := range game {
		other, shown := all[r.User]
		if shown && r.Place > why.Place && (why.Beat == "" || other.Points() > why.Rating) {
			why.Beat, why.Rating = other.Name, other.Points()
		}
	}
	return why
}
