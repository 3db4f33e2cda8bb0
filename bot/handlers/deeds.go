package handlers

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/storage"
)

const (
	mostReason = 300 // characters
	shownDeeds = 15
	longestBan = 5 // years
)

func reasonOf(r *route.Request) string {
	return discord.Fit(strings.TrimSpace(r.Option("reason")), mostReason)
}

// managed carries out what a manager wants of a game. The deed is noted with the change.
func (h *Handlers) managed(ctx context.Context, r *route.Request, id match.GameID,
	wanted match.Command, d hall.Deed,
) (*play.Table, *match.Change, error) {
	call := r.Call(id)
	call.Told = func(c *match.Change) storage.Message {
		d := d
		d.At, d.By, d.Game = r.Now.UTC(), r.User.ID, id
		if d.Who == nil { // all
			d.Who = match.Holders(c.Table.Seats)
		}
		if e, is := c.Events[0].Event.(match.TakenOut); is && e.Back {
			d.Kind = hall.Rerated
		}
		return d.Noted(r.Guild, r.ID)
	}
	return h.Games.Do(ctx, call, wanted)
}

// showDeeds shows what was done on a server: all to those who manage it, else what concerns the
// user: /game decisions.
func (h *Handlers) showDeeds(ctx context.Context, r *route.Request) (*route.Reply, error) {
	if r.Guild == "" {
		return nil, route.Fail("find-on-server")
	}
	user := r.User.ID
	if r.Manages() {
		user = ""
	}
	list, err := hall.Deeds(ctx, h.Store, r.Guild, user)
	if err != nil {
		return nil, err
	}
	lines := []string{r.Texts.Say("deeds.heading", "Count", len(list))}
	for _, d := range list[:min(len(list), shownDeeds)] {
		lines = append(lines, "• "+d.Line(r.Texts))
	}
	return route.Whisper(discord.Lines(lines)), nil
}

// ban keeps somebody from new seats, the queue and leagues of a server: /admin ban.
func (h *Handlers) ban(ctx context.Context, r *route.Request) (*route.Reply, error) {
	b := hall.Ban{User: match.UserID(r.Option("player")), By: r.User.ID, Reason: reasonOf(r)}
	if text := r.Option("until"); text != "" {
		day, err := time.Parse(time.DateOnly, strings.TrimSpace(text))
		b.Until = day.AddDate(0, 0, 1)
		if err != nil || !b.Until.After(r.Now) || b.Until.After(r.Now.AddDate(longestBan, 0, 0)) {
			return nil, route.Fail("no-such-until", "Years", longestBan)
		}
	}
	switch {
	case b.User == "" || b.User == r.User.ID:
		return nil, route.Fail("ban-nobody")
	case b.Reason == "":
		return nil, route.Fail("reason-missing")
	}
	d := hall.Deed{Kind: hall.Banned, Reason: b.Reason, Until: b.Until}
	return h.decideBan(ctx, r, b.User, &b, d, "admin.banned")
}

// unban lifts a ban: /admin unban.
func (h *Handlers) unban(ctx context.Context, r *route.Request) (*route.Reply, error) {
	user := match.UserID(r.Option("player"))
	return h.decideBan(ctx, r, user, nil, hall.Deed{Kind: hall.Unbanned}, "admin.unbanned")
}

func (h *Handlers) decideBan(ctx context.Context, r *route.Request, user match.UserID, b *hall.Ban,
	d hall.Deed, said string,
) (*route.Reply, error) {
	d.At, d.By, d.Who = r.Now.UTC(), r.User.ID, []match.UserID{user}
	err := hall.Change(ctx, h.Store, r.Guild, func(decided *hall.Decisions) error {
		return decided.SetBan(user, b, r.Now)
	}, d.Noted(r.Guild, r.ID))
	h.Wake()
	if errors.Is(err, match.ErrUnchanged) { // it was delivered twice
		err = nil
	}
	if err == nil && b != nil {
		err = h.Find.Ban(ctx, r.Guild, user)
	}
	if err != nil {
		return nil, err
	}
	return r.Whisper(said, "Who", discord.MentionUsers(user)), nil
}

// admits refuses a user who is banned on the server of a game.
func (h *Handlers) admits(ctx context.Context, id match.GameID, user match.UserID, now time.Time,
) error {
	g, err := h.Store.Game(ctx, id)
	switch {
	case errors.Is(err, storage.ErrNotFound), err == nil && g.Guild == "":
		return nil // what is done next says that there is none
	case err != nil:
		return err
	}
	decided, err := hall.Of(ctx, h.Store, g.Guild)
	if err != nil {
		return err
	}
	return decided.Admits(user, now)
}

// mayFind refuses a request to look for a table where no game may be opened.
func (h *Handlers) mayFind(ctx context.Context, r *route.Request) error {
	decided, err := hall.Of(ctx, h.Store, r.Guild)
	if err != nil {
		return err
	}
	games, err := h.openGames(ctx, r.User.ID)
	if err == nil {
		err = h.mayOpen(ctx, r, decided, r.Guild, cmp.Or(r.Parent, r.Channel))
	}
	switch {
	case r.Absent:
		return route.Fail("not-a-member")
	case games >= match.MaxGames:
		return route.Fail("too-many-games", "Most", match.MaxGames)
	case err != nil || decided.Hall != "":
		return err
	case r.Threadless:
		return route.Fail("not-in-voice")
	}
	return r.MayWrite()
}
