package mapfile

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Kinds of values by shorter names.
const (
	arrayKind = unstable.Array
	tableKind = unstable.InlineTable
)

// maxFields bounds the fields of a table; a route, which can have most of all, has 14.
const maxFields = 50

// table is a table of the file. Fields are taken one by one; a field left at the end is unknown.
type table struct {
	*report
	what   string // "route dam--waag": the start of messages about it; "" for the file itself
	line   int
	fields []field
}

// open makes a table of a value, nil if it is none. Of a repeated field the first counts.
func open(v *value, what string, b *report) *table {
	t := &table{report: b, what: what, line: v.line}
	if v.kind != tableKind {
		t.fault(v.line, "expected %s, found %s", kindName(tableKind), kindName(v.kind))
		return nil
	}
	if len(v.fields) > maxFields {
		t.fault(v.line, "there are %d fields", len(v.fields))
		return nil
	}
	for _, f := range v.fields {
		if first := find(t.fields, f.key); first != nil {
			t.fault(f.line, "%s is written twice, first on line %d", shown(f.key), first.line)
			continue
		}
		t.fields = append(t.fields, f)
	}
	return t
}

func find(fields []field, key string) *field {
	for i := range fields {
		if fields[i].key == key {
			return &fields[i]
		}
	}
	return nil
}

func (t *table) fault(line int, format string, args ...any) {
	if t.what != "" {
		format, args = "%s: "+format, append([]any{t.what}, args...)
	}
	t.add(line, format, args...)
}

// done reports the fields that were not taken.
func (t *table) done() {
	for i := range t.fields {
		if !t.fields[i].taken {
			t.fault(t.fields[i].line, "there is no field %s here", shown(t.fields[i].key))
		}
	}
}

func (t *table) has(key string) bool { return find(t.fields, key) != nil }

// isText and isList report whether there is such a field of the right kind.
func (t *table) isText(key string) bool { return t.isKind(key, unstable.String) }
func (t *table) isList(key string) bool { return t.isKind(key, arrayKind) }

func (t *table) isKind(key string, k unstable.Kind) bool {
	f := find(t.fields, key)
	return f != nil && f.kind == k
}

// lineFor is the line of a field, or of the table if it has no such field.
func (t *table) lineFor(key string) int {
	if f := find(t.fields, key); f != nil {
		return f.line
	}
	return t.line
}

// need reports each of the fields that the table lacks.
func (t *table) need(keys ...string) {
	for _, key := range keys {
		if !t.has(key) {
			t.fault(t.line, "%s is missing", key)
		}
	}
}

// take returns a field of one of the kinds, nil if there is none.
func (t *table) take(key string, kinds ...unstable.Kind) *field {
	f := find(t.fields, key)
	if f == nil {
		return nil
	}
	f.taken = true
	if !slices.Contains(kinds, f.kind) {
		t.fault(f.line, "%s: expected %s, found %s", key, kindName(kinds[0]), kindName(f.kind))
		return nil
	}
	return f
}

func (t *table) text(key string) string {
	if f := t.take(key, unstable.String); f != nil {
		return f.text
	}
	return ""
}

func (t *table) flag(key string, otherwise bool) bool {
	if f := t.take(key, unstable.Bool); f != nil {
		return f.text == "true"
	}
	return otherwise
}

func (t *table) whole(key string, low, high, otherwise int) int {
	f := t.take(key, unstable.Integer)
	if f == nil {
		return otherwise
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(f.text, "_", ""), 0, 32)
	if err != nil || int(n) < low || int(n) > high {
		t.fault(f.line, "%s is %s, it must be %d to %d", key, cut(f.text), low, high)
		return otherwise
	}
	return int(n)
}

func (t *table) number(key string, low, high float64) (float64, bool) {
	f := t.take(key, unstable.Float, unstable.Integer)
	if f == nil {
		return 0, false
	}
	n, ok := f.number()
	if !ok || n < low || n > high {
		t.fault(f.line, "%s is %s, it must be %g to %g", key, cut(f.text), low, high)
		return 0, false
	}
	return n, true
}

func (v *value) number() (float64, bool) {
	if v.kind != unstable.Float && v.kind != unstable.Integer {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(v.text, "_", ""), 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// list takes an array with at most most members.
func (t *table) list(key string, most int) []value {
	f := t.take(key, arrayKind)
	if f == nil {
		return nil
	}
	if len(f.items) > most {
		t.fault(f.items[most].line, "%s: there are %d, at most %d are allowed", key, len(f.items), most)
		return f.items[:most]
	}
	return f.items
}

func (t *table) words(key string, most int) []value {
	var out []value
	for _, v := range t.list(key, most) {
		if v.kind != unstable.String {
			t.fault(v.line, "%s: expected %s, found %s", key, kindName(unstable.String), kindName(v.kind))
			continue
		}
		out = append(out, v)
	}
	return out
}

// numbers reads an array of exactly count finite numbers.
func (v *value) numbers(count int) ([]float64, bool) {
	if v.kind != arrayKind || len(v.items) != count {
		return nil, false
	}
	out := make([]float64, count)
	for i := range v.items {
		n, ok := v.items[i].number()
		if !ok {
			return nil, false
		}
		out[i] = n
	}
	return out, true
}

func cut(s string) string {
	const most = 50
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// shown quotes text of the file for a message, with control characters made visible.
func shown(s string) string { return strconv.Quote(cut(s)) }
