package handlers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"konduktor/bot/customid"
	"konduktor/bot/daily"
	"konduktor/bot/discord"
	"konduktor/bot/people"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/storage"
)

// showDaily shows the deal of the day and how the user did: /daily. It is played in direct
// messages, so elsewhere it is sent there.
func (h *Handlers) showDaily(_ context.Context, r *route.Request) (*route.Reply, error) {
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		asked, err := h.Daily.AskedAt(ctx, r.Interaction, r.Now)
		if err == nil && asked.Server != "" {
			asked.Locale, err = h.tableLanguage(ctx, r)
		}
		if err == nil {
			_, err = h.Daily.Remind(ctx, r.User.ID, func(kept *storage.Reminding) { kept.At = asked })
		}
		if err != nil {
			return discord.Message{}, err
		}
		page, err := h.Daily.Page(ctx, r.Texts, r.User.ID, r.Now)
		if err != nil || r.Alone() {
			return page, err
		}
		page.Nonce = "day" + r.ID
		switch _, _, err := h.People.Write(ctx, r.User.ID, page); {
		case errors.Is(err, people.ErrClosed), discord.IsDMClosed(err):
			return discord.Message{}, route.Fail("daily-closed")
		case err != nil:
			return discord.Message{}, err
		}
		sent := discord.Message{Content: r.Texts.Say("daily.sent")}
		if day := match.Day(r.Pressed.Day); day != "" && !r.Now.Before(day.Closes()) {
			sent.Content = r.Texts.Say("daily.sent-today")
		}
		if r.Guild != "" {
			sent.Rows = discord.Buttons(daily.TableButton(r.Texts))
		}
		return sent, nil
	}), nil
}

// playDaily begins the user's try at the deal of a day, or goes on with it.
func (h *Handlers) playDaily(ctx context.Context, r *route.Request) (*route.Reply, error) {
	day := match.Day(r.Pressed.Day)
	switch today := match.DayOf(r.Now); {
	case !r.Alone(): // below the table of a server
		return h.showDaily(ctx, r)
	case day != today && day != today.Plus(-1), !r.Now.Before(day.Closes()):
		return nil, route.Fail("daily-over")
	}
	id, err := h.tryOf(ctx, r, day)
	if err != nil {
		return nil, err
	}
	if err := h.dealDaily(ctx, r, id, day); err != nil {
		return nil, err
	}
	return h.dailyPage(ctx, r)
}

func (h *Handlers) dailyPage(ctx context.Context, r *route.Request) (*route.Reply, error) {
	page, err := h.Daily.Page(ctx, r.Texts, r.User.ID, r.Now)
	return &route.Reply{Update: &page}, err
}

// tryOf returns the game of the user's try at the deal of a day, which it opens if there is none.
func (h *Handlers) tryOf(ctx context.Context, r *route.Request, day match.Day,
) (match.GameID, error) {
	try, err := h.Daily.Try(ctx, day, r.User.ID)
	if err != nil || try.Game != "" {
		return try.Game, err
	}
	opened, _, err := h.Games.Open(ctx, r.Call(""), func() (match.Game, error) {
		g, err := h.Daily.Game(ctx, day)
		g.Channel = r.Channel
		if err == nil {
			var kept storage.Reminding
			kept, err = h.Daily.Reminding(ctx, r.User.ID)
			g.Asked = kept.At
		}
		if err == nil {
			err = h.putAway(ctx, r)
		}
		if err == nil {
			g.ID, err = h.Games.NewID(ctx)
		}
		if err == nil {
			g.Locale, err = h.tableLanguage(ctx, r)
		}
		return g, err
	})
	if !errors.Is(err, storage.ErrExists) {
		return opened.ID, err
	}
	// It was begun elsewhere at the same moment.
	try, err = h.Daily.Try(ctx, day, r.User.ID)
	if err == nil && try.Game == "" {
		return "", route.Fail("daily-tried") // by somebody who had themselves forgotten since
	}
	return try.Game, err
}

// putAway cancels the user's tries at deals that have closed: they count no more, and nothing else
// ends them.
func (h *Handlers) putAway(ctx context.Context, r *route.Request) error {
	open, err := h.Store.GamesOf(ctx, r.User.ID, match.Lobby, match.Running)
	if err != nil {
		return err
	}
	for _, g := range open {
		if !g.Late(r.Now) {
			continue
		}
		call := play.Call{Game: g.ID, By: r.By(), At: r.Now}
		if _, _, err := h.Games.Do(ctx, call, match.Cancel{}); err != nil {
			return fmt.Errorf("put the deal of %s away: %w", g.Daily, err)
		}
	}
	return nil
}

// dealDaily deals the cards of a try, unless that has been done.
func (h *Handlers) dealDaily(ctx context.Context, r *route.Request, id match.GameID,
	day match.Day,
) error {
	g, err := h.row(ctx, id)
	if err != nil || g.State != match.Lobby {
		return err
	}
	wanted := match.Start{Solo: play.AwayLevel, Deal: day}
	if wanted.Seed, err = h.Daily.Seed(ctx, day); err != nil {
		return err
	}
	if wanted.Sign, err = h.Games.FreeSign(ctx, g); err != nil {
		return err
	}
	_, _, err = h.Games.Do(ctx, play.Call{Game: id, By: r.By(), At: r.Now}, wanted)
	return err
}

func (h *Handlers) showDailyTable(ctx context.Context, r *route.Request) (*route.Reply, error) {
	if r.Guild == "" {
		return nil, route.Fail("guild-only")
	}
	m, err := h.Daily.Shown(ctx, r.Texts, r.Guild, r.User.ID, r.Now)
	return route.Private(r, m), err
}

