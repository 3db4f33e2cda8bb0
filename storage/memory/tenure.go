package memory

import (
	"context"
	"strings"

	"konduktor/engine/match"
)

// beginTenures records who plays seats from now on.
func (s *Store) beginTenures(id match.GameID, list []match.Tenure) {
	for _, t := range list {
		t.From, t.Until = moment(t.From), moment(t.Until)
		all := s.tenures[id]
		for i := range all {
			if all[i].Seat == t.Seat && all[i].Until.IsZero() {
				all[i].Until = t.From
			}
		}
		s.tenures[id] = append(all, t)
	}
}

// forgetFormer ends the memory of which forgotten users have played a game, if it is over.
func (s *Store) forgetFormer(id match.GameID, state match.State) {
	for i, t := range s.tenures[id] {
		if (state == match.Finished || state == match.Cancelled) && strings.HasPrefix(string(t.User), match.Former+"-") {
			s.tenures[id][i].User = match.Former
		}
	}
}

// forgetAgreed removes what was agreed on with whoever played seats before. The seats are the record's own.
func (g *record) forgetAgreed(list []match.Tenure) {
	for _, t := range list {
		seat := &g.Seats[t.Seat-1]
		seat.Asked, seat.AtOnce, seat.Ousting = "", false, nil
	}
}

// Tenures returns who has played the seats of a game; see storage.Store.
func (s *Store) Tenures(ctx context.Context, id match.GameID) ([]match.Tenure, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	return orNil(s.tenures[id]), nil
}
