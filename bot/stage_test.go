package bot

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/pace"
	"konduktor/bot/play"
	"konduktor/bot/press"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/render"
	"konduktor/storage"
)

// stage is a bot with a store of its own, a Discord in memory, and a clock that stands still until it is moved.
type stage struct {
	t       testing.TB
	bot     *Bot
	api     *discordtest.Fake
	store   storage.Store
	clock   time.Time
	file    string
	last    int          // of interactions
	faults  atomic.Int64 // interactions that ended in an error of ours
	changed []func(*Options)
	pace    string // of the games; "": no clocks
}

// The server and channel where everything happens.
const (
	guild   = "900"
	channel = "901"
)

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func newStage(t testing.TB) *stage {
	t.Helper()
	return newStageAt(t, newStoreFile(t))
}

// newStageAt starts the bot on a file or database in which nothing is.
func newStageAt(t testing.TB, file string) *stage {
	t.Helper()
	s := &stage{t: t, api: discordtest.New(), clock: start, file: file}
	s.open()
	t.Cleanup(func() { s.must(s.store.Close()) })
	return s
}

// open starts the bot on its file, as after a crash.
func (s *stage) open() {
	s.t.Helper()
	store, err := openStore(s.t.Context(), s.file)
	s.must(err)
	s.store = store
	s.bot = s.newBot(store, s.api)
}

func (s *stage) newBot(store storage.Store, api discord.API) *Bot {
	s.t.Helper()
	catalog, err := loadCatalog()
	s.must(err)
	o := Options{
		Store: store, API: api, Catalog: catalog, Now: func() time.Time { return s.clock },
		Rand:    randomness(1),
		Log:     slog.New(faultCounter{slog.DiscardHandler, &s.faults}),
		Painter: func(context.Context, engine.Title) (render.Painter, bool) { return nil, false },
	}
	for _, change := range s.changed {
		change(&o)
	}
	b, err := New(o)
	s.must(err)
	return b
}

// remake starts the bot anew with other options, which it keeps when it is reopened.
func (s *stage) remake(change func(*Options)) {
	s.t.Helper()
	s.changed = append(s.changed, change)
	s.bot = s.newBot(s.store, s.api)
}

// faultCounter counts the errors that a user is told the ID of.
type faultCounter struct {
	slog.Handler
	n *atomic.Int64
}

func (faultCounter) Enabled(context.Context, slog.Level) bool { return true }

func (c faultCounter) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "interaction not carried out" {
		c.n.Add(1)
	}
	return nil
}

// reopen throws the bot and its connection away and starts anew from the file.
func (s *stage) reopen() {
	s.t.Helper()
	s.must(s.store.Close())
	s.open()
}

func (s *stage) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// randomness is the same bytes in each run.
func randomness(seed byte) io.Reader { return rand.NewChaCha8([32]byte{seed}) }

// person returns a user whose name is known.
func person(name string) discord.User {
	return discord.User{ID: strconv.Itoa(100 + int(name[0])), Name: name}
}

func (s *stage) interaction(who string, kind discord.Kind) *discord.Interaction {
	s.last++
	return &discord.Interaction{
		ID: strconv.Itoa(5000 + s.last), Token: "secret", Kind: kind, User: person(who), Guild: guild, Channel: channel,
		Locale: "en-US", GuildLocale: "en-US", Perms: discord.PermAll,
	}
}

// slash makes a command: "game new", "title=amsterdam".
func (s *stage) slash(who, path string, options ...string) *discord.Interaction {
	ix := s.interaction(who, discord.Slash)
	ix.Command = strings.Fields(path)
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		ix.Options = append(ix.Options, discord.Option{Name: name, Value: value})
	}
	return ix
}

// click makes a click on a button.
func (s *stage) click(who, customID string, values ...string) *discord.Interaction {
	ix := s.interaction(who, discord.Click)
	ix.CustomID, ix.Values, ix.Message = customID, values, "77"
	return ix
}

