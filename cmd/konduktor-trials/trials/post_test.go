package trials

import "testing"

// K8: who ends the last turn of The Card Game with a plan is called once more, to the declaration,
// which the game waits for by itself. In this game somebody does.
func TestADeclarationIsNoPartOfTheTurnBeforeIt(t *testing.T) {
	t.Parallel()
	one := postKind
	one.run = func(trial *Trial) {
		p := newCorrespondence(trial, 24)
		p.play()
		trial.leave(p.r)
		trial.count("games", 1)
	}
	for _, short := range run(t, one, 1, nil).Short {
		t.Error(short)
	}
}
