package soak

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestMain lets this binary be the child of a trial.
func TestMain(m *testing.M) {
	if IsChild() {
		if err := Obey(context.Background(), os.Stdin, os.Stdout, openPostgres); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// try runs a kind beside others.
func try(t *testing.T, name string, size int, broken fault) *Report {
	t.Helper()
	t.Parallel()
	return alone(t, name, size, broken)
}

// alone runs a kind.
func alone(t *testing.T, name string, size int, broken fault) *Report {
	t.Helper()
	for _, k := range Kinds() {
		if k.Name != name {
			continue
		}
		if size == 0 {
			size = k.Small
		}
		r, err := k.Run(t.Context(), Options{Seed: 1, Size: size, Child: os.Args[:1], fault: broken})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(r.Line())
		return r
	}
	t.Fatalf("there is no kind %q", name)
	return nil
}

// holds wants a kind to fall short in nothing at its small size.
func holds(t *testing.T, name string) {
	t.Helper()
	for _, short := range try(t, name, 0, "").Short {
		t.Error(short)
	}
}

// notices wants a kind to fall short soon when something is broken. That nothing was tried is not what it is to notice.
func notices(t *testing.T, name string, size int, broken fault) {
	t.Helper()
	r := try(t, name, size, broken)
	if !slices.ContainsFunc(r.Short, func(short string) bool { return !strings.HasSuffix(short, nothingTried) }) {
		t.Errorf("%s does not notice that %s is broken: %s", name, broken, r.Line())
	}
}

func TestNothingForgedIsAccepted(t *testing.T) { holds(t, "forged") }

func TestForgedNoticesAnEngineThatAcceptsEverything(t *testing.T) {
	notices(t, "forged", 100, faultAccepts)
}

func TestWhatIsDeliveredOftenIsDoneOnce(t *testing.T) { holds(t, "duplicates") }

func TestDuplicatesNoticesAStoreThatForgets(t *testing.T) { notices(t, "duplicates", 40, faultForgets) }

func TestNobodyIsToldWhatOneSeatKnows(t *testing.T) { holds(t, "leaks") }

func TestLeaksNoticesAViewThatShowsASecret(t *testing.T) { notices(t, "leaks", 4, faultPeeks) }

func TestLeaksNoticesALogOfMoves(t *testing.T) { notices(t, "leaks", 4, faultLogs) }

func TestNothingAcknowledgedIsLostToAKill(t *testing.T) { holds(t, "kill") }

func TestKillNoticesALie(t *testing.T) { notices(t, "kill", 1, faultLies) }

func TestTwoProcessesLoseNothingAndDoubleNothing(t *testing.T) { holds(t, "two") }

func TestTwoNoticesALie(t *testing.T) { notices(t, "two", 10, faultLies) }

func TestNothingAcknowledgedIsLostToAPowerCut(t *testing.T) { holds(t, "power") }

func TestPowerNoticesCommitsThatDoNotWaitForTheDisk(t *testing.T) {
	notices(t, "power", 60, faultUnsynced)
}

func TestAFullOrBrokenDiskLosesNothing(t *testing.T) { holds(t, "disk") }

func TestDiskNoticesAStoreThatBoasts(t *testing.T) { notices(t, "disk", 4, faultBoasts) }

func TestADamagedFileIsNeverReadAsAnotherGame(t *testing.T) { holds(t, "harm") }

func TestHarmNoticesAStoreThatTrustsItsFile(t *testing.T) { notices(t, "harm", 20, faultTrusts) }

func TestACutOffAnswerIsGivenAgain(t *testing.T) { holds(t, "answers") }

func TestAnswersNoticesAStoreThatForgets(t *testing.T) { notices(t, "answers", 40, faultForgets) }

func TestAnswersNoticesPanelsThatNobodyRenews(t *testing.T) {
	notices(t, "answers", 40, faultOwesNothing)
}

func TestOneSeedIsOneRunOfTheWholeBot(t *testing.T) { holds(t, "sim") }

func TestSimNoticesAStoreThatForgets(t *testing.T) { notices(t, "sim", 3, faultForgets) }

func TestEveryOrderOfAShuffleIsAsLikely(t *testing.T) { holds(t, "shuffle") }

func TestShuffleNoticesOneThatFavoursSomeOrders(t *testing.T) {
	notices(t, "shuffle", 5000, faultBiased)
}
func TestEveryGameByPostEndsAndNobodyIsNagged(t *testing.T) { holds(t, "post") }

func TestPostNoticesRemindersThatComeTwice(t *testing.T) { notices(t, "post", 30, faultNags) }

func TestPostNoticesAClockThatIsNeverLookedAt(t *testing.T) { notices(t, "post", 30, faultSleeps) }
