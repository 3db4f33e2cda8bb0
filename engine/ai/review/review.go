// Package review looks back at a finished game: what each seat's choices cost it, and which moments
// decided most. A choice is judged by what its player could know then (ai.Judge), never by what
// came out later.
//
// All of it is an estimate: how steady play would have gone on in a few guessed worlds. So every
// figure has a standard error, and a choice is called a loss only if that is clearly larger than
// chance.
package review

import (
	"context"
	"fmt"
	"math"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/choice"
)

// Effort that a review may take.
const (
	// Budget is the usual one, in moves played in the head: some seconds.
	Budget = 120_000

	leastWorlds = 4 // to compare two moves in
	mostWorlds  = 16
	closeWorlds = 32 // for the moments that seem to have decided most
	closeLooks  = 6  // at choices that seem to have cost much
	// times as many worlds where games are played to the end: their results scatter more
	boardless = 2
)

// Clear is how many standard errors a figure has to be from nothing to be told, and how many a ±
// stands for: chance alone does that once in twenty.
const Clear = 1.96

// Thresholds for telling something.
const (
	leastLoss  = .03 // of winning chance
	leastSwing = .08
	mostCostly = 3
)

// Position is a turn that began: what its player saw, was told, and chose.
type Position struct {
	Turn int // number of the turn, from 1
	View engine.View
	Told []engine.Event // to the viewer, from the start of the game
	Made engine.Move
}

// Moment is a game after a turn, with the events told to each seat by then.
type Moment struct {
	Game engine.Game
	Told [][]engine.Event
}

