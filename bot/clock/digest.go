package clock

import (
	"context"
	"errors"
	"fmt"

	"konduktor/engine/match"
	"konduktor/storage"
)

// sendDigests has those who want one message a day written to, if games wait for them, at their hour.
func (k *Keeper) sendDigests(ctx context.Context) error {
	for {
		now := k.Now()
		users, err := k.Store.Digests(ctx, now, atOnce)
		if err != nil {
			return fmt.Errorf("read the digests that are due: %w", err)
		}
		for _, user := range users {
			if err := k.sendDigest(ctx, user); err != nil {
				return err
			}
		}
		if len(users) < atOnce {
			return nil
		}
	}
}

// sendDigest has one user written to. The message is there before the next one is due: if the process ends in between, the same
// message is made again, and its nonce makes it one.
func (k *Keeper) sendDigest(ctx context.Context, user match.UserID) error {
	now := k.Now()
	habits, err := k.Store.Habits(ctx, user)
	if err != nil {
		return fmt.Errorf("load the habits of user %s: %w", user, err)
	}
	games, err := k.Store.GamesOf(ctx, user, match.Running)
	if err != nil {
		return fmt.Errorf("list the games of user %s: %w", user, err)
	}
	if habits.Digest && len(match.WaitingFor(games, user)) > 0 {
		err := k.Store.Enqueue(ctx, []storage.Message{k.Teller.Digest(user, habits.DigestDue)})
		if err != nil && !errors.Is(err, storage.ErrExists) {
			return fmt.Errorf("write the digest of user %s: %w", user, err)
		}
		k.Wake()
	}
	habits.DigestDue = habits.NextDigest(now)
	if err := k.Store.SaveHabits(ctx, habits); err != nil && !errors.Is(err, storage.ErrStale) { // who changes them says when
		return fmt.Errorf("save the habits of user %s: %w", user, err)
	}
	return nil
}
