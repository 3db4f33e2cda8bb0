package notify

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/outbox"
	"konduktor/bot/posts"
	"konduktor/bot/ratings"
	"konduktor/engine/match"
	"konduktor/storage"
)

// sendYourTurn calls a player to a turn, unless it is over or the player has its panel.
func (n *Notifier) sendYourTurn(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	var news []string
	if bodyOf(m).Why == becauseUndone {
		news = []string{texts.Say("undo.done")}
	}
	needless, panel, err := n.needless(ctx, g, m)
	if panel.Message != "" && len(news) > 0 && !bodyOf(m).Waits { // no answer has told them
		where := discord.LinkMessage("@me", panel.Channel, panel.Message)
		return n.tell(ctx, m, discord.Message{Content: discord.Lines([]string{
			n.Posts.Heading(ctx, texts, g), news[0], texts.Say("undo.panel-above", "Where", where),
		})})
	}
	if needless != "" || err != nil {
		return n.overtake(ctx, g, m, needless, err)
	}
	return n.sendPanel(ctx, g, m, g.Alone(), news...) // computers answer at once
}

// sendPanel writes to a player whom the game waits for, unless they are called at the table. It
// notifies nobody if it is quiet, or if the digest calls the player.
func (n *Notifier) sendPanel(ctx context.Context, g match.Game, m storage.Message, quiet bool,
	news ...string,
) ([]storage.Post, error) {
	atTable, habits, err := n.calledAtTable(ctx, g, m.User)
	switch {
	case err != nil:
		return nil, err
	case !discord.PlaceOf(g.Channel).Reaches && n.API.Carries(g.Channel) && !bodyOf(m).Again,
		atTable && !g.Alone():
		return nil, outbox.Obsolete("the player is called at the table")
	}
	return n.begin(ctx, g, m, posts.About(g, posts.Panel, m.Seat), quiet || habits.Digest, news...)
}

// begin sends the receiver of a letter what a new post shows.
func (n *Notifier) begin(ctx context.Context, g match.Game, m storage.Message, p storage.Post,
	quiet bool, news ...string,
) ([]storage.Post, error) {
	p.User = m.User
	message, p, err := n.Posts.Begin(ctx, g, p, news...)
	if err != nil {
		return nil, err
	}
	message.Silent = quiet
	return n.ask(ctx, m, p, message)
}

// needless says why a player need not be called to a turn, and which panel they have, if that is
// why; "" if they have to be called.
func (n *Notifier) needless(ctx context.Context, g match.Game, m storage.Message,
) (why string, panel storage.Post, err error) {
	if !g.WaitsFor(m.User) || g.SeatOf(m.User) != m.Seat {
		return "the player has moved", panel, nil
	}
	planned, err := n.Posts.Planned(ctx, g, m.User)
	if planned || err != nil {
		return "the player has planned the turn", panel, err
	}
	// the player who completes the setup may also begin
	panel, shown, err := n.shown(ctx, g, m)
	if shown || err != nil {
		return "the player has the panel", panel, err
	}
	return "", panel, nil
}

// overtake drops a call that is needless. If an earlier attempt may have brought its panel to
// Discord unnoticed, it is sent all the same, quietly and as it has to look now: the nonce makes it
// that panel, which then follows the table.
func (n *Notifier) overtake(ctx context.Context, g match.Game, m storage.Message, why string,
	err error,
) ([]storage.Post, error) {
	if err != nil {
		return nil, err
	}
	if !m.Doubt {
		return nil, outbox.Obsolete(why)
	}
	p := storage.Post{
		Game: g.ID, Kind: posts.Panel, Seat: m.Seat, User: m.User, Ply: m.Ply, Head: m.Head,
	}
	message, p, err := n.Posts.Begin(ctx, g, p)
	if err != nil {
		return nil, err
	}
	message.Rows, message.Silent = nil, true
	return n.ask(ctx, m, p, message)
}

// shown returns the panel that the receiver of a letter has in their direct messages: of the
// present position, or of a later one that was taken back, which becomes it, or alone against
// computers the one that serves for all turns.
func (n *Notifier) shown(ctx context.Context, g match.Game, m storage.Message) (storage.Post, bool,
	error,
) {
	all, err := n.Store.Posts(ctx, g.ID)
	i := slices.IndexFunc(all, func(p storage.Post) bool {
		switch {
		case p.Seat != m.Seat || p.User != m.User:
			return false
		case g.Alone():
			return p.Kind == posts.Panel || p.Kind == posts.Answer
		}
		return p.Kind == posts.Panel && (p.Ply > g.Ply || p.Ply == g.Ply && p.Head == g.Head)
	})
	if i < 0 {
		return storage.Post{}, false, err
	}
	return all[i], true, err
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
		return n.sendLate(ctx, g, m)
	}
	v, s := c.Table.View(m.Seat), message.Speaker(texts, c.Table)
	done := posts.Defaulted(c.EventsOfMove(), m.Seat, 0)
	news := append([]string{s.Overdue(&v, m.Seat, bodyOf(m).Verb)}, s.Narrate(&v, done)...)
	message, err := n.Panels.Text(ctx, texts, message.Request{
		Game: g, Seat: m.Seat, Ply: m.Ply,
		News: news,
	})
	if err != nil {
		return nil, err
	}
	message.Rows, message.Nonce = nil, m.Nonce
	return n.tell(ctx, m, message)
}

// sendLate tells a player that the time was up, and what the house plays for them from now on.
func (n *Notifier) sendLate(ctx context.Context, g match.Game, m storage.Message,
) ([]storage.Post, error) {
	return n.begin(ctx, g, m, posts.About(g, posts.Late, m.Seat), false)
}

func (n *Notifier) sendHomeless(said string) work {
	return func(ctx context.Context, m storage.Message) ([]storage.Post, error) {
		g, texts, err := n.player(ctx, m)
		if err != nil {
			return nil, err
		}
		if g.Thread != "" || g.State != match.Running {
			return nil, outbox.Obsolete("the game has a table")
		}
		return n.tell(ctx, m, discord.Message{
			Content: texts.Say(said, n.Posts.Args(ctx, texts, g)...),
		})
	}
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
	final, err := n.finalMessage(ctx, sceneOf(texts, c, g, m))
	if err != nil {
		return nil, err
	}
	said := []string{n.Posts.Heading(ctx, texts, g)}
	if g.Thread != "" {
		said = append(said, texts.Say("panel.table", "Where", message.Where(texts, g)))
	}
	heading, question := strings.Join(said, "\n")+"\n", ""
	switch asks, err := n.Leagues.Asks(ctx, g, m.User); {
	case err != nil:
		return nil, err
	case asks:
		question = "\n\n" + texts.Say("ratings.ask")
		final.Rows = append(final.Rows, ratings.AskRow(texts))
	}
	final.Content = heading + discord.Fit(final.Content,
		discord.MaxContent-len(heading)-len(question)) + question
	return n.tell(ctx, m, final)
}
