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
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/bot/sandbox"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/render"
	"konduktor/storage"
	"konduktor/storage/sqlite"
)

// movePace is the time between two moves in BenchmarkWholeMove: 50 a second, more than Discord's
// burst of a full bot.
const movePace = 20 * time.Millisecond

// BenchmarkWholeMove measures moves through the real client and the stand-in of Discord, with the
// outbox at work, until Discord has the first response ("ack") and until the person sees the new
// state ("answer"): a press is acknowledged once the move is kept, a typed move before it is made.
// Turn by turn in the same run, the same library answers empty commands, at once and deferred as
// moves are. What counts are the ratios (docs/performance.md).
func BenchmarkWholeMove(b *testing.B) {
	l := newLine(b, "Ola", "Bo")
	draws := newDrawing(l)
	empty := newEmptyCommands(b)
	ways := []*way{
		{name: "empty", do: func() *sandbox.Interaction { return empty("ping") }},
		{name: "deferred", do: func() *sandbox.Interaction { return empty("later") }},
		// first the above: what a move brings about goes on behind its answer
		{name: "typed", do: draws.typed},
		{name: "pressed", do: draws.pressed},
	}
	ticks := time.NewTicker(movePace)
	defer ticks.Stop()
	for order := []int{0, 1, 2, 3}; b.Loop(); order[2], order[3] = order[3], order[2] {
		for _, i := range order { // the second card of a turn brings more about than the first
			<-ticks.C
			draws.next()
			ways[i].measure(l)
		}
	}
	for name, p := range map[string]int{"p50": 50, "p99": 99} {
		ack, answer := percentile(ways[0].acks, p), percentile(ways[1].answers, p)
		b.ReportMetric(float64(ack.Microseconds()), "µs/empty-"+name)
		b.ReportMetric(float64(answer.Microseconds()), "µs/deferred-"+name)
		for _, w := range ways[2:] {
			b.ReportMetric(float64(percentile(w.acks, p))/float64(ack), "xempty-"+w.name+"-ack-"+name)
			b.ReportMetric(float64(percentile(w.answers, p))/float64(answer),
				"xdeferred-"+w.name+"-answer-"+name)
		}
	}
}

// way is a way to have something done, and the times that it took.
type way struct {
	name          string
	do            func() *sandbox.Interaction
	acks, answers []time.Duration
}

func (w *way) measure(l *line) {
	l.T.Helper()
	start := time.Now()
	ix := w.do()
	l.Must(ix.Acknowledged(l.Ctx))
	w.acks = append(w.acks, time.Since(start))
	l.Reply(ix)
	w.answers = append(w.answers, time.Since(start))
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
	mover *sandbox.User               // who draws the next card
	on    map[string]*sandbox.Message // messages of theirs, which the stand-in keeps for a while
	games int
	left  int
}

func newDrawing(l *line) *drawing {
	return &drawing{l: l, on: map[string]*sandbox.Message{}}
}

// typed draws a card by a command.
func (d *drawing) typed() *sandbox.Interaction {
	return d.mover.Slash(d.l.Table(), "draw", sandbox.Opt("card", "deck"),
		sandbox.Opt("game", string(d.id)))
}

// pressed draws a card by a button. Only its custom ID matters, not the message that it is on.
func (d *drawing) pressed() *sandbox.Interaction {
	id := customid.ID{
		Action: customid.Do, Game: string(d.id), At: customid.Of(d.l.Game(d.id)),
		Move: engine.Move{Verb: engine.Draw},
	}
	return d.mover.Forge(d.on[d.mover.Name()], id.Print())
}

// next prepares the next card of game d.id.
func (d *drawing) next() {
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
			who := l.User(seat.Name)
			d.on[who.Name()] = l.Reply(who.Slash(l.Table(), "help"))
		}
	}
	d.left--
	d.mover = l.User("Ola")
	if mover := l.Game(d.id).ToMove[0]; mover != match.UserID(d.mover.ID()) {
		d.mover = l.User("Bo")
	}
}

// newEmptyCommands starts a bot that does nothing but answer two commands, "ping" at once and
// "later" deferred, and returns what gives them.
func newEmptyCommands(b *testing.B) func(command string) *sandbox.Interaction {
	b.Helper()
	srv := sandbox.StartTest(b, sandbox.Options{People: []string{"Ola"}})
	options := discord.Options{Token: discord.Token(srv.Token()), APIURL: srv.APIURL()}
	api, err := discord.NewClient(options)
	if err != nil {
		b.Fatal(err)
	}
	pong := discord.Message{Content: "pong"}
	options.Handler = func(ctx context.Context, ix *discord.Interaction) {
		var err error
		if ix.Command[0] == "ping" {
			err = api.Respond(ctx, ix, discord.Response{Message: &pong})
		} else if err = api.Respond(ctx, ix,
			discord.Response{Deferred: &discord.Deferred{}}); err == nil {
			_, err = api.EditOriginal(ctx, ix, pong)
		}
		if err != nil {
			b.Error(err)
		}
	}
	session, err := discord.Connect(b.Context(), options)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := api.RegisterCommands(b.Context(), []*discord.Command{
		discord.NewCommand(discord.CommandOption{Name: "ping", Description: "Nothing."}, false),
		discord.NewCommand(discord.CommandOption{Name: "later", Description: "Nothing."}, false),
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
	return func(command string) *sandbox.Interaction {
		return srv.User("Ola").Slash(srv.Channel("table"), command)
	}
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
