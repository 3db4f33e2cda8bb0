package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Claim takes for a while what only one process does at a time, by the name of a setting. It
// returns 0 if this process has it now, else how long another one, or this one earlier, still does.
// A process that dies loses it by itself. now is by this process's own clock: two processes whose
// clocks are further apart than long can both have it.
func Claim(ctx context.Context, s Settings, name string, now time.Time, long time.Duration,
) (wait time.Duration, err error) {
	key := "claim/" + name
	until, before, err := readSetting[time.Time](ctx, s, key)
	if err != nil {
		return 0, err
	}
	// Nobody claims it for longer: another clock was wrong.
	if left := until.Sub(now); left > 0 && left <= long {
		return left, nil
	}
	after, err := json.Marshal(now.Add(long).UTC())
	if err != nil {
		return 0, fmt.Errorf("claim %s: %w", name, err)
	}
	if err := s.SwapSetting(ctx, key, before, string(after)); errors.Is(err, ErrStale) {
		return long, nil
	} else if err != nil {
		return 0, fmt.Errorf("claim %s: %w", name, err)
	}
	return 0, nil
}
