package match_test

import (
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/rating"
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
	return history.Chronicle(record.Title, row, engine.Public, nil), moves
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

// What others did for a seat is theirs; the seat stays its owner's.
func TestTenuresDecideWhoseTurnsTheyAre(t *testing.T) {
	c, moves := finished(t, recorded)
	own := turns(c, moves, 1)
	n := len(own)
	least := (n + 2) / 3                                                 // a third
	from := func(user match.UserID, why string, turn int) match.Tenure { // a turn, from 0
		return match.Tenure{Seat: 1, User: user, Why: why, From: atMove(own[turn]).Add(-time.Minute)}
	}
	rated := func(own, late int) match.Account {
		return match.Account{Rated: true, Own: own, Late: late}
	}
	early := func(own, late int) match.Account {
		return match.Account{LeftOut: rating.Early, Own: own, Late: late}
	}
	for name, tc := range map[string]struct {
		tenures []match.Tenure
		want    match.Account // Rated, LeftOut, Own, Late
		helped  int           // by Cy
	}{
		"time-outs leave a third": {
			[]match.Tenure{from("", match.TimeUp, least)},
			rated(least, n-least), 0,
		},
		"they leave less": {
			[]match.Tenure{from("", match.TimeUp, least-1)},
			early(least-1, n-least+1), 0,
		},
		"the house plays at the end": {
			[]match.Tenure{from("", match.Away, n-1)},
			rated(n-1, 0), 0,
		},
		"leaves before the last turn": {
			[]match.Tenure{from("", match.Quit, n-1)},
			rated(n-1, 0), 0,
		},
		"a stand-in plays three turns": {
			[]match.Tenure{from("cy", match.StoodIn, 1), from("ola", match.Returned, 4)},
			rated(n-3, 0), 3,
		},
		"a stand-in plays the rest": {
			[]match.Tenure{from("cy", match.StoodIn, 2)},
			early(2, 0), n - 2,
		},
		"the seat is taken": {
			[]match.Tenure{from("", match.Quit, n-3), from("cy", match.Taken, n-2)},
			rated(n-3, 0), 2,
		},
		"the one who took it is voted out": {
			[]match.Tenure{
				from("", match.Quit, n-4), from("cy", match.Taken, n-3), from("", match.VotedOut, n-1),
			},
			rated(n-4, 0), 2,
		},
		"the owner is voted out": {
			[]match.Tenure{from("", match.VotedOut, n-1)},
			match.Account{LeftOut: rating.Voted, Own: n - 1},
			0,
		},
		"and takes the seat again": {
			[]match.Tenure{from("", match.VotedOut, n-3), from("ola", match.Taken, n-1)},
			rated(n-2, 0), 0,
		},
	} {
		results := c.Results(moves, append(dealtTo(2), tc.tenures...))
		r := results[0]
		got := match.Account{Rated: r.Rated, LeftOut: r.LeftOut, Own: r.Own, Late: r.Late}
		if got != tc.want || r.Turns != n || r.User != "ola" || !results[len(results)-1].Rated {
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
