package handlers_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

// midTurns are what a seat can owe in the middle of a turn, and the moves that lead there.
var midTurns = []struct {
	owes engine.Owes
	verb engine.Verb
}{
	{engine.OwesSecond, engine.Draw},
	{engine.OwesKeep, engine.Tickets},
	{engine.OwesPay, engine.Claim},
	{engine.OwesPlace, engine.Draw},
}

// towards picks a move that leads to the middle of a turn which has not been seen yet, tunnels
// before other routes; else the default.
func towards(title engine.Title, seen map[engine.Owes]bool) bottest.Chooser {
	board, turns := titles.MapOf(title), 0
	return func(v engine.View) engine.Move {
		if v.Owes != engine.OwesTurn || v.Phase != engine.InPlay {
			return bottest.FirstLegal(v)
		}
		turns++
		for i := range midTurns { // not always the same first: in some titles it leads nowhere
			to := midTurns[(turns+i)%len(midTurns)]
			for _, m := range v.Legal() {
				if seen[to.owes] || m.Verb != to.verb || m.Verb == engine.Claim &&
					board.Routes[m.Route].Reveals == 0 ||
					to.owes == engine.OwesPlace && m.Slot > 0 {
					continue
				}
				return bottest.Paid(v, m)
			}
		}
		return bottest.ByDefault(v)
	}
}

// withComputers opens a table of a title with pace daily for a host, others and computers, by the
// buttons of the lobby.
func withComputers(t *testing.T, title engine.Title, host string,
	others ...string,
) (*bottest.Stage, match.GameID, engine.Seat) {
	t.Helper()
	s := bottest.New(t)
	s.Pace = "daily"
	id := s.LobbyWith(host, "title="+title.ID(), "public=true")
	for _, name := range others {
		s.Handle(s.Click(name, customid.Button(customid.Join, id)))
	}
	for range title.SeatCounts()[0] - 1 - len(others) {
		s.Handle(s.Click(host, customid.Button(customid.Computer, id), "easy"))
	}
	bottest.Contains(t, s.Handle(s.Click(host, customid.Button(customid.Start, id))).Content,
		"has started")
	s.Flush()
	return s, id, s.Table(id).SeatOf(bottest.Person(host).ID)
}

// standsIn has a friend take over somebody's seat at once.
func standsIn(s *bottest.Stage, id match.GameID, owner, friend string) {
	s.T.Helper()
	bottest.Contains(s.T, s.Handle(s.Slash(owner, "game stand-in", "game="+string(id),
		"player="+string(bottest.Person(friend).ID), "now=true")).Content, "to stand in for you")
	s.Flush()
	table := s.API.Sent(s.Game(id).Thread)
	bottest.Contains(s.T, s.Handle(s.Click(friend,
		table[len(table)-1].Rows[0].Buttons[0].CustomID)).Content, "Thank you")
	s.Flush()
}

// toldOnce checks that nothing is told the table twice in a row.
func toldOnce(s *bottest.Stage, id match.GameID) {
	s.T.Helper()
	table := s.API.Sent(s.Game(id).Thread)
	for i := 1; i < len(table); i++ {
		if table[i].Content == table[i-1].Content && table[i].Content != "" {
			s.T.Errorf("the table is told twice: %q", table[i].Content)
		}
	}
}

// In each title a friend plays for Ola among computers, and she takes the seat back in the middle
// of a turn of every kind.
func TestASeatIsTakenBackInTheMiddleOfItsStandInsTurn(t *testing.T) {
	t.Parallel()
	for _, title := range bottest.Titles("nordic", "asia") {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			s, id, seat := withComputers(t, title, "Ola")
			// the hand is sent as a picture too, and that must not go to the friend either
			s.Remake(bottest.Painted(bottest.StubPainter{}))
			seen := map[engine.Owes]bool{}
			choose := towards(title, seen)
			for turn := 0; turn < 24 && len(seen) < len(midTurns) && s.Game(id).State == match.Running; {
				v := s.Table(id).View(seat)
				switch {
				case !v.Moves(seat):
					s.Awhile()
					if s.Table(id).View(seat).Ply == v.Ply {
						t.Fatalf("no computer moved at ply %d", v.Ply)
					}
					continue
				case v.Phase == engine.InSetup:
					s.MoveAs(id, seat, bottest.FirstLegal)
					s.Flush()
					continue
				case v.Owes == engine.OwesTurn && s.Game(id).Seats[seat-1].User == bottest.Person("Ola").ID:
					standsIn(s, id, "Ola", "Cy")
				}
				turn++
				playAs(s, id, "Cy", seat, choose)
				s.Flush()
				if v = s.Table(id).View(seat); !v.Moves(seat) || v.Owes == engine.OwesTurn || seen[v.Owes] {
					for v = s.Table(id).View(seat); v.Moves(seat) &&
						v.Owes != engine.OwesTurn; v = s.Table(id).View(seat) {
						playAs(s, id, "Cy", seat, bottest.FirstLegal)
					}
					s.Flush()
					continue
				}
				seen[v.Owes] = true
				takesBack(s, id, seat, "Ola", "Cy")
			}
			if len(seen) < 2 {
				t.Errorf("taken back in the middle of %v only", seen)
			}
			toldOnce(s, id)
			s.NothingBroke()
		})
	}
}

