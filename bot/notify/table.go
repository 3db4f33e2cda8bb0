package notify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/bot/play"
	"konduktor/bot/posts"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// builder builds a message to the table.
type builder func(ctx context.Context, t *scene) (discord.Message, error)

// scene is what a message to the table is built from: all that bystanders may know.
type scene struct {
	posts.Table
	m   storage.Message
	b   body       // of m
	row match.Game // as it is now: Game is of the position shown
}

func sceneOf(texts *locale.Texts, c *play.Chronicle, row match.Game, m storage.Message) *scene {
	return &scene{posts.TableOf(texts, c), m, bodyOf(m), row}
}

func (t *scene) seat() match.Seat { return t.Game.Seats[t.m.Seat-1] }

func (t *scene) who() string { return t.Who(t.m.Seat) }

// mover names who made the last move, which was that of the letter's seat.
func (t *scene) mover() string {
	for _, e := range t.Chronicle.EventsOfMove() {
		if e.Seat == t.m.Seat {
			return t.Speaker.Actor(&t.View, &e)
		}
	}
	return t.who()
}

func (t *scene) post(k storage.Kind) storage.Post {
	p := posts.About(t.Game, k, t.m.Seat)
	switch k {
	case posts.Turned:
		p.Subject = cmp.Or(t.b.Why, t.b.Verb)
	case posts.Undone:
		p.Subject = strconv.Itoa(t.b.Number)
	case posts.Buttons:
		if t.m.Kind == Restored && t.Game.Alone() { // the next turns are told in this one
			p.Kind = posts.Turned
		}
	}
	return p
}

func quietly(said string) discord.Message { return discord.Message{Content: said, Silent: true} }

// withDeadlines adds to what is said until when those who are to move can do so.
func (t *scene) withDeadlines(said string) discord.Message {
	return quietly(strings.Join(append([]string{said}, t.Until()...), "\n"))
}

// atTable sends what is built to the table; at says which state of the game it shows. A message
// with buttons leaves a post of the kind named.
func (n *Notifier) atTable(at func(storage.Message) engine.Ply, leaves storage.Kind, build builder,
) work {
	return func(ctx context.Context, m storage.Message) ([]storage.Post, error) {
		g, err := n.Store.Game(ctx, m.Game)
		if err != nil {
			return nil, err
		}
		if g.Thread == "" {
			return nil, n.withoutTable(ctx, g, m)
		}
		c, err := n.Games.Chronicle(ctx, g, at(m), engine.Public)
		if err != nil {
			return nil, err
		}
		if at(m) == m.Ply && m.Head != (match.Link{}) && c.Table.Head != m.Head {
			return nil, outbox.Obsolete("the position was taken back")
		}
		told, err := n.Posts.Follows(ctx, g, leaves, m.Seat)
		if err != nil {
			return nil, err
		}
		if told {
			return nil, outbox.Obsolete("the message at the table tells it")
		}
		t := sceneOf(n.Catalog.Texts(g.Locale), c, g, m)
		message, err := build(ctx, t)
		if err != nil {
			return nil, err
		}
		message.Nonce = m.Nonce
		id, err := n.send(ctx, g.Thread, message)
		if err != nil {
			return nil, fmt.Errorf("send to the table: %w", err)
		}
		if leaves == "" || message.Rows == nil {
			return nil, nil
		}
		p := t.post(leaves)
		p.Channel, p.Message, p.Shown = g.Thread, id, posts.Came(message)
		if posts.IsBoard(p) {
			p.Called = joined(message.Mention)
			named, err := n.Posts.Named(ctx, g, p)
			if err != nil {
				return nil, err
			}
			p.Shown = posts.CameAs(message, named.Shown)
			if g.Alone() { // each turn is told in it
				p = named
			}
		}
		return []storage.Post{p}, nil
	}
}

// late is a message whose moment has passed: it says what it told, and nothing else.
func (t *scene) late(told []string) discord.Message {
	m := quietly(speech.Fitting(discord.MaxContent, told))
	m.Rows = lateRows(t.m)
	return m
}

// lateRows are those of a message whose moment has passed: none. If an earlier attempt may have
// brought it to Discord with some, it stays as a post, which loses them.
func lateRows(m storage.Message) []discord.Row {
	if m.Doubt {
		return []discord.Row{}
	}
	return nil
}

