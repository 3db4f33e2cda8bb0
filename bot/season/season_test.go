package season_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/play"
	"konduktor/bot/season"
	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/sqlite"
	"konduktor/storage/sqlite/sqlitetest"
)

// stage is a bot on whose server a season or an evening is arranged.
type stage struct {
	*bottest.Stage
	name string // of it
}

func newStage(t *testing.T) *stage {
	t.Helper()
	return &stage{Stage: bottest.NewShort(t, amsterdam.Title.ID())}
}

const organiser = "Zoe"

// manages makes an interaction one of somebody who manages the server.
func manages(ix *discord.Interaction) *discord.Interaction {
	ix.Rights = discord.PermManageGuild
	return ix
}

// opens opens a season as its organiser does, from the preview.
func (s *stage) opens(options ...string) {
	s.T.Helper()
	command := s.Slash(organiser, "league new", append(options, "title=amsterdam")...)
	preview := s.Handle(manages(command))
	click := s.Click(organiser, preview.Rows[0].Buttons[0].CustomID)
	click.Message = match.MessageID(strconv.Itoa(s.Last))
	s.Handle(manages(click))
	s.found()
}

// found takes the last that was arranged as the one that is meant.
func (s *stage) found() {
	s.T.Helper()
	list, err := storage.SettingOf[[]string](s.T.Context(), s.Store, "seasons/"+bottest.Guild)
	s.Must(err)
	s.name = list[len(list)-1]
	s.Flush()
}

func (s *stage) kept() season.Kept {
	s.T.Helper()
	k, err := storage.SettingOf[season.Kept](s.T.Context(), s.Store, s.name)
	s.Must(err)
	return k
}

// press has somebody press a button of it.
func (s *stage) press(who, does string) discord.Message {
	s.T.Helper()
	ix := s.Click(who, s.name+"/"+does)
	if who == organiser {
		ix = manages(ix)
	}
	m := s.Handle(ix)
	s.Flush()
	return m
}

func people(n int) (names []string) {
	for i := range n {
		names = append(names, string(rune('A'+i))+"person")
	}
	return names
}

// posts are what its posts say now, the main one first.
func (s *stage) posts() (texts []string) {
	s.T.Helper()
	s.Clock = s.Clock.Add(time.Minute) // lists are edited once a minute
	s.Flush()
	screen := discordtest.NewScreen(s.API.Calls()...)
	for _, id := range screen.Order {
		text := screen.Posts[id].Message.Content
		known := strings.Contains(text, "season") || strings.Contains(text, "evening")
		if screen.Posts[id].Channel == bottest.Channel && known {
			texts = append(texts, text)
		}
	}
	return texts
}

// playRounds plays all games that are open until none is.
func (s *stage) playRounds() {
	s.T.Helper()
	for range 40 {
		open, err := s.Store.GamesIn(s.T.Context(), match.Running)
		s.Must(err)
		if len(open) == 0 {
			return
		}
		for _, g := range open {
			s.Finish(g.ID)
		}
		s.Clock = s.Clock.Add(time.Minute)
		s.Flush()
	}
	s.T.Fatal("the rounds do not end")
}

