package arena

import (
	"math"
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai"
)

// Tally sums up a match for the first player named. The games of one deal, one for each seating,
// are one observation.
type Tally struct {
	Games   int
	won     float64
	margin  float64
	deals   map[int]*deal
	players []playerSum
	places  []float64 // victories by place
}

type deal struct {
	games int
	won   float64
}

// playerSum sums up what the seats of one named player achieved.
type playerSum struct {
	finals, points, completed, tickets int
	ended, endedWon, failing, ports    int
}

// Add counts a finished game of a deal. seating is as from Seating.
func (t *Tally) Add(dealt int, game *ai.Played, seating []int) {
	v := &game.View
	if t.deals == nil {
		t.deals = map[int]*deal{}
		t.players = make([]playerSum, slices.Max(seating)+1)
	}
	d := t.deals[dealt]
	if d == nil {
		d = &deal{}
		t.deals[dealt] = d
	}
	share := Share(v, seating)
	t.addPlaces(v)
	t.Games++
	t.won += share
	d.games++
	d.won += share
	best, own := math.MinInt, 0
	for i := range v.Seats {
		f := v.Seats[i].Final
		p := &t.players[seating[i]]
		p.finals++
		p.points += f.Total
		p.completed += len(f.Completed)
		p.tickets += len(f.Completed) + len(f.Failed)
		p.ports += f.Ports
		if len(f.Failed) > 0 {
			p.failing++
		}
		if game.Ender == engine.Seat(i+1) {
			p.ended++
			if slices.Contains(v.Winners, game.Ender) {
				p.endedWon++
			}
		}
		if seating[i] == 0 {
			own = f.Total
		} else {
			best = max(best, f.Total)
		}
	}
	if best > math.MinInt {
		t.margin += float64(own - best)
	}
}

// Share is the first player's share of a victory. Partners win together.
func Share(v *engine.View, seating []int) float64 {
	if !slices.ContainsFunc(v.Winners, func(w engine.Seat) bool { return seating[w-1] == 0 }) {
		return 0
	}
	return 1 / float64(len(winners(v)))
}

// place is the place of a seat, or its team, from 0.
func place(v *engine.View, s engine.Seat) int {
	if v.Uses(engine.UsesTeams) {
		return v.Seat(s).Team
	}
	return int(s) - 1
}

func winners(v *engine.View) []int {
	var list []int
	for _, w := range v.Winners {
		if p := place(v, w); !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

func (t *Tally) addPlaces(v *engine.View) {
	if t.places == nil {
		t.places = make([]float64, place(v, engine.Seat(len(v.Seats)))+1)
	}
	won := winners(v)
	for _, p := range won {
		t.places[p] += 1 / float64(len(won))
	}
}

// Places returns the share of victories by place (seat or team), the first to move first.
func (t *Tally) Places() []float64 {
	shares := slices.Clone(t.places)
	for i := range shares {
		shares[i] /= float64(max(t.Games, 1))
	}
	return shares
}

// Win returns the first player's share of victories and its 95 % interval.
func (t *Tally) Win() (win, low, high float64) {
	if t.Games == 0 {
		return 0, 0, 1
	}
	win = t.won / float64(t.Games)
	n := float64(len(t.deals))
	var sum float64
	for _, d := range t.deals {
		x := d.won - win*float64(d.games)
		sum += x * x
	}
	if sum == 0 || n < 2 { // all alike: the interval of a share that was never missed
		return wilson(win, float64(t.Games))
	}
	spread := 1.96 * math.Sqrt(sum*n/(n-1)) / float64(t.Games)
	return win, max(win-spread, 0), min(win+spread, 1)
}

// wilson is the score interval of a share of n independent games.
func wilson(p, n float64) (win, low, high float64) {
	const z = 1.96
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	spread := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n)) / (1 + z*z/n)
	return p, max(middle-spread, 0), min(middle+spread, 1)
}

// Margin is the first player's mean lead over the best of the others, in points.
func (t *Tally) Margin() float64 { return t.margin / float64(max(t.Games, 1)) }

// Score returns a player's mean final score, and the share of tickets completed.
func (t *Tally) Score(player int) (points, completed float64) {
	if player >= len(t.players) {
		return 0, 0
	}
	p := &t.players[player]
	return float64(p.points) / float64(max(p.finals, 1)),
		float64(p.completed) / float64(max(p.tickets, 1))
}

// Habits are what a player is known by: what it wins of the games whose last round it began, how
// many of its seats fail a ticket, as shares, and how many ports a seat builds.
type Habits struct {
	Ended             int // games
	EndedWon, Failing float64
	Ports             float64
}

// Habits returns those of a player.
func (t *Tally) Habits(player int) Habits {
	if player >= len(t.players) {
		return Habits{}
	}
	p := &t.players[player]
	finals := float64(max(p.finals, 1))
	return Habits{
		p.ended, float64(p.endedWon) / float64(max(p.ended, 1)), float64(p.failing) / finals,
		float64(p.ports) / finals,
	}
}
