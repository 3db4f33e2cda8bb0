package handlers_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/message"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/titles"
	"konduktor/render"
	"konduktor/storage"
)

// fjords is a map for other rules than masuria's.
func fjords(t testing.TB) message.Map {
	t.Helper()
	text, err := os.ReadFile("../../engine/nordic/map.toml")
	if err != nil {
		t.Fatal(err)
	}
	text = []byte(strings.Replace(string(text), `name = "`, `name = "Fjords of `, 1))
	m, err := mapfile.Parse(text, "fjords")
	if err != nil {
		t.Fatal(err)
	}
	title, err := titles.On(m)
	if err != nil {
		t.Fatal(err)
	}
	return message.Map{Name: "fjords", Title: title, Text: text}
}

// offer has the bot start with these maps on offer, as after a restart.
func offer(s *bottest.Stage, maps ...message.Map) {
	s.T.Helper()
	s.Changed = append(s.Changed, func(o *bot.Options) { o.Maps = maps })
	s.Reopen()
}

// onMasuria opens a game on the map and starts it.
func onMasuria(s *bottest.Stage, names ...string) match.GameID {
	s.T.Helper()
	s.Handle(s.Slash(names[0], "game new", "title=amsterdam", "map=masuria"))
	games, err := s.Store.GamesOf(s.T.Context(), bottest.Person(names[0]).ID, match.Lobby)
	s.Must(err)
	id := games[0].ID
	s.Flush()
	for _, n := range names[1:] {
		s.Handle(s.Click(n, customid.Button(customid.Join, id)))
	}
	s.Handle(s.Click(names[0], customid.Button(customid.Start, id)))
	s.Flush()
	return id
}

func TestMapsOfUsersOwnAreSuggestedForTheirTitle(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	if got := completions(s, "Ola", "game new", "title=amsterdam", "map="); len(got) != 0 {
		t.Errorf("without any map, %v is suggested", got)
	}
	offer(s, fjords(t), bottest.Masuria(t, "masuria"))
	for _, c := range []struct {
		typed []string
		want  string
	}{
		{[]string{"title=amsterdam", "map="}, "masuria"},
		{[]string{"title=nordic", "map="}, "fjords"},
		{[]string{"title=asia", "map="}, ""},
		{[]string{"map="}, "fjords masuria"},
		{[]string{"title=amsterdam", "map=masu"}, "masuria"},
		{[]string{"map=amsterdam"}, "masuria"},
		{[]string{"title=amsterdam", "map=fjo"}, ""},
		{[]string{"title=atlantis", "map="}, ""},
	} {
		var got []string
		for _, choice := range completions(s, "Ola", "game new", c.typed...) {
			got = append(got, choice.Value)
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%v: got %q, want %q", c.typed, text, c.want)
		}
	}
	found := completions(s, "Ola", "game new", "map=masuria")[0].Name
	bottest.Contains(t, found, "Masuria", "Amsterdam", "11", "21")
}

func TestAMapIsNamedByItsFileOrByItself(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	offer(s, fjords(t), bottest.Masuria(t, "lakes"))
	for _, named := range []string{"lakes", "LAKES", " masuria "} {
		s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "map="+named))
	}
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	s.Must(err)
	for _, g := range games {
		if want := titles.MapOf(bottest.Masuria(t, "").Title).Sum; g.Map != want {
			t.Errorf("game %s is on the map %q, want %q", g.ID, g.Map, want)
		}
	}
	if len(games) != 3 {
		t.Fatalf("got %d games, want 3", len(games))
	}
	for named, want := range map[string]string{
		"atlantis": s.Say("problem.map-unknown"), "fjords": "Nordic Countries",
		strings.Repeat("x", 6000): s.Say("problem.map-unknown"),
	} {
		bottest.Contains(t, s.Handle(s.Slash("Ola", "game new", "title=amsterdam",
			"map="+named)).Content, want)
	}
	if games, err = s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID); err != nil ||
		len(games) != 3 {
		t.Errorf("a map that is not there opened a game: %d, %v", len(games), err)
	}
}

func TestNoGameIsOpenedOnAMapThatIsTooLargeAndThoseOnItGoOn(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	tickets := "tickets = [\n"
	for i := range 110 {
		tickets += fmt.Sprintf("  { cities = [\"goldap\", %q], points = %d },\n",
			[]string{"mragowo", "orzysz"}[i%2], 1+i/2)
	}
	large := bottest.Masuria(t, "masuria", "tickets = [\n", tickets)
	offer(s, large)
	id := onMasuria(s, "Ola", "Bo")
	large.Refused = true
	offer(s, large, fjords(t))
	for lang, cause := range map[string]string{"en-US": "too large", "pl": "za duża"} {
		ix := s.Slash("Cy", "game new", "title=amsterdam", "map=masuria")
		ix.Locale = lang
		bottest.Contains(t, s.Handle(ix).Content, "Masuria", cause)
	}
	if got := completions(s, "Cy", "game new", "map="); len(got) != 1 || got[0].Value != "fjords" {
		t.Errorf("suggested are %v, want the other map", got)
	}
	s.Finish(id)
	rematch := s.Handle(s.Click("Ola", customid.Button(customid.Rematch, id)))
	bottest.Contains(t, rematch.Content, "Masuria", "too large")
	if g := s.Game(id); g.State != match.Finished {
		t.Errorf("the game that ran is %s", g.State)
	}
	s.NothingBroke()
}

