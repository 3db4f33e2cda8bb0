package posts

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/customid"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/asia"
	"konduktor/engine/match"
	"konduktor/engine/titles"
)

func TestLobbyShowsAllRequestedTeams(t *testing.T) {
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	lobbies := New(Options{Atlas: message.NewAtlas(nil, []engine.Title{asia.Title}, nil)})
	for name, c := range map[string]struct {
		wanted int
		people string
		want   []string
	}{
		"of four": {4, "O", []string{"Team: O + a free seat", "Team: free seats"}},
		"of six": {6, "OBC", []string{
			"Team: O + B", "Team: C + a free seat",
			"Team: free seats",
		}},
		"none wanted": {0, "O", []string{"Team: O + a free seat", "Team: free seats"}},
		"more than the least": {0, "OBCDE", []string{
			"Team: O + B", "Team: C + D",
			"Team: E + a free seat",
		}},
		"full": {4, "OBCD", []string{"Team: O + B", "Team: C + D"}},
	} {
		var seats []match.Seat
		for _, name := range strings.Split(c.people, "") {
			seats = append(seats, match.Seat{Name: name})
		}
		got := lobbies.seatLines(catalog.Texts("en"), match.Game{
			Title: "asia", Wanted: c.wanted,
			Seats: seats,
		})
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestAFullLobbyOffersNoSeat(t *testing.T) {
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	lobbies := New(Options{Atlas: message.NewAtlas(nil, []engine.Title{asia.Title}, nil)})
	for people, want := range map[int]bool{3: true, 4: false} {
		g := match.Game{
			ID: "aaaaa", State: match.Lobby, Title: "asia", Wanted: 4,
			Seats: make([]match.Seat, people),
		}
		m, err := lobbies.lobbyMessage(t.Context(), catalog.Texts("en"), g)
		if err != nil {
			t.Fatal(err)
		}
		join := customid.Button(customid.Join, "aaaaa")
		if got := m.Rows[0].Buttons[0].CustomID == join; got != want {
			t.Errorf("%d of 4 seats taken: offers one: %t, want %t", people, got, want)
		}
	}
}

func TestSharedDeadlineIsToldInOneLine(t *testing.T) {
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	v := engine.View{
		Title: "asia", Phase: engine.InSetup, ToMove: []engine.Seat{1, 2, 3},
		Seats: []engine.SeatView{{Seat: 1, Name: "O"}, {Seat: 2, Name: "B"}, {Seat: 3, Name: "C"}},
	}
	end := time.Unix(1e9, 0)
	g := match.Game{Seats: []match.Seat{
		{Clock: match.Clock{Ends: end}},
		{Clock: match.Clock{Ends: end.Add(time.Hour)}},
		{Clock: match.Clock{Ends: end}},
	}}
	table := Table{Game: g, View: v, Speaker: speech.New(catalog.Texts("en"), titles.Map("asia"))}
	got := table.Until()
	if len(got) != 2 || !strings.HasPrefix(got[0], "O and C have until") ||
		!strings.HasPrefix(got[1], "B has until") {
		t.Errorf("got %q", got)
	}
}

func TestAThreadTellsPlayersOfOneNameApart(t *testing.T) {
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	p := New(Options{Plain: catalog, Atlas: message.NewAtlas(nil, []engine.Title{asia.Title}, nil)})
	got := p.ThreadName(t.Context(), match.Game{
		ID: "g", Title: "asia", Locale: "en", Seats: []match.Seat{{Name: "Alex"}, {Name: "Alex"}},
	})
	if !strings.HasSuffix(got, ": Alex (1), Alex (2)") {
		t.Errorf("got %q", got)
	}
}
