package cardgame

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/notation"
)

// tell names what a move's events say, in the notation's words.
func tell(events []engine.Event) []string {
	var list []string
	for _, e := range events {
		words := []string{kinds[e.Kind], fmt.Sprint(e.Seat)}
		if e.Card != engine.NoCard {
			words = append(words, Title.Lexicon().Faces[e.Card].Name)
		}
		if e.Victim != engine.Public {
			words = append(words, fmt.Sprint("from ", e.Victim))
		}
		if !e.Payment.IsZero() {
			words = append(words, notation.PrintPayment(Title.Lexicon(), e.Payment))
		}
		for _, t := range e.Tickets {
			words = append(words, Title.Lexicon().Tickets[t])
		}
		if e.N > 0 || e.M > 0 {
			words = append(words, fmt.Sprint(e.N, " ", e.M))
		}
		list = append(list, strings.Join(words, " "))
	}
	return list
}

var kinds = map[engine.EventKind]string{
	engine.EventLaid: "laid", engine.EventRobbed: "robbed", engine.EventMoved: "moved",
	engine.EventKept:   "kept",
	engine.EventScored: "scored", engine.EventDealtAnew: "dealt anew",
	engine.EventLastRound: "last turns",
	engine.EventOver:      "over", engine.EventDrewMarket: "drew", engine.EventFilled: "filled",
	engine.EventPassed:  "passed",
	engine.EventOffered: "offered",
}

// playLine makes a move given as a line of a record, and tells its events.
func playLine(t *testing.T, g *Game, line string) []string {
	t.Helper()
	number, text, _ := strings.Cut(line, " ")
	m, err := notation.ParseMove(Title.Lexicon(), text)
	if err != nil {
		t.Fatal(err)
	}
	return tell(apply(t, g, engine.Seat(number[0]-'0'), m))
}

const robbers = `[Seats "Ala" "Bartek"]
[Deck "red red red blue blue yellow wild red red red red orange purple purple ` +
	`red blue green black white"]
[Tickets "chicago--dallas dallas--miami seattle--denver los-angeles--dallas chicago--miami ` +
	`new-york--miami miami--omaha"]`

func TestEventsOfALayTellTheRobberyAndWhatMovedNext(t *testing.T) {
	g := replay(t, robbers, "1 keep dallas--miami", "2 keep miami--omaha", "1 lay 2red+wild")
	got := playLine(t, g, "2 lay 3red+wild")
	want := []string{"laid 2 3red+wild 4 0", "robbed 2 red from 1 2red+wild 3 0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events of the robbery (-want +got):\n%s", diff)
	}
	got = playLine(t, g, "1 lay 2blue")
	want = []string{"laid 1 2blue 2 0", "moved 2 wild 1 0"} // K3: right after the turn before
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events of the next lay (-want +got):\n%s", diff)
	}
}

func TestEventsAtTheEndOfAPassTellTheScore(t *testing.T) {
	g := replay(t, robbers, "1 keep dallas--miami", "2 keep miami--omaha", "1 lay 2red+wild")
	var last []string
	for line := 2; !g.Over(); line = 3 - line {
		playLine(t, g, fmt.Sprint(line, " tickets"))
		last = playLine(t, g, fmt.Sprint(line, " keep"))
	}
	want := []string{"kept 1 0 4", "scored 1 dallas--miami 1 9", "scored 2", "over 0"}
	if diff := cmp.Diff(want, last); diff != "" {
		t.Errorf("events of the last move (-want +got):\n%s", diff)
	}
}

func TestEventsOfANewPassTellItsDeckAndFirstSeat(t *testing.T) {
	g := replay(t, `[Seats "Ala" "Bartek" "Celina" "Dawid"]`)
	for s := engine.Seat(1); s <= 4; s++ {
		apply(t, g, s, engine.Move{Verb: engine.Keep, Tickets: g.seat(s).offer[:1]})
	}
	var last []string
	for g.pass == 1 {
		line := fmt.Sprint(g.Turn)
		playLine(t, g, line+" tickets")
		last = playLine(t, g, line+" keep")
	}
	// Of 96 cards each hand has 8, 4 more are dealt to each, and 5 lie in the market.
	want := []string{"kept 4 0 4", "scored 1", "scored 2", "scored 3", "scored 4", "dealt anew 1 43 0"}
	if diff := cmp.Diff(want, last); diff != "" {
		t.Errorf("events of the last move (-want +got):\n%s", diff)
	}
}
