package bot_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/season"
	"konduktor/engine"
	"konduktor/engine/amsterdam"
	"konduktor/engine/enginetest"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/engine/nordic"
	"konduktor/engine/railway"
	"konduktor/storage"
	"konduktor/storage/postgres/served"
)

func init() { bottest.Serve(served.New, served.Open) }

// month is a server for a month: games in a forum, the queue, a league, a duplicate evening.
type month struct {
	*bottest.Stage // its store makes no faults
	t              *testing.T
	rng            *rand.Rand
	yard           *yard
	wall           *wall
	processes      []*process
	at             *process // that works now
	within         bool     // while the other one is in the middle of a call
	odds           int      // one commit or call in so many kills the process; 0: none
	deaths         int
	commits        int
	members        []*member
	later          []act
	season, duplic string // names
	judged         *bot.Bot
	judgedBy       *yard
	compared       int
}

// member is one of the people of the server.
type member struct {
	discord.User
	locale string
	gone   time.Time // when they vanish without a word; zero: never
	asked  time.Time // when they filled in the form of the queue last
}

type act struct {
	at time.Time
	do func()
}

func (m *month) plan(in time.Duration, do func()) {
	m.later = append(m.later, act{m.Clock.Add(in), do})
}

const organiser = "Zoe"

// shortTitles are two titles whose last round begins early, at each size of the test.
func shortTitles() []engine.Title {
	short := func(rules railway.Rules, of *railway.Title, at int) engine.Title {
		rules.LastRound.PiecesAtMost = at
		return railway.Must(railway.New(&rules, of.Map()))
	}
	return []engine.Title{
		short(amsterdam.Rules, amsterdam.Title, 11), short(nordic.Rules, nordic.Title, 32),
	}
}

func newMonth(t *testing.T, database string, processes, people int, seed uint64) *month {
	t.Helper()
	m := &month{
		t: t, rng: rand.New(rand.NewPCG(seed, 30)), wall: newWall(),
		Stage: bottest.NewAt(t, database),
	}
	m.Clock = m.Clock.AddDate(20, 0, 0) // leases go by the clock of the database
	m.yard = &yard{m.API, m}
	m.API.Fail, m.API.Lose = m.yard.fails, m.yard.loses
	m.Changed = append(m.Changed, func(o *bot.Options) {
		o.Titles, o.House = shortTitles(), anyMove{bottest.AnyLegal(seed)}
		o.After = func(time.Duration) (<-chan time.Time, func()) { // nothing waits
			c := make(chan time.Time, 1)
			c <- time.Time{}
			return c, func() {}
		}
	})
	for range processes {
		store := m.Store
		if processes > 1 {
			var err error
			store, err = bottest.OpenStore(t.Context(), m.File)
			m.Must(err)
			t.Cleanup(func() { m.Must(store.Close()) })
		}
		p := &process{Store: store, m: m}
		m.processes = append(m.processes, p)
		m.restart(p)
	}
	for i := range people {
		who := &member{
			User:   discord.User{ID: match.UserID(strconv.Itoa(10_000 + i)), Name: fmt.Sprint("P", i)},
			locale: "en-US",
		}
		if i%5 == 4 {
			who.locale = "pl"
		}
		m.members = append(m.members, who)
		m.plan(time.Duration(m.rng.IntN(600))*time.Minute, func() { m.visit(who) })
	}
	return m
}

// command has somebody type a command until the process survives it, and returns the answer.
func (m *month) command(who *member, path string, options ...string) string {
	return m.asks(func() *discord.Interaction { return m.SlashBy(who.User, path, options...) }, who)
}

// press has somebody press the newest button that fits in a channel, or in a post of the forum.
func (m *month) press(who *member, in match.ChannelID, fits func(id customid.ID) bool) string {
	m.t.Helper()
	list := m.wall.in[in]
	for _, id := range slices.Backward(list) {
		p := m.wall.Posts[id]
		if p == nil {
			continue
		}
		for _, o := range bottest.Offers(p.Message) {
			if parsed, ok := customid.Parse(o.ID); ok && fits(parsed) {
				return m.asks(func() *discord.Interaction {
					ix := m.ClickBy(who.User, o.ID)
					ix.Message, ix.Channel = id, p.Channel
					switch {
					case m.wall.DMs[p.Channel] != "":
						ix.Guild = ""
					case in == forum:
						ix.Parent = forum
					}
					return ix
				}, who)
			}
		}
	}
	return ""
}