func TestASeasonIsPlayedFromSignUpToTheNextOne(t *testing.T) {
	s := newStage(t)
	s.Remake(bottest.Painted(bottest.ViewPainter{}))
	s.opens("seats=3", "rounds=3", "weeks=3", "division=6", "promotion=1")
	names := people(12)
	for _, name := range names {
		bottest.Contains(t, s.press(name, "join").Content, "You are in")
	}
	bottest.Contains(t, s.press(names[0], "join").Content, "Already signed up")
	bottest.Contains(t, s.press(names[0], "begin").Content, "organiser")
	bottest.Contains(t, s.posts()[0], "Sign up until", "so far: 12 ")
	s.press(organiser, "begin")
	k := s.kept()
	if len(k.Season.Divisions) != 2 || len(k.Games) != 4 {
		t.Fatalf("got %d divisions and %d games, want 2 and 4", len(k.Season.Divisions), len(k.Games))
	}
	for of, id := range k.Games {
		g := s.Game(id)
		if g.Of != of || g.State != match.Running || g.Thread == "" {
			t.Errorf("game %s is %s, of %s, in thread %q", id, g.State, g.Of, g.Thread)
		}
	}
	posts := s.posts()
	bottest.Contains(t, strings.Join(posts, "\n"), "Division 1", "Division 2", "round 1 of 3")
	s.playRounds()
	k = s.kept()
	if k.Season.State != league.Over {
		t.Fatalf("the season is %s", k.Season.State)
	}
	for i := range k.Season.Divisions {
		for _, f := range k.Season.Divisions[i].Fixtures {
			if !f.Counts() {
				t.Errorf("fixture %+v does not count", f)
			}
		}
	}
	letter := s.LastTo(names[3])
	bottest.Contains(t, letter.Content, "is over. Your season:", "Round 3", "exact")
	if len(letter.Files) != 1 {
		t.Fatalf("%d pictures in the letter, want the card", len(letter.Files))
	}
	bottest.Contains(t, letter.Files[0].Alt, "league · season 1", "3 games")
	bottest.Contains(t, strings.Join(s.posts(), "\n"), "The season is over")
	left, err := s.Store.PostsOn(t.Context(), bottest.Guild)
	s.Must(err)
	if len(left) > 0 {
		t.Errorf("posts of a season that is over still follow: %v", left)
	}
	manage := s.Handle(manages(s.Slash(organiser, "league manage"))).Content
	if strings.Contains(manage, "annul") {
		t.Errorf("a season that is over can still be managed: %s", manage)
	}
	best := k.Season.Sides[k.Season.Standing(2)[0].Side].Users[0]
	ix := manages(s.Click(organiser, s.name+"/next"))
	ix.Message = "next"
	s.Handle(ix)
	s.found()
	k = s.kept()
	if k.Season.Number != 2 || slices.Index(k.Season.Former, best) >= 6 {
		t.Errorf("season %d: who won division 2 is not among the first six of %v",
			k.Season.Number, k.Season.Former)
	}
	if n := s.Faults.Load(); n > 0 {
		t.Errorf("%d internal errors: %s", n, s.Faults.Last())
	}
}

// house plays for those who are away.
type house struct{ choose bottest.Chooser }

func (h house) Choose(_ context.Context, s play.BenchSeat) (engine.Move, bool) {
	return h.choose(*s.View), true
}

// killed is a stage whose process dies at every n-th call of Discord or of the database.
type killed struct {
	*stage
	left, every, deaths int
}

var errKilled = errors.New("the process was killed")

