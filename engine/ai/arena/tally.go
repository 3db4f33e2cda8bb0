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

// Result is what a tally needs of a finished game, to be kept in a file.
type Result struct {
	Game, Deal int
	Won        float64   // the first player's share of the victory
	Margin     float64   // its lead over the best of the others, in points; 0: there are none
	Places     []float64 // shares of the victory by place
	Seats      []SeatResult
}

// SeatResult is what one seat achieved. Player counts from 0, in the order named.
type SeatResult struct {
	Player, Points, Completed, Failed, Ports int
	Ended, Won                               bool // Ended: it began the last round
}

// ResultOf returns that of a game of a deal. seating is as from Seating.
func ResultOf(game, dealt int, played *ai.Played, seating []int) Result {
	v := &played.View
	r := Result{Game: game, Deal: dealt, Won: Share(v, seating), Places: places(v)}
	best, own := math.MinInt, 0
	for i := range v.Seats {
		f, seat := v.Seats[i].Final, engine.Seat(i+1)
		r.Seats = append(r.Seats, SeatResult{
			seating[i], f.Total, len(f.Completed), len(f.Failed), f.Ports, played.Ender == seat,
			slices.Contains(v.Winners, seat),
		})
		if seating[i] == 0 {
			own = f.Total
		} else {
			best = max(best, f.Total)
		}
	}
	if best > math.MinInt {
		r.Margin = float64(own - best)
	}
	return r
}

// Add counts a finished game.
func (t *Tally) Add(r *Result) {
	if t.deals == nil {
		t.deals = map[int]*deal{}
		t.places = make([]float64, len(r.Places))
	}
	d := t.deals[r.Deal]
	if d == nil {
		d = &deal{}
		t.deals[r.Deal] = d
	}
	t.Games++
	t.won += r.Won
	t.margin += r.Margin
	d.games++
	d.won += r.Won
	for p, share := range r.Places {
		t.places[p] += share
	}
	for _, s := range r.Seats {
		for len(t.players) <= s.Player {
			t.players = append(t.players, playerSum{})
		}
		t.players[s.Player].add(&s)
	}
}

func (p *playerSum) add(s *SeatResult) {
	p.finals++
	p.points += s.Points
	p.completed += s.Completed
	p.tickets += s.Completed + s.Failed
	p.ports += s.Ports
	if s.Failed > 0 {
		p.failing++
	}
	if s.Ended {
		p.ended++
		if s.Won {
			p.endedWon++
		}
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

func places(v *engine.View) []float64 {
	shares := make([]float64, place(v, engine.Seat(len(v.Seats)))+1)
	won := winners(v)
	for _, p := range won {
		shares[p] = 1 / float64(len(won))
	}
	return shares
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
