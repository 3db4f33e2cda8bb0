package ratings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/rating"
	"konduktor/engine/titles"
	"konduktor/storage"
)

// ends plays a game to its end, the house for those who are away.
func ends(s *bottest.Stage, id match.GameID) {
	s.T.Helper()
	choose := bottest.AnyLegal(7)
	for s.Game(id).State == match.Running {
		g := s.Game(id)
		waits := s.Table(id).View(engine.Public).ToMove
		i := slices.IndexFunc(waits, func(seat engine.Seat) bool { return !g.Seats[seat-1].Automated })
		if i < 0 {
			s.KeepDeadlines(time.Hour)
		} else {
			s.MoveAs(id, waits[i], choose)
		}
	}
	s.Flush()
}

// Somebody who leaves before their last turn loses as who plays it, and the winner gains.
func TestADefeatIsNotEscapedByLeavingBeforeTheLastTurn(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo")
	id := s.Running("Ola", "Bo")
	choose := bottest.AnyLegal(7)
	for v := s.Table(id).View(engine.Public); !v.LastRound; v = s.Table(id).View(engine.Public) {
		s.Move(id, choose)
	}
	who := s.Table(id).Seats[s.Table(id).View(engine.Public).ToMove[0]-1].Name
	s.Clock = s.Clock.Add(time.Minute)
	sure := s.Handle(s.Slash(who, "game leave", "game="+string(id)))
	s.Handle(s.Click(who, sure.Rows[0].Buttons[0].CustomID))
	s.Flush()
	ends(s, id)
	s.Clock = s.Clock.AddDate(0, 0, 1)
	s.Must(s.Bot.KeepRatings(t.Context()))
	fitted, err := s.Store.ForRatings().Ratings(t.Context(), bottest.Guild, "")
	s.Must(err)
	results, err := s.Store.ForRatings().Results(t.Context(), id)
	s.Must(err)
	if len(fitted) != 2 || len(results) != 2 {
		t.Fatalf("ratings %+v of %+v", fitted, results)
	}
	for _, r := range results {
		at := slices.IndexFunc(fitted, func(f storage.Rating) bool { return f.User == r.User })
		if at < 0 || (fitted[at].S > 0) != (r.Place == 1) && results[0].Place != results[1].Place {
			t.Errorf("place %d of %s: %+v", r.Place, r.User, fitted)
		}
	}
}

// The first message of a table says for whom it is rated, or why it is not.
func TestTheTableSaysWhetherItIsRated(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		people []string // who take part
		level  string   // of a computer; "": none
		want   string
		args   []any
	}{
		"both": {
			[]string{"Ola", "Bo"},
			"", "table.rated",
			[]any{"Names", "Bo, Ola"},
		},
		"one": {[]string{"Ola"}, "", "table.unrated-few", nil},
		"a known computer": {
			[]string{"Ola", "Bo"},
			"steady", "table.rated",
			[]any{"Names", "Bo, Ola"},
		},
	} {
		s := league(t, c.people...)
		s.Remake(func(o *bot.Options) { o.Titles = bottest.Short("nordic") })
		id := s.LobbyOf("nordic", "Ola", "Bo")
		if c.level != "" {
			menu := customid.ID{Action: customid.Computer, Game: string(id)}
			s.Handle(s.Click("Ola", menu.Print(), c.level))
		}
		s.Handle(s.Slash("Ola", "game start", "game="+string(id)))
		s.Flush()
		first := s.API.Sent(s.Game(id).Thread)[0].Content
		want := s.Say(c.want, c.args...)
		other := s.Say(c.want, "Names", "Ola, Bo")
		if !strings.Contains(first, want) && !strings.Contains(first, other) {
			t.Errorf("%s: %s", name, first)
		}
	}
}

// All levels are measured at all tables: only a later title or level can lack a strength.
func TestATableSaysWhoseStrengthNobodyKnows(t *testing.T) {
	t.Parallel()
	s := league(t)
	var g match.Game
	g.Unrated = &match.Unrated{Why: match.UnratedLevel, Level: "strong"}
	table := posts.Table{Texts: s.Texts("en"), Game: g}
	want := s.Say("table.unrated-level", "Level", "strong")
	if got := table.RatedLines(); !slices.Equal(got, []string{want}) {
		t.Errorf("the table says %q, want %q", got, want)
	}
}

// Games that were dealt by an earlier version are settled at the start, and told once.
func TestGamesUnderWayAreSettledAndTheirTablesToldOnce(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo")
	id := s.Running("Ola", "Bo")
	unrated := s.Running("Cy", "Di")
	g := s.Game(id)
	g.RatedBy = 0 // as if an earlier version had dealt it
	s.Must(s.Store.Update(t.Context(), g, storage.Origin{}, nil))
	for range 2 {
		s.Restart()
		s.Flush()
	}
	told := func(id match.GameID) (n int) {
		for _, m := range s.API.Sent(s.Game(id).Thread) {
			if strings.Contains(m.Content, s.Say("table.settled")) {
				n++
				bottest.Contains(t, m.Content, "Rated for")
			}
		}
		return n
	}
	if g = s.Game(id); told(id) != 1 || told(unrated) != 0 || g.RatedBy == 0 || len(g.Rated) != 2 {
		t.Errorf("told %d and %d times: %+v", told(id), told(unrated), g.Terms)
	}
}

