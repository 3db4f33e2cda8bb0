package match

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"konduktor/engine"
)

// Nameless is what somebody is called whose name shows nothing.
const Nameless = "?"

// maxShown is how many runes of a name stand before its number: Discord's names have at most 32.
const maxShown = 27

// ShownNames are the seats' names as people see them, with a number by seat where two look alike:
// "Alex (1)" and "Alex (2)". Records and lots keep the names of the deal. They are hostile text.
func (g Game) ShownNames() []string {
	names, seen := make([]string, len(g.Seats)), make([]string, len(g.Seats))
	for i, s := range g.Seats {
		names[i], seen[i] = s.Name, looks(s.Name)
		if seen[i] == "" {
			names[i], seen[i] = Nameless, Nameless
		}
	}
	for i, look := range seen {
		if alike := seen[i+1:]; slices.Contains(seen[:i], look) || !slices.Contains(alike, look) {
			continue // numbered with the first of them, or the only one
		}
		n := 0
		for j := i; j < len(seen); j++ {
			if seen[j] != look {
				continue
			}
			base, numbered := []rune(names[j]), ""
			for numbered == "" || slices.Contains(seen, looks(numbered)) { // or somebody is called so
				n++
				numbered = fmt.Sprintf("%s (%d)", string(base[:min(len(base), maxShown)]), n)
			}
			names[j] = numbered
		}
	}
	return names
}

// Shown are the seats with their ShownNames, to be told about.
func (g Game) Shown() []Seat {
	seats := slices.Clone(g.Seats)
	for i, name := range g.ShownNames() {
		seats[i].Name = name
	}
	return seats
}

// ShownName is the ShownNames of one seat.
func (g Game) ShownName(seat engine.Seat) string { return g.ShownNames()[seat-1] }

// looks is what readers tell a name by: without case and all that shows nothing.
func looks(name string) string {
	seen := strings.Map(func(r rune) rune {
		if Invisible(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
	return strings.Join(strings.Fields(seen), " ")
}

// Invisible reports characters that show as nothing, also those that count as graphic: fillers,
// joiners, variation selectors and the empty Braille pattern.
func Invisible(r rune) bool {
	return r == 0x2800 || !unicode.IsGraphic(r) && !unicode.IsSpace(r) ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
