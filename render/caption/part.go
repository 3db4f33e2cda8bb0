package caption

import (
	"math"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// A phone shows a whole board small. So a board is also shown in parts: a grid whose cells are about square and hold some eight
// cities each. They are called by where they lie in the picture, since a map need not have north at its top.

// Part is a part of a board.
type Part struct {
	ID     string // of Options.Focus and of what menus offer; no city has such an ID
	Word   string // ID of the text that names it
	Row    int    // from 0, at the top
	Cities []engine.CityID
}

// partPrefix begins the IDs of parts; those of cities have no such sign.
const partPrefix = "part:"

// partWords are the texts that name the parts of a board, by row from the top and column from the left.
var partWords = [3][3]string{
	{"render.part-top-left", "render.part-top", "render.part-top-right"},
	{"render.part-left", "render.part-middle", "render.part-right"},
	{"render.part-bottom-left", "render.part-bottom", "render.part-bottom-right"},
}

// Parts are the parts of a map's board, row by row. Every city is in one of them. A map of few cities, or without a board, has none.
func Parts(m *railmap.Map) []Part {
	columns, rows := grid(m)
	if len(m.Routes) == 0 || columns*rows < 2 {
		return nil
	}
	var all []Part
	for row := range rows {
		for column := range columns {
			word := partWords[third(row, rows)][third(column, columns)]
			p := Part{ID: partPrefix + strings.TrimPrefix(word, "render.part-"), Word: word, Row: row}
			for c := range m.Cities {
				if at := m.Cities[c].At; cell(at.X, columns) == column && cell(at.Y, rows) == row {
					p.Cities = append(p.Cities, engine.CityID(c))
				}
			}
			if len(p.Cities) > 0 {
				all = append(all, p)
			}
		}
	}
	return all
}

// FindPart returns the part of an ID; false if the map's board has none such.
func FindPart(m *railmap.Map, id string) (Part, bool) {
	if !strings.HasPrefix(id, partPrefix) {
		return Part{}, false
	}
	all := Parts(m)
	i := slices.IndexFunc(all, func(p Part) bool { return p.ID == id })
	if i < 0 {
		return Part{}, false
	}
	return all[i], true
}

// grid is how many columns and rows of parts suit a map: cells that are about square, with some eight cities each.
func grid(m *railmap.Map) (columns, rows int) {
	const few, each, fewest, most = 6, 8, 4, 9
	if len(m.Cities) < few {
		return 1, 1
	}
	wanted, least := max(fewest, min(most, float64(len(m.Cities))/each)), math.Inf(1)
	for c := 1; c <= len(partWords[0]); c++ {
		for r := 1; r <= len(partWords); r++ {
			shape, number := m.Aspect*float64(r)/float64(c), float64(c*r)/wanted
			if off := math.Abs(math.Log(shape)) + math.Abs(math.Log(number)); off < least {
				columns, rows, least = c, r, off
			}
		}
	}
	return columns, rows
}

// cell is the cell of n in which a place from 0 to 1 lies.
func cell(at float64, n int) int { return max(0, min(n-1, int(at*float64(n)))) }

// third is which third of a board, 0 to 2, cell i of n is in; the only one is in the middle.
func third(i, n int) int {
	if n == 1 {
		return 1
	}
	return i * 2 / (n - 1)
}
