package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/gif"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// konduktor runs a command line.
func konduktor(t *testing.T, args ...string) (status int, out, err string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(t.Context(), args, streams{&stdout, &stderr})
	return status, stdout.String(), stderr.String()
}

const begun = `[Title "amsterdam"]
[Seats "Ala" "Bartek"]
[Seed "0000000000000000000000000000000000000000000000000000000000000000"]
[Rules "1"]
[Deck "red blue pink pink black green orange pink blue"]
[Tickets "dam--de-drie-hendricken oude-waal--blauwbrug jordaan--oude-kerk noordermarkt--waag"]

1 keep dam--de-drie-hendricken
2 keep jordaan--oude-kerk
`

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestARecordThatIsTooLargeIsRefusedWhole(t *testing.T) {
	fits := begun + strings.Repeat(" ", notation.MaxRecord-len(begun)-1) + "\n"
	for _, c := range []struct {
		text    string
		status  int
		message string
	}{{fits, exitFine, ""}, {fits + "1 draw deck\n", exitUsage, "larger than 4 MB"}} {
		path := file(t, "game.rec", c.text)
		for _, command := range []string{"replay", "verify"} {
			status, _, message := konduktor(t, command, path)
			if command == "replay" && status != c.status || !strings.Contains(message, c.message) {
				t.Errorf("%s of %d bytes: got %d and %q, want %d and %q", command, len(c.text), status,
					message, c.status, c.message)
			}
		}
	}
}

func TestReplayExitStatusesAndMessages(t *testing.T) {
	for _, c := range []struct {
		name, text string
		args       []string
		status     int
		message    string // behind FILE, of stderr
	}{
		{"a legal record", begun + "1 draw deck\n", nil, 0, ""},
		{"an unreadable line", begun + "1 fly\n", nil, 2, ":10: "},
		{"an unreadable line behind an illegal one", begun + "2 draw deck\n1 fly\n", nil, 2, ":11: "},
		{
			"an unreadable line beyond --at", begun + "1 draw deck\n1 fly\n",
			[]string{"--at", "1"},
			2,
			":11: ",
		},
		{"an illegal move", begun + "2 draw deck\n", nil, 1, ":10: illegal move: "},
		{"an illegal move beyond --at", begun + "2 draw deck\n", []string{"--at", "2"}, 0, ""},
		{"another title's move", begun + "1 draw trains\n", nil, 1, ":10: illegal move: "},
		{
			"an empty keep", strings.Replace(begun, "1 keep dam--de-drie-hendricken", "1 keep", 1), nil, 1,
			":8: illegal move: ",
		},
		{"a bad tag", strings.Replace(begun, "amsterdam", "atlantis", 1), nil, 2, ":1: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := file(t, "game.rec", c.text)
			status, out, message := konduktor(t, append([]string{"replay", path, "--json"}, c.args...)...)
			if status != c.status {
				t.Errorf("status %d, want %d (%s)", status, c.status, message)
			}
			if !strings.HasPrefix(message, prefix(path, c.message)) {
				t.Errorf("stderr %q, want it to begin with FILE%s", message, c.message)
			}
			if (out != "") != (c.status == 0) {
				t.Errorf("stdout %q with status %d", out, status)
			}
		})
	}
}

// prefix is what stderr begins with: nothing where nothing is said.
func prefix(path, message string) string {
	if message == "" {
		return ""
	}
	return path + message
}

