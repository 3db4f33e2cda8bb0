// Package soak tries the whole bot at length against what must never happen: a move lost, made twice or made by the wrong
// person, a secret told. It drives the bot through Handle and Flush, on a database, against a Discord in memory, under
// a clock that stands still until it is moved. docs/reliability.md has the table of what is tried and the last figures.
package soak

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"time"
)

// Options say how one kind of trial is run.
type Options struct {
	Seed  uint64
	Size  int      // how much is tried, in the unit of the kind
	Child []string // a command line that calls Obey; of the kinds that need processes
	// NoPlans: of the kind post, nobody plans turns ahead.
	NoPlans bool
	Load    Load             // of the kind load
	pace    func() time.Time // the clock of stand-ins of Discord, which fail what is answered late; nil: the process's
	fault   fault            // what a test breaks on purpose
}

// Kind is a kind of trial: what it is called, how much it tries, what it counts, and how. Each kind is a file of this package.
type Kind struct {
	Name, About string
	Small, Full int // sizes

	some  []string // figures of what must have happened, or the trial would prove nothing
	shown []string // figures of what may happen
	none  []string // figures of what must not happen
	order []string // how the figures are reported; nil: the size, the seed, and the figures as they stand above

	run func(ctx context.Context, t *trial) error
}

// Kinds are all kinds of trials.
func Kinds() []Kind {
	return []Kind{
		forgedKind,
		duplicatesKind,
		leaksKind,
		killKind,
		twoKind,
		powerKind,
		diskKind,
		harmKind,
		answersKind,
		gatewayKind,
		stormKind,
		tablesKind,
		simKind,
		slopeKind,
		textKind,
		shuffleKind,
		postKind,
		loadKind,
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
func (k Kind) Run(ctx context.Context, o Options) (r *Report, err error) {
	folder, err := os.MkdirTemp("", "konduktor-soak")
	if err != nil {
		return nil, fmt.Errorf("make a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	t := &trial{Options: o, folder: folder, rng: rand.New(rand.NewPCG(o.Seed, 1)), counts: k.counts()}
	if err := k.run(ctx, t); err != nil {
		return nil, fmt.Errorf("soak %s: %w", k.Name, err)
	}
	return t.report(k), nil
}
