package match_test

import (
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// finished is a recorded game of Ola and Bo, with a move each hour.
func finished(t *testing.T, file string) (*match.Chronicle, []match.Move) {
	t.Helper()
	text, err := os.ReadFile("../" + file)
	if err != nil {
		t.Fatal(err)
	}
	record, err := notation.ParseRecord(string(text), titles.Find)
	if err != nil {
		t.Fatal(err)
	}
	row := match.Game{
		ID: "aaaaa", State: match.Finished, Title: record.Title.ID(), Version: record.Version,
		Options: record.Setup.Options, Seed: record.Setup.Seed, Guild: "g",
		Terms: match.Terms{Rated: []engine.Seat{1, 2}},
	}
	for i, name := range record.Setup.Names {
		row.Seats = append(row.Seats, match.Seat{User: people[i], Name: name})
	}
	head := match.FirstLink(row)
	var moves []match.Move
	for i, m := range record.Moves {
		moves = append(moves, match.Move{
			Ply: engine.Ply(i), Seat: m.Seat, After: head, At: atMove(i),
			Text: notation.PrintMove(record.Title.Lexicon(), m.Move),
		})
		head = moves[i].Head()
	}
	history, err := match.Recount(record.Title, row, moves, nil)
	if err != nil {
		t.Fatal(err)
	}
	return history.Chronicle(record.Title, row, engine.Public), moves
}

// atMove is when a move of finished was made.
func atMove(i int) time.Time {
	return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Hour)
}

// turns returns the indices of the moves that complete turns of a seat, setup left out.
func turns(c *match.Chronicle, moves []match.Move, seat engine.Seat) (list []int) {
	for i := int(c.Began()); i < len(moves); i++ {
		if i+1 == len(moves) || moves[i+1].Seat != moves[i].Seat {
			if moves[i].Seat == seat {
				list = append(list, i)
			}
		}
	}
	return list
}

func dealtTo(seats int) (list []match.Tenure) {
	for i := range seats {
		list = append(list, match.Tenure{
			Seat: engine.Seat(i + 1), User: people[i], Why: match.Dealt, From: atMove(0).Add(-time.Hour),
		})
	}
	return list
}

const recorded = "amsterdam/testdata/games/greedy-2.rec"

func TestFinishedGameHasAResultForEachPlayer(t *testing.T) {
	c, moves := finished(t, recorded)
	v := c.Table.View(engine.Public)
	for i, r := range c.Results(moves, dealtTo(2)) {
		f := v.Seats[i].Final
		n := len(turns(c, moves, r.Seat))
		best := 0
		for _, earned := range f.Earned {
			best = max(best, earned)
		}
		want := match.Account{
			Title: "amsterdam", Seats: 2, Place: f.Place, Points: f.Total, Rated: true, Turns: n, Own: n,
			Kept: len(f.Completed) + len(f.Failed), Done: len(f.Completed), Best: r.Best, Earned: best,
		}
		if diff := cmp.Diff(want, r.Account); diff != "" || n < 10 || r.User != people[i] ||
			!r.Ended.Equal(atMove(len(moves)-1)) || r.Game != "aaaaa" || r.Server != "g" {
			t.Errorf("%+v\n%s", r, diff)
		}
	}
}