func (m *month) asks(make func() *discord.Interaction, who *member) string {
	m.t.Helper()
	for range 20 {
		ix := make()
		ix.Locale = who.locale
		if who.Name == organiser {
			ix.Rights = discord.PermManageGuild
		}
		m.at = m.processes[m.rng.IntN(len(m.processes))]
		m.at.bot.Handle(m.t.Context(), ix)
		said, alive := m.wall.answered(m.API.Calls(), ix.ID), !m.at.dead
		m.survey()
		if alive {
			return said
		}
	}
	m.t.Fatal("it is always killed")
	return ""
}

// survey takes in what was done: the screen, dead processes, internal errors.
func (m *month) survey() {
	m.t.Helper()
	for _, p := range m.processes {
		if p.dead {
			m.restart(p)
		}
	}
	m.wall.see(m.API.Calls())
	m.API.Forget()
	if n := m.Faults.Load(); n > 0 {
		m.t.Fatalf("%v: %d internal errors: %s", m.Clock, n, m.Faults.Last())
	}
}

// restart starts a process anew after its death, until it lives.
func (m *month) restart(p *process) {
	m.t.Helper()
	was := m.at
	for {
		p.dead, p.fresh, m.at = false, true, p
		p.bot = m.NewBot(p, m.yard)
		err := p.bot.TakeUp(m.t.Context())
		m.Faults.Forget(0)
		if !p.dead {
			m.Must(err)
			break
		}
	}
	m.at = was
}

// work has all processes do what is due, until there is nothing left.
func (m *month) work() {
	m.t.Helper()
	for before := -1; before != m.commits; {
		before = m.commits
		for _, i := range m.rng.Perm(len(m.processes)) {
			p := m.processes[i]
			m.at = p
			ctx := m.t.Context()
			err := errors.Join(p.bot.KeepClocks(ctx), p.bot.KeepPlans(ctx), p.bot.KeepRatings(ctx),
				p.bot.Flush(ctx))
			if !p.dead {
				m.Must(err)
				if next, err := m.Store.NextDue(ctx); p.fresh && (err != nil || next.After(m.Clock)) {
					p.bot.Posts().Start(ctx)
					p.fresh = false
				}
			}
			m.survey()
		}
	}
}

