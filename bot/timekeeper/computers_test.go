package timekeeper_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/play"
	"konduktor/engine"
	"konduktor/engine/match"
)

func TestOnePersonPlaysEachTitleAgainstComputers(t *testing.T) {
	for _, title := range bottest.Titles("asia", "cardgame") {
		t.Run(title.ID(), func(t *testing.T) {
			t.Parallel()
			s := bottest.NewShort(t, title.ID())
			id := s.Solo(title.ID(), "Ola")
			own := engine.Public
			for turn := 0; s.Game(id).State == match.Running; turn++ {
				g := s.Game(id)
				if turn > 2000 {
					t.Fatalf("the game does not end; ply %d", g.Ply)
				}
				own = engine.Seat(slices.IndexFunc(g.Seats, func(s match.Seat) bool {
					return s.Level == ""
				}) + 1)
				if !slices.Contains(g.ToMove, g.Seats[own-1].User) {
					s.Awhile()
					if after := s.Game(id); after.Ply == g.Ply {
						t.Fatalf("no computer moved at ply %d", g.Ply)
					}
					continue
				}
				s.MoveAs(id, own, bottest.ByDefault) // a person who does as little as they can
				s.Flush()
			}
			v := s.Table(id).View(engine.Public)
			// In a team the person's partner is a computer, which may win a shortened game by luck.
			// TestTeamBeatsAPartnerWhoOnlyDraws (engine/ai) plays whole games of teams.
			if !v.Uses(engine.UsesTeams) && slices.Contains(v.Winners, own) {
				t.Errorf("the computers lost against somebody who only draws cards: %v", v.Winners)
			}
			for _, seat := range s.Game(id).Seats {
				if seat.Level != "" && (seat.User != "" || !strings.HasPrefix(seat.Name, "Bot ")) {
					t.Errorf("a computer's seat is %+v", seat)
				}
			}
			s.NothingBroke()
		})
	}
}

func TestComputersAreIntroducedWithTheirStrength(t *testing.T) {
	s := bottest.New(t)
	opened := s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "pace=none"))
	bottest.Contains(t, opened.Rows[0].Buttons[0].Label, "(steady)")
	id := s.Solo("amsterdam", "Bo")
	bottest.Contains(t, s.API.Sent(s.Game(id).Thread)[0].Content, "Bot Ada (steady)")
}

func TestComputersAreAddedInTheLobbyAndWaitAsAgreed(t *testing.T) {
	s := bottest.New(t)
	id := s.Opened("Ola", "pace=daily", "public=true")
	menu := customid.Button(customid.Computer, id)
	if said := s.Handle(s.Click("Bo", menu, "easy")); !strings.Contains(said.Content,
		"Only the host") {
		t.Errorf("somebody else adds a computer: %q", said.Content)
	}
	s.Handle(s.Click("Ola", menu, "genius"))
	if got := len(s.Game(id).Seats); got != 1 {
		t.Errorf("a level that there is not takes a seat: %d", got)
	}
	s.Handle(s.Click("Ola", menu, "easy"))
	s.Handle(s.Click("Ola", menu, "steady"))
	s.Handle(s.Click("Ola", menu, customid.NoComputer))
	s.Flush()
	if lobby := s.LobbyNow(id); !strings.Contains(lobby, "Bot Ada (easy)") || strings.Contains(lobby,
		"steady") {
		t.Errorf("the lobby says %q", lobby)
	}
	if said := s.Handle(s.Click("Ola", customid.Button(customid.Start,
		id))); !strings.Contains(said.Content, "has started") {
		t.Fatalf("the game does not start: %q", said.Content)
	}
	s.Flush()
	bot := slices.IndexFunc(s.Game(id).Seats, func(s match.Seat) bool { return s.Level == "easy" })
	if bot < 0 || !s.Game(id).Seats[bot].Automated {
		t.Fatalf("seats: %+v", s.Game(id).Seats)
	}
	before := s.Game(id).Ply
	s.Clock = s.Clock.Add(14 * time.Second)
	s.Must(s.Bot.KeepClocks(t.Context()))
	if got := s.Game(id).Ply; got != before {
		t.Error("the computer chose its tickets at once")
	}
	s.Clock = s.Clock.Add(time.Second)
	s.Must(s.Bot.KeepClocks(t.Context()))
	if got := s.Game(id).Ply; got == before {
		t.Error("the computer did not choose its tickets after 15 s")
	}
	s.NothingBroke()
}

func TestARematchAgainstComputersAloneStartsAtOnce(t *testing.T) {
	s := bottest.New(t)
	id := s.Solo("amsterdam", "Ola")
	s.Handle(s.Slash("Ola", "game cancel", "game="+string(id)))
	s.Handle(s.Click("Ola", customid.Button(customid.Stop, id)))
	s.Flush()
	if got := s.Game(id).State; got != match.Cancelled {
		t.Fatalf("the game is %s", got)
	}
	s.Handle(s.Click("Ola", customid.Button(customid.Rematch, id)))
	s.Flush()
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Running)
	s.Must(err)
	levels := func(s match.Seat) bool { return s.Level == "steady" }
	if len(games) != 1 || len(games[0].Seats) != 2 || !slices.ContainsFunc(games[0].Seats, levels) {
		t.Errorf("the rematch is %+v", games)
	}
	s.NothingBroke()
}

