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

// finalMessage tells the players how their game ended, with the end card. A button leads to the
// final sheet, which is made to be opened.
func (n *Notifier) finalMessage(ctx context.Context, t *scene) (discord.Message, error) {
	return n.final(ctx, t, true)
}

func (n *Notifier) final(ctx context.Context, t *scene, card bool) (discord.Message, error) {
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
	if n.Games.Sealed(ctx, t.Game, n.Now()) { // others can still play the same deal
		said := t.Say("problem.evening-sealed")
		if t.Game.Daily != "" {
			said = t.Say("daily.sealed", "Until", speech.Stamp(t.Game.Daily.Closes(), "f"))
		}
		stints = append(stints, "", said)
	} else if record, err = n.Games.Record(ctx, t.Chronicle.Table); err != nil {
		return discord.Message{}, err
	}
	var picture []discord.File // one: two share the frame, and Discord cuts both
	rows := n.afterwards(ctx, t.Texts, t.Game)
	if card {
		picture = n.Pictures.EndCard(ctx, t.Chronicle.Table, t.View, t.Texts, n.place(ctx, t.Game))
	} else {
		picture = n.Pictures.Sheet(ctx, t.Chronicle.Table, t.View, t.Texts, turns)
		rows = rows[1:]
	}
	// people who cannot see the sheet read all of it
	drawn := len(picture) > 0 && !strings.HasSuffix(picture[0].Alt, "…")
	return discord.Message{
		Content: t.Speaker.Result(&t.View, turns, drawn, stints...),
		Files:   append(picture, message.Attached(record)...),
		Rows:    rows,
	}, nil
}

// afterwards are the ways on from a finished game, the final sheet in the first row. From the deal
// of a day, whose one try is over, there is no other while its cards are a secret.
func (n *Notifier) afterwards(ctx context.Context, texts *locale.Texts, g match.Game,
) []discord.Row {
	var row discord.Row
	add := func(label string, action customid.Action) {
		row.Buttons = append(row.Buttons,
			posts.GameButton(texts, discord.Secondary, label, action, g.ID))
	}
	add("result.scores", customid.Scores)
	rows := []discord.Row{row}
	if n.Games.Sealed(ctx, g, n.Now()) {
		return rows
	}
	row.Buttons = nil
	if g.Daily == "" && !g.Duplicate() {
		row.Buttons = append(row.Buttons, posts.RematchButton(texts, g.ID))
	}
	add("look.film-button", customid.Film)
	add("replay.button", customid.Look)
	if !g.Unreviewed {
		add("review.button", customid.Review)
	}
	add("result.fair", customid.Fair)
	return append(rows, row)
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

// FinalMessage is the end of a game, with its sheet, for somebody who looks it up.
func (n *Notifier) FinalMessage(ctx context.Context, texts *locale.Texts, g match.Game,
) (discord.Message, error) {
	c, err := n.Games.Chronicle(ctx, g, play.AnyPly, engine.Public)
	if err != nil {
		return discord.Message{}, err
	}
	return n.final(ctx, sceneOf(texts, c, g, storage.Message{Game: g.ID}), false)
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
