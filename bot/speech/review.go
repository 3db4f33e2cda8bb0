package speech

import (
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/render/caption"
)

// Review says what decided a finished game: the sum in things that can be counted, the turn that
// changed most, and what choices cost by what each player could know then. Nothing is told that is
// not clear, or that another line denies. turns are the course of the game.
func (s *Speaker) Review(
	game string, v *engine.View, turns []engine.Turn, r *review.Review,
) string {
	return Text{}.Say(s.reviewLines(game, v, turns, r)...).Fit(maxContent)
}

func (s *Speaker) reviewLines(
	game string, v *engine.View, turns []engine.Turn, r *review.Review,
) []string {
	lines := append([]string{s.say("review.heading", "Game", game)}, s.account(v)...)
	lines = append(lines, s.counts(v)...)
	if swing := s.swing(v, turns, r); swing != "" {
		lines = append(lines, swing)
	}
	lost := append(s.costs(v, r), s.costlyTurns(v, r)...)
	if len(lost) == 0 {
		return append(lines, s.say("review.unclear"))
	}
	lines = append(append(lines, "", s.say("review.choices")), lost...)
	return append(lines, s.say("review.honest"))
}

// judged names a move within a sentence. That of a plan also says what follows for its reader.
func (s *Speaker) judged(v *engine.View, m engine.Move, card engine.Card) string {
	if m.Verb == engine.Tickets {
		return s.say("panel.can-tickets")
	}
	return s.planMove(v, m, card)
}

// swing tells the turn that changed the chances most, by the rows of the chart.
func (s *Speaker) swing(v *engine.View, turns []engine.Turn, r *review.Review) string {
	switch {
	case len(r.Known) == 0:
		return ""
	case r.Swing == nil || r.Swing.Turn >= len(turns):
		chances := s.Chances(v, r)
		from, to := stretch(chances[:len(chances)-1])
		if from == to {
			return s.say("review.no-swing")
		}
		return s.say("review.stretch", "From", from, "To", to,
			"Changes", s.chanceChanges(v, r, from, to))
	}
	n := r.Swing.Turn
	turn := &turns[n]
	said := s.say("review.swing", "Turn", n, "Changes", s.chanceChanges(v, r, n-1, n),
		"News", strings.Join(s.Narrate(&turn.View, turn.Events), " "))
	judged := func(c review.Choice) bool { return c.Turn == n }
	i := slices.IndexFunc(r.Choices, judged)
	if i >= 0 && !r.Choices[i].Costly() && !slices.ContainsFunc(r.Costly, judged) {
		said += " " + s.say("review.swing-fair")
	}
	return said
}

func (s *Speaker) chanceChanges(v *engine.View, r *review.Review, from, to int) string {
	chances := s.Chances(v, r)
	var list []string
	for i, side := range caption.Sides(v) {
		list = append(list, s.say("review.from-to", "Who", s.Of(v).SideName(side),
			"Before", chances[from][i], "After", chances[to][i]))
	}
	return strings.Join(list, ", ")
}

// stretch finds the few turns in which chances changed most, as a reader of the chart sees them:
// from after one turn to after another, the same if they never changed much.
func stretch(chances [][]int) (from, to int) {
	const longest, least = 5, 15 // turns, and percent
	most := least - 1
	for n := 1; n <= longest; n++ {
		for t := n; t < len(chances); t++ {
			for i, after := range chances[t] {
				if change := max(after-chances[t-n][i], chances[t-n][i]-after); change > most {
					from, to, most = t-n, t, change
				}
			}
		}
	}
	return from, to
}

func (s *Speaker) costs(v *engine.View, r *review.Review) (lines []string) {
	for i := range r.Seats {
		seat := engine.Seat(i + 1)
		c, told := r.CostOf(seat)
		if !told {
			continue
		}
		id := "review.cost"
		switch {
		case c.All:
			id = "review.cost-all"
		case c.Small > 0 && c.Small < c.Percent:
			id = "review.cost-parts"
		}
		lines = append(lines, s.say(id, "Who", s.Seat(v, seat), "Cost", c.Percent,
			"PlusMinus", c.PlusMinus, "Small", c.Small, "Count", c.Choices))
	}
	return lines
}

func (s *Speaker) costlyTurns(v *engine.View, r *review.Review) (lines []string) {
	for i := range r.Costly {
		c := &r.Costly[i]
		lines = append(lines, s.say("review.choice", "Turn", c.Turn, "Who", s.Seat(v, c.Seat),
			"Cost", c.Percent(), "Made", s.judged(v, c.Made, c.Cards[0]),
			"Better", s.judged(v, c.Better, c.Cards[1])))
	}
	return lines
}

// Chances are the sides' chances to win in percent, by turn and side, by all that is known
// afterwards; the last row is the result. Each row sums to 100.
func (s *Speaker) Chances(v *engine.View, r *review.Review) [][]int {
	sides := caption.Sides(v)
	row := func(of func(engine.Seat) float64) []int {
		list, rest := make([]int, len(sides)), make([]float64, len(sides))
		sum := 0
		for i, side := range sides {
			x := 100 * of(side[0])
			list[i] = int(x)
			sum, rest[i] = sum+list[i], x-float64(list[i])
		}
		for ; sum < 100; sum++ { // the largest remainders are rounded up
			k := slices.Index(rest, slices.Max(rest))
			list[k], rest[k] = list[k]+1, -1
		}
		return list
	}
	rows := make([][]int, 0, len(r.Known)+1)
	for _, known := range r.Known {
		rows = append(rows, row(func(seat engine.Seat) float64 { return known[seat-1] }))
	}
	return append(rows, row(func(seat engine.Seat) float64 { return r.Seats[seat-1].Share }))
}
