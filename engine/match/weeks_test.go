package match_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

// week is a table whose people come and go for weeks: they move, let time pass, stand in, leave,
// vote, pause and take moves back. The house plays the default.
type week struct {
	testing.TB
	rng     *rand.Rand
	rules   match.Rules
	table   *match.Table
	now     time.Time
	moves   []match.Move
	undone  []match.Undone
	history *match.History // nil: nobody has asked for it
	tenures []match.Tenure
	habits  map[match.UserID]match.Habits
	counts  map[string]int // by the name of an event or the code of a refusal
	told    []match.Noted
}

// people are those at the table, and one who looks on.
var people = []match.UserID{"ola", "bo", "cy", "di", "ewa", "fay", "zoe"}

func newWeek(tb testing.TB, seed uint64) *week {
	w := &week{
		TB: tb, rng: rand.New(rand.NewPCG(seed, 7)), counts: map[string]int{},
		rules: match.Rules{Patience: 24 * time.Hour}, habits: map[match.UserID]match.Habits{},
		now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC),
	}
	for _, p := range people {
		w.habits[p] = match.Habits{User: p, Zone: "Europe/Warsaw", Quiet: 22 * 60, Until: 7 * 60}
	}
	all := titles.All()
	title := all[w.rng.IntN(len(all))]
	counts := title.SeatCounts()
	paces := []string{"", "brisk", "daily"}
	row := match.Game{
		ID: "aaaaa", Title: title.ID(), Version: title.Version(), Guild: "g", Channel: "c",
		Thread: "t", Pace: paces[w.rng.IntN(len(paces))], Weekends: w.rng.IntN(2) == 0,
	}
	change := match.Open(row, w.actor("ola"), w.now)
	var err error
	if w.table, err = match.Load(change.Table.Game, title, nil, nil); err != nil {
		tb.Fatal(err)
	}
	for _, p := range people[1:counts[w.rng.IntN(len(counts))]] {
		w.must("join", p, match.Join{})
	}
	w.must("start", "ola", match.Start{Seed: engine.Seed{byte(seed), byte(seed >> 8)}})
	return w
}

func (w *week) actor(user match.UserID) match.Actor {
	return match.Actor{User: user, Name: string(user), Server: "g", Channel: "t"}
}

// must carries a command out.
func (w *week) must(what string, by match.UserID, wanted match.Command) {
	w.Helper()
	if err := w.do(by, wanted); err != nil {
		w.Fatalf("%s: %v", what, err)
	}
}

// knowledge is everything that a decision about the table may need.
func (w *week) knowledge() match.Knowledge {
	w.Helper()
	k := match.Knowledge{Habits: w.habits, Tenures: w.tenures, Moves: w.moves, Undone: w.undone}
	if w.table.Dealt() {
		h, err := match.Recount(w.table.Edition(), w.table.Game, w.moves, w.history)
		if err != nil {
			w.Fatal(err)
		}
		k.History, w.history = h, h
	}
	return k
}

// do carries a command out as the service does, and checks the result.
func (w *week) do(by match.UserID, wanted match.Command) error {
	w.Helper()
	w.table.Knowing(w.knowledge())
	before := w.table.Game
	before.Seats = slices.Clone(before.Seats)
	change, err := w.rules.Decide(w.table, w.actor(by), w.now, wanted)
	if !reflect.DeepEqual(before, w.table.Game) {
		w.Fatalf("%T has changed the table that it was decided about", wanted)
	}
	if err != nil {
		if refusal, ok := errors.AsType[*match.Refusal](err); ok {
			w.counts[refusal.Code]++
		}
		return err
	}
	update := change.Update()
	w.tenures = append(append(w.tenures, update.Tenures...), change.Table.NewTenures...)
	w.moves = append(w.moves, change.Moves...)
	if change.Back != nil {
		w.undone = append(w.undone, change.Back.Undone(w.moves, before.Branch)...)
		w.moves = append(w.moves[:change.Back.To:change.Back.To], change.Back.Again...)
	}
	w.table = &change.Table
	w.table.Rev, w.table.NewTenures = before.Rev+1, nil
	w.told = append(w.told, change.Events...)
	for _, e := range change.Events {
		w.counts[match.NameOf(e.Event)]++
	}
	w.check(wanted)
	return nil
}

