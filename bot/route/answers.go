package route

import (
	"context"
	"sync"
)

// rememberedAnswers bounds the memory of arrived answers: more than interactions that can be
// waiting for the outbox.
const rememberedAnswers = 1024

// Answers says what became of the answers to interactions, in this process alone. Its methods can
// be called from any goroutine.
type Answers struct {
	mu       sync.Mutex
	underWay map[string]int // deliveries of an interaction that are being answered
	arrived  map[string]bool
	typed    map[string]chan struct{} // commands that are being carried out; closed at the end
	order    []string                 // of those in arrived, oldest first
}

// NewAnswers returns an empty memory.
func NewAnswers() *Answers {
	return &Answers{
		underWay: map[string]int{}, arrived: map[string]bool{}, typed: map[string]chan struct{}{},
	}
}

// UnderWay reports whether an interaction is being answered.
func (a *Answers) UnderWay(interaction string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.underWay[interaction] > 0
}

// Arrived reports whether the whole answer to an interaction that made a move is known to have
// arrived. Other answers, such as the sentence of an error, do not count.
func (a *Answers) Arrived(interaction string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.arrived[interaction]
}

// turn waits until the same typed command is not being carried out and answered: only then it is
// known whether typing it again means another move. end ends the turn.
func (a *Answers) turn(ctx context.Context, typed string) (end func()) {
	mine := make(chan struct{})
	for {
		a.mu.Lock()
		other := a.typed[typed]
		if other == nil {
			a.typed[typed] = mine
		}
		a.mu.Unlock()
		if other == nil {
			return func() {
				a.mu.Lock()
				defer a.mu.Unlock()
				delete(a.typed, typed)
				close(mine)
			}
		}
		select {
		case <-other:
		case <-ctx.Done():
			return func() {}
		}
	}
}

func (a *Answers) begin(interaction string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.underWay[interaction]++
}

func (a *Answers) end(interaction string, arrived bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.underWay[interaction]--; a.underWay[interaction] == 0 {
		delete(a.underWay, interaction)
	}
	if !arrived || a.arrived[interaction] {
		return
	}
	a.arrived[interaction] = true
	if a.order = append(a.order, interaction); len(a.order) > rememberedAnswers {
		delete(a.arrived, a.order[0])
		a.order = a.order[1:]
	}
}
