package match

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"konduktor/engine"
)

// sit makes people into seats, by the first letter.
func sit(names string) []Seat {
	var list []Seat
	for _, n := range strings.Split(names, "") {
		list = append(list, Seat{User: UserID(n), Name: n})
	}
	return list
}

func TestChoosingAPartnerSwapsSeats(t *testing.T) {
	for name, c := range map[string]struct {
		seats      string
		user, with UserID
		want       string
	}{
		"a player of another team takes the partner's seat":   {"abcd", "a", "c", "dbca"},
		"the first player of a team swaps too":                {"abcd", "c", "b", "cbad"},
		"the present partner changes nothing":                 {"abcd", "a", "b", "abcd"},
		"a player without a partner leaves the old one alone": {"abc", "a", "c", "cab"},
		"a player without a partner takes one away":           {"abc", "c", "a", "acb"},
		"a player of the third team takes the seat":           {"abcdef", "b", "e", "afcdeb"},
		"a waiting player joins the second of three teams":    {"abcde", "c", "e", "abecd"},
		"a waiting player makes another wait":                 {"abcde", "e", "d", "abedc"},
	} {
		t.Run(name, func(t *testing.T) {
			before := sit(c.seats)
			got := Beside(before, 2, c.user, c.with)
			if diff := cmp.Diff(sit(c.want), got); diff != "" {
				t.Errorf("seats (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(sit(c.seats), before); diff != "" {
				t.Errorf("what was given has changed (-before +after):\n%s", diff)
			}
		})
	}
}

func TestChoosingAPartnerSeatsEverybodyOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := "abcdef"[:rapid.IntRange(2, 6).Draw(t, "people")]
		seats := sit(all)
		for range rapid.IntRange(1, 5).Draw(t, "changes") {
			user := rapid.SampledFrom(seats).Draw(t, "user").User
			other := rapid.SampledFrom(seats).Filter(func(s Seat) bool {
				return s.User != user
			}).Draw(t, "other").User
			seats = Beside(seats, 2, user, other)
			x, _ := place(Teams(seats, 2), user)
			y, _ := place(Teams(seats, 2), other)
			if x != y {
				t.Fatalf("%s and %s are not in one team: %v", user, other, seats)
			}
		}
		got := Names(seats)
		slices.Sort(got)
		if diff := cmp.Diff(strings.Split(all, ""), got); diff != "" {
			t.Fatalf("people (-want +got):\n%s", diff)
		}
	})
}

func TestLeavingKeepsFullTeamsTogether(t *testing.T) {
	for name, c := range map[string]struct {
		seats string
		user  UserID
		want  string
	}{
		"a player of the first team":           {"abcd", "b", "cda"},
		"a player of the last team":            {"abcd", "d", "abc"},
		"a player without a partner":           {"abc", "c", "ab"},
		"a player while another waits":         {"abcde", "a", "cdbe"},
		"a player of the middle team of three": {"abcdef", "c", "abefd"},
		"a stranger":                           {"a", "b", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(sit(c.want), Without(sit(c.seats), 2, c.user)); diff != "" {
				t.Errorf("seats (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheSeatsOfTeamsAreDrawnTeamByTeam(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var seed engine.Seed
		seed[0], seed[1] = rapid.Byte().Draw(t, "seed"), rapid.Byte().Draw(t, "seed")
		got := Names(SeatOrder(sit("abcdef"), 2, seed))
		// C1, C16, written out: the teams, then each team in its new place, all with one stream.
		again := engine.NewStream(seed, "order")
		pairs := [][]string{{"a", "b"}, {"c", "d"}, {"e", "f"}}
		engine.Shuffle(&again, pairs)
		engine.Shuffle(&again, pairs[0])
		engine.Shuffle(&again, pairs[1])
		engine.Shuffle(&again, pairs[2])
		if diff := cmp.Diff(slices.Concat(pairs...), got); diff != "" {
			t.Fatalf("seats (-want +got):\n%s", diff)
		}
	})
}

// Bo votes to cancel and goes away; then Ola, the last one there, is late. She has not agreed: the
// game rests.
func TestAbsentPlayersAloneDoNotDecide(t *testing.T) {
	g := Game{Seats: []Seat{{User: "ola", Name: "Ola"}, {User: "bo", Name: "Bo"}}}
	g.Seats[0].Automated, g.Seats[1].Automated = true, true
	if g.Unanimous([]UserID{"bo"}) {
		t.Error("one of two who are away decides for both")
	}
	g.Seats[0].Automated = false
	if g.Unanimous([]UserID{"bo"}) || !g.Unanimous([]UserID{"ola"}) {
		t.Error("the one who is there does not decide")
	}
}
