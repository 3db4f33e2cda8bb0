package notify

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"

	"konduktor/bot/discord"
	"konduktor/bot/outbox"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// toGuest makes a message about a revision of a lobby and somebody who need have no seat in it,
// named by the Body: to a user, or without one to the lobby's channel.
func (n *Notifier) toGuest(g match.Game, kind storage.Kind, user,
	about match.UserID,
) storage.Message {
	h := fnv.New32a()
	_, _ = h.Write([]byte(about)) // never fails
	short := strconv.FormatUint(uint64(h.Sum32()%(36*36*36*36)), 36)
	m := with(n.about(g, kind, revision(g), engine.Public, user), body{User: about})
	m.Nonce = fmt.Sprintf("%s%s.%s.%s", n.kinds[kind].tag, g.ID, revision(g), short)
	return m
}

func (n *Notifier) sendKnock(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(g.Asking, func(a match.Guest) bool { return a.User == bodyOf(m).User })
	if g.State != match.Lobby || at < 0 {
		return nil, outbox.Obsolete("nobody asks to be let in any more")
	}
	p := posts.About(g, posts.Knock, engine.Public)
	p.Subject = string(bodyOf(m).User)
	return n.ask(ctx, m, p, discord.Message{
		Content: texts.Say("direct.knock", append(n.Posts.Args(ctx, texts, g), "Name",
			discord.Plain(g.Asking[at].Name))...),
		Rows: discord.Buttons(posts.AdmitButton(texts, g, g.Asking[at])),
	})
}

func (n *Notifier) sendSeated(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	if g.SeatOf(m.User) == engine.Public || g.State != match.Lobby {
		return nil, outbox.Obsolete("the user has no seat in a lobby")
	}
	return n.ask(ctx, m, posts.About(g, posts.Hello, engine.Public), discord.Message{
		Content: texts.Say("direct.hello", n.Posts.Args(ctx, texts, g)...),
	})
}

func (n *Notifier) sendInvitation(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := n.Store.Game(ctx, m.Game)
	if err != nil {
		return nil, err
	}
	if g.State != match.Lobby || !slices.Contains(posts.StillInvited(g), bodyOf(m).User) {
		return nil, outbox.Obsolete("the user is not invited any more")
	}
	p := posts.About(g, posts.Invited, engine.Public)
	p.Subject = string(bodyOf(m).User)
	return n.inChannel(ctx, g, p, m.Nonce, bodyOf(m).User)
}

func (n *Notifier) renamedMessage(_ context.Context, t *scene) (discord.Message, error) {
	said := t.Say("table.renamed", "Name", t.who(), "To", discord.Plain(t.Game.Name))
	if t.Game.Name == "" {
		said = t.Say("table.unnamed", "Name", t.who())
	}
	return quietly(said), nil
}

func (n *Notifier) endedMessage(_ context.Context, t *scene) (discord.Message, error) {
	return discord.Message{Content: t.Say("table.ended", "Game", string(t.m.Game))}, nil
}

func (n *Notifier) settledMessage(_ context.Context, t *scene) (discord.Message, error) {
	lines := append([]string{t.Say("table.settled")}, t.RatedLines()...)
	return discord.Message{Content: discord.Lines(lines)}, nil
}

func (n *Notifier) takenOutMessage(_ context.Context, t *scene) (discord.Message, error) {
	return quietly(t.RemovedLine(t.m.Seat)), nil
}

func (n *Notifier) pardonedMessage(_ context.Context, t *scene) (discord.Message, error) {
	return t.withDeadlines(t.Say("table.pardoned", "Who", t.who())), nil
}
