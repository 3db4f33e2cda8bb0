package bot

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/opponent"
	"konduktor/bot/press"
	"konduktor/bot/seating"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

// solo opens a lobby of a title and starts it against computer players, as its host's only button says.
func (s *stage) solo(title, host string) match.GameID {
	s.t.Helper()
	id := s.lobbyOf(title, host)
	s.handle(s.click(host, press.Button(press.Solo, id)))
	s.flush()
	return id
}

// awhile lets the time pass that computers think, and those who are due move.
func (s *stage) awhile() {
	s.t.Helper()
	s.clock = s.clock.Add(15 * time.Second)
	s.must(s.bot.KeepClocks(s.t.Context()))
	s.flush()
}

func TestOnePersonPlaysEachTitleAgainstComputers(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			id := s.solo(title.ID(), "Ola")
			own := engine.Public
			for turn := 0; s.game(id).State == match.Running; turn++ {
				g := s.game(id)
				if turn > 2000 {
					t.Fatalf("the game does not end; ply %d", g.Ply)
				}
				own = engine.Seat(slices.IndexFunc(g.Seats, func(s match.Seat) bool { return s.Level == "" }) + 1)
				if !slices.Contains(g.ToMove, g.Seats[own-1].User) {
					s.awhile()
					if after := s.game(id); after.Ply == g.Ply {
						t.Fatalf("no computer moved at ply %d", g.Ply)
					}
					continue
				}
				s.moveAs(id, own, byDefault) // a person who does as little as they can
				s.flush()
			}
			v := s.table(id).View(engine.Public)
			if slices.Contains(v.Winners, own) {
				t.Errorf("the computers lost against somebody who only draws cards: %v", v.Winners)
			}
			for _, seat := range s.game(id).Seats {
				if seat.Level != "" && (seat.User != "" || !strings.HasPrefix(seat.Name, "Bot ")) {
					t.Errorf("a computer's seat is %+v", seat)
				}
			}
			s.nothingBroke()
		})
	}
}

// byDefault makes the default move.
func byDefault(v engine.View) engine.Move {
	m, ok := v.Overdue()
	if !ok {
		panic("there is no default")
	}
	return m
}

func TestTheStrengthOfAComputerIsSaidWhereItIsIntroduced(t *testing.T) {
	s := newStage(t)
	opened := s.handle(s.slash("Ola", "game new", "title=amsterdam", "pace=none"))
	contains(t, opened.Rows[0].Buttons[0].Label, "(steady)")
	id := s.solo("amsterdam", "Bo")
	contains(t, s.api.Sent(s.game(id).Thread)[0].Content, "Bot Ada (steady)")
}

func TestComputersAreAddedInTheLobbyAndWaitAsAgreed(t *testing.T) {
	s := newStage(t)
	s.pace = "daily"
	id := s.lobby("Ola")
	menu := press.Button(press.Computer, id)
	if said := s.handle(s.click("Bo", menu, "easy")); !strings.Contains(said.Content, "Only the host") {
		t.Errorf("somebody else adds a computer: %q", said.Content)
	}
	s.handle(s.click("Ola", menu, "genius"))
	if got := len(s.game(id).Seats); got != 1 {
		t.Errorf("a level that there is not takes a seat: %d", got)
	}
	s.handle(s.click("Ola", menu, "easy"))
	s.handle(s.click("Ola", menu, "steady"))
	s.handle(s.click("Ola", menu, press.NoComputer))
	s.flush()
	if lobby := s.lobbyNow(id); !strings.Contains(lobby, "Bot Ada (easy)") || strings.Contains(lobby, "steady") {
		t.Errorf("the lobby says %q", lobby)
	}
	if said := s.handle(s.click("Ola", press.Button(press.Start, id))); !strings.Contains(said.Content, "departs") {
		t.Fatalf("the game does not start: %q", said.Content)
	}
	s.flush()
	bot := slices.IndexFunc(s.game(id).Seats, func(s match.Seat) bool { return s.Level == "easy" })
	if bot < 0 || !s.game(id).Seats[bot].Automated {
		t.Fatalf("seats: %+v", s.game(id).Seats)
	}
	before := s.game(id).Ply
	s.clock = s.clock.Add(14 * time.Second)
	s.must(s.bot.KeepClocks(t.Context()))
	if got := s.game(id).Ply; got != before {
		t.Error("the computer chose its tickets at once")
	}
	s.clock = s.clock.Add(time.Second)
	s.must(s.bot.KeepClocks(t.Context()))
	if got := s.game(id).Ply; got == before {
		t.Error("the computer did not choose its tickets after 15 s")
	}
	s.nothingBroke()
}

func TestARematchIsPlayedWithTheSameComputers(t *testing.T) {
	s := newStage(t)
	id := s.solo("amsterdam", "Ola")
	s.handle(s.slash("Ola", "game cancel", "game="+string(id)))
	s.handle(s.click("Ola", press.Button(press.Stop, id)))
	s.flush()
	if got := s.game(id).State; got != match.Cancelled {
		t.Fatalf("the game is %s", got)
	}
	s.handle(s.click("Ola", press.Button(press.Rematch, id)))
	s.flush()
	games, err := s.store.GamesOf(t.Context(), person("Ola").ID, match.Lobby)
	s.must(err)
	if len(games) != 1 || len(games[0].Seats) != 2 || games[0].Seats[1].Level != "steady" {
		t.Errorf("the rematch is %+v", games)
	}
}

