package main

import (
	"regexp"
	"strings"
	"testing"
)

var figures = regexp.MustCompile(`^games=12 win=[01]\.\d{3} low=[01]\.\d{3} high=[01]\.\d{3} ms/move=\d+\.\d\d stuck=0$`)

func TestTheArenaPrintsTheFirstPlayersFiguresLast(t *testing.T) {
	play := func(workers string) []string {
		status, out, message := konduktor(t, "arena", "--title", "amsterdam", "--seats", "3", "--players", "greedy,random",
			"--games", "12", "--workers", workers)
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

func TestTheArenaRefusesWhatCannotBePlayed(t *testing.T) {
	for _, args := range [][]string{
		{"--title", "atlantis", "--seats", "2", "--players", "greedy,random"},
		{"--title", "amsterdam", "--seats", "5", "--players", "greedy,random"},
		{"--title", "amsterdam", "--seats", "2", "--players", "clever,random"},
		{"--title", "amsterdam", "--seats", "2", "--players", "greedy,random,random"},
		{"--title", "asia", "--seats", "4", "--players", "greedy,random,random"},
		{"--title", "amsterdam", "--seats", "2", "--players", "greedy,random", "--games", "0"},
		{"--title", "amsterdam", "--seats", "2"},
	} {
		if status, _, _ := konduktor(t, append([]string{"arena"}, args...)...); status != exitUsage {
			t.Errorf("%v: status %d, want %d", args, status, exitUsage)
		}
	}
}
