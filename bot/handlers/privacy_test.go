package handlers_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestForgottenPlayerLeavesTheGameToTheOthers(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	page := s.Handle(s.Slash("Bo", "privacy"))
	file := s.Handle(s.Click("Bo", page.Rows[0].Buttons[0].CustomID)).Files[0]
	var got struct {
		User  storage.User
		Games []struct{ ID match.GameID }
	}
	s.Must(json.Unmarshal(file.Data, &got))
	if got.User.ID != bottest.Person("Bo").ID || len(got.Games) != 1 || got.Games[0].ID != id ||
		strings.Contains(string(file.Data), s.Game(id).Seed.Reveal()) {
		t.Errorf("got %s", file.Data)
	}
	asked := s.Handle(s.Click("Bo", page.Rows[0].Buttons[1].CustomID))
	s.Handle(s.Click("Bo", asked.Rows[0].Buttons[0].CustomID))
	if _, err := s.Store.User(t.Context(), bottest.Person("Bo").ID); err == nil {
		t.Error("the user is still known")
	}
	record := string(s.Handle(s.Slash("Ola", "game record", "game="+string(id))).Files[0].Data)
	if strings.Contains(record, `"Bo"`) || !strings.Contains(record, s.Say("privacy.former")) {
		t.Errorf("the record names %s", record[:200])
	}
	s.Handle(s.Click("Ola", customid.Button(customid.Rematch, id)))
	s.Flush()
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	s.Must(err)
	if len(games) != 1 || len(games[0].Invited) != 0 {
		t.Errorf("got %+v, want a rematch to which no former player is invited", games)
	}
}

func TestStoredDataListsGamesLeftOrPlayedForAFriend(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	left, stands := s.Playing("Ola", "Bo"), s.Playing("Cleo", "Di")
	seat := s.Game(left).SeatOf(bottest.Person("Bo").ID)
	leaves(s, "Bo", left)
	standIn(s, stands, "Bo")
	page := s.Handle(s.Slash("Bo", "privacy"))
	file := s.Handle(s.Click("Bo", page.Rows[0].Buttons[0].CustomID)).Files[0]
	var got struct {
		Games []struct {
			ID      match.GameID
			Played  []struct{ Seat engine.Seat }
			StandIn engine.Seat `json:"stands_in_for_seat"`
		}
	}
	s.Must(json.Unmarshal(file.Data, &got))
	if len(got.Games) != 2 || got.Games[0].ID != left || len(got.Games[0].Played) != 1 ||
		got.Games[0].Played[0].Seat != seat {
		t.Errorf("got %s, want that seat %d of game %s was played", file.Data, seat, left)
	} else if got.Games[1].ID != stands || got.Games[1].StandIn == engine.Public {
		t.Errorf("got %s, want that they stand in in game %s", file.Data, stands)
	}
}

func TestForgottenPlayerLeavesOpenGamesAtOnce(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo", "Cleo")
	hosted, joined := s.Lobby("Bo", "Cleo"), s.Lobby("Ola", "Bo")
	place := s.Game(id).SeatOf(bottest.Person("Bo").ID)
	page := s.Handle(s.Slash("Bo", "privacy"))
	asked := s.Handle(s.Click("Bo", page.Rows[0].Buttons[1].CustomID))
	for _, want := range []match.GameID{id, hosted, joined} {
		if !strings.Contains(asked.Content, "`"+string(want)+"`") {
			t.Errorf("the question does not name game %s: %q", want, asked.Content)
		}
	}
	if got := s.Handle(s.Click("Bo",
		asked.Rows[0].Buttons[0].CustomID)); got.Content != s.Say("privacy.erased") {
		t.Fatalf("got %q", got.Content)
	}
	s.Flush()
	if _, err := s.Store.User(t.Context(), bottest.Person("Bo").ID); err == nil {
		t.Error("the user is still known")
	}
	for id, want := range map[match.GameID]match.State{
		id: match.Running, hosted: match.Cancelled,
		joined: match.Lobby,
	} {
		if g := s.Game(id); g.State != want || g.Names(bottest.Person("Bo").ID) {
			t.Errorf("game %s is %+v, want it %s and without the user", id, g, want)
		}
	}
	if seat := s.Game(id).Seats[place-1]; !seat.Automated || seat.Name != s.Say("privacy.former") ||
		!seat.Vacant() {
		t.Errorf("the seat is %+v, want it nobody's, played by the house", seat)
	}
	if n := len(s.Game(joined).Seats); n != 1 {
		t.Errorf("%d seats are taken in the lobby, want one", n)
	}
}

