// Package postgres keeps everything in a PostgreSQL database that several processes share: its
// connections, its versions, transactions that lose a race and are run again, leases, and word from
// one process to another. The statements are those of package relational.
package postgres

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"konduktor/storage"
	"konduktor/storage/relational"
)

// Limits of one process's use of the database.
const (
	connections = 10
	leaseFor    = 5 * time.Second // until others take over what a process that died was about to do
)

// settings are what every connection is set to, in milliseconds where they are times.
var settings = map[string]string{
	"client_encoding": "UTF8",
	// a move that was acknowledged must survive a power cut
	"synchronous_commit":                  "on",
	"lock_timeout":                        "5000",
	"statement_timeout":                   "15000",
	"idle_in_transaction_session_timeout": "30000",
	"timezone":                            "UTC",
}

// patience bounds what OpenPatiently is for.
const patience = 7 * 24 * time.Hour

// patient are the settings without those that end what takes long.
func patient() map[string]string {
	s := maps.Clone(settings)
	s["statement_timeout"], s["idle_in_transaction_session_timeout"] = "0", "0"
	return s
}

// Store is a storage.Store in a PostgreSQL database.
type Store struct {
	*relational.Store
	config  *pgx.ConnConfig
	pool    *sql.DB
	lease   relational.Lease
	holds   atomic.Bool                         // this process has looked for what is due
	within  time.Duration                       // bounds a transaction that writes
	observe func(operation string) (end func()) // never nil
}

var (
	_ storage.Store   = (*Store)(nil)
	_ storage.Watcher = (*Store)(nil)
)

// IsAddress reports whether a setting names a PostgreSQL database, and not a file.
func IsAddress(database string) bool {
	return strings.HasPrefix(database, "postgres://") || strings.HasPrefix(database, "postgresql://")
}

// Name returns an address without user, password and parameters, for people and logs.
func Name(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "postgres://" // an error would quote it
	}
	host := u.Host
	if host == "" {
		host = u.Query().Get("host")
	}
	return "postgres://" + host + "/" + strings.TrimPrefix(u.Path, "/")
}

// Unverified reports whether an address leaves it open who answers for a host that is not this
// machine: anything but sslmode=verify-full does.
func Unverified(address string) bool {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return false // connecting says why
	}
	open := func(host string, secure *tls.Config) bool {
		ip, err := netip.ParseAddr(host)
		local := host == "localhost" || strings.HasPrefix(host, "/") || err == nil && ip.IsLoopback()
		return !local && (secure == nil || secure.InsecureSkipVerify)
	}
	return open(config.Host, config.TLSConfig) ||
		slices.ContainsFunc(config.Fallbacks, func(f *pgconn.FallbackConfig) bool {
			return open(f.Host, f.TLSConfig)
		})
}

// Open connects to a database and brings its tables up to date, unless a newer Konduktor has made
// them and says that this one can use them. It refuses a database that holds another program's
// tables. No error holds the password.
func Open(ctx context.Context, address string) (*Store, error) {
	return open(ctx, address, settings, transactWithin)
}

// OpenPatiently is Open for a command that reads or writes everything in one transaction, however
// long that takes.
func OpenPatiently(ctx context.Context, address string) (*Store, error) {
	return open(ctx, address, patient(), patience)
}

func open(
	ctx context.Context, address string, settings map[string]string, within time.Duration,
) (*Store, error) {
	s, err := connect(ctx, address, settings, within)
	if err != nil {
		return nil, err
	}
	if err := s.migrateUp(ctx); err != nil {
		return nil, errors.Join(
			fmt.Errorf("open database %s: %w", Name(address), explain(err)), s.Close(),
		)
	}
	return s, nil
}

// connect returns a store whose tables may be of any version, or missing.
func connect(
	ctx context.Context, address string, settings map[string]string, within time.Duration,
) (*Store, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil { // it quotes the address
		return nil, errors.New(
			"the address of the database cannot be read: it is like " +
				"postgres://user@host:5432/name, with %40 for an @ in a password",
		)
	}
	holder := rand.Text()
	for name, value := range settings {
		config.RuntimeParams[name] = value
	}
	config.RuntimeParams["application_name"] = "konduktor " + holder
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 10 * time.Second
	}
	pool := stdlib.OpenDB(*config)
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	s := &Store{
		config: config, pool: pool, within: within,
		observe: func(string) func() { return func() {} },
	}
	s.lease = relational.Lease{Holder: holder, For: leaseFor, Clock: clock, Claim: s.claim}
	s.Store = relational.New(s, s.dialect())
	if err := s.verify(ctx); err != nil {
		return nil, errors.Join(
			fmt.Errorf("open database %s: %w", Name(address), explain(err)), s.Close(),
		)
	}
	return s, nil
}

