package daily

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/engine/match"
	"konduktor/storage"
)

// settledAfter is how long somebody has to be on a server before its leaderboard counts them,
// unless they have finished a game there: a second account is a preview of the day's deal.
const settledAfter = 7 * 24 * time.Hour

// Counts reports whether the leaderboard of a server counts a member who joined it at a moment.
func (d *Deals) Counts(ctx context.Context, server match.ServerID, user match.UserID,
	joined, now time.Time,
) (bool, error) {
	if !joined.IsZero() && now.Sub(joined) >= settledAfter {
		return true, nil
	}
	there := storage.Finished{User: user, Server: server}
	games, err := d.Store.ForRatings().Finished(ctx, there, 0, 1)
	return len(games) > 0, err
}

// AskedAt returns where a user asks for a deal, as far as its end can be shown there.
func (d *Deals) AskedAt(ctx context.Context, ix *discord.Interaction, now time.Time,
) (asked match.Asked, err error) {
	if ix.Guild == "" || ix.Absent {
		return asked, nil
	}
	counts, err := d.Counts(ctx, ix.Guild, ix.User.ID, ix.Joined, now)
	if err != nil || !counts {
		return asked, err
	}
	asked.Server = ix.Guild
	if len(discord.Missing(ix.Perms, ix.Parent != "")) == 0 {
		asked.Channel = ix.Channel
	}
	return asked, nil
}

// End is what the player of a finished game reads: how the try compares, and what can be done with
// it. A result that has just been shared is not offered for it again.
func (d *Deals) End(ctx context.Context, texts *locale.Texts, g match.Game, try storage.Try,
	shared bool, now time.Time,
) (m discord.Message, err error) {
	if m.Content, err = d.Outcome(ctx, texts, try, now); err != nil {
		return m, err
	}
	days, lost, err := d.days(ctx, try.User)
	if err != nil {
		return m, err
	}
	days = slices.DeleteFunc(days, func(day match.Day) bool { return day > try.Day })
	streak := match.Streak(days, lost, try.Day)
	before := match.Streak(days[min(1, len(days)):], lost, try.Day)
	if n := match.Milestone(before, streak); n > 0 {
		m.Content += "\n" + texts.Say("daily.milestone", "Days", n)
	}
	if !shared {
		shared, err = d.IsShared(ctx, g)
	}
	if err != nil {
		return m, err
	}
	buttons, err := d.shows(ctx, texts, g, try.User, shared)
	if err != nil {
		return m, err
	}
	if len(buttons) > 0 {
		m.Rows = discord.Buttons(buttons...)
	}
	if g.Asked.Channel != "" {
		m.Content += "\n" + texts.Say("daily.where", "Channel", discord.MentionChannel(g.Asked.Channel))
	}
	m.Silent = true
	r, err := d.asks(ctx, try, streak)
	if err != nil || r.Asked != try.Day {
		return m, err
	}
	habits, err := d.Store.Habits(ctx, try.User)
	said := "daily.alarm-ask"
	if r.On {
		said = "daily.alarm-on"
	}
	m.Content += "\n" + texts.Say(said, "Hour", hour(r.Hour), "Zone", habits.Location().String())
	m.Rows = append(m.Rows, alarmRow(texts, r, try.Day, 0))
	return m, err
}

// shows are the buttons that show the result of a try on the server where it was asked for.
func (d *Deals) shows(ctx context.Context, texts *locale.Texts, g match.Game, user match.UserID,
	shared bool,
) (buttons []discord.Button, err error) {
	servers, err := d.Tries.DailyServers(ctx, user)
	add := func(label string, action customid.Action) {
		buttons = append(buttons, discord.NewButton(discord.Secondary, texts.Say(label),
			customid.ID{Action: action, Day: string(g.Daily)}.Print()))
	}
	if g.Asked.Server != "" && !slices.Contains(servers, g.Asked.Server) {
		add("daily.show-here", customid.DailyHere)
	}
	if g.Asked.Channel != "" && !shared {
		add("daily.share", customid.DailyShare)
	}
	return buttons, err
}

