package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"konduktor/bot/soak"
	"konduktor/storage"
	"konduktor/storage/postgres"
)

// soakCmd tries the bot at length against what must never happen.
type soakCmd struct {
	Kind  string `arg:"" help:"What to try; see docs/reliability.md."`
	Size  string `default:"small" help:"How much: small, full, or a number in the unit of the kind."`
	Games int    `default:"0" help:"How many games, instead of --size; of the kinds post and load."`
	Plans string `default:"on" enum:"on,off" help:"Whether people plan turns ahead, of the kind post: on or off."`
	Seed  uint64 `default:"1" help:"The same seed tries the same again."`

	Rate     int     `default:"55" help:"Moves a second, of the kind load."`
	Minutes  float64 `default:"1" help:"For how long, of the kind load."`
	Database string  `placeholder:"FILE" help:"Database that must be new, of the kind load: a file or postgres://...; else a temporary file."`
	Pictures string  `default:"on" enum:"on,off" help:"Whether pictures are drawn, of the kind load: on or off."`

	Processes int `default:"0" help:"How many bots share the database, each a process without pictures, of the kind load; 0: one in this process. Several need PostgreSQL."`
}

// load says how the kind load is run, and what to do after it. The painters are made before, as for a bot that has run for a while.
func (c *soakCmd) load(ctx context.Context) (soak.Load, func()) {
	l := soak.Load{
		Rate: c.Rate, For: time.Duration(c.Minutes * float64(time.Minute)), Database: c.Database, Open: openStore, Processes: c.Processes,
	}
	if c.Kind != "load" || c.Pictures == "off" || c.Processes > 0 {
		return l, func() {}
	}
	p := newPainters(slog.New(slog.DiscardHandler), paintersWait)
	p.warm(ctx)
	l.Painter = p.find
	return l, p.close
}

func openStore(ctx context.Context, database string) (storage.Store, error) {
	return openDatabase(ctx, database)
}

// Run prints in what the bot falls short, and the figures in its last line.
func (c *soakCmd) Run(ctx context.Context, std streams) error {
	if soak.IsChild() {
		return soak.Obey(ctx, os.Stdin, std.out, openStore)
	}
	kinds := soak.Kinds()
	i := slices.IndexFunc(kinds, func(k soak.Kind) bool { return k.Name == c.Kind })
	if i < 0 {
		return &exitError{exitUsage, fmt.Sprintf("konduktor: there is no kind %q, only %s", c.Kind, strings.Join(kindNames(kinds), ", "))}
	}
	size, err := kinds[i].Sized(c.Size)
	if err != nil {
		return &exitError{exitUsage, "konduktor: " + err.Error()}
	}
	if c.Games > 0 {
		size = c.Games
	}
	if c.Processes < 0 || c.Processes > 16 || c.Processes > 0 && !postgres.IsAddress(c.Database) {
		return &exitError{exitUsage, "konduktor: --processes takes up to 16, with --database postgres://..."}
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program's file: %w", err)
	}
	load, end := c.load(ctx)
	defer end()
	report, err := kinds[i].Run(ctx, soak.Options{
		Seed: c.Seed, Size: size, NoPlans: c.Plans == "off", Load: load, Child: []string{self, "soak", c.Kind},
	})
	if err != nil {
		return err
	}
	for _, short := range report.Short {
		fmt.Fprintln(std.out, short)
	}
	if _, err := fmt.Fprintln(std.out, report.Line()); err != nil {
		return err
	}
	if len(report.Short) > 0 {
		return &exitError{status: exitFailed}
	}
	return nil
}

func kindNames(kinds []soak.Kind) []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.Name)
	}
	return names
}
