package soak

import "testing"

// These two do not run beside others: the heap is everybody's.

func TestTheHeapDoesNotGrowWithInteractions(t *testing.T) {
	for _, short := range alone(t, "slope", 0, "").Short {
		t.Error(short)
	}
}

func TestSlopeNoticesAHoard(t *testing.T) {
	if r := alone(t, "slope", 400, faultHoards); len(r.Short) == 0 {
		t.Errorf("a hoard is not noticed: %s", r.Line())
	}
}

func TestHostileTextsStayTexts(t *testing.T) { holds(t, "text") }

func TestTextNoticesNamesThatAreNotEscaped(t *testing.T) { notices(t, "text", 6, faultUnescapes) }
