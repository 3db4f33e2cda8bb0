package notify

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/panel"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// planDone is the Body of a message about a plan that was carried out. Any other Body is why
// nothing came of it, as in the texts plan.ended-…; "" for a plan that its player has overtaken.
const planDone = "done"

// AboutPlan makes the message that tells a player what has become of their plan.
func (n *Notifier) AboutPlan(g match.Game, seat engine.Seat, why match.Outcome) storage.Message {
	return with(n.toPlayer(g, Plan, seat), body{Why: string(why)})
}

// planned reports whether a user has a plan for the turn that has begun. Package planner has them
// called if nothing comes of it.
func (n *Notifier) planned(ctx context.Context, g match.Game, user match.UserID) (bool, error) {
	seat := g.SeatOf(user)
	if seat == engine.Public {
		return false, nil
	}
	p, err := n.Store.Plan(ctx, g.ID, seat)
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return p.User == user, nil
}

// sendPlan tells a player what has become of their plan, with the panel if there is something to do
// now.
func (n *Notifier) sendPlan(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	if seat := g.Seats[m.Seat-1]; seat.User != m.User || seat.Automated {
		return nil, n.takeBack(ctx, texts, g, m)
	}
	habits, err := n.Store.Habits(ctx, m.User)
	if err != nil {
		return nil, err
	}
	u, err := n.People.User(ctx, m.User)
	if err != nil {
		return nil, err
	}
	atTable := g.Thread != "" && (habits.Thread || u.DMs == storage.DMClosed)
	switch waits := g.WaitsFor(m.User); {
	case waits && atTable:
		return n.callTo(ctx, texts, g, m)
	case waits:
		return n.sendPlanPanel(ctx, texts, g, m)
	case bodyOf(m).Why == "" || atTable && bodyOf(m).Why == planDone:
		return nil, n.takeBack(ctx, texts, g, m)
	}
	message := discord.Message{Content: strings.Join(n.planNews(ctx, texts, g, m), "\n")}
	if bodyOf(m).Why == planDone {
		// The plan may have left a move to do that its player has made since: the panel asks for nothing.
		past := g.Ply != m.Ply || g.Head != m.Head
		want := panel.Request{
			Game: g, Seat: m.Seat, Ply: m.Ply, News: n.planNews(ctx, texts, g, m)[1:],
			Done: true, Planned: true, Past: past,
		}
		if message, err = n.Panels.Painted(ctx, texts, want); err != nil {
			return nil, err
		}
	}
	channel, id, err := n.writeOver(ctx, m, message)
	if err != nil || len(message.Rows) == 0 {
		return nil, err
	}
	return []storage.Post{{
		Game: g.ID, Kind: PostLive, Seat: m.Seat, Ply: m.Ply, Head: m.Head, About: topicBack,
		Channel: channel, Message: id,
	}}, nil
}

// writeOver writes a direct message. If an earlier attempt may have brought another state of it to
// Discord, the nonce makes it that message, and its text, menus and pictures are replaced.
func (n *Notifier) writeOver(ctx context.Context, m storage.Message,
	message discord.Message,
) (channel match.ChannelID, id match.MessageID, err error) {
	message.Nonce = m.Nonce
	channel, id, err = n.write(ctx, m.User, message)
	if err != nil || n.fresh.has(m.Nonce) {
		return channel, id, err
	}
	return channel, id, n.editPanel(ctx, storage.Post{Channel: channel, Message: id}, message)
}

// sendPlanPanel writes to a player whose turn waits although there was a plan, or since it goes on
// with what was not planned.
func (n *Notifier) sendPlanPanel(ctx context.Context, texts *locale.Texts, g match.Game,
	m storage.Message,
) ([]storage.Post, error) {
	shown, err := n.shown(ctx, g, m)
	if err != nil {
		return nil, err
	}
	news := n.planNews(ctx, texts, g, m)
	switch {
	case shown && bodyOf(m).Why == "":
		return nil, n.takeBack(ctx, texts, g, m)
	case shown:
		_, _, err = n.writeOver(ctx, m, discord.Message{Content: strings.Join(news, "\n")})
		return nil, err
	}
	message, err := n.Panels.Painted(ctx, texts, panel.Request{
		Game: g, Seat: m.Seat, Ply: route.AnyPly, News: news[1:], Planned: bodyOf(m).Why == planDone,
	})
	if err != nil {
		return nil, err
	}
	channel, id, err := n.writeOver(ctx, m, message)
	if err != nil {
		return nil, err
	}
	return []storage.Post{{
		Game: g.ID, Kind: PostPanel, Seat: m.Seat, Ply: g.Ply, Head: g.Head,
		Channel: channel, Message: id,
	}}, nil
}

// planNews names the game, and says what has become of a plan.
func (n *Notifier) planNews(ctx context.Context, texts *locale.Texts, g match.Game,
	m storage.Message,
) []string {
	lines := []string{n.heading(ctx, texts, g)}
	switch bodyOf(m).Why {
	case "":
	case planDone:
		lines = append(lines, texts.Say("plan.done"))
	default:
		lines = append(lines, texts.Say("plan.ended-"+bodyOf(m).Why))
	}
	return lines
}

// callTo pings a player at the table when their plan did not play the turn.
func (n *Notifier) callTo(ctx context.Context, texts *locale.Texts, g match.Game,
	m storage.Message,
) ([]storage.Post, error) {
	id, err := n.API.Send(ctx, g.Thread, discord.Message{
		Content: texts.Say("plan.call", "Ping", discord.MentionUsers(m.User), "Game",
			string(g.ID)),
		Mention: []match.UserID{m.User}, Rows: []discord.Row{openHand(texts, g.ID)}, Nonce: m.Nonce,
	})
	if err != nil {
		return nil, fmt.Errorf("call a player at the table: %w", err)
	}
	return livePost(g, m.Seat, g.Thread, id, topicTurn), nil
}
