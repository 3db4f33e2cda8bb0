package bot

import (
	"encoding/json"
	"strings"
	"testing"

	"konduktor/bot/press"
	"konduktor/storage"
)

func TestWhoIsForgottenLeavesTheOthersTheirGame(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	forget, erase := press.ID{Action: press.Forget}.Print(), press.ID{Action: press.Erase}.Print()
	for _, click := range []string{forget, erase} {
		if got := s.handle(s.click("Bo", click)); got.Content != s.say("problem.still-in-games", "Games", "`"+string(id)+"`") {
			t.Errorf("got %q, want a refusal while the game is under way", got.Content)
		}
	}
	s.finish(id)
	page := s.handle(s.slash("Bo", "privacy"))
	file := s.handle(s.click("Bo", page.Rows[0].Buttons[0].CustomID)).Files[0]
	var got struct {
		User  storage.User
		Games []struct{ ID storage.GameID }
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
	if strings.Contains(record, `"Bo"`) || !strings.Contains(record, "former player") {
		t.Errorf("the record names %s", record[:200])
	}
	s.handle(s.click("Ola", press.Button(press.Rematch, id)))
	s.flush()
	games, err := s.store.GamesOf(t.Context(), person("Ola").ID, storage.Lobby)
	s.must(err)
	if len(games) != 1 || len(games[0].Invited) != 0 {
		t.Errorf("got %+v, want a rematch to which no former player is invited", games)
	}
}