func TestSoloGameIsRefusedOnceOthersHaveJoined(t *testing.T) {
	s := bottest.New(t)
	id := s.Lobby("Ola", "Bo")
	if said := s.Handle(s.Click("Ola", customid.Button(customid.Solo,
		id))); !strings.Contains(said.Content, "no longer alone") {
		t.Errorf("got %q", said.Content)
	}
	if got := s.Game(id); got.State != match.Lobby || len(got.Seats) != 2 {
		t.Errorf("the game is %+v", got)
	}
}

func TestAComputerGoesOnAfterAPause(t *testing.T) {
	s := bottest.New(t)
	s.Pace = "daily"
	id := s.Solo("amsterdam", "Ola")
	// until only the computer is waited for
	for !slices.Equal(s.Game(id).ToMove, nil) || s.Game(id).Ply == 0 {
		s.Move(id, bottest.ByDefault)
		s.Flush()
		s.Clock = s.Clock.Add(time.Second)
	}
	s.Handle(s.Slash("Ola", "game pause", "game="+string(id)))
	before := s.Game(id)
	s.Clock = s.Clock.Add(time.Hour)
	s.Must(s.Bot.KeepClocks(t.Context()))
	if after := s.Game(id); !after.Paused || after.Ply != before.Ply {
		t.Fatalf("in the pause: paused %t, ply %d, want %d", after.Paused, after.Ply, before.Ply)
	}
	s.Handle(s.Slash("Ola", "game resume", "game="+string(id)))
	s.Awhile()
	if got := s.Game(id).Ply; got == before.Ply {
		t.Error("the computer does not move after the pause: the game is stuck")
	}
}

func TestALobbyWithComputersIsCancelled(t *testing.T) {
	s := bottest.New(t)
	id := s.Lobby("Ola")
	for range 2 {
		s.Handle(s.Click("Ola", customid.Button(customid.Computer, id), "easy"))
	}
	s.Handle(s.Click("Ola", customid.Button(customid.Stop, id)))
	s.Flush()
	if got := s.Game(id).State; got != match.Cancelled {
		t.Errorf("the lobby is %s", got)
	}
	s.NothingBroke()
}

func TestRemovingAComputerKeepsPartnersTogether(t *testing.T) {
	s := bottest.TeamStage(t)
	id := s.LobbyOf("asia", "Ola")
	s.Handle(s.Click("Ola", customid.Button(customid.Computer, id), "easy"))
	for _, name := range []string{"Bo", "Cy"} {
		s.Handle(s.Click(name, customid.Button(customid.Join, id)))
	}
	s.Handle(s.Click("Ola", customid.Button(customid.Computer, id), customid.NoComputer))
	got := match.Names(s.Game(id).Seats)
	if want := []string{"Bo", "Cy", "Ola"}; !slices.Equal(got, want) {
		t.Errorf("seats %q, want the team %q first", got, want)
	}
}

// thoughtful is a house that something happens to while it thinks.
type thoughtful struct{ meanwhile func() }

func (h *thoughtful) Choose(_ context.Context, s play.BenchSeat) (engine.Move, bool) {
	if f := h.meanwhile; f != nil {
		h.meanwhile = nil
		f()
	}
	return s.View.Overdue()
}

func TestTheHouseDoesNotMoveForAPlayerWhoIsBackWhileItThinks(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	house := &thoughtful{}
	s.Remake(func(o *bot.Options) { o.House = house })
	first := s.Game(id).Seats[0].Name
	s.Handle(s.Slash(first, "game stand-in", "game="+string(id), "conductor=true", "now=true"))
	s.Flush()
	before := s.Game(id).Ply
	house.meanwhile = func() { s.Handle(s.Slash(first, "game return", "game="+string(id))) }
	s.Clock = s.Clock.Add(time.Minute)
	s.Must(s.Bot.KeepClocks(t.Context()))
	if after := s.Game(id); after.Ply != before || after.Seats[0].Automated {
		t.Errorf("ply %d, want %d; the house plays: %t", after.Ply, before, after.Seats[0].Automated)
	}
}

func TestComputersDoNotKeepOnePersonWaiting(t *testing.T) {
	for _, c := range []struct{ delay, want string }{
		{"", "none"},
		{"usual", "usual"},
		{"none", "none"},
		{"long", "long"},
	} {
		s := bottest.New(t)
		s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "delay="+c.delay))
		games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
		s.Must(err)
		said := s.Handle(s.Click("Ola", customid.Button(customid.Solo, games[0].ID)))
		if said.Rows == nil || len(said.Rows) > 0 {
			t.Errorf("the button stays: %+v", said.Rows)
		}
		if got := s.Game(games[0].ID); got.State != match.Running || got.Delay != c.want {
			t.Errorf("opened with delay %q: %s, computers wait %q, want %q", c.delay, got.State, got.Delay,
				c.want)
		}
	}
}
