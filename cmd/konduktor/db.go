package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"konduktor/storage/database"
	"konduktor/storage/relational"
)

// dbCmd looks after the database (docs/storage.md).
type dbCmd struct {
	Config string `help:"The configuration file, which names the database." placeholder:"FILE"`

	Backup   dbBackupCmd   `cmd:"" help:"Copy the database to a new file. The bot may be running."`
	Restore  dbRestoreCmd  `cmd:"" help:"Make a backup the database again. The bot must be stopped."`
	Restored dbRestoredCmd `cmd:"" help:"Say that another tool has restored it. The bot must be stopped."`
	Check    dbCheckCmd    `cmd:"" help:"Read the database and all its games. The bot may be running."`
	Copy     dbCopyCmd     `cmd:"" help:"Copy all of it to another database. The bot must be stopped."`
}

type dbBackupCmd struct {
	File string `arg:"" help:"The file to write. There must be none of this name."`
}

// Run writes the backup and says so; always an SQLite file.
func (c *dbBackupCmd) Run(ctx context.Context, std streams, db *dbCmd) error {
	conf, err := loadConfig(db.Config)
	if err != nil {
		return err
	}
	if err := database.Backup(ctx, conf.Database, c.File); err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out,
		"%s: backed up to %s. Keep it as safe as the database: it holds the seeds of running games.\n",
		database.Name(conf.Database), c.File)
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
	if _, err := database.Of(c.File).Check(ctx, c.File); err != nil {
		return fmt.Errorf("%w. Nothing is restored: take another backup, or, if there is none, copy "+
			"this one by hand and say `konduktor db restored`", err)
	}
	if err := database.Backup(ctx, c.File, conf.Database); err != nil {
		return explainCopy(err)
	}
	if _, err := fmt.Fprintf(std.out,
		"%s: restored from %s, which was checked first.\n",
		database.Name(conf.Database), c.File); err != nil {
		return err
	}
	return markRestored(ctx, std.out, conf.Database)
}

type dbRestoredCmd struct{}

// Help says when the command is needed.
func (*dbRestoredCmd) Help() string {
	return "After pg_restore, Litestream or a copy by hand: the next start tells the running games."
}

// Run leaves the mark that restore leaves.
func (*dbRestoredCmd) Run(ctx context.Context, std streams, db *dbCmd) error {
	conf, err := loadConfig(db.Config)
	if err != nil {
		return err
	}
	return markRestored(ctx, std.out, conf.Database)
}

// markRestored has the next start tell the tables of a database that it was restored.
func markRestored(ctx context.Context, w io.Writer, setting string) error {
	mark, ok, err := database.Of(setting).MarkRestored(ctx, setting, time.Now())
	switch {
	case err != nil:
		return err
	case !ok:
		_, err = fmt.Fprintf(w, "%s: it holds no game, so there is nobody to tell.\n",
			database.Name(setting))
	default:
		_, err = fmt.Fprintf(w, "%s: a copy of %s. At the next start the bot tells the running "+
			"games so.\n", database.Name(setting), mark.Copy.Format(time.RFC1123))
	}
	return err
}

type dbCheckCmd struct {
	File string `arg:"" optional:"" help:"A backup, or the address of a PostgreSQL database, to check instead of the database."`
}

// Run says that nothing is damaged, or what is.
func (c *dbCheckCmd) Run(ctx context.Context, std streams, db *dbCmd) error {
	name := c.File
	if name == "" {
		conf, err := loadConfig(db.Config)
		if err != nil {
			return err
		}
		name = conf.Database
	}
	report, err := database.Of(name).Check(ctx, name)
	switch {
	case err != nil:
		return err
	case report.Older && database.Of(name).Served:
		_, err = fmt.Fprintf(std.out,
			"%s: it has no tables yet, or those of an older Konduktor: its games can be checked "+
				"after the next start\n",
			database.Name(name))
	case report.Older:
		_, err = fmt.Fprintf(std.out,
			"%s: the file is whole. An older Konduktor wrote it: its games can be checked after "+
				"an upgrade\n", name)
	default:
		_, err = fmt.Fprintf(std.out, "%s: fine; games: %d, every move as it was made\n",
			database.Name(name),
			report.Games)
	}
	return err
}

type dbCopyCmd struct {
	From string `arg:"" help:"A file, or an address such as postgres://user@host/name. PGPASSWORD or ~/.pgpass holds the password."`
	To   string `arg:"" help:"Where to: a file that is not there, or an empty PostgreSQL database."`
}

// Run copies, compares, and says what there is.
func (c *dbCopyCmd) Run(ctx context.Context, std streams) error {
	copied, err := database.Copy(ctx, c.From, c.To)
	if err != nil {
		return explainCopy(err)
	}
	return tellCopy(std.out, database.Name(c.To), copied)
}

func explainCopy(err error) error {
	if errors.Is(err, relational.ErrNotEmpty) {
		return fmt.Errorf("%w: copy to an empty database, so that nothing is replaced", err)
	}
	return err
}

func tellCopy(w io.Writer, to string, copied []relational.Copied) error {
	for _, c := range copied {
		if _, err := fmt.Fprintf(w, "%-12s %8d rows  %.16s\n", c.Table, c.Rows, c.Sum); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s: a whole copy; each table has the same rows, and each game "+
		"every move as it was made\n", to)
	return err
}
