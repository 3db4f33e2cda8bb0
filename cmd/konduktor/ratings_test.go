package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// season writes records of greedy games with these seats into a folder, and when they ended.
func season(t *testing.T, title string, games int, ended string, seats ...string) string {
	t.Helper()
	dir := t.TempDir()
	status, _, problem := konduktor(t, "simulate", "--title", title, "--seats", fmt.Sprint(len(seats)),
		"--games", fmt.Sprint(games), "--policy", "greedy", "--records", dir)
	if status != exitFine {
		t.Fatal(problem)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.rec"))
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		record := string(text)
		for i, person := range seats {
			record = strings.Replace(record, fmt.Sprintf(`"Seat %d"`, i+1), `"`+person+`"`, 1)
		}
		record = strings.Replace(record, "\n\n", "\n[Ended \""+ended+"\"]\n\n", 1)
		if err := os.WriteFile(name, []byte(record), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func rate(t *testing.T, args ...string) ratingsReport {
	t.Helper()
	status, out, problem := konduktor(t, append([]string{"ratings", "--json"}, args...)...)
	if status != exitFine {
		t.Fatal(problem)
	}
	var r ratingsReport
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRatingsOfAFolder(t *testing.T) {
	dir := season(t, "amsterdam", 12, "2026-11-20T18:00:00Z", "Ola", "Bartek", "computer:steady")
	now := rate(t, dir, "--day", "2026-11-23")
	if now.Games != 12 || len(now.People) != 2 || now.People[0].Name != "Bartek" ||
		now.People[0].Games != 12 {
		t.Fatalf("got %+v", now)
	}
	later := rate(t, dir, "--day", "2027-11-23")
	for i, p := range now.People {
		if math.Abs(later.People[i].S) >= math.Abs(p.S) || later.People[i].Error <= p.Error {
			t.Errorf("a year later %+v, before %+v: old games should say less", later.People[i], p)
		}
	}
	own := rate(t, dir, "--day", "2026-11-23", "--title", "amsterdam")
	other := rate(t, dir, "--day", "2026-11-23", "--title", "world")
	if len(own.People) != 2 || len(other.People) != 0 {
		t.Errorf("in the title %+v, in one that nobody has played %+v", own, other)
	}
}

// Of two records that name the lobby in either order, the seed draws the seats of one.
func TestOrderOfSeatsNotDrawnByLotIsNotRated(t *testing.T) {
	var games []int
	for _, lobby := range []string{`Ola" "Bartek`, `Bartek" "Ola`} {
		tags := "2026-11-20T18:00:00Z\"]\n[Lobby \"" + lobby
		dir := season(t, "nordic", 1, tags, "Ola", "Bartek")
		r := rate(t, dir, "--day", "2026-11-23")
		games = append(games, r.Games)
		if r.Games == 0 && r.LeftOut["the order of seats was not drawn by lot"] != 1 {
			t.Errorf("got %+v", r)
		}
	}
	if games[0]+games[1] != 1 {
		t.Errorf("%v games are rated, want one", games)
	}
}

// Three tags say what a record alone cannot.
func TestRecordsSayWhoIsRated(t *testing.T) {
	const ended, begins = "2026-11-20T18:00:00Z", "\"]\n["
	for tags, want := range map[string]string{
		"":                                    "Bartek Ola",
		begins + `Rated "1 2`:                 "Bartek Ola",
		begins + `Rated "1`:                   "fewer than two people who take part",
		begins + `Rated "`:                    "fewer than two people who take part",
		begins + `LeftOut "1 early`:           "Bartek",
		begins + `LeftOut "1 voted 3 early`:   "fewer than two sides are left to compare",
		begins + `LeftOut "1 removed 2 early`: "fewer than two sides are left to compare",
		begins + `Computers "1`:               "Bartek Ola",
		begins + `Computers "9`:               "a computer whose strength at such a table is not known",
	} {
		dir := season(t, "amsterdam", 1, ended+tags, "Ola", "Bartek", "computer:steady")
		r := rate(t, dir, "--day", "2026-11-23")
		var got []string
		for _, p := range r.People {
			got = append(got, p.Name)
		}
		for reason := range r.LeftOut {
			got = append(got, reason)
		}
		if strings.Join(got, " ") != want || r.Games+r.LeftOut[want] != 1 {
			t.Errorf("%q: got %q, %d games", tags, got, r.Games)
		}
	}
}

// The table of the text is in the order of the lower end, and shows nobody before three opponents.
func TestTheTextShowsAsTheTableOfAServerDoes(t *testing.T) {
	dir := season(t, "cardgame", 12, "2026-11-20T18:00:00Z", "Ola", "Bartek", "Ewa", "Zoe")
	pair := season(t, "nordic", 30, "2026-11-20T18:00:00Z", "Jan", "Piotr")
	for _, file := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"} {
		names, _ := filepath.Glob(filepath.Join(pair, "*"+file+".rec"))
		for _, name := range names {
			if err := os.Rename(name, filepath.Join(dir, "pair-"+filepath.Base(name))); err != nil {
				t.Fatal(err)
			}
		}
	}
	status, out, problem := konduktor(t, "ratings", dir, "--day", "2026-11-23")
	if status != exitFine {
		t.Fatal(problem)
	}
	report := rate(t, dir, "--day", "2026-11-23")
	last := 1 << 20
	for _, line := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
		cells := strings.Fields(line)
		i := slices.IndexFunc(report.People, func(p ratedPerson) bool { return p.Name == cells[3] })
		p := report.People[i]
		if met := p.Name != "Jan" && p.Name != "Piotr"; (cells[0] != "-") != met {
			t.Errorf("%q is shown: %q", p.Name, line)
		} else if !met {
			continue
		}
		if lower := p.Rating - p.PlusMinus; lower > last {
			t.Errorf("%q stands too low:\n%s", p.Name, out)
		} else {
			last = lower
		}
	}
	if report.People[0].Name != "Bartek" || len(report.People) != 6 {
		t.Errorf("the JSON is by name: %+v", report.People)
	}
}

func TestGamesThatAreNotRated(t *testing.T) {
	alone := season(t, "amsterdam", 1, "2026-11-20T18:00:00Z", "Ola", "computer:steady")
	unknown := season(t, "nordic", 1, "2026-11-20T18:00:00Z", "Ola", "Bartek", "computer:strong")
	unfinished := filepath.Dir(file(t, "begun.rec", begun))
	for dir, why := range map[string]string{
		alone:      "fewer than two people",
		unknown:    "strength at such a table is not known",
		unfinished: "not finished",
	} {
		r := rate(t, dir, "--day", "2026-11-23")
		if len(r.LeftOut) != 1 || r.Games != 0 || len(r.People) != 0 {
			t.Errorf("got %+v", r)
		}
		for reason, n := range r.LeftOut {
			if n != 1 || !strings.Contains(reason, why) {
				t.Errorf("left out for %q, want %q", reason, why)
			}
		}
	}
	if status, _, _ := konduktor(t, "ratings", alone, "--day", "tomorrow"); status != exitUsage {
		t.Error("a day that is none was taken")
	}
}
