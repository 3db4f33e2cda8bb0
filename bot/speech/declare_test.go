package speech

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
	"konduktor/render/caption"
)

// K10: a big city's card goes to each seat with the most completed tickets that name it.
func TestBigCityCountsForTheSeatThatNamesItMost(t *testing.T) {
	board := titles.Map("cardgame")
	s := New(texts(t, "en"), board)
	big := engine.CityID(slices.IndexFunc(board.Cities, func(c railmap.City) bool {
		return c.Bonus > 0
	}))
	bonus, name := board.Cities[big].Bonus, s.City(big)
	gains := func(n int) []string {
		return []string{s.say("declare.city", "City", name, "Count", n, "Gain", caption.Signed(bonus))}
	}
	var naming []engine.TicketID // that name no other big city
	for i, ticket := range board.Tickets {
		if slices.Contains(ticket.Cities, big) && !slices.ContainsFunc(ticket.Cities,
			func(c engine.CityID) bool { return c != big && board.Cities[c].Bonus > 0 }) {
			naming = append(naming, engine.TicketID(i))
		}
	}
	if len(naming) < 5 {
		t.Fatalf("only %d tickets name %s alone", len(naming), name)
	}
	for _, c := range []struct {
		own, set, other int
		points          int
		want            []string
	}{
		{0, 0, 2, 0, nil},
		{0, 1, 0, bonus, gains(1)},
		{1, 1, 2, bonus, gains(2)},
		{0, 1, 2, 0, []string{
			s.say("declare.behind", "City", name, "Count", 1, "Who", "Bo", "Most", 2),
		}},
		{2, 1, 0, bonus, gains(3)},
	} {
		v := &engine.View{Viewer: 1, Seats: []engine.SeatView{
			{Seat: 1, Name: "Ola", Completed: naming[:c.own]},
			{Seat: 2, Name: "Bo", Completed: naming[5-c.other : 5]},
		}}
		points, list := s.bigCities(v, naming[c.own:c.own+c.set])
		if points != c.points || !slices.Equal(list, c.want) {
			t.Errorf("%+v: got %d points and %q", c, points, list)
		}
	}
}
