package clock

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/pace"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/seating"
	"konduktor/bot/speech"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/storage"
)

// maxSaves bounds how often habits are saved again after another change of them was faster.
const maxSaves = 5

// me changes what a person has set, if options are given, and shows it: /me.
func (d *Desk) me(ctx context.Context, r *route.Request) (route.Reply, error) {
	list, err := readWishes(r)
	if err != nil {
		return route.Reply{}, err
	}
	for range maxSaves {
		before, err := d.Store.Habits(ctx, r.User.ID)
		if err != nil {
			return route.Reply{}, fmt.Errorf("load the habits of user %s: %w", r.User.ID, err)
		}
		after := before
		for _, change := range list {
			if err := change(&after, r.Now); err != nil {
				return route.Reply{}, err
			}
		}
		if err := hush(before, &after, r.Now); err != nil {
			return route.Reply{}, err
		}
		if len(list) > 0 {
			err = d.save(ctx, before, after, r.Now)
		}
		if errors.Is(err, storage.ErrStale) {
			continue
		}
		if err != nil {
			return route.Reply{}, err
		}
		texts := r.Texts
		if after.Language != "" {
			texts = d.Catalog.Texts(after.Language)
		}
		said := strings.Join(shown(texts, after, r.Now), "\n")
		return route.Whisper(discord.Fit(said, discord.MaxContent)), nil
	}
	return route.Reply{}, route.Fail("busy")
}

// save replaces habits. The clocks of the person's games are settled by the old calendar before, so that nothing that has passed
// counts anew, and arranged by the new one after. If the process ends in between, the keeper finds out when it looks.
func (d *Desk) save(ctx context.Context, before, after storage.Habits, now time.Time) error {
	games, err := d.Store.GamesOf(ctx, after.User, storage.Running)
	if err != nil {
		return fmt.Errorf("list the games of a user: %w", err)
	}
	settle := func(g *storage.Game, seat engine.Seat) {
		pace.Settle(&g.Seats[seat-1].Clock, pace.Of(before, *g), now)
	}
	if err := d.eachClock(ctx, games, after.User, settle, nil); err != nil {
		return err
	}
	if err := d.Store.SaveHabits(ctx, after); err != nil {
		return fmt.Errorf("save the habits of user %s: %w", after.User, err)
	}
	var tellTables func(g storage.Game, seat engine.Seat) []storage.Message
	if last := len(after.Vacations) - 1; last >= 0 && !slices.Contains(before.Vacations, after.Vacations[last]) {
		tellTables = func(g storage.Game, seat engine.Seat) []storage.Message {
			return []storage.Message{d.Teller.AboutRow(g, tell.Vacation, seat)}
		}
	}
	return d.eachClock(ctx, games, after.User, func(*storage.Game, engine.Seat) {}, tellTables)
}

// eachClock changes the clock of a person in each of their games that has clocks, arranges it by their present calendar, and has
// the table told.
func (d *Desk) eachClock(ctx context.Context, games []storage.Game, user string, change func(*storage.Game, engine.Seat),
	told func(storage.Game, engine.Seat) []storage.Message,
) error {
	for _, one := range games {
		_, err := d.Games.Amend(ctx, one.ID, storage.Cause{}, func(g *storage.Game) ([]storage.Message, error) {
			seat := seating.Of(*g, user)
			if g.State != storage.Running || g.Pace == "" || seat == engine.Public {
				return nil, play.ErrUnchanged
			}
			calendars, err := d.Games.Calendars(ctx, *g)
			if err != nil {
				return nil, err
			}
			change(g, seat)
			pace.Arrange(g, calendars.Of)
			if told == nil {
				return nil, nil
			}
			return told(*g, seat), nil
		})
		if err != nil && !errors.Is(err, play.ErrUnchanged) {
			return err
		}
	}
	return nil
}

// shown says what a person has set, and how to change it.
func shown(texts *locale.Texts, h storage.Habits, now time.Time) []string {
	zone := pace.Zone(h)
	lines := []string{
		texts.Say("me.heading"),
		texts.Say("me.language", "Language", texts.Say("me.language-"+orOff(h.Language))),
		texts.Say("me.zone", "Zone", zone.String(), "Clock", now.In(zone).Format("15:04")),
	}
	if h.Quiet == h.Until {
		lines = append(lines, texts.Say("me.no-quiet"))
	} else {
		lines = append(lines, texts.Say("me.quiet", "Hours", hours(h)))
	}
	place := byMessage
	if h.Thread {
		place = atTable
	}
	lines = append(lines, texts.Say("me.calls-"+place))
	var on []string
	for reminder := pace.Half; reminder <= pace.Last; reminder++ {
		if pace.Wants(h, reminder) {
			on = append(on, texts.Say(fmt.Sprintf("me.reminder-%d", reminder)))
		}
	}
	if len(on) == 0 {
		on = append(on, texts.Say("names.none"))
	}
	lines = append(lines, texts.Say("me.reminders", "List", strings.Join(on, ", ")))
	lines = append(lines, vacationLines(texts, h, now)...)
	left := max(mostVacation-vacationDays(h, now.In(zone).Year()), 0)
	return append(lines, texts.Say("me.vacation-left", "Count", left), texts.Say("me.how"))
}

// mostShown is how many vacations are shown.
const mostShown = 5

// vacationLines say which vacations are under way or come next.
func vacationLines(texts *locale.Texts, h storage.Habits, now time.Time) []string {
	list := slices.DeleteFunc(slices.Clone(h.Vacations), func(s storage.Span) bool { return !s.Until.After(now) })
	slices.SortFunc(list, func(a, b storage.Span) int { return a.From.Compare(b.From) })
	var lines []string
	for _, s := range list[:min(len(list), mostShown)] {
		lines = append(lines, texts.Say("me.vacation", "From", speech.Stamp(s.From, "D"), "Until", speech.Stamp(s.Until, "f")))
	}
	if more := len(list) - len(lines); more > 0 {
		lines = append(lines, texts.Say("me.vacation-more", "Count", more))
	}
	return lines
}

func orOff(language string) string {
	if language == "" {
		return off
	}
	return language
}

// suggestZone suggests time zones: /me.
func suggestZone(_ context.Context, r *route.Request) (route.Reply, error) {
	list := speech.Suggest(r.Focused().Value)
	for _, zone := range pace.Zones() {
		list.Add(strings.ReplaceAll(zone, "_", " "), zone)
	}
	return route.Reply{Choices: list.Choices()}, nil
}
