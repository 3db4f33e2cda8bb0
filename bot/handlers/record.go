package handlers

import (
	"context"
	"fmt"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
)

// showRecord gives a game as a file: /game record. After the end that is the record with its seed;
// before, it is the log as the reader's seat may know it, since a record would show hidden moves.
func (h *Looks) showRecord(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, seat, err := h.watched(ctx, r, id)
	if err != nil {
		return nil, err
	}
	if t.State == match.Finished && h.Games.Sealed(ctx, t.Game, r.Now) {
		return nil, message.Sealed(t.Game)
	}
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		if t.State == match.Finished {
			return h.record(ctx, t, r.Texts.Say("look.record", "Game", string(id)))
		}
		c, err := h.Games.Chronicle(ctx, t.Game, play.AnyPly, seat)
		if err != nil {
			return discord.Message{}, err
		}
		file := discord.File{
			Name: fmt.Sprintf("%s-log.txt", id), Type: "text/plain",
			Data: []byte(logText(c, r, seat)),
		}
		return discord.Message{
			Content: r.Texts.Say("look.log-file", "Game", string(id)), Files: []discord.File{file},
		}, nil
	}), nil
}

func (h *Looks) record(ctx context.Context, t *play.Table, said string) (discord.Message, error) {
	files, err := h.Games.Record(ctx, t)
	return discord.Message{Content: said, Files: message.Attached(files)}, err
}

// showProof reveals the seed of a finished game, with its record: the button Fair play (C16).
func (h *Looks) showProof(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, err := h.finished(ctx, r, id, route.Fail("fair-not-over", "Game", string(id)))
	if err != nil {
		return nil, err
	}
	return route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		s := message.Speaker(r.Texts, t)
		return h.record(ctx, t, s.Proof(t.Seed.Reveal(), t.Seed.Commitment()))
	}), nil
}

func logText(c *play.Chronicle, r *route.Request, seat engine.Seat) string {
	t := c.Table
	v, s := t.View(seat), message.Speaker(r.Texts.WithoutSigns(), t)
	names := make([]string, len(v.Seats))
	for i := range v.Seats {
		names[i] = fmt.Sprintf("%d. %s", i+1, discord.PlainLabel(v.Seats[i].Name))
	}
	lines := []string{
		s.TitleLabel(t.Title) + " · " + string(t.ID) + " · " +
			message.Mark(r.Texts, t.Game),
		r.Texts.Say("table.order", "Names", strings.Join(names, " · ")),
		r.Texts.Say("table.commitment", "Commitment", t.Seed.Commitment()),
		"",
	}
	lines = append(lines, s.Narrate(&v, c.Events())...)
	return strings.Join(lines, "\n") + "\n"
}
