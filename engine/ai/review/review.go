// Package review looks back at a finished game: what each seat's choices cost it, what came between
// them, and which moments decided most. A choice is judged by what its player could know then
// (ai.Judge), never by what came out later.
//
// All of it is an estimate: how steady play would have gone on in a few guessed worlds. So every
// figure has a standard error, and a choice is called a loss only if that is clearly larger than
// chance.
package review

import (
	"context"
	"fmt"
	"math"
	"slices"

	"konduktor/engine"
	"konduktor/engine/ai"
)

// Effort that a review may take.
const (
	// Budget is the usual one, in moves played in the head: some 10 s on one core.
	Budget = 120_000

	leastWorlds = 4 // to compare two moves in
	mostWorlds  = 16
	closeWorlds = 32 // for the moments that seem to have decided most
	closeLooks  = 6  // such moments
)

// What is worth telling.
const (
	clear      = 2.  // standard errors
	leastLoss  = .03 // of winning chance
	leastSwing = .08
	mostPoints = 3
)

// Position is a turn that began: what its player saw and was told, and the move that was chosen.
type Position struct {
	Turn int // number of the turn, from 1
	View engine.View
	Told []engine.Event // to the viewer, from the start of the game
	Made engine.Move
}

// Game is a finished game. Positions are in order.
type Game struct {
	Title     engine.Title
	Positions []Position
	Final     engine.View // public
}

// Choice is a judged choice.
type Choice struct {
	Turn   int
	Seat   engine.Seat
	Made   engine.Move
	Better engine.Move    // the best of the moves compared; Made if none was better
	Cards  [2]engine.Card // the open cards that Made and Better draw; NoCard: none
	Chance float64        // of winning by Made, from 0 to 1
	Loss   float64        // how much better Better would have been; negative: by chance
	Doubt  float64        // standard error of Loss
}

// Seat sums up the game of a seat: First + Play + Came is its result, a share of the victory.
type Seat struct {
	First float64 // chance of winning at its first turn
	Play  float64 // what its own choices cost; seldom positive
	Doubt float64 // standard error of Play
	Came  float64 // what came between: cards, tickets, and the others' moves
	Share float64 // of the victory
	Turns int     // that were judged
}

// Point is a moment that decided much: a costly choice, or a change between two turns of a seat.
type Point struct {
	Seat   engine.Seat
	From   int     // turn
	To     int     // turn; From: it is a choice
	Before float64 // chance of winning
	After  float64
	Choice Choice // the choice, or the last one before the change
}

// IsChoice reports whether the point is a choice of the seat.
func (p *Point) IsChoice() bool { return p.From == p.To }

// Review is the result of looking back.
type Review struct {
	Choices []Choice // in order
	Seats   []Seat   // by seat
	Points  []Point  // at most three, in the order of the game
}

// Of reviews a game. It plays at most budget moves in its head, plus a few close looks; equal
// arguments give equal results. The error says that the game cannot be judged, or that ctx ended.
func Of(ctx context.Context, g Game, budget int) (Review, error) {
	judge, err := ai.NewJudge(g.Title)
	if err != nil {
		return Review{}, err
	}
	s := &studio{ctx: ctx, g: &g, judge: judge}
	if err := s.lookAtAll(budget); err != nil {
		return Review{}, err
	}
	if err := s.lookClosely(); err != nil {
		return Review{}, err
	}
	r := Review{Choices: s.choices, Seats: s.sumUp()}
	r.Points = s.points()
	return r, nil
}

// studio is a review in progress.
type studio struct {
	ctx     context.Context
	g       *Game
	judge   *ai.Judge
	at      []int // by choice: its position
	choices []Choice
}

// lookAtAll judges every turn, or if the budget is short every second, every third, and so on.
func (s *studio) lookAtAll(budget int) error {
	n := len(s.g.Positions)
	if n == 0 {
		return nil
	}
	if err := s.look(0, leastWorlds, false); err != nil { // also tells what one look costs
		return err
	}
	each := max(s.judge.Played()/leastWorlds, 1) // a world
	worlds, step := min(budget/(n*each), mostWorlds), 1
	if worlds < leastWorlds {
		worlds = leastWorlds
		step = (n*each*leastWorlds + budget - 1) / max(budget, 1)
	}
	s.choices, s.at = s.choices[:0], s.at[:0]
	var turns [engine.MaxSeats]int
	for i := 0; i < n && s.judge.Played() < 2*budget; i++ {
		seat := s.g.Positions[i].View.Viewer - 1
		if turns[seat]++; (turns[seat]-1)%step > 0 {
			continue
		}
		if err := s.look(i, worlds, false); err != nil {
			return err
		}
	}
	return nil
}

// look judges a position: the move that was made beside the one that steady would have made, in the
// same worlds. A close look compares all moves that steady considers. It finds the best in half of
// the worlds and measures its gain in the others: in the worlds that chose it, even a lucky move
// would seem best.
func (s *studio) look(i, worlds int, closely bool) error {
	if err := s.ctx.Err(); err != nil {
		return fmt.Errorf("review a game: %w", err)
	}
	p := &s.g.Positions[i]
	moves, err := s.rivals(p)
	if err != nil {
		return err
	}
	seed := uint64(0)
	if closely {
		seed = 1
	} else {
		moves = moves[:min(len(moves), 2)]
	}
	chances, err := s.judge.Chances(&p.View, p.Told, moves, worlds, seed)
	if err != nil {
		return err
	}
	c := Choice{
		Turn: p.Turn, Seat: p.View.Viewer, Made: p.Made, Better: p.Made,
		Chance: mean(chances[0]),
	}
	best, from := len(moves)-1, 0
	if closely {
		best, from = 0, worlds/2
		for k := range chances {
			if mean(chances[k][:from]) > mean(chances[best][:from]) {
				best = k
			}
		}
	}
	if best > 0 {
		c.Better = moves[best]
		c.Loss, c.Doubt = difference(chances[best][from:], chances[0][from:])
	}
	c.Cards = [2]engine.Card{drawn(&p.View, &c.Made), drawn(&p.View, &c.Better)}
	s.choices, s.at = append(s.choices, c), append(s.at, i)
	return nil
}

