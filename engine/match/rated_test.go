package match_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/rating"
	"konduktor/engine/titles"
)

// lots deals a game of a server with ratings, in which all take part who sit there.
func lots(t *testing.T, title, pace string, seats int) *week {
	t.Helper()
	edition, _ := titles.Find(title)
	w := &week{
		TB: t, rng: rand.New(rand.NewPCG(1, 7)), counts: map[string]int{},
		rules: match.Rules{Patience: 24 * time.Hour}, habits: map[match.UserID]match.Habits{},
		now: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC),
	}
	for _, p := range people {
		w.habits[p] = match.Habits{User: p, Rated: true}
	}
	row := match.Game{
		ID: "aaaaa", Title: title, Version: edition.Version(), Guild: "g", Channel: "c", Thread: "t",
		Pace: pace,
	}
	change := match.Open(row, w.actor("ola"), w.now)
	var err error
	if w.table, err = match.Load(change.Table.Game, edition, nil, nil); err != nil {
		t.Fatal(err)
	}
	for _, p := range people[1:seats] {
		w.must("join", p, match.Join{})
	}
	w.must("start", "ola", match.Start{Seed: engine.Seed{1}, Rated: true})
	if len(w.table.Rated) != seats || w.table.RatedBy != rating.Version || w.table.Unrated != nil {
		t.Fatalf("%s, %d seats: rated %v", title, seats, w.table.Terms)
	}
	return w
}

// next has the game go on by a move: of a person, or of the house for one who is away.
func (w *week) next() {
	w.Helper()
	w.now = w.now.Add(time.Minute)
	seat := w.table.View(engine.Public).ToMove[0]
	if who := w.table.Seats[seat-1].Player(); who != "" {
		w.must("a move", who, match.MakeMove{Seat: seat, Move: w.legal(seat)})
		return
	}
	due, _ := w.nextDue()
	w.now = due.Due
	w.pass(due)
}

// result is that of the seat that was dealt to a user.
func (w *week) result(user match.UserID) match.Result {
	w.Helper()
	h := w.knowledge().History
	c := h.Chronicle(w.table.Edition(), w.table.Game, engine.Public, nil)
	for _, r := range c.Results(w.moves, w.tenures) {
		if r.User == user && r.Held() {
			return r
		}
	}
	w.Fatalf("%s has no result", user)
	return match.Result{}
}

// escapes are the ways in which somebody no longer plays their seat.
var escapes = map[string]struct {
	pace  string
	least int // seats that it takes
	try   func(w *week, who match.UserID)
	voted bool
}{
	"leaves": {try: func(w *week, who match.UserID) { w.must("leave", who, match.LeaveGame{}) }},
	"lets the time run out": {pace: "daily", try: func(w *week, who match.UserID) {
		w.timeOut(who)
	}},
	"calls the conductor": {try: func(w *week, who match.UserID) {
		w.must("call", who, match.AskStandIn{House: true, AtOnce: true})
	}},
	"calls a friend": {try: func(w *week, who match.UserID) {
		seat := w.table.SeatOf(who)
		w.must("call", who, match.AskStandIn{Friend: "zoe", AtOnce: true})
		w.must("agree", "zoe", match.AnswerStandIn{Seat: seat, Agreed: true})
	}},
	"is voted out": {least: 3, voted: true, try: func(w *week, who match.UserID) {
		w.voteOut(who)
	}},
	"is pardoned after that": {least: 3, try: func(w *week, who match.UserID) {
		w.voteOut(who)
		w.pardonLate(who)
	}},
	"is pardoned after a time-out": {pace: "daily", try: func(w *week, who match.UserID) {
		w.timeOut(who)
		w.pardonLate(who)
	}},
	"gives the seat to another one": {least: 3, try: func(w *week, who match.UserID) {
		seat := w.table.SeatOf(who)
		w.must("leave", who, match.LeaveGame{})
		w.must("seek", w.other(who), match.Seek{})
		w.must("take", "zoe", match.Take{Seat: seat})
	}},
}

func (w *week) other(than match.UserID) match.UserID {
	i := slices.IndexFunc(w.table.Seats, func(s match.Seat) bool { return s.User != than })
	return w.table.Seats[i].User
}

