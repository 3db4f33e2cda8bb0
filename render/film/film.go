// Package film scripts the film of a finished game: a frame for each turn, each ticket opened, and
// the result. It says what each frame shows and for how long.
package film

import (
	"fmt"

	"konduktor/render/raster"
)

// Width is the width of every film, in pixels.
const Width = 720

// Film is a finished film, a GIF that loops.
type Film struct {
	GIF           []byte
	Alt           string // alternative text
	Width, Height int    // pixels
	Frames        int
}

// Shoot makes the film of a script. It frees the canvases that draw returns.
func Shoot(script []Shot, draw func(*Shot) *raster.Canvas, alt string) (Film, error) {
	var reel raster.Reel
	f := Film{Alt: alt, Frames: len(script)}
	for i := range script {
		c := draw(&script[i])
		f.Width, f.Height = c.W, c.H
		err := reel.Add(c, script[i].Hundredths)
		c.Free()
		if err != nil {
			return Film{}, fmt.Errorf("make frame %d of a film: %w", i+1, err)
		}
	}
	f.GIF = reel.GIF()
	return f, nil
}
