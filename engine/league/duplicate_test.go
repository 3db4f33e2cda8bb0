package league

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/match"
)

func TestAnEveningComparesSeatsByMatchpoints(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		tables, seats := 2+r.IntN(7), 2+r.IntN(4)
		var users []match.UserID
		for i := range tables * seats {
			users = append(users, match.UserID(fmt.Sprint("u", i)))
		}
		e, err := NewEvening(users, seats, engine.Seed{byte(tables)})
		if err != nil {
			t.Fatal(err)
		}
		for i, at := range r.Perm(tables) {
			if !e.Sealed() || e.Compare() != nil {
				t.Fatalf("open after %d of %d tables", i, tables)
			}
			var points []int // nil: the game was cancelled
			if r.IntN(8) > 0 {
				for range seats {
					points = append(points, r.IntN(6)-1)
				}
			}
			if err := e.End(at, points); err != nil {
				t.Fatal(err)
			}
			if err := e.End(at, points); err != match.ErrUnchanged {
				t.Fatalf("told twice: %v", err)
			}
		}
		seen, last := map[match.UserID]bool{}, 101
		for _, c := range e.Compare() {
			seen[c.User] = true
			var beaten, others float64 // by definition: one for each beaten, a half for a tie
			for _, table := range e.Tables {
				if table.Points == nil || table.Users[c.Seat-1] == c.User {
					continue
				}
				others++
				switch p := table.Points[c.Seat-1]; {
				case p < c.Points:
					beaten++
				case p == c.Points:
					beaten += 0.5
				}
			}
			want := 100.
			if others > 0 {
				want = 100 * beaten / others
			}
			if got := c.Place.Matchpoints(); math.Abs(got-want) > 1e-9 {
				t.Fatalf("%+v: %v matchpoints, want %v", c, got, want)
			}
			if c.Place.Percent() > last {
				t.Fatalf("%+v stands behind a worse result", c)
			}
			last = c.Place.Percent()
		}
		for _, table := range e.Tables {
			for _, user := range table.Users {
				if seen[user] != (table.Points != nil) {
					t.Fatalf("%s is compared: %v", user, seen[user])
				}
			}
		}
	}
}

func TestAnEveningFillsTwoToEightTables(t *testing.T) {
	for _, c := range []struct {
		users []match.UserID
		seats int
	}{
		{[]match.UserID{"a", "b"}, 2},
		{[]match.UserID{"a", "b", "c", "a"}, 2},
		{nil, 0},
		{make([]match.UserID, 18), 2},
		{people(17), 2},
		{people(3), 3},
	} {
		if e, err := NewEvening(c.users, c.seats, engine.Seed{}); err == nil {
			t.Errorf("%v at %d: %v", c.users, c.seats, e)
		}
	}
	for n := 4; n <= 24; n++ {
		e, err := NewEvening(people(n), 3, engine.Seed{byte(n)})
		computers := 0
		for _, table := range e.Tables {
			if at := count(table.Users, func(u match.UserID) bool { return u == "" }); at < 3 {
				computers += at
			}
		}
		if err != nil || len(e.Tables) != (n+2)/3 || computers != len(e.Tables)*3-n {
			t.Errorf("%d people: %v, %v", n, e, err)
		}
	}
	e, err := NewEvening([]match.UserID{"a", "b", "c", "d"}, 2, engine.Seed{1})
	if err != nil || len(e.Tables) != 2 {
		t.Fatal(e, err)
	}
	again, _ := NewEvening([]match.UserID{"d", "c", "b", "a"}, 2, engine.Seed{1})
	if !slices.EqualFunc(e.Tables, again.Tables, func(a, b Sitting) bool {
		return slices.Equal(a.Users, b.Users)
	}) {
		t.Errorf("the same seed draws %v and %v", e, again)
	}
}

func people(n int) (list []match.UserID) {
	for i := range n {
		list = append(list, user(i))
	}
	return list
}

func TestComputerPlayersAreComparedWithAndNotListed(t *testing.T) {
	e := Evening{Tables: []Sitting{
		{Users: []match.UserID{"a", "b"}, Points: []int{10, 20}},
		{Users: []match.UserID{"", "c"}, Points: []int{5, 30}},
	}}
	list := e.Compare()
	if len(list) != 3 || list[2].User != "b" || list[0].Place.Percent() != 100 ||
		list[2].Place.Percent() != 0 {
		t.Errorf("got %+v", list)
	}
}
