package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine/match"
)

func TestTwoPlayersOfOneNameAreToldApartAtTheirTable(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Lobby("Ola")
	other := discord.User{ID: "4711", Name: "Ola"}
	s.Handle(s.ClickBy(other, customid.Button(customid.Join, id)))
	s.Flush()
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Flush()
	g := s.Game(id)
	if got := match.Names(g.Seats); !slices.Equal(got, []string{"Ola", "Ola"}) {
		t.Fatalf("the seats keep the names %q", got)
	}
	var told []string
	for _, m := range s.API.Sent(g.Thread) {
		told = append(told, m.Content)
	}
	bottest.Contains(t, strings.Join(told, "\n"), `Ola \(1\)`, `Ola \(2\)`)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "board", "game="+string(id), "text=true")).Content,
		`Ola \(1\)`, `Ola \(2\)`)
	s.NothingBroke()
}
