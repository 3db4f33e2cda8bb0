// Package ratings says how strong people are and how they have played: the ratings of a server, a
// person's season, finished games, a server's week. It hears of each finished game once, keeps what
// it brought (match.Result), and fits the ratings of each server at midnight UTC by engine/rating.
// Between two fits they are those of the last one, moved by the games since: nothing is kept that a
// second hearing could count twice.
//
// Each server is a league of its own: what somebody does elsewhere is nobody's business there, and
// a fit stays small.
package ratings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/engine/match"
	"konduktor/engine/rating"
	"konduktor/storage"
)

// Store is what this room needs of the store.
type Store interface {
	Game(ctx context.Context, id match.GameID) (match.Game, error)
	User(ctx context.Context, id match.UserID) (storage.User, error)
	storage.Habits
	storage.Settings
}

// Leagues are the ratings of all servers. All exported fields must be set. Its methods can be
// called from any goroutine.
type Leagues struct {
	Store    Store
	Kept     storage.Results // results and ratings
	Games    *play.Service
	Atlas    *message.Atlas
	Pictures *message.Pictures
	Log      *slog.Logger
	Now      func() time.Time
	After    func(d time.Duration) (<-chan time.Time, func()) // a timer and what stops it

	fitted atomic.Value // the match.Day up to which this process has looked through all servers
}

// Hear keeps what a finished game has brought, and what the managers of its server have taken out
// of the ratings (outbox.Listener).
func (l *Leagues) Hear(ctx context.Context, h match.Happening) ([]storage.Message, error) {
	if h.Row.Tried != nil { // its cards were known: it says nothing about its player
		return nil, nil
	}
	row, err := l.Store.Game(ctx, h.Row.ID) // its people may have been forgotten since
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if _, out := h.Event.(match.TakenOut); out {
		return nil, l.unrate(ctx, row)
	}
	results, err := l.Games.Results(ctx, row)
	if err != nil {
		return nil, err
	}
	if err := l.Kept.EndGame(ctx, row.ID, results); err != nil {
		return nil, err
	}
	return nil, nil
}

// fittedAtOnce is how many people a server may have whose ratings are fitted anew while something
// is heard of. That takes a second or two; those of a larger one wait for the night.
const fittedAtOnce = 1000

// unrate leaves the seats out that the managers of a server have taken out of a game, and fits the
// ratings of the server again. The results of a game under way will say it themselves.
func (l *Leagues) unrate(ctx context.Context, row match.Game) error {
	if row.State != match.Finished {
		return nil
	}
	if err := l.Kept.UnrateGame(ctx, row.ID, row.RemovedSeats()); err != nil {
		return err
	}
	former, err := l.Kept.Ratings(ctx, row.Guild, "")
	if err != nil || len(former) > fittedAtOnce {
		return err
	}
	return l.refit(ctx, row.Guild, match.DayOf(l.Now()))
}

// Settings are what those who manage a server have decided about its ratings and its week.
type Settings struct {
	Rated bool            `json:"rated,omitempty"` // games between people who take part are rated
	Week  match.ChannelID `json:"week,omitempty"`  // where the week is told; "": nowhere
}

func settingsKey(server match.ServerID) string { return "league/" + string(server) }

func (l *Leagues) settings(ctx context.Context, server match.ServerID) (Settings, error) {
	if server == "" {
		return Settings{}, nil
	}
	return storage.SettingOf[Settings](ctx, l.Store, settingsKey(server))
}

// Rated reports whether a server has ratings.
func (l *Leagues) Rated(ctx context.Context, server match.ServerID) (bool, error) {
	s, err := l.settings(ctx, server)
	return s.Rated, err
}

// Describe says what was decided about the ratings and the week of a server, a line each.
func (l *Leagues) Describe(ctx context.Context, texts *locale.Texts, server match.ServerID,
) ([]string, error) {
	s, err := l.settings(ctx, server)
	if err != nil {
		return nil, err
	}
	rated, week := texts.Say("ratings.off"), texts.Say("week.off")
	if s.Rated {
		rated = texts.Say("ratings.on")
	}
	if s.Week != "" {
		week = texts.Say("week.on", "Where", discord.MentionChannel(s.Week))
	}
	return []string{rated, week}, nil
}

// lookAgain is how often it is looked whether a day has begun.
const lookAgain = 10 * time.Minute

// Run fits the ratings of all servers after each midnight UTC until ctx ends.
func (l *Leagues) Run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := l.CatchUp(ctx); err != nil && ctx.Err() == nil {
			l.Log.ErrorContext(ctx, "ratings not fitted", "error", err)
		}
		timer, stop := l.After(lookAgain)
		select {
		case <-ctx.Done():
		case <-timer:
		}
		stop()
	}
}

// CatchUp fits the ratings of the servers that have no fit of today, and leaves those alone that
// another process is fitting. Nothing rests on that: equal results give equal ratings.
func (l *Leagues) CatchUp(ctx context.Context) error {
	today := match.DayOf(l.Now())
	if l.fitted.Load() == today {
		return nil
	}
	servers, err := l.Kept.Leagues(ctx)
	if err != nil {
		return err
	}
	all := true
	for _, server := range servers {
		done, err := l.fit(ctx, server, today)
		if err != nil {
			return fmt.Errorf("server %s: %w", server, err)
		}
		all = all && done
	}
	if all {
		l.fitted.Store(today)
	}
	return nil
}

// fitWithin is for how long a process claims the fit of a server: if it has been killed by then,
// the next look of another one fits it.
const fitWithin = lookAgain - time.Minute

