package trials

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine/enginetest"
)

// run runs a kind.
func run(t *testing.T, name string, size int, broken fault) *Report {
	t.Helper()
	k := Kinds()[slices.IndexFunc(Kinds(), func(k Kind) bool { return k.Name == name })]
	if size == 0 {
		size = k.Small
	}
	r, err := k.Run(t.Context(), Options{Seed: 1, Size: size, fault: broken})
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
	for _, short := range run(t, name, enginetest.Size(quick, 0), "").Short {
		t.Error(short)
	}
}

// notices wants a kind to report some figures, or anything, when something is broken. That nothing
// was tried does not count.
func notices(t *testing.T, name string, size int, broken fault, figures ...string) {
	t.Helper()
	t.Parallel()
	r := run(t, name, size, broken)
	if !slices.ContainsFunc(
		r.Short,
		func(short string) bool { return !strings.HasSuffix(short, nothingTried) },
	) {
		t.Errorf("%s does not notice that %s is broken: %s", name, broken, r.Line())
	}
	for _, want := range figures {
		if !slices.ContainsFunc(
			r.Short,
			func(short string) bool { return strings.HasPrefix(short, want+"=") },
		) {
			t.Errorf("%s=0 although %s is broken: %s", want, broken, r.Line())
		}
	}
}

func TestOneSeedIsOneRunOfTheWholeBot(t *testing.T) { holds(t, "sim", 12) }

func TestSimNoticesAStoreThatForgets(t *testing.T) { notices(t, "sim", 3, faultForgets) }

func TestSimNoticesAnEngineThatAcceptsEverything(t *testing.T) {
	notices(t, "sim", 8, faultAccepts, "accepted")
}
func TestSimNoticesAStoreThatBoasts(t *testing.T)       { notices(t, "sim", 3, faultBoasts) }
func TestSimNoticesALie(t *testing.T)                   { notices(t, "sim", 3, faultLies, "lost") }
func TestSimNoticesPanelsThatNobodyRenews(t *testing.T) { notices(t, "sim", 3, faultOwesNothing) }

func TestSimNoticesTurnsThatNobodyIsToldOf(
	t *testing.T,
) {
	notices(t, "sim", 3, faultMute, "untold")
}

func TestNothingAcknowledgedIsLostToAPowerCutOrABadDisk(t *testing.T) { holds(t, "power", 40) }

func TestPowerNoticesCommitsThatDoNotWaitForTheDisk(t *testing.T) {
	notices(t, "power", 60, faultUnsynced)
}

func TestPowerNoticesALie(t *testing.T) { notices(t, "power", 60, faultLies, "lost") }

func TestADamagedFileIsNeverReadAsAnotherGame(t *testing.T) { holds(t, "harm", 18) }

func TestHarmNoticesAStoreThatTrustsItsFile(t *testing.T) { notices(t, "harm", 20, faultTrusts) }

func TestNobodyIsToldWhatOneSeatKnows(t *testing.T) { holds(t, "leaks", 12) }

func TestLeaksNoticesAViewThatShowsASecret(t *testing.T) { notices(t, "leaks", 4, faultPeeks) }

func TestLeaksNoticesALogOfMoves(t *testing.T) { notices(t, "leaks", 4, faultLogs, "logs_differ") }

func TestEveryGameByPostEndsAndNobodyIsNagged(t *testing.T) { holds(t, "post", 2) }

func TestPostNoticesRemindersThatComeTwice(t *testing.T) { notices(t, "post", 30, faultNags) }

func TestPostNoticesAClockThatIsNeverLookedAt(t *testing.T) { notices(t, "post", 30, faultSleeps) }

func TestHostileTextsStayTexts(t *testing.T) { holds(t, "text", 10) }

func TestTextNoticesNamesThatAreNotEscaped(t *testing.T) { notices(t, "text", 6, faultUnescapes) }

// These two do not run beside others: the heap is everybody's.

func TestTheHeapDoesNotGrowWithInteractions(t *testing.T) {
	for _, short := range run(t, "slope", 0, "").Short {
		t.Error(short)
	}
}

func TestSlopeNoticesAHoard(t *testing.T) {
	if r := run(t, "slope", 400, faultHoards); len(r.Short) == 0 {
		t.Errorf("a hoard is not noticed: %s", r.Line())
	}
}
