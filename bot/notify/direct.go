package notify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/atlas"
	"konduktor/bot/discord"
	"konduktor/bot/games"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/bot/panel"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine/match"
	"konduktor/storage"
)

// sendYourTurn writes to the player who is to move. A message that comes too late is not sent.
func (n *Notifier) sendYourTurn(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	if !g.WaitsFor(m.User) || g.SeatOf(m.User) != m.Seat {
		return nil, n.takeBack(ctx, texts, g, m)
	}
	if !discord.PlaceOf(g.Channel).Reaches && n.API.Carries(g.Channel) && !bodyOf(m).Again {
		return nil, outbox.Obsolete("the player is called at the table")
	}
	if planned, err := n.planned(ctx, g, m.User); planned || err != nil {
		if err != nil {
			return nil, err
		}
		if !n.fresh.has(m.Nonce) {
			return nil, n.takeBack(ctx, texts, g, m)
		}
		return nil, outbox.Obsolete("the player has planned the turn")
	}
	shown, err := n.shown(ctx, g, m)
	if err != nil {
		return nil, err
	}
	if shown { // the player who completes the setup may also begin
		return nil, n.takeBack(ctx, texts, g, m)
	}
	habits, err := n.Store.Habits(ctx, m.User)
	if err != nil {
		return nil, err
	}
	last, lives, err := n.livingPanel(ctx, g, m.User)
	if err != nil {
		return nil, err
	}
	if habits.Thread && g.Thread != "" && !lives {
		return nil, outbox.Obsolete("the player wants to be called at the table")
	}
	// who takes a seat over may do so in a turn
	want := panel.Request{Game: g, Seat: m.Seat, Ply: route.AnyPly, Own: true}
	if by, ok := undoneBy(m); ok && by == m.Seat {
		want.News = []string{texts.Say("undo.done")}
	}
	message, err := n.Panels.Painted(ctx, texts, want)
	if err != nil {
		return nil, err
	}
	if lives {
		err := n.API.Edit(ctx, last.Channel, last.Message, whole(message))
		if err == nil {
			last.Kind, last.About, last.Ply, last.Head = PostPanel, "", g.Ply, g.Head
			return []storage.Post{last}, nil
		}
		if !discord.IsGone(err) {
			return nil, fmt.Errorf("edit a panel: %w", err)
		}
	}
	message.Nonce, message.Silent = m.Nonce, habits.Digest || g.Alone() // the digest calls
	channel, id, err := n.write(ctx, m.User, message)
	if err != nil {
		return nil, err
	}
	post := storage.Post{
		Game: g.ID, Kind: PostPanel, Seat: m.Seat, Ply: g.Ply, Head: g.Head,
		Channel: channel, Message: id,
	}
	// the nonce may have made it an earlier attempt's message, which the move since then has renewed
	if !n.fresh.has(m.Nonce) {
		post.Ply, post.Head = m.Ply, m.Head
	}
	return []storage.Post{post}, nil
}

// takeBack takes the menus off a panel that an earlier attempt may have brought to Discord
// unnoticed, for a player who has moved since or has the panel elsewhere: the nonce makes what is
// sent that panel. Obsolete if there can be none.
func (n *Notifier) takeBack(ctx context.Context, texts *locale.Texts, g match.Game,
	m storage.Message,
) error {
	if n.fresh.has(m.Nonce) {
		return outbox.Obsolete("the player has moved, or has the panel")
	}
	if g.SeatOf(m.User) != m.Seat { // what the seat holds is no longer theirs to see
		message := n.retired(ctx, texts, g)
		message.Nonce, message.Silent = m.Nonce, true
		channel, id, err := n.write(ctx, m.User, message)
		if err != nil {
			return err
		}
		return n.editPanel(ctx, storage.Post{Channel: channel, Message: id}, message)
	}
	c, err := n.Games.Chronicle(ctx, g, route.AnyPly, m.Seat)
	if err != nil {
		return err
	}
	ended := c.EndOfTurn(m.Seat)
	message, err := n.panelAt(ctx, texts, g, m.Seat, ended)
	if err != nil {
		return err
	}
	message.Rows, message.Nonce, message.Silent = nil, m.Nonce, true
	channel, id, err := n.write(ctx, m.User, message)
	if err != nil {
		return err
	}
	return n.renewPanel(ctx, texts, g, storage.Post{Seat: m.Seat, Channel: channel, Message: id},
		ended)
}

// shown reports whether the receiver of a message has a panel of the present position in their
// direct messages. Who played the seat before may still have one, until it is taken away.
func (n *Notifier) shown(ctx context.Context, g match.Game, m storage.Message) (bool, error) {
	u, err := n.People.User(ctx, m.User)
	if err != nil {
		return false, err
	}
	posts, err := n.Store.Posts(ctx, g.ID, PostPanel)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(posts, func(p storage.Post) bool {
		return p.About != aboutHint && p.Seat == m.Seat && p.Channel == u.DM && p.Ply == g.Ply &&
			p.Head == g.Head
	}), nil
}

// reader loads the game that a direct message is about and the texts of its receiver.
func (n *Notifier) reader(ctx context.Context, m storage.Message) (match.Game, *locale.Texts,
	error,
) {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return g, nil, err
	}
	u, err := n.People.User(ctx, m.User)
	if err != nil {
		return g, nil, err
	}
	return g, n.People.Texts(ctx, n.Catalog, u.ID, cmp.Or(u.Locale, g.Locale)), nil
}

