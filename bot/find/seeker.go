package find

import (
	"context"
	"math/bits"
	"slices"
	"strings"
	"time"

	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/engine/rating"
	"konduktor/storage"
)

// Seeker is what is kept of somebody who has looked for a table.
type Seeker struct {
	Filled  map[string][]string `json:"filled,omitempty"`  // the last form
	Avoid   []match.UserID      `json:"avoid,omitempty"`   // nobody else sees it
	Servers []match.ServerID    `json:"servers,omitempty"` // that know them, from a queue or a ban
	AnyHour bool                `json:"any_hour,omitempty"`
}

const (
	mostAvoided = 50
	mostServers = 50
)

// SeekerKey is the setting that keeps a user's Seeker.
func SeekerKey(user match.UserID) string { return "seeker/" + string(user) }

// Seeker reads what is kept of a user.
func (f *Queues) Seeker(ctx context.Context, user match.UserID) (Seeker, error) {
	return storage.SettingOf[Seeker](ctx, f.Store, SeekerKey(user))
}

func (f *Queues) changeSeeker(ctx context.Context, user match.UserID, change func(*Seeker) error,
) error {
	return storage.Change(ctx, f.Store, SeekerKey(user), change)
}

// Leave takes a user out of the queue of a server.
func (f *Queues) Leave(ctx context.Context, server match.ServerID, user match.UserID) error {
	_, err := f.change(ctx, server, user, func(q *queue) ([]league.Notice, error) {
		return q.Leave(user), nil
	})
	return err
}

// Ban takes a banned user out of a server's queue, and notes that the server knows them.
func (f *Queues) Ban(ctx context.Context, server match.ServerID, user match.UserID) error {
	err := f.changeSeeker(ctx, user, func(s *Seeker) error {
		s.meet(server)
		return nil
	})
	if err != nil {
		return err
	}
	return f.Leave(ctx, server, user)
}

// meet notes a server that knows a seeker.
func (s *Seeker) meet(server match.ServerID) {
	if !slices.Contains(s.Servers, server) {
		s.Servers = append(s.Servers[max(0, len(s.Servers)-mostServers+1):], server)
	}
}

// LeaveAll takes a user out of all queues.
func (f *Queues) LeaveAll(ctx context.Context, user match.UserID) error {
	s, err := f.Seeker(ctx, user)
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
	s, err := f.Seeker(ctx, user)
	if err != nil {
		return w, err
	}
	w.Party, w.Avoid = []match.UserID{user}, s.Avoid
	if !s.AnyHour {
		if w.Hours, err = f.Hours(ctx, user); err != nil {
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

// How hours are learned: from a person's last games, if they have made enough moves there. An hour
// counts that has one move in forty.
const (
	readGames  = 8
	leastMoves = 30
	oneIn      = 40
	leastHours = 3
)

// Hours returns the hours of the day in UTC, a bit each, in which a person makes moves; 0: not
// known.
func (f *Queues) Hours(ctx context.Context, user match.UserID) (hours uint32, err error) {
	games, err := f.Store.GamesOf(ctx, user, match.Running, match.Finished)
	if err != nil {
		return 0, err
	}
	var at [24]int
	all := 0
	for _, g := range games[:min(len(games), readGames)] {
		moves, err := f.Store.Moves(ctx, g.ID, -1)
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
		if n > 0 && n*oneIn >= all {
			hours |= 1 << hour
		}
	}
	if all < leastMoves || bits.OnesCount32(hours) < leastHours {
		return 0, nil
	}
	return hours, nil
}

// Clock writes hours in a zone: "7–9, 18–23".
func Clock(hours uint32, zone *time.Location, now time.Time) string {
	var local uint32
	for hour := range 24 {
		if hours&(1<<hour) != 0 {
			at := time.Date(now.Year(), now.Month(), now.Day(), hour, 0, 0, 0, time.UTC).In(zone)
			local |= 1 << at.Hour()
		}
	}
	var said []string
	for hour := 0; hour < 24; hour++ {
		first := hour
		for hour < 24 && local&(1<<hour) != 0 {
			hour++
		}
		if hour > first {
			said = append(said, time.Date(0, 1, 1, first, 0, 0, 0, time.UTC).Format("15")+"–"+
				time.Date(0, 1, 1, hour, 0, 0, 0, time.UTC).Format("15"))
		}
	}
	return strings.Join(said, ", ")
}

// avoid puts a user on the list of those whom somebody is not seated with, or takes them off, also
// in the queues.
func (f *Queues) avoid(ctx context.Context, user, other match.UserID) (s Seeker, err error) {
	err = f.changeSeeker(ctx, user, func(kept *Seeker) error {
		rest := slices.DeleteFunc(slices.Clone(kept.Avoid), func(u match.UserID) bool {
			return u == other || u == "" // forgotten
		})
		if !slices.Contains(kept.Avoid, other) {
			rest = append(rest, other)
		}
		if len(rest) > mostAvoided {
			return match.Refuse("avoid-full", "Most", mostAvoided)
		}
		kept.Avoid = rest
		s = *kept
		return nil
	})
	for _, server := range s.Servers {
		if err == nil {
			_, err = f.change(ctx, server, user, func(q *queue) ([]league.Notice, error) {
				if w := q.WishOf(user); w != nil && len(w.Party) == 1 {
					w.Avoid = s.Avoid
				}
				return nil, nil
			})
		}
	}
	return s, err
}
