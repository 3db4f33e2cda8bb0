package speech

import (
	"fmt"
	"time"

	"konduktor/engine"
)

// Due says until when the viewer can answer, and what happens after that; "" if there is no deadline.
func (s *Speaker) Due(v *engine.View, due time.Time) string {
	m, ok := v.Overdue()
	if !ok || due.IsZero() {
		return ""
	}
	return s.say(s.deadline("ask-", m.Verb.String()), "Time", Stamp(due, "f"), "In", Stamp(due, "R"))
}

// Until tells everybody until when a seat can answer; "" if there is no deadline or the seat is not to move.
func (s *Speaker) Until(v *engine.View, seat engine.Seat, due time.Time) string {
	if !v.Moves(seat) || due.IsZero() {
		return ""
	}
	return s.say("deadline.until", "Who", s.Seat(v, seat), "Time", Stamp(due, "f"), "In", Stamp(due, "R"))
}

// Overdue says that a move, by its verb, was made for a seat that had not answered in time.
func (s *Speaker) Overdue(v *engine.View, seat engine.Seat, verb string) string {
	if seat == v.Viewer {
		return s.say(s.deadline("you-passed-", verb))
	}
	return s.say(s.deadline("passed-", verb), "Who", s.Seat(v, seat))
}

// deadline is the ID of a text about a default move: the verb's own text if there is one.
func (s *Speaker) deadline(begin, verb string) string {
	if id := "deadline." + begin + verb; s.texts.Has(id) {
		return id
	}
	return "deadline." + begin + "other"
}

// Stamp is a time that Discord shows in the reader's zone and language: "f" date and time, "R" how long until then.
func Stamp(t time.Time, style string) string { return fmt.Sprintf("<t:%d:%s>", t.Unix(), style) }
