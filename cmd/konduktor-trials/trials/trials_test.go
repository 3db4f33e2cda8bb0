package trials

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine/enginetest"
)

// run runs a kind.
func run(t *testing.T, name string, size int, broken *sabotage) *Report {
	t.Helper()
	k := Kinds()[slices.IndexFunc(Kinds(), func(k Kind) bool { return k.Name == name })]
	if size == 0 {
		size = k.Small
	}
	r, err := k.Run(t.Context(), Options{Seed: 1, Size: size, broken: broken})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.Line())
	return r
}

// holds wants a kind to fall short in nothing: quickly, or at its small size.
func holds(t *testing.T, name string, quick int) {
	t.Helper()
	t.Parallel()
	for _, short := range run(t, name, enginetest.Size(quick, 0), nil).Short {
		t.Error(short)
	}
}

// notices wants a kind to report some figures, or anything, when something is broken. That nothing
// was tried does not count.
func notices(t *testing.T, name string, size int, broken *sabotage, figures ...string) {
	t.Helper()
	t.Parallel()
	r := run(t, name, size, broken)
	if !slices.ContainsFunc(
		r.Short,
		func(short string) bool { return !strings.HasSuffix(short, nothingTried) },
	) {
		t.Errorf("%s does not notice what is broken: %s", name, r.Line())
	}
	for _, want := range figures {
		if !slices.ContainsFunc(
			r.Short,
			func(short string) bool { return strings.HasPrefix(short, want+"=") },
		) {
			t.Errorf("%s=0 although something is broken: %s", want, r.Line())
		}
	}
}

func TestSeedDeterminesTheWholeRun(t *testing.T) { holds(t, "sim", 3) }

func TestSimDetectsAForgetfulStore(t *testing.T) { notices(t, "sim", 2, forgets) }

func TestSimDetectsAnEngineThatAcceptsEverything(t *testing.T) {
	notices(t, "sim", 4, accepts, "accepted")
}
func TestSimDetectsAStoreThatClaimsTooMuch(t *testing.T) { notices(t, "sim", 1, boasts, "lost") }
func TestSimDetectsStalePanels(t *testing.T)             { notices(t, "sim", 3, owesNothing) }

func TestSimDetectsUntoldTurns(t *testing.T) {
	notices(t, "sim", 1, mute, "untold")
}

func TestNothingAcknowledgedIsLostToAPowerCutOrABadDisk(t *testing.T) { holds(t, "power", 20) }

func TestPowerDetectsUnsyncedCommits(t *testing.T) {
	notices(t, "power", 10, unsynced)
}

func TestPowerDetectsAStoreThatClaimsTooMuch(t *testing.T) {
	notices(t, "power", 10, boasts, "lost")
}

func TestPowerDetectsAnUnreportedFullDisk(t *testing.T) {
	notices(t, "power", 20, shrugs, "lost")
}

func TestPowerDetectsAStoreThatDoesNotRecover(t *testing.T) {
	notices(t, "power", 20, sulks, "stuck")
}

func TestADamagedFileIsNeverReadAsAnotherGame(t *testing.T) { holds(t, "harm", 6) }

func TestHarmDetectsAStoreThatTrustsItsFile(t *testing.T) { notices(t, "harm", 6, trusts) }

func TestSecretsOfASeatReachNobodyElse(t *testing.T) { holds(t, "leaks", 2) }

func TestLeaksDetectsAViewThatShowsASecret(t *testing.T) { notices(t, "leaks", 2, peeks) }

func TestLeaksDetectsALogOfMoves(t *testing.T) { notices(t, "leaks", 2, logs, "logs_differ") }

func TestEveryGameByPostEndsAndNobodyIsNagged(t *testing.T) { holds(t, "post", 1) }

func TestPostDetectsRepeatedReminders(t *testing.T) { notices(t, "post", 2, nags) }

func TestPostDetectsAnIgnoredClock(t *testing.T) { notices(t, "post", 2, sleeps) }

func TestHostileTextsStayTexts(t *testing.T) { holds(t, "text", 2) }

func TestTextDetectsUnescapedNames(t *testing.T) { notices(t, "text", 1, unescapes) }

// These two do not run beside others: the heap is everybody's.

func TestTheHeapDoesNotGrowWithInteractions(t *testing.T) {
	for _, short := range run(t, "slope", enginetest.Size(200, 0), nil).Short {
		t.Error(short)
	}
}

func TestSlopeDetectsALeak(t *testing.T) {
	if r := run(t, "slope", 200, hoards); len(r.Short) == 0 {
		t.Errorf("a hoard is not noticed: %s", r.Line())
	}
}
