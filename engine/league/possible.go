package league

import (
	"cmp"
	"math/bits"
	"slices"
)

// MostExact is how many results of a division can be missing for an exact Outlook.
const MostExact = 6

// Ranks is a set of ranks: bit r for rank r.
type Ranks uint32

// Has reports whether a rank is in the set.
func (r Ranks) Has(rank int) bool { return r>>rank&1 != 0 }

// Best returns the highest rank of a set that is not empty.
func (r Ranks) Best() int { return bits.TrailingZeros32(uint32(r)) }

// Worst returns the lowest rank of the set.
func (r Ranks) Worst() int { return bits.Len32(uint32(r)) - 1 }

func between(best, worst int) Ranks { return 1<<(worst+1) - 1<<best }

// Outlook is how a side can still finish in its division if all games that are missing are played.
// Never is a rank left out that is possible. The points of tables, which decide between equal
// points and wins, are taken as free for a side with a missing game.
type Outlook struct {
	Ranks Ranks
	// Exact: both ends of Ranks can come about, and what Enough and Needed say is true of all
	// results. Else they are bounds, as if each of the others could win all or lose all.
	Exact bool
	gains []prospect
}

// prospect is how a side can finish with what it may gain in its own missing games.
type prospect struct{ gain, best, worst int }

// Enough returns the fewest points, in halves, that lead to a rank or better whatever others do;
// false: none do.
func (o Outlook) Enough(rank int) (points int, ok bool) {
	short := -1
	for _, p := range o.gains {
		if p.worst > rank {
			short = p.gain
		}
	}
	return o.least(func(p prospect) bool { return p.gain > short })
}

// Needed returns the fewest points, in halves, with which a rank or better is possible; false: it
// no longer is.
func (o Outlook) Needed(rank int) (points int, ok bool) {
	return o.least(func(p prospect) bool { return p.best <= rank })
}

func (o Outlook) least(is func(prospect) bool) (points int, ok bool) {
	at := slices.IndexFunc(o.gains, is)
	if at < 0 {
		return 0, false
	}
	return o.gains[at].gain, true
}

// Outlook returns what is possible for a side of a division, from 1.
func (s *Season) Outlook(division, side int) Outlook {
	d := &s.Divisions[division-1]
	c := contest{rows: s.Standing(division)}
	at := func(side int) int {
		return slices.IndexFunc(c.rows, func(r Row) bool { return r.Side == side })
	}
	c.own = at(side)
	for i := range d.Fixtures {
		if f := &d.Fixtures[i]; f.missing() {
			table := make([]int, len(f.Sides))
			for k, side := range f.Sides {
				table[k] = at(side)
			}
			c.games = append(c.games, table)
		}
	}
	return c.outlook()
}

// contest is the standing of a division and its missing games, whose sides are indices of rows.
type contest struct {
	rows  []Row
	own   int
	games [][]int
}

func (c *contest) outlook() Outlook {
	o := Outlook{Exact: len(c.games) <= MostExact}
	for list := c.gains(); len(list) > 0; {
		n := 1
		for n < len(list) && list[n].gain == list[0].gain {
			n++
		}
		p := prospect{list[0].gain, len(c.rows), 1}
		if o.Exact {
			c.solve(&p, list[:n])
		} else {
			c.bound(&p, list[:n])
		}
		o.gains, list = append(o.gains, p), list[n:]
		o.Ranks |= between(p.best, p.worst)
	}
	return o
}

// solve finds the ends of a prospect with any of the wins that bring its gain. Most wins for the
// best rank come first, so that the search with others is short.
func (c *contest) solve(p *prospect, scores []score) {
	all := len(c.rows)
	for _, s := range scores {
		p.worst = all - c.fewest(s, true, all-p.worst)
	}
	for _, s := range slices.Backward(scores) {
		p.best = 1 + c.fewest(s, false, p.best-1)
	}
}

// bound is solve as if each of the others could win all or lose all.
func (c *contest) bound(p *prospect, scores []score) {
	for _, s := range scores {
		best, worst := 1, 1
		for i, row := range c.rows {
			if i == c.own {
				continue
			}
			if c.ahead(row, s, false) {
				best++
			}
			row.Points, row.Wins = row.Points+First*row.Missing, row.Wins+row.Missing
			if c.ahead(row, s, true) {
				worst++
			}
		}
		p.best, p.worst = min(p.best, best), max(p.worst, worst)
	}
}

// gains lists what the side may gain, the least first.
func (c *contest) gains() []score {
	list := []score{{}}
	for _, table := range c.games {
		if !slices.Contains(table, c.own) {
			continue
		}
		var longer []score
		for _, p := range list {
			for _, o := range options(len(table)) {
				longer = append(longer, score{p.gain + o.gain, p.wins + o.wins})
			}
		}
		slices.SortFunc(longer, func(a, b score) int {
			return cmp.Or(a.gain-b.gain, a.wins-b.wins)
		})
		list = slices.Compact(longer)
	}
	return list
}

// options lists what one side can gain in a game.
func options(sides int) []score {
	var list []score
	for _, o := range outcomes[sides] {
		if !slices.Contains(list, o[0]) {
			list = append(list, o[0])
		}
	}
	return list
}

// ahead reports whether a row is, or if their points and wins are equal can be, ahead of the side.
func (c *contest) ahead(row Row, p score, can bool) bool {
	own := c.rows[c.own]
	switch {
	case row.Points != own.Points+p.gain:
		return row.Points > own.Points+p.gain
	case row.Wins != own.Wins+p.wins:
		return row.Wins > own.Wins+p.wins
	case row.Missing > 0 || own.Missing > 0:
		return can
	}
	return row.Share > own.Share
}

// score is what a side gains in a game.
type score struct{ gain, wins int }

// outcomes are the results of tables by their number of sides, without the points of the table.
var outcomes = [...][][]score{2: results(2), 3: results(3), 4: results(4)}

func results(sides int) (list [][]score) {
	places := make([]int, sides)
	for n := range 256 { // four places for each of four sides
		for i := range places {
			places[i] = n>>(2*i)&3 + 1
		}
		if n>>(2*sides) > 0 || !placed(places, sides) {
			continue
		}
		one := make([]score, sides)
		for i, p := range places {
			one[i].gain = halves(places, i)
			if p == 1 {
				one[i].wins = 1
			}
		}
		list = append(list, one)
	}
	return list
}
