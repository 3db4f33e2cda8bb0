package message

import (
	"context"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Endings replays finished games.
type Endings interface {
	Courses
	Chronicle(ctx context.Context, row match.Game, upTo engine.Ply, viewer engine.Seat,
	) (*play.Chronicle, error)
}

// PostShared is the kind of a post that shows a finished try at the deal of a day where it was
// asked for.
const PostShared storage.Kind = "daily-shared"

// Outcome tells those who were not at a table how its game ended: heading, a sentence, the points
// by place. place says on the card where and when that was; "": there is no card.
func (p *Pictures) Outcome(ctx context.Context, games Endings, texts *locale.Texts,
	g match.Game, heading, place string,
) (discord.Message, error) {
	c, err := games.Chronicle(ctx, g, play.AnyPly, engine.Public)
	if err != nil {
		return discord.Message{}, err
	}
	turns, err := games.Course(ctx, g)
	if err != nil {
		return discord.Message{}, err
	}
	v, s := c.Table.View(engine.Public), Speaker(texts, c.Table)
	Stints(s, c)
	m := discord.Message{Content: discord.Lines([]string{heading, s.Outcome(&v, turns)})}
	if place != "" {
		m.Files = p.EndCard(ctx, c.Table, v, texts, place)
	}
	return m, nil
}
