package speech

import (
	"cmp"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
)

// part is a source of points at the end.
type part struct {
	name   string
	points int
}

// account says where the winner's lead over each other side comes from, the largest part first.
func (s *Speaker) account(v *engine.View) (lines []string) {
	ranking := caption.Ranking(v)
	if len(ranking) < 2 {
		return nil
	}
	first := v.Seat(ranking[0][0]).Final
	for _, side := range ranking[1:] {
		f := v.Seat(side[0]).Final
		id := "review.ahead"
		switch {
		case first.Total == f.Total && caption.Won(v, side[0]):
			id = "review.shared"
		case first.Total == f.Total:
			id = "review.level"
		}
		lines = append(lines, s.say(id, "Winner", s.Of(v).SideName(ranking[0]),
			"Who", s.Of(v).SideName(side), "Count", first.Total-f.Total, "Parts", s.compared(v, first, f)))
	}
	return lines
}

func (s *Speaker) compared(v *engine.View, a, b *engine.Final) string {
	var list []string
	for _, g := range s.gaps(v, a, b) {
		if g.points != 0 {
			list = append(list, s.gap(g))
		}
	}
	if len(list) == 0 {
		return s.say("review.part-none")
	}
	return strings.Join(list, ", ")
}

// gap is by how much one final score is ahead of another in a part, and both.
type gap struct {
	part
	own, other int
}

func (s *Speaker) gap(g gap) string {
	return s.say("review.part", "Name", g.name, "By", caption.Signed(g.points),
		"Own", caption.Number(g.own), "Other", caption.Number(g.other))
}

func (s *Speaker) gaps(v *engine.View, a, b *engine.Final) []gap {
	own, others := s.parts(v, a), s.parts(v, b)
	var gaps []gap
	for _, p := range slices.Concat(own, others) {
		if !slices.ContainsFunc(gaps, func(g gap) bool { return g.name == p.name }) {
			x, y := pointsOf(own, p.name), pointsOf(others, p.name)
			gaps = append(gaps, gap{part{p.name, x - y}, x, y})
		}
	}
	slices.SortStableFunc(gaps, func(a, b gap) int {
		return cmp.Compare(max(b.points, -b.points), max(a.points, -a.points))
	})
	return gaps
}

// shortRoute is the length up to which a route brings no more points than it has spaces.
const shortRoute = 2

// counts say of each side what can be counted: the spaces of its routes and what they brought, how
// many routes are short, and the tickets that it did not complete.
func (s *Speaker) counts(v *engine.View) (lines []string) {
	if v.Seats[0].Final == nil {
		return nil
	}
	for _, side := range caption.Sides(v) {
		f := v.Seat(side[0]).Final
		var facts []string
		spaces, routes, short := 0, 0, 0
		for _, seat := range side {
			for _, id := range v.Seat(seat).Routes {
				length := s.board.Routes[id].Length
				spaces, routes = spaces+length, routes+1
				if length <= shortRoute {
					short++
				}
			}
		}
		if routes > 0 {
			facts = append(facts, s.say("review.laid", "Pieces", s.laid(v, spaces),
				"Points", s.Of(v).Points(f.Routes)))
		}
		if short > 0 {
			facts = append(facts, s.say("review.short", "Short", short, "Count", routes))
		}
		if n := len(f.Failed); n > 0 {
			made := 0
			for _, points := range f.Earned {
				made += points
			}
			facts = append(facts, s.say("review.not-made", "Count", n,
				"Points", s.Of(v).Points(made-f.Tickets)))
		}
		if len(facts) > 0 {
			lines = append(lines, s.say("review.counts", "Who", s.Of(v).SideName(side),
				"Facts", strings.Join(facts, "; ")))
		}
	}
	return lines
}

// laid names the pieces that lie on some spaces; where there are several kinds, the spaces.
func (s *Speaker) laid(v *engine.View, spaces int) string {
	if len(v.Lexicon().Pieces) == 1 {
		return s.Of(v).Pieces(v, 0, spaces)
	}
	return s.Of(v).Words("render.spaces", "Count", spaces)
}

func pointsOf(list []part, name string) int {
	i := slices.IndexFunc(list, func(p part) bool { return p.name == name })
	if i < 0 {
		return 0
	}
	return list[i].points
}

// parts splits a final score by its sources. The bonuses of cities count together.
func (s *Speaker) parts(v *engine.View, f *engine.Final) []part {
	made, cities := 0, 0
	for _, n := range f.Earned {
		made += n
	}
	list := []part{
		{s.say("render.sheet-routes"), f.Routes},
		{s.say("review.made"), made},
		{s.say("review.missed"), f.Tickets - made},
	}
	for _, b := range f.Bonuses {
		if slices.ContainsFunc(s.board.Cities, func(c railmap.City) bool { return c.ID == b.Name }) {
			cities += b.Points
		} else {
			list = append(list, part{s.Of(v).Bonus(b.Name), b.Points})
		}
	}
	return append(list, part{s.say("render.big-cities"), cities})
}