func TestUsageErrorsAreStatus2(t *testing.T) {
	path := file(t, "game.rec", begun)
	for _, args := range [][]string{
		{"replay"},
		{"replay", path + ".missing"},
		{"replay", path, "--seat", "3"},
		{"replay", path, "--seat", "-2"},
		{"replay", path, "--seat=-1", "--json"},
		{"replay", path, "--seat=-0x1", "--json"},
		{"replay", path, "--seat=256", "--json"},
		{"replay", path, "--seat=", "--json"},
		{"replay", path, "--seat=18446744073709551616", "--json"},
		{"replay", path, "--at=-1"},
		{"replay", path, "--at="},
		{"replay", path, "--at", "-2"},
		{"replay", path, "--at", "many"},
		{"replay", path, "--colour"},
		{"fly"},
		{"simulate", "--title", "atlantis", "--seats", "2"},
		{"simulate", "--title", "amsterdam", "--seats", "5"},
		{"simulate", "--title", "amsterdam", "--seats", "2", "--policy", "clever"},
		{"simulate", "--title", "amsterdam", "--seats=-2"},
		{"simulate", "--title", "amsterdam", "--seats=258"},
		{"simulate", "--title", "amsterdam", "--seats", "2", "--games", "0"},
		{"simulate", "--title", "amsterdam", "--seats", "2", "--games=-1"},
		{"simulate", "--title", "amsterdam", "--seats", "2", "--seed=-1"},
		{"simulate", "--title", "amsterdam", "--seats", "2", "--workers", "0"},
		{"simulate", "--title", "amsterdam", "--seats", "2", "--workers", "1025"},
	} {
		status, out, message := konduktor(t, args...)
		if status != exitUsage || out != "" || message == "" {
			t.Errorf("%q: status %d, stdout %q, stderr %q; want status 2 and a message",
				args, status, out, message)
		}
	}
}

func TestReplayShowsASeatOnlyWhatItMayKnow(t *testing.T) {
	path := file(t, "game.rec", begun)
	for _, c := range []struct {
		args         []string
		first, other any
	}{
		{nil, map[string]any{"red": 1., "blue": 1.}, map[string]any{"pink": 2.}},
		{[]string{"--seat", "1"}, map[string]any{"red": 1., "blue": 1.}, 2.},
		{[]string{"--seat", "2"}, 2., map[string]any{"pink": 2.}},
		{[]string{"--seat", "0"}, 2., 2.},
	} {
		status, out, message := konduktor(t, append([]string{"replay", path, "--json"}, c.args...)...)
		if status != 0 {
			t.Fatalf("%v: status %d: %s", c.args, status, message)
		}
		var game struct{ Seats []struct{ Hand any } }
		if err := json.Unmarshal([]byte(out), &game); err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(game.Seats[0].Hand, game.Seats[1].Hand),
			fmt.Sprint(c.first, c.other); got != want {
			t.Errorf("%v: hands %s, want %s", c.args, got, want)
		}
	}
}

func TestReplayDrawsAndTells(t *testing.T) {
	path := file(t, "game.rec", begun)
	picture := filepath.Join(t.TempDir(), "board.png")
	if status, _, message := konduktor(t, "replay", path, "--png", picture); status != 0 {
		t.Fatalf("status %d: %s", status, message)
	}
	png, err := os.ReadFile(picture)
	if err != nil || !bytes.HasPrefix(png, []byte("\x89PNG")) {
		t.Errorf("picture: %v, %d bytes", err, len(png))
	}
	if _, out, _ := konduktor(t, "replay", path); !strings.Contains(out, "Ala") {
		t.Errorf("the board as text does not name its players:\n%s", out)
	}
}

func TestReplayMakesAFilmOfAFinishedGame(t *testing.T) {
	const finished = "../../engine/amsterdam/testdata/games/greedy-2.rec"
	out := filepath.Join(t.TempDir(), "film.gif")
	status, text, message := konduktor(t, "replay", finished, "--gif", out)
	if status != 0 || text != "" || message != "" {
		t.Fatalf("got status %d, %q on stdout and %q on stderr", status, text, message)
	}
	film, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(film))
	if err != nil || len(g.Image) < 20 {
		t.Errorf("got a film of %d pictures, %v", len(g.Image), err)
	}
	for _, args := range [][]string{{finished, "--at", "40"}, {file(t, "running.rec", begun)}} {
		none := filepath.Join(t.TempDir(), "none.gif")
		status, text, message = konduktor(t, append([]string{"replay", "--gif", none}, args...)...)
		if status != 1 || text != "" || !strings.Contains(message, "not over") {
			t.Errorf("%v: got status %d, %q on stdout and %q on stderr", args, status, text, message)
		}
		if _, err := os.Stat(none); err == nil {
			t.Errorf("%v: a film was written of a running game", args)
		}
	}
}