func TestNobodyPlaysAgainstTheComputerAloneWhereOthersHaveJoined(t *testing.T) {
	s := newStage(t)
	id := s.lobby("Ola", "Bo")
	if said := s.handle(s.click("Ola", press.Button(press.Solo, id))); !strings.Contains(said.Content, "no longer alone") {
		t.Errorf("got %q", said.Content)
	}
	if got := s.game(id); got.State != match.Lobby || len(got.Seats) != 2 {
		t.Errorf("the game is %+v", got)
	}
}

func TestAComputerGoesOnAfterAPause(t *testing.T) {
	s := newStage(t)
	s.pace = "daily"
	id := s.solo("amsterdam", "Ola")
	for !slices.Equal(s.game(id).ToMove, nil) || s.game(id).Ply == 0 { // until only the computer is waited for
		s.move(id, byDefault)
		s.flush()
		s.clock = s.clock.Add(time.Second)
	}
	s.handle(s.slash("Ola", "game pause", "game="+string(id)))
	before := s.game(id)
	s.clock = s.clock.Add(time.Hour)
	s.must(s.bot.KeepClocks(t.Context()))
	if after := s.game(id); !after.Paused || after.Ply != before.Ply {
		t.Fatalf("in the pause: paused %t, ply %d, want %d", after.Paused, after.Ply, before.Ply)
	}
	s.handle(s.slash("Ola", "game resume", "game="+string(id)))
	s.awhile()
	if got := s.game(id).Ply; got == before.Ply {
		t.Error("the computer does not move after the pause: the game is stuck")
	}
}

func TestALobbyWithComputersIsCancelled(t *testing.T) {
	s := newStage(t)
	id := s.lobby("Ola")
	for range 2 {
		s.handle(s.click("Ola", press.Button(press.Computer, id), "easy"))
	}
	s.handle(s.click("Ola", press.Button(press.Stop, id)))
	s.flush()
	if got := s.game(id).State; got != match.Cancelled {
		t.Errorf("the lobby is %s", got)
	}
	s.nothingBroke()
}

func TestAComputerThatIsSentAwayLeavesPartnersTogether(t *testing.T) {
	s := teamStage(t)
	id := s.lobbyOf("asia", "Ola")
	s.handle(s.click("Ola", press.Button(press.Computer, id), "easy"))
	for _, name := range []string{"Bo", "Cy"} {
		s.handle(s.click(name, press.Button(press.Join, id)))
	}
	s.handle(s.click("Ola", press.Button(press.Computer, id), press.NoComputer))
	got := seating.Names(s.game(id).Seats)
	if want := []string{"Bo", "Cy", "Ola"}; !slices.Equal(got, want) {
		t.Errorf("seats %q, want the team %q first", got, want)
	}
}

// thoughtful is a house that something happens to while it thinks.
type thoughtful struct{ meanwhile func() }

func (h *thoughtful) Choose(_ context.Context, s opponent.Seat) (engine.Move, bool) {
	if f := h.meanwhile; f != nil {
		h.meanwhile = nil
		f()
	}
	return s.View.Overdue()
}

func TestTheHouseDoesNotMoveForAPlayerWhoIsBackWhileItThinks(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	house := &thoughtful{}
	s.remake(func(o *Options) { o.House = house })
	first := s.game(id).Seats[0].Name
	s.handle(s.slash(first, "game stand-in", "game="+string(id), "house=true", "now=true"))
	s.flush()
	before := s.game(id).Ply
	house.meanwhile = func() { s.handle(s.slash(first, "game return", "game="+string(id))) }
	s.clock = s.clock.Add(time.Minute)
	s.must(s.bot.KeepClocks(t.Context()))
	if after := s.game(id); after.Ply != before || after.Seats[0].Automated {
		t.Errorf("ply %d, want %d; the house plays: %t", after.Ply, before, after.Seats[0].Automated)
	}
}

func TestComputersDoNotKeepOnePersonWaiting(t *testing.T) {
	for _, c := range []struct{ delay, want string }{{"", "soon"}, {"usual", "usual"}, {"none", "none"}, {"long", "long"}} {
		s := newStage(t)
		s.handle(s.slash("Ola", "game new", "title=amsterdam", "delay="+c.delay))
		games, err := s.store.GamesOf(t.Context(), person("Ola").ID, match.Lobby)
		s.must(err)
		s.handle(s.click("Ola", press.Button(press.Solo, games[0].ID)))
		if got := s.game(games[0].ID); got.State != match.Running || got.Delay != c.want {
			t.Errorf("opened with delay %q: %s, computers wait %q, want %q", c.delay, got.State, got.Delay, c.want)
		}
	}
}
