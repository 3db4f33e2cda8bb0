package bottest

import (
	"encoding/base64"
	"errors"
	"fmt"
	"sync"
	"time"

	"konduktor/engine"
	"konduktor/render"
)

// RunningClock goes with the real time until it is put forward.
type RunningClock struct {
	mu      sync.Mutex
	ahead   time.Duration
	waiting map[chan time.Time]bool
}

// Now returns the time.
func (c *RunningClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// After makes a timer. It may fire early: when the clock is put forward all do. Waits under a
// second, which are those of the outbox's pace, take no real time: the clock is put forward by
// them.
func (c *RunningClock) After(d time.Duration) (<-chan time.Time, func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fires := make(chan time.Time, 2)
	if d < time.Second {
		c.ahead += d
		fires <- time.Time{}
		return fires, func() {}
	}
	c.waiting[fires] = true
	timer := time.AfterFunc(d, func() { fires <- time.Time{} })
	return fires, func() {
		timer.Stop()
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.waiting, fires)
	}
}

// Forward puts the clock forward.
func (c *RunningClock) Forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
	for fires := range c.waiting {
		fires <- time.Time{}
		delete(c.waiting, fires)
	}
}

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

// EndCard implements render.EndCarder.
func (StubPainter) EndCard(engine.View, render.Options) (render.Picture, error) {
	return dotWith("end card"), nil
}

// Chances implements render.Painter.
func (StubPainter) Chances(_ engine.View, o render.Options) (render.Picture, error) {
	return dotWith(fmt.Sprintf("chances after %d turns", len(o.Chances)-1)), nil
}

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
