package trials

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine/enginetest"
)

// run runs a kind.
func run(t *testing.T, k Kind, size int, broken *sabotage) *Report {
	t.Helper()
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
func holds(t *testing.T, k Kind, quick int) {
	t.Helper()
	t.Parallel()
	for _, short := range run(t, k, enginetest.Size(quick, 0), nil).Short {
		t.Error(short)
	}
}

// notices wants a kind to report some figures, or anything, when something is broken. That nothing
// was tried does not count.
func notices(t *testing.T, k Kind, size int, broken *sabotage, figures ...string) {
	t.Helper()
	t.Parallel()
	r := run(t, k, size, broken)
	if !slices.ContainsFunc(
		r.Short,
		func(short string) bool { return !strings.HasSuffix(short, nothingTried) },
	) {
		t.Errorf("%s does not notice what is broken: %s", k.Name, r.Line())
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

func TestSeedDeterminesTheWholeRun(t *testing.T) { holds(t, simKind, 16) }

func TestSimDetectsAForgetfulStore(t *testing.T) { notices(t, simKind, 2, forgets) }

func TestSimDetectsAnEngineThatAcceptsEverything(t *testing.T) {
	notices(t, simKind, 8, accepts, "accepted")
}
func TestSimDetectsAStoreThatClaimsTooMuch(t *testing.T) { notices(t, simKind, 1, boasts, "lost") }
func TestSimDetectsStalePanels(t *testing.T)             { notices(t, simKind, 16, owesNothing) }

func TestSimDetectsUntoldTurns(t *testing.T) {
	notices(t, simKind, 1, mute, "untold")
}

func TestNothingAcknowledgedIsLostToAPowerCutOrABadDisk(t *testing.T) { holds(t, powerKind, 40) }

func TestPowerDetectsUnsyncedCommits(t *testing.T) {
	notices(t, powerKind, 10, unsynced)
}

func TestPowerDetectsAStoreThatClaimsTooMuch(t *testing.T) {
	notices(t, powerKind, 10, boasts, "lost")
}

func TestPowerDetectsAnUnreportedFullDisk(t *testing.T) {
	notices(t, powerKind, 40, shrugs, "lost")
}

func TestPowerDetectsAStoreThatDoesNotRecover(t *testing.T) {
	notices(t, powerKind, 40, sulks, "stuck")
}

func TestADamagedFileIsNeverReadAsAnotherGame(t *testing.T) { holds(t, harmKind, 6) }

func TestHarmDetectsAStoreThatTrustsItsFile(t *testing.T) { notices(t, harmKind, 6, trusts) }

func TestSecretsOfASeatReachNobodyElse(t *testing.T) { holds(t, leaksKind, 2) }

func TestLeaksDetectsAViewThatShowsASecret(t *testing.T) { notices(t, leaksKind, 2, peeks) }

func TestLeaksDetectsALogOfMoves(t *testing.T) { notices(t, leaksKind, 2, logs, "logs_differ") }

func TestEveryGameByPostEndsAndNobodyIsNagged(t *testing.T) { holds(t, postKind, 1) }

func TestPostDetectsRepeatedReminders(t *testing.T) { notices(t, postKind, 2, nags) }

func TestPostDetectsAnIgnoredClock(t *testing.T) { notices(t, postKind, 2, sleeps) }
