package bot

import (
	"context"
	"os"
	"strings"
	"testing"

	"konduktor/bot/atlas"
	"konduktor/bot/press"
	"konduktor/bot/sandbox/testapi"
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
	s.t.Helper()
	s.changed = append(s.changed, func(o *Options) { o.Maps = maps })
	s.reopen()
}

// onMasuria opens a game on the map and starts it.
func (s *stage) onMasuria(names ...string) match.GameID {
	s.t.Helper()
	s.handle(s.slash(names[0], "game new", "title=amsterdam", "map=masuria"))
	games, err := s.store.GamesOf(s.t.Context(), person(names[0]).ID, match.Lobby)
	s.must(err)
	id := games[0].ID
	s.flush()
	for _, n := range names[1:] {
		s.handle(s.click(n, press.Button(press.Join, id)))
	}
	s.handle(s.click(names[0], press.Button(press.Start, id)))
	s.flush()
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
	contains(t, s.complete("Ola", "game new", "map=masuria")[0].Name, "Masuria", "Amsterdam", "11", "21")
}

func TestAMapIsNamedByItsFileOrByItself(t *testing.T) {
	s := newStage(t)
	s.offer(fjords(t), masuria(t, "lakes"))
	for _, named := range []string{"lakes", "LAKES", " masuria "} {
		s.handle(s.slash("Ola", "game new", "title=amsterdam", "map="+named))
	}
	games, err := s.store.GamesOf(t.Context(), person("Ola").ID, match.Lobby)
	s.must(err)
	for _, g := range games {
		if want := titles.MapOf(masuria(t, "").Title).Sum; g.Map != want {
			t.Errorf("game %s is on the map %q, want %q", g.ID, g.Map, want)
		}
	}
	if len(games) != 3 {
		t.Fatalf("got %d games, want 3", len(games))
	}
	for named, want := range map[string]string{
		"atlantis": s.say("problem.map-unknown"), "fjords": "Nordic Countries", strings.Repeat("x", 6000): s.say("problem.map-unknown"),
	} {
		contains(t, s.handle(s.slash("Ola", "game new", "title=amsterdam", "map="+named)).Content, want)
	}
	if games, err = s.store.GamesOf(t.Context(), person("Ola").ID); err != nil || len(games) != 3 {
		t.Errorf("a map that is not there opened a game: %d, %v", len(games), err)
	}
}

// The list suggests maps by their files: what was picked from it is never another map that is called like that file.
func TestAMapsFileComesBeforeAnotherMapsName(t *testing.T) {
	s := newStage(t)
	sea, upper, lakes := masuria(t, "a", `"Masuria"`, `"lakes"`), masuria(t, "Lakes", `"Masuria"`, `"Upper"`), masuria(t, "lakes")
	s.offer(sea, upper, lakes)
	for _, m := range []atlas.Map{sea, upper, lakes} {
		own, err := s.bot.maps.Find(s.bot.o.Catalog.Texts("en"), m.Title, m.Name)
		s.must(err)
		if own.Name != m.Name {
			t.Errorf("%s: got %s", m.Name, own.Name)
		}
	}
}

func TestWhereverAGameIsNamedItsMapIs(t *testing.T) {
	s := newStage(t)
	s.offer(masuria(t, "masuria"))
	s.handle(s.slash("Ola", "game new", "title=amsterdam", "map=masuria"))
	s.flush()
	const name = "Amsterdam on the map Masuria"
	sent := s.api.Sent(channel)
	lobby := sent[len(sent)-1].Content
	contains(t, lobby, name, "was made by a user", "Cities: 11", "routes: 21", "tickets: 14")
	games, err := s.store.GamesOf(t.Context(), person("Ola").ID)
	s.must(err)
	id := games[0].ID
	contains(t, s.handle(s.slash("Ola", "games")).Content, name)
	s.handle(s.click("Bo", press.Button(press.Join, id)))
	contains(t, s.dm("Bo")[0].Content, name)
	s.handle(s.click("Ola", press.Button(press.Start, id)))
	s.flush()
	contains(t, s.api.Sent(s.game(id).Thread)[0].Content, name)
	contains(t, s.handle(s.slash("Ola", "hand")).Content, name)
	contains(t, s.handle(s.slash("Ola", "rules")).Content, "Masuria** is a user's own")
	contains(t, s.complete("Ola", "hand", "game=")[0].Name, name)
	if rules := s.handle(s.slash("Ola", "rules", "title=amsterdam")).Content; strings.Contains(rules, "Masuria") {
		t.Errorf("the title's rules speak of a map: %s", rules)
	}
}

