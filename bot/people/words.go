package people

import (
	"context"
	"errors"
	"fmt"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/speech"
	"konduktor/storage"
)

// wordsEvery is how often a person who writes plain words is told that they are not read.
const wordsEvery = 24 * time.Hour

// AnswerWords tells a person who wrote plain words in direct messages how to play: the bot does not
// read them. Each person gets one such answer a day, in their language as far as it is known.
func (p *People) AnswerWords(ctx context.Context, catalog *locale.Catalog, e discord.Event,
	now time.Time,
) error {
	if !p.words.due(e.User, now, wordsEvery) {
		return nil
	}
	u, err := p.Store.User(ctx, e.User)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	texts := p.Texts(ctx, catalog, e.User, u.Locale)
	if _, err := p.API.Send(ctx, e.Channel, discord.Message{
		Content: texts.Say("direct.words"),
		Rows:    discord.Buttons(speech.LearnButton(texts, "learn.begin")),
		Nonce:   "w" + string(e.Message),
	}); err != nil {
		return fmt.Errorf("answer a direct message: %w", err)
	}
	return nil
}