func (w *week) timeOut(who match.UserID) {
	w.Helper()
	seat := w.table.SeatOf(who)
	for !w.table.Seats[seat-1].Automated {
		due, _ := w.nextDue()
		w.now = due.Due
		w.pass(due)
	}
}

func (w *week) voteOut(who match.UserID) {
	w.Helper()
	seat := w.table.SeatOf(who)
	w.wait(80 * time.Hour)
	for range 2 { // the second time there was time to answer
		for _, s := range w.table.Seats {
			if s.User != who && !w.table.Seats[seat-1].Vacant() {
				w.must("a vote", s.User, match.Oust{Seat: seat})
			}
		}
		w.wait(25 * time.Hour)
	}
	if !w.table.Seats[seat-1].Vacant() {
		w.Fatalf("%s is not voted out", who)
	}
}

// pardonLate has others play until the last round, and gives the seat back.
func (w *week) pardonLate(who match.UserID) {
	w.Helper()
	for w.table.State == match.Running {
		if w.table.View(engine.Public).LastRound {
			w.must("pardon", "mia", match.Pardon{User: who})
			return
		}
		w.next()
	}
}

// A seat is its owner's from the deal on (docs/ratings.md), at tables of all sizes and in teams,
// also if somebody else plays it in the end.
func TestASeatIsRatedAsItsOwners(t *testing.T) {
	kept, early := map[string]int{}, map[string]int{}
	for _, at := range []struct {
		title string
		seats int
	}{{"amsterdam", 2}, {"nordic", 3}, {"world", 4}, {"world", 5}, {"asia", 4}, {"asia", 6}} {
		for name, e := range escapes {
			for _, after := range []int{1, 1000} { // own turns; or in the last round
				if at.seats < e.least {
					continue
				}
				w := lots(t, at.title, e.pace, at.seats)
				who := w.table.Seats[at.seats-1].User
				w.playUntil(who, after)
				if w.table.State != match.Running {
					continue
				}
				e.try(w, who)
				for w.table.State == match.Running {
					w.next()
				}
				r := w.result(who)
				want := rating.LeftOut("")
				switch {
				case e.voted:
					want = rating.Voted
				case 3*r.Own < r.Turns:
					want = rating.Early
					early[name]++
				default:
					kept[name]++
				}
				if r.LeftOut != want || r.Rated != (want == "") || r.Own < min(after, 1) {
					t.Errorf("%s, %d seats: who %s after %d turns has %+v", at.title, at.seats, name,
						after, r.Account)
				}
			}
		}
	}
	for name, e := range escapes {
		if !e.voted && (kept[name] == 0 || early[name] == 0) {
			t.Errorf("who %s: rated %d times, early %d times", name, kept[name], early[name])
		}
	}
}

// playUntil plays until somebody's turn comes after so many, or comes in the last round.
func (w *week) playUntil(who match.UserID, turns int) {
	w.Helper()
	seat, own := w.table.SeatOf(who), 0
	for w.table.State == match.Running {
		v := w.table.View(engine.Public)
		waits := v.Phase == engine.InPlay && v.ToMove[0] == seat
		begins := waits && (len(w.moves) == 0 || w.moves[len(w.moves)-1].Seat != seat)
		if begins && (own >= turns || v.LastRound) {
			return
		}
		if begins {
			own++
		}
		w.next()
	}
}

// The row of a seat is that of whom it was dealt to; who took it over has helped.
func TestTakingASeatOverIsNotRated(t *testing.T) {
	w := lots(t, "nordic", "", 3)
	who := w.table.Seats[2].User
	w.playUntil(who, 8)
	escapes["gives the seat to another one"].try(w, who)
	for w.table.State == match.Running {
		w.next()
	}
	c := w.knowledge().History.Chronicle(w.table.Edition(), w.table.Game, engine.Public, nil)
	var rows []string
	for _, r := range c.Results(w.moves, w.tenures) {
		if r.Seat == 3 {
			rows = append(rows, fmt.Sprintln(r.User, r.Held(), r.Rated || r.LeftOut != "", r.Helped > 0))
		}
	}
	want := []string{fmt.Sprintln(who, true, true, false), "zoe false false true\n"}
	if !slices.Equal(rows, want) {
		t.Errorf("got %q, want %q", rows, want)
	}
}