// check wants that a table makes sense.
func (w *week) check(after match.Command) {
	w.Helper()
	t := w.table
	if t.State != match.Running {
		return
	}
	if int(t.Ply) != len(w.moves) {
		w.Fatalf("after %T: ply %d, %d moves", after, t.Ply, len(w.moves))
	}
	v := t.View(engine.Public)
	if got, want := t.ToMove, t.UsersOf(v.ToMove); !slices.Equal(got, want) {
		w.Fatalf("after %T: waits for %v, want %v", after, got, want)
	}
	pace, paced := match.FindPace(t.Pace)
	waits := false
	for i, s := range t.Seats {
		waits = waits || !s.Due.IsZero()
		if gifts := time.Duration(match.MaxGifts) * match.Gift; paced && s.Bank > pace.Cap+10*gifts {
			w.Fatalf("after %T: seat %d has %v", after, i+1, s.Bank)
		}
		for j, other := range t.Seats {
			if i != j && s.User != "" && s.User == other.User {
				w.Fatalf("after %T: %s plays two seats", after, s.User)
			}
		}
	}
	if paced && !waits {
		w.Fatalf("after %T: no clock is ever looked at again: %+v", after, t.Seats)
	}
}

// step lets time pass and somebody do something.
func (w *week) step() {
	asked := w.table.Undoing.Holds(w.table.Game)
	if due, ok := w.nextDue(); ok && !asked && w.rng.IntN(3) == 0 {
		if due.Due.After(w.now) {
			w.now = due.Due
		}
		w.pass(due)
		return
	}
	w.now = w.now.Add(time.Duration(w.rng.IntN(300)) * time.Minute)
	if asked && w.rng.IntN(4) > 0 || w.rng.IntN(8) == 0 {
		w.something(people[w.rng.IntN(len(people))])
		return
	}
	v := w.table.View(engine.Public)
	for _, seat := range v.ToMove {
		if user := w.table.Seats[seat-1].Player(); user != "" {
			w.must("a legal move", user, match.MakeMove{Seat: seat, Move: w.legal(seat)})
			return
		}
	}
}

// legal draws one of a seat's moves: a draw or a claim rather than a ticket.
func (w *week) legal(seat engine.Seat) engine.Move {
	v := w.table.View(seat)
	list := v.Legal()
	m := list[w.rng.IntN(len(list))]
	for m.Payment = range v.Payments(m) {
		break
	}
	return m
}

// nextDue returns the deadline that is due first.
func (w *week) nextDue() (first match.Deadline, ok bool) {
	for i, s := range w.table.Seats {
		if !s.Due.IsZero() && (!ok || s.Due.Before(first.Due)) {
			first = match.Deadline{Game: w.table.ID, Seat: engine.Seat(i + 1), Due: s.Due}
			ok = true
		}
	}
	return first, ok
}

// pass does what a deadline means, as the timekeeper does.
func (w *week) pass(d match.Deadline) {
	w.Helper()
	err := w.do("", match.PassDeadline{Deadline: d})
	if errors.Is(err, match.ErrHouseMoves) {
		v := w.table.View(d.Seat)
		move, _ := v.Overdue()
		wanted := match.MakeMove{Seat: d.Seat, Move: move, Why: match.ByHouse, Rev: w.table.Rev}
		err = w.do("", wanted)
	}
	if err != nil && !errors.Is(err, match.ErrUnchanged) {
		w.Fatalf("a deadline: %v", err)
	}
	if err := w.do("", match.CountVotes{}); err != nil && !errors.Is(err, match.ErrUnchanged) {
		w.Fatal(err)
	}
}

