package route

import (
	"sync"

	"konduktor/engine/match"
)

// Answers says which interactions are being answered, in this process alone. Its methods can be
// called from any goroutine.
type Answers struct {
	mu       sync.Mutex
	underWay map[string]int          // deliveries of an interaction that are being answered
	changing map[match.MessageID]int // answers to clicks on a message that are under way
	typed    *Turns                  // of commands that are being carried out and answered
}

// NewAnswers returns an empty memory.
func NewAnswers() *Answers {
	return &Answers{
		underWay: map[string]int{}, changing: map[match.MessageID]int{}, typed: NewTurns(),
	}
}

// UnderWay reports whether an interaction is being answered.
func (a *Answers) UnderWay(interaction string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.underWay[interaction] > 0
}

// Changing reports whether an answer is about to change a message.
func (a *Answers) Changing(message match.MessageID) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.changing[message] > 0
}

func (a *Answers) begin(interaction string, clicked match.MessageID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.underWay[interaction]++
	if clicked != "" {
		a.changing[clicked]++
	}
}

func (a *Answers) end(interaction string, clicked match.MessageID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.underWay[interaction]--; a.underWay[interaction] == 0 {
		delete(a.underWay, interaction)
	}
	if a.changing[clicked]--; a.changing[clicked] <= 0 {
		delete(a.changing, clicked)
	}
}
