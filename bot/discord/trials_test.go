package discord_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

// tally is what a trial of the client has counted, and where the client falls short. broken names
// what a test breaks on purpose, to see that the trial notices.
type tally struct {
	size   int
	broken string

	mu     sync.Mutex
	counts map[string]int
	short  []string
}

func newTally(size int, broken string) *tally {
	return &tally{size: size, broken: broken, counts: map[string]int{}}
}

func (t *tally) count(name string, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[name] += n
}

// wrong counts what must not happen, and says what did.
func (t *tally) wrong(name, format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[name]++
	t.short = append(t.short, name+": "+fmt.Sprintf(format, args...))
}

// atMost sets a figure that must not be larger than a limit.
func (t *tally) atMost(name string, value, limit int) {
	t.count(name, value)
	if value > limit {
		t.wrong(name, "%d, want %d at most", value, limit)
	}
}

// holds fails the test if the client falls short anywhere, or if one of some figures is 0.
func (t *tally) holds(tb testing.TB, some ...string) {
	tb.Helper()
	tb.Log(t.counts)
	for _, short := range t.short {
		tb.Error(short)
	}
	for _, name := range some {
		if t.counts[name] == 0 {
			tb.Errorf("%s=0: nothing was tried", name)
		}
	}
}

// notices fails the test unless a figure is reported.
func (t *tally) notices(tb testing.TB, figure string) {
	tb.Helper()
	if !slices.ContainsFunc(t.short, func(s string) bool { return strings.HasPrefix(s, figure+":") }) {
		tb.Errorf("it is not noticed that %s: %v", t.broken, t.counts)
	}
}
