package film

import (
	"cmp"
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/render/caption"
)

// Kind is what a shot shows.
type Kind uint8

// The kinds of shots, in the order of a film.
const (
	Opening   Kind = iota // before the first turn
	Turn                  // after a turn
	Failed                // an incomplete ticket is opened
	Completed             // a completed ticket is opened
	Bonus                 // a side gets a bonus
	Result                // the winners
)

// Shot is a frame of a film.
type Shot struct {
	Kind       Kind
	Turn       *engine.Turn                  // shown
	Deed       *engine.Turn                  // the last turn that changed the board
	Deeds      [engine.MaxSeats]*engine.Turn // by seat: its last turn
	Number, Of int                           // of the turn, and of all turns
	Side       caption.Side                  // the owner of the ticket or bonus
	Ticket     engine.TicketID
	Bonus      string // its name
	Gain       int    // points for the ticket or bonus
	Points     []int  // by seat, scored so far
	Scored     []Shot // tickets and bonuses so far, with this one
	Hundredths int    // duration
}

// Durations in hundredths of a second. A whole game takes about a minute.
const (
	openingTime = 150
	turnsTime   = 5000 // all turns together
	mostTime    = 60   // one turn
	leastTime   = 12
	ticketTime  = 110
	bonusTime   = 150
	resultTime  = 800
)

// Script lists the frames: the opening, the turns, failed tickets, completed ones from the smallest
// up, bonuses, the result.
func Script(m *railmap.Map, turns []engine.Turn) []Shot {
	last := &turns[len(turns)-1]
	of := len(turns) - 1
	each := max(leastTime, min(mostTime, turnsTime/max(1, of)))
	var script []Shot
	deed, deeds := &turns[0], [engine.MaxSeats]*engine.Turn{}
	for i := range turns {
		if shown(turns[i].Events) {
			deed = &turns[i]
		}
		if seat := turns[i].Seat; seat != engine.Public {
			deeds[seat-1] = &turns[i]
		}
		s := Shot{
			Kind: Turn, Turn: &turns[i], Deed: deed, Deeds: deeds, Number: i, Of: of,
			Points: scores(&turns[i].View), Hundredths: each,
		}
		if i == 0 {
			s.Kind, s.Hundredths = Opening, openingTime
		}
		script = append(script, s)
	}
	points := make([]int, len(last.View.Seats))
	for i := range last.View.Seats {
		points[i] = last.View.Seats[i].Final.Routes
	}
	all := scoring(m, &last.View)
	for i, s := range all {
		for _, seat := range s.Side {
			points[seat-1] += s.Gain
		}
		s.Turn, s.Number, s.Of, s.Points, s.Scored = last, of, of, slices.Clone(points), all[:i+1]
		script = append(script, s)
	}
	for i := range points {
		points[i] = last.View.Seats[i].Final.Total
	}
	return append(script, Shot{
		Kind: Result, Turn: last, Number: of, Of: of, Points: points,
		Scored: all, Hundredths: resultTime,
	})
}

func shown(events []engine.Event) bool {
	return slices.ContainsFunc(events, func(e engine.Event) bool {
		return e.Kind == engine.EventClaimed || e.Kind == engine.EventBuilt
	})
}

// scores are the seats' public points before the final scoring.
func scores(v *engine.View) []int {
	points := make([]int, len(v.Seats))
	for i := range v.Seats {
		points[i] = v.Seats[i].Score
	}
	return points
}

// scoring lists the shots of the final scoring, without Points.
func scoring(m *railmap.Map, v *engine.View) []Shot {
	var failed, completed, bonuses []Shot
	for _, side := range caption.Sides(v) {
		f := v.Seat(side[0]).Final
		for _, t := range f.Failed {
			failed = append(failed, Shot{
				Kind: Failed, Side: side, Ticket: t, Gain: -m.Tickets[t].Penalty,
				Hundredths: ticketTime,
			})
		}
		for i, t := range f.Completed {
			completed = append(completed, Shot{
				Kind: Completed, Side: side, Ticket: t, Gain: f.Earned[i],
				Hundredths: ticketTime,
			})
		}
		for _, b := range f.Bonuses {
			bonuses = append(bonuses, Shot{
				Kind: Bonus, Side: side, Bonus: b.Name, Gain: b.Points,
				Hundredths: bonusTime,
			})
		}
	}
	slices.SortStableFunc(completed, func(a, b Shot) int { return cmp.Compare(a.Gain, b.Gain) })
	return slices.Concat(failed, completed, bonuses)
}

// About reports whether a shot is about a seat: what it did, its ticket or its victory.
func (s *Shot) About(seat engine.Seat) bool {
	switch s.Kind {
	case Turn:
		return s.Deed.Seat == seat
	case Result:
		return caption.Won(&s.Turn.View, seat)
	case Opening, Failed, Completed, Bonus:
	}
	return slices.Contains(s.Side, seat)
}

// Line says what a shot shows.
func (s *Shot) Line(say *caption.Caption) string {
	switch s.Kind {
	case Opening:
		return say.MapName()
	case Turn:
		return say.Deed(s.Deed)
	case Failed, Completed:
		return say.SideName(s.Side) + ": " + say.TicketCities(s.Ticket) + " " + caption.Signed(s.Gain)
	case Bonus:
		return say.SideName(s.Side) + ": " + say.Bonus(s.Bonus) + " " + caption.Signed(s.Gain)
	case Result:
	}
	return say.State()
}
