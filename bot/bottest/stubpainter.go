package bottest

import (
	"encoding/base64"
	"errors"
	"fmt"

	"konduktor/engine"
	"konduktor/render"
)

// StubPainter paints one dot: what a picture shows is render's concern.
type StubPainter struct{}

// Dot is the picture that StubPainter paints.
var Dot = func() []byte {
	data, err := base64.StdEncoding.DecodeString(
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
	)
	if err != nil {
		panic(err)
	}
	return data
}()

func dotWith(alt string) render.Picture {
	return render.Picture{PNG: Dot, Alt: alt, Width: 1, Height: 1}
}

// Board implements render.Painter.
func (StubPainter) Board(v engine.View, _ render.Options) (render.Picture, error) {
	return dotWith(fmt.Sprintf("board at %d", v.Ply)), nil
}

// Hand implements render.Painter.
func (StubPainter) Hand(v engine.View, _ render.Options) (render.Picture, error) {
	return dotWith(fmt.Sprintf("hand at %d", v.Ply)), nil
}

// Sheet implements render.Painter.
func (StubPainter) Sheet(engine.View, render.Options) (render.Picture, error) {
	return dotWith("sheet"), nil
}

// EndCard implements render.Painter.
func (StubPainter) EndCard(engine.View, render.Options) (render.Picture, error) {
	return dotWith("end card"), nil
}

// Season implements render.Painter.
func (StubPainter) Season(c render.Card, _ []engine.RouteID, _ []engine.CityID,
) (render.Picture, error) {
	return dotWith(c.Alt), nil
}

// Lobby implements render.Painter.
func (StubPainter) Lobby(c render.Card) (render.Picture, error) { return dotWith(c.Alt), nil }

// Chances implements render.Painter.
func (StubPainter) Chances(_ engine.View, o render.Options) (render.Picture, error) {
	return dotWith(fmt.Sprintf("chances after %d turns", len(o.Chances)-1)), nil
}

// Legend implements render.Painter.
func (StubPainter) Legend(render.Options) (render.Picture, error) { return dotWith("legend"), nil }

// Film implements render.Painter.
func (StubPainter) Film(v engine.View, o render.Options) (render.Film, error) {
	if v.Phase != engine.IsOver || len(o.Turns) == 0 {
		return render.Film{}, errors.New("the game is not over")
	}
	alt := fmt.Sprintf("film of %d turns", len(o.Turns)-1)
	return render.Film{
		GIF:    []byte("GIF89a"),
		Alt:    alt,
		Width:  1,
		Height: 1,
		Frames: len(o.Turns),
	}, nil
}
