package notify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"konduktor/bot/atlas"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/bot/picture"
	"konduktor/bot/play"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// finalMessage shows the final scoring, and with the seed how everybody can check the shuffles
// (C16).
func (n *Notifier) finalMessage(ctx context.Context, t *scene) (discord.Message, error) {
	if t.v.Phase != engine.IsOver {
		return discord.Message{}, fmt.Errorf("game %s is not over at ply %d", t.m.Game, t.m.Ply)
	}
	end, record, err := n.disclosed(ctx, t)
	if err != nil {
		return discord.Message{}, err
	}
	turns, err := n.Games.Course(ctx, t.g)
	if err != nil {
		return discord.Message{}, err
	}
	stints, err := n.stints(ctx, t)
	if err != nil {
		return discord.Message{}, err
	}
	if stints, err = n.besideFirst(ctx, t, stints); err != nil {
		return discord.Message{}, err
	}
	sheet := n.Pictures.Sheet(ctx, t.c.Table, t.v, t.Texts, turns)
	// people who cannot see it read all of it
	drawn := len(sheet) > 0 && !strings.HasSuffix(sheet[0].Alt, "…")
	return discord.Message{
		Content: t.s.Result(&t.v, end, drawn, stints...),
		// one picture: two share the frame, and Discord cuts both; the channel has the card
		Files: append(sheet, picture.Attached(record)...),
		Rows:  n.afterwards(t.Texts, t.g),
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
		ways = append(ways, rematchButton(texts, g.ID))
	}
	add := func(label string, action customid.Action) {
		ways = append(ways, gameButton(texts, discord.Secondary, label, action, g.ID))
	}
	add("look.film-button", customid.Film)
	add("replay.button", customid.Look)
	if !g.Unreviewed {
		add("review.button", customid.Review)
	}
	return []discord.Row{{Buttons: ways}}
}

// besideFirst adds to notes how a game that goes on from another one ended beside it, if that is
// still known.
func (n *Notifier) besideFirst(ctx context.Context, t *scene, notes []string) ([]string, error) {
	tried := t.g.Tried
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
		"Here", t.v.Seat(tried.Seat).Points(), "Game", string(first.ID), "Turn", tried.Turn)), nil
}

// endCard draws the card of a finished game, with the day of its end and the server's name if
// Discord tells it.
func (n *Notifier) endCard(ctx context.Context, texts *locale.Texts, t *play.Table,
) []discord.File {
	place := t.Updated.UTC().Format(time.DateOnly)
	if t.Guild != "" {
		name, err := n.API.ServerName(ctx, t.Guild)
		if err == nil && name != "" {
			place = name + " · " + place
		}
	}
	return n.Pictures.EndCard(ctx, t, t.View(engine.Public), texts, place)
}

func rematchButton(texts *locale.Texts, id match.GameID) discord.Button {
	return gameButton(texts, discord.Primary, "table.rematch", customid.Rematch, id)
}

// FinalMessage is finalMessage for somebody who looks a game up.
func (n *Notifier) FinalMessage(ctx context.Context, texts *locale.Texts, g match.Game,
) (discord.Message, error) {
	c, err := n.Games.Chronicle(ctx, g, play.AnyPly, engine.Public)
	if err != nil {
		return discord.Message{}, err
	}
	return n.finalMessage(ctx, sceneOf(texts, c, storage.Message{Game: g.ID}))
}

// disclosed returns the seed of a game in a sentence, and its record; not while others can still
// play the same deal.
func (n *Notifier) disclosed(ctx context.Context, t *scene) (string, []play.File, error) {
	if t.g.Sealed(n.Now()) {
		return t.Say("daily.sealed", "Until", speech.Stamp(t.g.Daily.Closes(), "f")), nil, nil
	}
	record, err := n.Games.Record(ctx, t.c.Table)
	return t.s.Proof(t.g.Seed.Reveal()), record, err
}

// stints says of the seats that had several players who played them when.
func (n *Notifier) stints(ctx context.Context, t *scene) (lines []string, err error) {
	all, err := n.Games.Stints(ctx, t.c)
	if err != nil {
		return nil, err
	}
	for len(all) > 0 {
		seat := all[0].Seat
		var said []speech.Stint
		for len(all) > 0 && all[0].Seat == seat {
			who := discord.MentionUsers(all[0].User)
			switch all[0].User {
			case "":
				who = ""
			case match.Former:
				who = t.Say("result.former")
			case t.g.Seats[seat-1].Holder():
				who = t.s.Seat(&t.v, seat)
			}
			said = append(said, speech.Stint{Who: who, First: all[0].First, Last: all[0].Last})
			all = all[1:]
		}
		lines = append(lines, t.s.Stints(&t.v, seat, said))
	}
	return lines, nil
}

// addResult has the lobby's message in the channel say how the game ended, with the final sheet.
func (n *Notifier) addResult(
	ctx context.Context, texts *locale.Texts, g match.Game, m *discord.Message,
) error {
	c, err := n.Games.Chronicle(ctx, g, play.AnyPly, engine.Public)
	if err != nil {
		return err
	}
	turns, err := n.Games.Course(ctx, c.Table.Game)
	if err != nil {
		return err
	}
	v := c.Table.View(engine.Public)
	s := atlas.Speaker(texts, c.Table)
	lines := []string{m.Content}
	if margin := s.Margin(&v); margin != "" {
		lines = append(lines, margin)
	}
	lines = append(lines, s.Of(&v).Sheet().Totals()...)
	m.Content = discord.Lines(lines)
	m.Files = n.endCard(ctx, texts, c.Table)
	if len(m.Files) == 0 {
		m.Files = n.Pictures.Sheet(ctx, c.Table, v, texts, turns)
	}
	return nil
}

func (n *Notifier) stoppedMessage(_ context.Context, t *scene) (discord.Message, error) {
	if t.g.State == match.Cancelled {
		return discord.Message{
			Content: t.Say("table.stopped", "Game", string(t.m.Game)),
			Rows:    discord.Buttons(rematchButton(t.Texts, t.m.Game)),
		}, nil
	}
	waiting := match.Holders(t.g.Undecided(t.g.Leaving))
	if len(t.g.Leaving) == 0 {
		return discord.Message{}, outbox.Obsolete("somebody wants to play on")
	}
	return discord.Message{
		Content: t.Say("table.stop-asked", "Name", t.who(), "Names",
			discord.MentionUsers(waiting...)),
		Rows: discord.Buttons(
			discord.NewButton(discord.Danger, t.Say("stop.button"),
				customid.VoteButton(customid.Stop, t.m.Game, t.g.StopVotes)),
			discord.NewButton(discord.Secondary, t.Say("stop.no"),
				customid.VoteButton(customid.Stay, t.m.Game, t.g.StopVotes)),
		),
		Mention: waiting,
	}, nil
}
