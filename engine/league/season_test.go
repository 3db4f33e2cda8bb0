package league

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
)

var usual = Rules{
	Title: "nordic", Pace: "daily", Seats: 4, Games: 6, Most: 12, Moves: 2, Every: 14 * day,
}

func user(i int) match.UserID { return match.UserID(fmt.Sprint("u", i)) }

// opened returns a season for which so many people have signed up.
func opened(t *testing.T, r Rules, people int) Season {
	t.Helper()
	s, err := New(r, engine.Seed{1}, monday)
	if err != nil {
		t.Fatal(err)
	}
	for i := range people {
		do(t, &s, monday.Add(-day), SignUp{[]match.UserID{user(i)}})
	}
	return s
}

func do(t *testing.T, s *Season, now time.Time, c Command) []Event {
	t.Helper()
	change, err := s.Decide(now, c)
	if err != nil {
		t.Fatalf("%T: %v", c, err)
	}
	*s = change.Season
	return change.Events
}

// drawnPlaces returns random places, often shared.
func drawnPlaces(r *rand.Rand, n int) []int {
	points := make([]int, n)
	for i := range points {
		points[i] = r.IntN(6)
	}
	places := make([]int, n)
	for i, p := range points {
		places[i] = 1 + count(points, func(other int) bool { return other > p })
	}
	return places
}

// begunGames are the games that a season waits for.
func begunGames(s *Season) (list []Report) {
	for i := range s.Divisions {
		for k, f := range s.Divisions[i].begun() {
			if f.missing() {
				list = append(list, Report{Division: i + 1, Fixture: k})
			}
		}
	}
	return list
}

// playOut plays a season to its end, round by round.
func playOut(t *testing.T, s *Season, r *rand.Rand) {
	t.Helper()
	for s.State == Running {
		for _, g := range begunGames(s) {
			n := len(s.Divisions[g.Division-1].Fixtures[g.Fixture].Sides)
			g.Places, g.Points = drawnPlaces(r, n), r.Perm(n)
			do(t, s, monday, g)
		}
	}
}

func TestASeasonBeginsByItselfOrIsCalledOff(t *testing.T) {
	for people, want := range map[int]State{5: Over, 6: Running} {
		s := opened(t, usual, people)
		if _, err := s.Decide(monday.Add(-time.Second), Tick{}); !errors.Is(err, match.ErrUnchanged) {
			t.Errorf("too early: %v", err)
		}
		do(t, &s, s.Due(), Tick{})
		if s.State != want {
			t.Errorf("%d people: %s, want %s", people, s.State, want)
		}
	}
}

func TestDivisionsHaveSixToSixteenSides(t *testing.T) {
	for _, pairs := range []bool{false, true} {
		for n := 4; n <= MostSides; n++ {
			for most := 6; most <= MostInside; most += 5 {
				r := usual
				r.Most, r.Pairs = most, pairs
				s := Season{Rules: r, Sides: make([]Side, n)}
				if n < r.Least() {
					continue
				}
				s.divide()
				sum, sizes := 0, []int{}
				for _, d := range s.Divisions {
					sum, sizes = sum+len(d.Sides), append(sizes, len(d.Sides))
				}
				least, largest := slices.Min(sizes), slices.Max(sizes)
				if sum != n || least < r.Least() || largest > MostInside || largest > least+1 {
					t.Errorf("%d sides, at most %d: divisions of %v", n, most, sizes)
				}
			}
		}
	}
}

func TestRulesOutOfBoundsAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Rules){
		"seats":    func(r *Rules) { r.Seats = 5 },
		"pairs":    func(r *Rules) { r.Pairs = true },
		"games":    func(r *Rules) { r.Games = 31 },
		"none":     func(r *Rules) { r.Games = 0 },
		"small":    func(r *Rules) { r.Most = 5 },
		"large":    func(r *Rules) { r.Most = 17 },
		"moves":    func(r *Rules) { r.Moves = 5 },
		"hurry":    func(r *Rules) { r.Every = time.Hour },
		"no clock": func(r *Rules) { r.Pace = match.NoPace },
	} {
		r := usual
		change(&r)
		if _, err := New(r, engine.Seed{}, monday); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestCommandsThatDoNotFitAreRefused(t *testing.T) {
	s := opened(t, usual, 8)
	do(t, &s, monday, Start{})
	for name, c := range map[string]Command{
		"in already":        SignUp{[]match.UserID{user(1)}},
		"a pair":            SignUp{[]match.UserID{"x", "y"}},
		"nobody":            SignUp{[]match.UserID{""}},
		"a stranger leaves": Leave{"x"},
		"started":           Start{},
		"for a stranger":    Substitute{"x", "y"},
		"by a player":       Substitute{user(1), user(2)},
		"no fixture":        Report{Division: 1, Fixture: 99},
		"not begun":         Report{Division: 1, Fixture: 2},
		"no division":       Annul{Division: 2, Reason: "x"},
		"no reason":         Annul{Division: 1, Reason: " \n"},
		"long":              Annul{Division: 1, Reason: string(make([]byte, 201))},
		"places":            Report{1, 0, []int{1, 2, 2, 3}, []int{1, 2, 3, 4}},
		"points":            Report{1, 0, []int{1, 2, 2, 4}, []int{1, 2, 3}},
		"for ever":          Extend{1000 * day},
	} {
		before := s.copied()
		var refused *match.Refusal
		if _, err := s.Decide(monday, c); !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(before, s); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestLateEntriesAndLeavingChangeOnlyWhatHasNotBegun(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, c := range []struct{ people, seats int }{{6, 2}, {7, 2}, {8, 3}, {9, 4}, {12, 4}, {15, 4}} {
		rules := usual
		rules.Seats, rules.Games, rules.Most = c.seats, 8, MostInside
		s := opened(t, rules, c.people)
		do(t, &s, monday, Start{})
		do(t, &s, s.Due(), Tick{}) // the second round
		d := &s.Divisions[0]
		begun := slices.Clone(d.begun())
		do(t, &s, monday, SignUp{[]match.UserID{"late"}})
		gone := s.Divisions[0].Sides[r.IntN(c.people)]
		do(t, &s, monday, Leave{s.Sides[gone].Users[0]})
		d = &s.Divisions[0]
		if diff := cmp.Diff(begun, d.begun()); diff != "" {
			t.Fatalf("%+v: what has begun changed: %s", c, diff)
		}
		var games [][]int
		own := make([]int, c.people+1)
		for _, f := range d.Fixtures {
			games = append(games, f.Sides)
			for _, side := range f.Sides {
				own[side]++
				if f.Round > d.Begun && side == gone {
					t.Errorf("%+v: who has left is to play in round %d", c, f.Round)
				}
			}
		}
		for side, n := range own {
			if want := 8 - s.Sides[side].Missed; side != gone && (n > want || n < want-1) {
				t.Errorf("%+v: side %d has %d games of %d", c, side, n, want)
			}
		}
		if most, mean := mostMet(c.people+1, games); most > mean+2 {
			t.Errorf("%+v: a pair meets %v times, the mean is %v", c, most, mean)
		}
		for i, table := range games { // who has left can no longer be given other places
			if at := slices.Index(table, gone); at >= 0 {
				games[i] = slices.Clone(table)
				games[i][at] = -1
			}
		}
		if n := unevenPlaces(c.people+1, games); n > 1 {
			t.Errorf("%+v: one place %d times more often than another", c, n)
		}
	}
}

func TestASubstituteHasTheResultsOfTheirSide(t *testing.T) {
	s := opened(t, usual, 8)
	do(t, &s, monday, Start{})
	do(t, &s, monday, Report{1, 0, []int{1, 2, 3, 4}, []int{9, 8, 7, 6}})
	first := s.Divisions[0].Fixtures[0].Sides[0]
	do(t, &s, monday, Substitute{s.Sides[first].Users[0], "new"})
	row := s.Standing(1)[0]
	if row.Side != first || s.Sides[row.Side].Users[0] != "new" || row.Points != First {
		t.Errorf("%+v: %+v", s.Sides[row.Side], row)
	}
}

func TestMissingResultsAreNotWaitedForForEver(t *testing.T) {
	s := opened(t, usual, 12)
	do(t, &s, monday, Start{})
	do(t, &s, monday, Extend{7 * day})
	if want := monday.Add(21 * day); !s.Due().Equal(want) {
		t.Errorf("the second round begins at %v, want %v", s.Due(), want)
	}
	for range 6 {
		if s.State != Running {
			t.Fatalf("%s after round %d", s.State, s.Divisions[0].Begun)
		}
		do(t, &s, s.Due(), Tick{})
	}
	if s.State != Over || !s.Due().IsZero() {
		t.Errorf("%s, due %v", s.State, s.Due())
	}
}

func TestTheBestOfADivisionGoUpAndTheLastGoDown(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	rules := usual
	rules.Most = 8
	s := opened(t, rules, 24)
	do(t, &s, monday, Start{})
	playOut(t, &s, r)
	next, err := s.Next(rules, engine.Seed{2}, monday.Add(100*day))
	if err != nil || next.Number != 2 {
		t.Fatal(next.Number, err)
	}
	for i := range 24 {
		do(t, &next, monday.Add(90*day), SignUp{[]match.UserID{user(i)}})
	}
	do(t, &next, next.Due(), Tick{})
	for division := 1; division <= 3; division++ {
		rows := s.Standing(division)
		for i, row := range rows {
			want := division
			switch {
			case division > 1 && row.Rank <= 2 && rows[2].Rank > 2 && i < 2:
				want--
			case division < 3 && i >= 6 && row.Rank > rows[5].Rank:
				want++
			case i < 3 || i > 4: // may be at a shared rank
				continue
			}
			if got := next.Sides[next.SideOf(s.Sides[row.Side].Users[0])].Division; got != want {
				t.Errorf("rank %d of division %d plays in %d next", row.Rank, division, got)
			}
		}
	}
}

func TestSharedPlacesShareTheirPoints(t *testing.T) {
	for _, c := range []struct{ places, want []int }{
		{[]int{1, 2, 3, 4}, []int{12, 8, 4, 0}},
		{[]int{1, 1, 3, 4}, []int{10, 10, 4, 0}},
		{[]int{4, 2, 2, 1}, []int{0, 6, 6, 12}},
		{[]int{2, 1, 2, 2}, []int{4, 12, 4, 4}},
		{[]int{1, 1, 1, 1}, []int{6, 6, 6, 6}},
		{[]int{1, 2, 3}, []int{12, 6, 0}},
		{[]int{1, 1, 3}, []int{9, 9, 0}},
		{[]int{1, 2}, []int{12, 0}},
		{[]int{1, 1}, []int{6, 6}},
	} {
		for i, want := range c.want {
			if got := halves(c.places, i); got != want {
				t.Errorf("%v: seat %d has %d halves, want %d", c.places, i, got, want)
			}
		}
	}
}

func TestStandingsShareRanks(t *testing.T) {
	s := opened(t, usual, 8)
	do(t, &s, monday, Start{})
	for _, row := range s.Standing(1) {
		if row.Label() != "–" {
			t.Errorf("before the first result: %q", row.Label())
		}
	}
	do(t, &s, monday, Report{1, 0, []int{1, 1, 3, 4}, []int{50, 50, -2, -9}})
	do(t, &s, monday, Report{1, 1, []int{1, 2, 3, 4}, []int{40, 30, 20, 10}})
	var got []string
	for _, row := range s.Standing(1) {
		got = append(got, row.Label())
	}
	// 12; 10 twice; 8; 4 with a share and 4 without, for -2 is none; 0 with a share and without
	if diff := cmp.Diff([]string{"1", "2=", "2=", "4", "5", "6", "7", "8"}, got); diff != "" {
		t.Error(diff)
	}
	do(t, &s, monday, Annul{1, 1, "a wrong map"})
	if rows := s.Standing(1); rows[0].Label() != "1=" || rows[2].Points != average {
		t.Errorf("an annulled game is an average one: %+v", rows)
	}
}

// TestSimulatedSeasonsEndByThemselves plays seasons of twelve of whom a tenth vanish. Their seats
// are played by the clock, so results come; where all have vanished, the game is cancelled, and
// nobody says so. All else that can happen does, sometimes.
func TestSimulatedSeasonsEndByThemselves(t *testing.T) {
	for n := range enginetest.Size(30, 1000) {
		r := rand.New(rand.NewPCG(uint64(n), 1))
		rules := usual
		rules.Seats, rules.Games = 2+r.IntN(3), 3+r.IntN(6)
		s := opened(t, rules, 12)
		now, vanished := s.Begins, map[int]bool{}
		for i := range 12 {
			vanished[i] = r.IntN(10) == 0
		}
		end := now.Add(time.Duration(rules.Games+2)*rules.Every + lastGames)
		for day := 0; s.State != Over; day++ {
			if now.After(end) {
				t.Fatalf("season %d still runs: %+v", n, s)
			}
			now = now.Add(24 * time.Hour)
			if !s.Due().After(now) {
				do(t, &s, now, Tick{})
			}
			for _, g := range begunGames(&s) {
				f := s.Divisions[g.Division-1].Fixtures[g.Fixture]
				gone := count(f.Sides, func(side int) bool { return vanished[side] }) == len(f.Sides)
				if s.State == Over || gone || r.IntN(15) > 0 {
					continue
				}
				g.Places, g.Points = drawnPlaces(r, len(f.Sides)), r.Perm(len(f.Sides))
				do(t, &s, now, g)
			}
			s = disturbed(t, s, r, now)
			if day%7 == 0 || s.State == Over {
				checkSeason(t, &s)
			}
		}
	}
}

// disturbed is a season to which something unusual may have happened.
func disturbed(t *testing.T, s Season, r *rand.Rand, now time.Time) Season {
	t.Helper()
	var c Command
	switch who := user(r.IntN(14)); r.IntN(60) {
	case 0:
		c = Leave{who}
	case 1:
		c = SignUp{[]match.UserID{who}}
	case 2:
		c = Substitute{who, user(20 + r.IntN(9))}
	case 3:
		c = Annul{1, r.IntN(9), "no reason to doubt"}
	default:
		return s
	}
	var refused *match.Refusal
	change, err := s.Decide(now, c)
	switch {
	case err == nil:
		return change.Season
	case !errors.As(err, &refused) && !errors.Is(err, match.ErrUnchanged):
		t.Fatalf("%T: %v", c, err)
	}
	return s
}

// checkSeason checks what is always true, and that the state survives the store.
func checkSeason(t *testing.T, s *Season) {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var again Season
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(*s, again, cmpopts.EquateEmpty()); diff != "" {
		t.Fatal(diff)
	}
	for i := range s.Divisions {
		d := &s.Divisions[i]
		sum := 0
		for _, row := range s.Standing(i + 1) {
			sum += row.Points
			if s.State != Over || row.Rank == 0 {
				continue
			}
			if o := s.Outlook(i+1, row.Side); o.Ranks != 1<<row.Rank || !o.Exact {
				t.Fatalf("over at rank %d: %b", row.Rank, o.Ranks)
			}
		}
		games := count(d.Fixtures, func(f Fixture) bool { return f.Counts() })
		if games > 0 && sum < games*2*average {
			t.Fatalf("%d points in %d games", sum, games)
		}
		if s.State == Over && d.waits() {
			t.Fatalf("over with missing games: %+v", d)
		}
	}
}
