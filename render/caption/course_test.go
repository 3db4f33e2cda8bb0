package caption

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/cardgame"
	"konduktor/engine/nordic"
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

func TestCourseTellsWhoLedWhen(t *testing.T) {
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

// Cards on tracks are worth nothing until they pay for tickets, so they put nobody ahead.
func TestCardsOnTracksAreNoLead(t *testing.T) {
	turns := rendertest.Course(t, cardgame.Title, 2)
	c := CourseOf(turns)
	s := New(cardgame.Title.Map(), rendertest.Words(t, "en")).Of(&turns[len(turns)-1].View)
	said := strings.Join(append(s.CourseLines(&c), s.LeadLine(&c)), "\n")
	if !strings.Contains(said, "Most cards on the track") || strings.Contains(said, "lead") {
		t.Errorf("got %q", said)
	}
}

// A tunnel is news while it is being dug and once it is given up; a paid one is a route like
// others.
func TestTunnelsAreNews(t *testing.T) {
	m := nordic.Title.Map()
	dug := engine.Event{Kind: engine.EventDug, Seat: 1, Route: 3}
	where := func(s *Caption) string {
		return s.City(m.Routes[3].A) + " – " + s.City(m.Routes[3].B)
	}
	for name, c := range map[string]struct {
		tunnel *engine.TunnelView
		then   engine.Event
		want   string
	}{
		"being dug": {
			&engine.TunnelView{Route: 3, Seat: 1}, engine.Event{Kind: engine.EventFilled}, "Digging: ",
		},
		"given up": {
			nil, engine.Event{Kind: engine.EventWithdrew, Seat: 1, Route: 3}, "Withdrew: ",
		},
		"paid": {nil, engine.Event{Kind: engine.EventClaimed, Seat: 1, Route: 3, N: 4}, ""},
	} {
		v := engine.View{Title: "nordic", Tunnel: c.tunnel, Seats: []engine.SeatView{{Seat: 1}}}
		s := New(m, rendertest.Words(t, "en")).Of(&v)
		all := s.Headlines([]engine.Event{dug, c.then})
		want := c.want + where(s)
		if c.want == "" {
			want += " +4"
		}
		if len(all) != 1 || all[0].Text != want || all[0].Seat != 1 {
			t.Errorf("%s: got %+v, want %q alone", name, all, want)
		}
	}
}

// A headline about a tunnel given up says why: how many more cards were asked for (N6).
func TestATunnelGivenUpSaysHowManyCardsWereAskedFor(t *testing.T) {
	v := engine.View{Title: "nordic", Seats: []engine.SeatView{{Seat: 1}}}
	s := New(nordic.Title.Map(), rendertest.Words(t, "en")).Of(&v)
	got := s.Headlines([]engine.Event{
		{Kind: engine.EventDug, Seat: 1, Route: 3, N: 2},
		{Kind: engine.EventWithdrew, Seat: 1, Route: 3},
	})
	if len(got) != 1 || !strings.HasSuffix(got[0].Text, " (2 more cards)") ||
		strings.Contains(got[0].Brief, "2") {
		t.Errorf("got %+v, want the cards in the text alone", got)
	}
}

// A token that a route brings belongs to its news, not to the news of another seat.
func TestATokenBelongsToTheNewsThatBroughtIt(t *testing.T) {
	v := engine.View{Title: "amsterdam", Seats: []engine.SeatView{{Seat: 1}, {Seat: 2}}}
	s := New(amsterdam.Title.Map(), rendertest.Words(t, "en")).Of(&v)
	got := s.Headlines([]engine.Event{
		{Kind: engine.EventClaimed, Seat: 1, Route: 3, N: 4},
		{Kind: engine.EventTook, Seat: 1, N: 1, Word: "goods"},
		{Kind: engine.EventClaimed, Seat: 2, Route: 5, N: 1},
	})
	if len(got) != 2 || got[0].Took != "goods" || got[1].Took != "" {
		t.Errorf("got %+v, want goods with the first route", got)
	}
}

func TestPicturesSayWhatTheConductorPlayed(t *testing.T) {
	v := engine.View{Title: "amsterdam", Seats: []engine.SeatView{{Seat: 1, Name: "Ola"}}}
	s := New(amsterdam.Title.Map(), rendertest.Words(t, "en")).Of(&v)
	claim := engine.Event{Kind: engine.EventClaimed, Seat: 1, Route: 3, N: 4, By: engine.ByHouse}
	draw := engine.Event{Kind: engine.EventDrewBlind, Seat: 1, By: engine.ByHouse}
	for want, got := range map[string]string{
		"The conductor (for Ola) draws": s.Headlines([]engine.Event{draw})[0].Text,
		"(the conductor)":               s.Headlines([]engine.Event{claim})[0].Text,
		"The conductor (for Ola): ":     s.Deed(&engine.Turn{Seat: 1, Events: []engine.Event{claim}}),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
	draw.By = engine.ByPlayer
	if got := s.Headlines([]engine.Event{draw})[0].Text; !strings.HasPrefix(got, "Ola draws") {
		t.Errorf("the player's own draw is told as %q", got)
	}
}
