package ratings

import (
	"context"
	"errors"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Asks reports whether somebody who does not take part in ratings is asked to at the end of a game:
// it is their first one among people that was dealt on its server since the server has ratings.
func (l *Leagues) Asks(ctx context.Context, g match.Game, user match.UserID) (bool, error) {
	rated, err := l.Rated(ctx, g.Guild)
	if err != nil || !rated || !counts(g) {
		return false, err
	}
	habits, err := l.Store.Habits(ctx, user)
	if err != nil || habits.Rated {
		return false, err
	}
	own, err := l.Kept.ResultsOf(ctx, user, time.Unix(0, 0))
	if err != nil {
		return false, err
	}
	for _, r := range own {
		if r.Server != g.Guild || r.Game == g.ID || r.Ended.After(g.Updated) {
			continue
		}
		before, err := l.Store.Game(ctx, r.Game)
		switch {
		case errors.Is(err, storage.ErrNotFound): // it may have asked, and nobody is asked twice
			return false, nil
		case err != nil:
			return false, err
		case counts(before):
			return false, nil
		}
	}
	return true, nil
}

// counts reports whether a game was dealt to several people, on a server with ratings.
func counts(g match.Game) bool {
	people := 0
	for _, s := range g.Seats {
		if s.Level == "" {
			people++
		}
	}
	return people > 1 && (len(g.Rated) > 0 || g.Unrated != nil)
}

// AskRow are the two answers to whether somebody takes part.
func AskRow(texts *locale.Texts, id match.GameID) discord.Row {
	return discord.Row{Buttons: []discord.Button{
		discord.NewButton(discord.Success, texts.Say("ratings.ask-yes"),
			customid.Button(customid.Rate, id)),
		discord.NewButton(discord.Secondary, texts.Say("ratings.ask-no"),
			customid.Button(customid.Unrate, id)),
	}}
}

// takePart has somebody take part in ratings or not, as /me does, and leaves the question out of
// the message about the end of their game that asked it.
func (h *Handlers) takePart(wanted bool) route.GameHandler {
	return func(ctx context.Context, r *route.Request, id match.GameID) (*route.Reply, error) {
		g, err := h.Store.Game(ctx, id)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return nil, err
		}
		if g.State != match.Finished || !g.Concerns(r.User.ID) || !r.Alone() {
			return nil, route.Fail("unknown-button")
		}
		said := r.Texts.Say("me.rated-false")
		if wanted {
			said = r.Texts.Say("me.rated-true")
		}
		err = storage.ChangeHabits(ctx, h.Store, r.User.ID, func(habits *match.Habits) error {
			habits.Rated = wanted
			return nil
		})
		if err != nil {
			return nil, err
		}
		return route.Later(r, func(ctx context.Context) (discord.Message, error) {
			m, err := h.Posts.FinalMessage(ctx, r.Texts, g)
			m.Content = discord.Fit(said+"\n\n"+m.Content, discord.MaxContent)
			m.Files, m.KeepFiles = nil, true
			return m, err
		}), nil
	}
}
