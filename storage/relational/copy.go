package relational

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// tables are those that hold what a store keeps, each after those that it refers to, with the
// columns that order its rows.
var tables = []struct{ name, key string }{
	{"map", "sum"},
	{"game", "id"},
	{"seat", "game, place"},
	{"move", "game, ply"},
	{"undone", "game, branch, ply"},
	{"tenure", "id"},
	{"plan", "game, seat"},
	{"daily", "day, user"},
	{"daily_table", "server, user"},
	{"result", "game, seat, user"},
	{"rating", "guild, title, user"},
	{"attestation", "title, user, kind, line"},
	{"interaction", "id"},
	{"outbox", "id"},
	{"dropped", "id"},
	{"post", "id"},
	{"user", "id"},
	{"habits", "user"},
	{"setting", "key"},
}

// ErrNotEmpty says that a database to be copied to holds something.
var ErrNotEmpty = errors.New("it is not empty")

// Copied says what became of one table.
type Copied struct {
	Table string
	Rows  int
	Sum   string // SHA-256 of all rows in the order of their keys, in hex
}

// Copy copies everything that one store holds at a moment to an empty one, in one transaction, and
// compares: each table has the same rows in both, by their hashes, and each game of the copy is
// whole. Leases stay behind.
func Copy(ctx context.Context, from, to *Store) (copied []Copied, err error) {
	err = from.db.Read(ctx, func(source Session) error {
		return to.db.Change(ctx, func(target Session) error {
			copied = nil
			for _, t := range tables {
				c, err := copyTable(ctx, source, target, t.name, t.key)
				if err != nil {
					return fmt.Errorf("copy table %s: %w", t.name, err)
				}
				copied = append(copied, c)
			}
			var last int64
			if err := source.QueryRow(ctx, from.dialect.LastMessage).Scan(&last); err != nil {
				return fmt.Errorf("read the last message's id: %w", err)
			}
			for _, statement := range to.dialect.AfterCopy {
				if _, err := target.Exec(ctx, statement, last); err != nil {
					return fmt.Errorf("have ids go on: %w", err)
				}
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	there, err := to.Sums(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the copy: %w", err)
	}
	if !slices.Equal(copied, there) {
		return nil, errors.New("the copy differs from what was copied")
	}
	if _, err := to.Verify(ctx); err != nil {
		return nil, fmt.Errorf("check the copy: %w", err)
	}
	return copied, nil
}

// Sums returns how many rows each table has, and their hashes, which are the same in all databases.
func (s *Store) Sums(ctx context.Context) (sums []Copied, err error) {
	return read(ctx, s, func(tx Tx) (sums []Copied, err error) {
		for _, t := range tables {
			columns, _, err := columnsOf(ctx, tx, t.name)
			if err != nil {
				return nil, fmt.Errorf("read table %s: %w", t.name, err)
			}
			c, err := eachRow(ctx, tx, t.name, t.key, columns, func([]any) error { return nil })
			if err != nil {
				return nil, fmt.Errorf("read table %s: %w", t.name, err)
			}
			sums = append(sums, c)
		}
		return sums, nil
	})
}

// rowsAtOnce is how many rows one statement inserts.
const rowsAtOnce = 50

func copyTable(ctx context.Context, source, target Session, table, key string) (Copied, error) {
	columns, _, err := columnsOf(ctx, source, table)
	if err != nil {
		return Copied{}, err
	}
	there, booleans, err := columnsOf(ctx, target, table)
	if err != nil {
		return Copied{}, err
	}
	if !slices.Equal(columns, there) {
		return Copied{}, errors.New(
			"its columns differ: bring both databases up to date with the same Konduktor",
		)
	}
	var n int
	if err := target.QueryRow(ctx, `SELECT count(*) FROM `+table).Scan(&n); err != nil {
		return Copied{}, err
	}
	if n > 0 {
		return Copied{}, ErrNotEmpty
	}
	var waiting []any
	insert := func() error {
		row := `(` + strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ") + `)`
		list := strings.TrimSuffix(strings.Repeat(row+", ", len(waiting)/len(columns)), ", ")
		_, err := target.Exec(ctx, `INSERT INTO `+table+` (`+quoted(columns)+`) VALUES `+list, waiting...)
		waiting = nil
		return err
	}
	c, err := eachRow(ctx, source, table, key, columns, func(values []any) error {
		for i, value := range values {
			if number, ok := value.(int64); ok && booleans[columns[i]] {
				value = number != 0
			}
			waiting = append(waiting, value)
		}
		if len(waiting) < rowsAtOnce*len(columns) {
			return nil
		}
		return insert()
	})
	if err == nil && len(waiting) > 0 {
		err = insert()
	}
	return c, err
}

// columnsOf returns the columns of a table in the order of the alphabet, without those of leases,
// and which of them are booleans.
func columnsOf(
	ctx context.Context, session Session, table string,
) (columns []string, booleans map[string]bool, err error) {
	rows, err := session.Query(ctx, `SELECT * FROM `+table+` LIMIT 0`)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, nil, err
	}
	booleans = map[string]bool{}
	for _, c := range types {
		if c.Name() == "holder" || c.Name() == "held" {
			continue
		}
		columns = append(columns, c.Name())
		booleans[c.Name()] = c.DatabaseTypeName() == "BOOL"
	}
	slices.Sort(columns)
	return columns, booleans, rows.Err()
}

// eachRow calls do with the values of each row of a table.
func eachRow(
	ctx context.Context, session Session, table, key string, columns []string,
	do func(values []any) error,
) (Copied, error) {
	c, sum := Copied{Table: table}, sha256.New()
	rows, err := session.Query(ctx, `SELECT `+quoted(columns)+` FROM `+table+` ORDER BY `+key)
	if err != nil {
		return c, err
	}
	defer rows.Close()
	values, places := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		places[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(places...); err != nil {
			return c, err
		}
		alike := make([]any, len(values))
		for i, value := range values {
			alike[i] = value
			if yes, ok := value.(bool); ok { // where there are no booleans, 0 and 1 are
				alike[i] = 0
				if yes {
					alike[i] = 1
				}
			}
			if bytes, ok := value.([]byte); ok {
				values[i] = slices.Clone(bytes) // the driver may use them again
			}
		}
		text, err := json.Marshal(alike)
		if err != nil {
			return c, err
		}
		sum.Write(append(text, '\n')) // never an error
		c.Rows++
		if err := do(values); err != nil {
			return c, err
		}
	}
	c.Sum = hex.EncodeToString(sum.Sum(nil))
	return c, rows.Err()
}

// quoted lists columns in quotes, since some have the names of keywords.
func quoted(columns []string) string { return `"` + strings.Join(columns, `", "`) + `"` }
