package find

import (
	"context"
	"errors"
	"math/bits"
	"slices"
	"time"

	"konduktor/bot/locale"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/engine/rating"
	"konduktor/storage"
)

// Seeker is what is kept of somebody who has looked for a table.
type Seeker struct {
	Filled  map[string][]string `json:"filled,omitempty"`   // the last form
	Avoid   []match.UserID      `json:"avoid,omitempty"`    // nobody else sees it
	Servers []match.ServerID    `json:"servers,omitempty"`  // where they are known
	AnyHour bool                `json:"any_hour,omitempty"` // their hours do not count
}

const (
	mostAvoided = 50
	mostServers = 50
)

// SeekerKey is the setting that keeps a user's Seeker.
func SeekerKey(user match.UserID) string { return "seeker/" + string(user) }

func (f *Queues) seeker(ctx context.Context, user match.UserID) (Seeker, error) {
	return storage.SettingOf[Seeker](ctx, f.Store, SeekerKey(user))
}

// meet notes that a server knows a user, and what else change changes.
func (f *Queues) meet(ctx context.Context, server match.ServerID, user match.UserID,
	change func(*Seeker),
) error {
	return storage.Change(ctx, f.Store, SeekerKey(user), func(s *Seeker) error {
		if !slices.Contains(s.Servers, server) {
			s.Servers = append(s.Servers[max(0, len(s.Servers)-mostServers+1):], server)
		}
		change(s)
		return nil
	})
}

// Meet has the user's export look at a server.
func (f *Queues) Meet(ctx context.Context, server match.ServerID, user match.UserID) error {
	return f.meet(ctx, server, user, func(*Seeker) {})
}

// Leave takes a user out of the queue of a server.
func (f *Queues) Leave(ctx context.Context, server match.ServerID, user match.UserID) error {
	_, err := f.change(ctx, server, user, func(q *queue) ([]league.Notice, error) {
		return q.Leave(user), nil
	})
	return err
}

// Ban is Meet and Leave.
func (f *Queues) Ban(ctx context.Context, server match.ServerID, user match.UserID) error {
	if err := f.Meet(ctx, server, user); err != nil {
		return err
	}
	return f.Leave(ctx, server, user)
}

// LeaveAll takes a user out of all queues.
func (f *Queues) LeaveAll(ctx context.Context, user match.UserID) error {
	s, err := f.seeker(ctx, user)
	for _, server := range s.Servers {
		if err == nil {
			err = f.Leave(ctx, server, user)
		}
	}
	return err
}

// person returns the part of a wish that a user does not fill in.
func (f *Queues) person(ctx context.Context, server match.ServerID, user match.UserID,
) (w league.Wish, err error) {
	s, err := f.seeker(ctx, user)
	if err != nil {
		return w, err
	}
	w.Party, w.Avoid = []match.UserID{user}, s.Avoid
	if !s.AnyHour {
		if w.Hours, err = f.hours(ctx, user); err != nil {
			return w, err
		}
	}
	known, err := f.Store.ForRatings().RatingsOf(ctx, user)
	for _, r := range known {
		strength := rating.Strength{S: r.S, Error: r.Error}
		if r.Server == server && r.Title == "" && strength.Shown() {
			w.Rating = max(1, strength.Points())
		}
	}
	return w, err
}

// Hours says at which hours a person plays.
func (f *Queues) Hours(ctx context.Context, x *locale.Texts, h match.Habits, now time.Time,
) (string, error) {
	s, err := f.seeker(ctx, h.User)
	if err != nil {
		return "", err
	}
	hours, err := f.hours(ctx, h.User)
	return sayHours(x, s, hours, h, now), err
}

func sayHours(x *locale.Texts, s Seeker, hours uint32, h match.Habits, now time.Time) string {
	switch {
	case s.AnyHour:
		return x.Say("find.any-hour")
	case hours == 0:
		return x.Say("find.no-hours")
	}
	return x.Say("find.at", "Hours", clock(hours, h.Location(), now))
}

// How hours are learned: from the last games of a person who has made enough moves there. An hour
// counts that has two of them, and one in forty.
const (
	readGames  = 8
	leastMoves = 30
	oneIn      = 40
	leastHours = 3
)

// hours returns the hours of the day in UTC, a bit each, in which a person moves; 0: not known.
func (f *Queues) hours(ctx context.Context, user match.UserID) (hours uint32, err error) {
	games, err := f.Store.GamesOf(ctx, user, match.Running, match.Finished)
	if err != nil {
		return 0, err
	}
	var at [24]int
	all := 0
	for _, g := range games[:min(len(games), readGames)] {
		moves, err := f.Store.Moves(ctx, g.ID, -1)
		if errors.Is(err, storage.ErrDamaged) { // which nobody can do anything about here
			continue
		}
		if err != nil {
			return 0, err
		}
		for _, m := range moves {
			if m.Seat == g.SeatHeldBy(user) {
				at[m.At.UTC().Hour()]++
				all++
			}
		}
	}
	for hour, n := range at {
		if n > 1 && n*oneIn >= all {
			hours |= 1 << hour
		}
	}
	if all < leastMoves || bits.OnesCount32(hours) < leastHours {
		return 0, nil
	}
	return hours, nil
}