// drawn is the open card that a move draws.
func drawn(v *engine.View, m *engine.Move) engine.Card {
	if m.Verb != engine.Draw || m.Slot == 0 {
		return engine.NoCard
	}
	return v.Market[m.Slot-1]
}

// rivals lists the move that was made, then what steady considers instead, best first. The move
// stands alone if it is steady's own.
func (s *studio) rivals(p *Position) ([]engine.Move, error) {
	advice, err := ai.Advise(s.g.Title, &p.View, p.Told)
	if err != nil {
		return nil, fmt.Errorf("look for better moves at ply %d: %w", p.View.Ply, err)
	}
	moves := []engine.Move{p.Made}
	for k := range advice {
		if alike(&p.View, &advice[k].Move, &p.Made) {
			if k == 0 {
				break
			}
			continue
		}
		moves = append(moves, advice[k].Move)
	}
	return moves, nil
}

// alike reports whether two moves come to the same: one route however it is paid for, one card from
// whichever slot.
func alike(v *engine.View, a, b *engine.Move) bool {
	switch {
	case a.Verb != b.Verb:
		return false
	case a.Verb == engine.Claim:
		return a.Route == b.Route
	case a.Verb == engine.Draw && a.Slot > 0 && b.Slot > 0:
		return v.Market[a.Slot-1] == v.Market[b.Slot-1] && a.Where == b.Where
	}
	return a.Equal(b)
}

// lookClosely judges the choices that seem to have cost most again, in more and other worlds.
func (s *studio) lookClosely() error {
	order := make([]int, len(s.choices))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := s.choices[a].Loss, s.choices[b].Loss; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	for _, i := range order[:min(len(order), closeLooks)] {
		if s.choices[i].Loss < leastLoss/2 {
			break
		}
		n := len(s.choices)
		if err := s.look(s.at[i], closeWorlds, true); err != nil {
			return err
		}
		s.choices[i] = s.choices[n]
		s.choices, s.at = s.choices[:n], s.at[:n]
	}
	return nil
}

// sumUp adds up what the choices of each seat cost.
func (s *studio) sumUp() []Seat {
	seats := make([]Seat, len(s.g.Final.Seats))
	for i := range s.choices {
		c := &s.choices[i]
		seat := &seats[c.Seat-1]
		if seat.Turns == 0 {
			seat.First = c.Chance + max(c.Loss, 0)
		}
		seat.Turns++
		seat.Play -= c.Loss
		seat.Doubt += c.Doubt * c.Doubt
	}
	for i := range seats {
		seats[i].Doubt = math.Sqrt(seats[i].Doubt)
		seats[i].Share = s.share(engine.Seat(i + 1))
		seats[i].Came = seats[i].Share - seats[i].First - seats[i].Play
	}
	return seats
}

// share is a seat's share of the victory: partners win together, others divide it.
func (s *studio) share(seat engine.Seat) float64 {
	v := &s.g.Final
	if !slices.Contains(v.Winners, seat) {
		return 0
	}
	if v.Uses(engine.UsesTeams) {
		teams := map[int]bool{}
		for _, w := range v.Winners {
			teams[v.Seat(w).Team] = true
		}
		return 1 / float64(len(teams))
	}
	return 1 / float64(len(v.Winners))
}

// points finds the moments that decided most.
func (s *studio) points() []Point {
	var all []Point
	last := map[engine.Seat]*Choice{}
	for i := range s.choices {
		c := &s.choices[i]
		if c.Loss > max(leastLoss, clear*c.Doubt) {
			all = append(all, Point{
				Seat: c.Seat, From: c.Turn, To: c.Turn, Before: c.Chance + c.Loss,
				After: c.Chance, Choice: *c,
			})
		}
		if before := last[c.Seat]; before != nil {
			now := c.Chance + max(c.Loss, 0)
			if math.Abs(now-before.Chance) > leastSwing {
				all = append(all, Point{
					Seat: c.Seat, From: before.Turn, To: c.Turn, Before: before.Chance,
					After: now, Choice: *before,
				})
			}
		}
		last[c.Seat] = c
	}
	slices.SortStableFunc(all, func(a, b Point) int {
		x, y := math.Abs(a.After-a.Before), math.Abs(b.After-b.Before)
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	var list []Point
	for i := range all {
		if len(list) < mostPoints && !slices.ContainsFunc(list, all[i].overlaps) {
			list = append(list, all[i])
		}
	}
	slices.SortStableFunc(list, func(a, b Point) int { return a.To - b.To })
	return list
}

// overlaps reports whether two points may be the same event, seen by different seats.
func (p *Point) overlaps(o Point) bool { return p.From <= o.To && o.From <= p.To }

func mean(values []float64) float64 {
	sum := 0.
	for _, x := range values {
		sum += x
	}
	return sum / float64(max(len(values), 1))
}

// difference returns the mean of values minus others, pair by pair, and its standard error.
func difference(values, others []float64) (by, doubt float64) {
	n := len(values)
	for i := range n {
		by += (values[i] - others[i]) / float64(n)
	}
	for i := range n {
		d := values[i] - others[i] - by
		doubt += d * d
	}
	return by, math.Sqrt(doubt / float64(max(n-1, 1)) / float64(max(n, 1)))
}
