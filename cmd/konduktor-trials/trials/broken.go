package trials

import (
	"context"
	"database/sql"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/notify"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/cardgame"
	"konduktor/engine/match"
	"konduktor/engine/railway"
	"konduktor/engine/titles"
	"konduktor/storage"
)

// fault names what a test breaks to see that a trial notices.
type fault string

// What can be broken.
const (
	faultAccepts     fault = "accepts"      // the engine accepts every move of a seat that can move
	faultForgets     fault = "forgets"      // the store forgets which interactions have been carried out
	faultLies        fault = "lies"         // moves are acknowledged that nobody has made
	faultBoasts      fault = "boasts"       // the store says of every third move that it is kept, and does not keep it
	faultOwesNothing fault = "owes-nothing" // no event is followed by a panel
	faultMute        fault = "mute"         // the events of moves are not kept
	faultPeeks       fault = "peeks"        // views show everybody a sum of all hands
	faultLogs        fault = "logs"         // the log says what a move was
	faultUnsynced    fault = "unsynced"     // commits do not wait for the disk
	faultTrusts      fault = "trusts"       // moves are read without a look at their chain
	faultHoards      fault = "hoards"       // every request is remembered
	faultSleeps      fault = "sleeps"       // no clock is ever looked at
	faultNags        fault = "nags"         // each reminder is sent twice
	faultUnescapes   fault = "unescapes"    // messages lose what makes names harmless
)

// rigged returns a title whose games deal deals in its place. It keeps what a title has beside the
// methods of engine.Title: its map, and how many play together.
func rigged(
	t engine.Title,
	deal func(engine.Title, engine.Setup) (engine.Game, error),
) engine.Title {
	switch t := t.(type) {
	case *railway.Title:
		return riggedBoard{t, deal}
	case *cardgame.Edition:
		return riggedCards{t, deal}
	}
	return t
}

type riggedBoard struct {
	*railway.Title
	deal func(engine.Title, engine.Setup) (engine.Game, error)
}

// New implements engine.Title.
func (t riggedBoard) New(s engine.Setup) (engine.Game, error) { return t.deal(t.Title, s) }

type riggedCards struct {
	*cardgame.Edition
	deal func(engine.Title, engine.Setup) (engine.Game, error)
}

// New implements engine.Title.
func (t riggedCards) New(s engine.Setup) (engine.Game, error) { return t.deal(t.Edition, s) }

// obligingTitles deal games that take a refused move for any legal one: what faultAccepts breaks.
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

// peekingGame shows everybody a number made of all hands: what faultPeeks breaks.
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

// brokenStore is a store with a fault in what it does with moves and with what follows from them.
type brokenStore struct {
	storage.Store
	fault fault
	log   *slog.Logger // of faultLogs
}

// Append implements storage.Store.
func (s brokenStore) Append(
	ctx context.Context,
	id match.GameID,
	m match.Move,
	u match.RowUpdate,
	why storage.Origin,
	out []storage.Message,
) error {
	switch s.fault {
	case faultForgets:
		why = storage.Origin{}
	case faultMute:
		out = nil
	case faultLogs:
		s.log.Debug("append", "move", m.Text)
	case faultBoasts:
		if m.Ply%3 == 0 {
			return nil
		}
	default: // nothing of moves is broken
	}
	return s.Store.Append(ctx, id, m, u, why, out)
}

// Expand implements storage.Store.
func (s brokenStore) Expand(ctx context.Context, id int64, out []storage.Message) error {
	if s.fault == faultOwesNothing {
		isPanel := func(m storage.Message) bool { return m.Kind == notify.Panel }
		out = slices.DeleteFunc(slices.Clone(out), isPanel)
	}
	return s.Store.Expand(ctx, id, out)
}

// trustingMoves reads the moves of a game without a look at their links: what faultTrusts breaks.
func trustingMoves(ctx context.Context, file string, row match.Game) ([]match.Move, error) {
	db, err := sql.Open("sqlite", file)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.QueryContext(
		ctx,
		`SELECT ply, seat, text, at FROM move WHERE game = ? ORDER BY ply`,
		row.ID,
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

// unescaping is a Discord that gets messages without what makes the names in them harmless: what
// faultUnescapes breaks.
type unescaping struct{ discord.API }

var unescaper = strings.NewReplacer(`\`, "", "＠", "@")

// Send implements discord.API.
func (a unescaping) Send(
	ctx context.Context,
	channel match.ChannelID,
	m discord.Message,
) (match.MessageID, error) {
	m.Content = unescaper.Replace(m.Content)
	return a.API.Send(ctx, channel, m)
}
