package notify

import (
	"context"
	"strconv"

	"konduktor/bot/discord"
	"konduktor/bot/posts"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// interrupted lists what follows from an outage: one line where a clock ran, and new ends for the
// votes that last longer.
func (n *Notifier) interrupted(g match.Game, e match.Interrupted) []storage.Message {
	var out []storage.Message
	if e.Ran && !g.Solitary() {
		m := n.aboutRow(g, Interrupted, engine.Public)
		out = append(out, with(m, body{From: e.From, Until: e.Until}))
	}
	out = append(out, n.undoEnds(g)...)
	if ends := g.PauseVoteEnds(); !ends.IsZero() {
		out = append(out, n.pauseVoteEnds(g))
	}
	for i, s := range g.Seats {
		if len(s.Ousting) > 0 {
			out = append(out, n.oustEnds(g, engine.Seat(i+1)))
		}
		if s.Called.After(e.Until) && !e.Until.IsZero() {
			out = append(out,
				posts.Later(g.ID, "call"+strconv.FormatInt(s.Called.Unix(), 36), s.Called))
		}
	}
	return out
}

func (n *Notifier) interruptedMessage(_ context.Context, t *scene) (discord.Message, error) {
	return quietly(t.Say("clock.interrupted", "From", speech.Stamp(t.b.From, "f"),
		"Until", speech.Stamp(t.b.Until, "f"))), nil
}
