package mapfile

import (
	"fmt"
	"slices"
	"strings"
)

// maxFaults bounds the faults of one file: a hostile file gives no endless list.
const maxFaults = 500

// Fault is one thing that is wrong in a map file.
type Fault struct {
	File string
	Line int // counted from 1
	What string
}

// String says the fault as an editor can jump to: `map.toml:41: route dam--foo: there is no city
// "foo"`.
func (f Fault) String() string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.What) }

// Faults is everything that is wrong in a map file, by line. It is the error of Parse.
type Faults []Fault

// Error prints one fault per line.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i := range f {
		lines[i] = f[i].String()
	}
	return strings.Join(lines, "\n")
}

type report struct {
	file   string
	faults Faults
}

func (b *report) add(line int, format string, args ...any) {
	switch {
	case len(b.faults) > maxFaults:
	case len(b.faults) == maxFaults:
		b.faults = append(b.faults, Fault{b.file, line, "there are more faults than are listed here"})
	default:
		b.faults = append(b.faults, Fault{b.file, line, fmt.Sprintf(format, args...)})
	}
}

// sorted returns the faults by line; those of one line keep the order of their discovery.
func (b *report) sorted() Faults {
	slices.SortStableFunc(b.faults, func(x, y Fault) int { return x.Line - y.Line })
	return b.faults
}