// beOnDailyTable puts the user on the table of a server or takes them off, in their direct messages
// off those of all servers.
func (h *Handlers) beOnDailyTable(on bool) route.Handler {
	return func(ctx context.Context, r *route.Request) (*route.Reply, error) {
		if r.Guild == "" && (on || !r.Alone()) {
			return nil, route.Fail("guild-only")
		}
		if on {
			counts, err := h.Daily.Counts(ctx, r.Guild, r.User.ID, r.Joined, r.Now)
			if err == nil && !counts {
				err = route.Fail("daily-newcomer")
			}
			if err != nil {
				return nil, err
			}
		}
		if err := h.Store.ForDailies().ShowDaily(ctx, r.Guild, r.User.ID, on); err != nil {
			return nil, err
		}
		if r.Guild == "" {
			return h.dailyPage(ctx, r)
		}
		m, err := h.Daily.Shown(ctx, r.Texts, r.Guild, r.User.ID, r.Now)
		return &route.Reply{Update: &m}, err
	}
}

// atEnd makes a handler of a button at the end of a try: it does something about the try's game and
// shows the end again. here says that it needs the server where the deal was asked for.
func (h *Handlers) atEnd(here, shared bool,
	do func(context.Context, *route.Request, match.Game) error,
) route.Handler {
	return func(ctx context.Context, r *route.Request) (*route.Reply, error) {
		try, err := h.Daily.Try(ctx, match.Day(r.Pressed.Day), r.User.ID)
		if err == nil && !try.Ended {
			err = route.Fail("daily-unfinished")
		}
		if err != nil {
			return nil, err
		}
		g, err := h.row(ctx, try.Game)
		if err == nil && here && g.Asked.Server == "" {
			err = route.Fail("guild-only")
		}
		if err != nil {
			return nil, err
		}
		return route.Later(r, func(ctx context.Context) (m discord.Message, err error) {
			if here {
				there, err := h.IsMember(ctx, g.Asked.Server, r.User.ID)
				if err == nil && !there {
					err = route.Fail("guild-only")
				}
				if err != nil {
					return m, err
				}
			}
			if err := do(ctx, r, g); err != nil {
				return m, err
			}
			return h.Daily.End(ctx, r.Texts, g, try, shared, r.Now)
		}), nil
	}
}

func (h *Handlers) beShownHere(ctx context.Context, r *route.Request, g match.Game) error {
	return h.Store.ForDailies().ShowDaily(ctx, g.Asked.Server, r.User.ID, true)
}

func (h *Handlers) shareDaily(ctx context.Context, r *route.Request, g match.Game) error {
	return h.enqueue(ctx, h.Messages.DailyShared(g, r.User.ID))
}

// remindDaily decides at which hour the user is reminded of the deal of the day, from /daily or
// from the end of a try.
func (h *Handlers) remindDaily(ctx context.Context, r *route.Request) (*route.Reply, error) {
	if r.Pressed.Menu == 0 {
		return h.atEnd(false, false, h.setAlarm)(ctx, r)
	}
	if err := h.setAlarm(ctx, r, match.Game{}); err != nil {
		return nil, err
	}
	return h.dailyPage(ctx, r)
}

func (h *Handlers) setAlarm(ctx context.Context, r *route.Request, _ match.Game) error {
	if !r.Alone() || len(r.Values) != 1 {
		return route.Fail("daily-unfinished")
	}
	hour, err := strconv.Atoi(r.Values[0])
	on := r.Values[0] != customid.NoAlarm
	if on && (err != nil || hour < 0 || hour > 23) {
		return route.Fail("daily-hour")
	}
	_, err = h.Daily.Remind(ctx, r.User.ID, func(kept *storage.Reminding) {
		kept.Asked, kept.On = cmp.Or(kept.Asked, match.Day(r.Pressed.Day)), on
		if kept.Days = nil; on {
			kept.Hour = hour
		}
	})
	if err != nil {
		return err
	}
	due, err := h.Messages.DailyReminder(ctx, r.User.ID, r.Now)
	if err != nil {
		return err
	}
	return h.enqueue(ctx, due...)
}

func (h *Handlers) checkDaily(ctx context.Context, r *route.Request) (*route.Reply, error) {
	m, err := h.Daily.Proof(ctx, r.Texts, r.Now)
	return route.Private(r, m), err
}

// postDaily has a server read the table in the channel of the request each day, or nowhere:
// /admin daily-post.
func (h *Handlers) postDaily(ctx context.Context, r *route.Request) (*route.Reply, error) {
	switch r.Option("channel") {
	case "off":
		if err := h.Daily.SetPosting(ctx, r.Guild, daily.Posting{}); err != nil {
			return nil, err
		}
		return r.Whisper("daily.post-off"), nil
	case "here":
	default:
		return nil, route.Fail("no-such-channel")
	}
	if err := r.MayWrite(); err != nil {
		return nil, err
	}
	language, err := h.tableLanguage(ctx, r)
	if err != nil {
		return nil, err
	}
	p := daily.Posting{Channel: r.Channel, Locale: language}
	if err := h.Daily.SetPosting(ctx, r.Guild, p); err != nil {
		return nil, err
	}
	if err := h.enqueue(ctx, h.Messages.DailyPost(r.Guild, r.Now, true)); err != nil {
		return nil, err
	}
	return r.Whisper("daily.post-on",
		"Channel", discord.MentionChannel(r.Channel)), nil
}
