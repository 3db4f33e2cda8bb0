package timekeeper

import (
	"context"
	"errors"
	"fmt"

	"konduktor/engine/match"
	"konduktor/storage"
)

// sendDigests writes to everybody who wants one message a day, at their hour, if games wait for
// them. Somebody whose digest fails keeps it from nobody else.
func (k *Timekeeper) sendDigests(ctx context.Context) error {
	var failed error
	for {
		users, err := k.Store.Digests(ctx, k.Now(), atOnce)
		if err != nil {
			return err
		}
		for _, user := range users {
			failed = errors.Join(failed, k.sendDigest(ctx, user))
		}
		if failed != nil || len(users) < atOnce { // those that failed are still due
			return failed
		}
	}
}

// sendDigest writes to one user. The message is there before the next one is due: if the process
// ends in between, the same message is made again, and its nonce makes it one.
func (k *Timekeeper) sendDigest(ctx context.Context, user match.UserID) error {
	habits, err := k.Store.Habits(ctx, user)
	if err != nil {
		return err
	}
	games, err := k.Store.GamesAwaiting(ctx, user)
	if err != nil {
		return err
	}
	if habits.Digest && len(match.WaitingFor(games, user)) > 0 {
		err := k.Store.Enqueue(ctx, []storage.Message{k.Digest(user, habits.DigestDue)})
		if err != nil {
			return fmt.Errorf("write the digest of user %s: %w", user, err)
		}
		k.Wake()
	}
	return storage.ChangeHabits(ctx, k.Store, user, func(h *match.Habits) error {
		h.DigestDue = h.NextDigest(k.Now())
		return nil
	})
}
