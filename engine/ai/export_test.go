package ai

import "konduktor/engine"

// Ranked lists all moves that steady play considers, best first.
func Ranked(title engine.Title, v *engine.View, told []engine.Event) ([]engine.Move, error) {
	options, err := (&thinker{title: title}).rank(v, told)
	moves := make([]engine.Move, len(options))
	for i := range options {
		moves[i] = options[i].Move
	}
	return moves, err
}
