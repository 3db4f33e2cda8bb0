package memory

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"

	"konduktor/engine/match"
	"konduktor/storage"
)

// Erase forgets a user; see storage.Store.
func (s *Store) Erase(ctx context.Context, user match.UserID, name string) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	for _, r := range s.games {
		if (r.State == match.Lobby || r.State == match.Running) && r.HasSeat(user) {
			return storage.ErrStale
		}
	}
	for id, r := range s.games {
		if without := r.Without(user, name, s.tenures[id]); !reflect.DeepEqual(r.Game, without) {
			r.Game = kept(without)
			r.Rev++
		}
	}
	dm := s.users[user].DM
	for id, posts := range s.posts {
		s.posts[id] = slices.DeleteFunc(slices.Clone(posts), func(p storage.Post) bool { return dm != "" && p.Channel == dm })
		for i, p := range s.posts[id] {
			if slices.Contains(strings.Fields(p.About), string(user)) {
				s.posts[id][i].About = ""
			}
		}
	}
	s.waiting = slices.DeleteFunc(slices.Clone(s.waiting), func(m storage.Message) bool {
		if m.User == user {
			delete(s.nonces, m.Nonce)
		}
		return m.User == user
	})
	s.dropped = slices.DeleteFunc(slices.Clone(s.dropped), func(d storage.Dropped) bool { return d.User == user })
	maps.DeleteFunc(s.plans, func(_ placeOf, p match.Plan) bool { return p.User == user })
	delete(s.habits, user)
	delete(s.users, user)
	for id, list := range s.tenures {
		for i := range list {
			switch g := s.games[id]; {
			case list[i].User != user:
			case g != nil && g.State == match.Running:
				list[i].User = g.FormerHere(user)
			default:
				list[i].User = match.Former
			}
		}
	}
	for _, r := range s.games {
		for i := range r.undone {
			if r.undone[i].By == user {
				r.undone[i].By = match.Former
			}
		}
	}
	return nil
}
