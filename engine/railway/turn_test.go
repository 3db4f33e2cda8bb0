package railway

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
)

func TestC11SeatThatStartsTheLastRoundTakesItsLastTurn(t *testing.T) {
	g := stacked(t, toyRules(), 3, "red red red red red blue blue red blue")
	keepAll(t, g)
	g.seats[1].pieces[0] = 2 // seat 2 is nearly out
	play(t, g, "1 draw deck", "1 draw deck")
	if g.LastRound {
		t.Fatal("the last round began while every seat had pieces")
	}
	play(t, g, "2 claim a--b red")
	if !g.LastRound || g.TurnsLeft != 3 || g.Turn != 3 {
		t.Fatalf("last round %v, %d turns left, seat %d to move; want true, 3, seat 3", g.LastRound,
			g.TurnsLeft, g.Turn)
	}
	play(t, g, "3 draw deck", "3 draw deck", "1 draw deck", "1 draw deck")
	if g.Over() || g.Turn != 2 || g.TurnsLeft != 1 {
		t.Fatalf("over %v, seat %d, %d turns left; want the last turn for seat 2",
			g.Over(), g.Turn, g.TurnsLeft)
	}
	play(t, g, "2 draw deck", "2 draw deck")
	if !g.Over() || len(g.ToMove()) != 0 {
		t.Error("the game is not over after the last turn")
	}
	var refusal *engine.Refusal
	if _, err := g.Apply(3, engine.Move{Verb: engine.Pass}); !errors.As(err, &refusal) ||
		refusal.Code != engine.RefuseOver {
		t.Errorf("a move after the end: %v, want %s", err, engine.RefuseOver)
	}
}

// blocked deals a game in which nothing can be done: no card to draw, no ticket, no card in hand
// that pays.
func blocked(t *testing.T, seats int) *Game {
	t.Helper()
	r := toyRules()
	r.Decks = OneDeck(engine.Cards{0, 0, 0}, 0, 0)
	r.Offer = Offer{First: 2, KeepFirst: 1, Later: 2, Keep: 1}
	g := stacked(t, r, seats, "")
	keepAll(t, g)
	g.tickets.Draw(g.tickets.Size())
	return g
}

func TestC12PassIsLegalOnlyWithoutAnotherMove(t *testing.T) {
	g := stacked(t, toyRules(), 2, "")
	keepAll(t, g)
	var refusal *engine.Refusal
	if _, err := g.Apply(1, engine.Move{Verb: engine.Pass}); !errors.As(err, &refusal) ||
		refusal.Code != engine.RefusePass {
		t.Errorf("pass beside other moves: %v, want %s", err, engine.RefusePass)
	}
	got := blocked(t, 2).AppendLegal(nil, 1)
	if diff := cmp.Diff([]engine.Move{{Verb: engine.Pass}}, got); diff != "" {
		t.Errorf("legal moves of a blocked seat (-want +got):\n%s", diff)
	}
}

func TestC12AsManyPassesAsSeatsEndTheGame(t *testing.T) {
	g := blocked(t, 3)
	play(t, g, "1 pass", "2 pass")
	if g.Over() {
		t.Fatal("the game ended before every seat had passed")
	}
	play(t, g, "3 pass")
	if !g.Over() {
		t.Error("the game goes on after everybody has passed")
	}
}

func TestC12AnotherMoveResetsTheCountOfPasses(t *testing.T) {
	g := blocked(t, 2)
	play(t, g, "1 pass")
	g.seats[1].hand[red] = 1
	play(t, g, "2 claim a--b red") // its card becomes the deck
	play(t, g, "1 draw deck", "2 pass")
	if g.Over() {
		t.Error("the game ended though the passes did not follow one another")
	}
}

func TestC13NegativeTotalsAndC10FailedTickets(t *testing.T) {
	g := blocked(t, 2)
	play(t, g, "1 pass", "2 pass")
	v := g.View(engine.Public)
	for i := range v.Seats {
		f := v.Seats[i].Final
		if f.Total != f.Tickets || f.Total >= 0 || len(f.Failed) != 2 || len(f.Completed) != 0 {
			t.Errorf("final of seat %d: %+v, want only failed tickets, all of them minus", i+1, f)
		}
	}
}

func TestWinnersByPointsThenTieBreaksThenShared(t *testing.T) {
	g := blocked(t, 3)
	g.Finals = []engine.Final{
		{Total: 10, Completed: make([]engine.TicketID, 1)},
		{Total: 10, Completed: make([]engine.TicketID, 2)},
		{Total: 9, Completed: make([]engine.TicketID, 3)},
	}
	if diff := cmp.Diff([]engine.Seat{2}, engine.Rank(g.Finals, 1, g.merits)); diff != "" {
		t.Errorf("winner by completed tickets (-want +got):\n%s", diff)
	}
	g.Finals[0].Completed = make([]engine.TicketID, 2)
	if diff := cmp.Diff([]engine.Seat{1, 2}, engine.Rank(g.Finals, 1, g.merits)); diff != "" {
		t.Errorf("shared victory (-want +got):\n%s", diff)
	}
	for i := range g.Finals {
		g.Finals[i].Total = -5
	}
	if diff := cmp.Diff([]engine.Seat{3}, engine.Rank(g.Finals, 1, g.merits)); diff != "" {
		t.Errorf("winner among negative totals (-want +got):\n%s", diff)
	}
}
