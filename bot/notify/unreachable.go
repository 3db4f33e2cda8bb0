package notify

import (
	"context"
	"fmt"

	"konduktor/bot/discord"
	"konduktor/bot/outbox"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Lost reports whether Discord's refusal means that a table is gone, locked or forbidden to the
// bot, or that a user takes no direct messages, not even in a channel opened anew
// (outbox.Messages).
func (n *Notifier) Lost(m storage.Message, cause error) bool {
	if m.User != "" {
		return discord.IsDMClosed(cause) || discord.IsGone(cause)
	}
	return discord.IsTableLost(cause) || n.kinds[m.Kind].opens && discord.IsInvalid(cause)
}

// Unreachable notes that a user takes no direct messages, and tells the table why the player was
// not written to; or it takes a game's table away (outbox.Messages). Nobody's seat is taken: a
// player who has left the server is waited for, and voted about, as anybody who is silent. The week
// of a server is about no game, and is told again a week later.
func (n *Notifier) Unreachable(ctx context.Context, m storage.Message, cause error) error {
	if m.Game == "" {
		if m.User == "" || discord.IsStranger(cause) {
			return nil
		}
		return n.People.Close(ctx, m.User)
	}
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return err
	}
	if m.User == "" {
		return n.change(ctx, g.ID, match.Evict{Place: g.Place()})
	}
	stranger := isGone(g, cause)
	if !stranger { // who could open nothing: each table is told that, and none calls them
		if err := n.People.Close(ctx, m.User); err != nil {
			return err
		}
	}
	if !n.kinds[m.Kind].calls || bodyOf(m).Again {
		return nil
	}
	if planned, err := n.Posts.Planned(ctx, g, m.User); planned || err != nil {
		return err // the plan makes the turn; if it cannot, that is told
	}
	if g.Solitary() { // the lobby that it comes from says how to go on
		return n.enqueue(ctx, posts.Later(g.ID, "dm"+position(g), n.Now()))
	}
	g.Ply, g.Head = m.Ply, m.Head // the position that the player should have heard of
	closed := n.toTable(g, Closed, m.Seat)
	if stranger {
		closed = with(closed, body{Why: gone})
	}
	return n.enqueue(ctx, closed)
}

// gone is why a player is not written to who shares no server with the bot.
const gone = "gone"

// isGone reports whether Discord has refused a message since the player of a server's game is gone.
func isGone(g match.Game, cause error) bool { return g.Guild != "" && discord.IsStranger(cause) }

// writeAgain writes to a user again about the games that wait for them. The ID of the job makes the
// nonces of this attempt differ from those of any other. It sends nothing itself.
func (n *Notifier) writeAgain(ctx context.Context, job storage.Message) error {
	games, err := n.Store.GamesOf(ctx, job.User, match.Running)
	if err != nil {
		return err
	}
	var out []storage.Message
	for _, g := range games {
		for i, s := range g.Seats {
			if s.User != job.User || !g.WaitsFor(job.User) {
				continue
			}
			m := n.toPlayer(g, YourTurn, engine.Seat(i+1))
			m.Body, m.Nonce = body{Again: true}.encode(), fmt.Sprintf("kn%s%x", g.ID, job.ID)
			out = append(out, m)
		}
	}
	if len(out) == 0 {
		return outbox.Obsolete("no game waits for the user")
	}
	if err := n.enqueue(ctx, out...); err != nil {
		return err
	}
	return outbox.Obsolete("there is a message for each game")
}
