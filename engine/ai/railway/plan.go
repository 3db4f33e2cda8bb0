package railway

import (
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
	"konduktor/engine/railmap"
)

// goal is a ticket in a plan.
type goal struct {
	id      engine.TicketID
	cities  []engine.CityID
	points  float64
	penalty float64
	done    bool
	lost    bool // given up, or impossible
	dear    bool // given up: it costs more than it brings
	path    []engine.RouteID
}

// plan is what a seat wants to build: a network for tickets, and routes for points.
type plan struct {
	goals   []goal
	uses    [railmap.MaxRoutes]uint8 // by route: goals that need it
	network []engine.RouteID         // for the goals, in the order in which they are to be claimed
	fill    []engine.RouteID         // for points
	need    need                     // of the network
	all     need                     // of the network and fill
	value   float64                  // points expected of goals, less what the network costs
	cost    float64                  // what the network costs, in points
	chance  float64                  // that there are enough turns, as a share
	best    float64                  // points a turn that the first route of fill brings; 0: none
}

// planner makes plans; it is reused as scratch memory.
type planner struct {
	table
	cost [railmap.MaxRoutes]float32
	dist [railmap.MaxCities]float32
	by   [railmap.MaxCities]engine.RouteID
}

const never = float32(1e9)

// price sets what each route costs to have, in points.
func (p *planner) price() {
	for i := range p.roads {
		p.cost[i] = p.priceOf(engine.RouteID(i))
	}
}

func (p *planner) priceOf(id engine.RouteID) float32 {
	r := &p.roads[id]
	switch p.use[id] {
	case owned:
		return 0
	case blocked:
		return never
	}
	c := p.w.Turn*(1+p.missing(r)/p.w.Rate) +
		p.w.Piece*float64(r.length) - p.w.Points*r.points - p.gift[id]
	if p.use[id] == mates {
		c += p.w.Turn
	} else if r.length > p.pieces[r.kind] {
		if r.length > p.pieces[r.kind]+p.box[r.kind] {
			return never
		}
		c += float64((r.length-p.pieces[r.kind])*p.facts.Price) + p.w.Turn
	}
	if p.rivals[r.a] > 0 || p.rivals[r.b] > 0 {
		c += p.w.Risk * p.w.Shun
	}
	return float32(max(c, .3+.1*float64(r.length)))
}

// search finds the cheapest ways from a city until it reaches another. The plan's routes are free.
func (p *planner) search(pl *plan, from, to engine.CityID) bool {
	n := len(p.m.Cities)
	var done [railmap.MaxCities]bool
	for c := range n {
		p.dist[c] = never
	}
	p.dist[from] = 0
	var queue [railmap.MaxCities]engine.CityID
	queue[0] = from
	waiting := 1
	for waiting > 0 {
		at := 0
		for i := 1; i < waiting; i++ {
			if p.dist[queue[i]] < p.dist[queue[at]] {
				at = i
			}
		}
		here := queue[at]
		waiting--
		queue[at] = queue[waiting]
		if here == to {
			return true
		}
		done[here] = true
		for _, id := range p.m.At(here) {
			k := p.cost[id]
			if k >= never {
				continue
			}
			if pl.uses[id] > 0 {
				k = 0
			}
			far := p.roads[id].far(here)
			if done[far] || p.dist[here]+k >= p.dist[far] {
				continue
			}
			if p.dist[far] == never {
				queue[waiting] = far
				waiting++
			}
			p.dist[far], p.by[far] = p.dist[here]+k, id
		}
	}
	return p.dist[to] < never
}

// connect adds the cheapest ways that join a goal's cities; false if there is none.
func (p *planner) connect(pl *plan, g *goal) bool {
	g.path = g.path[:0]
	for i := 1; i < len(g.cities); i++ {
		from, to := g.cities[i-1], g.cities[i]
		if !p.search(pl, from, to) {
			p.release(pl, g)
			return false
		}
		for c := to; c != from; {
			id := p.by[c]
			if p.use[id] != owned && !slices.Contains(g.path, id) {
				g.path = append(g.path, id)
				pl.uses[id]++
			}
			c = p.roads[id].far(c)
		}
	}
	return true
}

func (p *planner) release(pl *plan, g *goal) {
	for _, id := range g.path {
		pl.uses[id]--
	}
	g.path = g.path[:0]
}

// setGoals makes the tickets the goals of a plan, most valuable first.
func (p *planner) setGoals(pl *plan, tickets ...[]engine.TicketID) {
	kept := pl.goals[:cap(pl.goals)]
	pl.goals = pl.goals[:0]
	for _, list := range tickets {
		for _, id := range list {
			t := &p.m.Tickets[id]
			g := goal{id: id, cities: t.Cities, points: float64(t.Points), penalty: float64(t.Penalty)}
			if i := len(pl.goals); i < len(kept) {
				g.path = kept[i].path[:0]
			}
			pl.goals = append(pl.goals, g)
		}
	}
	slices.SortStableFunc(pl.goals, func(a, b goal) int {
		return int(b.points + b.penalty - a.points - a.penalty)
	})
}

// build plans the goals as one network: each by the cheapest way over what the others use, then
// each once more. Goals that do not fit or pay are given up.
func (p *planner) build(pl *plan) {
	clear(pl.uses[:len(p.roads)])
	for i := range pl.goals {
		g := &pl.goals[i]
		g.lost, g.dear = !p.connect(pl, g), false
		g.done = !g.lost && len(g.path) == 0
	}
	for i := range pl.goals {
		if g := &pl.goals[i]; !g.lost && !g.done && len(pl.goals) > 1 {
			p.release(pl, g)
			g.lost = !p.connect(pl, g)
			g.done = !g.lost && len(g.path) == 0
		}
	}
	p.fit(pl)
}