// verify reads the settings back that safety rests on.
func (s *Store) verify(ctx context.Context) error {
	var synchronous, encoding string
	err := s.pool.QueryRowContext(ctx,
		`SELECT current_setting('synchronous_commit'), current_setting('server_encoding')`).Scan(
		&synchronous, &encoding)
	if err != nil {
		return err
	}
	if synchronous != "on" {
		return fmt.Errorf(
			"the database does not take the setting synchronous_commit: it is %q, not \"on\"", synchronous,
		)
	}
	if encoding != "UTF8" {
		return fmt.Errorf("the database's encoding is %s: create it with ENCODING 'UTF8'", encoding)
	}
	return nil
}

// releaseWithin bounds what Close waits for: leases end by themselves.
const releaseWithin = 2 * time.Second

// release ends the leases of this process, as far as the database can be reached.
func (s *Store) release() {
	if !s.holds.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), releaseWithin)
	defer cancel()
	for _, table := range []string{"outbox", "plan", "seat"} {
		_, _ = s.pool.ExecContext(
			ctx,
			`UPDATE `+table+` SET held = 0 WHERE holder = $1 AND held > `+clock,
			s.lease.Holder,
		)
	}
}

// Observe has f called at the begin of each transaction, "read" or "write", and what f returns at
// its end. It is called before the store is used.
func (s *Store) Observe(f func(operation string) (end func())) { s.observe = f }

// Check reads every game of a database, which stays as it is, also while bots use it. It returns
// ErrDamaged with all that it found.
func Check(ctx context.Context, address string) (relational.Report, error) {
	return look(ctx, address, func(s *Store, r *relational.Report) (err error) {
		r.Games, err = s.Verify(ctx)
		return err
	})
}

// LookAt says whether a bot could use a database, as it is or after an upgrade, without reading all
// of it. It changes nothing.
func LookAt(ctx context.Context, address string) (relational.Report, error) {
	return look(ctx, address, func(s *Store, r *relational.Report) error {
		is, err := s.Report(ctx)
		r.Emoji, r.Refusing, r.Decided = is.Emoji, is.Refusing, is.Decided
		return err
	})
}

func look(
	ctx context.Context, address string, see func(s *Store, r *relational.Report) error,
) (r relational.Report, err error) {
	s, err := connect(ctx, address, patient(), patience)
	if err != nil {
		return r, err
	}
	defer func() {
		if err = errors.Join(err, s.Close()); err != nil {
			r, err = relational.Report{}, fmt.Errorf("check %s: %w", Name(address), explain(err))
		}
	}()
	var standby bool
	if err := s.pool.QueryRowContext(ctx,
		`SELECT current_setting('fsync') = 'off', pg_is_in_recovery()`).Scan(&r.Unsafe,
		&standby); err != nil {
		return r, err
	}
	if standby {
		return r, errors.New("this is a standby, which cannot be written: name the primary server")
	}
	has, knows, err := s.versions(ctx)
	if err != nil {
		return r, err
	}
	if r.Older = has < knows; r.Older { // its tables are read after the upgrade
		return r, nil
	}
	err = see(s, &r)
	return r, err
}

// Pool says how the connections are used.
func (s *Store) Pool() sql.DBStats { return s.pool.Stats() }

// Close gives up what this process holds, so that others need not wait for it, and closes the
// connections.
func (s *Store) Close() error {
	s.release()
	if err := s.pool.Close(); err != nil {
		return fmt.Errorf("close database: %w", err)
	}
	return nil
}

// Size returns how many bytes the tables and indexes take, what was deleted and not yet reused
// included.
func (s *Store) Size(ctx context.Context) (bytes int64, err error) {
	err = s.pool.QueryRowContext(ctx, `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint
		FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`).Scan(&bytes)
	if err != nil {
		return 0, fmt.Errorf("read the size of the database: %w", explain(err))
	}
	return bytes, nil
}