// IsShared reports whether the try of a game has been shared.
func (d *Deals) IsShared(ctx context.Context, g match.Game) (bool, error) {
	all, err := d.Store.Posts(ctx, g.ID)
	return slices.ContainsFunc(all, func(p storage.Post) bool {
		return p.Kind == message.PostShared
	}), err
}

// Shared is what others read of a try that its player shares.
func (d *Deals) Shared(ctx context.Context, texts *locale.Texts, try storage.Try, now time.Time,
) (discord.Message, error) {
	said, err := d.card(ctx, texts, try, now)
	m := discord.Message{
		Content: texts.Say("daily.shared", "Who", discord.MentionUsers(try.User)) + "\n" + said,
		Silent:  true,
	}
	if now.Before(try.Day.Closes()) {
		m.Rows = discord.Buttons(d.playButton(ctx, texts, try.Day))
	}
	return m, err
}

// Try returns a user's try at the deal of a day, an empty one if there is none.
func (d *Deals) Try(ctx context.Context, day match.Day, user match.UserID) (storage.Try, error) {
	try, err := d.Tries.Try(ctx, day, user)
	if errors.Is(err, storage.ErrNotFound) {
		return storage.Try{}, nil
	}
	return try, err
}

// Reminding returns whether a user wants to be reminded.
func (d *Deals) Reminding(ctx context.Context, user match.UserID) (storage.Reminding, error) {
	return storage.SettingOf[storage.Reminding](ctx, d.Store, storage.RemindingKey(user))
}

// asks returns whether a user wants to be reminded, and notes that they are asked at the end of a
// try if it is time: once, after three days in a row.
func (d *Deals) asks(ctx context.Context, try storage.Try, streak int) (storage.Reminding, error) {
	r, err := d.Reminding(ctx, try.User)
	if err != nil || r.Asked != "" || streak < 3 {
		return r, err
	}
	return d.Remind(ctx, try.User, func(r *storage.Reminding) {
		if r.Asked == "" {
			r.Asked = try.Day
		}
	})
}

// Remind changes whether a user is reminded.
func (d *Deals) Remind(ctx context.Context, user match.UserID, change func(*storage.Reminding),
) (r storage.Reminding, err error) {
	key := storage.RemindingKey(user)
	err = storage.Change(ctx, d.Store, key, func(kept *storage.Reminding) error {
		change(kept)
		r = *kept
		return nil
	})
	return r, err
}

func hour(n int) string { return fmt.Sprintf("%d:00", n) }

// alarmRow is the menu of hours; place tells the end of a try (0) from /daily.
func alarmRow(texts *locale.Texts, r storage.Reminding, day match.Day, place int) discord.Row {
	options := []discord.SelectOption{{
		Label: texts.Say("daily.alarm-off"), Value: customid.NoAlarm, Default: place > 0 && !r.On,
	}}
	for n := range 24 {
		options = append(options, discord.SelectOption{
			Label: texts.Say("daily.alarm-at", "Hour", hour(n)), Value: strconv.Itoa(n),
			Default: r.On && r.Hour == n,
		})
	}
	return discord.Row{Select: &discord.Select{
		CustomID:    customid.ID{Action: customid.DailyAlarm, Day: string(day), Menu: place}.Print(),
		Placeholder: texts.Say("daily.alarm-menu"), Options: options,
	}}
}

// AtStake returns the day whose deal a user's days in a row wait for, and how many they are; "" if
// they have none.
func (d *Deals) AtStake(ctx context.Context, user match.UserID) (match.Day, int, error) {
	days, lost, err := d.days(ctx, user)
	if err != nil || len(days) == 0 {
		return "", 0, err
	}
	return match.NextDay(days[0], lost), match.Streak(days, lost, days[0]), nil
}

// Ignored reports whether the last two reminders were not followed by a finished deal.
func (d *Deals) Ignored(ctx context.Context, user match.UserID, r storage.Reminding) (bool, error) {
	for _, day := range r.Days {
		if try, err := d.Try(ctx, day, user); err != nil || try.Ended {
			return false, err
		}
	}
	return len(r.Days) == 2, nil
}
