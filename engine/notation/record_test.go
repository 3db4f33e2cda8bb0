package notation_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

const head = `[Title "amsterdam"]
[Seats "Ala" "Bartek"]
[Seed "0000000000000000000000000000000000000000000000000000000000000000"]
[Rules "1"]
`

// without returns head without the line that begins so.
func without(tag string) string {
	var b strings.Builder
	for line := range strings.Lines(head) {
		if !strings.HasPrefix(line, "["+tag) {
			b.WriteString(line)
		}
	}
	return b.String()
}

func TestInvalidRecordsAreRefused(t *testing.T) {
	for _, c := range []struct {
		name, text string
		line       int
	}{
		{"an empty record", "", 1},
		{"no title", without("Title"), 1},
		{"no seats", without("Seats"), 1},
		{"no seed", without("Seed"), 1},
		{"no rules", without("Rules"), 1},
		{"an unknown title", strings.Replace(head, "amsterdam", "atlantis", 1), 1},
		{"too few seats", strings.Replace(head, ` "Bartek"`, "", 1), 2},
		{"too many seats", strings.Replace(head, ` "Bartek"`, ` "B" "C" "D" "E"`, 1), 2},
		{"a lobby of others", head + `[Lobby "Ala" "Celina"]`, 5},
		{"a lobby without a player", head + `[Lobby "Ala"]`, 5},
		{"a short seed", strings.Replace(head, "00", "", 1), 3},
		{"a seed of other digits", strings.Replace(head, "00", "xx", 1), 3},
		{"rules that nobody knows", strings.Replace(head, `"1"`, `"99"`, 1), 4},
		{"rules that are no number", strings.Replace(head, `"1"`, `"one"`, 1), 4},
		{"rules with a sign", strings.Replace(head, `"1"`, `"+1"`, 1), 4},
		{"rules with a leading zero", strings.Replace(head, `"1"`, `"01"`, 1), 4},
		{"a tag twice", head + `[Rules "1"]`, 5},
		{"an unknown tag", head + `[Event "x"]`, 5},
		{
			"a tag after a move", head + "\n1 draw deck\n[Commitment \"" + strings.Repeat("0", 64) + "\"]",
			7,
		},
		{
			"a line that is no move before a tag",
			head + "fly\n[Commitment \"" + strings.Repeat("0", 64) + "\"]", 5,
		},
		{"a move that cannot be read before a tag", head + "1 fly\n[Rules \"1\"]", 5},
		{"a line that is no move before the tags", "fly\n" + head, 1},
		{"a move before the tags", "1 draw deck\n" + head, 2},
		{"a tag without an end", head + `[Deck "red"`, 5},
		{"a value without quotes", head + `[Deck red]`, 5},
		{"something behind a tag", head + `[Deck "red"] red`, 5},
		{"an escape that is none", head + `[Deck "\n"]`, 5},
		{"a pile of another title", head + `[Ships "red"]`, 5},
		{"an unknown card in the deck", head + `[Deck "red purple"]`, 5},
		{"more cards than there are", head + `[Deck "red red red red red red red"]`, 5},
		{"an unknown ticket", head + `[Tickets "dam--paris"]`, 5},
		{"a ticket twice", head + `[Tickets "dam--westermarkt dam--westermarkt"]`, 5},
		{"an unknown option", head + `[Options "speed=high"]`, 5},
		{"a bad commitment", head + `[Commitment "1234"]`, 5},
		{"a rated seat that there is not", head + `[Rated "1 3"]`, 5},
		{"a rated seat twice", head + `[Rated "1 1"]`, 5},
		{"a rated name", head + `[Rated "Ala"]`, 5},
		{"a seat left out for no reason", head + `[LeftOut "2"]`, 5},
		{"a seat left out for another reason", head + `[LeftOut "2 late"]`, 5},
		{"a seat left out twice", head + `[LeftOut "2 early 2 voted"]`, 5},
		{"seat 0 left out", head + `[LeftOut "0 early"]`, 5},
		{"computers of version 0", head + `[Computers "0"]`, 5},
		{"computers of no number", head + `[Computers "x"]`, 5},
		{"a move without a seat", head + "\ndraw deck", 6},
		{"a seat that the record has not", head + "\n3 draw deck", 6},
		{"seat 0", head + "\n0 draw deck", 6},
		{"an unknown move", head + "\n1 fly", 6},
		{"an unknown route", head + "\n1 draw deck\n1 claim dam--paris red", 7},
		{"an unknown card", head + "\n1 claim dam--jan-roodenpoortstoren.1 purple", 6},
		{"a team's rack", head + "\n1 claim dam--jan-roodenpoortstoren.1 /red", 6},
		{"bytes that are no text", head + "\n1 draw \xff", 6},
	} {
		t.Run(c.name, func(t *testing.T) { wantSyntaxError(t, c.text, c.line) })
	}
}

// wantSyntaxError fails the test unless reading the record blames the line.
func wantSyntaxError(t *testing.T, text string, line int) {
	t.Helper()
	_, err := notation.ParseRecord(text, titles.Find)
	var syntax *notation.SyntaxError
	if !errors.As(err, &syntax) || syntax.Line != line {
		t.Errorf("got %v, want a syntax error in line %d", err, line)
	}
}

func TestValidRecordsAreRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		moves      int
	}{
		{"no moves", head, 0},
		{
			"comments, blank lines and carriage returns",
			strings.ReplaceAll(head+"\n# hello [x]\n1 draw deck # blind\n\n", "\n", "\r\n"), 1,
		},
		{"names with quotes and signs", strings.Replace(head, `"Ala"`, `"A \"la\" \\ # ]"`, 1), 0},
		{"another title's moves", head +
			"\n1 draw trains\n1 draw 2 hand\n1 pieces 20 40\n1 port dam red\n1 share " +
			"dam--westermarkt\n1 lay 3red", 6},
		{"numbers beyond all bounds", head +
			"\n1 draw 99999999999999999999\n1 claim dam--jan-roodenpoortstoren.1 999999999999red", 2},
		{"options without a pair", head + `[Options ""]`, 0},
		{"nobody rated", head + `[Rated ""]`, 0},
		{"who is rated", head + `[Rated "1 2"]` + "\n" + `[LeftOut "2 early 1 removed"]` + "\n" +
			`[Computers "2"]`, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := notation.ParseRecord(c.text, titles.Find)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Moves) != c.moves {
				t.Errorf("got %d moves, want %d", len(r.Moves), c.moves)
			}
			again, err := notation.ParseRecord(r.Print(), titles.Find)
			if err != nil || again.Print() != r.Print() {
				t.Errorf("printed record reads back with %v as\n%s", err, again.Print())
			}
		})
	}
}

func TestARecordSaysWhatRatingsNeed(t *testing.T) {
	const tags = "[Rated \"2 1\"]\n[LeftOut \"2 voted\"]\n[Computers \"3\"]\n"
	r, err := notation.ParseRecord(head+tags, titles.Find)
	if err != nil {
		t.Fatal(err)
	}
	want := notation.ForRatings{
		Rated: []engine.Seat{2, 1}, LeftOut: []notation.LeftOut{{Seat: 2, Why: "voted"}}, Computers: 3,
	}
	if !reflect.DeepEqual(r.ForRatings, want) || !strings.Contains(r.Print(), tags) {
		t.Errorf("got %+v, printed as\n%s", r.ForRatings, r.Print())
	}
	for text, said := range map[string]bool{head: false, head + `[Rated ""]`: true} {
		if r, err := notation.ParseRecord(text, titles.Find); err != nil || r.Rated != nil != said {
			t.Errorf("%q: %v, rated %v", text, err, r.Rated)
		}
	}
}

// TestInvalidRecordsOfTwoDecksAreRefused is about what only such a title can say, or must (W1, W3).
func TestInvalidRecordsOfTwoDecksAreRefused(t *testing.T) {
	head := strings.Replace(head, "amsterdam", "world", 1)
	for _, c := range []struct {
		name, text string
		line       int
	}{
		{"the pile of a title with one deck", head + `[Deck "red"]`, 5},
		{"a ship card among the trains", head + `[Trains "red-ship"]`, 5},
		{"a locomotive among the ships", head + `[Ships "wild"]`, 5},
		{"more cards than there are", head + `[Ships "red-ship red-ship red-ship red-ship red-ship"]`, 5},
		{"a slot without the deck that refills it", head + "\n1 draw 3", 6},
		{"a slot and something that is no deck", head + "\n1 draw 3 planes", 6},
		{"three numbers of pieces", head + "\n1 pieces 20 40 0", 6},
		{"a negative number of pieces", head + "\n1 pieces -20 40", 6},
		{"a port in no city", head + "\n1 port warszawa wild", 6},
		{"a port for nothing", head + "\n1 port lima", 6},
		{"an exchange of nothing named", head + "\n1 exchange 3", 6},
	} {
		t.Run(c.name, func(t *testing.T) { wantSyntaxError(t, c.text, c.line) })
	}
	if _, err := notation.ParseRecord(
		head+"[Trains \"red wild\"]\n[Ships \"red-ships\"]\n1 draw deck\n1 draw trains\n1 draw 2 "+
			"ships\n", titles.Find); err != nil {
		t.Errorf("two piles and three draws cannot be read: %v", err)
	}
}

// FuzzParseRecord: no text panics, and a record that can be read is dealt and replayed, or refused
// with a line.
func FuzzParseRecord(f *testing.F) {
	f.Add(head +
		"[Deck \"red red wild\"]\n[Tickets \"dam--westermarkt\"]\n\n1 keep dam--westermarkt\n2 draw 3\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := notation.ParseRecord(text, titles.Find)
		if err != nil {
			return
		}
		var illegal *notation.IllegalError
		if _, err := r.Replay(-1); err != nil && !errors.As(err, &illegal) {
			t.Errorf("replay: %v", err)
		}
		if again, err := notation.ParseRecord(r.Print(), titles.Find); err != nil ||
			len(again.Moves) != len(r.Moves) {
			t.Errorf("printed record does not read back: %v\n%s", err, r.Print())
		}
	})
}
