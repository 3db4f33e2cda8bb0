package bot

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/press"
	"konduktor/bot/seating"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestWhoIsForgottenLeavesTheOthersTheirGame(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.finish(id)
	page := s.handle(s.slash("Bo", "privacy"))
	file := s.handle(s.click("Bo", page.Rows[0].Buttons[0].CustomID)).Files[0]
	var got struct {
		User  storage.User
		Games []struct{ ID match.GameID }
	}
	s.must(json.Unmarshal(file.Data, &got))
	if got.User.ID != person("Bo").ID || len(got.Games) != 1 || got.Games[0].ID != id || strings.Contains(string(file.Data), s.game(id).Seed.Reveal()) {
		t.Errorf("got %s", file.Data)
	}
	asked := s.handle(s.click("Bo", page.Rows[0].Buttons[1].CustomID))
	s.handle(s.click("Bo", asked.Rows[0].Buttons[0].CustomID))
	if _, err := s.store.User(t.Context(), person("Bo").ID); err == nil {
		t.Error("the user is still known")
	}
	record := string(s.handle(s.slash("Ola", "game record", "game="+string(id))).Files[0].Data)
	if strings.Contains(record, `"Bo"`) || !strings.Contains(record, s.say("privacy.former")) {
		t.Errorf("the record names %s", record[:200])
	}
	s.handle(s.click("Ola", press.Button(press.Rematch, id)))
	s.flush()
	games, err := s.store.GamesOf(t.Context(), person("Ola").ID, match.Lobby)
	s.must(err)
	if len(games) != 1 || len(games[0].Invited) != 0 {
		t.Errorf("got %+v, want a rematch to which no former player is invited", games)
	}
}

func TestWhatIsKeptTellsOfGamesThatOneHasLeftOrStandsInFor(t *testing.T) {
	s := newStage(t)
	left, stands := s.playing("Ola", "Bo"), s.playing("Cleo", "Di")
	seat := seating.Of(s.game(left), person("Bo").ID)
	s.leaves("Bo", left)
	s.standIn(stands, "Bo")
	page := s.handle(s.slash("Bo", "privacy"))
	file := s.handle(s.click("Bo", page.Rows[0].Buttons[0].CustomID)).Files[0]
	var got struct {
		Games []struct {
			ID      match.GameID
			Played  []struct{ Seat engine.Seat }
			StandIn engine.Seat `json:"stands_in_for_seat"`
		}
	}
	s.must(json.Unmarshal(file.Data, &got))
	if len(got.Games) != 2 || got.Games[0].ID != left || len(got.Games[0].Played) != 1 || got.Games[0].Played[0].Seat != seat {
		t.Errorf("got %s, want that seat %d of game %s was played", file.Data, seat, left)
	} else if got.Games[1].ID != stands || got.Games[1].StandIn == engine.Public {
		t.Errorf("got %s, want that they stand in in game %s", file.Data, stands)
	}
}

func TestWhoIsForgottenLeavesOpenGamesAtOnce(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo", "Cleo")
	hosted, joined := s.lobby("Bo", "Cleo"), s.lobby("Ola", "Bo")
	place := seating.Of(s.game(id), person("Bo").ID)
	page := s.handle(s.slash("Bo", "privacy"))
	asked := s.handle(s.click("Bo", page.Rows[0].Buttons[1].CustomID))
	for _, want := range []match.GameID{id, hosted, joined} {
		if !strings.Contains(asked.Content, "`"+string(want)+"`") {
			t.Errorf("the question does not name game %s: %q", want, asked.Content)
		}
	}
	if got := s.handle(s.click("Bo", asked.Rows[0].Buttons[0].CustomID)); got.Content != s.say("privacy.erased") {
		t.Fatalf("got %q", got.Content)
	}
	s.flush()
	if _, err := s.store.User(t.Context(), person("Bo").ID); err == nil {
		t.Error("the user is still known")
	}
	for id, want := range map[match.GameID]match.State{id: match.Running, hosted: match.Cancelled, joined: match.Lobby} {
		if g := s.game(id); g.State != want || g.Names(person("Bo").ID) {
			t.Errorf("game %s is %+v, want it %s and without the user", id, g, want)
		}
	}
	if seat := s.game(id).Seats[place-1]; !seat.Automated || seat.Name != s.say("privacy.former") || !seating.Nobodys(seat) {
		t.Errorf("the seat is %+v, want it nobody's, played by the house", seat)
	}
	if n := len(s.game(joined).Seats); n != 1 {
		t.Errorf("%d seats are taken in the lobby, want one", n)
	}
}

