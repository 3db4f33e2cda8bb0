package ratings_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/rating"
	"konduktor/engine/titles"
	"konduktor/render"
	"konduktor/render/rendertest"
	"konduktor/storage"
)

func TestCardShowsASeason(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo", "Cy", "Ewa")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "card")).Content, "not finished a game")
	ended(s, "Bo", "Ola")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "card")).Content, "too few rated games",
		"1 game, by place: **0 · 1**")
	first := ended(s, "Ola", "Bo", "Cy", "Ewa")
	m := s.Handle(s.Slash("Ola", "card"))
	bottest.Contains(t, m.Content, "**Ola** · The last 90 days",
		"2 games, by place: **1 · 1**",
		"±", "early")
	if !m.Ephemeral || strings.Contains(m.Content, "Helping") ||
		strings.Contains(m.Content, "choices") {
		t.Errorf("got %+v", m)
	}
	judged := []match.Judged{{}, {Cost: 30}, {}, {}}
	s.Must(s.Store.ForRatings().JudgeGame(t.Context(), first, judged))
	if said := s.Handle(s.Slash("Ola", "card")).Content; strings.Contains(said, "choices") {
		t.Errorf("the review says nothing of Ola's choices, the card does: %q", said)
	}
	bottest.Contains(t, s.Handle(s.Slash("Bo", "card")).Content,
		"Own choices: **cost 30% in 1 review**")
	endedWith(s, []string{"Di"}, "Ola", "Bo")
	bottest.Contains(t, s.Handle(s.Slash("Di", "card")).Content,
		"★ **Helping hand**: played for somebody who was away")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "card")).Content, "3 games",
		"Longest streak: **2 wins in a row**")
	s.Clock = s.Clock.AddDate(0, 0, 91)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "card")).Content, "not finished a game")
}

// Until the nightly fit, a card used to say that a player who had just joined takes no part.
func TestACardKnowsWhoTakesPartAtOnce(t *testing.T) {
	t.Parallel()
	s := league(t)
	s.Finish(s.Running("Ola", "Bo"))
	bottest.Contains(t, s.Handle(s.Slash("Ola", "card")).Content, "takes no part in ratings")
	s.Me("Ola", "rated=true")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "card")).Content, "too few rated games")
}

// Look at the pictures after -update: at 350 pixels of height as on a desktop, and at 300 of width
// as on a phone.
func TestPicturesInBothLanguages(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo", "Cy", "Di")
	orders := [][]string{
		{"Ola", "Bo", "Cy", "Di"}, {"Bo", "Ola", "Di"}, {"Ola", "Cy"}, {"Di", "Ola", "Bo"}, {"Ola", "Bo"},
	}
	for day := range 15 {
		game := ended(s, orders[day%len(orders)]...)
		judged := make([]match.Judged, 4)
		judged[0].Cost = 5 * (day % 4)
		s.Must(s.Store.ForRatings().JudgeGame(t.Context(), game, judged))
		s.Clock = s.Clock.AddDate(0, 0, 4)
		s.Must(s.Bot.KeepRatings(t.Context()))
	}
	shows := func(command string) {
		for _, language := range []string{"en", "pl"} {
			ix := s.Slash("Ola", command)
			ix.Locale = language
			m := s.Handle(ix)
			if len(m.Files) != 1 || m.Files[0].Alt == "" {
				t.Fatalf("%s: got %+v", command, m)
			}
			rendertest.Golden(t, "testdata/"+command+"-"+language+".png", m.Files[0].Data)
		}
	}
	shows("table")
	s.Finish(s.Running("Ola", "Bo"))
	title, _ := titles.Find("amsterdam")
	painter, err := render.New(titles.Map("amsterdam"), title.Lexicon())
	s.Must(err)
	s.Remake(bottest.Painted(painter))
	shows("card")
	m := s.Handle(s.Slash("Ola", "card"))
	bottest.Contains(t, m.Files[0].Alt, "your routes in Amsterdam", "16 games", "2 wins in a row")
}