// something is what a person may want beside moving. A refusal is an answer.
func (w *week) something(by match.UserID) {
	w.Helper()
	seat := engine.Seat(1 + w.rng.IntN(len(w.table.Seats)))
	friend, at := people[w.rng.IntN(len(people))], w.table.At()
	wants := []match.Command{
		match.Pause{},
		match.Resume{},
		match.GiveTime{},
		match.Nudge{},
		match.Return{},
		match.AskStandIn{Friend: friend, AtOnce: w.rng.IntN(2) == 0},
		match.Seek{},
		match.AskStandIn{House: true, AtOnce: true},
		match.AnswerStandIn{Seat: seat, Agreed: true},
		match.AnswerStandIn{Seat: seat},
		match.Oust{Seat: seat},
		match.Take{Seat: seat},
		match.Rename{Name: fmt.Sprint("game ", w.rng.IntN(9))},
		match.PlayOn{},
		match.LapseUndo{},
		match.AskUndo{},
		match.AskUndo{Last: &at},
		match.AnswerUndo{At: at},
		match.AnswerUndo{Agreed: true, At: at},
		match.Evict{Place: "t"},
		match.Settle{},
		match.Pardon{User: friend},
		match.SettleClock{User: by},
		match.AdoptCalendar{User: by, Vacation: true},
	}
	if w.rng.IntN(12) == 0 {
		wants = []match.Command{match.LeaveGame{}, match.Cancel{}}
	}
	if w.table.Undoing.Holds(w.table.Game) {
		wants = []match.Command{match.AnswerUndo{At: at, Agreed: w.rng.IntN(2) == 0}}
	}
	for i, s := range w.table.Seats {
		if s.Asked != "" && w.rng.IntN(2) == 0 {
			by = s.Asked
			wants = []match.Command{
				match.AnswerStandIn{Seat: engine.Seat(i + 1), Agreed: w.rng.IntN(3) > 0},
			}
		}
	}
	if !w.table.Undoing.Holds(w.table.Game) && w.rng.IntN(4) == 0 {
		wants = []match.Command{match.AskUndo{}}
	}
	err := w.do(by, wants[w.rng.IntN(len(wants))])
	_, refused := errors.AsType[*match.Refusal](err)
	if err != nil && !refused && !errors.Is(err, match.ErrUnchanged) {
		w.Fatal(err)
	}
}

// maxSteps bounds a game that nobody plays well.
const maxSteps = 4000

// play goes on until the game is over, and returns after how many steps.
func (w *week) play() (steps int) {
	for w.table.State == match.Running && steps < maxSteps {
		w.step()
		steps++
	}
	return steps
}

func TestRandomWeeksOfATableEndAndStayConsistent(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(enginetest.Size(80, 2000)) {
		w := newWeek(t, seed)
		if w.play() == maxSteps {
			t.Errorf("seed %d: the game of %s does not end", seed, w.table.Title)
		}
		for name, n := range w.counts {
			counts[name] += n
		}
		for _, e := range w.told[:min(len(w.told), 40)] {
			if _, err := json.Marshal(match.Happening{Event: e.Event, Row: e.Row}); err != nil {
				t.Error(err)
			}
		}
	}
	for _, name := range []string{
		"Over", "Closed", "Moved", "TakenBack", "UndoAsked", "UndoRefused", "SeatChanged",
		"StandInAsked", "StandInAnswered", "Sought", "Pausing", "Gifted", "Nudged", "Reminded",
		"Pardoned", "Homeless", "Rehoused", "Renamed",
	} {
		if counts[name] == 0 {
			t.Errorf("%s never happened: the test proves little", name)
		}
	}
}

func BenchmarkWeekOfATable(b *testing.B) {
	moves := 0
	for i := range b.N {
		w := newWeek(b, uint64(i))
		w.play()
		moves += len(w.moves)
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
