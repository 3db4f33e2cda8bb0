package notify

import (
	"context"
	"slices"
	"strconv"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/outbox"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// sendPairing asks a person in a lobby whether to be the partner of another one. The body is the
// number of the wish.
func (n *Notifier) sendPairing(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(g.Pairing, func(p match.Pair) bool {
		return p.With == m.User && p.N == bodyOf(m).Number
	})
	if i < 0 || g.State != match.Lobby {
		return nil, outbox.Obsolete("nobody wishes it any more")
	}
	name := discord.Plain(g.NameOf(g.Pairing[i].From))
	id := func(a customid.Action) string {
		return customid.VoteButton(a, g.ID, g.Pairing[i].N)
	}
	p := posts.About(g, posts.Pair, engine.Public)
	p.Subject = strconv.Itoa(bodyOf(m).Number)
	return n.ask(ctx, m, p, discord.Message{
		Content: texts.Say("lobby.pair-ask", append(n.Posts.Args(ctx, texts, g), "Name", name)...),
		Rows: discord.Buttons(
			discord.NewButton(discord.Success, texts.Say("lobby.pair-yes"), id(customid.Pair)),
			discord.NewButton(discord.Secondary, texts.Say("lobby.pair-no"), id(customid.Apart)),
		),
	})
}

// sendPaired tells who asked for a partner whether they agreed. What is known by then anyway is not
// told.
func (n *Notifier) sendPaired(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	b := bodyOf(m)
	name := discord.Plain(g.NameOf(b.User))
	if g.State != match.Lobby || name == "" || g.SeatOf(m.User) == engine.Public {
		return nil, outbox.Obsolete("one of the two has left, or the game has begun")
	}
	said := "lobby.pair-no-told"
	if b.Agreed {
		said = "lobby.pair-yes-told"
	}
	return n.tell(ctx, m, discord.Message{
		Content: texts.Say(said, append(n.Posts.Args(ctx, texts, g), "Name", name)...),
	})
}
