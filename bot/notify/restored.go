package notify

import (
	"context"
	"slices"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/bot/play"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// restored lists the letters about a restore: the table reads where the game stands, and the
// players it waits for get a panel, since those of the lost time are not known any more. Somebody
// alone against computers gets one in any case: their next turns edit it. Nonces name the new
// branch, which the lost time did not have.
func (n *Notifier) restored(g match.Game, e match.Restored) []storage.Message {
	b := body{Copy: e.Copy}
	var out []storage.Message
	if !g.Solitary() {
		out = append(out, with(n.toTable(g, Restored, engine.Public), b))
	}
	for i, s := range g.Seats {
		if seat := engine.Seat(i + 1); s.User != "" && (g.Alone() || slices.Contains(e.Waits, seat)) {
			out = append(out, with(n.toPlayer(g, RestoredTurn, seat), b))
		}
	}
	return out
}

// restoredLine says what a restore means for a game: it stands where the copy left it.
func restoredLine(texts *locale.Texts, c *play.Chronicle, copied time.Time) string {
	when := speech.Stamp(copied, "f")
	if c.Began() == 0 {
		return texts.Say("restored.setup", "When", when)
	}
	_, turn := c.AfterTurn(0)
	return texts.Say("restored.told", "When", when, "Turn", turn+1)
}

// restoredMessage is a new message wherever earlier turns edited the last one: those who are at the
// table look at its end.
func (n *Notifier) restoredMessage(ctx context.Context, t *scene) (discord.Message, error) {
	if t.Game.State != match.Running {
		return discord.Message{}, outbox.Obsolete("the game is over")
	}
	return n.present(ctx, t, []string{restoredLine(t.Texts, t.Chronicle, t.b.Copy)}, nil)
}

// sendRestoredTurn writes to a player whom the game waits for after a restore, or who plays alone.
// What the store knows of their panels is from before: this is always a new message.
func (n *Notifier) sendRestoredTurn(ctx context.Context, m storage.Message) ([]storage.Post,
	error,
) {
	g, texts, err := n.player(ctx, m)
	switch {
	case err != nil:
		return nil, err
	case g.State != match.Running || !g.Alone() && !g.WaitsFor(m.User):
		return nil, outbox.Obsolete("the player has moved, or the game is over")
	}
	c, err := n.Games.Chronicle(ctx, g, play.AnyPly, engine.Public)
	if err != nil {
		return nil, err
	}
	return n.sendPanel(ctx, g, m, false, restoredLine(texts, c, bodyOf(m).Copy))
}
