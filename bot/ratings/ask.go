package ratings

import (
	"context"
	"errors"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
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

// AskRow are the two answers to whether somebody takes part: buttons of /me.
func AskRow(texts *locale.Texts) discord.Row {
	answer := func(style discord.ButtonStyle, label, choice string) discord.Button {
		return discord.NewButton(style, texts.Say(label), customid.ID{
			Action: customid.Set, Name: "rated", Choice: choice, Menu: 1,
		}.Print())
	}
	return discord.Row{Buttons: []discord.Button{
		answer(discord.Success, "ratings.ask-yes", "true"),
		answer(discord.Secondary, "ratings.ask-no", "false"),
	}}
}
