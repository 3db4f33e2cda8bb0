package hall

import (
	"slices"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine/match"
)

const mostBans = 200

// SetBan bans a user, or lifts their ban without one. Bans that are over are forgotten.
// match.ErrUnchanged if that is so already.
func (d *Decisions) SetBan(user match.UserID, b *Ban, now time.Time) error {
	if was, banned := d.Banned(user, now); b == nil && !banned || b != nil && was == *b {
		return match.ErrUnchanged
	}
	d.Bans = slices.DeleteFunc(slices.Clone(d.Bans), func(old Ban) bool {
		return old.User == user || old.User == "" || !old.Until.IsZero() && !now.Before(old.Until)
	})
	if b != nil {
		d.Bans = append(d.Bans, *b)
	}
	if len(d.Bans) > mostBans {
		return route.Fail("too-many-bans", "Most", mostBans)
	}
	return nil
}

// Admits refuses a user who is banned: new seats, the queue, leagues.
func (d Decisions) Admits(user match.UserID, now time.Time) error {
	b, banned := d.Banned(user, now)
	switch {
	case !banned:
		return nil
	case b.Until.IsZero():
		return route.Fail("banned", "Reason", discord.PlainProse(b.Reason))
	}
	return route.Fail("banned-until", "Reason", discord.PlainProse(b.Reason),
		"Until", speech.Stamp(b.Until, "f"))
}
