package play

import (
	"context"
	"errors"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/rating"
	"konduktor/storage"
)

// levelPrefix begins the name of a computer in a record, before its level (docs/ratings.md).
const levelPrefix = "computer:"

// forRatings returns a finished game with its seats named as `konduktor ratings` wants them, by
// level or by whom they were dealt to, and what a record says of the ratings besides.
func (s *Service) forRatings(ctx context.Context, g match.Game,
) (named match.Game, told notation.ForRatings, err error) {
	results, err := s.Results(ctx, g)
	if err != nil {
		return g, told, err
	}
	g.Seats = slices.Clone(g.Seats)
	told = notation.ForRatings{Rated: slices.Clone(g.Rated), Computers: g.RatedBy}
	for _, r := range results {
		if !r.Held() {
			continue
		}
		name, known, err := s.owner(ctx, g.Seats[r.Seat-1], r.User)
		if err != nil {
			return g, told, err
		}
		g.Seats[r.Seat-1].Name = name
		if !known {
			told.Rated = slices.DeleteFunc(told.Rated, func(s engine.Seat) bool { return s == r.Seat })
		}
		why := r.LeftOut
		if r.Removed {
			why = rating.Removed
		}
		if why != "" {
			told.LeftOut = append(told.LeftOut, notation.LeftOut{Seat: r.Seat, Why: string(why)})
		}
	}
	if told.Rated == nil { // the record says so
		told.Rated = []engine.Seat{}
	}
	return g, told, nil
}

// owner names the owner of a seat; not known is one who was forgotten, while somebody else has the
// seat.
func (s *Service) owner(ctx context.Context, seat match.Seat, owner match.UserID,
) (name string, known bool, err error) {
	switch {
	case seat.Level != "":
		return levelPrefix + seat.Level, true, nil
	case seat.Holder() != "" && seat.Holder() != owner: // it was taken, and has another name
		user, err := s.Store.User(ctx, owner)
		if errors.Is(err, storage.ErrNotFound) || err == nil && user.Name == "" {
			return seat.Name, false, nil
		}
		if err != nil {
			return "", false, err
		}
		seat.Name = user.Name
	}
	if rest, like := strings.CutPrefix(seat.Name, levelPrefix); like { // a person's joke
		return "computer " + rest, true, nil
	}
	return seat.Name, true, nil
}
