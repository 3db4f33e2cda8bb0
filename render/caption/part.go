package caption

import (
	"math"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// A phone shows a whole board too small, so boards are also shown in parts: a grid of about square
// cells with some eight cities each, named after their place in the picture.

// Part is a part of a board.
type Part struct {
	ID     string // for Options.Focus and menus; no city has such an ID
	Word   string // ID of its name's text
	Row    int    // from 0, at the top
	Cities []engine.CityID
}

const partPrefix = "part:"

// partWords are the text IDs of the parts' names, by row and column.
var partWords = [3][3]string{
	{"render.part-top-left", "render.part-top", "render.part-top-right"},
	{"render.part-left", "render.part-middle", "render.part-right"},
	{"render.part-bottom-left", "render.part-bottom", "render.part-bottom-right"},
}

// Parts are the parts of a map's board, row by row; every city is in one. Small maps have none.
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

// FindPart returns the part with an ID; false if there is none.
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

// cell is the cell of n with a place from 0 to 1.
func cell(at float64, n int) int { return max(0, min(n-1, int(at*float64(n)))) }

// third is the third of a board, 0 to 2, with cell i of n.
func third(i, n int) int {
	if n == 1 {
		return 1
	}
	return i * 2 / (n - 1)
}
