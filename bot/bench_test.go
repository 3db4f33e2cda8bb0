package bot_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"
	"time"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/client"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/render"
	"konduktor/storage"
	"konduktor/storage/sqlite"
)

// movePace is the time between two moves in BenchmarkWholeMove: 50 a second, more than Discord's
// burst of a full bot.
const movePace = 20 * time.Millisecond

// BenchmarkWholeMove measures a move from the command to its answer, which is given once the move is
// kept, through the real client and the stand-in of Discord, with the outbox at work; and, turn by
// turn in the same run, an empty command that the same library answers. A typed move is carried out
// once Discord has taken a deferral, so its acknowledgement comes before the move. The ratios are what counts (docs/performance.md).
func BenchmarkWholeMove(b *testing.B) {
	l := newLine(b, "Ola", "Bo")
	draws := newDrawing(l)
	empty := newEmptyCommand(b)
	var moves, empties []time.Duration
	ticks := time.NewTicker(movePace)
	defer ticks.Stop()
	for b.Loop() {
		<-ticks.C
		// first: what a move brings about goes on behind its answer
		empties = append(empties, l.timed(empty))
		who := draws.next()
		moves = append(moves, l.timed(func() *client.Interaction {
			return who.Slash(l.Table(), "draw", client.Opt("card", "deck"),
				client.Opt("game", string(draws.id)))
		}))
	}
	for name, p := range map[string]int{"p50": 50, "p99": 99} {
		move, least := percentile(moves, p), percentile(empties, p)
		b.ReportMetric(float64(move.Microseconds()), "µs/move-"+name)
		b.ReportMetric(float64(least.Microseconds()), "µs/empty-"+name)
		b.ReportMetric(float64(move)/float64(least), "xempty-"+name)
	}
}

// timed returns how long it takes until an interaction has its answer.
func (l *line) timed(do func() *client.Interaction) time.Duration {
	l.T.Helper()
	start := time.Now()
	l.Reply(do())
	return time.Since(start)
}

func percentile(times []time.Duration, p int) time.Duration {
	slices.Sort(times)
	return times[(len(times)-1)*p/100]
}

// drawing are games in which cards are drawn from the deck, a new one when the last has few cards
// left.
type drawing struct {
	l     *line
	id    match.GameID
	games int
	left  int
}

func newDrawing(l *line) *drawing { return &drawing{l: l} }

// next returns who draws the next card of game d.id.
func (d *drawing) next() *client.User {
	l := d.l
	l.T.Helper()
	if d.left == 0 {
		d.games++
		d.id, d.left = match.GameID(fmt.Sprintf("d%04d", d.games)), 30
		g := match.Game{
			ID: d.id, State: match.Running, Title: "amsterdam", Version: 1,
			Host: match.UserID(l.User("Ola").ID()), Locale: "en",
			Seats: []match.Seat{
				{User: match.UserID(l.User("Ola").ID()), Name: "Ola"},
				{User: match.UserID(l.User("Bo").ID()), Name: "Bo"},
			},
			Guild: match.ServerID(l.Srv.Guild()), Channel: match.ChannelID(l.Table().ID()),
			Thread: match.ChannelID(l.Table().ID()), Created: time.Now(), Updated: time.Now(),
		}
		g.Seed[0], g.Seed[1] = byte(d.games), byte(d.games>>8)+1
		l.Must(l.Store.Create(l.Ctx, g, storage.Origin{}, nil))
		for i, seat := range g.Seats {
			ix := &discord.Interaction{
				ID: fmt.Sprintf("keep%d.%d", d.games, i), User: discord.User{ID: seat.User, Name: seat.Name},
			}
			r := &route.Request{Interaction: ix, Texts: l.Texts("en"), Now: time.Now()}
			t, err := l.Bot.Games().Table(l.Ctx, d.id)
			l.Must(err)
			_, err = bottest.CarryOut(l.Ctx, l.Bot, r, d.id, bottest.FirstLegal(t.View(engine.Seat(i+1))))
			l.Must(err)
		}
	}
	d.left--
	mover := l.Game(d.id).ToMove[0]
	for _, name := range []string{"Ola", "Bo"} {
		if l.User(name).ID() == string(mover) {
			return l.User(name)
		}
	}
	l.T.Fatalf("nobody moves in game %s", d.id)
	return nil
}

