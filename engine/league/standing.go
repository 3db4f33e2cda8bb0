package league

import (
	"cmp"
	"slices"
	"strconv"
)

// Game points are counted in halves of a point: at every table the first has 6 points, the last
// none and the others are spread evenly, so that sides that share places can share their points.
const (
	First   = 12        // of the first, in halves
	average = First / 2 // of everybody at a table
)

// Row is a side in the standing of its division.
type Row struct {
	Side   int // an index of Season.Sides
	Rank   int // 0: nobody has a result
	Shared bool
	Points int // in halves
	Wins   int // shared ones too
	// Share is the mean of its shares in the points of its tables, in millionths.
	Share   int
	Played  int // games that count
	Missing int // that have no result yet
}

// Label returns the rank as it is shown: "1=" if it is shared, "–" if nobody has a result.
func (r Row) Label() string {
	switch {
	case r.Rank == 0:
		return "–"
	case r.Shared:
		return strconv.Itoa(r.Rank) + "="
	}
	return strconv.Itoa(r.Rank)
}

// Standing returns the sides of a division, from 1, by their points, then wins, then their share in
// the points of their tables. A bye or an annulled game brings the points of an average one.
func (s *Season) Standing(division int) []Row {
	d := &s.Divisions[division-1]
	rows := make([]Row, len(d.Sides))
	for i, side := range d.Sides {
		rows[i] = s.row(d, side)
	}
	slices.SortStableFunc(rows, Row.compare)
	if !slices.ContainsFunc(rows, func(r Row) bool { return r.Played > 0 }) {
		return rows
	}
	for i := range rows {
		r := &rows[i]
		r.Rank = i + 1
		if i > 0 && r.compare(rows[i-1]) == 0 {
			r.Rank, r.Shared, rows[i-1].Shared = rows[i-1].Rank, true, true
		}
	}
	return rows
}

// compare is negative if r is ahead of o.
func (r Row) compare(o Row) int {
	return cmp.Or(o.Points-r.Points, o.Wins-r.Wins, o.Share-r.Share)
}

func (s *Season) row(d *Division, side int) Row {
	r := Row{Side: side}
	for i := range d.Fixtures {
		f := &d.Fixtures[i]
		seat := slices.Index(f.Sides, side)
		switch {
		case seat < 0:
		case f.missing():
			r.Missing++
		case f.Counts():
			r.Played++
			r.Points += halves(f.Places, seat)
			r.Share += share(f.Points, seat)
			if f.Places[seat] == 1 {
				r.Wins++
			}
		}
	}
	r.Share /= max(r.Played, 1)
	if s.Sides[side].Left {
		return r
	}
	r.Points += average * max(s.Rules.Games-s.Sides[side].Missed-r.Played-r.Missing, 0)
	return r
}

// halves returns the points of a side by the places of a table: those who share a place share the
// points of the places that they fill.
func halves(places []int, seat int) int {
	same := count(places, func(p int) bool { return p == places[seat] })
	// the mean of the first and the last place that is shared
	return First * (2*(len(places)-places[seat]) - same + 1) / (2 * (len(places) - 1))
}

// share returns what of a table's points are a side's, in millionths. Points below zero count as
// none; if nobody has any, all shares are the same.
func share(points []int, seat int) int {
	sum := 0
	for _, p := range points {
		sum += max(p, 0)
	}
	if sum == 0 {
		return 1e6 / len(points)
	}
	return max(points[seat], 0) * 1e6 / sum
}