// playAs makes a move for the one who plays a seat now.
func playAs(s *bottest.Stage, id match.GameID, who string, seat engine.Seat,
	choose bottest.Chooser,
) {
	s.T.Helper()
	v := s.Table(id).View(seat)
	if _, err := bottest.CarryOut(s.T.Context(), s.Bot, s.Request(s.Slash(who, "draw")), id,
		choose(v)); err != nil {
		s.T.Fatalf("%s, ply %d: %v", who, v.Ply, err)
	}
}

// takesBack has the owner of a seat come back in the middle of a turn, and finish it. The one who
// stood in sees and does nothing more.
func takesBack(s *bottest.Stage, id match.GameID, seat engine.Seat, owner, friend string) {
	s.T.Helper()
	v, toFriend := s.Table(id).View(seat), len(s.DM(friend))
	old := s.PanelsNow(friend)
	bottest.Contains(s.T, s.Handle(s.Slash(owner, "game return", "game="+string(id))).Content,
		"Welcome back")
	s.Flush()
	shown := s.DM(owner)[len(s.DM(owner))-1]
	if len(bottest.Acting(shown.Rows)) == 0 {
		s.T.Errorf("owing %v, %s gets %q with no way to go on", v.Owes, owner, shown.Content)
	}
	speaker := message.Speaker(s.Texts("en"), s.Table(id))
	// With two decks trains and ships are listed apart.
	if hand := speaker.Cards(&v, v.Own().Hand.Cards); !v.Lexicon().TwoDecks &&
		!strings.Contains(shown.Content, hand) {
		s.T.Errorf("owing %v, %s is not shown %q: %q", v.Owes, owner, hand, shown.Content)
	}
	if hand := fmt.Sprint("hand at ", v.Ply); len(shown.Files) != 1 || shown.Files[0].Alt != hand {
		s.T.Errorf("owing %v, %s is sent the pictures %+v, want the %s", v.Owes, owner, shown.Files, hand)
	}
	for _, m := range old {
		if o := bottest.Offers(m); len(o) > 0 {
			s.Handle(s.Click(friend, o[0].ID, o[0].Values...))
		}
	}
	if now := s.Table(id).View(seat); now.Ply != v.Ply {
		s.T.Fatalf("owing %v, %s still moves", v.Owes, friend)
	}
	for range 9 {
		if now := s.Table(id).View(seat); !now.Moves(seat) || now.Owes == engine.OwesTurn {
			break
		}
		playAs(s, id, owner, seat, bottest.FirstLegal)
	}
	s.Flush()
	if now := s.Table(id).View(seat); now.Ply == v.Ply {
		s.T.Fatalf("owing %v, %s cannot go on", v.Owes, owner)
	}
	for _, m := range s.DM(friend)[toFriend:] {
		if strings.Contains(m.Content, "Cards") || len(m.Files) > 0 {
			s.T.Errorf("owing %v, %s, who has given the seat back, gets %q", v.Owes, friend, m.Content)
		}
	}
	for _, m := range s.PanelsNow(friend) {
		if len(bottest.Acting(m.Rows)) > 0 {
			s.T.Errorf("%s still has %+v below %q", friend, m.Rows, m.Content)
		}
	}
}

// halfway is a house during whose turn something happens, once for each thing that a seat can owe.
type halfway struct {
	seat   engine.Seat
	choose bottest.Chooser
	middle func(v *engine.View)
}

func (h *halfway) Choose(_ context.Context, s play.BenchSeat) (engine.Move, bool) {
	if s.View.Viewer != h.seat {
		return s.View.Overdue()
	}
	if s.View.Owes != engine.OwesTurn && s.View.Phase == engine.InPlay {
		h.middle(s.View)
	}
	return h.choose(*s.View), true
}

