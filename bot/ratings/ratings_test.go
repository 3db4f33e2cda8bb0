package ratings_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/rating"
	"konduktor/storage"
)

// league starts a bot on a server with ratings, in which people take part.
func league(t *testing.T, people ...string) *bottest.Stage {
	t.Helper()
	s := bottest.NewShort(t, "amsterdam")
	bottest.Contains(t, decides(s, "rated=true"), s.Say("ratings.on"))
	for _, who := range people {
		bottest.Contains(t, s.Me(who, "rated=true"), s.Say("me.rated-true"))
		s.Must(s.Store.SaveUser(t.Context(), storage.User{ID: bottest.Person(who).ID, Name: who}))
	}
	return s
}

// decides is what /admin ratings says to somebody who manages the server.
func decides(s *bottest.Stage, options ...string) string {
	s.T.Helper()
	ix := s.Slash("Manager", "admin ratings", options...)
	ix.Rights = discord.PermManageGuild
	return s.Handle(ix).Content
}

// ended adds a rated game that has just ended without being played; the first person won it.
func ended(s *bottest.Stage, people ...string) match.GameID {
	s.T.Helper()
	return endedWith(s, nil, people...)
}

// endedWith is ended with people who have played three turns each for the first one.
func endedWith(s *bottest.Stage, helpers []string, people ...string) match.GameID {
	s.T.Helper()
	s.Last++
	g := match.Game{
		ID: match.GameID(fmt.Sprintf("made%d", s.Last)), State: match.Finished, Title: "amsterdam",
		Version: 1, Guild: bottest.Guild, Channel: bottest.Channel, Created: s.Clock, Updated: s.Clock,
	}
	var results []match.Result
	for i, who := range people {
		seat, user := engine.Seat(i+1), bottest.Person(who).ID
		g.Seats = append(g.Seats, match.Seat{User: user, Name: who})
		g.NewTenures = append(g.NewTenures, match.Tenure{
			Seat: seat, User: user, Why: match.Dealt, From: s.Clock,
		})
		results = append(results, match.Result{
			Game: g.ID, Server: g.Guild, Ended: s.Clock, Seat: seat, User: user,
			Account: match.Account{
				Title: g.Title, Seats: len(people), Place: i + 1, Points: 50 - 10*i, Rated: true,
				Turns: 15, Own: 15, Kept: 4, Done: 4 - i, Best: 3, Earned: 9 - i,
			},
		})
	}
	for _, who := range helpers {
		user := bottest.Person(who).ID
		s.Must(s.Store.SaveUser(s.T.Context(), storage.User{ID: user, Name: who}))
		g.NewTenures = append(g.NewTenures, match.Tenure{
			Seat: 1, User: user, Why: match.StoodIn, From: s.Clock,
		})
		results = append(results, match.Result{
			Game: g.ID, Server: g.Guild, Ended: s.Clock, Seat: 1, User: user,
			Account: match.Account{Title: g.Title, Helped: 3},
		})
	}
	s.Must(s.Store.Create(s.T.Context(), g, storage.Origin{}, nil))
	s.Must(s.Store.ForRatings().EndGame(s.T.Context(), g.ID, results))
	s.Clock = s.Clock.Add(time.Minute)
	return g.ID
}

// table is what /table says to somebody, line by line.
func table(s *bottest.Stage, who string, options ...string) []string {
	s.T.Helper()
	return strings.Split(s.Handle(s.Slash(who, "table", options...)).Content, "\n")
}

func TestGameIsRatedOnce(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo")
	id := s.Running("Ola", "Bo", "Cy")
	posts := s.API.Sent(s.Game(id).Thread)
	bottest.Contains(t, posts[0].Content, "Rated for")
	if strings.Contains(posts[0].Content, "Rated for Cy") || len(s.Game(id).Rated) != 2 {
		t.Errorf("rated are the seats %v: %s", s.Game(id).Rated, posts[0].Content)
	}
	choose := bottest.AnyLegal(7)
	for s.Game(id).State == match.Running {
		s.Move(id, choose)
	}
	waiting, err := s.Store.Waiting(t.Context(), 100)
	s.Must(err)
	at := slices.IndexFunc(waiting, func(m storage.Message) bool { return m.Kind == "rated" })
	s.Flush()
	before, err := s.Store.ForRatings().Results(t.Context(), id)
	s.Must(err)
	late := waiting[at]
	late.Lane = "late"
	s.Must(s.Store.Enqueue(t.Context(), []storage.Message{late}))
	s.Flush()
	after, err := s.Store.ForRatings().Results(t.Context(), id)
	s.Must(err)
	if len(before) != 3 || fmt.Sprint(before) != fmt.Sprint(after) {
		t.Errorf("results %+v, then %+v", before, after)
	}
	for i, r := range before {
		takesPart := slices.Contains(s.Game(id).Rated, engine.Seat(i+1))
		if r.Rated != takesPart || r.Own != r.Turns || r.Turns == 0 {
			t.Errorf("got %+v", r)
		}
	}
}

