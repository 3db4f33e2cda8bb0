package handlers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine/match"
	"konduktor/storage"
)

// me changes what a person has set, if options are given or a control is used, and shows it: /me.
func (h *Handlers) me(ctx context.Context, r *route.Request) (*route.Reply, error) {
	list, err := h.wishes(r)
	if err != nil {
		return nil, err
	}
	var before, after match.Habits
	if len(list) == 0 {
		after, err = h.Store.Habits(ctx, r.User.ID)
	} else {
		err = storage.ChangeHabits(ctx, h.Store, r.User.ID, func(habits *match.Habits) error {
			before = *habits
			err := h.wish(ctx, habits, list, r.Now)
			after = *habits
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	texts := h.Catalog.For(cmp.Or(after.Language, r.Locale), r.Locale)
	lines := h.shown(texts, after, r.Now)
	hours, err := h.Find.Hours(ctx, texts, after, r.Now)
	if err != nil {
		return nil, err
	}
	if len(list) > 0 {
		lines = append(saved(texts, h.shown(texts, before, r.Now), lines), lines...)
	}
	lines = slices.Insert(lines, len(lines)-1, hours)
	if err := h.arrange(ctx, r, after, len(list) > 0); err != nil { // what was set is saved
		h.Log.LogAttrs(ctx, slog.LevelError, "clocks not arranged",
			slog.String("user", string(after.User)), slog.Any("error", err))
		lines = append(lines, texts.Say("me.again"))
	}
	m := discord.Message{Content: discord.Lines(lines), Rows: h.controls(texts, after)}
	if r.Pressed.Menu > 0 { // below another message
		return route.Private(r, m), nil
	}
	return route.Answer(r, m), nil
}

// wish changes habits as a person wishes. The clocks of the person's games are settled by the old
// calendar before they are saved, so that no time that has passed is counted again.
func (h *Handlers) wish(ctx context.Context, habits *match.Habits, list []wish, now time.Time,
) error {
	before := *habits
	for _, change := range list {
		if err := change(habits, now); err != nil {
			return err
		}
	}
	if err := hush(before, habits, now); err != nil {
		return err
	}
	if habits.Digest != before.Digest || habits.DigestAt != before.DigestAt ||
		habits.Zone != before.Zone {
		habits.DigestDue = habits.NextDigest(now)
	}
	settle := match.SettleClock{User: habits.User}
	return h.eachClock(ctx, habits.User, now, "", settle, settle)
}

// arrange brings the clocks of a person's games up to the new calendar, if options were given, and
// has each table told once of a vacation that the request names. If the process ends before, the
// timekeeper finds out, and saying it again tells the tables that have not heard of it.
func (h *Handlers) arrange(ctx context.Context, r *route.Request, after match.Habits, given bool,
) error {
	if !given {
		return nil
	}
	adopt := match.AdoptCalendar{User: after.User}
	value := strings.TrimSpace(r.Option("vacation"))
	if value == "" || value == off || len(after.Vacations) == 0 {
		return h.eachClock(ctx, after.User, r.Now, "", adopt, adopt)
	}
	named := after.Vacations[len(after.Vacations)-1]
	once := fmt.Sprintf("vacation/%d-%d", named.From.Unix(), named.Until.Unix())
	announce := match.AdoptCalendar{User: after.User, Vacation: true}
	return h.eachClock(ctx, after.User, r.Now, once, announce, adopt)
}

// eachClock carries a command out in each of a person's games with clocks: once for an occasion, if
// one is given, and instead if that was done before. A game that cannot be changed does not keep
// the others from it.
func (h *Handlers) eachClock(ctx context.Context, user match.UserID, now time.Time,
	occasion string, wanted, instead match.Command,
) error {
	games, err := h.Store.GamesOf(ctx, user, match.Running)
	if err != nil {
		return err
	}
	var failed error
	for _, one := range games {
		call := play.Call{Game: one.ID, At: now}
		if occasion != "" { // it names the seat and not the person, who may be forgotten
			call.Origin.Interaction = fmt.Sprintf("%s/%s/%d", occasion, one.ID, one.SeatOf(user))
		}
		_, change, err := h.Games.Do(ctx, call, wanted)
		if err == nil && change == nil { // the calendar may have changed to and fro since
			_, _, err = h.Games.Do(ctx, play.Call{Game: one.ID, At: now}, instead)
		}
		if err != nil && !isUnchanged(err) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// saved says what a request has changed: the new ones among the lines about a person's settings.
func saved(texts *locale.Texts, before, after []string) []string {
	said := []string{texts.Say("me.saved")}
	for _, line := range after {
		if !slices.Contains(before, line) {
			said = append(said, "• "+line)
		}
	}
	if len(said) == 1 {
		said = []string{texts.Say("me.unchanged")}
	}
	return append(said, "")
}

func (h *Handlers) shown(texts *locale.Texts, of match.Habits, now time.Time) []string {
	lines := []string{texts.Say("me.heading")}
	for _, s := range h.settings() {
		lines = append(lines, s.lines(texts, of, now)...)
	}
	return append(lines, texts.Say("me.how"))
}

func suggestZone(_ context.Context, r *route.Request) (*route.Reply, error) {
	list := speech.Suggest(r.Focused().Value)
	for _, zone := range match.Zones() {
		list.Add(strings.ReplaceAll(zone, "_", " "), zone)
	}
	return &route.Reply{Choices: list.Choices()}, nil
}
