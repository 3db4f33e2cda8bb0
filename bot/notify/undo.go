package notify

import (
	"context"
	"slices"

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

// sendAlong tells a player that a move of theirs was taken back with another's, and what they have
// now. The table is told of it too.
func (n *Notifier) sendAlong(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.player(ctx, m)
	if err != nil {
		return nil, err
	}
	if g.Ply != m.Ply || g.Head != m.Head || g.State != match.Running {
		return nil, outbox.Obsolete("the game has moved on: the next turn's message says so")
	}
	c, err := n.Games.Chronicle(ctx, g, g.Ply, m.Seat)
	if err != nil {
		return nil, err
	}
	along, err := n.Panels.Along(ctx, texts, c)
	if err != nil {
		return nil, err
	}
	if len(along) == 0 {
		return nil, outbox.Obsolete("no move of the player's was taken back")
	}
	message, err := n.Panels.Text(ctx, texts, message.Request{
		Game: g, Seat: m.Seat, Stage: speech.Told,
		News: append(along, texts.Say("undo.as-before")),
	})
	if err != nil {
		return nil, err
	}
	message.Nonce, message.Silent = m.Nonce, true // they have agreed to it
	return n.tell(ctx, m, message)
}

// aboutUndo lists what is told of a wish to take a move back: at the table, or without one to each
// of those asked; then the end of their time to answer. Players who are waited for have the
// question in their panels too, so that they do not move without having seen it. Players who are
// not waited for and would lose a move are asked directly as well.
func (n *Notifier) aboutUndo(g match.Game, seat engine.Seat, concerned,
	moved []engine.Seat,
) []storage.Message {
	var out []storage.Message
	if g.Thread != "" {
		out = append(out, n.aboutRow(g, UndoAsked, seat))
	}
	for _, other := range concerned {
		s := g.Seats[other-1]
		loses := slices.Contains(moved, other) && !g.WaitsFor(s.User)
		if s.User != "" && !s.Automated && (g.Thread == "" || loses) {
			out = append(out, n.toUser(g, UndoVote, other, s.User))
		}
	}
	return append(out, n.undoEnds(g)...)
}

// undoSettled lists the messages about a wish that is over: by whose No, or by == Public if nobody
// answered in time. The question goes from the panels.
func (n *Notifier) undoSettled(g match.Game, by engine.Seat) []storage.Message {
	out := []storage.Message{n.aboutRow(g, UndoOver, by)}
	if asker := g.SeatOf(g.Undoing.User); asker != engine.Public && asker != by {
		out = append(out, n.toOne(g, UndoStays, asker, body{Seats: []engine.Seat{by}}))
	}
	return out
}

func (n *Notifier) sendUndoStays(
	ctx context.Context, m storage.Message,
) ([]storage.Post, error) {
	g, texts, err := n.player(ctx, m)
	if err != nil {
		return nil, err
	}
	if g.Undoing.User != m.User || !g.Undoing.Over {
		return nil, outbox.Obsolete("the game has moved on")
	}
	said := texts.Say("undo.no-answer")
	if by := bodyOf(m).Seats[0]; by != engine.Public {
		said = texts.Say("undo.refused", "Who", discord.Plain(g.ShownName(by)))
	}
	heading := n.Posts.Heading(ctx, texts, g)
	return n.tell(ctx, m, discord.Message{Content: heading + "\n" + said})
}

// undoEnds lists the message that ends the time to answer of a wish that is open, in a lane of its
// own; none while the clocks stand still.
func (n *Notifier) undoEnds(g match.Game) []storage.Message {
	if !g.Undoing.Holds(g) || g.Undoing.Ends.IsZero() {
		return nil
	}
	m := n.aboutRow(g, UndoLapse, engine.Public)
	m.Lane, m.Due = "u/"+string(g.ID), g.Undoing.Ends
	return []storage.Message{m}
}

// undoneMessage tells which moves were taken back, struck through, and shows the board as it is
// again.
func (n *Notifier) undoneMessage(ctx context.Context, t *scene) (discord.Message, error) {
	told, err := n.Posts.Told(ctx, &t.Table, t.post(posts.Undone))
	if err != nil {
		return discord.Message{}, err
	}
	if t.row.Ply != t.m.Ply || t.row.Head != t.m.Head { // as in turnMessage
		return t.late(told), nil
	}
	return n.present(ctx, t, told, nil)
}

func (n *Notifier) undoAskedMessage(ctx context.Context, t *scene) (discord.Message, error) {
	wish, waiting, err := n.undoQuestion(ctx, t.Texts, t.Chronicle)
	if err != nil {
		return discord.Message{}, err
	}
	return discord.Message{
		Content: speech.Text{}.Say(wish...).
			Say(t.Say("undo.pings", "Pings", discord.MentionUsers(waiting...))).Fit(discord.MaxContent),
		Rows:    []discord.Row{speech.WishButtons(t.Texts, string(t.Game.ID), customid.Of(t.Game))},
		Mention: waiting,
	}, nil
}

// undoQuestion says what a player wants to take back, and who has not answered. Obsolete if it is
// decided.
func (n *Notifier) undoQuestion(ctx context.Context, texts *locale.Texts, c *play.Chronicle,
) (wish []string, waiting []match.UserID, err error) {
	g, u := c.Table.Game, c.Table.Undoing
	seat := g.SeatOf(u.User)
	if !u.Holds(g) || seat == engine.Public {
		return nil, nil, outbox.Obsolete("it is decided")
	}
	b, err := n.Games.Back(ctx, c.Table, seat)
	if err != nil {
		return nil, nil, err
	}
	v := c.Table.View(c.Viewer)
	wish = message.Speaker(texts, c.Table).Wish(&v,
		speech.Wish{Who: seat, Gone: c.Gone(b), Moved: b.Moved, Ends: u.Ends})
	return wish, g.Awaiting(b.Concerned(), u.Agreed), nil
}

// sendUndoVote asks one of those whom it concerns, quietly if the table has called them already.
func (n *Notifier) sendUndoVote(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	c, err := n.Games.Chronicle(ctx, g, g.Ply, m.Seat)
	if err != nil {
		return nil, err
	}
	wish, waiting, err := n.undoQuestion(ctx, texts, c)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(waiting, m.User) {
		return nil, outbox.Obsolete("the player has answered")
	}
	said := speech.Text{}.Say(n.Posts.Heading(ctx, texts, g)).Say(wish...)
	return n.ask(ctx, m, posts.About(g, posts.Undo, m.Seat), discord.Message{
		Content: said.Fit(discord.MaxContent),
		Rows:    []discord.Row{speech.WishButtons(texts, string(g.ID), customid.Of(c.Table.Game))},
		Silent:  g.Thread != "",
	})
}

func (n *Notifier) undoOverMessage(ctx context.Context, t *scene) (discord.Message, error) {
	said := t.Say("undo.no-answer")
	switch t.m.Seat {
	case engine.Public:
	case t.Game.SeatOf(t.Game.Undoing.User):
		said = t.Say("undo.given-up", "Who", t.who())
	default:
		said = t.Say("undo.refused", "Who", t.who())
	}
	message := discord.Message{Content: said, Rows: []discord.Row{}, Silent: true}
	if t.Game.State == match.Running {
		message.Rows = []discord.Row{posts.TableRow(t.Texts, t.Game)}
	}
	return message, nil
}
