package speech

import (
	"strings"
	"testing"
)

// Each step is taken only when the ones before did not make enough room.
func TestLongTextsAreCutInOrder(t *testing.T) {
	text := Text{}.Say("headline").give(asLessons, "lesson").give(asRecap, "older", "newer").
		give(asOthers, "others")
	for i, name := range []string{"A", "B"} {
		needs := piece{text: " red3"}
		if i > 0 {
			needs.less = []step{{asNeeds, " 9"}}
		}
		text = append(text, piece{text: "\n" + name}, needs, piece{" 47-46", []step{{asCodes, ""}}})
	}
	text = text.Say("hand")
	want := []string{
		"headline lesson older newer others A red3 47-46 B red3 47-46 hand",
		"headline older newer others A red3 47-46 B red3 47-46 hand",
		"headline newer others A red3 47-46 B red3 47-46 hand",
		"headline others A red3 47-46 B red3 47-46 hand",
		"headline A red3 47-46 B red3 47-46 hand",
		"headline A red3 47-46 B red3 hand",
		"headline A red3 B red3 hand",
		"headline A red3 B 9 hand",
	}
	fit := func(units, words int) string {
		got, _ := text.fit(units, words, maxContent)
		return strings.ReplaceAll(got, "\n", " ")
	}
	for i, shown := range want {
		if got := fit(len(shown), maxContent); got != shown {
			t.Errorf("in %d units: got %q, want %q", len(shown), got, shown)
		}
		if i > 0 {
			if got := fit(len(want[i-1])-1, maxContent); got != shown {
				t.Errorf("in %d units: got %q, want %q", len(want[i-1])-1, got, shown)
			}
		}
	}
	const taught = "headline lesson A red3 47-46 B red3 47-46 hand" // lessons are no words
	if got := fit(maxContent, 8); got != taught {
		t.Errorf("in eight words: got %q, want %q", got, taught)
	}
	if last := want[len(want)-1]; fit(1, 1) != last {
		t.Errorf("got %q, want what never gives way: %q", fit(1, 1), last)
	}
}

func TestSentencesLoseTheirSignsOneByOne(t *testing.T) {
	lines := []string{"Ala draws <:red:1> red.", "Bo draws <:blue:2> blue.", "Ala passes."}
	const all = "Ala draws <:red:1> red.\nBo draws <:blue:2> blue.\nAla passes."
	for room, want := range map[int]string{
		len(all):      all,
		len(all) - 1:  "Ala draws red.\nBo draws <:blue:2> blue.\nAla passes.",
		len(all) - 10: "Ala draws red.\nBo draws blue.\nAla passes.",
		len(all) - 22: "…\nBo draws blue.\nAla passes.",
	} {
		if got := Fitting(room, lines); got != want {
			t.Errorf("in %d units: got %q, want %q", room, got, want)
		}
	}
}
