package play

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// contested is a store in which others are faster a number of times; after that it returns then.
type contested struct {
	Store
	stale int
	then  error
	tries int // writes, also in vain
	loads int
}

func (s *contested) Game(ctx context.Context, id match.GameID) (match.Game, error) {
	s.loads++
	return s.Store.Game(ctx, id)
}

func (s *contested) write(write func() error) error {
	s.tries++
	switch {
	case s.tries <= s.stale:
		return fmt.Errorf("try: %w", storage.ErrStale)
	case s.then != nil:
		return s.then
	}
	return write()
}

func (s *contested) Update(ctx context.Context, g match.Game, why storage.Origin,
	out []storage.Message,
) error {
	return s.write(func() error { return s.Store.Update(ctx, g, why, out) })
}

func (s *contested) Append(ctx context.Context, id match.GameID, m match.Move, u match.RowUpdate,
	why storage.Origin, out []storage.Message,
) error {
	return s.write(func() error { return s.Store.Append(ctx, id, m, u, why, out) })
}

// isRefused reports whether an error is a refusal with a code.
func isRefused(err error, code string) bool {
	refusal, ok := errors.AsType[*match.Refusal](err)
	return ok && refusal.Code == code
}

// posting is a command that anybody can give.
var posting = match.NotePost{Lobby: "another"}

func TestACommandIsTriedUntilItIsCarriedOutOrTooOften(t *testing.T) {
	wrong := errors.New("wrong")
	isWrong := func(err error) bool { return errors.Is(err, wrong) }
	isBusy := func(err error) bool { return isRefused(err, "busy") }
	none := func(err error) bool { return err == nil }
	for name, c := range map[string]struct {
		stale int // how often somebody is faster
		then  error
		want  func(error) bool
		tries int
	}{
		"at once":     {0, nil, none, 1},
		"in the end":  {3, nil, none, 4},
		"not at all":  {1, wrong, isWrong, 2},
		"nearly":      {maxTries - 1, nil, none, maxTries},
		"never ended": {maxTries, nil, isBusy, maxTries},
	} {
		t.Run(name, func(t *testing.T) {
			store, row := started(t, 0, 1)
			others := &contested{Store: store, stale: c.stale, then: c.then}
			_, change, err := service(others).Do(
				t.Context(), Call{Game: row.ID}, posting)
			if !c.want(err) || errors.Is(err, storage.ErrStale) || (change != nil) != (err == nil) {
				t.Errorf("got %+v, %v", change, err)
			}
			if others.tries != c.tries || others.loads != c.tries {
				t.Errorf("the game was loaded %d times and written %d times, want %d",
					others.loads, others.tries, c.tries)
			}
			now, lost := store.Game(t.Context(), row.ID)
			if lost != nil || (now.Lobby == "another") != (err == nil) {
				t.Errorf("got the post %q, %v after %v", now.Lobby, lost, err)
			}
		})
	}
}

// faulty panics.
type faulty struct{ Editions }

func (faulty) Edition(context.Context, match.Game) (engine.Title, error) { panic("oh") }

func TestAPanicIsAnErrorOfItsGame(t *testing.T) {
	store, row := started(t, 0, 1)
	s := service(store)
	s.Editions = faulty{}
	if _, _, err := s.Do(t.Context(), Call{Game: row.ID}, posting); err == nil {
		t.Error("a panic is no error")
	}
}

func TestCommandIsRetriedUntilSomebodyMoves(t *testing.T) {
	for _, moved := range []bool{false, true} {
		store, row := started(t, 2, 1)
		s := service(&contested{Store: store, stale: 1})
		before, err := s.Table(t.Context(), row.ID)
		if err != nil {
			t.Fatal(err)
		}
		if moved {
			other := before.View(before.Position().ToMove()[0])
			move := match.MakeMove{Seat: other.Viewer, Move: firstLegal(&other), Why: match.ByHouse}
			if _, _, err := service(store).Do(t.Context(), Call{Game: row.ID}, move); err != nil {
				t.Fatal(err)
			}
		}
		if moved { // and the move was taken back for another: what counts is the history, not its length
			now, err := service(store).Table(t.Context(), row.ID)
			if err != nil {
				t.Fatal(err)
			}
			before.Ply, before.Head = now.Ply, match.HeadAfter(row, nil)
		}
		call := Call{Game: row.ID, Table: before}
		_, _, err = s.Do(t.Context(), call, posting)
		if moved && !errors.Is(err, match.ErrStale) || !moved && err != nil {
			t.Errorf("somebody has moved: %t; got %v", moved, err)
		}
	}
}

func TestACallerDecidesWhetherACommandStillMeansTheSame(t *testing.T) {
	passed := errors.New("passed")
	for _, c := range []struct {
		still error
		asked int
		tries int
	}{{nil, 2, 3}, {passed, 1, 1}} {
		store, row := started(t, 2, 1)
		others := &contested{Store: store, stale: 2}
		s := service(others)
		before, err := s.Table(t.Context(), row.ID)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		call := Call{Game: row.ID, Table: before, Still: func(*Table) error {
			asked++
			return c.still
		}}
		_, _, err = s.Do(t.Context(), call, posting)
		if !errors.Is(err, c.still) || asked != c.asked || others.tries != c.tries {
			t.Errorf("got %v after %d questions and %d tries, want %v after %d and %d",
				err, asked, others.tries, c.still, c.asked, c.tries)
		}
	}
}

