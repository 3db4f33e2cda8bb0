package notify

import (
	"context"
	"fmt"

	"konduktor/bot/atlas"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/outbox"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/engine/match"
	"konduktor/storage"
)

// PostReview is the kind of posts that say what decided finished games.
const PostReview = "review"

// ReviewStands returns where the review of a game stands, "" if nowhere.
func (n *Notifier) ReviewStands(ctx context.Context, g match.Game) (string, error) {
	link, _, err := n.standing(ctx, g, PostReview)
	return link, err
}

// AskReview has the review of a finished game put on its table, once, and again if its message was
// deleted.
func (n *Notifier) AskReview(ctx context.Context, g match.Game) error {
	_, err := n.askOnce(ctx, g, Review, PostReview)
	return err
}

// ReviewMessage says what decided a game, with a chart.
func (n *Notifier) ReviewMessage(ctx context.Context, g match.Game, texts *locale.Texts,
	r review.Review,
) (discord.Message, error) {
	c, err := n.Games.Chronicle(ctx, g, route.AnyPly, engine.Public)
	if err != nil {
		return discord.Message{}, err
	}
	turns, err := n.Games.Course(ctx, g)
	if err != nil {
		return discord.Message{}, err
	}
	v, s := c.Table.View(engine.Public), atlas.Speaker(texts, c.Table)
	m := discord.Message{Content: s.Review(string(g.ID), &v, turns, &r)}
	// One picture: Discord shows two side by side, each half as large.
	if len(r.Known) > 0 {
		m.Files = n.Pictures.Chances(ctx, c.Table, v, texts, s.Chances(&v, &r), false)
	} else {
		then := s.ChancesThen(&v, len(turns), &r)
		m.Files = n.Pictures.Chances(ctx, c.Table, v, texts, then, true)
	}
	return m, nil
}

// sendReview puts the review of a finished game on its table. One that is not kept any more is
// asked for anew.
func (n *Notifier) sendReview(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, err := n.game(ctx, m.Game)
	if err != nil {
		return nil, err
	}
	posts, err := n.Store.Posts(ctx, m.Game, PostReview)
	switch {
	case err != nil:
		return nil, fmt.Errorf("find the review of game %s: %w", m.Game, err)
	case g.Thread == "" || g.State != match.Finished:
		return nil, outbox.Obsolete("the game has no table, or is not over")
	case len(posts) > 0:
		return nil, outbox.Obsolete("the review is on the table")
	}
	r, ok := n.Reviews.Found(g)
	if !ok {
		return nil, outbox.Obsolete("the review is made anew")
	}
	message, err := n.ReviewMessage(ctx, g, n.Catalog.Texts(g.Locale), r)
	if err != nil {
		return nil, err
	}
	message.Nonce, message.Silent = m.Nonce, true
	id, err := discord.TextOnly(message, func(m discord.Message) (match.MessageID, error) {
		return n.API.Send(ctx, g.Thread, m)
	})
	if err != nil {
		return nil, fmt.Errorf("send to the table: %w", err)
	}
	return []storage.Post{{
		Game: g.ID, Kind: PostReview, Ply: g.Ply, Head: g.Head, Channel: g.Thread,
		Message: id,
	}}, nil
}
