package titles_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// TestScenarios runs every record of each title's testdata/scenarios as a test of its own.
//
// A scenario is a record (docs/notation.md) in which comment lines between the moves say what must
// hold there:
//
//	#? seats.0.goods = 1          a value in the JSON of the game, each entry as its seat sees it
//	#?0 seats.0.hand = 3          the same in what everybody may know; #?2: what seat 2 may know
//	#+ 1 claim dam--waag red      a legal move
//	#! 2 draw 3 : wild-second     a refused move and its code
//	#= 1 : draw deck | draw 1     the seat's legal moves in order; a claim without payment
//	#= 1 claim dam--waag : red | wild   the ways to pay for that claim, in order
func TestScenarios(t *testing.T) {
	for _, title := range titles.All() {
		for _, file := range recordsOf(t, title, "scenarios") {
			name := strings.TrimSuffix(filepath.Base(file), ".rec")
			t.Run(title.ID()+" "+strings.ReplaceAll(name, "-", " "), func(t *testing.T) {
				t.Parallel()
				runScenario(t, file, title)
			})
		}
	}
}

// recordsOf lists the records in a folder of a title's test data.
func recordsOf(t *testing.T, title engine.Title, folder string) []string {
	t.Helper()
	dir := filepath.Join("..", title.ID(), "testdata", folder)
	files, err := filepath.Glob(filepath.Join(dir, "*.rec"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no records in %s (%v)", dir, err)
	}
	return files
}

func runScenario(t *testing.T, file string, title engine.Title) {
	text, record := enginetest.ReadRecord(t, file, title)
	if _, err := record.Replay(-1); err != nil {
		t.Fatalf("%s:%v", file, err)
	}
	expectations := 0
	for i, line := range strings.Split(text, "\n") {
		check := checker(line)
		if check == nil {
			continue
		}
		expectations++
		g, err := record.Replay(movesBefore(record, i+1))
		if err != nil {
			t.Fatalf("%s:%v", file, err)
		}
		if err := check(g, line[2:], record.Title.Lexicon()); err != nil {
			t.Errorf("%s:%d: %v", file, i+1, err)
		}
	}
	if expectations == 0 {
		t.Errorf("%s expects nothing", file)
	}
}

// check compares a position with the rest of a line.
type check func(g engine.Game, rest string, lex *engine.Lexicon) error

// checker returns what checks a line, nil for one that expects nothing.
func checker(line string) check {
	switch {
	case strings.HasPrefix(line, "#?"):
		return checkView
	case strings.HasPrefix(line, "#+"):
		return checkLegal
	case strings.HasPrefix(line, "#!"):
		return checkRefused
	case strings.HasPrefix(line, "#="):
		return checkList
	}
	return nil
}

// movesBefore counts the moves above a line.
func movesBefore(r *notation.Record, line int) int {
	n := 0
	for n < len(r.Moves) && r.Moves[n].Line < line {
		n++
	}
	return n
}

func checkView(g engine.Game, rest string, _ *engine.Lexicon) error {
	viewer, rest, _ := strings.Cut(rest, " ")
	path, want, ok := strings.Cut(rest, " = ")
	if !ok {
		return fmt.Errorf("want #? PATH = VALUE")
	}
	v := g.Unveiled()
	if viewer != "" {
		n, err := strconv.Atoi(viewer)
		if err != nil {
			return fmt.Errorf("viewer %q: %w", viewer, err)
		}
		v = g.View(engine.Seat(n))
	}
	got, err := dig(&v, strings.TrimSpace(path))
	if err != nil {
		return err
	}
	var wanted any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		return fmt.Errorf("value %s: %w", want, err)
	}
	if diff := cmp.Diff(wanted, got); diff != "" {
		return fmt.Errorf("%s (-want +got):\n%s", path, diff)
	}
	return nil
}

// dig follows a dotted path into the view's JSON; nil if it leads nowhere.
func dig(v *engine.View, path string) (any, error) {
	text, err := notation.MarshalView(v)
	if err != nil {
		return nil, err
	}
	var at any
	if err := json.Unmarshal(text, &at); err != nil {
		return nil, err
	}
	for _, key := range strings.Split(path, ".") {
		switch node := at.(type) {
		case map[string]any:
			at = node[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(node) {
				return nil, fmt.Errorf("path %s: no entry %q", path, key)
			}
			at = node[i]
		default:
			return nil, fmt.Errorf("path %s ends before %q", path, key)
		}
	}
	return at, nil
}

// checkLegal makes a move; each line has a replayed position of its own.
func checkLegal(g engine.Game, rest string, lex *engine.Lexicon) error {
	return makeMove(g, rest, lex)
}

// checkList compares the legal moves of a seat, or the ways to pay for one of them.
func checkList(g engine.Game, rest string, lex *engine.Lexicon) error {
	asked, want, ok := strings.Cut(rest, " : ")
	number, move, _ := strings.Cut(strings.TrimSpace(asked), " ")
	seat, err := strconv.Atoi(number)
	if err != nil || !ok {
		return fmt.Errorf("want #= SEAT [MOVE] : A | B")
	}
	var got []string
	for _, m := range g.AppendLegal(nil, engine.Seat(seat)) {
		text := strings.TrimSpace(notation.PrintMove(lex, m))
		if move == "" {
			got = append(got, text)
		}
		if move != text {
			continue
		}
		for p := range g.Payments(engine.Seat(seat), m) {
			got = append(got, notation.PrintPayment(lex, p))
		}
	}
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(want), " | "), got); diff != "" {
		return fmt.Errorf("%s (-want +got):\n%s", asked, diff)
	}
	return nil
}

func checkRefused(g engine.Game, rest string, lex *engine.Lexicon) error {
	text, want, ok := strings.Cut(rest, " : ")
	if !ok {
		return fmt.Errorf("want #! SEAT MOVE : CODE")
	}
	before := g.Unveiled()
	err := makeMove(g, text, lex)
	var refusal *engine.Refusal
	if !errors.As(err, &refusal) {
		return fmt.Errorf("%s: got %v, want it refused (%s)", text, err, want)
	}
	if got := string(refusal.Code); got != strings.TrimSpace(want) {
		return fmt.Errorf("%s: refused with %s, want %s", text, got, want)
	}
	after := g.Unveiled()
	if diff := cmp.Diff(printed(&before), printed(&after)); diff != "" {
		return fmt.Errorf("%s: refused, but the game changed:\n%s", text, diff)
	}
	return nil
}

func printed(v *engine.View) string {
	text, err := notation.MarshalView(v)
	return fmt.Sprint(string(text), err)
}

func makeMove(g engine.Game, text string, lex *engine.Lexicon) error {
	number, text, _ := strings.Cut(strings.TrimSpace(text), " ")
	seat, err := strconv.Atoi(number)
	if err != nil {
		return fmt.Errorf("seat %q: %w", number, err)
	}
	m, err := notation.ParseMove(lex, text)
	if err != nil {
		return err
	}
	_, err = g.Apply(engine.Seat(seat), m)
	return err
}
