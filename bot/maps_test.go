package bot_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"konduktor/bot"
	"konduktor/bot/atlas"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/sandbox/client"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/titles"
	"konduktor/render"
	"konduktor/storage"
)

// masuria reads the map of one's own of the documentation, with words replaced by others: old, new, …
func masuria(t testing.TB, name string, change ...string) atlas.Map {
	t.Helper()
	file, err := os.ReadFile("../docs/maps/masuria.toml")
	if err != nil {
		t.Fatal(err)
	}
	text := []byte(strings.NewReplacer(change...).Replace(string(file)))
	m, err := mapfile.Parse(text, name)
	if err != nil {
		t.Fatal(err)
	}
	title, err := titles.On(m)
	if err != nil {
		t.Fatal(err)
	}
	return atlas.Map{Name: name, Title: title, Text: text}
}

// fjords is a map for other rules than masuria's.
func fjords(t testing.TB) atlas.Map {
	t.Helper()
	text, err := os.ReadFile("../engine/nordic/map.toml")
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
	return atlas.Map{Name: "fjords", Title: title, Text: text}
}

// offer has the bot start with these maps on offer, as after a restart.
func (s *stage) offer(maps ...atlas.Map) {
	s.T.Helper()
	s.Changed = append(s.Changed, func(o *bot.Options) { o.Maps = maps })
	s.Reopen()
}

// onMasuria opens a game on the map and starts it.
func (s *stage) onMasuria(names ...string) match.GameID {
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
	s := newStage(t)
	if got := s.complete("Ola", "game new", "title=amsterdam", "map="); len(got) != 0 {
		t.Errorf("without any map, %v is suggested", got)
	}
	s.offer(fjords(t), masuria(t, "masuria"))
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
		for _, choice := range s.complete("Ola", "game new", c.typed...) {
			got = append(got, choice.Value)
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%v: got %q, want %q", c.typed, text, c.want)
		}
	}
	bottest.Contains(t, s.complete("Ola", "game new", "map=masuria")[0].Name, "Masuria", "Amsterdam", "11", "21")
}

func TestAMapIsNamedByItsFileOrByItself(t *testing.T) {
	s := newStage(t)
	s.offer(fjords(t), masuria(t, "lakes"))
	for _, named := range []string{"lakes", "LAKES", " masuria "} {
		s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "map="+named))
	}
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	s.Must(err)
	for _, g := range games {
		if want := titles.MapOf(masuria(t, "").Title).Sum; g.Map != want {
			t.Errorf("game %s is on the map %q, want %q", g.ID, g.Map, want)
		}
	}
	if len(games) != 3 {
		t.Fatalf("got %d games, want 3", len(games))
	}
	for named, want := range map[string]string{
		"atlantis": s.Say("problem.map-unknown"), "fjords": "Nordic Countries", strings.Repeat("x", 6000): s.Say("problem.map-unknown"),
	} {
		bottest.Contains(t, s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "map="+named)).Content, want)
	}
	if games, err = s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID); err != nil || len(games) != 3 {
		t.Errorf("a map that is not there opened a game: %d, %v", len(games), err)
	}
}

// The list suggests maps by their files: what was picked from it is never another map that is called like that file.
func TestAMapsFileComesBeforeAnotherMapsName(t *testing.T) {
	s := newStage(t)
	sea, upper, lakes := masuria(t, "a", `"Masuria"`, `"lakes"`), masuria(t, "Lakes", `"Masuria"`, `"Upper"`), masuria(t, "lakes")
	s.offer(sea, upper, lakes)
	for _, m := range []atlas.Map{sea, upper, lakes} {
		own, err := s.Bot.Maps().Find(s.Texts("en"), m.Title, m.Name)
		s.Must(err)
		if own.Name != m.Name {
			t.Errorf("%s: got %s", m.Name, own.Name)
		}
	}
}

func TestWhereverAGameIsNamedItsMapIs(t *testing.T) {
	s := newStage(t)
	s.offer(masuria(t, "masuria"))
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
	bottest.Contains(t, s.complete("Ola", "hand", "game=")[0].Name, name)
	if rules := s.Handle(s.Slash("Ola", "rules", "title=amsterdam")).Content; strings.Contains(rules, "Masuria") {
		t.Errorf("the title's rules speak of a map: %s", rules)
	}
}

func TestAGameIsPlayedOnItsMap(t *testing.T) {
	s := newStage(t)
	s.offer(masuria(t, "masuria"))
	asked := map[string]bool{}
	s.Remake(func(o *bot.Options) {
		o.Painter = func(_ context.Context, t engine.Title) (render.Painter, bool) {
			asked[titles.MapOf(t).Name] = true
			return bottest.StubPainter{}, true
		}
	})
	id := s.onMasuria("Ola", "Bo")
	own := s.Running("Cy", "Di")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "board", "text=text", "game="+string(id))).Content, "Giżycko")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "board", "city=pisz", "text=text", "game="+string(id))).Content, "Mikołajki")
	bottest.Contains(t, s.Handle(s.Slash("Cy", "board", "text=text", "game="+string(own))).Content, "Westermarkt")
	if !asked["Masuria"] || !asked["Amsterdam"] || len(asked) != 2 {
		t.Errorf("pictures are drawn of %v", asked)
	}
	s.Finish(id)
	if g := s.Game(id); g.State != match.Finished {
		t.Errorf("the game is %s", g.State)
	}
}