// newEmptyCommand starts a bot that does nothing but answer one command, and returns what gives
// that command.
func newEmptyCommand(b *testing.B) func() *client.Interaction {
	b.Helper()
	srv := sandbox.StartTest(b, sandbox.Options{People: []string{"Ola"}})
	options := discord.Options{Token: discord.Token(srv.Token()), APIURL: srv.APIURL()}
	api, err := discord.NewClient(options)
	if err != nil {
		b.Fatal(err)
	}
	options.Handler = func(ctx context.Context, ix *discord.Interaction) {
		if err := api.Respond(ctx, ix,
			discord.Response{Message: &discord.Message{Content: "pong"}}); err != nil {
			b.Error(err)
		}
	}
	session, err := discord.Connect(b.Context(), options)
	if err != nil {
		b.Fatal(err)
	}
	if err := api.RegisterCommands(b.Context(), []*discord.Command{
		discord.NewCommand(discord.CommandOption{Name: "ping", Description: "Nothing."}, false),
	}); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		closing, done := context.WithTimeout(context.Background(), 10*time.Second)
		defer done()
		if err := session.Close(closing); err != nil {
			b.Error(err)
		}
	})
	return func() *client.Interaction { return srv.User("Ola").Slash(srv.Channel("table"), "ping") }
}

// BenchmarkMemoryOfInteractions counts the bytes that an interaction keeps for ever: none should
// be. The client is the real one; Discord is a server that agrees to everything and remembers
// nothing. It takes some 20,000 iterations until the figure is not that of caches filling up:
// -benchtime 20000x.
func BenchmarkMemoryOfInteractions(b *testing.B) {
	agree := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	}))
	defer agree.Close()
	store, err := sqlite.Open(b.Context(), b.TempDir()+"/memory.db")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = store.Close() }() // the end of the benchmark is the end of the file
	catalog, err := locale.Load()
	if err != nil {
		b.Fatal(err)
	}
	api, err := discord.NewClient(discord.Options{Token: "test.token", APIURL: agree.URL})
	if err != nil {
		b.Fatal(err)
	}
	bot, err := bot.New(bot.Options{
		Store: store, API: api, Catalog: catalog, Rand: bottest.Seeded(2),
		Painter: func(context.Context, engine.Title) (render.Painter, bool) {
			return bottest.StubPainter{}, true
		},
	})
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	command := func() {
		n++
		bot.Handle(b.Context(), &discord.Interaction{
			ID: strconv.Itoa(1<<40 + n), Token: discord.Token(fmt.Sprint("token-of-an-interaction-", n)),
			AppID: "1", Kind: discord.Slash,
			User: bottest.Person("Ola"), Guild: bottest.Guild, Channel: bottest.Channel, Locale: "en-US",
			Perms:   discord.PermAll,
			Command: []string{"games"},
		})
	}
	for range 2000 { // what is kept once for all
		command()
	}
	before := heap()
	for b.Loop() {
		command()
	}
	b.ReportMetric(float64(heap()-before)/float64(n-2000), "B-kept/op")
}

// BenchmarkLoadAndReplay loads a game of 300 moves, of Asia with six seats, from the file and
// replays it, as for a click on a game that nobody has looked at for long.
func BenchmarkLoadAndReplay(b *testing.B) {
	s := bottest.NewAt(b, b.TempDir()+"/replay.db")
	row := match.Game{
		ID: "long1", State: match.Running, Title: "asia", Version: 1, Host: "1", Locale: "en",
		Created: bottest.Start, Updated: bottest.Start,
		Seed: engine.Seed{1},
	}
	for _, name := range []string{"Ola", "Bo", "Cy", "Di", "Ela", "Fil"} {
		row.Seats = append(row.Seats, match.Seat{User: bottest.Person(name).ID, Name: name})
	}
	s.Must(s.Store.Create(b.Context(), row, storage.Origin{}, nil))
	random := rand.New(rand.NewPCG(3, 3))
	for s.Game(row.ID).Ply < 300 { // some moves bring a forced one with them (N6)
		s.Move(row.ID, func(v engine.View) engine.Move {
			legal := v.Legal()
			return bottest.Paid(v, legal[random.IntN(len(legal))])
		})
	}
	for b.Loop() {
		s.Remake(func(*bot.Options) {})
		if _, err := s.Bot.Games().Table(b.Context(), row.ID); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMove is a move without Discord: the bot's own part of BenchmarkWholeMove.
func BenchmarkMove(b *testing.B) {
	s := bottest.New(b)
	id := s.Playing("Ola", "Bo")
	plies := 0
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		if plies++; plies%30 == 0 {
			id = s.Playing("Ola", "Bo")
		}
		t := s.Table(id)
		who := t.Seats[t.View(engine.Public).ToMove[0]-1].Name
		ix := s.Slash(who, "draw", "card=deck", "game="+string(id))
		b.StartTimer()
		s.Bot.Handle(b.Context(), ix)
	}
}
