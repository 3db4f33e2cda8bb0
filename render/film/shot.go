package film

import (
	"slices"

	"konduktor/engine"
	"konduktor/render/caption"
)

// About reports whether a shot is about a seat: its turn, its ticket or its victory.
func (s *Shot) About(seat engine.Seat) bool {
	switch s.Kind {
	case Turn:
		return s.Turn.Seat == seat
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