func TestATableHasRatingsAndReasons(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo", "Cy", "Di", "Ewa")
	if lines := table(s, "Ola"); lines[1] != s.Say("ratings.nobody") {
		t.Errorf("before a game: %q", lines)
	}
	for range 3 {
		ended(s, "Ola", "Bo", "Cy", "Ewa")
	}
	ended(s, "Bo", "Ola")
	ended(s, "Di", "Bo") // once: nothing is known of her yet
	lines := table(s, "Ola")
	if len(lines) != 6 || !strings.Contains(lines[1], "Ola") || !strings.Contains(lines[2], "Bo") ||
		!strings.Contains(lines[3], "Cy") {
		t.Fatalf("got %q", lines)
	}
	bottest.Contains(t, lines[1], "±", "(early)", "place 2 at a table of 2")
	bottest.Contains(t, lines[3], "beat Ewa (", "at a table of 4")
	ended(s, "Ola", "Cy", "Bo")
	bottest.Contains(t, table(s, "Ola")[1], "beat Bo (", "at a table of 3")
	m := s.Handle(s.Slash("Ola", "table"))
	if len(m.Files) != 1 || !m.Ephemeral {
		t.Fatalf("got %d files, ephemeral %v", len(m.Files), m.Ephemeral)
	}
	for _, line := range strings.Split(m.Content, "\n")[1:5] {
		bottest.Contains(t, m.Files[0].Alt, rated(line))
	}
}

// A table is in the order of the lower end, and shows nobody before three opponents: who beats one
// account twenty times leads nobody.
func TestTheTableIsInTheOrderOfTheLowerEnd(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo", "Cy", "Di", "Max", "Zoe")
	for i := range 40 { // an honest player wins three of four
		other := []string{"Bo", "Cy", "Di"}[i%3]
		if i%4 == 3 {
			ended(s, other, "Ola")
		} else {
			ended(s, "Ola", other)
		}
	}
	for range 20 {
		ended(s, "Max", "Zoe")
	}
	for night := range 2 { // by steps, then by the fit
		text := strings.Join(table(s, "Ola"), "\n")
		if strings.Contains(text, "Max") || !strings.Contains(text, "1\\. **Ola**") {
			t.Errorf("night %d: %s", night, text)
		}
		s.Clock = s.Clock.AddDate(0, 0, 1)
		s.Must(s.Bot.KeepRatings(t.Context()))
	}
	ended(s, "Max", "Bo") // three in all, two of them since the fit
	if text := strings.Join(table(s, "Ola"), "\n"); strings.Contains(text, "Max") {
		t.Errorf("after two opponents: %s", text)
	}
	ended(s, "Max", "Cy")
	lines := table(s, "Ola")
	lowest := 1 << 20
	found := false
	for _, line := range lines[1 : len(lines)-1] {
		found = found || strings.Contains(line, "Max")
		var points, pm int
		if _, err := fmt.Sscanf(rated(line), "%d ± %d", &points, &pm); err != nil || points-pm > lowest {
			t.Errorf("%q is not in order: %v", line, err)
		}
		lowest = points - pm
	}
	if !found {
		t.Errorf("after three opponents: %q", lines)
	}
}

func TestHiddenPlayerStillCountsForOthersRatings(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo", "Cy", "Di")
	for range 3 {
		ended(s, "Ola", "Bo", "Cy", "Di")
	}
	with := table(s, "Ola")
	s.Me("Bo", "rated=false")
	without := table(s, "Ola")
	if len(without) != len(with)-1 || strings.Contains(strings.Join(without, "\n"), "Bo") {
		t.Fatalf("got %q", without)
	}
	bottest.Contains(t, without[1], "Ola", rated(with[1]))
	s.Handle(s.Click("Bo", customid.ID{Action: customid.Erase}.Print()))
	if gone := table(s, "Ola"); fmt.Sprint(gone) != fmt.Sprint(without) {
		t.Errorf("forgotten, Bo changes others: %q, before %q", gone, without)
	}
	s.Clock = s.Clock.AddDate(0, 0, 1)
	s.Must(s.Bot.KeepRatings(t.Context()))
	fitted := table(s, "Ola")
	all, err := s.Store.ForRatings().ResultsOn(t.Context(), bottest.Guild, time.Unix(0, 0), s.Clock)
	s.Must(err)
	if len(fitted) != len(without) || len(all) != 12 {
		t.Errorf("after a night: %q of %d results", fitted, len(all))
	}
}

