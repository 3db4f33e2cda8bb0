package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/opponent"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

// midTurns are what a seat can owe in the middle of a turn, and the moves that lead there.
var midTurns = []struct {
	owes engine.Owes
	verb engine.Verb
}{{engine.OwesSecond, engine.Draw}, {engine.OwesKeep, engine.Tickets}, {engine.OwesPay, engine.Claim}, {engine.OwesPlace, engine.Draw}}

// towards picks a move that leads to the middle of a turn which has not been seen yet, tunnels before other routes; else the default.
func towards(title engine.Title, seen map[engine.Owes]bool) chooser {
	board, turns := titles.MapOf(title), 0
	return func(v engine.View) engine.Move {
		if v.Owes != engine.OwesTurn || v.Phase != engine.InPlay {
			return firstLegal(v)
		}
		turns++
		for i := range midTurns { // not always the same first: in some titles it leads nowhere
			to := midTurns[(turns+i)%len(midTurns)]
			for _, m := range v.Legal() {
				if seen[to.owes] || m.Verb != to.verb || m.Verb == engine.Claim && board.Routes[m.Route].Reveals == 0 ||
					to.owes == engine.OwesPlace && m.Slot > 0 {
					continue
				}
				return paid(v, m)
			}
		}
		return byDefault(v)
	}
}

// withComputers opens a table of a title with pace daily for a host, others and computers, by the buttons of the lobby.
func withComputers(t *testing.T, title engine.Title, host string, others ...string) (*stage, match.GameID, engine.Seat) {
	t.Helper()
	s := newStage(t)
	s.pace = "daily"
	id := s.lobbyOf(title.ID(), host)
	for _, name := range others {
		s.handle(s.click(name, press.Button(press.Join, id)))
	}
	for range title.SeatCounts()[0] - 1 - len(others) {
		s.handle(s.click(host, press.Button(press.Computer, id), "easy"))
	}
	contains(t, s.handle(s.click(host, press.Button(press.Start, id))).Content, "departs")
	s.flush()
	return s, id, s.table(id).SeatOf(person(host).ID)
}

// standsIn has a friend take over somebody's seat at once.
func (s *stage) standsIn(id match.GameID, owner, friend string) {
	s.t.Helper()
	contains(s.t, s.handle(s.slash(owner, "game stand-in", "game="+string(id), "player="+person(friend).ID, "now=true")).Content, "is asked")
	s.flush()
	table := s.api.Sent(s.game(id).Thread)
	contains(s.t, s.handle(s.click(friend, table[len(table)-1].Rows[0].Buttons[0].CustomID)).Content, "Thank you")
	s.flush()
}

// toldOnce checks that nothing is told the table twice in a row.
func (s *stage) toldOnce(id match.GameID) {
	s.t.Helper()
	table := s.api.Sent(s.game(id).Thread)
	for i := 1; i < len(table); i++ {
		if table[i].Content == table[i-1].Content && table[i].Content != "" {
			s.t.Errorf("the table is told twice: %q", table[i].Content)
		}
	}
}

// In each title a friend plays for Ola among computers, and she takes the seat back in the middle of a turn of every kind.
func TestASeatIsTakenBackInTheMiddleOfItsStandInsTurn(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			s, id, seat := withComputers(t, title, "Ola")
			s.remake(painted(stubPainter{})) // the hand is sent as a picture too, and that must not go to the friend either
			seen := map[engine.Owes]bool{}
			choose := towards(title, seen)
			for turn := 0; turn < 24 && len(seen) < len(midTurns) && s.game(id).State == match.Running; {
				v := s.table(id).View(seat)
				switch {
				case !v.Moves(seat):
					s.awhile()
					if s.table(id).View(seat).Ply == v.Ply {
						t.Fatalf("no computer moved at ply %d", v.Ply)
					}
					continue
				case v.Phase == engine.InSetup:
					s.moveAs(id, seat, firstLegal)
					s.flush()
					continue
				case v.Owes == engine.OwesTurn && s.game(id).Seats[seat-1].User == person("Ola").ID:
					s.standsIn(id, "Ola", "Cy")
				}
				turn++
				s.playAs(id, "Cy", seat, choose)
				s.flush()
				if v = s.table(id).View(seat); !v.Moves(seat) || v.Owes == engine.OwesTurn || seen[v.Owes] {
					for v = s.table(id).View(seat); v.Moves(seat) && v.Owes != engine.OwesTurn; v = s.table(id).View(seat) {
						s.playAs(id, "Cy", seat, firstLegal)
					}
					s.flush()
					continue
				}
				seen[v.Owes] = true
				s.takesBack(id, seat, "Ola", "Cy")
			}
			if len(seen) < 2 {
				t.Errorf("taken back in the middle of %v only", seen)
			}
			s.toldOnce(id)
			s.nothingBroke()
		})
	}
}