func newKilled(t *testing.T, every int) *killed {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	k := &killed{left: -1, every: every}
	dies := func() error {
		if k.left > 0 {
			k.left--
		}
		if k.left == 0 {
			return errKilled
		}
		return nil
	}
	if err := sqlitetest.Write(path); err != nil {
		t.Fatal(err)
	}
	store, err := sqlite.OpenOn(t.Context(), sqlite.Disk{Unsynced: true, Fault: dies}, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	k.stage = &stage{Stage: bottest.On(t, store, func(o *bot.Options) {
		o.Titles, o.House = bottest.Short(amsterdam.Title.ID()), house{bottest.AnyLegal(3)}
	})}
	k.API.Fail = func(discordtest.Call) error {
		if dies() != nil {
			return discord.NoAnswer(errKilled)
		}
		return nil
	}
	k.API.Lose = k.API.Fail
	return k
}

// lives does something again and again until no kill comes in between.
func (k *killed) lives(do func() error) {
	k.T.Helper()
	for try := range 100 {
		k.left = k.every + 7*(k.deaths%5) + try
		err := do()
		dead := k.left == 0
		k.left = -1
		if !dead {
			k.Must(err)
			return
		}
		k.deaths++
		k.Restart()
	}
	k.T.Fatal("it is always killed")
}

// passes lets a time pass, in which all move but those who are away.
func (k *killed) passes(d time.Duration, away func(name string) bool) {
	k.T.Helper()
	running, err := k.Store.GamesIn(k.T.Context(), match.Running)
	k.Must(err)
	choose := bottest.AnyLegal(uint64(len(running)))
	for _, g := range running {
		for k.Game(g.ID).State == match.Running {
			t := k.Table(g.ID)
			v := t.View(engine.Public)
			at := slices.IndexFunc(v.ToMove, func(seat engine.Seat) bool {
				return !t.Seats[seat-1].Automated && !away(t.Seats[seat-1].Name)
			})
			if at < 0 {
				break
			}
			k.MoveAs(g.ID, v.ToMove[at], choose)
		}
	}
	k.Clock = k.Clock.Add(d)
	k.lives(func() error {
		return errors.Join(k.Bot.KeepClocks(k.T.Context()), k.Bot.Flush(k.T.Context()))
	})
}

func TestKillsAndDropoutsLoseAndDoubleNothing(t *testing.T) {
	k := newKilled(t, 40)
	k.opens("seats=3", "rounds=2", "weeks=2", "division=6")
	names := people(12)
	for _, name := range names {
		k.press(name, "join")
	}
	k.Clock = k.Clock.Add(8 * 24 * time.Hour) // it begins by itself
	vanished := func(name string) bool { return slices.Index(names, name)%4 == 1 }
	left := false
	for day := 0; k.kept().Season.State != league.Over; day++ {
		if day == 300 {
			t.Fatalf("the season does not end: %+v", k.kept().Season)
		}
		if day == 6 {
			left = strings.Contains(k.press(names[2], "leave").Content, "You are out")
		}
		k.passes(12*time.Hour, vanished)
	}
	s := k.kept()
	games, err := k.Store.GamesIn(t.Context())
	k.Must(err)
	if len(games) != len(s.Games) || !left || k.deaths < 10 {
		t.Errorf("%d games for %d fixtures after %d deaths", len(games), len(s.Games), k.deaths)
	}
	for _, g := range games {
		if s.Games[g.Of] != g.ID || g.State != match.Finished {
			t.Errorf("game %s of %s is %s", g.ID, g.Of, g.State)
		}
	}
	sent := map[string]int{} // the posts of the season
	for _, text := range k.posts() {
		heading, _, _ := strings.Cut(text, " · round")
		sent[heading]++
	}
	for heading, n := range sent {
		if n > 1 {
			t.Errorf("there are %d posts %q", n, heading)
		}
	}
}

func TestPartnersSignUpTogether(t *testing.T) {
	s := &stage{Stage: bottest.NewShort(t, "asia")}
	s.opens("title=asia", "seats=4", "rounds=2", "weeks=2", "division=4")
	names := people(8)
	bottest.Contains(t, s.press(names[0], "join").Content, "/league pair")
	pair := func(who, with string) string {
		user := "player=" + string(bottest.Person(with).ID)
		said := s.Handle(s.Slash(who, "league pair", user)).Content
		s.Flush()
		return said
	}
	bottest.Contains(t, pair(names[0], names[0]), "2 different people")
	for i := 0; i < len(names); i += 2 {
		a, b := names[i], names[i+1]
		bottest.Contains(t, pair(a, b), "named each other")
		if i > 0 {
			bottest.Contains(t, pair(a, names[7]), "ask again")
		}
		dm := s.API.Sent(s.dm(b))
		bottest.Contains(t, dm[len(dm)-1].Content, "as your partner")
		if k := s.kept(); k.Season.SideOf(bottest.Person(a).ID) >= 0 {
			t.Fatal("a partner has not agreed, and both are in")
		}
		pair(b, a)
	}
	bottest.Contains(t, pair(names[1], names[3]), "Already signed up")
	s.press(organiser, "begin")
	for _, id := range s.kept().Games {
		g := s.Game(id)
		for i := 0; i < len(g.Seats); i += 2 {
			a, b := strings.Index("ABCDEFGH", g.Seats[i].Name[:1]), strings.Index("ABCDEFGH",
				g.Seats[i+1].Name[:1])
			if a/2 != b/2 {
				t.Errorf("game %s seats %s beside %s", id, g.Seats[i].Name, g.Seats[i+1].Name)
			}
		}
	}
	s.playRounds()
	if k := s.kept(); k.Season.State != league.Over {
		t.Errorf("the season is %s", k.Season.State)
	}
}

func (s *stage) dm(name string) match.ChannelID {
	s.T.Helper()
	dm, err := s.API.OpenDM(s.T.Context(), bottest.Person(name).ID)
	s.Must(err)
	return dm
}

func TestTheOrganiserAnnulsExtendsAndSubstitutes(t *testing.T) {
	s := newStage(t)
	names := s.signsUp(6)
	s.press(organiser, "begin")
	before := s.kept()
	bottest.Contains(t, s.press(organiser, "extend").Content, "7 more days")
	if got := due(s.kept()).Sub(due(before)); got != 7*24*time.Hour {
		t.Errorf("the round has %v more", got)
	}
	manage := func(options ...string) string {
		m := s.Handle(manages(s.Slash(organiser, "league manage", options...)))
		s.Flush()
		return m.Content
	}
	var id match.GameID
	for _, one := range s.kept().Games {
		id = one
	}
	bottest.Contains(t, manage(), string(id), "waits for")
	bottest.Contains(t, s.press(organiser, "look").Content, string(id), "waits for")
	bottest.Contains(t, s.press(names[0], "look").Content, "Round 1: game", "Round 2, to come")
	bottest.Contains(t, manage("annul="+string(id)), "Give a reason")
	manage("annul="+string(id), "reason=the [map](http://x.y) was **wrong**")
	bottest.Contains(t, strings.Join(s.posts(), "\n"), "Not counted",
		`the \[map\]\(http\:\/\/x\.y\) was \*\*wrong\*\*`)
	bottest.Contains(t, s.LastTo(s.Game(id).Seats[0].Name).Content, "counts for nobody",
		`was \*\*wrong\*\*`)
	for _, other := range []string{string(id), "none"} { // it counts for nobody already
		bottest.Contains(t, manage("annul="+other, "reason=x"), "no game of this season")
	}
	bottest.Contains(t, manage("player="+string(bottest.Person(names[0]).ID)), "Name two people")
	manage("player="+string(bottest.Person(names[0]).ID), "by="+string(bottest.Person("Yan").ID))
	if k := s.kept(); k.Season.SideOf(bottest.Person("Yan").ID) < 0 {
		t.Error("nobody was substituted")
	}
	mention := func(name string) string { return discord.MentionUsers(bottest.Person(name).ID) }
	bottest.Contains(t, s.LastTo("Yan").Content, "the place of "+mention(names[0]))
	bottest.Contains(t, s.LastTo(names[0]).Content, "to "+mention("Yan"))
	stranger := s.Handle(s.Slash(names[1], "league manage", "annul="+string(id), "reason=x"))
	bottest.Contains(t, stranger.Content, "organiser")
}

func due(k season.Kept) time.Time { return k.Season.Due() }

func TestAForgottenPersonLeavesTheSeason(t *testing.T) {
	s := newStage(t)
	names := s.signsUp(7)
	user := bottest.Person(names[2]).ID
	s.press(organiser, "begin")
	exported := s.Handle(s.Alone(s.Click(names[2], "export"))).Files
	bottest.Contains(t, string(exported[0].Data), s.name)
	s.Handle(s.Alone(s.Click(names[2], "erase")))
	s.Flush()
	text, err := s.Store.Setting(t.Context(), s.name)
	s.Must(err)
	if strings.Contains(text, string(user)) {
		t.Error("the season still names somebody who was forgotten")
	}
	s.Clock = s.Clock.Add(15 * 24 * time.Hour)
	s.press(names[3], "leave") // whatever changes next
	k := s.kept()
	if k.Season.SideOf(user) >= 0 || !k.Season.Sides[2].Left {
		t.Errorf("the side is %+v", k.Season.Sides[2])
	}
}

func TestASignUpThatIsTooSmallIsCalledOff(t *testing.T) {
	s := newStage(t)
	s.opens()
	s.press("Ada", "join")
	s.Clock = s.Clock.Add(8 * 24 * time.Hour)
	s.Flush()
	bottest.Contains(t, s.LastTo("Ada").Content, "called off")
	bottest.Contains(t, strings.Join(s.posts(), "\n"), "Called off")
	bottest.Contains(t, s.press("Bob", "join").Content, "over")
}

func TestForgedRulesAreRefused(t *testing.T) {
	s := newStage(t)
	for _, rules := range []string{
		"amsterdam", "amsterdam.3.6.8.daily.12", "amsterdam.3.6.8.daily.12.2.1",
		"amsterdam.9.6.8.daily.12.2",
		"nowhere.3.6.8.daily.12.2", "amsterdam.3.0.8.daily.12.2", "amsterdam.3.6.-8.daily.12.2",
		"amsterdam.3.6.8.none.12.2", "amsterdam.3.6.8.daily.99.2", "amsterdam.3.6.8.daily.12.9", "......",
	} {
		s.Handle(manages(s.Click(organiser, "league/"+strings.Replace(rules, ".", "/", 1))))
	}
	ok := s.Handle(s.Click("Ada", "league/amsterdam/3.6.8.daily.12.2")) // by nobody who may
	bottest.Contains(t, ok.Content, "organiser")
	list, err := s.Store.Setting(t.Context(), "seasons/"+bottest.Guild)
	if !errors.Is(err, storage.ErrNotFound) || s.Faults.Load() > 0 {
		t.Errorf("something was arranged: %q, %v; %s", list, err, s.Faults.Last())
	}
}
