package league

import (
	"cmp"
	"slices"

	"konduktor/engine"
)

// Plan asks for the games of a division that have not begun.
type Plan struct {
	Seats int     // at a table; a table may have one less, but at least two
	Want  []int   // by side, how many more games it shall have; 0: it takes no part any more
	Begun [][]int // the games that have begun: the sides of each in turn order
	Seed  engine.Seed
	For   string // tells the draws of a seed apart
}

const (
	restarts = 16 // of the search for a round: more no longer helped any division
	passes   = 2  // in which each round is searched again with the others known
)

// Schedule returns rounds of games, each with its sides in turn order. A side plays at most one
// game a round. Pairs meet as evenly as a local search gets it; each place at tables of one size is
// a side's equally often, to one game, unless the games that have begun forbid it. Where the sides
// do not come out even with the seats, some sit out, evenly.
func (p Plan) Schedule() [][][]int {
	s := &scheduler{
		Plan: p, stream: engine.NewStream(p.Seed, "schedule "+p.For),
		met: make([][]int, len(p.Want)), small: make([]int, len(p.Want)),
	}
	s.Want = slices.Clone(p.Want)
	for i := range s.met {
		s.met[i] = make([]int, len(p.Want))
	}
	for _, table := range p.Begun {
		s.count(table, 1)
	}
	rounds := s.circle()
	circled := len(rounds)
	for {
		round := s.sizes()
		if round == nil {
			break
		}
		best := s.best(round)
		s.countAll(best, 1)
		rounds = append(rounds, best)
	}
	for range passes {
		for _, round := range rounds[circled:] {
			s.countAll(round, -1)
			if again := s.best(round); s.cost(again) < s.cost(round) {
				copy(round, again)
			}
			s.countAll(round, 1)
		}
	}
	s.order(rounds)
	return rounds
}

type scheduler struct {
	Plan
	stream engine.Stream
	met    [][]int // how often two sides meet
	small  []int   // how many games a side has at tables with a seat less
}

func (s *scheduler) count(table []int, by int) {
	for i, a := range table {
		if len(table) < s.Seats {
			s.small[a] += by
		}
		for _, b := range table[:i] {
			s.met[a][b] += by
			s.met[b][a] += by
		}
	}
}

func (s *scheduler) countAll(round [][]int, by int) {
	for _, table := range round {
		s.count(table, by)
	}
}

// sizes returns the tables of the next round, filled in any order; nil if there is none.
func (s *scheduler) sizes() [][]int {
	var who []int
	for side, games := range s.Want {
		if games > 0 {
			who = append(who, side)
		}
	}
	tables := (len(who) + s.Seats - 1) / s.Seats
	if least := max(s.Seats-1, 2); tables*least > len(who) {
		tables = len(who) / s.Seats
	}
	if tables == 0 {
		return nil
	}
	engine.Shuffle(&s.stream, who)
	slices.SortStableFunc(who, func(a, b int) int { return cmp.Compare(s.Want[b], s.Want[a]) })
	who = who[:min(len(who), tables*s.Seats)]
	for _, side := range who {
		s.Want[side]--
	}
	round := make([][]int, tables)
	for i := range round {
		n := (len(who) + tables - i - 1) / (tables - i)
		round[i], who = who[:n:n], who[n:]
	}
	return round
}

// cost is what a round adds to the sum of the cubes of meetings and of games at small tables, so
// that nobody is far above the mean.
func (s *scheduler) cost(round [][]int) (sum int) {
	for _, table := range round {
		sum += s.tableCost(table)
	}
	return sum
}

func (s *scheduler) tableCost(table []int) (sum int) {
	for i, a := range table {
		if len(table) < s.Seats {
			sum += 2 * nextCube(s.small[a])
		}
		for _, b := range table[:i] {
			sum += nextCube(s.met[a][b])
		}
	}
	return sum
}

func nextCube(n int) int { return 3*n*n + 3*n + 1 }

// best returns the best of some local searches, in which sides change places as long as that helps.
func (s *scheduler) best(round [][]int) [][]int {
	var best [][]int
	for range restarts {
		try := s.shuffled(round)
		for s.improve(try) {
		}
		if best == nil || s.cost(try) < s.cost(best) {
			best = try
		}
	}
	return best
}

func (s *scheduler) shuffled(round [][]int) [][]int {
	who := slices.Concat(round...)
	engine.Shuffle(&s.stream, who)
	try := make([][]int, len(round))
	for i, table := range round {
		n := len(table)
		try[i], who = who[:n:n], who[n:]
	}
	return try
}

func (s *scheduler) improve(round [][]int) (better bool) {
	for i, one := range round {
		for _, other := range round[:i] {
			for a := range one {
				for b := range other {
					before := s.tableCost(one) + s.tableCost(other)
					one[a], other[b] = other[b], one[a]
					if s.tableCost(one)+s.tableCost(other) < before {
						better = true
					} else {
						one[a], other[b] = other[b], one[a]
					}
				}
			}
		}
	}
	return better
}

// circle returns the rounds of a new division at tables of two in which everybody meets everybody
// in turn, as far as they come out even.
func (s *scheduler) circle() (rounds [][][]int) {
	n := len(s.Want)
	if s.Seats != 2 || len(s.Begun) > 0 || slices.Min(s.Want) != slices.Max(s.Want) {
		return nil
	}
	who := make([]int, n)
	for i := range who {
		who[i] = i
	}
	engine.Shuffle(&s.stream, who)
	games, even := s.Want[0], n+n%2
	if n%2 == 1 {
		who = append(who, -1) // sits out
		games -= games % (n - 1)
		games += games / (n - 1)
	}
	for range games {
		var round [][]int
		for i := range even / 2 {
			if a, b := who[i], who[even-1-i]; a >= 0 && b >= 0 {
				round = append(round, []int{a, b})
				s.Want[a]--
				s.Want[b]--
			}
		}
		s.countAll(round, 1)
		rounds = append(rounds, round)
		who = slices.Insert(who[:even-1], 1, who[even-1])
	}
	return rounds
}