func TestSimulatedGamesNeverChangeAndVerify(t *testing.T) {
	dir := t.TempDir()
	args := []string{
		"simulate", "--title", "amsterdam", "--seats", "3", "--games", "5", "--seed",
		"9", "--records",
	}
	status, out, message := konduktor(t, append(args, filepath.Join(dir, "one"))...)
	if status != 0 || !strings.HasPrefix(lastLine(out), "games=5 stuck=0 seconds=") {
		t.Fatalf("status %d, last line %q: %s", status, lastLine(out), message)
	}
	if status, _, message := konduktor(t,
		append(args, filepath.Join(dir, "two"), "--workers", "3")...); status != 0 {
		t.Fatalf("status %d: %s", status, message)
	}
	files, err := filepath.Glob(filepath.Join(dir, "one", "*.rec"))
	if err != nil || len(files) != 5 {
		t.Fatalf("%d records (%v), want 5", len(files), err)
	}
	for _, one := range files {
		two := filepath.Join(dir, "two", filepath.Base(one))
		if got, want := read(t, two), read(t, one); got != want {
			t.Errorf("%s is not the same game with three workers", filepath.Base(one))
		}
		if status, _, message := konduktor(t, "verify", one); status != 0 {
			t.Errorf("verify %s: status %d: %s", filepath.Base(one), status, message)
		}
	}
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestVerifyComparesTheCommitmentAndTheLobby(t *testing.T) {
	dir := t.TempDir()
	args := []string{"simulate", "--title", "asia", "--seats", "4", "--games", "1", "--records", dir}
	if status, _, message := konduktor(t, args...); status != 0 {
		t.Fatalf("status %d: %s", status, message)
	}
	text := read(t, filepath.Join(dir, "asia-4-000000.rec"))
	r, err := notation.ParseRecord(text, titles.Find)
	if err != nil {
		t.Fatal(err)
	}
	seats, seed := r.Setup.Names, r.Setup.Seed
	var drawnFrom []string // the lobby
	for _, lobby := range permutations(seats) {
		if slices.Equal(match.SeatOrder(lobby, 2, seed), seats) {
			drawnFrom = lobby
		}
	}
	swapped := []string{drawnFrom[1], drawnFrom[0], drawnFrom[3], drawnFrom[2]}
	sum := seed.Commitment()
	with := func(lobby []string) string {
		r.Lobby = lobby
		return file(t, "game.rec", r.Print())
	}
	for _, c := range []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"no lobby", []string{with(nil)}, 0, "commitment: " + sum + " (compare it"},
		{
			"the commitment",
			[]string{with(nil), "--commitment", strings.ToUpper(sum)},
			0,
			"it is the one given",
		},
		{
			"another commitment",
			[]string{with(nil), "--commitment", strings.Repeat("0", 64)},
			1,
			"not this game's",
		},
		{"drawn", []string{with(drawnFrom)}, 0, "seats: drawn by the seed from the lobby"},
		{"kept", []string{with(seats)}, 0, "seats: "},
		{"neither", []string{with(swapped)}, 1, "does not draw this seat order"},
	} {
		status, out, message := konduktor(t, append([]string{"verify"}, c.args...)...)
		if status != c.status || !strings.Contains(out+message, c.want) {
			t.Errorf("%s: status %d, %q, %q; want %d and %q", c.name, status, out, message, c.status, c.want)
		}
	}
}

// permutations lists all orders of names.
func permutations(names []string) [][]string {
	if len(names) < 2 {
		return [][]string{names}
	}
	var all [][]string
	for i := range names {
		rest := slices.Concat(names[:i], names[i+1:])
		for _, p := range permutations(rest) {
			all = append(all, append([]string{names[i]}, p...))
		}
	}
	return all
}

