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
	atTable, _, err := n.calledAtTable(ctx, g, m.User)
	if err != nil {
		return nil, err
	}
	why := bodyOf(m).Why
	news := planNews(texts, why)
	told := discord.Message{
		Content: strings.Join(append([]string{n.Posts.Heading(ctx, texts, g)}, news...), "\n"),
	}
	switch waits := g.WaitsFor(m.User); {
	case waits && atTable:
		said := texts.Say("plan.call", "Ping", discord.MentionUsers(m.User), "Game", string(g.ID))
		return n.callAtTable(ctx, texts, g, m, posts.About(g, posts.Call, m.Seat), said)
	case waits:
		return n.sendPlanPanel(ctx, g, m, told, news)
	case why == "" || atTable && why == planDone:
		return n.overtake(ctx, g, m, "the player has moved", nil)
	}
	kind := posts.Panel // an earlier attempt brought it
	if why == planDone {
		kind = posts.Answer
		told, err = n.Panels.Painted(ctx, texts, message.Request{
			Game: g, Seat: m.Seat, Ply: m.Ply, Stage: speech.Carried, News: news,
		})
		if err != nil {
			return nil, err
		}
	}
	if len(told.Rows) == 0 && !m.Doubt {
		return n.tell(ctx, m, told)
	}
	p := posts.About(g, kind, m.Seat)
	p.User, p.Ply, p.Head = m.User, m.Ply, m.Head
	if p, err = n.Posts.Named(ctx, g, p); err != nil {
		return nil, err
	}
	return n.ask(ctx, m, p, told)
}

// sendPlanPanel writes to a player whose turn waits although there was a plan, or since it goes on
// with what was not planned. A player who has the panel is only told the news.
func (n *Notifier) sendPlanPanel(ctx context.Context, g match.Game, m storage.Message,
	told discord.Message, news []string,
) ([]storage.Post, error) {
	_, shown, err := n.shown(ctx, g, m)
	why := bodyOf(m).Why
	switch {
	case err != nil:
		return nil, err
	case shown && why == "":
		return n.overtake(ctx, g, m, "the player has the panel", nil)
	case shown:
		return n.tell(ctx, m, told)
	}
	p := posts.About(g, posts.Panel, m.Seat)
	if why == planDone {
		p.Subject = posts.Carried
	}
	return n.begin(ctx, g, m, p, false, news...)
}

// planNews says what has become of a plan; nothing if its player has overtaken it.
func planNews(texts *locale.Texts, why string) []string {
	switch why {
	case "":
		return nil
	case planDone:
		return []string{texts.Say("plan.done")}
	}
	return []string{texts.Say("plan.ended-" + why)}
}

func (n *Notifier) callAtTable(ctx context.Context, texts *locale.Texts, g match.Game,
	m storage.Message, p storage.Post, said string,
) ([]storage.Post, error) {
	id, err := n.API.Send(ctx, g.Thread, discord.Message{
		Content: said, Mention: []match.UserID{m.User},
		Rows: []discord.Row{posts.OpenHand(texts, g.ID)}, Nonce: m.Nonce,
	})
	if err != nil {
		return nil, fmt.Errorf("call a player at the table: %w", err)
	}
	p.Channel, p.Message = g.Thread, id
	return []storage.Post{p}, nil
}