// handle lets the bot handle an interaction and returns the message that the user ends up with.
func (s *stage) handle(ix *discord.Interaction) discord.Message {
	s.t.Helper()
	before := len(s.api.Calls())
	s.bot.Handle(s.t.Context(), ix)
	return answered(s.t, s.api.Calls()[before:])
}

// answered finds what was answered among calls: the first answer, or what it was completed with.
func answered(t testing.TB, calls []discordtest.Call) discord.Message {
	t.Helper()
	var m *discord.Message
	hidden := false
	for _, c := range calls {
		switch {
		case c.Method == discordtest.Respond && c.Response.Deferred != nil:
			hidden = c.Response.Deferred.Ephemeral
		case c.Method == discordtest.EditOriginal || c.Method == discordtest.FollowUp:
			m = &c.Message
		case c.Method == discordtest.Respond && c.Response.Message != nil:
			m = c.Response.Message
		case c.Method == discordtest.Respond && c.Response.Update != nil:
			m = c.Response.Update
		}
	}
	if m == nil {
		t.Fatalf("nothing was answered: %v", calls)
	}
	all := *m
	all.Ephemeral = all.Ephemeral || hidden
	return all
}

func (s *stage) flush() {
	s.t.Helper()
	s.must(s.bot.Flush(s.t.Context()))
}

// lobby opens a game of Amsterdam in which the named sit, the first as host.
func (s *stage) lobby(names ...string) match.GameID {
	s.t.Helper()
	return s.lobbyOf("amsterdam", names...)
}

// lobbyOf opens a game of a title.
func (s *stage) lobbyOf(title string, names ...string) match.GameID {
	s.t.Helper()
	s.handle(s.slash(names[0], "game new", "title="+title, "pace="+cmp.Or(s.pace, pace.None)))
	games, err := s.store.GamesOf(s.t.Context(), person(names[0]).ID, match.Lobby)
	s.must(err)
	id := games[0].ID
	s.flush()
	for _, n := range names[1:] {
		s.handle(s.click(n, press.Button(press.Join, id)))
	}
	s.flush()
	return id
}

// running starts a game for the named; all messages have been sent.
func (s *stage) running(names ...string) match.GameID {
	s.t.Helper()
	return s.runningOf("amsterdam", names...)
}

// runningOf starts a game of a title.
func (s *stage) runningOf(title string, names ...string) match.GameID {
	s.t.Helper()
	id := s.lobbyOf(title, names...)
	s.handle(s.click(names[0], press.Button(press.Start, id)))
	s.flush()
	return id
}

// playing starts a game and makes everybody's setup choice.
func (s *stage) playing(names ...string) match.GameID {
	s.t.Helper()
	return s.playingOf("amsterdam", names...)
}

// playingOf starts a game of a title and makes everybody's setup choices.
func (s *stage) playingOf(title string, names ...string) match.GameID {
	s.t.Helper()
	id := s.runningOf(title, names...)
	for s.table(id).View(engine.Public).Phase == engine.InSetup {
		s.move(id, firstLegal)
	}
	s.flush()
	return id
}

func (s *stage) game(id match.GameID) match.Game {
	s.t.Helper()
	g, err := s.store.Game(s.t.Context(), id)
	s.must(err)
	return g
}

func (s *stage) table(id match.GameID) *play.Table {
	s.t.Helper()
	t, err := s.bot.games.Table(s.t.Context(), id)
	s.must(err)
	return t
}

// chooser picks one of the legal moves.
type chooser func(v engine.View) engine.Move

func firstLegal(v engine.View) engine.Move { return paid(v, v.Legal()[0]) }

// paid completes a move with the first way to pay for it.
func paid(v engine.View, m engine.Move) engine.Move {
	if m.Verb.Paid() {
		for p := range v.Payments(m) {
			m.Payment = p
			break
		}
	}
	return m
}