// playAs makes a move for the one who plays a seat now.
func (s *stage) playAs(id match.GameID, who string, seat engine.Seat, choose chooser) {
	s.t.Helper()
	v := s.table(id).View(seat)
	if _, err := carryOut(s.t.Context(), s.bot, s.request(s.slash(who, "draw")), id, choose(v)); err != nil {
		s.t.Fatalf("%s, ply %d: %v", who, v.Ply, err)
	}
}

// takesBack has the owner of a seat come back in the middle of a turn, and finish it. The one who stood in sees and does nothing more.
func (s *stage) takesBack(id match.GameID, seat engine.Seat, owner, friend string) {
	s.t.Helper()
	v, toFriend := s.table(id).View(seat), len(s.dm(friend))
	old := s.panelsNow(friend)
	contains(s.t, s.handle(s.slash(owner, "game return", "game="+string(id))).Content, "Welcome back")
	s.flush()
	shown := s.dm(owner)[len(s.dm(owner))-1]
	if len(acting(shown.Rows)) == 0 {
		s.t.Errorf("owing %v, %s gets %q with no way to go on", v.Owes, owner, shown.Content)
	}
	speaker := s.table(id).Speaker(s.bot.o.Catalog.Texts("en"))
	// With two decks trains and ships are listed apart.
	if hand := speaker.Cards(&v, v.Own().Hand.Cards); !v.Lexicon().TwoDecks && !strings.Contains(shown.Content, hand) {
		s.t.Errorf("owing %v, %s is not shown %q: %q", v.Owes, owner, hand, shown.Content)
	}
	if hand := fmt.Sprint("hand at ", v.Ply); len(shown.Files) != 1 || shown.Files[0].Alt != hand {
		s.t.Errorf("owing %v, %s is sent the pictures %+v, want the %s", v.Owes, owner, shown.Files, hand)
	}
	for _, m := range old {
		if o := offers(m); len(o) > 0 {
			s.handle(s.click(friend, o[0].id, o[0].values...))
		}
	}
	if now := s.table(id).View(seat); now.Ply != v.Ply {
		s.t.Fatalf("owing %v, %s still moves", v.Owes, friend)
	}
	for range 9 {
		if now := s.table(id).View(seat); !now.Moves(seat) || now.Owes == engine.OwesTurn {
			break
		}
		s.playAs(id, owner, seat, firstLegal)
	}
	s.flush()
	if now := s.table(id).View(seat); now.Ply == v.Ply {
		s.t.Fatalf("owing %v, %s cannot go on", v.Owes, owner)
	}
	for _, m := range s.dm(friend)[toFriend:] {
		if strings.Contains(m.Content, "Cards") || len(m.Files) > 0 {
			s.t.Errorf("owing %v, %s, who has given the seat back, gets %q", v.Owes, friend, m.Content)
		}
	}
	for _, m := range s.panelsNow(friend) {
		if len(acting(m.Rows)) > 0 {
			s.t.Errorf("%s still has %+v below %q", friend, m.Rows, m.Content)
		}
	}
}

// halfway is a house during whose turn something happens, once for each thing that a seat can owe.
type halfway struct {
	seat   engine.Seat
	choose chooser
	middle func(v *engine.View)
}

func (h *halfway) Choose(_ context.Context, s opponent.Seat) (engine.Move, bool) {
	if s.View.Viewer != h.seat {
		return s.View.Overdue()
	}
	if s.View.Owes != engine.OwesTurn && s.View.Phase == engine.InPlay {
		h.middle(s.View)
	}
	return h.choose(*s.View), true
}