func TestVerifyFindsAlteredRecords(t *testing.T) {
	dir := t.TempDir()
	if status, _, message := konduktor(t, "simulate", "--title", "amsterdam", "--seats", "2",
		"--games", "1", "--records", dir); status != 0 {
		t.Fatalf("status %d: %s", status, message)
	}
	text := read(t, filepath.Join(dir, "amsterdam-2-000000.rec"))
	seed := strings.Index(text, `[Seed "`) + len(`[Seed "`)
	lines := strings.Split(text, "\n")
	for _, c := range []struct{ name, text string }{
		{"another seed", text[:seed] + strings.Repeat("0", 64) + text[seed+64:]},
		{"no commitment", strings.Replace(text, "[Commitment", "#", 1)},
		{"stacked cards", strings.Replace(text, "\n\n", "\n[Deck \"red red wild\"]\n\n", 1)},
		{"stacked tickets", strings.Replace(text,
			"\n\n", "\n[Tickets \"dam--de-drie-hendricken\"]\n\n", 1)},
		{"an empty pile", strings.Replace(text, "\n\n", "\n[Deck \"\"]\n\n", 1)},
		{"an unfinished game", strings.Join(lines[:len(lines)-5], "\n") + "\n"},
	} {
		if status, out, message := konduktor(t, "verify",
			file(t, "game.rec", c.text)); status != exitFailed || message == "" || out != "" {
			t.Errorf("%s: status %d, stdout %q, stderr %q; want status 1 and a reason",
				c.name, status, out, message)
		}
	}
}

func TestMapCheckNamesEveryFaultWithItsLine(t *testing.T) {
	good := read(t, "../../engine/amsterdam/map.toml")
	if status, out, message := konduktor(t, "map", "check", file(t, "map.toml", good)); status != 0 ||
		out == "" {
		t.Errorf("the embedded map: status %d, %s", status, message)
	}
	bad := file(t, "map.toml",
		strings.ReplaceAll(strings.Replace(good, `{ id = "dam"`, `{ id = "damm"`, 1),
			`color = "pink"`, `color = "mauve"`))
	status, out, message := konduktor(t, "map", "check", bad)
	if status != exitFailed || out != "" || strings.Count(message, bad+":") < 5 {
		t.Errorf("status %d, stdout %q, stderr\n%s\nwant status 1 and a line for each fault",
			status, out, message)
	}
}

func TestLessonsAreCheckedAndEveryFaultIsToldWithItsLine(t *testing.T) {
	good := "../../engine/lesson/lessons/amsterdam.rec"
	status, out, _ := konduktor(t, "lesson", good)
	if status != exitFine || !strings.Contains(out, "Learn Amsterdam in 12 turns, ") ||
		!strings.Contains(out, " 18 stops, rules A1 A2 ") {
		t.Errorf("got %d and %q of a lesson without faults", status, out)
	}
	bad := file(t, "bad.rec", begun+"#hint en Hm.\n#why pl Hm.\n#why en\n")
	status, out, message := konduktor(t, "lesson", bad, good)
	if status != exitFailed || !strings.Contains(out, "18 stops") {
		t.Errorf("got %d and %q, want a failure, and the good lesson all the same", status, out)
	}
	for _, want := range []string{
		bad + ":1: the lesson has no #name", bad + ":10: unknown note #hint", bad + ":11: the note",
		bad + ":12: a note is a language and a text",
	} {
		if !strings.Contains(message, want) {
			t.Errorf("got %q, want %q", message, want)
		}
	}
	if status, _, message := konduktor(t, "lesson", "nowhere.rec"); status != exitUsage ||
		!strings.Contains(message, "read the lesson") {
		t.Errorf("got %d and %q of a file that is not there", status, message)
	}
}

func TestMapDraw(t *testing.T) {
	out := filepath.Join(t.TempDir(), "map.png")
	if status, _, message := konduktor(t, "map", "draw", "../../engine/amsterdam/map.toml", "-o",
		out); status != 0 {
		t.Fatalf("status %d: %s", status, message)
	}
	if !strings.HasPrefix(read(t, out), "\x89PNG") {
		t.Error("what was drawn is no PNG")
	}
}