// The list suggests maps by their files: what was picked from it is never another map that is
// called like that file.
func TestAMapsFileComesBeforeAnotherMapsName(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	sea, upper, lakes := bottest.Masuria(t, "a", `"Masuria"`, `"lakes"`), bottest.Masuria(t, "Lakes",
		`"Masuria"`, `"Upper"`), bottest.Masuria(t, "lakes")
	all := []message.Map{sea, upper, lakes}
	maps := message.NewAtlas(s.Store, titles.All(), all)
	for _, m := range all {
		own, err := maps.Find(s.Texts("en"), m.Title, m.Name)
		s.Must(err)
		if own.Name != m.Name {
			t.Errorf("%s: got %s", m.Name, own.Name)
		}
	}
}

func TestEveryNameOfAGameNamesItsMap(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	offer(s, bottest.Masuria(t, "masuria"))
	s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "map=masuria"))
	s.Flush()
	const name = "Amsterdam on the map Masuria"
	sent := s.API.Sent(bottest.Channel)
	lobby := sent[len(sent)-1].Content
	bottest.Contains(t, lobby, name, "was made by a user", "Cities: 11", "routes: 21", "tickets: 14")
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	id := games[0].ID
	bottest.Contains(t, s.Handle(s.Slash("Ola", "games")).Content, name)
	s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	bottest.Contains(t, s.DM("Bo")[0].Content, name)
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Flush()
	bottest.Contains(t, s.API.Sent(s.Game(id).Thread)[0].Content, name)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "hand")).Content, name)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "rules")).Content, "Masuria** is a user's own")
	bottest.Contains(t, completions(s, "Ola", "hand", "game=")[0].Name, name)
	if rules := s.Handle(s.Slash("Ola", "rules", "title=amsterdam")).Content; strings.Contains(rules,
		"Masuria") {
		t.Errorf("the title's rules speak of a map: %s", rules)
	}
}

func TestAGameIsPlayedOnItsMap(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	offer(s, bottest.Masuria(t, "masuria"))
	asked := map[string]bool{}
	s.Remake(func(o *bot.Options) {
		o.Painter = func(_ context.Context, t engine.Title) (render.Painter, bool) {
			asked[titles.MapOf(t).Name] = true
			return bottest.StubPainter{}, true
		}
	})
	id := onMasuria(s, "Ola", "Bo")
	own := s.Running("Cy", "Di")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "board", "text=text", "game="+string(id))).Content,
		"Giżycko")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "board", "city=pisz", "text=text",
		"game="+string(id))).Content, "Mikołajki")
	bottest.Contains(t, s.Handle(s.Slash("Cy", "board", "text=text", "game="+string(own))).Content,
		"Westermarkt")
	if !asked["Masuria"] || !asked["Amsterdam"] || len(asked) != 2 {
		t.Errorf("pictures are drawn of %v", asked)
	}
	s.Finish(id)
	if g := s.Game(id); g.State != match.Finished {
		t.Errorf("the game is %s", g.State)
	}
}

func TestALobbyStaysOnTheMapThatItWasOpenedOn(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	offer(s, bottest.Masuria(t, "masuria"))
	s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "map=masuria"))
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	id := games[0].ID
	offer(s, bottest.Masuria(t, "masuria", `name = "Pisz"`, `name = "Johannisburg"`))
	s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Flush()
	text := s.Handle(s.Slash("Ola", "board", "city=pisz", "text=text", "game="+string(id))).Content
	if !strings.Contains(text, "Pisz") {
		t.Errorf("the started game is not on the map of its lobby: %s", text)
	}
}

func TestARematchIsOnTheSameMap(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	offer(s, bottest.Masuria(t, "masuria"))
	id := onMasuria(s, "Ola", "Bo")
	s.Finish(id)
	offer(s) // the file is gone
	s.Handle(s.Click("Bo", customid.Button(customid.Rematch, id)))
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Bo").ID, match.Lobby)
	s.Must(err)
	if len(games) != 1 || games[0].Map != s.Game(id).Map {
		t.Errorf("the rematch is %v, want one on map %s", games, s.Game(id).Map)
	}
	s.Handle(s.Click("Ola", customid.Button(customid.Rematch, id))) // joins it
	if n := len(s.Game(games[0].ID).Seats); n != 2 {
		t.Errorf("the rematch has %d seats, want 2", n)
	}
}

func TestAMapThatCannotBeReadBreaksNothingElse(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	offer(s, bottest.Masuria(t, "masuria"))
	id := onMasuria(s, "Ola", "Bo")
	own := s.Playing("Ola", "Cy")
	s.Bot = s.NewBot(mapless{s.Store}, s.API)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "hand", "game="+string(id))).Content, "cannot be read")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "games")).Content, string(id), string(own))
	bottest.Contains(t, s.Handle(s.Slash("Ola", "hand", "game="+string(own))).Content, "Amsterdam")
}

// mapless is a store whose maps are damaged.
type mapless struct{ storage.Store }

func (mapless) Map(context.Context, string) ([]byte, error) { return nil, storage.ErrDamaged }
