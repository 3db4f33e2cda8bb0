package handlers

import (
	"context"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// shareGame posts a finished game where the command is given, for all who are there: result, record
// and one picture, the card or if wished the film, /game share. Of two Discord would show halves.
// All of it was open to its players at the end. People who were forgotten are former players in it.
func (h *Looks) shareGame(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	t, err := h.finished(ctx, r, id, stillPlayed(id))
	if err != nil {
		return nil, err
	}
	if !mayShare(t) {
		return nil, route.Fail("share-private", "Game", string(id))
	}
	return &route.Reply{Later: func(ctx context.Context) (discord.Message, error) {
		return h.shared(ctx, r, t)
	}}, nil
}

// mayShare reports whether a game concerns nobody who has not shown it to others: one without a
// server is private to its players.
func mayShare(t *play.Table) bool { return t.Guild != "" || len(match.Holders(t.Seats)) == 1 }

// shared is the message about a finished game for others. It does not name the server.
func (h *Looks) shared(ctx context.Context, r *route.Request, t *play.Table,
) (discord.Message, error) {
	v, s := t.View(engine.Public), message.Speaker(r.Texts, t)
	c, err := h.Games.Chronicle(ctx, t.Game, play.AnyPly, engine.Public)
	if err != nil {
		return discord.Message{}, err
	}
	message.Stints(s, c)
	lines := []string{r.Texts.Say("replay.shared", "Title",
		message.Tried(r.Texts, s.Title(v.Title), t.Game), "Game", string(t.ID),
		"Day", speech.Stamp(t.Updated, "D"))}
	turns, err := h.Games.Course(ctx, t.Game)
	if err != nil {
		return discord.Message{}, err
	}
	m, err := h.record(ctx, t, discord.Lines(append(lines, s.Outcome(&v, turns))))
	if err != nil {
		return discord.Message{}, err
	}
	if r.Option("film") != "true" {
		day := t.Updated.UTC().Format(time.DateOnly)
		m.Files = append(h.Pictures.EndCard(ctx, t, v, r.Texts, day), m.Files...)
		return m, nil
	}
	film, err := h.Pictures.Film(ctx, t, r.Texts, h.Games)
	m.Files = append([]discord.File{film}, m.Files...)
	return m, err
}