// Threads are called after those who play.
func TestTheNameOfWhoIsForgottenGoesFromThreads(t *testing.T) {
	s := newStage(t)
	over, id := s.playing("Ola", "Bo"), s.playing("Ola", "Bo", "Cleo")
	s.finish(over)
	threads := map[string]match.GameID{s.game(over).Thread: over, s.game(id).Thread: id}
	said := len(s.api.Sent(s.game(id).Thread))
	page := s.handle(s.slash("Bo", "privacy"))
	asked := s.handle(s.click("Bo", page.Rows[0].Buttons[1].CustomID))
	refused := 0
	s.api.Fail = func(c discordtest.Call) error {
		if c.Method == discordtest.RenameThread && refused < 2 {
			refused++
			return &discord.Error{Status: 429, RetryAfter: 9 * time.Minute}
		}
		if c.Method == discordtest.Send && c.Channel == s.game(id).Thread { // while the user is being forgotten
			contains(t, c.Message.Content, s.say("privacy.former"))
		}
		return nil
	}
	s.handle(s.click("Bo", asked.Rows[0].Buttons[0].CustomID))
	for range 4 {
		s.flush()
		s.clock = s.clock.Add(5 * time.Minute)
	}
	if refused != 2 {
		t.Errorf("%d threads were to be renamed, want two", refused)
	}
	for _, m := range s.api.Sent(s.game(id).Thread)[said:] {
		if strings.Contains(m.Content, "Bo has") || strings.Contains(m.Content, "for Bo") {
			t.Errorf("the table is told the name: %q", m.Content)
		}
	}
	for _, c := range s.api.Calls(discordtest.RenameThread) {
		if c.Err == nil {
			contains(t, c.Name, string(threads[c.Channel]), s.say("privacy.former"))
			if strings.Contains(c.Name, "Bo") {
				t.Errorf("the thread is called %q", c.Name)
			}
			delete(threads, c.Channel)
		}
	}
	if len(threads) > 0 {
		t.Errorf("the threads of the games %v keep their names", threads)
	}
}

func TestAThreadThatMayNotBeRenamedIsLeftAlone(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.api.Fail = failing(&discord.Error{Status: 403, Code: 50013}, func(c discordtest.Call) bool { return c.Method == discordtest.RenameThread })
	before := s.game(id).Thread
	s.handle(s.slash("Ola", "game rename", "game="+string(id), "name=Evening"))
	s.flush()
	if n := len(s.api.Calls(discordtest.RenameThread)); n != 1 || len(s.due()) > 0 || s.game(id).Thread != before {
		t.Errorf("asked %d times, %d messages are left, the table is %q", n, len(s.due()), s.game(id).Thread)
	}
	s.api.Fail = nil
	s.handle(s.slash("Ola", "game rename", "game="+string(id), "name=Morning"))
	s.flush()
	calls := s.api.Calls(discordtest.RenameThread)
	contains(t, calls[len(calls)-1].Name, "Morning", string(id), "Ola", "Bo")
}

func TestWhoHasLeftIsNotCalledBack(t *testing.T) {
	s, id := timed(t, "Ola", "Bo", "Cy")
	late := s.game(id).Seats[0].Name
	s.clock = s.game(id).Seats[0].Ends
	s.must(s.bot.KeepClocks(t.Context()))
	if !s.game(id).Seats[0].Automated {
		t.Fatal("the house does not play")
	}
	told := len(s.api.Sent(s.game(id).Thread))
	s.handle(s.click(late, press.ID{Action: press.Erase}.Print())) // before the table has heard that they are late
	s.flush()
	for _, m := range s.api.Sent(s.game(id).Thread)[told:] {
		if _, ok := buttonSaying(m, s.say("clock.return")); ok {
			t.Errorf("the table can call back who has left: %q", m.Content)
		}
	}
}

func TestWhoIsForgottenPlaysNoOtherSeatOfTheGame(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo", "Cy")
	seats := s.game(id).Seats
	s.leaves(seats[0].Name, id)
	s.leaves(seats[1].Name, id)
	s.handle(s.slash(seats[2].Name, "game seat", "game="+string(id)))
	s.flush()
	s.handle(s.click(seats[0].Name, press.ID{Action: press.Erase}.Print()))
	if g := s.game(id); g.Names(seats[0].User) || g.Seats[0].Name == seats[0].Name {
		t.Fatalf("the player is not forgotten: %+v", g.Seats[0])
	}
	got := s.handle(s.click(seats[0].Name, press.SeatButton(press.Take, id, 2)))
	contains(t, got.Content, "secrets")
	if user := s.game(id).Seats[1].User; user != "" {
		t.Errorf("user %s plays seat 2, and has seen the hand of seat 1", user)
	}
	s.handle(s.click(seats[0].Name, press.SeatButton(press.Take, id, 1)))
	if user := s.game(id).Seats[0].User; user != seats[0].User {
		t.Errorf("user %q plays seat 1, want who had it before", user)
	}
}