func TestResultsAreListedAndOpened(t *testing.T) {
	t.Parallel()
	s := league(t)
	id := s.Running("Ola", "Bo")
	s.Finish(id)
	s.Clock = s.Clock.Add(time.Minute)
	other := s.Running("Cy", "Bo")
	s.Finish(other)
	both := s.Handle(s.Slash("Di", "results"))
	bottest.Contains(t, both.Content, string(id), string(other), "Amsterdam", "Ola ")
	at := func(id match.GameID) int { return strings.Index(both.Content, string(id)) }
	if !both.Ephemeral || at(id) < at(other) {
		t.Errorf("the last comes first: %q", both.Content)
	}
	ola, bo := bottest.Person("Ola").ID, bottest.Person("Bo").ID
	for options, want := range map[string]string{
		"player=" + string(ola):                            "1 0",
		"player=" + string(bo):                             "1 1",
		"player=" + string(bo) + " against=" + string(ola): "1 0",
	} {
		said := s.Handle(s.Slash("Di", "results", strings.Fields(options)...)).Content
		got := fmt.Sprint(strings.Count(said, string(id)), strings.Count(said, string(other)))
		if got != want {
			t.Errorf("%s: got %s, want %s: %q", options, got, want, said)
		}
	}
	bottest.Contains(t, s.Handle(s.Slash("Di", "results", "page=2")).Content,
		s.Say("problem.no-results"))
	open := s.Click("Di", customid.ID{Action: customid.Result}.Print(), string(id))
	m := s.Handle(open)
	bottest.Contains(t, m.Content, "Ola", "Bo")
	if !m.Ephemeral || len(m.Files) == 0 || !strings.HasSuffix(m.Files[len(m.Files)-1].Name, ".rec") {
		t.Errorf("got %+v", m)
	}
	for _, action := range []customid.Action{
		customid.Film, customid.Review, customid.Rematch, customid.Look, customid.Fair,
	} {
		if bottest.AnswersIn(m.Rows, action) == "" {
			t.Errorf("no button %s", action)
		}
	}
	alone := s.Alone(s.Slash("Di", "results", "player="+string(ola)))
	bottest.Contains(t, s.Handle(alone).Content, s.Say("problem.results-on-server"))
	bottest.Contains(t, s.Handle(s.Alone(s.Slash("Ola", "results"))).Content, string(id))
	stranger := s.Click("Di", customid.ID{Action: customid.Result}.Print(), string(id))
	stranger.Guild = "elsewhere"
	bottest.Contains(t, s.Handle(stranger).Content, s.Say("problem.game-unknown"))
}

func TestAForgottenPlayerIsAFormerPlayerInResults(t *testing.T) {
	t.Parallel()
	s := league(t)
	id := s.Running("Ola", "Bo")
	s.Finish(id)
	s.Handle(s.Click("Ola", customid.ID{Action: customid.Erase}.Print()))
	said := s.Handle(s.Slash("Bo", "results")).Content
	bottest.Contains(t, said, string(id), s.Say("privacy.former"))
	if strings.Contains(said, "Ola") {
		t.Errorf("got %q", said)
	}
}

func TestAWeekIsToldOnMondaysUntilItIsSwitchedOff(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo") // Saturday
	bottest.Contains(t, decides(s, "week=here"), "<#"+bottest.Channel+">")
	id := s.Running("Ola", "Bo")
	s.Finish(id)
	s.Must(s.Store.ForRatings().JudgeGame(t.Context(), id, []match.Judged{
		{Turn: 12, Before: .3, After: .8}, {Turn: 12, Before: .7, After: .2},
	}))
	endedWith(s, []string{"Cy", "Di", "Ed"}, "Ola", "Bo")
	endedWith(s, []string{"Di"}, "Ola", "Bo")
	s.Handle(s.Click("Ed", customid.ID{Action: customid.Erase}.Print()))
	before := len(s.API.Sent(bottest.Channel))
	s.Clock = time.Date(2026, 11, 23, 7, 59, 0, 0, time.UTC)
	s.Flush()
	if n := len(s.API.Sent(bottest.Channel)); n != before {
		t.Fatalf("%d messages too early", n-before)
	}
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	told := s.API.Sent(bottest.Channel)[before:]
	if len(told) != 1 {
		t.Fatalf("got %d messages", len(told))
	}
	name := s.NameOf(id, 1)
	bottest.Contains(t, told[0].Content, "3 games have ended", "Closest game", "Best ticket",
		"Turning point**: turn 12", name+" from 30 to 80%", "week:off",
		"Helped out**: Cy, Di. Thank you!", "its board is below") // Discord shows files below texts
	s.Clock = s.Clock.AddDate(0, 0, 7)
	s.Flush()
	if n := len(s.API.Sent(bottest.Channel)) - before; n != 1 {
		t.Errorf("%d messages after a week without games", n)
	}
	decides(s, "week=off")
	s.Finish(s.Running("Ola", "Bo"))
	count := len(s.API.Sent(bottest.Channel))
	s.Clock = s.Clock.AddDate(0, 0, 7)
	s.Flush()
	if n := len(s.API.Sent(bottest.Channel)) - count; n != 0 {
		t.Errorf("%d messages after the switch", n)
	}
}