// player is reader for a message that says what a seat holds: it is obsolete if its receiver no
// longer has the seat.
func (n *Notifier) player(ctx context.Context, m storage.Message) (match.Game, *locale.Texts,
	error,
) {
	g, texts, err := n.reader(ctx, m)
	if err == nil && g.SeatOf(m.User) != m.Seat {
		err = outbox.Obsolete("the seat is another's")
	}
	return g, texts, err
}

// sendOverdue tells a player that the time to answer was up, and what was done instead (Body: by
// which verb). What has to be done next, if anything, has messages of its own.
func (n *Notifier) sendOverdue(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.player(ctx, m)
	if err != nil {
		return nil, err
	}
	c, err := n.Games.Chronicle(ctx, g, m.Ply, m.Seat)
	if err != nil {
		return nil, err
	}
	if m.Head != (match.Link{}) && c.Table.Head != m.Head {
		return nil, outbox.Obsolete("the position was taken back")
	}
	if g.Seats[m.Seat-1].Automated {
		return n.sendAway(ctx, texts, g, m)
	}
	v, s := c.Table.View(m.Seat), atlas.Speaker(texts, c.Table)
	news := append([]string{s.Overdue(&v, m.Seat, bodyOf(m).Verb)}, s.Narrate(&v, c.EventsOfMove())...)
	message, err := n.Panels.Text(ctx, texts, panel.Request{
		Game: g, Seat: m.Seat, Ply: m.Ply,
		News: news,
	})
	if err != nil {
		return nil, err
	}
	message.Rows, message.Nonce = nil, m.Nonce
	return n.tell(ctx, m, message)
}

// sendAway is sendOverdue for a player whose seat the house plays from now on.
func (n *Notifier) sendAway(ctx context.Context, texts *locale.Texts, g match.Game,
	m storage.Message,
) ([]storage.Post, error) {
	message, _, err := n.awayMessage(ctx, texts, g, m)
	if err != nil {
		return nil, err
	}
	message.Nonce = m.Nonce
	return n.ask(ctx, g, m, m.Seat, message, topicAway, late)
}

// awayMessage says that a player's time was up, and what the house has played for them since. What
// is left of a turn is not theirs; complete reports whether the house has finished it.
func (n *Notifier) awayMessage(ctx context.Context, texts *locale.Texts, g match.Game,
	m storage.Message,
) (message discord.Message, complete bool, err error) {
	said := texts.Say("clock.you-absent", "Game", string(g.ID))
	if g.Deserted() { // then the house stops too
		said = texts.Say("clock.waits-for-you", "Game", string(g.ID), "In", speech.Stamp(g.Expiry(), "R"))
	}
	t, played, err := n.Games.Meanwhile(ctx, g, m.Seat, m.User)
	if err != nil {
		return discord.Message{}, false, err
	}
	v := t.View(m.Seat)
	if complete = !v.Moves(m.Seat) || g.Deserted(); !complete {
		message.Content = said + " " + texts.Say("clock.finishes")
	} else {
		message, err = n.Panels.Text(ctx, texts, panel.Request{
			Game: g, Seat: m.Seat, Ply: route.AnyPly, Past: true,
			News: atlas.ForYou(texts, t, m.Seat, match.Seat{}, played),
		})
		message.Content = discord.Fit(said, discord.MaxContent/4) + "\n" +
			discord.Fit(message.Content, discord.MaxContent*3/4-1)
	}
	message.Rows = discord.Buttons(returnButton(texts, g.ID))
	return message, complete, err
}

// renewAway has the message about a time-out tell what the house has played since then.
func (n *Notifier) renewAway(ctx context.Context, texts *locale.Texts, g match.Game,
	m storage.Message,
) error {
	posts, err := n.Store.Posts(ctx, g.ID, PostLive)
	if err != nil {
		return err
	}
	u, err := n.People.User(ctx, m.User)
	if err != nil {
		return err
	}
	for _, p := range posts { // who played the seat before may have such a message too
		if p.Seat != m.Seat || p.About != topicAway+" "+late || p.Channel != u.DM {
			continue
		}
		message, complete, err := n.awayMessage(ctx, texts, g, m)
		if err != nil || !complete {
			return err
		}
		return n.editPanel(ctx, p, message)
	}
	return nil
}

func (n *Notifier) sendHomeless(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.player(ctx, m)
	if err != nil {
		return nil, err
	}
	if g.Thread != "" || g.State != match.Running {
		return nil, outbox.Obsolete("the game has a table")
	}
	return n.tell(ctx, m, discord.Message{
		Content: texts.Say("direct.homeless", n.gameArgs(ctx, texts, g)...),
	})
}

// sendResult brings the final scoring, the seed and the record to a player. The table gets them
// too, but it can be deleted or muted, and everybody must learn how it ended (C16).
func (n *Notifier) sendResult(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	if !g.Concerns(m.User) {
		return nil, outbox.Obsolete("the seat is another's")
	}
	c, err := n.Games.Chronicle(ctx, g, m.Ply, m.Seat)
	if err != nil {
		return nil, err
	}
	message, err := n.finalMessage(ctx, sceneOf(texts, c, m))
	if err != nil {
		return nil, err
	}
	said := []string{n.heading(ctx, texts, g)}
	if g.Thread != "" {
		said = append(said, texts.Say("panel.table", "Where", games.Where(texts, g)))
	}
	heading := strings.Join(said, "\n") + "\n"
	message.Content, message.Nonce = heading+discord.Fit(message.Content,
		discord.MaxContent-len(heading)), m.Nonce
	return n.tell(ctx, m, message)
}
