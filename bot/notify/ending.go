package notify

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/outbox"
	"konduktor/bot/play"
	"konduktor/bot/posts"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func (n *Notifier) finalMessage(ctx context.Context, t *scene) (discord.Message, error) {
	if t.View.Phase != engine.IsOver {
		return discord.Message{}, fmt.Errorf("game %s is not over at ply %d", t.m.Game, t.m.Ply)
	}
	turns, err := n.Games.Course(ctx, t.Game)
	if err != nil {
		return discord.Message{}, err
	}
	stints, err := n.besideFirst(ctx, t, message.Stints(t.Speaker, t.Chronicle))
	if err != nil {
		return discord.Message{}, err
	}
	if t.Game.Late(t.Game.Updated) {
		stints = append(stints, t.Say("daily.late"))
	}
	var record []play.File
	if t.Game.Sealed(n.Now()) { // others can still play the same deal
		stints = append(stints, "", t.Say("daily.sealed", "Until",
			speech.Stamp(t.Game.Daily.Closes(), "f")))
	} else if record, err = n.Games.Record(ctx, t.Chronicle.Table); err != nil {
		return discord.Message{}, err
	}
	sheet := n.Pictures.Sheet(ctx, t.Chronicle.Table, t.View, t.Texts, turns)
	// people who cannot see it read all of it
	drawn := len(sheet) > 0 && !strings.HasSuffix(sheet[0].Alt, "…")
	return discord.Message{
		Content: t.Speaker.Result(&t.View, drawn, stints...),
		// one picture: two share the frame, and Discord cuts both
		Files: append(sheet, message.Attached(record)...),
		Rows:  n.afterwards(t.Texts, t.Game),
	}, nil
}

// afterwards are the ways on from a finished game: none from the deal of a day, whose one try is
// over, while its cards are a secret.
func (n *Notifier) afterwards(texts *locale.Texts, g match.Game) []discord.Row {
	if g.Sealed(n.Now()) {
		return nil
	}
	var ways []discord.Button
	if g.Daily == "" {
		ways = append(ways, posts.RematchButton(texts, g.ID))
	}
	add := func(label string, action customid.Action) {
		ways = append(ways, posts.GameButton(texts, discord.Secondary, label, action, g.ID))
	}
	add("look.film-button", customid.Film)
	add("replay.button", customid.Look)
	if !g.Unreviewed {
		add("review.button", customid.Review)
	}
	add("result.fair", customid.Fair)
	return []discord.Row{{Buttons: ways}}
}

// besideFirst adds to notes how a game that goes on from another one ended beside it, if that is
// still known.
func (n *Notifier) besideFirst(ctx context.Context, t *scene, notes []string) ([]string, error) {
	tried := t.Game.Tried
	if tried == nil {
		return notes, nil
	}
	first, err := n.Games.Table(ctx, tried.Game)
	if _, gone := errors.AsType[*match.Refusal](err); gone {
		return notes, nil
	}
	if err != nil {
		return nil, err
	}
	there := first.View(engine.Public)
	return append(notes, t.Say("replay.compared", "There", there.Seat(tried.Seat).Points(),
		"Here", t.View.Seat(tried.Seat).Points(), "Game", string(first.ID), "Turn", tried.Turn)), nil
}

// FinalMessage is finalMessage for somebody who looks a game up.
func (n *Notifier) FinalMessage(ctx context.Context, texts *locale.Texts, g match.Game,
) (discord.Message, error) {
	c, err := n.Games.Chronicle(ctx, g, play.AnyPly, engine.Public)
	if err != nil {
		return discord.Message{}, err
	}
	return n.finalMessage(ctx, sceneOf(texts, c, g, storage.Message{Game: g.ID}))
}

func (n *Notifier) stoppedMessage(_ context.Context, t *scene) (discord.Message, error) {
	if t.Game.State == match.Cancelled {
		return discord.Message{
			Content: t.Say("table.stopped", "Game", string(t.m.Game)),
			Rows:    discord.Buttons(posts.RematchButton(t.Texts, t.m.Game)),
		}, nil
	}
	waiting := match.Holders(t.Game.Undecided(t.Game.Leaving))
	if len(t.Game.Leaving) == 0 {
		return discord.Message{}, outbox.Obsolete("somebody wants to play on")
	}
	return discord.Message{
		Content: t.Say("table.stop-asked", "Name", t.who(), "Names",
			discord.MentionUsers(waiting...)),
		Rows: discord.Buttons(
			discord.NewButton(discord.Danger, t.Say("stop.button"),
				customid.VoteButton(customid.Stop, t.m.Game, t.Game.StopVotes)),
			discord.NewButton(discord.Secondary, t.Say("stop.no"),
				customid.VoteButton(customid.Stay, t.m.Game, t.Game.StopVotes)),
		),
		Mention: waiting,
	}, nil
}
