package render

import (
	"errors"

	"github.com/konduktor-bot/konduktor/engine"
)

func (p *painter) closeUp(v *engine.View, o *Options) (Picture, error) {
	return Picture{}, errors.New("draw: not yet")
}
func (p *painter) boardAlt(v *engine.View, o *Options) string { return "" }
func (p *painter) Hand(v engine.View, o Options) (Picture, error) {
	return Picture{}, errors.New("draw: not yet")
}
func (p *painter) Sheet(v engine.View, o Options) (Picture, error) {
	return Picture{}, errors.New("draw: not yet")
}
