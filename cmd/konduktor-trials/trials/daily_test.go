package trials

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/state"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
	"konduktor/storage/database"
)

// How TestADailyUnderLoadIsPlayedBesideOrdinaryGames is run to measure what a try costs
// (docs/daily.md).
var (
	dailyPeople   = flag.Int("people", 4, "how many people, half of them at the deal of the day")
	dailyRate     = flag.Int("rate", 20, "their clicks a second")
	dailyFor      = flag.Duration("for", 2*time.Second, "how long they click")
	dailyMeasured = flag.Bool("measured", false, "pictures are drawn, and commits wait for the disk")
)

func TestADailyUnderLoadIsPlayedBesideOrdinaryGames(t *testing.T) {
	load := Load{
		Rate: *dailyRate, For: *dailyFor, Pictures: *dailyMeasured, Open: bottest.OpenStore,
	}
	pace := slowClock()
	if *dailyMeasured {
		pace, load.Open = nil, func(ctx context.Context, name string) (storage.Store, error) {
			return database.Open(ctx, name)
		}
	}
	kind := Kind{
		Name: "daily",
		some: "clicks ordinary_clicks",
		shown: "tries clicks_a_try cpu_us_a_click cpu_ms_a_try ordinary_tries ordinary_clicks_a_try " +
			"ordinary_cpu_us_a_click ordinary_cpu_ms_a_try seconds skipped p50_us p99_us " +
			"ordinary_p50_us ordinary_p99_us p50_percent p99_percent rss_kib waiting behind_ms",
		none: "unanswered lost",
		run:  daily,
	}
	r, err := kind.Run(t.Context(), Options{Seed: 1, Size: *dailyPeople, Load: load, pace: pace})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.Line())
	for _, short := range r.Short {
		t.Error(short)
	}
}

const (
	// dealtOn is a day on which Amsterdam is dealt: the trial begins an hour into it.
	dealtOn = match.Day("2026-11-23")
	// dailyTurn is how long people click at the deal of the day, and then others at ordinary games,
	// unless the whole trial is short.
	dailyTurn = 5 * time.Second
	// dailyCached: one game in 8 is kept rebuilt. 10,000 people an hour who take ten minutes
	// each are at 1,667 games, and a bot keeps 200.
	dailyCached = 8
	leastCached = 20 // more than are clicked at the same moment
	dailyStarts = 3  // attempts to open a game
)

// daily has people play the deal of the day, and in turns with them others the same title against
// as many computers. The size is the number of people. Figures: tries have ended; cpu_us_a_click is
// this process's time in the turns of the deal, by clicks: with all that a click brings about,
// people, sandbox, computers, pictures, and the openings of games; cpu_ms_a_try is that times the
// clicks of a try that has ended; p50_percent and p99_percent compare how long clicks wait for
// their first answer with those of ordinary games.
func daily(t *Trial) {
	l := &loadRun{
		Trial: t, rate: max(t.Load.Rate, 1), lasts: t.Load.For,
		cached: max(t.Size/dailyCached, leastCached),
	}
	begun := time.Now()
	l.now = func() time.Time { return dealtOn.Begins().Add(time.Hour + time.Since(begun)) }
	l.begin()
	looked := l.watch()
	sides := []*side{
		{loadRun: l, looked: looked, open: openDeal},
		{loadRun: l, looked: looked, figure: "ordinary_", open: openOrdinary},
	}
	for nth := range max(t.Size, len(sides)) {
		s := sides[nth%len(sides)]
		s.people = append(s.people, &soloist{side: s})
	}
	l.side(len(sides), func(i int) {
		for _, p := range sides[i].people {
			p.arrive()
		}
	})
	begun = time.Now()
	for time.Since(begun) < l.lasts || len(sides[0].waits) == 0 || len(sides[1].waits) == 0 {
		for _, s := range sides {
			s.play(min(dailyTurn, l.lasts/4))
		}
	}
	l.count("seconds", int(time.Since(begun).Seconds()))
	for _, s := range sides {
		s.report()
	}
	l.compareWaits(sides[0].waits, sides[1].figure, sides[1].waits)
	l.backlog()
}

// side are people who play alike.
type side struct {
	*loadRun
	figure string
	open   func(p *soloist) match.GameID
	people []*soloist
	nth    int       // who is asked next
	looked *sync.Map // *atomic.Bool by the ID of a person: nothing of theirs has changed since

	waits  []time.Duration // until clicks were acknowledged
	cpu    float64         // seconds
	clicks int             // of tries that have ended
}

// soloist is somebody alone against computers; after each game somebody else comes.
type soloist struct {
	*side
	*sandbox.User
	g      *game
	clicks int
	busy   atomic.Bool
	looked *atomic.Bool // nothing has changed in their direct messages since they looked
}

// play has people click for a while, and waits until they are answered.
func (s *side) play(while time.Duration) {
	cpu := processFigure(cpuSeconds)
	s.pulse(while, func() bool { return true }, func(_ int, act func(func())) {
		if p := s.next(); p == nil {
			s.count("skipped", 1)
		} else {
			act(func() {
				defer p.busy.Store(false)
				p.click()
			})
		}
	})
	s.cpu += processFigure(cpuSeconds) - cpu
}

// watch notes whose direct messages change. People look at their games only then: to ask the store
// for each of them again and again took half of all time.
func (l *loadRun) watch() *sync.Map {
	var looked sync.Map
	st := l.srv.State
	st.Lock()
	defer st.Unlock()
	st.Listen(func(e state.Event) {
		if e.Message == nil || e.Channel.Recipient == nil {
			return
		}
		if theirs, ok := looked.Load(e.Channel.Recipient.ID); ok {
			theirs.(*atomic.Bool).Store(false)
		}
	})
	return &looked
}

