package soak

import (
	"context"
	"fmt"
	"os"
	"testing"
)

// TestMain lets this binary be the child of a trial.
func TestMain(m *testing.M) {
	if IsChild() {
		if err := Obey(context.Background(), os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// small runs a kind at its small size.
func small(t *testing.T, name string, broken fault) *Report {
	t.Helper()
	t.Parallel()
	for _, k := range Kinds() {
		if k.Name != name {
			continue
		}
		size := k.Small
		if broken != "" { // it is noticed soon
			size = max(k.Small/4, 1)
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

// holds wants a kind to fall short in nothing.
func holds(t *testing.T, name string) {
	t.Helper()
	for _, short := range small(t, name, "").Short {
		t.Error(short)
	}
}

// notices wants a kind to fall short when something is broken.
func notices(t *testing.T, name string, broken fault) {
	t.Helper()
	if r := small(t, name, broken); len(r.Short) == 0 {
		t.Errorf("%s does not notice that %s is broken: %s", name, broken, r.Line())
	}
}

func TestNothingForgedIsAccepted(t *testing.T) { holds(t, "forged") }

func TestForgedNoticesAnEngineThatAcceptsEverything(t *testing.T) { notices(t, "forged", faultAccepts) }

func TestWhatIsDeliveredOftenIsDoneOnce(t *testing.T) { holds(t, "duplicates") }

func TestDuplicatesNoticesAStoreThatForgets(t *testing.T) { notices(t, "duplicates", faultForgets) }

func TestNobodyIsToldWhatOneSeatKnows(t *testing.T) { holds(t, "leaks") }

func TestLeaksNoticesAViewThatShowsASecret(t *testing.T) { notices(t, "leaks", faultPeeks) }

func TestLeaksNoticesALogOfMoves(t *testing.T) { notices(t, "leaks", faultLogs) }

func TestNothingAcknowledgedIsLostToAKill(t *testing.T) { holds(t, "kill") }

func TestKillNoticesALie(t *testing.T) { notices(t, "kill", faultLies) }

func TestTwoProcessesLoseNothingAndDoubleNothing(t *testing.T) { holds(t, "two") }

func TestTwoNoticesALie(t *testing.T) { notices(t, "two", faultLies) }