// Threads are called after those who play.
func TestNameOfAForgottenPlayerIsRemovedFromThreads(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	over, id := s.Playing("Ola", "Bo"), s.Playing("Ola", "Bo", "Cleo")
	s.Finish(over)
	threads := map[match.ChannelID]match.GameID{s.Game(over).Thread: over, s.Game(id).Thread: id}
	said := len(s.API.Sent(s.Game(id).Thread))
	page := s.Handle(s.Slash("Bo", "privacy"))
	asked := s.Handle(s.Click("Bo", page.Rows[0].Buttons[1].CustomID))
	refused := 0
	s.API.Fail = func(c discordtest.Call) error {
		if c.Method == discordtest.RenameThread && refused < 2 {
			refused++
			return &discord.Error{Status: 429, RetryAfter: 9 * time.Minute}
		}
		// while the user is being forgotten
		if c.Method == discordtest.Send && c.Channel == s.Game(id).Thread {
			bottest.Contains(t, c.Message.Content, s.Say("privacy.former"))
		}
		return nil
	}
	s.Handle(s.Click("Bo", asked.Rows[0].Buttons[0].CustomID))
	for range 4 {
		s.Flush()
		s.Clock = s.Clock.Add(5 * time.Minute)
	}
	if refused != 2 {
		t.Errorf("%d threads were to be renamed, want two", refused)
	}
	for _, m := range s.API.Sent(s.Game(id).Thread)[said:] {
		if strings.Contains(m.Content, "Bo has") || strings.Contains(m.Content, "for Bo") {
			t.Errorf("the table is told the name: %q", m.Content)
		}
	}
	renamed := map[match.ChannelID]bool{}
	for _, c := range s.API.Calls(discordtest.RenameThread) {
		if c.Err == nil {
			bottest.Contains(t, c.Name, string(threads[c.Channel]))
			former := strings.Contains(c.Name, s.Say("privacy.former"))
			if strings.Contains(c.Name, "Bo") || former != (c.Channel == s.Game(over).Thread) {
				t.Errorf("the thread is called %q", c.Name)
			}
			renamed[c.Channel] = true
		}
	}
	if len(renamed) != len(threads) {
		t.Errorf("of the threads of the games %v these were renamed: %v", threads, renamed)
	}
}

func TestAThreadThatMayNotBeRenamedIsLeftAlone(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.API.Fail = bottest.Failing(&discord.Error{Status: 403, Code: 50013},
		func(c discordtest.Call) bool {
			return c.Method == discordtest.RenameThread
		})
	before := s.Game(id).Thread
	s.Handle(s.Slash("Ola", "game rename", "game="+string(id), "name=Evening"))
	s.Flush()
	if n := len(s.API.Calls(discordtest.RenameThread)); n != 1 || len(s.Due()) > 0 ||
		s.Game(id).Thread != before {
		t.Errorf("asked %d times, %d messages are left, the table is %q", n, len(s.Due()),
			s.Game(id).Thread)
	}
	s.API.Fail = nil
	s.Handle(s.Slash("Ola", "game rename", "game="+string(id), "name=Morning"))
	s.Flush()
	calls := s.API.Calls(discordtest.RenameThread)
	bottest.Contains(t, calls[len(calls)-1].Name, "Morning", string(id), "Ola", "Bo")
}

func TestPlayerWhoLeftIsNotCalledBack(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo", "Cy")
	late := s.Game(id).Seats[0].Name
	s.Clock = s.Game(id).Seats[0].Ends
	s.Must(s.Bot.KeepClocks(t.Context()))
	if !s.Game(id).Seats[0].Automated {
		t.Fatal("the house does not play")
	}
	told := len(s.API.Sent(s.Game(id).Thread))
	// before the table has heard that they are late
	s.Handle(s.Click(late, customid.ID{Action: customid.Erase}.Print()))
	s.Flush()
	for _, m := range s.API.Sent(s.Game(id).Thread)[told:] {
		if _, ok := bottest.ButtonSaying(m, s.Say("clock.return")); ok {
			t.Errorf("the table can call back who has left: %q", m.Content)
		}
	}
}

func TestForgottenPlayerPlaysNoOtherSeatOfTheGame(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo", "Cy")
	seats := s.Game(id).Seats
	leaves(s, seats[0].Name, id)
	leaves(s, seats[1].Name, id)
	s.Handle(s.Slash(seats[2].Name, "game seat", "game="+string(id)))
	s.Flush()
	s.Handle(s.Click(seats[0].Name, customid.ID{Action: customid.Erase}.Print()))
	if g := s.Game(id); g.Names(seats[0].User) || g.Seats[0].Name == seats[0].Name {
		t.Fatalf("the player is not forgotten: %+v", g.Seats[0])
	}
	got := s.Handle(s.Click(seats[0].Name, customid.SeatButton(customid.Take, id, 2)))
	bottest.Contains(t, got.Content, "secrets")
	if user := s.Game(id).Seats[1].User; user != "" {
		t.Errorf("user %s plays seat 2, and has seen the hand of seat 1", user)
	}
	s.Handle(s.Click(seats[0].Name, customid.SeatButton(customid.Take, id, 1)))
	if user := s.Game(id).Seats[0].User; user != seats[0].User {
		t.Errorf("user %q plays seat 1, want who had it before", user)
	}
}
