package handlers

import (
	"context"
	"errors"
	"fmt"
	"math"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/opponent"
	"konduktor/bot/people"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// showDaily shows the deal of the day and how the user did: /daily. It is played in direct
// messages, so elsewhere it is sent there.
func (h *Handlers) showDaily(_ context.Context, r *route.Request) (route.Reply, error) {
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		page, err := h.dailyPage(ctx, r)
		if err != nil || r.Alone() {
			return page, err
		}
		page.Nonce = "day" + r.ID
		switch _, _, err := h.People.Write(ctx, r.User.ID, page); {
		case errors.Is(err, people.ErrClosed), discord.IsDMClosed(err):
			return discord.Message{}, route.Fail("daily-closed")
		case err != nil:
			return discord.Message{}, err
		default:
			return discord.Message{Content: r.Texts.Say("daily.sent")}, nil
		}
	}), nil
}

// dailyPage shows today's deal, and that of yesterday while it can still be played.
func (h *Handlers) dailyPage(ctx context.Context, r *route.Request) (discord.Message, error) {
	today := match.DayOf(r.Now)
	var page discord.Message
	for _, day := range []match.Day{today.Plus(-1), today} {
		if day != today && !r.Now.Before(day.Closes()) {
			continue
		}
		if err := h.addDay(ctx, r, &page, day); err != nil {
			return page, err
		}
	}
	day, seed, closed, err := h.Daily.Closed(ctx, r.Now)
	if err != nil {
		return page, err
	}
	page.Content += "\n"
	if closed {
		page.Content += "\n" + r.Texts.Say("daily.seed", "Day", string(day), "Seed", seed.Reveal())
	}
	tomorrow, err := h.Daily.Seed(ctx, today.Plus(1))
	if err != nil {
		return page, err
	}
	page.Content += "\n" + r.Texts.Say("daily.tomorrow", "Commitment", tomorrow.Commitment())
	return page, nil
}

// addDay adds what there is to say and to press about the deal of one day.
func (h *Handlers) addDay(ctx context.Context, r *route.Request, page *discord.Message,
	day match.Day,
) error {
	row := h.Daily.Game(day)
	try, err := h.Store.Try(ctx, day, r.User.ID)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return fmt.Errorf("find a try: %w", err)
	}
	begun := false
	if err == nil { // else a crash came between opening and dealing: the button deals
		g, err := h.row(ctx, try.Game)
		if err != nil {
			return err
		}
		begun = g.Begun()
	}
	if page.Content != "" {
		page.Content += "\n\n"
	}
	title := h.Atlas.NameOf(ctx, r.Texts, row)
	page.Content += r.Texts.Say("daily.heading", "Title", title, "Day", string(day)) + "\n"
	until := speech.Stamp(day.Closes(), "f")
	switch {
	case err != nil || !begun:
		page.Content += r.Texts.Say("daily.rules", "Count", row.Wanted-1, "Until", until,
			"Level", r.Texts.Say("lobby.level-"+opponent.AwayLevel))
		page.Rows = append(page.Rows, discord.Row{Buttons: []discord.Button{{
			Style: discord.Primary, Label: r.Texts.Say("daily.play", "Title", title),
			CustomID: customid.ID{Action: customid.Daily, Day: string(day)}.Print(),
		}}})
	case !try.Ended:
		page.Content += r.Texts.Say("daily.going", "Game", string(try.Game), "Until", until)
		page.Rows = append(page.Rows, discord.Row{Buttons: []discord.Button{{
			Style: discord.Primary, Label: r.Texts.Say("daily.go-on", "Title", title),
			CustomID: customid.Button(customid.Hand, try.Game),
		}}})
	default:
		result, err := h.dailyResult(ctx, r, try)
		if err != nil {
			return err
		}
		page.Content += result
	}
	return nil
}

// maxStreak bounds the days that are read for a streak.
const maxStreak = 1000

// dailyResult says how a finished try compares, and gives a card without spoilers to paste.
func (h *Handlers) dailyResult(ctx context.Context, r *route.Request, try storage.Try,
) (string, error) {
	place, err := h.Store.Place(ctx, try.Day, try.Points)
	if err != nil {
		return "", fmt.Errorf("compare a try: %w", err)
	}
	days, err := h.Store.DaysPlayed(ctx, r.User.ID, maxStreak)
	if err != nil {
		return "", fmt.Errorf("list the days of a user: %w", err)
	}
	t, err := h.Games.Table(ctx, try.Game)
	if err != nil {
		return "", err
	}
	v := t.View(engine.Public)
	for i, s := range t.Seats {
		if s.Level == "" && v.Seats[i].Final != nil {
			return speech.New(r.Texts, nil).DailyCard(speech.Daily{
				Title: t.Title, Day: string(try.Day), Final: v.Seats[i].Final,
				Rank: place.Rank(), All: place.All, Beaten: int(math.Round(place.Matchpoints())),
				Streak: match.Streak(days, match.DayOf(r.Now)),
			}), nil
		}
	}
	return "", fmt.Errorf("try in game %s has no final score", try.Game)
}

// playDaily begins the user's try at the deal of a day, or goes on with it.
func (h *Handlers) playDaily(ctx context.Context, r *route.Request) (route.Reply, error) {
	day := match.Day(r.Pressed.Day)
	switch today := match.DayOf(r.Now); {
	case !r.Alone():
		return route.Reply{}, route.Fail("daily-alone")
	case day != today && day != today.Plus(-1), !r.Now.Before(day.Closes()):
		return route.Reply{}, route.Fail("daily-over")
	}
	id, err := h.tryOf(ctx, r, day)
	if err != nil {
		return route.Reply{}, err
	}
	if err := h.dealDaily(ctx, r, id, day); err != nil {
		return route.Reply{}, err
	}
	page, err := h.dailyPage(ctx, r)
	return route.Reply{Update: &page}, err
}

// tryOf returns the game of the user's try at the deal of a day, which it opens if there is none.
func (h *Handlers) tryOf(ctx context.Context, r *route.Request, day match.Day,
) (match.GameID, error) {
	try, err := h.Store.Try(ctx, day, r.User.ID)
	if err == nil {
		return try.Game, nil
	}
	if !errors.Is(err, storage.ErrNotFound) {
		return "", fmt.Errorf("find a try: %w", err)
	}
	g := h.Daily.Game(day)
	g.Channel = r.Channel
	if g.ID, err = h.newID(ctx); err != nil {
		return "", err
	}
	if g.Locale, err = h.tableLanguage(ctx, r); err != nil {
		return "", err
	}
	opened, err := h.Games.Open(ctx, r.Call(g.ID), g)
	if errors.Is(err, storage.ErrExists) { // it was begun elsewhere at the same moment
		try, err = h.Store.Try(ctx, day, r.User.ID)
		return try.Game, err
	}
	return opened.ID, err
}

// dealDaily deals the cards of a try, unless that has been done.
func (h *Handlers) dealDaily(ctx context.Context, r *route.Request, id match.GameID,
	day match.Day,
) error {
	g, err := h.row(ctx, id)
	if err != nil || g.State != match.Lobby {
		return err
	}
	wanted := match.Start{Solo: opponent.AwayLevel}
	if wanted.Seed, err = h.Daily.Seed(ctx, day); err != nil {
		return err
	}
	if wanted.Sign, err = h.freeSign(ctx, g); err != nil {
		return err
	}
	_, _, err = h.Games.Do(ctx, play.Call{Game: id, By: r.By(), At: r.Now}, wanted)
	return err
}