// fit makes the ratings of a server at the midnight that a day begins with, unless that was done.
// It reports false if another process is at it.
func (l *Leagues) fit(ctx context.Context, server match.ServerID, day match.Day) (bool, error) {
	former, err := l.Kept.Ratings(ctx, server, "")
	if err != nil || len(former) > 0 && former[0].Day == day {
		return err == nil, err
	}
	wait, err := storage.Claim(ctx, l.Store, "fit/"+string(server), l.Now(), fitWithin)
	if err != nil || wait > 0 {
		return false, err
	}
	return true, l.refit(ctx, server, day)
}

func (l *Leagues) refit(ctx context.Context, server match.ServerID, day match.Day) error {
	results, err := l.Kept.ResultsOn(ctx, server, time.Unix(0, 0), day.Begins())
	if err != nil {
		return err
	}
	all := newLeague(results, day.Begins())
	if all.beyond > 0 {
		l.Log.WarnContext(ctx, "not all rated games count: there are too many people",
			"server", server, "people", len(all.people), "left out", all.beyond)
	}
	made, err := all.ratings(ctx, server, day)
	if err != nil {
		return err
	}
	return l.Kept.SaveRatings(ctx, server, made)
}

// league is what a fit is made of.
type league struct {
	people []match.UserID
	index  map[match.UserID]int
	games  []rating.Game
	last   map[match.UserID]match.GameID
	beyond int // games that were left out: of people who have been away the longest
}

// newLeague gathers the rated games among results, which are in the order of the end: the last ones
// first, and of those before them only games of people for whom there is room.
func newLeague(results []match.Result, at time.Time) *league {
	s := &league{index: map[match.UserID]int{}, last: map[match.UserID]match.GameID{}}
	for _, game := range slices.Backward(slices.Collect(chunks(results))) {
		s.add(game, at)
	}
	return s
}

// chunks yields the results of each game, without those of stand-ins.
func chunks(results []match.Result) func(func([]match.Result) bool) {
	return func(yield func([]match.Result) bool) {
		for len(results) > 0 {
			n := 1
			for n < len(results) && results[n].Game == results[0].Game {
				n++
			}
			held := slices.DeleteFunc(slices.Clone(results[:n]), func(r match.Result) bool {
				return !r.Held()
			})
			if len(held) > 0 && !yield(held) {
				return
			}
			results = results[n:]
		}
	}
}

func (s *league) add(results []match.Result, at time.Time) {
	known := len(s.people)
	g, err := gameOf(results, s.person, at)
	full := len(s.people) > rating.MostPeople
	if err == nil && full {
		s.beyond++
	}
	if err != nil || full { // it is not rated
		for _, user := range s.people[known:] {
			delete(s.index, user)
		}
		s.people = s.people[:known]
		return
	}
	s.games = append(s.games, g)
	for _, r := range results {
		if _, later := s.last[r.User]; !later && r.Rated && !r.Removed {
			s.last[r.User] = r.Game
		}
	}
}

func (s *league) person(user match.UserID) int {
	i, known := s.index[user]
	if !known {
		i = len(s.people)
		s.index[user] = i
		s.people = append(s.people, user)
	}
	return i
}

// gameOf makes a rated game of its results; an error of package rating if it is none.
func gameOf(results []match.Result, person func(match.UserID) int, at time.Time,
) (rating.Game, error) {
	entrants := make([]rating.Entrant, len(results))
	for i, r := range results {
		e := rating.Entrant{Place: r.Place, Team: r.Team, Level: r.Level, LeftOut: r.LeftOut}
		if r.Team == 0 {
			e.Team = -i // a seat on its own
		}
		if r.Removed {
			e.LeftOut = rating.Removed
		}
		switch {
		case r.Level != "":
			e.Person = rating.Computer
		case r.Rated || r.LeftOut != "":
			e.Rated = true
			if e.LeftOut == "" {
				e.Person = person(r.User)
			}
		}
		entrants[i] = e
	}
	version := 1
	for _, r := range results {
		version = max(version, r.Computers)
	}
	return rating.NewGame(results[0].Title, version, entrants, at.Sub(results[0].Ended))
}

// ratings fits the games: in all, and by title for those who have played enough of it. Somebody
// who was forgotten counts, and has no rating.
func (s *league) ratings(ctx context.Context, server match.ServerID, day match.Day,
) ([]storage.Rating, error) {
	var list []storage.Rating
	played, met := s.played(), rating.Met(len(s.people), s.games)
	add := func(title string, all []rating.Strength, least int) {
		for i, user := range s.people {
			n := played[title][i]
			if n < least || match.IsFormer(user) {
				continue
			}
			list = append(list, storage.Rating{
				Server: server, User: user, Title: title, Day: day, Rated: storage.Rated{
					S: all[i].S, Error: all[i].Error, Games: n, Met: met[i], Last: s.last[user],
				},
			})
		}
	}
	all, err := rating.Fit(ctx, len(s.people), s.games)
	if err != nil {
		return nil, err
	}
	add("", all, 1)
	for title, n := range played {
		if title == "" || len(n) == 0 || slices.Max(n) < rating.OwnGames {
			continue
		}
		own, err := rating.FitTitle(ctx, title, all, s.games)
		if err != nil {
			return nil, err
		}
		add(title, own, rating.OwnGames)
	}
	slices.SortFunc(list, func(a, b storage.Rating) int {
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.User, b.User))
	})
	return list, nil
}

// played counts the games of each person by title, and all under "".
func (s *league) played() map[string][]int {
	n := map[string][]int{"": make([]int, len(s.people))}
	for _, g := range s.games {
		if n[g.Title] == nil {
			n[g.Title] = make([]int, len(s.people))
		}
		for _, u := range g.Units {
			for _, p := range u.Members {
				if p.Person != rating.Computer {
					n[""][p.Person]++
					n[g.Title][p.Person]++
				}
			}
		}
	}
	return n
}
