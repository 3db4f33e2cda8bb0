package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"konduktor/storage/database"
)

// backupName is the layout of a backup's name, in UTC. No other file is ever removed.
const backupName = "konduktor-20060102T150405Z.db"

// backupAgain is how soon a backup that failed is tried again.
const backupAgain = time.Hour

// backups copies the database into a folder while the bot runs, and keeps the newest copies.
type backups struct {
	database, folder string
	every            time.Duration
	keep             int
	log              *slog.Logger
}

// backups returns what makes the backups that the configuration asks for.
func (c *config) backups(log *slog.Logger) backups {
	return backups{c.Database, c.Backup.Folder, time.Duration(c.Backup.Every), c.Backup.Keep, log}
}

// age returns what tells the newest backup's age, and how often one is made. Without one it is as
// old as the process.
func (b backups) age(begun time.Time) func() (age, every time.Duration) {
	return func() (age, every time.Duration) {
		made, err := b.made()
		if err != nil || len(made) == 0 {
			return time.Since(begun), b.every
		}
		return max(time.Since(made[0]), 0), b.every
	}
}

// run makes a backup whenever the newest is older than every, until ctx ends. Restarts do not put
// it off.
func (b backups) run(ctx context.Context) {
	for {
		wait, err := b.makeDue(ctx)
		if err != nil && ctx.Err() == nil {
			b.log.Error("back up the database", "error", err)
			wait = min(b.every, backupAgain)
		}
		if !pause(ctx, wait) {
			return
		}
	}
}

// makeDue makes a backup if it is due, and removes the oldest. It returns how long to wait for the
// next.
func (b backups) makeDue(ctx context.Context) (time.Duration, error) {
	if err := os.MkdirAll(b.folder, 0o700); err != nil {
		return 0, fmt.Errorf("make the folder of backups: %w", err)
	}
	made, err := b.made()
	if err != nil {
		return 0, err
	}
	now := time.Now()
	for _, last := range made {
		// A backup of the future was made by a clock that was wrong: it puts nothing off.
		if next := last.Add(b.every); !last.After(now) && next.After(now) {
			return next.Sub(now), nil
		}
	}
	if err := database.Backup(ctx, b.database, b.path(now)); err != nil {
		return 0, err
	}
	b.log.Info("database backed up", "file", b.path(now))
	for _, old := range made[min(b.keep-1, len(made)):] {
		if err := os.Remove(b.path(old)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, fmt.Errorf("remove an old backup: %w", err)
		}
	}
	return b.every, nil
}

// pause waits for d; false if ctx ends before.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

func (b backups) path(at time.Time) string {
	return filepath.Join(b.folder, at.UTC().Format(backupName))
}

// made returns when the folder's backups were made, newest first. Those that others
// make have any name.
func (b backups) made() ([]time.Time, error) {
	entries, err := os.ReadDir(b.folder)
	if err != nil {
		return nil, fmt.Errorf("list the backups: %w", err)
	}
	var list []time.Time
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		if !database.Of(b.database).Served {
			if at, err := time.Parse(backupName, e.Name()); err == nil {
				list = append(list, at)
			}
		} else if info, err := e.Info(); err == nil {
			list = append(list, info.ModTime())
		}
	}
	slices.SortFunc(list, func(x, y time.Time) int { return y.Compare(x) })
	return list, nil
}
