package handlers_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine/match"
	"konduktor/storage"
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

func TestARematchBeginsWithTheNamesOfNow(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	as := bottest.Person("Ola")
	as.Name = "Aleksandra"
	s.Handle(s.SlashBy(as, "game rename", "game="+string(id), "name=Friday"))
	g := s.Game(id)
	if got := g.ShownName(g.SeatOf(as.ID)); got != as.Name {
		t.Fatalf("the new name was not noted: %q", got)
	}
	s.Finish(id)
	finished := s.Game(id)
	finished.Restored = 2 // as of a database that was restored twice while the game ran
	finished.Outage = match.Span{From: s.Clock.Add(-2 * time.Hour), Until: s.Clock}
	s.Must(s.Store.Update(t.Context(), finished, storage.Origin{}, nil))

	as.Name = "Olga"
	s.Handle(s.ClickBy(as, customid.Button(customid.Rematch, id)))
	lobbies, err := s.Store.GamesOf(t.Context(), as.ID, match.Lobby)
	s.Must(err)
	if len(lobbies) != 1 {
		t.Fatalf("got %d lobbies, want the rematch", len(lobbies))
	}
	again := lobbies[0]
	if diff := cmp.Diff([]string{"Olga"}, again.ShownNames()); diff != "" {
		t.Errorf("names in the lobby (-want +got):\n%s", diff)
	}
	want := match.Terms{Name: "Friday", After: id, Series: again.Series, Contacted: again.Contacted}
	if diff := cmp.Diff(want, again.Terms); diff != "" {
		t.Errorf("terms of the rematch (-want +got):\n%s", diff)
	}
	s.Handle(s.Click("Bo", customid.Button(customid.Join, again.ID)))
	s.Handle(s.ClickBy(as, customid.Button(customid.Start, again.ID)))
	if g := s.Game(again.ID); g.State != match.Running {
		t.Errorf("the rematch is still %s", g.State)
	}
	s.NothingBroke()
}
