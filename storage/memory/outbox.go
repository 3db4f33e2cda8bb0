package memory

import (
	"cmp"
	"context"
	"slices"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// maxDropped is how many dropped messages are kept.
const maxDropped = 500

// Enqueue adds messages; see storage.Store.
func (s *Store) Enqueue(ctx context.Context, out []storage.Message) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if err := s.takes(storage.Origin{}, out); err != nil {
		return err
	}
	s.note(storage.Origin{}, time.Time{}, out)
	return nil
}

// firsts returns the first message of each lane, the longest due first.
func (s *Store) firsts() []storage.Message {
	var list []storage.Message
	seen := map[string]bool{}
	for _, m := range s.waiting {
		if !seen[m.Lane] {
			seen[m.Lane] = true
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b storage.Message) int { return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.ID, b.ID)) })
	return list
}

// Due returns the messages to be sent; see storage.Store.
func (s *Store) Due(ctx context.Context, now time.Time, n int) ([]storage.Message, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	list := slices.DeleteFunc(s.firsts(), func(m storage.Message) bool { return m.Due.After(moment(now)) })
	return orNil(list[:max(0, min(n, len(list)))]), nil
}

// NextDue returns when the next message is due; see storage.Store.
func (s *Store) NextDue(ctx context.Context) (time.Time, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return time.Time{}, err
	}
	defer end()
	list := s.firsts()
	if len(list) == 0 {
		return time.Time{}, storage.ErrNotFound
	}
	return list[0].Due, nil
}

// Sent takes a message out of the outbox; see storage.Store.
func (s *Store) Sent(ctx context.Context, id int64, posts []storage.Post) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	s.remove(id)
	for _, p := range posts {
		s.savePost(p)
	}
	return nil
}

// remove takes a message out; false if it was not there.
func (s *Store) remove(id int64) (storage.Message, bool) {
	i := slices.IndexFunc(s.waiting, func(m storage.Message) bool { return m.ID == id })
	if i < 0 {
		return storage.Message{}, false
	}
	m := s.waiting[i]
	s.waiting = slices.Delete(s.waiting, i, i+1)
	delete(s.nonces, m.Nonce)
	return m, true
}

// Retry postpones a message; see storage.Store.
func (s *Store) Retry(ctx context.Context, id int64, due time.Time, _ string) error {
	return s.postpone(ctx, id, 1, due)
}

// Delay postpones a message without counting an attempt; see storage.Store.
func (s *Store) Delay(ctx context.Context, id int64, due time.Time, _ string) error {
	return s.postpone(ctx, id, 0, due)
}

// Release makes the messages of a lane due that are held; see storage.Store.
func (s *Store) Release(ctx context.Context, lane string, now time.Time) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	for i := range s.waiting {
		if m := &s.waiting[i]; m.Lane == lane && !m.Due.Before(storage.Held) {
			m.Due = moment(now)
		}
	}
	return nil
}

func (s *Store) postpone(ctx context.Context, id int64, attempts int, due time.Time) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	for i := range s.waiting {
		if m := &s.waiting[i]; m.ID == id {
			m.Due = moment(due)
			m.Attempts += attempts
			return nil
		}
	}
	return storage.ErrNotFound
}

// Drop removes a message unsent; see storage.Store.
func (s *Store) Drop(ctx context.Context, id int64, why string) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	m, ok := s.remove(id)
	if !ok {
		return storage.ErrNotFound
	}
	s.dropped = append(s.dropped, storage.Dropped{Message: m, Why: why})
	s.dropped = s.dropped[max(0, len(s.dropped)-maxDropped):]
	return nil
}

// Dropped returns the messages dropped last; see storage.Store.
func (s *Store) Dropped(ctx context.Context, n int) ([]storage.Dropped, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	list := slices.Clone(s.dropped)
	slices.Reverse(list)
	return orNil(list[:max(0, min(n, len(list)))]), nil
}

// Posts returns a game's posts of a kind; see storage.Store.
func (s *Store) Posts(ctx context.Context, id match.GameID, kind storage.Kind) ([]storage.Post, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	return slices.DeleteFunc(slices.Clone(s.posts[id]), func(p storage.Post) bool { return p.Kind != kind }), nil
}

// SavePost remembers a post; see storage.Store.
func (s *Store) SavePost(ctx context.Context, p storage.Post) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	s.savePost(p)
	return nil
}

// savePost adds a post, or replaces it and keeps its place in the order.
func (s *Store) savePost(p storage.Post) {
	for id, list := range s.posts {
		i := slices.IndexFunc(list, samePlace(p))
		if i >= 0 && id == p.Game {
			list[i] = p
			return
		}
		if i >= 0 {
			s.posts[id] = slices.Delete(list, i, i+1)
		}
	}
	s.posts[p.Game] = append(s.posts[p.Game], p)
}

func samePlace(p storage.Post) func(storage.Post) bool {
	return func(q storage.Post) bool { return q.Channel == p.Channel && q.Message == p.Message }
}

// Unpost forgets a post; see storage.Store.
func (s *Store) Unpost(ctx context.Context, p storage.Post) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	for id, list := range s.posts {
		s.posts[id] = slices.DeleteFunc(list, samePlace(p))
	}
	return nil
}

// Repost replaces or forgets a post of which nothing else is known; see storage.Store.
func (s *Store) Repost(ctx context.Context, was storage.Post, is *storage.Post) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	list := s.posts[was.Game]
	i := slices.Index(list, was)
	if i < 0 {
		return storage.ErrStale
	}
	if is == nil {
		s.posts[was.Game] = slices.Delete(list, i, i+1)
	} else {
		list[i] = *is
	}
	return nil
}
