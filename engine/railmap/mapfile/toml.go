package mapfile

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Bounds of one file: a map needs about 3,000 values, nested 4 deep.
const (
	maxValues = 100_000
	maxDepth  = 8
)

// value is a value of a TOML file with its line. go-toml's decoder stops at the first fault and
// forgets lines.
type value struct {
	kind   unstable.Kind
	line   int
	text   string  // of a string, number or boolean
	items  []value // of an array
	fields []field // of a table
}

type field struct {
	key  string
	line int
	value
	taken bool
}

type reader struct {
	*report
	data  []byte
	lines []int // offsets of the beginnings of the lines
	left  int   // values that may still be read
}

// read returns the whole file as one table; false if it is not TOML: the table ends before the
// fault.
func read(data []byte, b *report) (value, bool) {
	r := reader{report: b, data: data, lines: []int{0}, left: maxValues}
	for i, c := range data {
		if c == '\n' {
			r.lines = append(r.lines, i+1)
		}
	}
	doc := value{kind: unstable.InlineTable, line: 1}
	if i := invalidUTF8(data); i >= 0 {
		r.add(r.lineAt(i), "this is not UTF-8 text")
		return doc, false
	}
	var p unstable.Parser
	p.Reset(data)
	for section := false; p.NextExpression(); {
		e := p.Expression()
		if e.Kind != unstable.KeyValue {
			r.add(r.lineOf(e.Child(), 1),
				"there are no [sections] in a map file; a list is written %s = [ { ... }, ... ]",
				keyOf(e.Child()))
			section = true // the keys that follow belong to it
			continue
		}
		if !section {
			doc.fields = append(doc.fields, r.field(e, 0))
		}
	}
	if err := p.Error(); err != nil {
		r.add(r.lineOfError(err), "this is not TOML: %s", err)
		return doc, false
	}
	if r.left < 0 {
		r.add(1, "there are more than %d values", maxValues)
		return doc, false
	}
	return doc, true
}

func (r *reader) lineAt(offset int) int {
	i, found := slices.BinarySearch(r.lines, offset)
	if found {
		i++
	}
	return i
}

// lineOf is the line of a node, or the given one: arrays carry no position.
func (r *reader) lineOf(n *unstable.Node, otherwise int) int {
	if n.Raw.Length == 0 {
		return otherwise
	}
	return r.lineAt(int(n.Raw.Offset))
}

// lineOfError finds the place that the parser's error points at, a part of the data.
func (r *reader) lineOfError(err error) int {
	var pe *unstable.ParserError
	if errors.As(err, &pe) && pe.Highlight != nil {
		if offset := cap(r.data) - cap(pe.Highlight); offset >= 0 && offset <= len(r.data) {
			return r.lineAt(offset)
		}
	}
	return len(r.lines)
}

func (r *reader) field(kv *unstable.Node, depth int) field {
	line := r.lineAt(int(kv.Raw.Offset))
	it := kv.Key()
	it.Next()
	return field{key: keyOf(it.Node()), line: line, value: r.value(kv.Value(), line, depth)}
}

// value reads a value. Values nested too deep or too long are left out and reported.
func (r *reader) value(n *unstable.Node, line, depth int) value {
	v := value{kind: n.Kind, line: r.lineOf(n, line)}
	if r.left--; r.left < 0 {
		return v
	}
	if depth > maxDepth {
		r.add(v.line, "this is nested too deep")
		return v
	}
	switch n.Kind {
	case unstable.Array:
		for it := n.Children(); it.Next() && r.left >= 0; {
			v.items = append(v.items, r.value(it.Node(), v.line, depth+1))
		}
	case unstable.InlineTable:
		for it := n.Children(); it.Next() && r.left >= 0; {
			v.fields = append(v.fields, r.field(it.Node(), depth+1))
		}
	default:
		v.text = string(n.Data)
	}
	return v
}

// keyOf joins the parts of a dotted key. Map files have none, so it matches no field.
func keyOf(first *unstable.Node) string {
	var parts []string
	for n := first; n != nil; n = n.Next() {
		parts = append(parts, string(n.Data))
	}
	return strings.Join(parts, ".")
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, -1 if there is none.
func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		c, size := utf8.DecodeRune(data[i:])
		if c == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// checkDecodes reports what only the decoder of go-toml refuses.
func checkDecodes(data []byte, b *report) {
	var doc map[string]any
	err := toml.NewDecoder(bytes.NewReader(data)).Decode(&doc)
	var de *toml.DecodeError
	switch {
	case errors.As(err, &de):
		line, _ := de.Position()
		b.add(line, "this is not TOML: %s", strings.TrimPrefix(de.Error(), "toml: "))
	case err != nil:
		b.add(1, "this is not TOML: %s", err)
	}
}

func kindName(k unstable.Kind) string {
	switch k {
	case unstable.String:
		return "a text in quotes"
	case unstable.Bool:
		return "true or false"
	case unstable.Integer:
		return "a whole number"
	case unstable.Float:
		return "a number"
	case unstable.Array:
		return "a list [ ... ]"
	case unstable.InlineTable:
		return "a table { ... }"
	}
	return "a date or time"
}
