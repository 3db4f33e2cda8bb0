package notify

import (
	"context"
	"fmt"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/outbox"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Digest makes the message of the day to a user; due is when it was due, which names it.
func (n *Notifier) Digest(user match.UserID, due time.Time) storage.Message {
	return storage.Message{
		Lane: "d/" + string(user), Kind: Digest, User: user,
		Nonce: "dg" + string(user) + due.UTC().Format("02"), Due: n.Now(),
	}
}

// sendDigest writes to a user which games wait for them, the one whose time is up first before the
// others.
func (n *Notifier) sendDigest(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	waiting, err := n.Store.GamesAwaiting(ctx, m.User)
	if err != nil {
		return nil, err
	}
	waiting = match.WaitingFor(waiting, m.User)
	if len(waiting) == 0 {
		return nil, outbox.Obsolete("no game waits for the user")
	}
	message.ByDeadline(waiting, m.User)
	u, err := n.People.User(ctx, m.User)
	if err != nil {
		return nil, err
	}
	texts := n.People.Texts(ctx, n.Catalog, m.User, u.Locale)
	lines := []string{texts.Say("digest.heading", "Count", len(waiting))}
	for _, g := range waiting {
		line := texts.Say("digest.line", n.Posts.Args(ctx, texts, g)...)
		if ends := g.Seats[g.SeatOf(m.User)-1].Ends; !ends.IsZero() {
			line += " · " + texts.Say("clock.in", "In", speech.Stamp(ends, "R"))
		}
		lines = append(lines, line)
	}
	return n.tell(ctx, m, discord.Message{Content: discord.Lines(lines)})
}

// announceNext tells the player of the seat after those who are to move that they come next, if
// they want to know.
func (n *Notifier) announceNext(ctx context.Context, g match.Game, v *engine.View) error {
	if v.Phase != engine.InPlay || len(v.ToMove) != 1 || g.State != match.Running || g.Alone() {
		return nil
	}
	next := v.ToMove[0]%engine.Seat(len(g.Seats)) + 1
	user := g.Seats[next-1].Player()
	if user == "" {
		return nil
	}
	habits, err := n.Store.Habits(ctx, user)
	if err != nil {
		return err
	}
	if !habits.HeadsUp || habits.Digest {
		return nil
	}
	return n.enqueue(ctx, n.toPlayer(g, Next, next))
}

// withoutTable does what a message to the table brings about beside it, for a game that has none,
// and reports it as obsolete.
func (n *Notifier) withoutTable(ctx context.Context, g match.Game, m storage.Message) error {
	if m.Kind == Turn && g.Ply == m.Ply && g.Head == m.Head {
		c, err := n.Games.Chronicle(ctx, g, m.Ply, engine.Public)
		if err != nil {
			return err
		}
		v := c.Table.View(engine.Public)
		if err := n.announceNext(ctx, c.Table.Game, &v); err != nil {
			return err
		}
	}
	return outbox.Obsolete("the game has no table")
}

func (n *Notifier) sendNext(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.player(ctx, m)
	if err != nil {
		return nil, err
	}
	if g.Ply != m.Ply || g.Head != m.Head || g.State != match.Running || g.WaitsFor(m.User) {
		return nil, outbox.Obsolete("the game has moved on")
	}
	return n.tell(ctx, m, discord.Message{
		Content: texts.Say("clock.next", n.Posts.Args(ctx, texts, g)...),
	})
}

// sendFading tells the people of a lobby in which nothing happens that it closes soon.
func (n *Notifier) sendFading(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return nil, err
	}
	if g.State != match.Lobby || g.Warned.Before(g.Updated) {
		return nil, outbox.Obsolete("something has happened in the lobby")
	}
	message := fadingMessage(n.Catalog.Texts(g.Locale), g)
	message.Nonce = m.Nonce
	if _, err := n.API.Send(ctx, g.Outside(), message); err != nil {
		return nil, fmt.Errorf("tell the people of a lobby: %w", err)
	}
	return nil, nil
}

func fadingMessage(texts *locale.Texts, g match.Game) discord.Message {
	people := match.Users(g.Seats)
	return discord.Message{
		Content: texts.Say("lobby.fading", "Game", string(g.ID),
			"Pings", discord.MentionUsers(people...)),
		Mention: people,
	}
}