// Ola's time is up. She is back while the house thinks about the second half of the turn that it
// has begun for her.
func TestASeatIsTakenBackInTheMiddleOfTheHousesTurn(t *testing.T) {
	t.Parallel()
	for _, title := range bottest.Titles("asia", "world") {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			s, id, seat := withComputers(t, title, "Ola", "Bo") // with her alone the game would rest
			seen := map[engine.Owes]bool{}
			house := &halfway{seat: seat, choose: towards(title, seen)}
			house.middle = func(v *engine.View) {
				if seen[v.Owes] {
					return
				}
				seen[v.Owes] = true
				bottest.Contains(t, s.Handle(s.Slash("Ola", "game return", "game="+string(id))).Content,
					"Welcome back")
			}
			s.Remake(func(o *bot.Options) { o.House = house })
			for round := 0; round < 60 && len(seen) < len(midTurns) &&
				s.Game(id).State == match.Running; round++ {
				v := s.Table(id).View(seat)
				switch g := s.Game(id); {
				case slices.Contains(g.ToMove, bottest.Person("Bo").ID):
					playAs(s, id, "Bo", s.Table(id).SeatOf(bottest.Person("Bo").ID), bottest.ByDefault)
				case !v.Moves(seat):
					s.Awhile()
				case v.Phase == engine.InSetup || v.Owes != engine.OwesTurn && !g.Seats[seat-1].Automated:
					if g.Seats[seat-1].Automated {
						t.Fatal("the house plays at setup")
					}
					before := v.Ply
					dm := s.DM("Ola")
					if v.Phase == engine.InPlay && len(bottest.Acting(dm[len(dm)-1].Rows)) == 0 {
						t.Errorf("owing %v, Ola is back with %q", v.Owes, dm[len(dm)-1].Content)
					}
					playAs(s, id, "Ola", seat, bottest.FirstLegal)
					if s.Table(id).View(seat).Ply == before {
						t.Fatalf("owing %v, Ola is stuck", v.Owes)
					}
				case g.Seats[seat-1].Automated:
					s.KeepDeadlines(time.Minute)
				default: // her time runs out
					s.KeepDeadlines(g.Seats[seat-1].Ends.Sub(s.Clock) + time.Second)
				}
				s.Flush()
			}
			if len(seen) < 2 {
				t.Errorf("taken back in the middle of %v only", seen)
			}
			toldOnce(s, id)
			s.NothingBroke()
		})
	}
}

// openly picks a move that shows nobody anything hidden, if there is one.
func openly(v engine.View) engine.Move {
	for _, m := range v.Legal() {
		if m.Verb == engine.Claim || m.Verb == engine.Lay {
			return bottest.Paid(v, m)
		}
	}
	return bottest.FirstLegal(v)
}

// Ola takes moves back among computers whenever she may, at once or after they have moved; then she
// leaves for good, and they and Bo go on.
func TestMovesAreTakenBackAmongComputersAndOneLeaves(t *testing.T) {
	t.Parallel()
	for _, title := range bottest.Titles("asia", "cardgame") {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			s, id, seat := withComputers(t, title, "Ola", "Bo")
			agree := func() {
				if g := s.Game(id); g.Undoing.Holds(g) {
					s.Handle(s.Click("Bo", customid.At(customid.Allow, id, customid.Of(s.Table(id).Game))))
				}
			}
			own, back := 0, 0
			for step := 0; step < 60 && own < 6; step++ {
				switch g := s.Game(id); {
				case slices.Contains(g.ToMove, bottest.Person("Ola").ID):
					playAs(s, id, "Ola", seat, openly)
					own++
				case slices.Contains(g.ToMove, bottest.Person("Bo").ID):
					playAs(s, id, "Bo", s.Table(id).SeatOf(bottest.Person("Bo").ID), bottest.ByDefault)
				default:
					s.Awhile()
				}
				if own%2 == 1 {
					s.Flush()
					continue
				}
				branch := s.Game(id).Branch
				s.Handle(s.Slash("Ola", "undo", "game="+string(id)))
				agree()
				if s.Game(id).Branch != branch {
					back++
					if v := s.Table(id).View(seat); !v.Moves(seat) {
						t.Fatalf("after an undo it is not Ola's move: %v", s.Game(id).ToMove)
					}
				}
				s.Flush()
			}
			if back == 0 {
				t.Error("nothing was ever taken back: this looks at nothing")
			}
			leaves(s, "Ola", id)
			for rounds := 0; rounds < 4; {
				if before := s.Table(id).View(engine.Public).Ply; slices.Contains(s.Game(id).ToMove,
					bottest.Person("Bo").ID) {
					playAs(s, id, "Bo", s.Table(id).SeatOf(bottest.Person("Bo").ID), bottest.ByDefault)
					rounds++
				} else if s.Awhile(); s.Table(id).View(engine.Public).Ply == before {
					s.KeepDeadlines(time.Minute)
					if s.Table(id).View(engine.Public).Ply == before {
						t.Fatalf("the game is stuck at ply %d: %v is to move", before, s.Game(id).ToMove)
					}
				}
				s.Flush()
			}
			toldOnce(s, id)
			s.NothingBroke()
		})
	}
}
