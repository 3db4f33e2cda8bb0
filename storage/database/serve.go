package database

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"konduktor/storage"
	"konduktor/storage/sqlite"
)

// Claimant is a process that wants to serve a database. All fields must be set.
type Claimant struct {
	Host    string
	Process int
	Now     func() time.Time
	After   func(d time.Duration) (<-chan time.Time, func()) // a timer and what stops it
	Log     *slog.Logger
}

// Where there are no locks, a process serves for a while and renews that. One that was killed is in
// the way of the next until then.
const (
	LeaseFor   = 30 * time.Second
	renewEvery = 10 * time.Second
)

// A look of the doctor's can be in the way of a lock for a moment.
const (
	lockTries = 10
	lockAgain = 50 * time.Millisecond
)

// Duty is a process's right to serve a database.
type Duty struct {
	Claimant
	store  Database
	unlock func() error // nil: there are no locks
	row    string       // our setting storage.ServerKey; "": others may serve, too
	since  time.Time
}

// Serve opens a database for the process that plays its games. A file has one: another is refused,
// and told which process serves it; where there are no locks it waits instead, until that one has
// ended. Several processes share what a server keeps.
func Serve(ctx context.Context, setting string, as Claimant) (Database, *Duty, error) {
	return serve(ctx, setting, as, sqlite.Lock)
}

func serve(ctx context.Context, setting string, as Claimant, lock locker,
) (Database, *Duty, error) {
	d := &Duty{Claimant: as, since: as.Now()}
	kind := Of(setting)
	if !kind.Served {
		if err := d.lock(ctx, setting, lock); err != nil {
			return nil, nil, err
		}
	}
	var err error
	if d.store, err = Open(ctx, setting); err == nil && !kind.Served {
		if err = d.sign(ctx); err != nil {
			err = errors.Join(err, d.store.Close())
		}
	}
	if err != nil {
		return nil, nil, errors.Join(err, d.free())
	}
	return d.store, d, nil
}

// locker is sqlite.Lock.
type locker func(path string) (unlock func() error, err error)

// lock locks a file, if it can be locked.
func (d *Duty) lock(ctx context.Context, path string, lock locker) error {
	var err error
	for range lockTries {
		d.unlock, err = lock(path)
		if !errors.Is(err, sqlite.ErrServed) {
			break
		}
		if err := d.wait(ctx, lockAgain); err != nil {
			return err
		}
	}
	switch {
	case errors.Is(err, sqlite.ErrNoLocks):
		d.Log.WarnContext(ctx, "the database file cannot be locked, so a lease in it keeps a second "+
			"process away", "error", err)
		return nil
	case errors.Is(err, sqlite.ErrServed):
		return refusal(ctx, path)
	}
	return err
}

// refusal says who serves a file already.
func refusal(ctx context.Context, path string) error {
	who := ""
	if server, ok, err := sqlite.ServerOf(ctx, path); err == nil && ok {
		who = ": " + server.String()
	}
	return fmt.Errorf("%w %s%s. A file has one server: end that one first, or let several share a "+
		"PostgreSQL database (docs/operations.md)", sqlite.ErrServed, path, who)
}

// sign notes who serves from now on. Without a lock it waits until whoever has noted that before is
// gone.
func (d *Duty) sign(ctx context.Context) error {
	for told := ""; ; {
		server, before, ok, err := storage.ReadServer(ctx, d.store)
		if err != nil {
			return err
		}
		if left := server.Until.Sub(d.Now()); ok && left > 0 {
			if name := server.String(); name != told {
				told = name
				d.Log.WarnContext(ctx, "another process serves the database: waiting until it has ended",
					"server", name)
			}
			if err := d.wait(ctx, min(left, LeaseFor)); err != nil {
				return err
			}
			continue
		}
		d.since = d.Now()
		err = d.swap(ctx, before, d.entry())
		if !errors.Is(err, storage.ErrStale) { // stale: another process was faster
			return err
		}
	}
}

// entry is what this process notes of itself.
func (d *Duty) entry() string {
	server := storage.Server{Host: d.Host, Process: d.Process, Since: d.since.UTC()}
	if d.unlock == nil {
		server.Until = d.Now().Add(LeaseFor).UTC()
	}
	return server.Encode()
}

func (d *Duty) swap(ctx context.Context, before, row string) error {
	err := d.store.SwapSetting(ctx, storage.ServerKey, before, row)
	if err == nil {
		d.row = row
	}
	return err
}

// Keep renews a lease until ctx ends. An error says that another process serves by now: this one
// was away for too long.
func (d *Duty) Keep(ctx context.Context) error {
	if d.row == "" || d.unlock != nil {
		<-ctx.Done()
		return nil
	}
	for d.wait(ctx, renewEvery) == nil {
		switch err := d.renew(ctx); {
		case errors.Is(err, storage.ErrStale):
			return errors.New("another process serves the database by now: this one was away for too long")
		case err != nil && ctx.Err() == nil:
			d.Log.ErrorContext(ctx, "the lease of the database was not renewed", "error", err)
		}
	}
	return nil
}

func (d *Duty) renew(ctx context.Context) error { return d.swap(ctx, d.row, d.entry()) }

// End gives the right up, before the database is closed and after Keep has returned.
func (d *Duty) End(ctx context.Context) error {
	if d.row == "" {
		return nil
	}
	err := d.store.SwapSetting(ctx, storage.ServerKey, d.row, "")
	if errors.Is(err, storage.ErrStale) {
		err = nil
	}
	return errors.Join(err, d.free())
}

func (d *Duty) free() error {
	if d.unlock == nil {
		return nil
	}
	return d.unlock()
}

func (d *Duty) wait(ctx context.Context, long time.Duration) error {
	timer, stop := d.After(long)
	defer stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer:
		return nil
	}
}
