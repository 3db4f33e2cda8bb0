package railway

import "konduktor/engine"

// need is what claiming some routes takes, and what the seat lacks of it.
type need struct {
	train, ship         [maxColors]int // asked for
	lackTrain, lackShip [maxColors]int // not held
	wild, pairs         int
	wildable            int // spaces on which wilds pay
	lackWild, lackPairs int
	missing             float64 // cards lacking in all, less wilds in hand; double ones count
	lack                int     // the same, if none is double
	claims              int
	pieces              [maxKinds]int
	points, reveals     float64
	noMargin            bool // leaves out the cards kept for tolls
}

// missing counts the cards that a road lacks if all funds went to it.
func (t *table) missing(r *road) float64 {
	f := &t.funds
	if r.anyFor > 0 {
		most := 0
		for c := range t.colors {
			most = max(most, min(f.train[c], r.length))
		}
		short := r.length - most
		return float64(max(min(short, r.anyFor*short-(f.total-most)), 0))
	}
	wild := f.wild
	if !r.wilds {
		wild = 0
	}
	short := 0.
	symbols := max(r.symbols-wild, 0)
	wild = max(wild-r.symbols, 0)
	short += 1.6 * float64(symbols) // a wild, or three cards (N5)
	if r.pairs > 0 {
		pairs := 0
		for c := range t.colors {
			pairs += f.train[c] / 2
		}
		return short + max(float64(2*(r.pairs-pairs)-wild), 0)*.8
	}
	spaces := r.length - r.symbols
	best := 0
	if r.color >= 0 {
		best = f.covers(r, int(r.color))
	} else {
		for c := range t.colors {
			best = max(best, f.covers(r, c))
		}
	}
	lack := float64(max(spaces-best-wild, 0))
	if r.ship {
		lack *= .75 // double ships cover two
	}
	return short + lack + float64(r.reveals)*t.w.Toll
}

// needs adds up what routes take, in order; gray ones take what the others leave.
func (t *table) needs(n *need, routes []engine.RouteID) {
	for _, id := range routes {
		r := &t.roads[id]
		n.claims++
		n.pieces[r.kind] += r.length
		n.points += r.points
		n.reveals += float64(r.reveals)
		if r.wilds {
			n.wildable += r.length - r.symbols
		}
		if !r.gray() {
			n.add(t, r)
		}
	}
	for _, id := range routes {
		if r := &t.roads[id]; r.gray() {
			n.add(t, r)
		}
	}
	n.settle(t)
}

func (r *road) gray() bool { return r.color < 0 && r.pairs == 0 }

func (n *need) add(t *table, r *road) {
	n.wild += r.symbols
	switch {
	case r.pairs > 0:
		n.pairs += r.pairs
	case r.gray():
		n.takeGray(t, r)
	case r.ship:
		n.ship[r.color] += r.length
	default:
		n.train[r.color] += r.length - r.symbols + n.margin(t, r)
	}
}

// takeGray gives a gray route the colour with most cards to spare.
func (n *need) takeGray(t *table, r *road) {
	best, spare := 0, -1000
	for c := range t.colors {
		s := t.funds.covers(r, c) - n.train[c]
		if r.ship {
			s = t.funds.covers(r, c) - n.ship[c]
		}
		if s > spare {
			best, spare = c, s
		}
	}
	if r.ship {
		n.ship[best] += r.length
		return
	}
	n.train[best] += r.length - r.symbols + n.margin(t, r)
}

// margin is the number of cards of its colour that a plan keeps for the toll of a tunnel.
func (n *need) margin(t *table, r *road) int {
	if n.noMargin || r.reveals == 0 {
		return 0
	}
	return int(t.w.Margin + .5)
}

// settle compares what is asked for with what is held.
func (n *need) settle(t *table) {
	f := &t.funds
	wild := f.wild
	n.lackWild = max(n.wild-wild, 0)
	wild = min(max(wild-n.wild, 0), n.wildable)
	n.missing = 1.6 * float64(n.lackWild)
	spare, short, double := 0, 0, 0
	for c := range t.colors {
		n.lackTrain[c] = max(n.train[c]-f.train[c], 0)
		n.lackShip[c] = max(n.ship[c]-f.ship[c]-2*f.twin[c], 0)
		short += n.lackTrain[c] + n.lackShip[c]*3/4
		double += n.lackShip[c] - n.lackShip[c]*3/4
		spare += max(f.train[c]-n.train[c], 0) / 2
	}
	n.lackPairs = max(n.pairs-spare, 0)
	short += 2 * n.lackPairs
	n.missing += float64(max(short-wild, 0)) + t.w.Toll*n.reveals
	n.lack = n.lackWild + max(short+double-wild, 0)
}

// lastTurns are so few that their cards can be counted.
const lastTurns = 4

// fewest is how many turns it takes if every card drawn is one that is lacking.
func (n *need) fewest() float64 { return float64(n.claims) + float64((n.lack+1)/2) }

// turns is how many turns it takes to draw what is lacking and to claim.
func (n *need) turns(w *Weights) float64 { return float64(n.claims) + n.missing/w.Rate }
