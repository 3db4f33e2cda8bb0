package handlers

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// remark begins the file of a box.
const remark = "# The box of an owner, entered with /box of Konduktor: docs/maps.md says how to " +
	"read it.\n"

// Text returns the map file of a complete box: the title's own with the tickets of the box instead
// of ours, and its lengths. What two owners have read alike is attested.
func (b *box) Text() (string, error) {
	if b.Missing() != 0 {
		return "", fmt.Errorf("the box of %s lacks %d tickets", b.Map.Title, b.Missing())
	}
	before, rest, ok := strings.Cut(b.Map.Text, "\ntickets = [\n")
	_, after, closed := strings.Cut(rest, "\n]")
	if !ok || !closed {
		return "", fmt.Errorf("the map file of %s has no list of tickets", b.Map.Title)
	}
	var t strings.Builder
	t.WriteString(remark + b.lengths(before) + "\ntickets = [\n")
	for _, e := range b.inOrder() {
		first, second, _ := strings.Cut(e.Line, "--")
		fmt.Fprintf(&t, "  { cities = [%q, %q], points = %d%s },\n", first, second, e.Value,
			inDoubt(e.Agreed))
	}
	return strings.TrimSuffix(t.String(), "\n") + "\n]" + after, nil
}

func inDoubt(attested bool) string {
	if attested {
		return ""
	}
	return ", attested = false"
}

// inOrder returns the tickets in the order of the map, those that it lacks at the end: the order
// does not depend on how they were entered.
func (b *box) inOrder() []boxEntry {
	place := func(e boxEntry) int {
		for i := range b.Map.Tickets {
			if joins(&b.Map.Tickets[i], e.A, e.B) {
				return i
			}
		}
		return len(b.Map.Tickets)
	}
	list := slices.Clone(b.Tickets)
	slices.SortFunc(list, func(x, y boxEntry) int {
		if px, py := place(x), place(y); px != py {
			return px - py
		}
		return strings.Compare(x.Line, y.Line)
	})
	return list
}

var length = regexp.MustCompile(`length = \d+`)

// lengths writes the lengths of the box into the lines of its routes.
func (b *box) lengths(text string) string {
	lines := strings.Split(text, "\n")
	for _, e := range b.Lengths {
		ends := [2]string{b.Map.Cities[e.A].ID, b.Map.Cities[e.B].ID}
		for i, line := range lines {
			if !strings.Contains(line, fmt.Sprintf("a = %q, b = %q,", ends[0], ends[1])) &&
				!strings.Contains(line, fmt.Sprintf("a = %q, b = %q,", ends[1], ends[0])) {
				continue
			}
			line = length.ReplaceAllString(line, fmt.Sprintf("length = %d", e.Value))
			if e.Agreed {
				line = strings.Replace(line, inDoubt(false), "", 1)
			}
			lines[i] = line
		}
	}
	return strings.Join(lines, "\n")
}
