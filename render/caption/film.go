package caption

import (
	"strings"

	"konduktor/engine"
)

// FilmAlt is the alternative text of a film: whose game it was, its course and its result.
func (s *Caption) FilmAlt(turns []engine.Turn) string {
	all := Ranking(s.View)
	names := make([]string, 0, len(s.View.Seats))
	for _, side := range all {
		names = append(names, s.SideName(side))
	}
	c := CourseOf(turns)
	lines := append([]string{s.Words("render.film-alt", "Map", s.MapName(), "Names", strings.Join(names, ", ")) + ". " + s.State()}, s.Sheet().Totals()...)
	return Clip(strings.Join(append(lines, s.CourseLines(&c)...), "\n"))
}
