package main

import (
	"context"
	"fmt"

	"konduktor/storage/sqlite"
)

// dbCmd looks after the database (docs/storage.md).
type dbCmd struct {
	Config string `help:"The configuration file, which names the database." placeholder:"FILE"`

	Backup  dbBackupCmd  `cmd:"" help:"Copy the database to a new file. The bot may be running."`
	Restore dbRestoreCmd `cmd:"" help:"Make a backup the database again. The bot must be stopped and the old database moved away."`
	Check   dbCheckCmd   `cmd:"" help:"Read the whole database and every game in it. The bot may be running."`
}

type dbBackupCmd struct {
	File string `arg:"" help:"The file to write. There must be none of this name."`
}

// Run writes the backup and says so.
func (c *dbBackupCmd) Run(ctx context.Context, std streams, db *dbCmd) error {
	conf, err := loadConfig(db.Config)
	if err != nil {
		return err
	}
	if err := sqlite.Copy(ctx, conf.Database, c.File); err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "%s: backed up to %s. Keep it as safe as the database: it holds the seeds of running games.\n",
		conf.Database, c.File)
	return err
}

type dbRestoreCmd struct {
	File string `arg:"" help:"The backup."`
}

// Run puts a copy of the backup where the bot looks for its database.
func (c *dbRestoreCmd) Run(ctx context.Context, std streams, db *dbCmd) error {
	conf, err := loadConfig(db.Config)
	if err != nil {
		return err
	}
	if err := sqlite.Copy(ctx, c.File, conf.Database); err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "%s: restored from %s. `konduktor db check` reads every game in it.\n", conf.Database, c.File)
	return err
}

type dbCheckCmd struct {
	File string `arg:"" optional:"" help:"A backup to check instead of the database."`
}

// Run says that nothing is damaged, or what is.
func (c *dbCheckCmd) Run(ctx context.Context, std streams, db *dbCmd) error {
	file := c.File
	if file == "" {
		conf, err := loadConfig(db.Config)
		if err != nil {
			return err
		}
		file = conf.Database
	}
	report, err := sqlite.CheckFile(ctx, file)
	switch {
	case err != nil:
		return err
	case report.Older:
		_, err = fmt.Fprintf(std.out, "%s: the file is whole. An older Konduktor wrote it: its games can be checked after an upgrade\n", file)
	default:
		_, err = fmt.Fprintf(std.out, "%s: fine; games: %d, every move as it was made\n", file, report.Games)
	}
	return err
}
