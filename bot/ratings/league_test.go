package ratings

import (
	"fmt"
	"testing"
	"time"

	"konduktor/engine/match"
	"konduktor/engine/rating"
)

// A league has a bound: above it the games of those count who played last.
func TestThoseWhoWereAwayLongestHaveNoRoomInALargeLeague(t *testing.T) {
	t.Parallel()
	var results []match.Result
	plays := func(people ...string) {
		n := len(results)
		for i, who := range people {
			results = append(results, match.Result{
				Game: match.GameID(fmt.Sprint(n)), Ended: time.Unix(int64(n), 0), User: match.UserID(who),
				Account: match.Account{
					Title: "amsterdam", Seats: 2, Place: i + 1, Rated: true, Turns: 9, Own: 9,
				},
			})
		}
	}
	plays("gone", "away")
	plays("1a", "1b")
	for i := range rating.MostPeople / 2 {
		plays(fmt.Sprint(i, "a"), fmt.Sprint(i, "b"))
	}
	plays("2a", "3a")
	s := newLeague(results, time.Unix(1e6, 0))
	if len(s.people) != rating.MostPeople || len(s.games) != rating.MostPeople/2+2 || s.beyond != 1 {
		t.Errorf("%d people with %d games, %d beyond", len(s.people), len(s.games), s.beyond)
	}
	if _, in := s.index["gone"]; in {
		t.Error("who was away longest is in")
	}
	if last := s.last["2a"]; last != results[len(results)-1].Game {
		t.Errorf("the last game of somebody is %s", last)
	}
}
