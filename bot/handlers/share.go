package handlers

import (
	"context"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
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
	heading := r.Texts.Say("replay.shared", "Title",
		message.Tried(r.Texts, message.Speaker(r.Texts, t).Title(t.Title), t.Game), "Game",
		string(t.ID), "Day", speech.Stamp(t.Updated, "D"))
	card := t.Updated.UTC().Format(time.DateOnly)
	if r.Option("film") == "true" {
		card = ""
	}
	m, err := h.Pictures.Outcome(ctx, h.Games, r.Texts, t.Game, heading, card)
	if err != nil {
		return discord.Message{}, err
	}
	if card == "" {
		film, err := h.Pictures.Film(ctx, t, r.Texts, h.Games)
		if err != nil {
			return discord.Message{}, err
		}
		m.Files = []discord.File{film}
	}
	record, err := h.Games.Record(ctx, t)
	m.Files = append(m.Files, message.Attached(record)...)
	return m, err
}