// anyLegal picks at random, but always the same in each run.
func anyLegal(seed uint64) chooser {
	r := rand.New(rand.NewPCG(seed, seed))
	return func(v engine.View) engine.Move {
		legal := v.Legal()
		claims := legal[:0:0]
		for _, m := range legal {
			if m.Verb == engine.Claim {
				claims = append(claims, m)
			}
		}
		if len(claims) > 0 {
			legal = claims // so that games end soon
		}
		return paid(v, legal[r.IntN(len(legal))])
	}
}

// move makes a move for whoever is to move first, as by a command of theirs.
func (s *stage) move(id match.GameID, choose chooser) play.Made {
	s.t.Helper()
	t := s.table(id)
	seat := t.View(engine.Public).ToMove[0]
	return s.moveAs(id, seat, choose)
}

func (s *stage) moveAs(id match.GameID, seat engine.Seat, choose chooser) play.Made {
	s.t.Helper()
	t := s.table(id)
	r := s.request(s.slash(t.Seats[seat-1].Name, "draw"))
	p, err := carryOut(s.t.Context(), s.bot, r, id, choose(t.View(seat)))
	if err != nil {
		s.t.Fatalf("seat %d of game %s at ply %d: %v", seat, id, t.Ply, err)
	}
	return p
}

// carryOut makes a move as the handlers do.
func carryOut(ctx context.Context, b *Bot, r *route.Request, id match.GameID, m engine.Move) (play.Made, error) {
	t, seat, err := b.games.Seated(ctx, r, id)
	if err != nil {
		return play.Made{}, err
	}
	return b.games.Make(ctx, play.On(r), t, seat, m)
}

// inNotation makes the move that is written so.
func inNotation(text string) chooser {
	return func(v engine.View) engine.Move {
		m, err := notation.ParseMove(v.Lexicon(), text)
		if err != nil {
			panic(err)
		}
		return m
	}
}

// notated makes moves in notation, each by whoever is to move first, and sends what is to be told of it.
func (s *stage) notated(id match.GameID, moves ...string) {
	s.t.Helper()
	for _, text := range moves {
		s.move(id, inNotation(text))
		s.flush()
	}
}

func (s *stage) request(ix *discord.Interaction) *route.Request {
	return &route.Request{Interaction: ix, Texts: s.bot.o.Catalog.Texts(ix.Locale), Now: s.clock}
}

// finish plays a game to its end.
func (s *stage) finish(id match.GameID) {
	s.t.Helper()
	choose := anyLegal(7)
	for s.game(id).State == match.Running {
		s.move(id, choose)
	}
	s.flush()
}

// dm returns the messages sent to somebody directly.
func (s *stage) dm(name string) []discord.Message {
	s.t.Helper()
	u, err := s.store.User(s.t.Context(), person(name).ID)
	s.must(err)
	return s.api.Sent(u.DM)
}

// waiting counts the messages in the outbox.
func (s *stage) due() []storage.Message {
	s.t.Helper()
	due, err := s.store.Due(s.t.Context(), s.clock.Add(24*time.Hour), 1000)
	s.must(err)
	return due
}

func contains(t testing.TB, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("got %q, want it to contain %q", text, w)
		}
	}
}

// say is an English text of ours.
func (s *stage) say(id string, args ...any) string {
	return s.bot.o.Catalog.Texts("en").Say(id, args...)
}

// failing returns a Fail for the fake that fails the calls which fit with err.
func failing(err error, fits func(discordtest.Call) bool) func(discordtest.Call) error {
	return func(c discordtest.Call) error {
		if fits(c) {
			return err
		}
		return nil
	}
}

func sendTo(channel string) func(discordtest.Call) bool {
	return func(c discordtest.Call) bool { return c.Method == discordtest.Send && c.Channel == channel }
}

// painted are options with a painter for every title.
func painted(p render.Painter) func(*Options) {
	return func(o *Options) {
		o.Painter = func(context.Context, engine.Title) (render.Painter, bool) { return p, true }
	}
}
