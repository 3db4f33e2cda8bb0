package caption

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/render/rendertest"
)

// course is the course of a game in which the seats have these points after each turn, the setup
// first.
func course(points ...[2]int) []engine.Turn {
	turns := make([]engine.Turn, len(points))
	for i, p := range points {
		turns[i].View = engine.View{Title: "amsterdam", Seats: []engine.SeatView{{
			Seat: 1, Name: "Ala",
			Score: p[0],
		}, {Seat: 2, Name: "Bo", Score: p[1]}}}
	}
	return turns
}

func TestTheCourseSaysWhoWasAheadWhen(t *testing.T) {
	c := CourseOf(course([2]int{0, 0}, [2]int{2, 0}, [2]int{2, 2}, [2]int{2, 3}, [2]int{4, 3},
		[2]int{5, 3}))
	want := []Reign{{0, 1, 1}, {Nobody, 2, 2}, {1, 3, 3}, {0, 4, 5}}
	if got := c.Reigns(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := c.Changes(); got != 2 {
		t.Errorf("the lead changed %d times, want 2", got)
	}
	if got, want := c.Quarters(), []int{1, 3, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("got the quarters %v, want %v", got, want)
	}
}

func TestTheCourseInWords(t *testing.T) {
	turns := course([2]int{0, 0}, [2]int{2, 0}, [2]int{2, 2}, [2]int{2, 3}, [2]int{4, 3}, [2]int{5, 3})
	c := CourseOf(turns)
	s := New(amsterdam.Title.Map(), rendertest.Words(t, "en")).Of(&turns[5].View)
	got := s.CourseLines(&c)
	want := []string{
		"Points on the board after each quarter of the game: Ala 2, 2, 4, 5; Bo 0, 3, 3, 3",
		"The lead changed 2 times. In the lead, by turn: 1 Ala, 2 level, 3 Bo, 4–5 Ala",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if lines := s.CourseLines(&Course{}); lines != nil {
		t.Errorf("a game without turns: got %q", lines)
	}
}