func TestAGameIsPlayedOnItsMap(t *testing.T) {
	s := newStage(t)
	s.offer(masuria(t, "masuria"))
	asked := map[string]bool{}
	s.remake(func(o *Options) {
		o.Painter = func(_ context.Context, t engine.Title) (render.Painter, bool) {
			asked[titles.MapOf(t).Name] = true
			return stubPainter{}, true
		}
	})
	id := s.onMasuria("Ola", "Bo")
	own := s.running("Cy", "Di")
	contains(t, s.handle(s.slash("Ola", "board", "text=text", "game="+string(id))).Content, "Giżycko")
	contains(t, s.handle(s.slash("Ola", "board", "city=pisz", "text=text", "game="+string(id))).Content, "Mikołajki")
	contains(t, s.handle(s.slash("Cy", "board", "text=text", "game="+string(own))).Content, "Westermarkt")
	if !asked["Masuria"] || !asked["Amsterdam"] || len(asked) != 2 {
		t.Errorf("pictures are drawn of %v", asked)
	}
	s.finish(id)
	if g := s.game(id); g.State != match.Finished {
		t.Errorf("the game is %s", g.State)
	}
}

func TestALobbyStaysOnTheMapThatItWasOpenedOn(t *testing.T) {
	s := newStage(t)
	s.offer(masuria(t, "masuria"))
	s.handle(s.slash("Ola", "game new", "title=amsterdam", "map=masuria"))
	games, err := s.store.GamesOf(t.Context(), person("Ola").ID)
	s.must(err)
	id := games[0].ID
	s.offer(masuria(t, "masuria", `name = "Pisz"`, `name = "Johannisburg"`))
	s.handle(s.click("Bo", press.Button(press.Join, id)))
	s.handle(s.click("Ola", press.Button(press.Start, id)))
	s.flush()
	text := s.handle(s.slash("Ola", "board", "city=pisz", "text=text", "game="+string(id))).Content
	if !strings.Contains(text, "Pisz") {
		t.Errorf("the started game is not on the map of its lobby: %s", text)
	}
}

func TestARematchIsOnTheSameMap(t *testing.T) {
	s := newStage(t)
	s.offer(masuria(t, "masuria"))
	id := s.onMasuria("Ola", "Bo")
	s.finish(id)
	s.offer() // the file is gone
	s.handle(s.click("Bo", press.Button(press.Rematch, id)))
	games, err := s.store.GamesOf(t.Context(), person("Bo").ID, match.Lobby)
	s.must(err)
	if len(games) != 1 || games[0].Map != s.game(id).Map {
		t.Errorf("the rematch is %v, want one on map %s", games, s.game(id).Map)
	}
	s.handle(s.click("Ola", press.Button(press.Rematch, id))) // joins it
	if n := len(s.game(games[0].ID).Seats); n != 2 {
		t.Errorf("the rematch has %d seats, want 2", n)
	}
}

func TestAMapThatCannotBeReadBreaksNothingElse(t *testing.T) {
	s := newStage(t)
	s.offer(masuria(t, "masuria"))
	id := s.onMasuria("Ola", "Bo")
	own := s.playing("Ola", "Cy")
	s.bot = s.newBot(mapless{s.store}, s.api)
	contains(t, s.handle(s.slash("Ola", "hand", "game="+string(id))).Content, "cannot be read")
	contains(t, s.handle(s.slash("Ola", "games")).Content, string(id), string(own))
	contains(t, s.handle(s.slash("Ola", "hand", "game="+string(own))).Content, "Amsterdam")
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
		l.end()
		l.maps = maps
		l.start()
	}
	again(masuria(t, "masuria"))
	ola, bo := l.user("Ola"), l.user("Bo")
	choices, err := ola.Complete(l.ctx, l.table(), "game new", testapi.Opt("map", "mas"), testapi.Opt("title", "amsterdam"))
	l.must(err)
	if len(choices) != 1 {
		t.Fatalf("got choices %v, want one map", choices)
	}
	id := l.beginWith([]testapi.Option{testapi.Opt("map", choices[0].Value)}, "Ola", "Bo")
	contains(t, l.table().Messages()[0].Content, "Masuria")
	sum := titles.MapOf(masuria(t, "").Title).Sum
	l.turnByDM(id, ola)
	l.turnByDM(id, bo)
	for _, maps := range [][]atlas.Map{{masuria(t, "masuria", `length = 2`, `length = 3`)}, nil} {
		again(maps...)
		for range 2 {
			l.turnByDM(id, l.mover(id))
		}
		if got := l.game(id).Map; got != sum {
			t.Fatalf("the game is on the map %s, want %s", got, sum)
		}
	}
	for l.game(id).State == match.Running {
		l.turnByDM(id, l.mover(id))
	}
	seed := l.game(id).Seed.Reveal()
	l.until("the result", func() bool { return strings.Contains(l.thread(id).Last().Content, seed) })
	final := l.thread(id).Last()
	contains(t, final.Content, "--map")
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