// firstMessage sets the table: who sits where, the commitment to the shuffles, the board, and who
// is to move.
func (n *Notifier) firstMessage(ctx context.Context, t *scene) (discord.Message, error) {
	introduction, err := n.Posts.Told(ctx, &t.Table, t.post(posts.First))
	if err != nil {
		return discord.Message{}, err
	}
	private, err := n.privateLines(ctx, t.Texts, t.Game)
	if err != nil {
		return discord.Message{}, err
	}
	lines := slices.Concat(introduction, t.Until(), private, []string{t.ToMove()})
	mention, err := n.toCall(ctx, t.Game, t.Game.ToMove)
	return discord.Message{
		Content: strings.Join(lines, "\n"),
		Files: n.Pictures.Board(ctx, t.Chronicle.Table, t.View, t.Texts,
			t.Chronicle.EventsOfRound(), ""),
		Rows:    []discord.Row{posts.RowOf(t.Texts, t.Game, posts.First)},
		Mention: mention,
	}, err
}

// privateLines say how a game in a private channel goes on: every move is told by the answer to a
// press there, and who cannot be written to is reminded of nothing.
func (n *Notifier) privateLines(ctx context.Context, texts *locale.Texts, g match.Game) ([]string,
	error,
) {
	if discord.PlaceOf(g.Thread).Reaches {
		return nil, nil
	}
	var far []match.UserID
	for _, id := range match.Users(g.Seats) {
		u, err := n.People.User(ctx, id)
		if err != nil {
			return nil, err
		}
		if u.DMs == storage.DMClosed {
			far = append(far, id)
		}
	}
	lines := []string{texts.Say("table.private")}
	if len(far) > 0 {
		lines = append(lines, texts.Say("table.private-far", "Names", discord.MentionUsers(far...)))
	}
	return lines, nil
}

func (n *Notifier) chosenMessage(_ context.Context, t *scene) (discord.Message, error) {
	if t.Game.Alone() && discord.PlaceOf(t.Game.Thread).Writes { // elsewhere it answers a press
		return discord.Message{}, outbox.Obsolete("computers are not waited for")
	}
	id := "table.chosen"
	switch {
	case t.View.Uses(engine.UsesPorts):
		id = "table.chosen-pieces" // W2
	case t.View.Phase == engine.InDeclare:
		id = "table.declared" // K8
	}
	var waits []string
	for _, seat := range t.View.ToMove {
		waits = append(waits, t.Who(seat))
	}
	told := append([]string{t.Say(id, "Name", t.mover(), "Names", strings.Join(waits, ", "))},
		t.Unasked(t.post(posts.Turned))...)
	return quietly(strings.Join(told, "\n")), nil
}

// dugMessage shows a tunnel that has been dug, with the cards that were turned up (N6), until its
// seat has decided. Once it has, the turn's message tells all of it.
func (n *Notifier) dugMessage(ctx context.Context, t *scene) (discord.Message, error) {
	told, err := n.Posts.Told(ctx, &t.Table, t.post(posts.Dug))
	if err != nil {
		return discord.Message{}, err
	}
	if t.row.Ply != t.m.Ply || t.View.Tunnel == nil {
		if !t.m.Doubt {
			return discord.Message{}, outbox.Obsolete("the tunnel is decided")
		}
		return t.late(told), nil
	}
	lines := []string{t.Say("table.dug", "Name", t.Who(t.View.Tunnel.Seat))}
	if until := t.Speaker.Until(&t.View, t.m.Seat, t.row.Seats[t.m.Seat-1].Ends); until != "" {
		lines = append(lines, until)
	}
	return discord.Message{
		Content: t.Speaker.Board(&t.View, told, lines...),
		Files: n.Pictures.Told(ctx, t.Chronicle.Table, t.View, t.Texts,
			t.Chronicle.EventsOfRound()),
		Rows:   []discord.Row{posts.RowOf(t.Texts, t.Game, posts.Dug)},
		Silent: true, // the player who decides has been answered
	}, nil
}

