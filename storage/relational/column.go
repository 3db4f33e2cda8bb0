package relational

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// Columns of types that SQL does not have. Their errors quote no value: the seed is one.
type (
	timeColumn time.Time     // microseconds since 1970; NULL: zero
	spanColumn time.Duration // microseconds
	linkColumn match.Link
	jsonColumn struct{ into any }
)

func damagedColumn(of string) error {
	return fmt.Errorf("%w: a column is no %s", storage.ErrDamaged, of)
}

// Scan implements sql.Scanner.
func (c *timeColumn) Scan(value any) error {
	switch value := value.(type) {
	case nil:
		*c = timeColumn{}
	case int64:
		*c = timeColumn(fromMicros(value))
	default:
		return damagedColumn("time")
	}
	return nil
}

// Scan implements sql.Scanner.
func (c *spanColumn) Scan(value any) error {
	micros, ok := value.(int64)
	if !ok {
		return damagedColumn("time span")
	}
	*c = spanColumn(time.Duration(micros) * time.Microsecond)
	return nil
}

// Scan implements sql.Scanner.
func (c *linkColumn) Scan(value any) error {
	stored, ok := value.([]byte)
	if !ok || len(stored) != len(c) {
		return damagedColumn("link")
	}
	copy(c[:], stored)
	return nil
}

// Scan implements sql.Scanner.
func (c jsonColumn) Scan(value any) error {
	text, _ := value.(string)
	if json.Unmarshal([]byte(text), c.into) != nil {
		return damagedColumn("JSON")
	}
	return nil
}

// fromMicros reverses time.Time.UnixMicro. The zero time stays zero.
func fromMicros(micros int64) time.Time { return time.UnixMicro(micros).UTC() }

// nullMicros converts a time to microseconds, the zero time to NULL.
func nullMicros(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMicro(), Valid: !t.IsZero()}
}

// asJSON returns strings as JSON, "null" if there are none.
func asJSON[T []string | []match.UserID | map[string]string](items T) string {
	if len(items) == 0 {
		return "null"
	}
	return jsonOf(items)
}

// jsonOf returns a value of strings, numbers and booleans as JSON: such a value always has a form.
func jsonOf(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}
