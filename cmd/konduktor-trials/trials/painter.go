package trials

import (
	"errors"
	"fmt"

	"konduktor/bot/bottest"
	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
	"konduktor/render"
)

// painter paints as render does, or describes what it is given.
type painter struct {
	render.Painter
	made render.Painter // of render, once it was made
	mark string         // of the game
}

func (p *painter) prepare(t engine.Title, secret engine.Seat, really bool) (err error) {
	if p.Painter = (bottest.ViewPainter{Of: describer{secret, p.mark}.describe}); !really {
		return nil
	}
	if p.made == nil {
		p.made, err = render.New(titles.MapOf(t), t.Lexicon())
	}
	p.Painter = p.made
	return err
}

// describer paints a view as all that can be read out of it. Pictures for the seat with the secret
// are alike in no two games: anybody else who gets one can tell.
type describer struct {
	secret engine.Seat
	mark   string // of the game
}

func (d describer) describe(v engine.View, o render.Options) (render.Picture, error) {
	if v.Viewer == d.secret {
		return render.Picture{PNG: []byte(d.mark), Alt: d.mark, Width: 1, Height: 1}, nil
	}
	text, err := notation.MarshalView(&v)
	for i := range o.Turns {
		then, wrong := notation.MarshalView(&o.Turns[i].View)
		text, err = fmt.Appendf(append(text, then...), " %+v", o.Turns[i].Events), errors.Join(err, wrong)
	}
	o.Words, o.Turns = nil, nil // a function, and what was just written
	png := fmt.Appendf(text, "%v %+v", v.Legal(), o)
	return render.Picture{PNG: png, Alt: "picture", Width: 1, Height: 1}, err
}