// rated returns the "512 ± 60" of a line.
func rated(line string) string {
	from := strings.Index(line, "** ") + 3
	return line[from : strings.Index(line, " ± ")+6]
}

// The bot's nightly fit is the batch fit of package rating at midnight UTC; games of a forgotten
// person still count.
func TestNightlyFitEqualsTheBatchFit(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo", "Cy")
	var games []rating.Game
	people := []string{"Ola", "Bo", "Cy"}
	midnight := match.DayOf(s.Clock).Plus(1).Begins()
	for _, order := range [][]int{{0, 1, 2}, {1, 0, 2}, {0, 2}, {0, 1}, {2, 1, 0}} {
		g := rating.Game{Title: "amsterdam", Age: midnight.Sub(s.Clock)}
		var names []string
		for i, p := range order {
			names = append(names, people[p])
			g.Units = append(g.Units, rating.Unit{Members: []rating.Player{{Person: p}}, Place: i + 1})
		}
		ended(s, names...)
		games = append(games, g)
	}
	s.Handle(s.Click("Cy", customid.ID{Action: customid.Erase}.Print()))
	s.Clock = midnight.Add(time.Hour)
	want, err := rating.Fit(t.Context(), 3, games)
	s.Must(err)
	for range 2 { // a second process makes the same
		s.Restart()
		s.Must(s.Bot.KeepRatings(t.Context()))
		got, err := s.Store.ForRatings().Ratings(t.Context(), bottest.Guild, "")
		s.Must(err)
		if len(got) != 2 {
			t.Fatalf("got %+v", got)
		}
		for _, r := range got {
			w := want[slices.Index(people, r.Name)]
			if math.Abs(r.S-w.S) > 1e-9 || math.Abs(r.Error-w.Error) > 1e-9 ||
				r.Day != match.DayOf(midnight) {
				t.Errorf("%s has %+v, want %v", r.Name, r, w)
			}
		}
	}
}

// Each process looks at midnight; one of them fits a server, another one if that was killed.
func TestOneProcessFitsAServer(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo")
	ended(s, "Ola", "Bo")
	s.Clock = match.DayOf(s.Clock).Plus(1).Begins()
	fitted := func() int {
		s.Must(s.Bot.KeepRatings(t.Context()))
		list, err := s.Store.ForRatings().Ratings(t.Context(), bottest.Guild, "")
		s.Must(err)
		return len(list)
	}
	_, err := storage.Claim(t.Context(), s.Store, "fit/"+bottest.Guild, s.Clock, 9*time.Minute)
	s.Must(err)
	if n := fitted(); n != 0 {
		t.Errorf("%d are fitted while another process is at it", n)
	}
	s.Clock = s.Clock.Add(10 * time.Minute)
	if n := fitted(); n != 2 {
		t.Errorf("%d are fitted once the other process is gone", n)
	}
}

func TestNoTableIsShownWithoutRatings(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Me("Ola", "rated=true")
	s.Me("Bo", "rated=true")
	bottest.Contains(t, s.Handle(s.Slash("Ola", "table")).Content, "not rated")
	if g := s.Game(s.Running("Ola", "Bo")); g.Rated != nil {
		t.Errorf("rated %v", g.Rated)
	}
	bottest.Contains(t, s.Handle(s.Alone(s.Slash("Ola", "table"))).Content,
		s.Say("problem.table-on-server"))
	bottest.Contains(t, s.Handle(s.Slash("Ola", "admin ratings", "rated=true")).Content,
		s.Say("problem.managers-only"))
}

func TestGamesAgainstComputersAloneMoveNothing(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola")
	id := s.Solo("amsterdam", "Ola")
	if g := s.Game(id); g.Rated != nil {
		t.Errorf("rated %v", g.Rated)
	}
}

func TestStoredDataOfAPersonHasResultsAndRatings(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo")
	id := ended(s, "Ola", "Bo")
	s.Clock = s.Clock.AddDate(0, 0, 1)
	s.Must(s.Bot.KeepRatings(t.Context()))
	m := s.Handle(s.Click("Ola", customid.ID{Action: customid.Export}.Print()))
	bottest.Contains(t, string(m.Files[0].Data), `"Rated": true`, `"game": "`+string(id)+`"`,
		`"points": 50`, `"ratings": [`, `"server": "`+bottest.Guild+`"`)
}
