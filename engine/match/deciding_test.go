package match

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/nordic"
)

// sitting is a table about which decisions are made.
type sitting struct {
	*testing.T
	table   *Table
	tenures []Tenure
	now     time.Time
}

// seated starts a game of Amsterdam on server "here".
func seated(t *testing.T, pace string, users ...UserID) *sitting {
	t.Helper()
	s := &sitting{T: t, now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	row := Game{
		ID: "aaaaa", Title: "amsterdam", Version: amsterdam.Title.Version(), Guild: "here",
		Channel: "c", Thread: "t", Pace: pace,
	}
	change := Open(row, s.at("here", users[0]), s.now)
	var err error
	if s.table, err = Load(change.Table.Game, amsterdam.Title, nil, nil); err != nil {
		t.Fatal(err)
	}
	for _, u := range users[1:] {
		s.must(u, Join{})
	}
	s.must(users[0], Start{})
	return s
}

func (s *sitting) at(server ServerID, user UserID) Actor {
	return Actor{User: user, Name: string(user), Server: server, Channel: "t"}
}

// do carries a command out.
func (s *sitting) do(by Actor, wanted Command) error {
	s.Helper()
	s.table.Knowing(Knowledge{Tenures: s.tenures})
	change, err := Rules{}.Decide(s.table, by, s.now, wanted)
	if err != nil {
		return err
	}
	s.tenures = append(append(s.tenures, change.Update().Tenures...), change.Table.NewTenures...)
	s.table = &change.Table
	s.table.NewTenures = nil
	return nil
}

func (s *sitting) must(by UserID, wanted Command) {
	s.Helper()
	if err := s.do(s.at("here", by), wanted); err != nil {
		s.Fatalf("%T by %s: %v", wanted, by, err)
	}
}

// refused wants a command to be refused with a code, and the table to stay as it is.
func (s *sitting) refused(by Actor, wanted Command, code string) {
	s.Helper()
	before := s.table
	err := s.do(by, wanted)
	if refusal, ok := errors.AsType[*Refusal](err); !ok || refusal.Code != code {
		s.Errorf("%T by %s: got %v, want the refusal %s", wanted, by.User, err, code)
	}
	s.table = before
}

func TestABystanderDecidesNothingAboutTheClocks(t *testing.T) {
	for name, prepare := range map[string]func(*sitting){
		"running": func(*sitting) {},
		"paused":  func(s *sitting) { s.must("ola", Pause{}); s.must("bo", Pause{}) },
	} {
		t.Run(name, func(t *testing.T) {
			s := seated(t, "daily", "ola", "bo")
			prepare(s)
			s.now = s.now.Add(48 * time.Hour)
			for _, wanted := range []Command{Pause{}, Resume{}, GiveTime{}, Nudge{}} {
				s.refused(s.at("here", "zoe"), wanted, "not-seated")
				s.refused(s.at("elsewhere", "zoe"), wanted, "game-unknown")
			}
		})
	}
}

// Between the question and the answer the friend may have taken another seat of the game.
func TestSeatedFriendDoesNotStandIn(t *testing.T) {
	for _, atOnce := range []bool{false, true} {
		s := seated(t, "daily", "ola", "bo", "cy")
		s.must("ola", AskStandIn{Friend: "zoe", AtOnce: atOnce})
		s.must("bo", LeaveGame{})
		s.must("cy", Seek{})
		s.must("zoe", Take{Seat: s.vacant()})
		answer := AnswerStandIn{Seat: s.table.SeatOf("ola"), Agreed: true}
		s.refused(s.at("here", "zoe"), answer, "has-seat-you")
	}
}

// A former stand-in has seen a hand, so no other seat of the game is theirs to take.
func TestAFormerStandInTakesNoOtherSeat(t *testing.T) {
	s := seated(t, "daily", "ola", "bo", "cy")
	own := s.table.SeatOf("ola")
	s.must("ola", AskStandIn{Friend: "zoe", AtOnce: true})
	s.must("zoe", AnswerStandIn{Seat: own, Agreed: true})
	s.must("ola", Return{})
	s.must("bo", LeaveGame{})
	s.must("cy", Seek{})
	s.refused(s.at("here", "zoe"), Take{Seat: s.vacant()}, "knows-secret-you")
	s.must("dan", Take{Seat: s.vacant()})
}

func TestNobodyIsNudgedWhileTheClocksArePaused(t *testing.T) {
	s := seated(t, "daily", "ola", "bo")
	s.must("ola", Pause{})
	s.must("bo", Pause{})
	s.now = s.now.Add(48 * time.Hour)
	s.refused(s.at("here", "ola"), Nudge{}, "nudge-paused")
}

// All have yet to choose their tickets, so all clocks run.
func TestTimeIsGivenToOthersOnlyAndThreeTimesATurn(t *testing.T) {
	s := seated(t, "daily", "ola", "bo")
	ola, bo := s.table.SeatOf("ola")-1, s.table.SeatOf("bo")-1
	before := slices.Clone(s.table.Seats)
	for range MaxGifts {
		s.must("ola", GiveTime{})
	}
	s.refused(s.at("here", "ola"), GiveTime{}, "gifts-enough")
	given := s.table.Seats[bo].Bank - before[bo].Bank
	if own := s.table.Seats[ola].Bank - before[ola].Bank; own != 0 || given != MaxGifts*Gift {
		t.Errorf("ola has %v more and bo %v, want none and %v", own, given, MaxGifts*Gift)
	}
}

func TestAPauseEndsByItself(t *testing.T) {
	s := seated(t, "daily", "ola", "bo")
	s.must("ola", Pause{})
	s.must("bo", Pause{})
	s.now = s.now.Add(LongestPause - time.Minute)
	if err := s.do(Actor{}, EndPause{}); !errors.Is(err, ErrUnchanged) || !s.table.Paused {
		t.Errorf("a minute before: error %v, paused %t", err, s.table.Paused)
	}
	s.now = s.now.Add(time.Minute)
	if err := s.do(Actor{}, EndPause{}); err != nil || s.table.Paused {
		t.Errorf("then: error %v, paused %t", err, s.table.Paused)
	}
}

// Somebody who comes back to the seat has to vote anew.
func TestVoteForAPauseLeavesWithItsPlayer(t *testing.T) {
	s := seated(t, "daily", "ola", "bo", "cy")
	s.must("ola", Pause{})
	s.must("ola", LeaveGame{})
	if len(s.table.Pausing) > 0 {
		t.Errorf("%v want a pause, and nobody of them has a seat", s.table.Pausing)
	}
}

// vacant returns the seat that is nobody's.
func (s *sitting) vacant() engine.Seat {
	s.Helper()
	for i := range s.table.Seats {
		if s.table.Seats[i].Vacant() {
			return engine.Seat(i + 1)
		}
	}
	s.Fatal("no seat is vacant")
	return 0
}

func TestManagersDecideOnlyAboutGamesOfTheirServer(t *testing.T) {
	for _, wanted := range []Command{EndGame{}, Pardon{User: "ola"}} {
		s := seated(t, "daily", "ola", "bo")
		s.refused(s.at("elsewhere", "zoe"), wanted, "game-unknown")
		s.refused(s.at("", "zoe"), wanted, "game-unknown")
		s.must("zoe", wanted) // of the game's own server
	}
}

// The moves of the first seat, which others must not learn, are the same whether they stand or were
// taken back.
func TestUndoneMovesHideTheSameSecrets(t *testing.T) {
	s := seated(t, "", "ola", "bo", "cy")
	v := s.table.View(1)
	lexicon := v.Lexicon()
	var moves []Move
	for ply, offer := range v.Own().Offer.IDs[:2] {
		moves = append(moves, Move{
			Ply: engine.Ply(ply), Seat: 1, Text: "keep " + lexicon.Tickets[offer],
		})
	}
	undone := []Undone{{By: "ola", Move: moves[1]}}
	undone[0].Ply = 0
	for viewer := engine.Public; viewer <= 3; viewer++ {
		stood, err := Annals(amsterdam.Title, s.table.Game, []Move{undone[0].Move}, nil, viewer, nil)
		if err != nil {
			t.Fatal(err)
		}
		all, err := Annals(amsterdam.Title, s.table.Game, moves[:1], undone, viewer, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) != 2 || !all[0].Undone || !reflect.DeepEqual(all[0].Events, stood[0].Events) {
			t.Errorf("viewer %d is told %+v of what was taken back, was told %+v",
				viewer, all, stood[0].Events)
		}
		for _, one := range all {
			for _, e := range one.Events {
				if viewer != 1 && len(e.Tickets) > 0 {
					t.Errorf("viewer %d is told the tickets %v", viewer, e.Tickets)
				}
			}
		}
	}
}

// The tunnel asks for one card (N6, the rulebook's second example).
func TestN6PlanPaysExactlyTheTollAsked(t *testing.T) {
	title := nordic.Title
	setup := engine.Setup{Names: []string{"Ola", "Bo"}, Stacked: map[string][]engine.Card{}}
	lexicon := title.Lexicon()
	for name := range strings.FieldsSeq("green green green red blue blue blue blue " +
		"white white white white white red green blue white") {
		c, _ := lexicon.Card(name)
		setup.Stacked["Deck"] = append(setup.Stacked["Deck"], c)
	}
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for seat := engine.Seat(1); seat <= 2; seat++ {
		v := g.View(seat)
		if _, err := g.Apply(seat, v.Legal()[0]); err != nil {
			t.Fatal(err)
		}
	}
	wish, err := readStep("claim kristiansand--stavanger.1 2green", lexicon)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Apply(1, wish.Moves[0].Move); err != nil {
		t.Fatal(err)
	}
	v := g.View(1)
	if v.Tunnel == nil || v.Tunnel.Asks != 1 {
		t.Fatalf("the tunnel is %+v, want one that asks for a card", v.Tunnel)
	}
	for toll, want := range map[int]engine.Verb{0: engine.Withdraw, 1: engine.Pay, 2: engine.Pay} {
		wish.Toll = toll
		if m, ok := wish.Next(1, &v); !ok || m.Verb != want {
			t.Errorf("a plan with a toll of %d makes %v, want %v", toll, m.Verb, want)
		}
	}
}