// firstLegal returns the first move that a viewer may make.
func firstLegal(v *engine.View) engine.Move {
	m := v.Legal()[0]
	for p := range v.Payments(m) {
		m.Payment = p
		break
	}
	return m
}

func TestAMoveIsMadeAfterFasterOnes(t *testing.T) {
	for _, c := range []struct{ stale, tries int }{{2, 3}, {maxTries, maxTries}} {
		store, row := started(t, 10, 1)
		others := &contested{Store: store, stale: c.stale}
		s := service(others)
		before, err := s.Table(t.Context(), row.ID)
		if err != nil {
			t.Fatal(err)
		}
		seat := before.Position().ToMove()[0]
		v := before.View(seat)
		call := Call{
			Game: row.ID, By: match.Actor{User: before.Seats[seat-1].User}, At: time.Unix(3, 0),
			Origin: match.Origin{Interaction: "i1"}, Table: before,
		}
		made, err := s.Make(t.Context(), call, seat, firstLegal(&v))
		moves, lost := store.Moves(t.Context(), row.ID, -1)
		if lost != nil {
			t.Fatal(lost)
		}
		if others.tries != c.tries {
			t.Errorf("the move was tried %d times, want %d", others.tries, c.tries)
		}
		if c.stale == maxTries {
			if !isRefused(err, "busy") || len(moves) != 10 {
				t.Errorf("got %v and %d moves, want busy and 10", err, len(moves))
			}
			continue
		}
		if err != nil || len(moves) < 11 || made.Table.Ply != engine.Ply(len(moves)) {
			t.Fatalf("got %v, %d moves and a table at ply %d", err, len(moves), made.Table.Ply)
		}
		again, err := s.Make(t.Context(), call, seat, firstLegal(&v)) // delivered twice
		if err != nil || again.Table.Ply != made.Table.Ply || !cmp.Equal(again.Move, made.Move) {
			t.Errorf("the second delivery got %+v at ply %d, %v, want %+v at ply %d",
				again.Move, again.Table.Ply, err, made.Move, made.Table.Ply)
		}
	}
}

func TestEventsLeaveWithTheChange(t *testing.T) {
	store, row := started(t, 0, 1)
	s, woken := service(store), 0
	s.Wake = func() { woken++ }
	s.Listeners = []Listener{
		{"event", func(match.Event) bool { return true }},
		{"ends", func(e match.Event) bool { _, ok := e.(match.Closed); return ok }},
	}
	by := match.Actor{User: "1", Name: "Ola", Channel: row.Channel}
	call := Call{
		Game: row.ID, By: by, At: time.Unix(3, 0), Origin: match.Origin{Interaction: "i1"},
	}
	if _, _, err := s.Do(t.Context(), call, match.Cancel{}); err != nil {
		t.Fatal(err)
	}
	due, err := store.Due(t.Context(), call.At, 9)
	if err != nil || len(due) != 1 || woken != 1 {
		t.Fatalf("got %+v, %v, woken %d times; want one event and one call", due, err, woken)
	}
	var h match.Happening
	if err := h.UnmarshalJSON([]byte(due[0].Body)); err != nil {
		t.Fatal(err)
	}
	if h.Event != (match.CancelAsked{By: 1}) || h.By != "1" || h.Interaction != "i1" ||
		!h.At.Equal(call.At) || due[0].Lane != "event/aaaa" {
		t.Errorf("got %+v in lane %s", h, due[0].Lane)
	}
	call.Origin.Interaction, call.By.User = "i2", "2"
	if _, _, err := s.Do(t.Context(), call, match.Cancel{}); err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for { // each lane holds its later messages back
		if due, err = store.Due(t.Context(), call.At, 9); err != nil {
			t.Fatal(err)
		}
		if len(due) == 0 {
			break
		}
		kinds = append(kinds, string(due[0].Kind))
		if err := store.Drop(t.Context(), due[0].ID, "seen"); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"event", "event", "ends"}, kinds); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

func TestACommandOfARepeatedInteractionChangesNothing(t *testing.T) {
	store, row := started(t, 0, 1)
	s := service(store)
	call := Call{Game: row.ID, Origin: match.Origin{Interaction: "i1"}}
	_, change, err := s.Do(t.Context(), call, posting)
	if err != nil || change == nil {
		t.Fatalf("got %+v, %v, want a change", change, err)
	}
	for _, again := range []match.Command{
		match.NotePost{Lobby: "a third"}, match.Join{}, // the second one would be refused
	} {
		table, change, err := s.Do(t.Context(), call, again)
		if err != nil || change != nil || table.Lobby != "another" {
			t.Errorf("got %+v, %v, the post %q", change, err, table.Lobby)
		}
	}
}

func TestTheTableAfterACommandIsTheOneInTheStore(t *testing.T) {
	store, row := started(t, 10, 1)
	s := service(store)
	before, err := s.Table(t.Context(), row.ID)
	if err != nil {
		t.Fatal(err)
	}
	seat := before.Position().ToMove()[0]
	v := before.View(seat)
	for name, wanted := range map[string]match.Command{
		"a post": posting,
		"a move": match.MakeMove{Seat: seat, Move: firstLegal(&v)},
	} {
		call := Call{
			Game: row.ID, By: match.Actor{User: row.Seats[seat-1].User}, At: time.Unix(3, 0).UTC(),
		}
		after, _, err := s.Do(t.Context(), call, wanted)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		stored, err := store.Game(t.Context(), row.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(stored, after.Game); diff != "" {
			t.Errorf("%s (-stored +returned):\n%s", name, diff)
		}
	}
}