// lobby is one of these seats, in which these people take part in the ratings.
func lobby(t *testing.T, title string, inOrder bool, seats []match.Seat, rated ...match.UserID,
) *match.Table {
	t.Helper()
	edition, _ := titles.Find(title)
	row := match.Game{
		ID: "aaaaa", Title: title, Version: edition.Version(), Guild: "g", Channel: "c",
		Terms: match.Terms{InOrder: inOrder, Rated: []engine.Seat{1, 2}}, // of the game before
	}
	by := match.Actor{User: "ola", Name: "Ola", Server: "g", Channel: "c"}
	opened := match.Open(row, by, atMove(0)).Table.Game
	opened.Seats = seats
	table, err := match.Load(opened, edition, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	habits := map[match.UserID]match.Habits{}
	for _, user := range rated {
		habits[user] = match.Habits{User: user, Rated: true}
	}
	table.Knowing(match.Knowledge{Habits: habits})
	return table
}

var unknown = &match.Unrated{Why: match.UnratedLevel, Level: "greedy"}

func TestTheDealSettlesWhetherAGameIsRated(t *testing.T) {
	ola, bo, cy := match.Seat{User: "ola", Name: "Ola"}, match.Seat{User: "bo", Name: "Bo"},
		match.Seat{User: "cy", Name: "Cy"}
	computer := func(level string) match.Seat { return match.Seat{Name: "Bot " + level, Level: level} }
	both := []match.UserID{"ola", "bo"}
	for name, tc := range map[string]struct {
		title   string
		server  bool // has ratings
		inOrder bool
		seats   []match.Seat
		rated   []match.UserID
		want    int
		why     *match.Unrated
	}{
		"both take part": {"nordic", true, false, []match.Seat{ola, bo}, both, 2, nil},
		"two of three":   {"nordic", true, false, []match.Seat{ola, cy, bo}, both, 2, nil},
		"one alone": {
			"nordic", true, false,
			[]match.Seat{ola, bo},
			both[1:], 0, &match.Unrated{Why: match.UnratedFew},
		},
		"the server has none": {"nordic", false, false, []match.Seat{ola, bo}, both, 0, nil},
		"in order": {
			"nordic", true, true,
			[]match.Seat{ola, bo},
			both, 0, &match.Unrated{Why: match.UnratedOrder},
		},
		"a known computer": {
			"nordic", true, false,
			[]match.Seat{ola, computer("easy"), bo},
			both, 2, nil,
		},
		"an unknown computer": {
			"nordic", true, false,
			[]match.Seat{ola, computer("greedy"), bo},
			both, 0, unknown,
		},
		"one against a computer": {
			"amsterdam", true, false,
			[]match.Seat{ola, computer("steady")},
			both, 0, &match.Unrated{Why: match.UnratedFew},
		},
		"two mixed teams": {
			"asia", true, false,
			[]match.Seat{ola, computer("easy"), bo, computer("steady")},
			both, 2, nil,
		},
		"an unknown partner": {
			"asia", true, false,
			[]match.Seat{ola, computer("greedy"), bo, computer("steady")},
			both, 0, unknown,
		},
		"partners alone": {
			"asia", true, false,
			[]match.Seat{ola, bo, computer("easy"), computer("easy")},
			both, 0, &match.Unrated{Why: match.UnratedPartners},
		},
	} {
		for seed := range byte(4) {
			table := lobby(t, tc.title, tc.inOrder, tc.seats, tc.rated...)
			start := match.Start{Seed: engine.Seed{seed}, Rated: tc.server}
			if read := match.Reads(table.Game, start).Habits; read != tc.server {
				t.Errorf("%s: habits are read: %v", name, read)
			}
			by := match.Actor{User: "ola", Name: "Ola", Server: "g", Channel: "c"}
			c, err := match.Rules{}.Decide(table, by, atMove(0), start)
			if err != nil {
				t.Fatal(err)
			}
			g := c.Table.Game
			if len(g.Rated) != tc.want || !reflect.DeepEqual(g.Unrated, tc.why) ||
				g.RatedBy != 0 != tc.server {
				t.Errorf("%s: rated %v, because of %+v", name, g.Rated, g.Unrated)
			}
		}
	}
}

// Games under way when the rule changed are settled once, by whom the deal named.
func TestAGameUnderWayIsSettledOnce(t *testing.T) {
	for name, tc := range map[string]struct {
		title string
		level string // of the third seat
		want  *match.Unrated
	}{
		"rated as before":  {"nordic", "easy", nil},
		"no longer":        {"nordic", "greedy", unknown},
		"without computer": {"amsterdam", "", nil},
	} {
		seats := []match.Seat{{User: "ola", Name: "Ola"}, {User: "bo", Name: "Bo"}}
		if tc.level != "" {
			seats = append(seats, match.Seat{Name: "Bot", Level: tc.level})
		}
		table := lobby(t, tc.title, false, seats)
		by := match.Actor{User: "ola", Name: "Ola", Server: "g", Channel: "c"}
		c, err := match.Rules{}.Decide(table, by, atMove(0), match.Start{})
		if err != nil {
			t.Fatal(err)
		}
		dealt := c.Table
		for i, s := range dealt.Seats {
			if s.User != "" { // as an earlier version has settled it
				dealt.Rated = append(dealt.Rated, engine.Seat(i+1))
			}
		}
		c, err = match.Rules{}.Decide(&dealt, match.Actor{}, atMove(1), match.SettleRatings{})
		if err != nil || len(c.Events) != 1 {
			t.Fatalf("%s: %v, %v", name, c, err)
		}
		g := c.Table.Game
		if !reflect.DeepEqual(g.Unrated, tc.want) || (len(g.Rated) == 2) != (tc.want == nil) {
			t.Errorf("%s: rated %v, because of %+v", name, g.Rated, g.Unrated)
		}
		_, err = match.Rules{}.Decide(&c.Table, match.Actor{}, atMove(2), match.SettleRatings{})
		if !errors.Is(err, match.ErrUnchanged) {
			t.Errorf("%s: settled twice: %v", name, err)
		}
	}
}

func TestManagersTakeAGameOrASeatOutOfTheRatings(t *testing.T) {
	w := lots(t, "amsterdam", "", 3)
	who := w.table.Seats[0].User
	w.refused("mia", match.Unrate{Player: who}, "reason-missing")
	w.refused("mia", match.Unrate{Player: "zoe", Reason: "x"}, "seat-unrated")
	w.must("leave", who, match.LeaveGame{}) // the seat stays theirs
	w.must("one", "mia", match.Unrate{Player: who, Reason: "two accounts"})
	if got := w.table.RemovedSeats(); !slices.Equal(got, []engine.Seat{1}) ||
		w.table.Removed[0].Reason != "two accounts" {
		t.Errorf("got %v, %+v", got, w.table.Removed)
	}
	w.must("all", "mia", match.Unrate{Reason: "a try"})
	if got := w.table.RemovedSeats(); len(got) != 3 {
		t.Errorf("got %v", got)
	}
	for w.table.State == match.Running {
		w.next()
	}
	w.must("all back", "mia", match.Unrate{})
	if r := w.result(who); !r.Removed || !r.Held() || w.result(w.table.Seats[1].User).Removed {
		t.Errorf("got %+v", r)
	}
	w.must("one back", "mia", match.Unrate{Player: who, Reason: "again"})
	if got := w.table.RemovedSeats(); got != nil || w.counts["TakenOut"] != 4 {
		t.Errorf("got %v after %d", got, w.counts["TakenOut"])
	}
	unrated := dealt(t, w.table.Edition(), "", 3)
	unrated.refused("mia", match.Unrate{Reason: "x"}, "game-unrated")
	elsewhere := match.Actor{User: "mia", Server: "h"}
	_, err := match.Rules{}.Decide(w.table, elsewhere, w.now, match.Unrate{Reason: "x"})
	if r, refused := errors.AsType[*match.Refusal](err); !refused || r.Code != "game-unknown" {
		t.Errorf("from another server: %v", err)
	}
}