// The rules of docs/ratings.md about who has played too little, and what a stand-in did.
func TestTenuresDecideWhoseResultIsRated(t *testing.T) {
	c, moves := finished(t, recorded)
	own := turns(c, moves, 1)
	n, quarter := len(own), len(own)/4
	from := func(user match.UserID, why string, turn int) match.Tenure { // a turn, from 0
		return match.Tenure{Seat: 1, User: user, Why: why, From: atMove(own[turn]).Add(-time.Minute)}
	}
	for name, tc := range map[string]struct {
		tenures []match.Tenure
		want    match.Account // Rated, Own, Late
		helped  int           // by Cy
	}{
		"the house plays a quarter": {
			[]match.Tenure{from("", match.TimeUp, 2), from("ola", match.Returned, 2+quarter)},
			match.Account{Rated: true, Own: n - quarter, Late: quarter},
			0,
		},
		"the house plays more": {
			[]match.Tenure{from("", match.TimeUp, 2), from("ola", match.Returned, 3+quarter)},
			match.Account{Own: n - quarter - 1, Late: quarter + 1},
			0,
		},
		"the house plays at the end": {
			[]match.Tenure{from("", match.Away, n-1)},
			match.Account{Own: n - 1},
			0,
		},
		"a stand-in plays three turns": {
			[]match.Tenure{from("cy", match.StoodIn, 1), from("ola", match.Returned, 4)},
			match.Account{Rated: true, Own: n - 3},
			3,
		},
	} {
		results := c.Results(moves, append(dealtTo(2), tc.tenures...))
		r := results[0]
		got := match.Account{Rated: r.Rated, Own: r.Own, Late: r.Late}
		if got != tc.want || r.Turns != n || !results[len(results)-1].Rated {
			t.Errorf("%s: got %+v of %d turns, want %+v", name, got, n, tc.want)
		}
		if tc.helped == 0 {
			continue
		}
		if by := results[1]; by.User != "cy" || by.Helped != tc.helped || by.Held() || by.Rated {
			t.Errorf("%s: got %+v", name, by)
		}
	}
}

// Somebody who took a vacant seat helps, and is rated for it as little as who left it.
func TestATakenSeatIsRatedForNobody(t *testing.T) {
	c, moves := finished(t, recorded)
	own := turns(c, moves, 1)
	c.Table.Seats[0].User = "cy"
	taken := match.Tenure{Seat: 1, User: "cy", Why: match.Taken, From: atMove(own[0] - 1)}
	r := c.Results(moves, append(dealtTo(2), taken))[0]
	if r.User != "cy" || r.Rated || r.Helped != len(own) || r.Own != len(own) || !r.Held() {
		t.Errorf("got %+v", r)
	}
}

func TestOnlyTheDealDecidesWhoIsRated(t *testing.T) {
	for name, tc := range map[string]struct {
		server, inOrder bool
		rated           []match.UserID
		want            int
	}{
		"both take part":          {true, false, []match.UserID{"ola", "bo"}, 2},
		"one alone":               {true, false, []match.UserID{"bo"}, 0},
		"the server has none":     {false, false, []match.UserID{"ola", "bo"}, 0},
		"in the order of joining": {true, true, []match.UserID{"ola", "bo"}, 0},
	} {
		title, _ := titles.Find("nordic")
		row := match.Game{
			ID: "aaaaa", Title: "nordic", Version: title.Version(), Guild: "g", Channel: "c",
			Terms: match.Terms{InOrder: tc.inOrder, Rated: []engine.Seat{1, 2}},
		}
		by := match.Actor{User: "ola", Name: "Ola", Server: "g", Channel: "c"}
		lobby := match.Open(row, by, atMove(0)).Table.Game
		lobby.Seats = append(lobby.Seats, match.Seat{User: "bo", Name: "Bo"})
		table, err := match.Load(lobby, title, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		habits := map[match.UserID]match.Habits{}
		for _, user := range tc.rated {
			habits[user] = match.Habits{User: user, Rated: true}
		}
		table.Knowing(match.Knowledge{Habits: habits})
		start := match.Start{Seed: engine.Seed{1}, Rated: tc.server}
		if read := match.Reads(table.Game, start).Habits; read != tc.server {
			t.Errorf("%s: habits are read: %v", name, read)
		}
		c, err := match.Rules{}.Decide(table, by, atMove(0), start)
		if err != nil || len(c.Table.Rated) != tc.want {
			t.Errorf("%s: rated %v, %v", name, c.Table.Rated, err)
		}
	}
}
