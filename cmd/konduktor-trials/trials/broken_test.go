package trials

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"konduktor/bot"
	"konduktor/bot/discord"
	"konduktor/bot/notify"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
	"konduktor/storage/sqlite"
)

// What tests break, one at a time.
var (
	// accepts: the engine accepts every move of a seat that can move.
	accepts = &sabotage{bot: func(o *bot.Options) { o.Titles = obligingTitles() }}
	// forgets: the store forgets which interactions have been carried out.
	forgets = appending(func(a *appended) { a.why = storage.Origin{} })
	// mute: the events of moves are not kept.
	mute = appending(func(a *appended) { a.out = nil })
	// boasts: the store says of every third move that it is kept, and does not keep it.
	boasts = breaking(func(_ *Trial, s storage.Store) storage.Store {
		var asked atomic.Int64
		return brokenStore{Store: s, append: func(a *appended) { a.skip = asked.Add(1)%3 == 0 }}
	})
	// owesNothing: nothing that stands follows an event.
	owesNothing = expanding(func(out []storage.Message) []storage.Message {
		isJob := func(m storage.Message) bool { return m.Kind == posts.Job }
		return slices.DeleteFunc(slices.Clone(out), isJob)
	})
	// nags: each reminder is sent twice.
	nags = expanding(func(out []storage.Message) []storage.Message {
		for _, m := range out {
			if m.Kind == notify.Reminder {
				m.Nonce += "x"
				out = append(slices.Clip(out), m)
			}
		}
		return out
	})
	// sleeps: no clock is ever looked at.
	sleeps = breaking(func(t *Trial, s storage.Store) storage.Store { return sleepingStore{s} })
	// trusts: moves are read without a look at their chain.
	trusts = breaking(func(t *Trial, s storage.Store) storage.Store {
		return trustingStore{s, filepath.Join(t.folder, databaseFile)}
	})
	// shrugs: the store says that a move is kept whatever the disk says.
	shrugs = breaking(func(t *Trial, s storage.Store) storage.Store {
		return brokenStore{Store: s, after: func(error) error { return nil }}
	})
	// sulks: when the disk has refused a move, the next thirty are refused too.
	sulks = breaking(func(_ *Trial, s storage.Store) storage.Store {
		left := 0
		return brokenStore{Store: s, append: func(a *appended) {
			if a.skip = left > 0; a.skip {
				left--
				a.err = storage.ErrFull
			}
		}, after: func(err error) error {
			if err != nil {
				left = 30
			}
			return err
		}}
	})
	// unsynced: commits do not wait for the disk, checkpoints do.
	unsynced = &sabotage{disk: sqlite.Disk{Connected: func(c *sql.Conn) {
		if _, err := c.ExecContext(context.Background(), "PRAGMA synchronous=NORMAL"); err != nil {
			panic(err)
		}
	}}}
	// peeks: views show everybody a sum of all hands.
	peeks = &sabotage{game: func(g engine.Game) engine.Game { return peekingGame{g} }}
	// logs: the log says what people are told.
	logs = &sabotage{bot: func(o *bot.Options) {
		o.API = loosely{o.API, func(m discord.Message) discord.Message {
			o.Log.Debug("send", "content", m.Content)
			return m
		}}
	}}
	// unescapes: messages lose what makes names harmless.
	unescapes = &sabotage{bot: func(o *bot.Options) {
		unescaper := strings.NewReplacer(`\`, "", "＠", "@")
		o.API = loosely{o.API, func(m discord.Message) discord.Message {
			m.Content = unescaper.Replace(m.Content)
			return m
		}}
	}}
	// hoards: a kilobyte is kept for each look at the clock.
	hoards = &sabotage{bot: func(o *bot.Options) {
		now := o.Now
		var mu sync.Mutex
		var hoard [][]byte
		o.Now = func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			hoard = append(hoard, make([]byte, 1<<10))
			return now()
		}
	}}
)

func breaking(store func(*Trial, storage.Store) storage.Store) *sabotage {
	return &sabotage{store: store}
}

func appending(how func(a *appended)) *sabotage {
	return breaking(func(_ *Trial, s storage.Store) storage.Store {
		return brokenStore{Store: s, append: how}
	})
}

func expanding(how func([]storage.Message) []storage.Message) *sabotage {
	return breaking(func(_ *Trial, s storage.Store) storage.Store {
		return brokenStore{Store: s, expand: how}
	})
}

// obligingTitles deal games that take a refused move for any legal one.
func obligingTitles() []engine.Title {
	all := titles.All()
	for i, title := range all {
		all[i] = rigged(title, func(t engine.Title, s engine.Setup) (engine.Game, error) {
			g, err := t.New(s)
			return obligingGame{g}, err
		})
	}
	return all
}

type obligingGame struct{ engine.Game }

// Clone implements engine.Game.
func (g obligingGame) Clone() engine.Game { return obligingGame{g.Game.Clone()} }

// Apply implements engine.Game.
func (g obligingGame) Apply(seat engine.Seat, m engine.Move) ([]engine.Event, error) {
	events, err := g.Game.Apply(seat, m)
	if err == nil || !slices.Contains(g.ToMove(), seat) {
		return events, err
	}
	policy, err := ai.New("random", rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		return nil, err
	}
	legal, _ := policy.Choose(g.Game, seat)
	return g.Game.Apply(seat, legal)
}

// peekingGame shows everybody a number made of all hands.
type peekingGame struct{ engine.Game }

// Clone implements engine.Game.
func (g peekingGame) Clone() engine.Game { return peekingGame{g.Game.Clone()} }

// View implements engine.Game.
func (g peekingGame) View(viewer engine.Seat) engine.View {
	v, all := g.Game.View(viewer), g.Unveiled()
	for i := range all.Seats {
		for c, n := range all.Seats[i].Hand.Cards {
			v.TicketsLeft += c * int(n)
		}
	}
	return v
}

// appended is what a store is asked to append; skip says that it does not.
type appended struct {
	why  storage.Origin
	out  []storage.Message
	skip bool
	err  error // what it says if it skips
}

// brokenStore is a store with a fault in what it does with moves and with what follows from them.
type brokenStore struct {
	storage.Store
	append func(a *appended)
	after  func(error) error // what is said of a move that was appended, or not
	expand func(out []storage.Message) []storage.Message
}

// Append implements storage.Store.
func (s brokenStore) Append(
	ctx context.Context, id match.GameID, m match.Move, u match.RowUpdate, why storage.Origin,
	out []storage.Message,
) error {
	a := appended{why: why, out: out}
	if s.append != nil {
		s.append(&a)
	}
	if a.skip {
		return a.err
	}
	err := s.Store.Append(ctx, id, m, u, a.why, a.out)
	if s.after != nil {
		return s.after(err)
	}
	return err
}

// Expand implements storage.Store.
func (s brokenStore) Expand(ctx context.Context, id int64, out []storage.Message) error {
	if s.expand != nil {
		out = s.expand(out)
	}
	return s.Store.Expand(ctx, id, out)
}

// sleepingStore knows of nothing that becomes due.
type sleepingStore struct{ storage.Store }

// NextDeadline implements storage.Store.
func (sleepingStore) NextDeadline(context.Context) (time.Time, error) {
	return time.Time{}, storage.ErrNotFound
}

// NextDue implements storage.Store.
func (sleepingStore) NextDue(context.Context) (time.Time, error) {
	return time.Time{}, storage.ErrNotFound
}

// trustingStore reads moves without a look at their links.
type trustingStore struct {
	storage.Store
	file string
}

// Moves implements storage.Store.
func (s trustingStore) Moves(ctx context.Context, id match.GameID, _ int) ([]match.Move, error) {
	row, err := s.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", s.file)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.QueryContext(
		ctx, `SELECT ply, seat, text, at FROM move WHERE game = ? ORDER BY ply`, id,
	)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var moves []match.Move
	head := match.FirstLink(row)
	for rows.Next() {
		m := match.Move{After: head}
		var at int64
		if err := rows.Scan(&m.Ply, &m.Seat, &m.Text, &at); err != nil {
			return nil, err
		}
		m.At = time.UnixMicro(at).UTC()
		head = m.Head()
		moves = append(moves, m)
	}
	return moves, rows.Err()
}

// loosely is a Discord that gets other messages than are sent.
type loosely struct {
	discord.API
	change func(discord.Message) discord.Message
}

// Send implements discord.API.
func (a loosely) Send(
	ctx context.Context, channel match.ChannelID, m discord.Message,
) (match.MessageID, error) {
	return a.API.Send(ctx, channel, a.change(m))
}