// unrates is what /admin unrate says to somebody who manages the server.
func unrates(s *bottest.Stage, options ...string) string {
	s.T.Helper()
	ix := s.Slash("Mia", "admin unrate", options...)
	ix.Rights = discord.PermManageGuild
	said := s.Handle(ix).Content
	s.Flush()
	return said
}

func TestManagersTakeAGameOutOfTheRatings(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo", "Cy")
	id := s.Running("Ola", "Bo", "Cy")
	ends(s, id)
	game, player := "game="+string(id), "player="+string(bottest.Person("Ola").ID)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "admin unrate", game, "reason=x")).Content,
		s.Say("problem.managers-only"))
	bottest.Contains(t, unrates(s, game), s.Say("problem.reason-missing"))
	s.Clock = s.Clock.AddDate(0, 0, 1)
	s.Must(s.Bot.KeepRatings(t.Context()))
	rated := func() string {
		all, err := s.Store.ForRatings().Ratings(t.Context(), bottest.Guild, "")
		s.Must(err)
		var names []string
		for _, r := range all {
			names = append(names, r.Name)
		}
		return fmt.Sprint(names)
	}
	for _, step := range []struct {
		options    []string
		said, told string
		want       string
	}{
		{
			[]string{game, player, "reason=two *accounts*"},
			"admin.unrated-seat",
			"out of the ratings for this game: two \\*accounts\\*", "[Bo Cy]",
		},
		{
			[]string{game, "reason=a try"},
			"admin.unrated",
			"this game out of the ratings: a try", "[]",
		},
		{
			[]string{game},
			"admin.unrated-back",
			"this game back into the ratings", "[Bo Cy]",
		},
		{
			[]string{game, player},
			"admin.unrated-seat-back",
			"Ola back into the ratings", "[Bo Cy Ola]",
		},
	} {
		mention := discord.MentionUsers(bottest.Person("Ola").ID)
		bottest.Contains(t, unrates(s, step.options...),
			s.Say(step.said, "Game", string(id), "Name", mention))
		sent := s.API.Sent(s.Game(id).Thread)
		bottest.Contains(t, sent[len(sent)-1].Content, step.told)
		if got := rated(); got != step.want {
			t.Errorf("%v: rated %s, want %s", step.options, got, step.want)
		}
	}
}

func TestAGameUnderWayIsTakenOutBeforeItEnds(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo")
	id := s.Running("Ola", "Bo")
	unrates(s, "game="+string(id), "reason=a try")
	told := 0
	for _, m := range s.API.Sent(s.Game(id).Thread) {
		told += strings.Count(m.Content, "out of the ratings: a try")
	}
	if told == 0 {
		t.Error("the table does not read why")
	}
	ends(s, id)
	results, err := s.Store.ForRatings().Results(t.Context(), id)
	s.Must(err)
	for _, r := range results {
		if !r.Removed || !r.Rated && r.LeftOut == "" {
			t.Errorf("got %+v", r)
		}
	}
	s.Clock = s.Clock.AddDate(0, 0, 1)
	s.Must(s.Bot.KeepRatings(t.Context()))
	all, err := s.Store.ForRatings().Ratings(t.Context(), bottest.Guild, "")
	s.Must(err)
	if all != nil {
		t.Errorf("rated %+v", all)
	}
	bottest.Contains(t, unrates(s, "game="+string(s.Running("Cy", "Di")), "reason=x"), "not rated")
}

// The record that is given away says what `konduktor ratings` needs.
func TestARecordSaysWhoIsRated(t *testing.T) {
	t.Parallel()
	s := league(t, "Ola", "Bo")
	id := s.LobbyOf("amsterdam", "Ola", "Bo")
	menu := customid.ID{Action: customid.Computer, Game: string(id)}
	s.Handle(s.Click("Ola", menu.Print(), "steady"))
	s.Handle(s.Slash("Ola", "game start", "game="+string(id)))
	s.Flush()
	ends(s, id)
	unrates(s, "game="+string(id), "player="+string(bottest.Person("Bo").ID), "reason=x")
	record := func(id match.GameID) *notation.Record {
		open := s.Click("Di", customid.ID{Action: customid.Result}.Print(), string(id))
		files := s.Handle(open).Files
		r, err := notation.ParseRecord(string(files[len(files)-1].Data), titles.Find)
		s.Must(err)
		return r
	}
	r, bo := record(id), s.Game(id).SeatHeldBy(bottest.Person("Bo").ID)
	if !slices.Equal(r.Rated, s.Game(id).Rated) || len(r.LeftOut) != 1 || r.LeftOut[0].Seat != bo ||
		r.LeftOut[0].Why != "removed" || r.Computers != rating.Version {
		t.Errorf("got %+v", r.ForRatings)
	}
	const steady = "computer:steady"
	if !slices.Contains(r.Setup.Names, steady) || !slices.Contains(r.Lobby, steady) {
		t.Errorf("seats %q, lobby %q", r.Setup.Names, r.Lobby)
	}
	unrated := s.Running("Cy", "Di")
	ends(s, unrated)
	if r := record(unrated); r.Rated == nil || len(r.Rated) != 0 || r.LeftOut != nil {
		t.Errorf("of a game that is not rated: %+v", r.ForRatings)
	}
}
