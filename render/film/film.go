// Package film turns a finished game into a moving picture: a frame a turn, then the tickets opened one by one, then the
// result. It says what each frame shows and for how long; the painters draw them.
package film

import (
	"fmt"

	"konduktor/render/raster"
)

// Width is the width of every film, in pixels.
const Width = 720

// Film is a finished film: a GIF that is repeated for ever.
type Film struct {
	GIF           []byte
	Alt           string // alternative text
	Width, Height int    // pixels
	Frames        int
}

// Stage draws the frames of one game.
type Stage interface {
	// Frame draws what a shot shows. The canvas is freed by the caller.
	Frame(s *Shot) *raster.Canvas
}

// Shoot makes the film of a script, with its alternative text.
func Shoot(script []Shot, stage Stage, alt string) (Film, error) {
	var reel raster.Reel
	f := Film{Alt: alt, Frames: len(script)}
	for i := range script {
		if err := f.shoot(&reel, stage, &script[i]); err != nil {
			return Film{}, fmt.Errorf("make frame %d of a film: %w", i+1, err)
		}
	}
	f.GIF = reel.GIF()
	return f, nil
}

func (f *Film) shoot(reel *raster.Reel, stage Stage, s *Shot) error {
	c := stage.Frame(s)
	defer c.Free()
	f.Width, f.Height = c.W, c.H
	return reel.Add(c, s.Hundredths)
}