// Ola's time is up. She is back while the house thinks about the second half of the turn that it has begun for her.
func TestASeatIsTakenBackInTheMiddleOfTheHousesTurn(t *testing.T) {
	for _, title := range titles.All() {
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
				contains(t, s.handle(s.slash("Ola", "game return", "game="+string(id))).Content, "Welcome back")
			}
			s.remake(func(o *Options) { o.House = house })
			for round := 0; round < 60 && len(seen) < len(midTurns) && s.game(id).State == match.Running; round++ {
				v := s.table(id).View(seat)
				switch g := s.game(id); {
				case slices.Contains(g.ToMove, person("Bo").ID):
					s.playAs(id, "Bo", s.table(id).SeatOf(person("Bo").ID), byDefault)
				case !v.Moves(seat):
					s.awhile()
				case v.Phase == engine.InSetup || v.Owes != engine.OwesTurn && !g.Seats[seat-1].Automated:
					if g.Seats[seat-1].Automated {
						t.Fatal("the house plays at setup")
					}
					before := v.Ply
					dm := s.dm("Ola")
					if v.Phase == engine.InPlay && len(acting(dm[len(dm)-1].Rows)) == 0 {
						t.Errorf("owing %v, Ola is back with %q", v.Owes, dm[len(dm)-1].Content)
					}
					s.playAs(id, "Ola", seat, firstLegal)
					if s.table(id).View(seat).Ply == before {
						t.Fatalf("owing %v, Ola is stuck", v.Owes)
					}
				case g.Seats[seat-1].Automated:
					s.keepDeadlines(time.Minute)
				default: // her time runs out
					s.keepDeadlines(g.Seats[seat-1].Ends.Sub(s.clock) + time.Second)
				}
				s.flush()
			}
			if len(seen) < 2 {
				t.Errorf("taken back in the middle of %v only", seen)
			}
			s.toldOnce(id)
			s.nothingBroke()
		})
	}
}

// openly picks a move that shows nobody anything hidden, if there is one.
func openly(v engine.View) engine.Move {
	for _, m := range v.Legal() {
		if m.Verb == engine.Claim || m.Verb == engine.Lay {
			return paid(v, m)
		}
	}
	return firstLegal(v)
}

// Ola takes moves back among computers whenever she may, at once or after they have moved; then she leaves for good, and they and Bo go on.
func TestMovesAreTakenBackAmongComputersAndOneLeaves(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			s, id, seat := withComputers(t, title, "Ola", "Bo")
			agree := func() {
				if g := s.game(id); g.Undoing.Holds(g) {
					s.handle(s.click("Bo", press.At(press.Allow, id, s.table(id).At())))
				}
			}
			own, back := 0, 0
			for step := 0; step < 60 && own < 6; step++ {
				switch g := s.game(id); {
				case slices.Contains(g.ToMove, person("Ola").ID):
					s.playAs(id, "Ola", seat, openly)
					own++
				case slices.Contains(g.ToMove, person("Bo").ID):
					s.playAs(id, "Bo", s.table(id).SeatOf(person("Bo").ID), byDefault)
				default:
					s.awhile()
				}
				if own%2 == 1 {
					s.flush()
					continue
				}
				branch := s.game(id).Branch
				s.handle(s.slash("Ola", "undo", "game="+string(id)))
				agree()
				if s.game(id).Branch != branch {
					back++
					if v := s.table(id).View(seat); !v.Moves(seat) {
						t.Fatalf("after an undo it is not Ola's move: %v", s.game(id).ToMove)
					}
				}
				s.flush()
			}
			if back == 0 {
				t.Error("nothing was ever taken back: this looks at nothing")
			}
			s.leaves("Ola", id)
			for rounds := 0; rounds < 4; {
				if before := s.table(id).View(engine.Public).Ply; slices.Contains(s.game(id).ToMove, person("Bo").ID) {
					s.playAs(id, "Bo", s.table(id).SeatOf(person("Bo").ID), byDefault)
					rounds++
				} else if s.awhile(); s.table(id).View(engine.Public).Ply == before {
					s.keepDeadlines(time.Minute)
					if s.table(id).View(engine.Public).Ply == before {
						t.Fatalf("the game is stuck at ply %d: %v is to move", before, s.game(id).ToMove)
					}
				}
				s.flush()
			}
			s.toldOnce(id)
			s.nothingBroke()
		})
	}
}