// turnMessage tells a completed turn. One that has been overtaken by another, after an outage, is
// told without picture, ping and buttons.
func (n *Notifier) turnMessage(ctx context.Context, t *scene) (discord.Message, error) {
	told, news, err := n.Posts.Turn(ctx, &t.Table, t.post(posts.Turned))
	if err != nil {
		return discord.Message{}, err
	}
	overtaken, err := n.overtaken(ctx, t)
	switch {
	case err != nil:
		return discord.Message{}, err
	case overtaken && !discord.PlaceOf(t.Game.Channel).Writes:
		// where each message takes somebody's press
		return discord.Message{}, outbox.Obsolete("the message of a later turn tells it")
	case overtaken:
		return t.late(told), nil
	}
	if err := n.announceNext(ctx, t.Game, &t.View); err != nil {
		return discord.Message{}, err
	}
	message, err := n.present(ctx, t, told, news)
	if err != nil {
		return discord.Message{}, err
	}
	if t.View.Phase == engine.IsOver {
		message.Rows = lateRows(t.m)
	} else if undo, ok := posts.UndoOf(t.Texts, t.Chronicle, t.post(posts.Turned)); ok {
		message.Rows[0].Buttons = append(message.Rows[0].Buttons, undo)
	}
	return message, nil
}

// present builds a message that shows where the game stands: what is told, whose turn it is, the
// board with the news marked, and the turn's buttons.
func (n *Notifier) present(ctx context.Context, t *scene, told []string, news []engine.Event,
) (discord.Message, error) {
	called := t.Game.ToMove
	if t.View.Phase == engine.IsOver {
		called = match.Users(t.Game.Seats)
	}
	mention, err := n.toCall(ctx, t.Game, called)
	if err != nil {
		return discord.Message{}, err
	}
	turn, err := n.Posts.WhoseTurn(ctx, &t.Table)
	if err != nil {
		return discord.Message{}, err
	}
	return discord.Message{
		Content: t.Speaker.Board(&t.View, told, turn),
		Files:   n.Pictures.Told(ctx, t.Chronicle.Table, t.View, t.Texts, news),
		Rows:    []discord.Row{posts.RowOf(t.Texts, t.Game, posts.Turned)},
		Mention: mention,
		Silent:  len(mention) == 0,
	}, nil
}

// overtaken says whether a later turn has been completed, so that a later message shows the board.
func (n *Notifier) overtaken(ctx context.Context, t *scene) (bool, error) {
	if t.row.Ply == t.m.Ply {
		return false, nil
	}
	c, err := n.Games.Chronicle(ctx, t.row, play.AnyPly, engine.Public)
	return err == nil && c.TurnsAfter(t.m.Ply) > 0, err
}

// closedMessage tells a player at the table why no direct message came.
func (n *Notifier) closedMessage(ctx context.Context, t *scene) (discord.Message, error) {
	user := t.Game.Seats[t.m.Seat-1].User
	if !t.View.Moves(t.m.Seat) || user == "" {
		return discord.Message{}, outbox.Obsolete("the player has moved, or has left")
	}
	if t.b.Why == gone {
		return t.gone(), nil
	}
	called, err := n.wasCalled(ctx, t.Game, t.m.Ply, user)
	if err != nil {
		return discord.Message{}, err
	}
	if called {
		return discord.Message{}, outbox.Obsolete("the player has been called at the table")
	}
	return discord.Message{
		Content: t.Say("table.closed", "Ping", discord.MentionUsers(user)),
		Rows:    []discord.Row{posts.OpenHand(t.Texts, t.m.Game)},
		Mention: []match.UserID{user},
	}, nil
}

// gone tells the table that a player shares no server with the bot any more, and offers the vote
// about the seat, after which somebody is sought for it. Its rules say from when.
func (t *scene) gone() discord.Message {
	said := quietly(t.Say("table.gone", "Who", t.who()))
	if _, possible := t.Game.QuorumToOust(t.m.Seat); possible {
		said.Content += " " + t.Say("table.gone-vote", "Who", t.who())
		label := t.Say("tenure.oust", "Who", discord.PlainLabel(t.Game.ShownName(t.m.Seat)))
		said.Rows = discord.Buttons(discord.NewButton(discord.Secondary, label,
			customid.SeatButton(customid.Oust, t.m.Game, t.m.Seat)))
	}
	return said
}

func joined(users []match.UserID) string {
	ids := make([]string, len(users))
	for i, user := range users {
		ids[i] = string(user)
	}
	return strings.Join(ids, " ")
}