// A stand-in has a result of their own, without a place: the game is its owners'.
func TestAWeekTellsAGameWithAStandInOfItsOwners(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo") // Saturday
	decides(s, "week=here")
	endedWith(s, []string{"Cy"}, "Ola", "Bo")
	before := len(s.API.Sent(bottest.Channel))
	s.Clock = time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)
	s.Flush()
	told := s.API.Sent(bottest.Channel)[before:]
	if len(told) != 1 {
		t.Fatalf("got %d messages", len(told))
	}
	bottest.Contains(t, told[0].Content, "Ola beat Bo 50 : 40")
}

func TestWeekIsNotPostedWhereTheBotCannotWrite(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo")
	mute := s.Slash("Ola", "admin ratings", "week=here")
	mute.Perms = discord.PermViewChannel
	mute.Rights = discord.PermManageGuild
	if said := s.Handle(mute).Content; strings.Contains(said, "<#"+bottest.Channel+">") {
		t.Errorf("the bot may not write there, and says %q", said)
	}
	decides(s, "week=here")
	s.Finish(s.Running("Ola", "Bo"))
	s.Flush()
	s.API.Fail = bottest.Failing(&discord.Error{Status: 404, Code: 10003}, // it was deleted
		bottest.SendTo(bottest.Channel))
	s.Clock = time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)
	s.Flush()
	for _, m := range s.Due() {
		if !m.Due.After(s.Clock) {
			t.Errorf("a message of the kind %s is still tried", m.Kind)
		}
	}
}

// A person's strength in a title is shown after 10 rated games of it, by the last fit.
func TestEachTitleHasItsOwnTable(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo", "Cy", "Di")
	for range rating.OwnGames {
		ended(s, "Ola", "Bo", "Cy", "Di")
	}
	bottest.Contains(t, strings.Join(table(s, "Ola", "title=amsterdam"), "\n"),
		s.Say("ratings.nobody"))
	s.Clock = s.Clock.AddDate(0, 0, 1)
	s.Must(s.Bot.KeepRatings(t.Context()))
	lines := table(s, "Ola", "title=amsterdam")
	bottest.Contains(t, lines[0], "Amsterdam")
	bottest.Contains(t, lines[1], "Ola")
	bottest.Contains(t, strings.Join(table(s, "Ola", "title=world"), "\n"), s.Say("ratings.nobody"))
}

// 10,000 games between 200 people, all but ten of them in the last fit.
func BenchmarkTable(b *testing.B) {
	s := bottest.On(b, big(b))
	s.Must(s.Store.SwapSetting(b.Context(), "league/"+bottest.Guild, "", `{"rated":true}`))
	ix := s.Slash("Ola", "table")
	for b.Loop() {
		ix.ID += "x"
		if m := s.Handle(ix); len(m.Files) != 1 {
			b.Fatal(m.Content)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/table")
}

// big is a store with the results of 10,000 games on a server.
func big(b *testing.B) storage.Store {
	b.Helper()
	store, err := bottest.OpenStore(b.Context(), bottest.NewFile(b))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { store.Close() })
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	const people, games = 200, 10_000
	user := func(i int) match.UserID { return match.UserID(fmt.Sprintf("9%03d", i%people)) }
	for i := range people {
		must(store.SaveUser(b.Context(), storage.User{ID: user(i), Name: fmt.Sprintf("Person %d", i)}))
		must(store.SaveHabits(b.Context(), match.Habits{User: user(i), Rated: true}))
	}
	at := bottest.Start.AddDate(0, 0, -1)
	for i := range games {
		if i == games-10 {
			at = bottest.Start.Add(-time.Hour)
		}
		g := match.Game{
			ID: match.GameID(fmt.Sprintf("g%05d", i)), State: match.Finished, Title: "amsterdam",
			Guild: bottest.Guild, Created: at, Updated: at,
		}
		var results []match.Result
		for k := range 4 {
			who := user(i*7 + k*k*13 + k)
			g.Seats = append(g.Seats, match.Seat{User: who, Name: "N"})
			g.NewTenures = append(g.NewTenures, match.Tenure{
				Seat: engine.Seat(k + 1), User: who, Why: match.Dealt, From: at,
			})
			results = append(results, match.Result{
				Game: g.ID, Server: g.Guild, Ended: at, Seat: engine.Seat(k + 1), User: who,
				Account: match.Account{
					Title: g.Title, Seats: 4, Place: (i+k)%4 + 1, Points: 40, Rated: true, Turns: 15, Own: 15,
				},
			})
		}
		must(store.Create(b.Context(), g, storage.Origin{}, nil))
		must(store.ForRatings().EndGame(b.Context(), g.ID, results))
	}
	s := bottest.On(b, store)
	began := time.Now()
	must(s.Bot.KeepRatings(b.Context()))
	b.Logf("the nightly fit takes %v", time.Since(began))
	return store
}
