package handlers_test

import (
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/ratings"
	"konduktor/storage"
)

func TestDecisionsOfManagersAreListedOnce(t *testing.T) {
	s := bottest.New(t)
	s.Must(storage.Change(t.Context(), s.Store, "league/"+bottest.Guild,
		func(of *ratings.Settings) error { of.Rated = true; return nil }))
	for _, who := range []string{"Ola", "Bo"} {
		s.Me(who, "rated=true")
	}
	id := "game=" + string(s.Playing("Ola", "Bo"))
	read := func(who string) string {
		return s.Handle(s.Slash(who, "game decisions")).Content
	}
	ola := string(bottest.Person("Ola").ID)
	s.Handle(managing(s.Slash("Mia", "admin unrate", id, "player="+ola, "reason=two accounts")))
	bottest.Contains(t, read("Ola"), ": 1", "out of the ratings", "two accounts")
	bottest.Contains(t, read("Bo"), ": 0")
	s.Handle(managing(s.Slash("Mia", "admin unrate", id, "player="+ola)))
	bottest.Contains(t, read("Ola"), ": 2", "back into the ratings")
	end := managing(s.Slash("Mia", "admin end", id))
	s.Handle(end)
	s.Handle(end) // delivered twice
	bottest.Contains(t, read("Ola"), ": 3", "cancelled")
	bottest.Contains(t, read("Bo"), ": 1", "cancelled")
	bottest.Contains(t, read("Cy"), ": 0")
	bottest.Contains(t, s.Handle(managing(s.Slash("Mia", "game decisions"))).Content, ": 3")
	ban := managing(s.Slash("Mia", "admin ban", "player="+ola, "reason=rude", "until=2027-01-31"))
	for range 2 {
		bottest.Contains(t, s.Handle(ban).Content, "gets no new seat")
	}
	bottest.Contains(t, read("Ola"), ": 4", "rude")
}
