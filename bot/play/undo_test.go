package play_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
)

// wish is a table at which the first of three who have claimed routes wants theirs back, seen from
// the service: what a second front end would call.
type wish struct {
	*bottest.Stage
	id     match.GameID
	asker  string
	others []string
	n      int // interactions so far
}

func newWish(t *testing.T) *wish {
	t.Helper()
	w := &wish{Stage: bottest.New(t)}
	w.Pace = "daily"
	w.id = w.Playing("Ola", "Bo", "Cy")
	claims := func(m engine.Move) bool { return m.Verb == engine.Claim }
	for {
		first := w.ToClaim(w.id)
		w.MoveAs(w.id, first, bottest.FirstOf(engine.Claim))
		next := w.Table(w.id).View(w.Table(w.id).View(engine.Public).ToMove[0])
		if slices.ContainsFunc(next.Legal(), claims) {
			w.Move(w.id, bottest.FirstOf(engine.Claim))
			w.asker = w.NameOf(w.id, first)
			break
		}
	}
	for _, seat := range w.Game(w.id).Seats {
		if seat.Name != w.asker {
			w.others = append(w.others, seat.Name)
		}
	}
	w.Must(w.wants(w.asker, match.AskUndo{}))
	if g := w.Game(w.id); !g.Undoing.Holds(g) {
		t.Fatalf("nobody is asked: %+v", g.Undoing)
	}
	return w
}

// call is the next interaction of a person at the table.
func (w *wish) call(who string) play.Call {
	w.n++
	by := match.Actor{
		User: bottest.Person(who).ID, Name: who, Server: bottest.Guild, Channel: w.Game(w.id).Thread,
	}
	return play.Call{
		Game: w.id, By: by, At: w.Clock,
		Origin: match.Origin{Interaction: "undo" + who + string(rune('a'+w.n))},
	}
}

func (w *wish) wants(who string, wanted match.Command) error {
	_, _, err := w.Bot.Games().Do(w.T.Context(), w.call(who), wanted)
	return err
}

func (w *wish) answer(agreed bool) match.Command {
	return match.AnswerUndo{Agreed: agreed, At: w.Game(w.id).At()}
}

func TestServiceTakesNoMoveBackBeforeEverybodyAskedHasAgreed(t *testing.T) {
	w := newWish(t)
	then, before := w.answer(true), w.Game(w.id)
	for name, c := range map[string]struct {
		who    string
		wanted match.Command
		code   string
	}{
		"a stranger's Yes":        {"Eve", w.answer(true), "not-seated"},
		"a stranger's No":         {"Eve", w.answer(false), "not-seated"},
		"a stranger's wish":       {"Eve", match.AskUndo{}, "not-seated"},
		"the asker's own Yes":     {w.asker, w.answer(true), "undo-not-asked"},
		"a Yes to another moment": {w.others[0], match.AnswerUndo{Agreed: true}, "undo-moved-on"},
	} {
		refusal, ok := errors.AsType[*match.Refusal](w.wants(c.who, c.wanted))
		if !ok || refusal.Code != c.code {
			t.Errorf("%s: got %v, want %s", name, refusal, c.code)
		}
		if diff := cmp.Diff(before, w.Game(w.id)); diff != "" {
			t.Fatalf("%s counts (-before +after):\n%s", name, diff)
		}
	}
	w.Clock = w.Clock.Add(12 * time.Hour)
	refusal, _ := errors.AsType[*match.Refusal](w.wants(w.others[0], then))
	if refusal == nil || refusal.Code != "undo-late" {
		t.Errorf("a Yes after twelve hours: %v", refusal)
	}
	w.Move(w.id, bottest.FirstLegal)
	refusal, _ = errors.AsType[*match.Refusal](w.wants(w.others[0], then))
	if refusal == nil || refusal.Code != "undo-moved-on" || w.Game(w.id).Branch != 0 {
		t.Errorf("a Yes after a move: %v, branch %d", refusal, w.Game(w.id).Branch)
	}
}

func TestTheLastYesTakesTheMovesBackOnce(t *testing.T) {
	w := newWish(t)
	before, yes := w.Game(w.id), w.answer(true)
	calls := []play.Call{w.call(w.others[0]), w.call(w.others[1])}
	changes := make([]*match.Change, 6)
	var all sync.WaitGroup
	for i := range changes { // each is delivered three times
		all.Go(func() {
			var err error
			if _, changes[i], err = w.Bot.Games().Do(t.Context(), calls[i%2], yes); err != nil {
				t.Errorf("an answer: %v", err)
			}
		})
	}
	all.Wait()
	back := 0
	for _, c := range changes {
		if c != nil && c.Back != nil {
			back++
		}
	}
	if g := w.Game(w.id); back != 1 || g.Branch != 1 || g.Ply != before.Ply-2 {
		t.Errorf("%d answers took moves back, ply %d of %d, branch %d", back, g.Ply, before.Ply, g.Branch)
	}
}
