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

// compared lists the sources in which two final scores differ.
func (s *Speaker) compared(v *engine.View, a, b *engine.Final) string {
	own, others := s.parts(v, a), s.parts(v, b)
	type gap struct {
		part
		own, other int
	}
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
	var list []string
	for _, g := range gaps {
		if g.points != 0 {
			list = append(list, s.say("review.part", "Name", g.name, "By", caption.Signed(g.points),
				"Own", caption.Number(g.own), "Other", caption.Number(g.other)))
		}
	}
	if len(list) == 0 {
		return s.say("review.part-none")
	}
	return strings.Join(list, ", ")
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
