package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
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

func TestANewNameIsShownInARunningGameAndItsRecordKeepsTheOld(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	g := s.Game(id)
	seat := g.SeatOf(g.ToMove[0])
	was := g.Seats[seat-1].Name
	as := bottest.Person(was)
	as.Name = "Aleksandra"
	inDM := s.SlashBy(as, "draw", "card=deck", "game="+string(id))
	inDM.Guild = ""
	s.Handle(inDM) // there she goes by the name of her account
	if got := s.Game(id).ShownName(seat); got != was {
		t.Errorf("in direct messages the name became %q", got)
	}
	s.Handle(s.SlashBy(as, "draw", "card=deck", "game="+string(id)))
	s.Flush()
	g = s.Game(id)
	if got := g.ShownName(seat); got != as.Name || g.Seats[seat-1].Name != was {
		t.Errorf("the seat is shown as %q and keeps %q", got, g.Seats[seat-1].Name)
	}
	if v := s.Table(id).View(seat); v.Seats[seat-1].Name != as.Name {
		t.Errorf("the view says %q", v.Seats[seat-1].Name)
	}
	table := s.API.Sent(g.Thread)
	bottest.Contains(t, table[len(table)-1].Content, as.Name+" draws")
	renamed := s.API.Calls(discordtest.RenameThread)
	if len(renamed) == 0 || !strings.Contains(renamed[len(renamed)-1].Name, as.Name) {
		t.Errorf("the thread is called %+v", renamed)
	}
	s.Finish(id)
	files, err := s.Bot.Games().Record(t.Context(), s.Table(id))
	s.Must(err)
	bottest.Contains(t, string(files[0].Text), was)
	if strings.Contains(string(files[0].Text), as.Name) {
		t.Errorf("the record has the new name: %s", files[0].Text)
	}
	s.NothingBroke()
}
