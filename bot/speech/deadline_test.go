package speech

import (
	"testing"
	"time"

	"konduktor/engine"
)

var due = time.Unix(1_795_348_800, 999_999_999)

func TestASeatThatOwesAnAnswerIsToldTheDeadlineAndTheDefault(t *testing.T) {
	s := digging(t)
	const at = "<t:1795348800:f> (<t:1795348800:R>)"
	s.has(s.Due(s.view(1), due), at, "withdraws for you")
	s.has(s.Panel(Panel{Place: Place{Game: gameID}, View: s.view(1), Due: due}).Content, at)
	s.has(s.Until(s.view(engine.Public), 1, due), "Ala", at)
}

func TestNoDeadlineIsShownToOthers(t *testing.T) {
	s := digging(t)
	for what, got := range map[string]string{
		"a seat that waits":                 s.Due(s.view(2), due),
		"a bystander":                       s.Due(s.view(engine.Public), due),
		"a seat without a deadline":         s.Due(s.view(1), time.Time{}),
		"a seat that waits, to all":         s.Until(s.view(engine.Public), 2, due),
		"a seat without a deadline, to all": s.Until(s.view(engine.Public), 1, time.Time{}),
		"a bystander, whoever that is here": s.Until(s.view(engine.Public), engine.Public, due),
	} {
		if got != "" {
			t.Errorf("%s is told %q", what, got)
		}
	}
}

func TestMoveMadeForASeatIsNamed(t *testing.T) {
	s := digging(t)
	s.has(s.Overdue(s.view(1), 1, "withdraw"), "You ran out of time", "withdrew for you")
	s.has(s.Overdue(s.view(engine.Public), 1, "withdraw"), "Ala ran out of time",
		"gave the cards back")
	s.has(s.Overdue(s.view(2), 1, "draw"), "Ala ran out of time", "moved instead")
	s.has(s.Overdue(s.view(1), 1, "draw"), "You ran out of time", "moved for you")
}
