package notify

import (
	"context"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/outbox"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/engine/match"
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
	c, err := n.Games.Chronicle(ctx, g, play.AnyPly, engine.Public)
	if err != nil {
		return discord.Message{}, err
	}
	turns, err := n.Games.Course(ctx, g)
	if err != nil {
		return discord.Message{}, err
	}
	v, s := c.Table.View(engine.Public), message.Speaker(texts, c.Table)
	m := discord.Message{Content: s.Review(string(g.ID), &v, turns, &r)}
	m.Files = n.Pictures.Chances(ctx, c.Table, v, texts, s.Chances(&v, &r))
	return m, nil
}

// review is the review of a finished game. One that is not kept any more is asked for anew.
func (n *Notifier) review(ctx context.Context, g match.Game, texts *locale.Texts,
) (discord.Message, error) {
	r, ok := n.Reviewed(g)
	if !ok {
		return discord.Message{}, outbox.Obsolete("the review is made anew")
	}
	return n.ReviewMessage(ctx, g, texts, r)
}
