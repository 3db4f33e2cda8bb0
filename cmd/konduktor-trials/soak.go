package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"konduktor/cmd/konduktor-trials/trials"
	"konduktor/storage"
	"konduktor/storage/database"
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
	Bots     int     `default:"0" help:"How many bots share the database, taking interactions over HTTP, of the kind load; 0: one, on the gateway. Several need PostgreSQL."`
}

// Run prints where the bot falls short, and the figures in its last line.
func (c *soakCmd) Run(ctx context.Context, std streams) error {
	kinds := trials.Kinds()
	i := slices.IndexFunc(kinds, func(k trials.Kind) bool { return k.Name == c.Kind })
	if i < 0 {
		var names []string
		for _, k := range kinds {
			names = append(names, k.Name)
		}
		return usage("there is no kind %q, only %s", c.Kind, strings.Join(names, ", "))
	}
	size, err := kinds[i].Sized(c.Size)
	if err != nil {
		return usage("%v", err)
	}
	if c.Games > 0 {
		size = c.Games
	}
	if c.Bots < 0 || c.Bots > 16 || c.Bots > 0 && !database.Of(c.Database).Served {
		return usage("--bots takes up to 16, with --database postgres://...")
	}
	load := trials.Load{
		Rate: c.Rate, For: time.Duration(c.Minutes * float64(time.Minute)),
		Database: c.Database, Bots: c.Bots, Pictures: c.Pictures == "on",
		Open: func(ctx context.Context, setting string) (storage.Store, error) {
			return database.Open(ctx, setting)
		},
	}
	report, err := kinds[i].Run(ctx, trials.Options{
		Seed: c.Seed, Size: size, NoPlans: c.Plans == "off", Load: load,
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