// passes lets a time pass. Once a day everything on the screen is judged.
func (m *month) passes(long time.Duration) {
	m.t.Helper()
	end := m.Clock.Add(long)
	for m.Clock.Before(end) && !m.t.Failed() {
		slices.SortStableFunc(m.later, func(a, b act) int { return a.at.Compare(b.at) })
		next, acts := m.Clock.Add(30*time.Minute), false
		if len(m.later) > 0 && m.later[0].at.Before(next) {
			next, acts = m.later[0].at, true
		}
		day := m.Clock.Truncate(24 * time.Hour)
		m.Clock = latest(m.Clock, next)
		if acts {
			do := m.later[0].do
			m.later = m.later[1:]
			do()
		}
		m.work()
		if m.Clock.Truncate(24*time.Hour) != day {
			m.judge()
		}
	}
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// visit has somebody look in: they move where it is their turn, answer offers, join and start
// games. They come again in some hours.
func (m *month) visit(who *member) {
	m.t.Helper()
	if !who.gone.IsZero() && who.gone.Before(m.Clock) {
		return
	}
	m.plan(time.Duration(180+m.rng.IntN(480))*time.Minute, func() { m.visit(who) })
	games, err := m.Store.GamesAwaiting(m.t.Context(), who.ID)
	m.Must(err)
	for _, g := range games {
		m.moves(who, g.ID)
	}
	label := "yes"
	if m.rng.IntN(12) == 0 {
		label = "no"
	}
	m.press(who, m.wall.dms[who.ID], func(id customid.ID) bool {
		return id.Action == customid.Find && id.Name == label
	})
	if m.winding() {
		return
	}
	switch m.rng.IntN(24) {
	case 0:
		m.command(who, "game new", "title=amsterdam", "seats="+[]string{"2", "3", "4"}[m.rng.IntN(3)],
			"pace="+[]string{"brisk", "daily"}[m.rng.IntN(2)])
	case 1, 2, 3: // from the list of open seats
		m.press(who, bottest.Channel, func(id customid.ID) bool { return id.Action == customid.Join })
	case 4, 5: // in the lobby itself, whether they host it or not
		m.press(who, forum, func(id customid.ID) bool {
			return id.Action == customid.Start && m.Game(match.GameID(id.Game)).Host == who.ID
		})
	case 6:
		m.press(who, forum, func(id customid.ID) bool {
			return id.Action == customid.Leave && m.Game(match.GameID(id.Game)).State == match.Lobby &&
				m.Game(match.GameID(id.Game)).SeatOf(who.ID) != engine.Public
		})
	case 7, 8:
		m.seeks(who)
	case 9:
		m.press(who, forum, func(id customid.ID) bool { return id.Action == customid.Summon })
	}
}

// winding reports whether the month is over, and only what runs is still played.
func (m *month) winding() bool { return m.odds == 0 }

func (m *month) seeks(who *member) {
	m.t.Helper()
	wait := []string{"4", "24", "72"}[m.rng.IntN(3)]
	who.asked = m.Clock
	m.asks(func() *discord.Interaction {
		ix := m.Interaction(who.User, discord.Submit)
		ix.CustomID = customid.ID{Action: customid.Find, Name: "send"}.Print()
		ix.Filled = map[string][]string{
			"titles": {"amsterdam", "nordic"}, "seats": {"2", "3"}, "paces": {"brisk", "daily"},
			"computers": {[]string{"yes", "no"}[m.rng.IntN(2)]}, "wait": {wait},
		}
		return ix
	}, who)
}

// moves has somebody move until others have to.
func (m *month) moves(who *member, id match.GameID) {
	m.t.Helper()
	choose := bottest.AnyLegal(m.rng.Uint64())
	for range 12 {
		g := m.Game(id)
		seat := g.SeatOf(who.ID)
		if g.State != match.Running || !slices.Contains(g.ToMove, who.ID) {
			return
		}
		m.at = m.processes[m.rng.IntN(len(m.processes))]
		t, err := m.at.bot.Games().Table(m.t.Context(), id)
		m.Must(err)
		ix := m.SlashBy(who.User, "draw")
		_, err = bottest.CarryOut(m.t.Context(), m.at.bot, m.Request(ix), id, choose(t.View(seat)))
		if !m.at.dead {
			m.Must(err)
		}
		m.survey()
		if m.rng.IntN(3) == 0 {
			m.work()
		}
	}
}

// anyMove plays for those who are away.
type anyMove struct{ choose bottest.Chooser }

// kept returns a season or an evening.
func (m *month) kept(name string) season.Kept {
	m.t.Helper()
	k, err := storage.SettingOf[season.Kept](m.t.Context(), m.Store, name)
	m.Must(err)
	return k
}

// arranged opens a season or an evening, and returns its name.
func (m *month) arranged(zoe *member, path string, options ...string) string {
	m.t.Helper()
	// a preview is answered to its reader alone: its button is pressed from the answer
	m.command(zoe, path, options...)
	if said := m.wall.last; len(said.Rows) > 0 {
		m.asks(func() *discord.Interaction {
			ix := m.ClickBy(zoe.User, said.Rows[0].Buttons[0].CustomID)
			ix.Message = "preview"
			return ix
		}, zoe)
	}
	m.work()
	list, err := storage.SettingOf[[]string](m.t.Context(), m.Store, "seasons/"+bottest.Guild)
	m.Must(err)
	return list[len(list)-1]
}

// signsUp has somebody press a button of a season or an evening.
func (m *month) signsUp(who *member, name, does string) string {
	m.t.Helper()
	return m.press(who, bottest.Channel, func(id customid.ID) bool {
		return (id.Action == customid.Season || id.Action == customid.Evening) && id.Choice == does &&
			strings.HasSuffix(name, "/"+id.Key)
	})
}

// The month of a server of sixty, or in short of nine for some days.
func TestAMonthOfAServer(t *testing.T) {
	full := enginetest.Size(0, 1) == 1
	processes, database := 1, bottest.NewFile
	if full || os.Getenv("KONDUKTOR_STORE") == "postgres" {
		processes, database = 2, bottest.NewDatabase
	}
	people, days := enginetest.Size(9, 60), enginetest.Size(5, 30)
	m := newMonth(t, database(t), processes, people, 1)
	m.odds = enginetest.Size(80, 400)
	zoe := &member{User: discord.User{ID: "9000", Name: organiser}, locale: "en-US"}
	bottest.Contains(t, m.command(zoe, "admin hall", "hall="+forum), "Nordic")
	m.command(zoe, "admin seats", "channel=here")
	m.command(zoe, "admin ratings", "ratings=on")
	m.work()
	sides := enginetest.Size(6, 24)
	m.season = m.arranged(zoe, "league new", "title=amsterdam", "seats=3",
		fmt.Sprint("rounds=", enginetest.Size(2, 4)), fmt.Sprint("weeks=", enginetest.Size(1, 4)),
		fmt.Sprint("division=", enginetest.Size(6, 12)))
	for i, who := range m.members {
		if i%10 == 7 { // a tenth vanish
			who.gone = m.Clock.Add(time.Duration(1+m.rng.IntN(days*20)) * time.Hour)
		}
		if i < sides {
			m.plan(time.Duration(1+m.rng.IntN(24))*time.Hour, func() { m.signsUp(who, m.season, "join") })
		}
	}
	day := 24 * time.Hour
	m.plan(26*time.Hour, func() { m.signsUp(zoe, m.season, "look"); m.begins(zoe) })
	m.plan(2*day, func() {
		m.duplic = m.arranged(zoe, "league duplicate", "title=amsterdam", "seats=2")
		for _, who := range m.members[people-enginetest.Size(3, 11):] { // an odd number
			m.plan(time.Hour, func() { m.signsUp(who, m.duplic, "join") })
		}
	})
	m.plan(2*day+2*time.Hour, func() {
		m.command(zoe, "league manage")
		m.begins(zoe)
	})
	m.plan(3*day, func() { m.signsUp(m.members[2], m.season, "leave") })
	m.plan(4*day, func() {
		m.command(zoe, "league manage", "player="+string(m.members[1].ID), "by="+
			string(m.members[people-1].ID))
	})
	m.passes(time.Duration(days) * day)
	if t.Failed() {
		return
	}
	m.odds = 0
	for n := 0; n < 60 && m.unfinished() && !t.Failed(); n++ {
		m.passes(2 * day)
	}
	m.passes(10 * day)
	if t.Failed() {
		return
	}
	m.ends()
	t.Logf("%d kills, %d commits, %d posts compared", m.deaths, m.commits, m.compared)
}

// begins has the organiser begin what the last answer is about.
func (m *month) begins(zoe *member) {
	m.t.Helper()
	said := m.wall.last
	for _, o := range bottest.Offers(said) {
		if id, _ := customid.Parse(o.ID); id.Choice == "begin" {
			m.asks(func() *discord.Interaction { return m.ClickBy(zoe.User, o.ID) }, zoe)
			return
		}
	}
	m.t.Errorf("nothing can be begun: %q", said.Content)
}

// unfinished reports whether something still runs.
func (m *month) unfinished() bool {
	games, err := m.Store.GamesIn(m.t.Context(), match.Running, match.Lobby)
	m.Must(err)
	return len(games) > 0 || m.kept(m.season).Season.State != league.Over ||
		m.kept(m.duplic).Season.State != league.Over
}
