// Package trials tries the whole bot at length against what must never happen: a move lost, made
// twice or by the wrong person, a secret told (docs/reliability.md).
//
// A kind of trial is a file. It drives bots (bottest.Stage) through Handle and Flush, on SQLite,
// against a Discord in memory, under a clock that stands still until it is moved. A Trial serves
// its stages as a testing.T serves a test: Fatalf ends it because it could not be held; where the
// bot falls short, wrong counts that and the trial goes on.
package trials

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"konduktor/bot/bottest"
	"konduktor/storage/sqlite"
	"konduktor/storage/sqlite/sqlitetest"
)

// Options say how one kind of trial is run.
type Options struct {
	Seed    uint64
	Size    int  // how much is tried, in the unit of the kind
	NoPlans bool // of the kind post: nobody plans turns ahead
	Load    Load // of the kind load

	pace   func() time.Time // the sandbox's clock, which limits the time for an answer; nil: time.Now
	broken *sabotage        // what a test breaks on purpose; nil: nothing
}

// Kind is a kind of trial. Its figures are counted by name.
type Kind struct {
	Name        string
	Small, Full int // sizes

	// Names of figures, with spaces between them.
	some  string // must not be 0, or the trial would prove nothing
	shown string // may happen
	none  string // must be 0
	order string // how they are reported; "": the size, the seed, and the figures as above

	run func(t *Trial)
}

// Kinds returns all kinds of trials.
func Kinds() []Kind {
	return []Kind{simKind, leaksKind, postKind, loadKind, powerKind, harmKind}
}

// Sized returns the kind's size by its word: small, full, or a number.
func (k Kind) Sized(word string) (int, error) {
	switch word {
	case "small":
		return k.Small, nil
	case "full":
		return k.Full, nil
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("--size %q: want small, full, or a number from 1", word)
	}
	return n, nil
}

// Run runs a trial. An error if it could not be held; where the bot falls short is in the report.
func (k Kind) Run(ctx context.Context, o Options) (r *Report, err error) {
	folder, err := os.MkdirTemp("", "konduktor-trial")
	if err != nil {
		return nil, fmt.Errorf("make a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	t := &Trial{
		Options: o,
		ctx:     ctx,
		folder:  folder,
		rng:     rand.New(rand.NewPCG(o.Seed, 1)),
		counts:  k.counts(),
	}
	err = guarded(func() { k.run(t) })
	for _, end := range slices.Backward(t.ends) {
		err = errors.Join(err, guarded(end))
	}
	if err != nil {
		return nil, fmt.Errorf("soak %s: %w", k.Name, err)
	}
	return t.report(k), nil
}

// failure is what Fatalf panics with.
type failure struct{ error }

// guarded returns the failure that ended do.
func guarded(do func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			err = p.error
		default:
			panic(p)
		}
	}()
	do()
	return nil
}

// Trial is one run of a kind. It is safe for concurrent use.
type Trial struct {
	Options
	ctx    context.Context
	folder string
	rng    *rand.Rand

	mu     sync.Mutex
	counts map[string]int64 // by name of the figure
	short  []string
	ends   []func()
}

var _ bottest.T = (*Trial)(nil)

func (t *Trial) Helper() {}

func (t *Trial) Context() context.Context { return t.ctx }

func (t *Trial) Cleanup(end func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ends = append(t.ends, end)
}

func (t *Trial) Error(args ...any) { t.wrong(figureErrors, "%s", fmt.Sprint(args...)) }

func (t *Trial) Errorf(format string, args ...any) { t.wrong(figureErrors, format, args...) }

// Fatal ends the trial.
func (t *Trial) Fatal(args ...any) { panic(failure{errors.New(fmt.Sprint(args...))}) }

// Fatalf ends the trial.
func (t *Trial) Fatalf(format string, args ...any) { panic(failure{fmt.Errorf(format, args...)}) }

func (t *Trial) must(err error) {
	if err == nil {
		err = t.ctx.Err()
	}
	if err != nil {
		panic(failure{err})
	}
}

// side runs do side by side for each number below n, and ends the trial if one of them ended it.
func (t *Trial) side(n int, do func(i int)) {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = guarded(func() { do(i) }) })
	}
	all.Wait()
	t.must(errors.Join(errs...))
}

// file is the path of a database of the trial.
func (t *Trial) file(name string) string { return filepath.Join(t.folder, name+".db") }

func (t *Trial) newStore(name string) *sqlite.Store {
	t.must(sqlitetest.Write(t.file(name)))
	store, err := sqlitetest.Open(t.ctx, t.file(name))
	t.must(err)
	return store
}

// figureErrors counts interactions that ended in an internal error, in every kind.
const figureErrors = "errors"

// maxShort bounds how many shortcomings are described; the figures count all.
const maxShort = 20

// counts are the kind's figures, all zero.
func (k Kind) counts() map[string]int64 {
	counts := map[string]int64{figureErrors: 0}
	for _, name := range strings.Fields(k.some + " " + k.shown + " " + k.none) {
		counts[name] = 0
	}
	return counts
}

func (t *Trial) count(name string, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.counts[name]; !ok {
		panic("trials: the kind has no figure " + name)
	}
	t.counts[name] += int64(n)
}

func (t *Trial) counted(name string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return int(t.counts[name])
}

// wrong adds one to a figure that must stay zero, and says what happened.
func (t *Trial) wrong(name, format string, args ...any) {
	t.count(name, 1)
	t.fail(format, args...)
}

// atMost sets a figure that must not be larger than a limit.
func (t *Trial) atMost(name string, value, limit int) {
	t.count(name, value)
	if value > limit {
		t.fail("%s=%d, want %d at most", name, value, limit)
	}
}

func (t *Trial) fail(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.short) < maxShort {
		t.short = append(t.short, fmt.Sprintf(format, args...))
	}
}

// noticed says whether what a test has broken was noticed: the trial need not go on.
func (t *Trial) noticed() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.broken != nil && len(t.short) > 0
}

// nothingTried ends the sentence that the trial proves nothing.
const nothingTried = ": nothing was tried"

func (t *Trial) report(k Kind) *Report {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := &Report{Short: t.short, line: k.Name + ":"}
	order := k.order
	if order == "" {
		r.line += fmt.Sprintf(" size=%d seed=%d", t.Size, t.Seed)
		order = k.some + " " + k.shown + " " + k.none
	}
	for _, name := range append(strings.Fields(order), figureErrors) {
		r.line += fmt.Sprintf(" %s=%d", name, t.counts[name])
	}
	for _, name := range strings.Fields(k.some) {
		if t.counts[name] == 0 {
			r.Short = append(r.Short, name+"=0"+nothingTried)
		}
	}
	for _, name := range append(strings.Fields(k.none), figureErrors) {
		if n := t.counts[name]; n != 0 {
			r.Short = append(r.Short, fmt.Sprintf("%s=%d, want 0", name, n))
		}
	}
	return r
}

// Report is what came of a trial.
type Report struct {
	Short []string // where the bot falls short; empty if it does not
	line  string
}

// Line returns the figures in one line: "sim: size=40 seed=1 interactions=1005 ...".
func (r *Report) Line() string { return r.line }
