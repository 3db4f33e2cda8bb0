package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var figures = regexp.MustCompile(
	`^games=12 win=[01]\.\d{3} low=[01]\.\d{3} high=[01]\.\d{3} ms/move=\d+\.\d\d stuck=0$`,
)

func TestTheArenaPrintsTheFirstPlayersFiguresLast(t *testing.T) {
	play := func(workers string) []string {
		status, out, message := command(t, "arena", "--title", "amsterdam", "--seats", "3", "--players",
			"greedy,random", "--games", "12", "--workers", workers)
		if status != exitFine {
			t.Fatalf("status %d: %s", status, message)
		}
		return strings.Split(strings.TrimSpace(out), "\n")
	}
	lines := play("1")
	if last := lines[len(lines)-1]; !figures.MatchString(last) {
		t.Errorf("the last line is %q", last)
	}
	again := play("2")
	win := regexp.MustCompile(`^games=\d+ win=\S+`)
	if a, b := win.FindString(lines[len(lines)-1]), win.FindString(again[len(again)-1]); a != b {
		t.Errorf("one worker: %q, two workers: %q", a, b)
	}
}

func TestAnInterruptedMatchGoesOnFromItsResults(t *testing.T) {
	match := []string{"arena", "--title", "nordic", "--seats", "2", "--players", "greedy,random"}
	play := func(more ...string) string {
		status, out, message := command(t, append(match, more...)...)
		if status != exitFine {
			t.Fatalf("status %d: %s", status, message)
		}
		pace := regexp.MustCompile(`ms/move=\S+`)
		return pace.ReplaceAllString(out, "")
	}
	results := file(t, "results", "")
	play("--games", "3", "--results", results)
	text, err := os.ReadFile(results)
	if err != nil || strings.Count(string(text), "\n") != 4 {
		t.Fatalf("%v, the results are\n%s", err, text)
	}
	// a kill cuts the last one off: it is played again
	if err := os.WriteFile(results, text[:len(text)-20], 0o644); err != nil {
		t.Fatal(err)
	}
	want := play("--games", "6")
	if got := play("--games", "6", "--results", results); got != want {
		t.Errorf("in two parts:\n%s\nat once:\n%s", got, want)
	}
	if got := play("--games", "6", "--results", results); got != want {
		t.Errorf("from the results alone:\n%s\nat once:\n%s", got, want)
	}
	other := append(match, "--games", "6", "--seed", "2", "--results", results)
	if status, _, message := command(t, other...); status != exitUsage {
		t.Errorf("another match goes on from them: status %d, %s", status, message)
	}
}

func TestArenaRefusesImpossibleMatches(t *testing.T) {
	for _, args := range [][]string{
		{"--title", "atlantis", "--seats", "2", "--players", "greedy,random"},
		{"--title", "amsterdam", "--seats", "5", "--players", "greedy,random"},
		{"--title", "amsterdam", "--seats", "2", "--players", "clever,random"},
		{"--title", "amsterdam", "--seats", "2", "--players", "greedy,random,random"},
		{"--title", "asia", "--seats", "4", "--players", "greedy,random,random"},
		{"--title", "amsterdam", "--seats", "2", "--players", "greedy,random", "--games", "0"},
		{"--title", "amsterdam", "--seats", "2"},
	} {
		if status, _, _ := command(t, append([]string{"arena"}, args...)...); status != exitUsage {
			t.Errorf("%v: status %d, want %d", args, status, exitUsage)
		}
	}
}

func TestTheTableOfAPageIsWritten(t *testing.T) {
	page := file(
		t,
		"page.md",
		"# Before\n\n"+tableHead+"\n|---|---|---|---|---|---|---|---|---|---|\n| amsterdam | 2 | "+
			"greedy-random | old |\n\nAfter.\n",
	)
	for range 2 { // the second time over the rows of the first
		status, _, message := command(t, "arena", "--title", "amsterdam", "--players", "greedy,random",
			"--games", "6", "--table", page)
		if status != exitFine {
			t.Fatalf("status %d: %s", status, message)
		}
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(
		`(?m)^\| amsterdam \| ([234]) \| greedy-random \| 6 \| \d+\.\d % \| .* \|$`).
		FindAllStringSubmatch(string(text), -1)
	if len(rows) != 3 || rows[0][1] != "2" || strings.Contains(string(text), "old") ||
		!strings.HasSuffix(string(text), "|\n\nAfter.\n") {
		t.Errorf("the page is now\n%s", text)
	}
	if status, _, _ := command(
		t,
		"arena",
		"--players",
		"greedy,random",
		"--games",
		"2",
		"--table",
		file(t, "empty.md", ""),
	); status != exitUsage {
		t.Errorf("a page without a table: status %d", status)
	}
}
