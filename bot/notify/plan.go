package notify

import (
	"context"
	"fmt"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/posts"
	"konduktor/bot/speech"
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

// sendPlan tells a player what has become of their plan, with the panel if there is something to do
// now.
func (n *Notifier) sendPlan(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	if seat := g.Seats[m.Seat-1]; seat.User != m.User || seat.Automated {
		return n.overtake(ctx, g, m, "somebody else plays the seat", nil)
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
		said := texts.Say("plan.call", "Ping", discord.MentionUsers(m.User), "Game", string(g.ID))
		return n.callAtTable(ctx, texts, g, m, said)
	case waits:
		return n.sendPlanPanel(ctx, texts, g, m)
	case bodyOf(m).Why == "" || atTable && bodyOf(m).Why == planDone:
		return n.overtake(ctx, g, m, "the player has moved", nil)
	}
	told := discord.Message{Content: strings.Join(n.planNews(ctx, texts, g, m), "\n")}
	if bodyOf(m).Why == planDone {
		want := message.Request{
			Game: g, Seat: m.Seat, Ply: m.Ply, Stage: speech.Carried,
			News: n.planNews(ctx, texts, g, m)[1:],
		}
		if told, err = n.Panels.Painted(ctx, texts, want); err != nil {
			return nil, err
		}
	}
	if len(told.Rows) == 0 && !m.Doubt {
		return n.tell(ctx, m, told)
	}
	kind := posts.Answer
	if bodyOf(m).Why != planDone { // an earlier attempt brought the panel
		kind = posts.Panel
	}
	p := posts.About(g, kind, m.Seat)
	p.User, p.Ply, p.Head = m.User, m.Ply, m.Head
	if p, err = n.Posts.Named(ctx, g, p); err != nil {
		return nil, err
	}
	return n.ask(ctx, m, p, told)
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
		return n.overtake(ctx, g, m, "the player has the panel", nil)
	case shown:
		return n.tell(ctx, m, discord.Message{Content: strings.Join(news, "\n")})
	}
	p := posts.About(g, posts.Panel, m.Seat)
	p.User = m.User
	if bodyOf(m).Why == planDone {
		p.Subject = posts.Carried
	}
	message, p, err := n.Posts.Begin(ctx, g, p, news[1:]...)
	if err != nil {
		return nil, err
	}
	return n.ask(ctx, m, p, message)
}

// planNews names the game, and says what has become of a plan.
func (n *Notifier) planNews(ctx context.Context, texts *locale.Texts, g match.Game,
	m storage.Message,
) []string {
	lines := []string{n.Posts.Heading(ctx, texts, g)}
	switch bodyOf(m).Why {
	case "":
	case planDone:
		lines = append(lines, texts.Say("plan.done"))
	default:
		lines = append(lines, texts.Say("plan.ended-"+bodyOf(m).Why))
	}
	return lines
}

// callAtTable pings the receiver of a letter at the table.
func (n *Notifier) callAtTable(ctx context.Context, texts *locale.Texts, g match.Game,
	m storage.Message, said string,
) ([]storage.Post, error) {
	id, err := n.API.Send(ctx, g.Thread, discord.Message{
		Content: said, Mention: []match.UserID{m.User},
		Rows: []discord.Row{posts.OpenHand(texts, g.ID)}, Nonce: m.Nonce,
	})
	if err != nil {
		return nil, fmt.Errorf("call a player at the table: %w", err)
	}
	p := posts.About(g, posts.Call, m.Seat)
	p.Channel, p.Message = g.Thread, id
	return []storage.Post{p}, nil
}
