package soak

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
)

// trial is one run of a kind: its options, a folder of its own, its randomness, and what it has counted. Its methods can be
// called from any goroutine.
type trial struct {
	Options
	folder string
	rng    *rand.Rand

	mu     sync.Mutex
	counts map[string]int64 // by name of the figure
	short  []string
}

// figureErrors counts the interactions that ended in an internal error, in every kind: there must be none.
const figureErrors = "errors"

// maxShort bounds how many shortcomings are described; the figures count all.
const maxShort = 20

// counts are the kind's figures, all zero.
func (k Kind) counts() map[string]int64 {
	counts := map[string]int64{figureErrors: 0}
	for _, name := range slices.Concat(k.some, k.shown, k.none) {
		counts[name] = 0
	}
	return counts
}

// count adds to a figure of the kind.
func (t *trial) count(name string, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.counts[name]; !ok {
		panic("soak: the kind has no figure " + name)
	}
	t.counts[name] += int64(n)
}

// wrong adds one to a figure that must stay zero, and says what happened.
func (t *trial) wrong(name, format string, args ...any) {
	t.count(name, 1)
	t.fail(format, args...)
}

// atMost sets a figure that must not be larger than a limit.
func (t *trial) atMost(name string, value, limit int) {
	t.count(name, value)
	if value > limit {
		t.fail("%s=%d, want %d at most", name, value, limit)
	}
}

// fail notes in what the bot falls short.
func (t *trial) fail(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.short) < maxShort {
		t.short = append(t.short, fmt.Sprintf(format, args...))
	}
}

// counted returns a figure.
func (t *trial) counted(name string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return int(t.counts[name])
}

// machine starts a whole bot. leave must be called with it.
func (t *trial) machine(ctx context.Context, p parts) (*machine, error) {
	return newMachine(ctx, p)
}

// leave counts the interactions that ended in an internal error at a machine, and closes it.
func (t *trial) leave(m *machine) {
	if n := int(m.broken.Load()); n > 0 {
		t.count(figureErrors, n)
		t.fail("an internal error: %s", m.lastFault())
	}
	if err := m.close(); err != nil {
		t.wrong(figureErrors, "close the store: %v", err)
	}
}

// nothingTried ends the sentence that the trial proves nothing.
const nothingTried = ": nothing was tried"

// report sums the trial up.
func (t *trial) report(k Kind) *Report {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := &Report{Kind: k.Name, Short: t.short, Figures: []Figure{{"size", int64(t.Size)}, {"seed", int64(t.Seed)}}}
	for _, name := range slices.Concat(k.some, k.shown, k.none, []string{figureErrors}) {
		r.Figures = append(r.Figures, Figure{name, t.counts[name]})
	}
	if k.order != nil {
		r.Figures = nil
		for _, name := range k.order {
			r.Figures = append(r.Figures, Figure{name, t.counts[name]})
		}
	}
	for _, name := range k.some {
		if t.counts[name] == 0 {
			r.Short = append(r.Short, name+"=0"+nothingTried)
		}
	}
	for _, name := range append(slices.Clone(k.none), figureErrors) {
		if n := t.counts[name]; n != 0 {
			r.Short = append(r.Short, fmt.Sprintf("%s=%d, want 0", name, n))
		}
	}
	return r
}

// Figure is one number of a report.
type Figure struct {
	Name  string
	Value int64
}

// Report is what came of a trial.
type Report struct {
	Kind    string
	Figures []Figure
	Short   []string // in what the bot falls short; nothing if it does not
}

// Line is the report in one line: "forged: size=3000 accepted=0 ...".
func (r *Report) Line() string {
	var b strings.Builder
	b.WriteString(r.Kind + ":")
	for _, f := range r.Figures {
		fmt.Fprintf(&b, " %s=%d", f.Name, f.Value)
	}
	return b.String()
}
