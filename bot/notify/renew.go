package notify

import (
	"context"
	"fmt"
	"slices"

	"konduktor/bot/atlas"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/panel"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// PostPanel is the kind of posts that are panels in a player's direct messages.
const PostPanel = "panel"

// aboutHint is the About of a message beside the panel of its seat: a hint, which has buttons of
// its own, or the panel that a hint has replaced. It goes once its player has moved.
const aboutHint = "hint"

// click is the click or command in a direct message that made a move: the answer to it shows the
// panel after the move.
type click struct {
	message     match.MessageID // "" for a command: its answer is a new message
	interaction string
	open        bool // after the move the seat is to move again
}

// renewals has the panels of those whom a game waits for say until when, after a change of their
// clocks.
func (n *Notifier) renewals(g match.Game) []storage.Message {
	var out []storage.Message
	for i, s := range g.Seats {
		if user := s.Player(); user != "" && g.WaitsFor(user) {
			m := with(n.toUser(g, Panel, engine.Seat(i+1), user), body{Times: true})
			out = append(out, m)
		}
	}
	return out
}

// clickOf returns the click that a renewal of panels follows.
func clickOf(m storage.Message) click {
	b := bodyOf(m)
	return click{b.Click, b.Answer, b.Open}
}

// Ready reports whether a message may be sent (outbox.Messages). A panel waits while the click or
// undo that caused it is being answered, since the answer may be a panel that lasts. So does a call
// to a seat, until its new player has been greeted.
func (n *Notifier) Ready(m storage.Message) bool {
	if _, known := n.doer(m.Kind); !known {
		return true // an event, whose body is not ours
	}
	b := bodyOf(m)
	return m.Kind != Panel && !b.Waits || !n.Answers.UnderWay(b.Answer)
}

// AfterAnswer has those messages to a user that call to a turn wait for the answer to an
// interaction of theirs, which greets them.
func AfterAnswer(out []storage.Message, user match.UserID, interaction string) []storage.Message {
	for i := range out {
		if out[i].User == user && out[i].Kind == YourTurn {
			out[i].Body = body{Waits: true, Answer: interaction}.encode()
		}
	}
	return out
}

// renewPanels brings the player's panels up to date after a move: the one of the turn under way
// shows what is due next, all others that they are done with. A clicked panel shows it already if
// its answer has arrived.
func (n *Notifier) renewPanels(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.player(ctx, m)
	if err != nil {
		return nil, err
	}
	if g.Seats[m.Seat-1].Automated && g.State == match.Running {
		if err := n.renewAway(ctx, texts, g, m); err != nil {
			return nil, err
		}
	}
	clicked := clickOf(m)
	if _, undone := undoneBy(m); undone || bodyOf(m).Times {
		clicked = click{}
	}
	posts, err := n.panelsOf(ctx, m, clicked.message)
	if err != nil {
		return nil, err
	}
	var kept []storage.Post
	if i := slices.IndexFunc(posts, isMessage(clicked.message)); i >= 0 &&
		n.Answers.Arrived(clicked.interaction) {
		shown := posts[i]
		posts = slices.Delete(posts, i, i+1)
		shown.Ply, shown.Head, shown.About = m.Ply, m.Head, "" // it may have been a hint
		if !clicked.open {
			shown.Kind, shown.About = PostLive, topicBack
		}
		kept = append(kept, shown)
	}
	if len(posts) == 0 {
		return kept, nil
	}
	c, err := n.Games.Chronicle(ctx, g, route.AnyPly, m.Seat)
	if err != nil {
		return kept, err
	}
	s := situationOf(g, m, clicked, posts, c.EndOfTurn(m.Seat))
	for i, p := range posts {
		f := s.of(p)
		if i == len(posts)-1 && len(kept) == 0 && g.Alone() && g.State == match.Running {
			f.forget = false // it will be the panel of the next turn
		}
		if err := n.renew(ctx, texts, c, m, p, f.look); err != nil {
			return kept, err
		}
		if f.forget {
			if err := n.Store.Unpost(ctx, p); err != nil {
				return kept, err
			}
		} else if p.Message == clicked.message { // now it has menus, whether it was a panel or not
			p.About = ""
			if p.Ply > g.Ply { // its position was taken back
				p.Ply, p.Head = g.Ply, g.Head
			}
			kept = append(kept, p)
		}
	}
	return kept, nil
}

func (n *Notifier) renew(ctx context.Context, texts *locale.Texts, c *play.Chronicle,
	m storage.Message, p storage.Post, l look,
) error {
	g := c.Table.Game
	want := panel.Request{Game: g, Seat: p.Seat, Ply: route.AnyPly, Past: true}
	switch l {
	case asItIs:
		return nil
	case gone:
		return n.settleHint(ctx, texts, p)
	case goesOn:
		want.Own, want.News = true, []string{texts.Say("panel.elsewhere")}
	case takenBack:
		by, _ := undoneBy(m)
		v := c.Table.View(m.Seat)
		who := atlas.Speaker(texts, c.Table).Seat(&v, by)
		want.Told, want.News = true, []string{texts.Say("undo.panel", "Who", who)}
	case ofItsTurn:
		return n.renewPanel(ctx, texts, g, p, c.EndOfTurn(m.Seat))
	case ofNow:
		return n.renewPanel(ctx, texts, g, p, route.AnyPly)
	}
	message, err := n.Panels.Text(ctx, texts, want)
	if err != nil {
		return err
	}
	return n.editPanel(ctx, p, message)
}

// settleHint deletes a hint of a past position, and then forgets it, so that a restart in between
// deletes it again. If a click has made it a panel meanwhile, it stays. If Discord refuses for
// good, one line is left of it.
func (n *Notifier) settleHint(ctx context.Context, texts *locale.Texts, p storage.Post) error {
	is, known, err := n.known(ctx, p)
	if err != nil || !known || is.About != aboutHint {
		return err
	}
	err = n.API.Delete(ctx, p.Channel, p.Message)
	if discord.IsFinal(err) {
		err = n.editPanel(ctx, p, discord.Message{Content: texts.Say("advice.used")})
	}
	if err != nil {
		return fmt.Errorf("delete a hint: %w", err)
	}
	return n.Store.Unpost(ctx, p)
}

// panelsOf lists the panels of a message's seat, with the clicked message, which need not have been
// one.
func (n *Notifier) panelsOf(ctx context.Context, m storage.Message,
	clicked match.MessageID,
) ([]storage.Post, error) {
	posts, err := n.Store.Posts(ctx, m.Game, PostPanel)
	if err != nil {
		return nil, err
	}
	posts = slices.DeleteFunc(posts, func(p storage.Post) bool { return p.Seat != m.Seat })
	if len(posts) == 0 && clicked == "" {
		return nil, nil
	}
	u, err := n.People.User(ctx, m.User)
	if err != nil {
		return nil, err
	}
	// Others may have played the seat before: what it holds now must not reach their panels.
	posts = slices.DeleteFunc(posts, func(p storage.Post) bool { return p.Channel != u.DM })
	if clicked == "" || u.DM == "" || slices.ContainsFunc(posts, isMessage(clicked)) {
		return posts, nil
	}
	return append(posts, storage.Post{
		Game: m.Game, Kind: PostPanel, Seat: m.Seat, Ply: m.Ply - 1, Channel: u.DM, Message: clicked,
	}), nil
}

func isMessage(id match.MessageID) func(storage.Post) bool {
	return func(p storage.Post) bool { return p.Message == id }
}

// renewPanel edits a panel to show the game as it is, or as it was at a ply. A panel that is gone
// needs nothing.
func (n *Notifier) renewPanel(ctx context.Context, texts *locale.Texts, g match.Game,
	p storage.Post, at engine.Ply,
) error {
	message, err := n.panelAt(ctx, texts, g, p.Seat, at)
	if err != nil {
		return err
	}
	return n.editPanel(ctx, p, message)
}

// editPanel makes a panel another message. A panel that is gone needs nothing.
func (n *Notifier) editPanel(ctx context.Context, p storage.Post, message discord.Message) error {
	err := n.API.Edit(ctx, p.Channel, p.Message, whole(message))
	if err == nil || discord.IsGone(err) {
		return nil
	}
	return fmt.Errorf("edit a panel: %w", err)
}

// panelAt is a panel as it has to look now, or looked at the end of a turn. A player who has
// nothing to do needs no pictures.
func (n *Notifier) panelAt(ctx context.Context, texts *locale.Texts, g match.Game,
	seat engine.Seat, at engine.Ply,
) (discord.Message, error) {
	switch {
	case g.State == match.Cancelled:
		return discord.Message{Content: texts.Say("problem.game-cancelled", "Game", string(g.ID))}, nil
	case at != route.AnyPly, !g.WaitsFor(g.Seats[seat-1].User):
		return n.Panels.Text(ctx, texts, panel.Request{
			Game: g, Seat: seat, Ply: at, Past: true,
			Own: true,
		})
	}
	return n.Panels.Painted(ctx, texts, panel.Request{
		Game: g, Seat: seat, Ply: route.AnyPly,
		Own: true,
	})
}

// PanelShown remembers a panel that an answer shows in a direct message, so that moves made
// elsewhere bring it up to date.
func (n *Notifier) PanelShown(ctx context.Context, p route.Panel, channel match.ChannelID,
	id match.MessageID,
) {
	if err := n.rememberPanel(ctx, p, channel, id); err != nil {
		n.Log.ErrorContext(ctx, "panel not remembered", "game", p.Game, "error", err)
	}
}

// replace has a hint that becomes the panel change places with the panels beside it, so that a turn
// leaves one message.
func (n *Notifier) replace(ctx context.Context, hint storage.Post, posts []storage.Post) error {
	for _, p := range posts {
		beside := p.Seat == hint.Seat && p.Channel == hint.Channel && p.Ply == hint.Ply &&
			p.Head == hint.Head
		if beside && p.About != aboutHint {
			p.About = aboutHint
			if err := n.Store.SavePost(ctx, p); err != nil {
				return err
			}
		}
	}
	return nil
}

func (n *Notifier) rememberPanel(ctx context.Context, p route.Panel, channel match.ChannelID,
	id match.MessageID,
) error {
	g, err := n.Store.Game(ctx, p.Game)
	if err != nil {
		return err
	}
	moved := g.Ply != p.Ply || g.Head != p.Head
	posts, err := n.Store.Posts(ctx, p.Game, PostPanel)
	if err != nil {
		return err
	}
	post := storage.Post{
		Game: p.Game, Kind: PostPanel, Seat: p.Seat, Ply: p.Ply, Head: p.Head, Channel: channel,
		Message: id,
	}
	if p.Doubtful { // it may look as before, so it fits no position and the next move renews it
		post.Ply, post.Head = p.Ply-1, match.Link{}
	} else if p.Hint {
		post.About = aboutHint
	} else if !moved && !g.WaitsFor(g.Seats[p.Seat-1].User) {
		// it has no menus, but may offer to take the move back
		post.Kind, post.About = PostLive, topicBack
	}
	if slices.Contains(posts, post) {
		return nil
	}
	if err := n.Store.SavePost(ctx, post); err != nil {
		return err
	}
	if i := slices.IndexFunc(posts, isMessage(id)); i >= 0 && posts[i].About == aboutHint && !p.Hint {
		if err := n.replace(ctx, posts[i], posts); err != nil {
			return err
		}
	}
	if !moved {
		return nil
	}
	return n.enqueue(ctx, n.toPlayer(g, Panel, p.Seat))
}
