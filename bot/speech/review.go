package speech

import (
	"math"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/render/caption"
)

// mostNews is how many sentences say what happened between two turns.
const mostNews = 2

// A seat's choices are said to have cost it something if the loss exceeds this many standard errors
// and this much of the chance to win. Where nothing is clear and the error is large, nothing can be
// said.
const (
	clearly   = 2.
	leastTold = .03
	mostDoubt = .1
)

// Review says what decided a finished game: where the score differs, the turn that changed most,
// and by what each could know, the cost of each seat's choices and the turning points. turns are
// the course of the game.
func (s *Speaker) Review(
	game string, v *engine.View, turns []engine.Turn, r *review.Review,
) string {
	return s.fitting(func(s *Speaker) []string { return s.reviewLines(game, v, turns, r) })
}

func (s *Speaker) reviewLines(
	game string, v *engine.View, turns []engine.Turn, r *review.Review,
) []string {
	lines := append([]string{s.say("review.heading", "Game", game)}, s.account(v)...)
	if swing := s.swing(v, turns, r); swing != "" {
		lines = append(lines, swing)
	}
	lines = append(lines, "", s.say("review.known"))
	for i := range r.Seats {
		seat := &r.Seats[i]
		if seat.Turns == 0 {
			continue
		}
		id := "review.seat-even"
		switch {
		case lost(seat):
			id = "review.seat"
		case seat.Doubt > mostDoubt:
			id = "review.seat-unclear"
		}
		first, share := percent(seat.First), percent(seat.Share)
		came := share - first - percent(seat.Play) // as it is told, so that the sum is right
		lines = append(lines, s.say(id, "Who", s.Seat(v, engine.Seat(i+1)),
			"First", first, "Share", share, "Play", signed(percent(seat.Play)),
			"Doubt", percent(seat.Doubt), "Came", signed(came)))
	}
	for i := range r.Points {
		p := &r.Points[i]
		args := []any{
			"Who", s.Seat(v, p.Seat), "From", p.From, "To", p.To,
			"Before", percent(p.Before), "After", percent(p.After),
		}
		if p.IsChoice() {
			c := &p.Choice
			made, better := s.judged(v, c.Made, c.Cards[0]), s.judged(v, c.Better, c.Cards[1])
			lines = append(lines, s.say("review.choice", append(args, "Made", made, "Better", better)...))
			continue
		}
		lines = append(lines, s.say("review.change", append(args, "News", s.between(v, turns, p))...))
	}
	lines = append(lines, s.otherChoices(v, r)...)
	return append(lines, s.say("review.honest"))
}

// judged names a move within a sentence. That of a plan also says what follows for its reader.
func (s *Speaker) judged(v *engine.View, m engine.Move, card engine.Card) string {
	if m.Verb == engine.Tickets {
		return s.say("panel.can-tickets")
	}
	return s.planMove(v, m, card)
}

func (s *Speaker) swing(v *engine.View, turns []engine.Turn, r *review.Review) string {
	switch {
	case len(r.Known) == 0:
		return ""
	case r.Swing == nil || r.Swing.Turn >= len(turns):
		return s.say("review.no-swing")
	}
	var changes []string
	for _, side := range caption.Sides(v) {
		from, to := percent(r.Swing.Before[side[0]-1]), percent(r.Swing.After[side[0]-1])
		changes = append(changes, s.say("review.from-to",
			"Who", s.Of(v).SideName(side), "Before", from, "After", to))
	}
	turn := &turns[r.Swing.Turn]
	return s.say("review.swing", "Turn", r.Swing.Turn, "Changes", strings.Join(changes, ", "),
		"News", strings.Join(s.Narrate(&turn.View, turn.Events), " "))
}

func lost(seat *review.Seat) bool {
	return seat.Play <= -clearly*seat.Doubt && seat.Play <= -leastTold
}

// otherChoices say how much each seat that lost something lost outside the turning points.
func (s *Speaker) otherChoices(v *engine.View, r *review.Review) (lines []string) {
	for i := range r.Seats {
		seat := &r.Seats[i]
		count, rest := seat.Turns, percent(seat.Play)
		for k := range r.Points {
			if p := &r.Points[k]; p.IsChoice() && p.Seat == engine.Seat(i+1) {
				count, rest = count-1, rest+percent(p.Choice.Loss)
			}
		}
		if lost(seat) && count > 0 && rest < 0 {
			who := s.Seat(v, engine.Seat(i+1))
			lines = append(lines, s.say("review.others", "Who", who, "Count", count,
				"Play", caption.Number(rest)))
		}
	}
	return lines
}

// telling are the events that can explain a change, in order of their weight.
var telling = []engine.EventKind{
	engine.EventRobbed, engine.EventBuilt, engine.EventClaimed, engine.EventWithdrew,
	engine.EventLastRound, engine.EventKept, engine.EventScored, engine.EventLaid,
}

// byChoice are events that a seat brings about by its choice alone. The chance after its turn
// includes them.
var byChoice = []engine.EventKind{
	engine.EventRobbed, engine.EventBuilt, engine.EventClaimed, engine.EventLaid,
}

// between tells what happened in public between one turn of a seat and its next: the weightiest
// events, without the seat's own choices, since the change came after them.
func (s *Speaker) between(v *engine.View, turns []engine.Turn, p *review.Point) string {
	var events []engine.Event
	for t := p.From; t < p.To && t < len(turns); t++ {
		events = append(events, turns[t].Events...)
	}
	var told []engine.Event
	for _, kind := range telling {
		for i := range events {
			own := events[i].Seat == p.Seat && slices.Contains(byChoice, kind)
			if events[i].Kind == kind && !own && len(told) < mostNews {
				told = append(told, events[i])
			}
		}
	}
	lines := s.Narrate(v, told)
	if len(lines) == 0 {
		return " " + s.say("review.quiet")
	}
	return " " + s.say("review.meanwhile") + " " + strings.Join(lines, " ")
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

// ChancesThen are the sides' chances to win in percent, by turn and side, as far as the players
// could know then; the last row is the result. n is the number of turns of the course, the setup
// included.
func (s *Speaker) ChancesThen(v *engine.View, n int, r *review.Review) [][]int {
	sides := caption.Sides(v)
	rows := make([][]int, n, n+1)
	now := make([]int, len(sides))
	sideOf := func(seat engine.Seat) int {
		return slices.IndexFunc(sides, func(side caption.Side) bool {
			return slices.Contains(side, seat)
		})
	}
	for i := range r.Seats {
		if seat := &r.Seats[i]; seat.Turns > 0 {
			now[sideOf(engine.Seat(i+1))] = percent(seat.First)
		}
	}
	k := 0
	for turn := range rows {
		for ; k < len(r.Choices) && r.Choices[k].Turn <= turn; k++ {
			now[sideOf(r.Choices[k].Seat)] = percent(r.Choices[k].Chance)
		}
		rows[turn] = slices.Clone(now)
	}
	result := make([]int, len(sides))
	for i := range r.Seats {
		result[sideOf(engine.Seat(i+1))] = percent(r.Seats[i].Share)
	}
	return append(rows, result)
}

func percent(x float64) int { return int(math.Round(100 * x)) }

// signed is a change in percent, with its sign.
func signed(n int) string {
	if n > 0 {
		return "+" + caption.Number(n)
	}
	return caption.Number(n)
}
