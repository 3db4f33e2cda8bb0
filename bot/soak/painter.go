package soak

import (
	"errors"
	"fmt"

	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
	"konduktor/render"
)

// painter paints a view as all that can be read out of it: two such pictures are alike only if all that a painter was given
// is. Those for the seat with the secret are alike in no two games, whatever they show: somebody else who gets one can tell.
// When it really paints, the pictures are those of render.
type painter struct {
	really render.Painter
	made   render.Painter // kept once it was made
	secret engine.Seat
	mark   string // of the game
}

// prepare readies the painter for the next game.
func (p *painter) prepare(t engine.Title, secret engine.Seat, really bool) (err error) {
	p.really, p.secret = nil, secret
	if !really {
		return nil
	}
	if p.made == nil {
		if p.made, err = render.New(titles.MapOf(t), t.Lexicon()); err != nil {
			return err
		}
	}
	p.really = p.made
	return nil
}

func (p *painter) given(v engine.View, o render.Options) (render.Picture, error) {
	if v.Viewer == p.secret {
		return render.Picture{PNG: []byte(p.mark), Alt: p.mark, Width: 1, Height: 1}, nil
	}
	text, err := notation.MarshalView(&v)
	for i := range o.Turns {
		then, wrong := notation.MarshalView(&o.Turns[i].View)
		text, err = fmt.Appendf(append(text, then...), " %+v", o.Turns[i].Events), errors.Join(err, wrong)
	}
	o.Words, o.Turns = nil, nil // a function, and what was just written
	return render.Picture{PNG: fmt.Appendf(text, "%v %+v", v.Legal(), o), Alt: "picture", Width: 1, Height: 1}, err
}

// Board implements render.Painter.
func (p *painter) Board(v engine.View, o render.Options) (render.Picture, error) {
	if p.really != nil {
		return p.really.Board(v, o)
	}
	return p.given(v, o)
}

// Hand implements render.Painter.
func (p *painter) Hand(v engine.View, o render.Options) (render.Picture, error) {
	if p.really != nil {
		return p.really.Hand(v, o)
	}
	return p.given(v, o)
}

// Sheet implements render.Painter.
func (p *painter) Sheet(v engine.View, o render.Options) (render.Picture, error) {
	if p.really != nil {
		return p.really.Sheet(v, o)
	}
	return p.given(v, o)
}

// Film implements render.Painter.
func (p *painter) Film(v engine.View, o render.Options) (render.Film, error) {
	if p.really != nil {
		return p.really.Film(v, o)
	}
	picture, err := p.given(v, o)
	return render.Film{GIF: picture.PNG, Alt: picture.Alt, Width: 1, Height: 1, Frames: 1}, err
}
