package league

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// drawn returns a random contest: sides with results so far, and missing games.
func drawn(r *rand.Rand, sides, games, most int) contest {
	c := contest{rows: make([]Row, sides)}
	for i := range c.rows {
		c.rows[i].Points, c.rows[i].Wins, c.rows[i].Share = r.IntN(13)*2, r.IntN(3), r.IntN(4)
	}
	for range games {
		table := r.Perm(sides)[:2+r.IntN(most-1)]
		for _, i := range table {
			c.rows[i].Missing++
		}
		c.games = append(c.games, table)
	}
	return c
}

// ends calls do with the rows after every end of the missing games.
func (c *contest) ends(rows []Row, game int, do func([]Row)) {
	if game == len(c.games) {
		do(rows)
		return
	}
	table := c.games[game]
	for _, scores := range outcomes[len(table)] {
		next := slices.Clone(rows)
		for k, i := range table {
			next[i].Points += scores[k].gain
			next[i].Wins += scores[k].wins
		}
		c.ends(next, game+1, do)
	}
}

// brute returns what is possible for each side, by every end of the missing games. Where points and
// wins are equal and a share is free, either can be ahead, or neither.
func (c *contest) brute() (ranks []Ranks, gains []map[int]Ranks) {
	ranks, gains = make([]Ranks, len(c.rows)), make([]map[int]Ranks, len(c.rows))
	for i := range gains {
		gains[i] = map[int]Ranks{}
	}
	c.ends(c.rows, 0, func(rows []Row) {
		for own, me := range rows {
			sure, free := 1, 0
			var fixed []int // shares of those who tie with a side whose share is free
			for i, row := range rows {
				tie := row.Points == me.Points && row.Wins == me.Wins && i != own
				switch {
				case i == own:
				case tie && c.rows[i].Missing > 0:
					free++
				case tie && c.rows[own].Missing > 0:
					fixed = append(fixed, row.Share)
				case row.compare(me) < 0:
					sure++
				}
			}
			p := me.Points - c.rows[own].Points
			for _, share := range append(slices.Clone(fixed), -1, 1e9) {
				above := 0
				for _, other := range fixed {
					if other > share {
						above++
					}
				}
				gains[own][p] |= between(sure+above, sure+above+free)
			}
			ranks[own] |= gains[own][p]
		}
	})
	return ranks, gains
}

func TestOutlookAgreesWithEveryEndOfTheMissingGames(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	differ, all := 0, 0
	for range 300 {
		sides := 3 + r.IntN(6)
		most := min(2+r.IntN(3), sides)
		games := map[int]int{2: 6, 3: 3, 4: 2}[most]
		c := drawn(r, sides, r.IntN(games+1), most)
		ranks, gains := c.brute()
		for own := range c.rows {
			c.own = own
			o := c.outlook()
			if o.Ranks.Best() != ranks[own].Best() || o.Ranks.Worst() != ranks[own].Worst() {
				t.Fatalf("side %d of %+v: ranks %b, want %b", own, c, o.Ranks, ranks[own])
			}
			if o.Ranks&ranks[own] != ranks[own] {
				t.Fatalf("side %d of %+v: ranks %b exclude some of %b", own, c, o.Ranks, ranks[own])
			}
			all++
			if o.Ranks != ranks[own] {
				differ++
			}
			if len(o.gains) != len(gains[own]) {
				t.Fatalf("side %d of %+v: gains %v, want %v", own, c, o.gains, gains[own])
			}
			for _, p := range o.gains {
				want := gains[own][p.gain]
				if p.best != want.Best() || p.worst != want.Worst() {
					t.Fatalf("side %d of %+v: %+v, want %b", own, c, p, want)
				}
			}
		}
	}
	if differ > 0 { // ranks between the ends may be impossible, but hardly ever are
		t.Logf("%d of %d sets have a rank too many", differ, all)
	}
}

// With each result less is possible, and in the end what has come about, which was possible always.
func TestOutlooksOnlyNarrow(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for people := 6; people <= 12; people += 2 {
		s := opened(t, usual, people)
		do(t, &s, monday, Start{})
		before := slices.Repeat([]Ranks{between(1, people)}, people)
		bounds := 0
		for s.State == Running {
			g := begunGames(&s)[0]
			n := len(s.Divisions[0].Fixtures[g.Fixture].Sides)
			g.Places, g.Points = drawnPlaces(r, n), r.Perm(n)
			do(t, &s, monday, g)
			for _, row := range s.Standing(1) {
				o := s.Outlook(1, row.Side)
				if o.Ranks&^before[row.Side] != 0 {
					t.Fatalf("%d people, side %d: %b after %b", people, row.Side, o.Ranks, before[row.Side])
				}
				before[row.Side] = o.Ranks
				if !o.Exact {
					bounds++
				}
				enough, sure := o.Enough(o.Ranks.Worst())
				needed, can := o.Needed(o.Ranks.Best())
				if !sure || enough != 0 || !can || needed > First*row.Missing {
					t.Fatalf("%+v: enough %d, needed %d", o, enough, needed)
				}
			}
		}
		for _, row := range s.Standing(1) {
			if before[row.Side] != 1<<row.Rank {
				t.Errorf("side %d: rank %d, possible %b", row.Side, row.Rank, before[row.Side])
			}
		}
		if bounds == 0 {
			t.Error("never bounded")
		}
	}
}