func TestALobbyStaysOnTheMapThatItWasOpenedOn(t *testing.T) {
	s := newStage(t)
	s.offer(masuria(t, "masuria"))
	s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "map=masuria"))
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	id := games[0].ID
	s.offer(masuria(t, "masuria", `name = "Pisz"`, `name = "Johannisburg"`))
	s.Handle(s.Click("Bo", customid.Button(customid.Join, id)))
	s.Handle(s.Click("Ola", customid.Button(customid.Start, id)))
	s.Flush()
	text := s.Handle(s.Slash("Ola", "board", "city=pisz", "text=text", "game="+string(id))).Content
	if !strings.Contains(text, "Pisz") {
		t.Errorf("the started game is not on the map of its lobby: %s", text)
	}
}

func TestARematchIsOnTheSameMap(t *testing.T) {
	s := newStage(t)
	s.offer(masuria(t, "masuria"))
	id := s.onMasuria("Ola", "Bo")
	s.Finish(id)
	s.offer() // the file is gone
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
	s := newStage(t)
	s.offer(masuria(t, "masuria"))
	id := s.onMasuria("Ola", "Bo")
	own := s.Playing("Ola", "Cy")
	s.Bot = s.NewBot(mapless{s.Store}, s.API)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "hand", "game="+string(id))).Content, "cannot be read")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "games")).Content, string(id), string(own))
	bottest.Contains(t, s.Handle(s.Slash("Ola", "hand", "game="+string(own))).Content, "Amsterdam")
}

// mapless is a store whose maps are damaged.
type mapless struct{ storage.Store }

func (mapless) Map(context.Context, string) ([]byte, error) { return nil, storage.ErrDamaged }

// TestAGameOutlastsTheFileOfItsMap plays a game on a map of users' own, the file of which is changed and then deleted
// while the bot is down.
func TestAGameOutlastsTheFileOfItsMap(t *testing.T) {
	t.Parallel()
	l := newLine(t, "Ola", "Bo")
	again := func(maps ...atlas.Map) {
		l.End()
		l.Maps = maps
		l.Start()
	}
	again(masuria(t, "masuria"))
	ola, bo := l.User("Ola"), l.User("Bo")
	choices, err := ola.Complete(l.Ctx, l.Table(), "game new", client.Opt("map", "mas"), client.Opt("title", "amsterdam"))
	l.Must(err)
	if len(choices) != 1 {
		t.Fatalf("got choices %v, want one map", choices)
	}
	id := l.BeginWith([]client.Option{client.Opt("map", choices[0].Value)}, "Ola", "Bo")
	bottest.Contains(t, l.Table().Messages()[0].Content, "Masuria")
	sum := titles.MapOf(masuria(t, "").Title).Sum
	l.turnByDM(id, ola)
	l.turnByDM(id, bo)
	for _, maps := range [][]atlas.Map{{masuria(t, "masuria", `length = 2`, `length = 3`)}, nil} {
		again(maps...)
		for range 2 {
			l.turnByDM(id, l.mover(id))
		}
		if got := l.Game(id).Map; got != sum {
			t.Fatalf("the game is on the map %s, want %s", got, sum)
		}
	}
	for l.Game(id).State == match.Running {
		l.turnByDM(id, l.mover(id))
	}
	seed := l.Game(id).Seed.Reveal()
	l.Until("the result", func() bool { return strings.Contains(l.Thread(id).Last().Content, seed) })
	final := l.Thread(id).Last()
	bottest.Contains(t, final.Content, "--map")
	if len(final.Attachments) != 3 {
		t.Fatalf("got %d files with the result, want the sheet, the record and the map", len(final.Attachments))
	}
	verifyOn(t, final.Attachment(2), final.Attachment(1))
	if list := l.refusals(); len(list) > 0 {
		t.Errorf("requests were refused:\n%s", strings.Join(list, "\n"))
	}
	l.validate()
}

// verifyOn replays a record on a map, as `konduktor verify --map` does.
func verifyOn(t *testing.T, file, record []byte) {
	t.Helper()
	m, err := mapfile.Parse(file, "map.toml")
	if err != nil {
		t.Fatal(err)
	}
	title, err := titles.On(m)
	if err != nil {
		t.Fatal(err)
	}
	if _, sum, ok := titles.RemarkedMap(string(record)); !ok || sum != m.Sum {
		t.Errorf("the record names the map %q, want %q", sum, m.Sum)
	}
	r, err := notation.ParseRecord(string(record), func(string) (engine.Title, bool) { return title, true })
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Replay(-1)
	if err != nil {
		t.Fatal(err)
	}
	if !g.Over() || r.Setup.Seed.Commitment() != r.Commitment {
		t.Errorf("over: %v; commitment %q of seed %q", g.Over(), r.Commitment, r.Setup.Seed.Commitment())
	}
}
