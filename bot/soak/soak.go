// Package soak tries the whole bot at length against what must never happen: a move lost, made twice or made by the wrong
// person, a secret told. It drives the bot through Handle and Flush, on a database file, against a Discord in memory, under
// a clock that stands still until it is moved. docs/reliability.md has the table of what is tried and the last figures.
package soak

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Options say how one kind of trial is run.
type Options struct {
	Seed  uint64
	Size  int      // how much is tried, in the unit of the kind
	Child []string // a command line that calls Obey; of the kinds that need processes
	fault fault    // what a test breaks on purpose
}

// fault names what a test breaks to see that a trial notices.
type fault string

// Figure is one number of a report.
type Figure struct {
	Name  string
	Value int64
}

// Report is what came of a trial.
type Report struct {
	Kind    string
	Figures []Figure
	Short   []string // in what it falls short; nothing if it does not
}

// maxShort bounds how many shortcomings are described; the figures count all.
const maxShort = 20

// add appends a figure.
func (r *Report) add(name string, value int) {
	r.Figures = append(r.Figures, Figure{name, int64(value)})
}

// none appends the figure of something that must not have happened.
func (r *Report) none(name string, value int) {
	r.add(name, value)
	if value != 0 {
		r.fail("%s=%d, want 0", name, value)
	}
}

// some appends the figure of something that must have happened, or the trial would prove nothing.
func (r *Report) some(name string, value int) {
	r.add(name, value)
	if value == 0 {
		r.fail("%s=0: nothing was tried", name)
	}
}

// fail notes in what the trial falls short.
func (r *Report) fail(format string, args ...any) {
	if len(r.Short) < maxShort {
		r.Short = append(r.Short, fmt.Sprintf(format, args...))
	}
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

// Kind is a kind of trial.
type Kind struct {
	Name, About string
	Small, Full int // sizes
	run         func(ctx context.Context, o Options, r *Report) error
}

// Kinds are all kinds of trials.
func Kinds() []Kind {
	return []Kind{
		{"forged", "attempts: illegal moves, forged custom IDs and options, foreign games, wrong users", 1000, 1_000_000, forged},
		{"duplicates", "interactions, each delivered up to 5 times, shuffled, up to 20 minutes late, from 8 goroutines", 150, 10_000, duplicates},
		{"leaks", "pairs of games a title that differ in what one seat knows: nobody else may be told anything else", 10, 10_000, leaks},
		{"kill", "kills of a process that plays, and moves, up to 300 each", 4, 2000, kill},
		{"two", "moves of each of two processes in the same games", 20, 10_000, two},
	}
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

// Run tries a kind. The error says that the trial could not be held; in what the bot falls short is in the report.
func (k Kind) Run(ctx context.Context, o Options) (*Report, error) {
	r := &Report{Kind: k.Name}
	r.add("size", o.Size)
	r.add("seed", int(o.Seed))
	if err := k.run(ctx, o, r); err != nil {
		return nil, fmt.Errorf("soak %s: %w", k.Name, err)
	}
	return r, nil
}

// withFolder calls do with a temporary folder.
func withFolder(do func(folder string) error) (err error) {
	folder, err := os.MkdirTemp("", "konduktor-soak")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	return do(folder)
}
