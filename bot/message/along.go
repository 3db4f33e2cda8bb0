package message

import (
	"context"

	"konduktor/bot/locale"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
)

// Along says which moves of its viewer were taken back with another player's since the viewer's
// last move that stands, and by whom: a sentence for each time, the oldest first. A chronicle that
// does not reach to the present has none.
func (p *Panels) Along(ctx context.Context, texts *locale.Texts, c *play.Chronicle,
) ([]string, error) {
	if c.Table.Branch == 0 || c.Viewer == engine.Public {
		return nil, nil
	}
	annals, err := p.games.Annals(ctx, c.Table.Game, c.Viewer)
	if err != nil {
		return nil, err
	}
	v, s := c.Table.View(c.Viewer), Speaker(texts, c.Table)
	var said []string
	for _, gone := range match.Along(annals, c.Viewer) {
		said = append(said, s.Along(&v, gone.By, gone.Events))
	}
	return said, nil
}