// Game is a finished game. Positions are in order.
type Game struct {
	Title     engine.Title
	Positions []Position
	Moments   []Moment    // after the setup and after each turn; none: only choices are judged
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

// Seat sums up a seat's game: First + Play + Came is its share of the victory.
type Seat struct {
	First float64 // chance of winning at its first turn
	Play  float64 // what its own choices cost; seldom positive
	Doubt float64 // standard error of Play
	Came  float64 // what came between: cards, tickets, and the others' moves
	Share float64 // of the victory
	Turns int     // that were judged
}

// Review is the result of looking back.
type Review struct {
	Choices []Choice // in order, by the first judgements
	Seats   []Seat   // by seat; their sums, too, are of the first judgements
	Costly  []Choice // at most three, in the order of the game, judged closely
	// by turn, the setup first, and seat: chances to win by all that is known afterwards
	Known [][]float64
	Swing *Swing // the turn that changed them most; nil: none clearly
}

// Of reviews a game. It plays about budget moves in its head to judge all choices, twice as many
// without a board, and as many again for single turns. Equal arguments give equal results. An error
// if the game cannot be judged, or ctx ended.
func Of(ctx context.Context, g Game, budget int) (Review, error) {
	judge, err := ai.NewJudge(g.Title)
	if err != nil {
		return Review{}, err
	}
	s := &studio{
		ctx: ctx, g: &g, judge: judge, budget: budget, worlds: mostWorlds,
		curve: budget / curvePoints,
	}
	if len(g.Positions) > 0 && g.Positions[0].View.Facts() == nil {
		s.budget, s.worlds = boardless*budget, boardless*mostWorlds
	}
	s.close = max(closeWorlds*s.budget/Budget, 2*leastWorlds)
	if err := s.lookAtAll(); err != nil {
		return Review{}, err
	}
	r := Review{Choices: s.choices, Seats: s.sumUp()}
	if err := s.lookBack(&r); err != nil {
		return Review{}, err
	}
	err = s.costly(&r)
	return r, err
}

type studio struct {
	ctx     context.Context
	g       *Game
	judge   *ai.Judge
	budget  int      // of the first judgements, in moves
	worlds  int      // at most, for each of them
	close   int      // worlds for a close look
	curve   int      // moves for a point of the curve
	at      []int    // by choice: its position
	choices []Choice // by the first judgements
}

// lookAtAll judges every turn, or on a short budget every second, every third, and so on.
func (s *studio) lookAtAll() error {
	n := len(s.g.Positions)
	if n == 0 {
		return nil
	}
	if _, err := s.look(0, leastWorlds); err != nil { // tells what one look costs
		return err
	}
	each := max(s.judge.Played()/leastWorlds, 1) // a world
	worlds, step := min(s.budget/(n*each), s.worlds), 1
	if worlds < leastWorlds {
		worlds = leastWorlds
		step = (n*each*leastWorlds + s.budget - 1) / max(s.budget, 1)
	}
	var turns [engine.MaxSeats]int
	for i := 0; i < n && s.judge.Played() < 2*s.budget; i++ {
		seat := s.g.Positions[i].View.Viewer - 1
		if turns[seat]++; (turns[seat]-1)%step > 0 {
			continue
		}
		c, err := s.look(i, worlds)
		if err != nil {
			return err
		}
		s.choices, s.at = append(s.choices, c), append(s.at, i)
	}
	return nil
}

// look judges the move that was made beside steady's, in the same worlds.
func (s *studio) look(i, worlds int) (Choice, error) {
	moves, chances, err := s.play(i, worlds, 2, 0)
	if err != nil {
		return Choice{}, err
	}
	return s.choice(i, moves, chances, len(moves)-1, 0), nil
}

// lookClosely compares all moves that steady considers, in more and other worlds. It finds the best
// in half of the worlds and measures its gain in the others: in the worlds that chose it, even a
// lucky move would seem best.
func (s *studio) lookClosely(i int) (Choice, error) {
	moves, chances, err := s.play(i, s.close, math.MaxInt, 1)
	if err != nil {
		return Choice{}, err
	}
	best, half := 0, s.close/2
	for k := range chances {
		if mean(chances[k][:half]) > mean(chances[best][:half]) {
			best = k
		}
	}
	return s.choice(i, moves, chances, best, half), nil
}

// play plays on after the move that was made and up to most-1 others. It returns the moves and, by
// move and world, the chances to win.
func (s *studio) play(i, worlds, most int, seed uint64) ([]engine.Move, [][]float64, error) {
	if err := s.ctx.Err(); err != nil {
		return nil, nil, fmt.Errorf("review a game: %w", err)
	}
	p := &s.g.Positions[i]
	moves, err := s.rivals(p)
	if err != nil {
		return nil, nil, err
	}
	moves = moves[:min(len(moves), most)]
	chances, err := s.judge.Chances(&p.View, p.Told, moves, worlds, seed)
	return moves, chances, err
}

// choice sums up a judgement by the worlds from a number on.
func (s *studio) choice(i int, moves []engine.Move, chances [][]float64, best, from int) Choice {
	p := &s.g.Positions[i]
	c := Choice{
		Turn: p.Turn, Seat: p.View.Viewer, Made: p.Made, Better: p.Made, Chance: mean(chances[0]),
	}
	if best > 0 {
		c.Better = moves[best]
		c.Loss, c.Doubt = difference(chances[best][from:], chances[0][from:])
	}
	c.Cards = [2]engine.Card{drawn(&p.View, &c.Made), drawn(&p.View, &c.Better)}
	return c
}

// drawn is the open card that a move draws.
func drawn(v *engine.View, m *engine.Move) engine.Card {
	if m.Verb != engine.Draw || m.Slot == 0 {
		return engine.NoCard
	}
	return v.Market[m.Slot-1]
}

// rivals lists the move that was made, then what steady considers instead, best first.
func (s *studio) rivals(p *Position) ([]engine.Move, error) {
	advice, err := ai.Advise(s.g.Title, &p.View, p.Told)
	if err != nil {
		return nil, fmt.Errorf("look for better moves at ply %d: %w", p.View.Ply, err)
	}
	moves := []engine.Move{p.Made}
	for k := range advice {
		if choice.Alike(&p.View, &advice[k].Move, &p.Made) {
			if k == 0 {
				break
			}
			continue
		}
		moves = append(moves, advice[k].Move)
	}
	return moves, nil
}

// sumUp adds up what the choices of each seat cost.
func (s *studio) sumUp() []Seat {
	seats := make([]Seat, len(s.g.Final.Seats))
	for i := range s.choices {
		c := &s.choices[i]
		seat := &seats[c.Seat-1]
		if seat.Turns == 0 {
			seat.First = c.Chance + c.Loss
		}
		seat.Turns++
		seat.Play -= c.Loss
		seat.Doubt += c.Doubt * c.Doubt
	}
	for i := range seats {
		seats[i].Doubt = math.Sqrt(seats[i].Doubt)
		seats[i].Share = ai.ShareOf(&s.g.Final, engine.Seat(i+1))
		seats[i].Came = seats[i].Share - seats[i].First - seats[i].Play
	}
	return seats
}

func mean(values []float64) float64 {
	sum := 0.
	for _, x := range values {
		sum += x
	}
	return sum / float64(max(len(values), 1))
}

// standing returns the mean of values and its standard error.
func standing(values []float64) (of, doubt float64) {
	return difference(values, make([]float64, len(values)))
}

// difference returns the mean of values minus others, and its standard error.
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