// fit gives up goals until pieces and turns suffice, and those that cost more than they bring.
func (p *planner) fit(pl *plan) {
	for {
		p.measure(pl)
		over := p.overload(&pl.need)
		worst, least := -1, 0.
		shared, lowest := -1, 0.
		for i := range pl.goals {
			g := &pl.goals[i]
			if g.lost || len(g.path) == 0 {
				continue
			}
			cost, size := p.alone(pl, g)
			if size == 0 { // others need all of it
				if worth := g.points + g.penalty; shared < 0 || worth < lowest {
					shared, lowest = i, worth
				}
				continue
			}
			gain := (g.points+g.penalty+p.w.Award)*p.chanceOf(pl, g) - cost*p.w.Dear
			if over > 0 {
				gain /= float64(size)
			}
			if (over > 0 || gain < 0) && (worst < 0 || gain < least) {
				worst, least = i, gain
			}
		}
		if worst < 0 && over > 0 {
			worst = shared // goals that share all their routes do not fit together
		}
		if worst < 0 {
			return
		}
		g := &pl.goals[worst]
		p.release(pl, g)
		g.lost, g.dear = true, over <= 0
	}
}

// alone is what the routes cost that only one goal needs, and their spaces.
func (p *planner) alone(pl *plan, g *goal) (cost float64, size int) {
	for _, id := range g.path {
		if pl.uses[id] == 1 {
			cost += float64(p.cost[id])
			size += p.roads[id].length
		}
	}
	return cost, size
}

// overload is by how many turns or pieces a need exceeds what is left.
func (p *planner) overload(n *need) float64 {
	over := 0.
	share := 1.
	if p.mate != nil {
		share = .55
	}
	pieces, used, box := 0, 0, 0
	for k := range n.pieces {
		pieces, used, box = pieces+p.pieces[k], used+n.pieces[k], box+p.box[k]
		if p.mate == nil {
			over = max(over, float64(n.pieces[k]-p.pieces[k]-p.box[k]))
		}
	}
	if p.own.Pieces == nil && p.facts.Choose > 0 {
		pieces = p.facts.Choose
	}
	if p.mate != nil {
		pieces = p.supply(p.own) + p.supply(p.mate)
	}
	takes := n.turns(p.w) * share
	if p.w.Finish > 0 && p.turns <= lastTurns {
		takes = n.fewest() * share
	}
	return max(over, float64(used-pieces), takes-p.turns-p.w.Trust*min(p.turns, 10)/10)
}

// measure sums a network up: its routes in the order of claiming, needs and worth.
func (p *planner) measure(pl *plan) {
	pl.network = pl.network[:0]
	claims := 0
	cost := 0.
	for id := range p.roads {
		if pl.uses[id] > 0 && p.use[id] != owned {
			pl.network = append(pl.network, engine.RouteID(id))
			claims++
			cost += float64(p.cost[id])
		}
	}
	pl.need = need{}
	p.needs(&pl.need, pl.network)
	slack := p.turns - pl.need.turns(p.w)
	pl.chance = 1
	if claims > 0 {
		pl.chance = choice.Enough(slack, p.w.Slack)
	}
	pl.value, pl.cost = -cost, cost
	for i := range pl.goals {
		g := &pl.goals[i]
		switch {
		case g.done:
			pl.value += g.points + p.w.Award
		case g.lost:
			pl.value -= g.penalty
		default:
			chance := p.chanceOf(pl, g)
			pl.value += (g.points+p.w.Award)*chance - g.penalty*(1-chance)
		}
	}
}

// chanceOf is how likely a goal is completed: turns suffice and rivals take none of its routes.
func (p *planner) chanceOf(pl *plan, g *goal) float64 {
	chance := pl.chance
	for range g.path {
		chance *= min(p.w.Route, 1)
	}
	return chance
}

// fillUp adds up to most routes for points while turns and pieces last, best per card first.
func (p *planner) fillUp(pl *plan, most int) {
	pl.fill = pl.fill[:0]
	pl.all, pl.best = pl.need, 0
	turns := p.turns - pl.need.turns(p.w)
	pieces := p.pieces
	for k := range pieces {
		pieces[k] -= pl.need.pieces[k]
	}
	for len(pl.fill) < most && turns > 0 {
		best, most := -1, 0.
		for i := range p.roads {
			r := &p.roads[i]
			if p.use[i] != open || pl.uses[i] > 0 || r.length > pieces[r.kind] ||
				slices.Contains(pl.fill, engine.RouteID(i)) {
				continue
			}
			takes := 1 + p.missing(r)/p.w.Rate
			worth := r.points - p.w.Piece*float64(r.length) + p.gift[i]
			if worth /= takes; takes <= turns+.5 && worth > most {
				best, most = i, worth
			}
		}
		if best < 0 {
			break
		}
		if len(pl.fill) == 0 {
			pl.best = most
		}
		r := &p.roads[best]
		pl.fill = append(pl.fill, engine.RouteID(best))
		turns -= 1 + p.missing(r)/p.w.Rate
		pieces[r.kind] -= r.length
	}
	if len(pl.fill) > 0 {
		pl.all = need{}
		p.needs(&pl.all, append(slices.Clip(pl.network), pl.fill...))
	}
}