// next returns somebody who is to move, or whose game is over, and waits for no answer; nil:
// nobody.
func (s *side) next() *soloist {
	for range s.people {
		p := s.people[s.nth%len(s.people)]
		s.nth++
		if !p.busy.CompareAndSwap(false, true) {
			continue
		}
		if !p.looked.Swap(true) {
			if p.g.follow(); p.g.copy.Over() || p.toMove() {
				return p
			}
		}
		p.busy.Store(false)
	}
	return nil
}

func (s *side) report() {
	s.count(s.figure+"clicks", len(s.waits))
	a := s.cpu / float64(len(s.waits))
	s.count(s.figure+"cpu_us_a_click", int(1e6*a))
	if tries := s.counted(s.figure + "tries"); tries > 0 {
		of := float64(s.clicks) / float64(tries)
		s.count(s.figure+"clicks_a_try", int(of))
		s.count(s.figure+"cpu_ms_a_try", int(1e3*a*of))
	}
}

// arrive has somebody new open a game, and somebody else if that is not answered in time.
func (p *soloist) arrive() {
	for n := 1; ; n++ {
		err := guarded(p.tryToArrive)
		if err == nil {
			return
		}
		if p.wrong("unanswered", "somebody new: %v", err); n == dailyStarts {
			p.must(err)
		}
	}
}

func (p *soloist) tryToArrive() {
	st := p.srv.State
	p.mu.Lock()
	p.opened++
	name := fmt.Sprintf("Soloist %d", p.opened)
	p.mu.Unlock()
	st.Lock()
	person, err := st.AddPerson(name, "")
	st.Unlock()
	p.must(err)
	p.User, p.looked = sandbox.As(st, person), new(atomic.Bool)
	p.side.looked.Store(person.ID, p.looked)
	p.g = p.r.load(titles.OfDay(int(dealtOn.Begins().Weekday())), p.open(p), p.Seed)
}

// openDeal begins the try of the deal of the day.
func openDeal(p *soloist) match.GameID {
	page := p.asks("daily")
	p.presses(page, customid.ID{Action: customid.Daily, Day: string(dealtOn)}.Print())
	try, err := p.store.ForDailies().Try(p.loadRun.ctx, dealtOn, match.UserID(p.ID()))
	p.must(err)
	return try.Game
}

// openOrdinary opens a game against as many computers.
func openOrdinary(p *soloist) match.GameID {
	lobby := p.asks("game new", sandbox.Opt("title", "amsterdam"), sandbox.Opt("seats", 4),
		sandbox.Opt("pace", "none"), sandbox.Opt("delay", "none"))
	i := slices.IndexFunc(lobby.Buttons(), func(c sandbox.Component) bool {
		id, ok := customid.Parse(c.CustomID)
		return ok && id.Action == customid.Solo
	})
	if i < 0 {
		p.Fatalf("no computers are offered in %q", lobby.Content)
	}
	p.presses(lobby, lobby.Buttons()[i].CustomID)
	open, err := p.store.GamesOf(p.loadRun.ctx, match.UserID(p.ID()), match.Running)
	p.must(err)
	if len(open) != 1 {
		p.Fatalf("%d games are open, want 1", len(open))
	}
	return open[0].ID
}

func (p *soloist) asks(path string, options ...sandbox.Option) *sandbox.Message {
	m, err := p.Slash(p.OpenDM(), path, options...).Reply(p.loadRun.ctx)
	p.must(err)
	return m
}

func (p *soloist) presses(m *sandbox.Message, button string) {
	_, err := p.Forge(m, button).Reply(p.loadRun.ctx)
	p.must(err)
}

func (p *soloist) own() engine.Seat { return p.g.row.SeatOf(match.UserID(p.ID())) }

func (p *soloist) toMove() bool { return slices.Contains(p.g.copy.ToMove(), p.own()) }

// panel is the latest message with buttons of the game.
func (p *soloist) panel() *sandbox.Message {
	dms := p.DMs()
	for _, m := range slices.Backward(dms) {
		for _, c := range append(m.Menus(), m.Buttons()...) {
			if strings.Contains(c.CustomID, string(p.g.row.ID)) {
				return m
			}
		}
	}
	return dms[len(dms)-1]
}

// click makes a move of the person's and looks whether it was made. After a game somebody else
// opens another one.
func (p *soloist) click() {
	if p.g.copy.Over() {
		p.count(p.figure+"tries", 1)
		p.mu.Lock()
		p.side.clicks, p.clicks = p.side.clicks+p.clicks, 0
		p.mu.Unlock()
		p.arrive()
		return
	}
	ply := p.g.row.Ply
	move, ok := p.g.policy.Choose(p.g.copy, p.own())
	if !ok {
		p.Fatalf("game %s: seat %d has no legal move", p.g.row.ID, p.own())
	}
	begun := time.Now()
	if err := p.Forge(p.panel(), p.g.button(move)).Acknowledged(p.loadRun.ctx); err != nil {
		p.wrong("unanswered", "game %s, ply %d: %v", p.g.row.ID, ply, err)
		return
	}
	p.note(&p.waits, time.Since(begun))
	p.clicks++
	p.g.follow()
	if !slices.ContainsFunc(p.g.moves[ply:], func(m match.Move) bool { return m.Seat == p.own() }) {
		p.wrong("lost", "game %s, ply %d: the move was not made", p.g.row.ID, ply)
	}
}
