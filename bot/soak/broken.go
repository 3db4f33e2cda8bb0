package soak

import (
	"context"
	"database/sql"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/match"
	"konduktor/storage"
)

// fault names what a test breaks to see that a trial notices.
type fault string

// What can be broken.
const (
	faultAccepts     fault = "accepts"      // the engine accepts every move of a seat that can move
	faultForgets     fault = "forgets"      // the store forgets which interactions have been carried out
	faultLies        fault = "lies"         // a child acknowledges moves that it has not made
	faultPeeks       fault = "peeks"        // views show everybody a sum of all hands
	faultLogs        fault = "logs"         // the log says what a move was
	faultUnsynced    fault = "unsynced"     // commits do not wait for the disk
	faultTrusts      fault = "trusts"       // moves are read without a look at their chain
	faultBoasts      fault = "boasts"       // the store says that a move is kept when it is not
	faultOwesNothing fault = "owes-nothing" // panels are left to the answers to clicks
	faultHoards      fault = "hoards"       // every request is remembered
	faultBiased      fault = "biased"       // a shuffle swaps each card with any other
	faultSleeps      fault = "sleeps"       // no clock is ever looked at
	faultNags        fault = "nags"         // each reminder is sent twice
	faultOverhears   fault = "overhears"    // every fifth interaction is handled twice, every seventh not at all
	faultHurries     fault = "hurries"      // identifies do not wait for each other
	faultInsists     fault = "insists"      // each sender counts its own refusals alone
	faultMute        fault = "mute"         // Discord takes messages and shows none
	faultUnescapes   fault = "unescapes"    // messages lose what makes names harmless
)

// obliging deals games that take a refused move for any legal one: what faultAccepts breaks.
func obliging(t engine.Title, s engine.Setup) (engine.Game, error) {
	g, err := t.New(s)
	return obligingGame{g}, err
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

// forgetful is a store that takes every change for the bot's own doing.
type forgetful struct{ storage.Store }

// Append implements storage.Store.
func (s forgetful) Append(
	ctx context.Context, id match.GameID, m match.Move, p match.RowUpdate, _ storage.Origin, out []storage.Message,
) error {
	return s.Store.Append(ctx, id, m, p, storage.Origin{}, out)
}

// carefree is a store that keeps no message of the kind that brings panels up to date.
type carefree struct{ storage.Store }

// Append implements storage.Store.
func (s carefree) Append(
	ctx context.Context, id match.GameID, m match.Move, p match.RowUpdate, why storage.Origin, out []storage.Message,
) error {
	out = slices.DeleteFunc(slices.Clone(out), func(m storage.Message) bool { return m.Kind == tell.Panel })
	return s.Store.Append(ctx, id, m, p, why, out)
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

// talkative is a store that logs the moves that it keeps: what faultLogs breaks.
type talkative struct {
	storage.Store
	log *slog.Logger
}

// Append implements storage.Store.
func (s talkative) Append(
	ctx context.Context, id match.GameID, m match.Move, p match.RowUpdate, why storage.Origin, out []storage.Message,
) error {
	s.log.Debug("append", "move", m.Text)
	return s.Store.Append(ctx, id, m, p, why, out)
}

// boastful is a store that says of every move that it is kept: what faultBoasts breaks.
type boastful struct{ storage.Store }

// Append implements storage.Store.
func (s boastful) Append(
	ctx context.Context, id match.GameID, m match.Move, p match.RowUpdate, why storage.Origin, out []storage.Message,
) error {
	_ = s.Store.Append(ctx, id, m, p, why, out)
	return nil
}

// neglectful is a store that says of every third move that it is kept, and keeps it not: what faultBoasts breaks where all else goes
// on.
type neglectful struct{ storage.Store }

// Append implements storage.Store.
func (s neglectful) Append(
	ctx context.Context, id match.GameID, m match.Move, p match.RowUpdate, why storage.Origin, out []storage.Message,
) error {
	if m.Ply%3 == 0 {
		return nil
	}
	return s.Store.Append(ctx, id, m, p, why, out)
}

// trustingMoves reads the moves of a game without a look at their links: what faultTrusts breaks.
func trustingMoves(ctx context.Context, file string, row match.Game) ([]match.Move, error) {
	db, err := sql.Open("sqlite", file)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, `SELECT ply, seat, text, at FROM move WHERE game = ? ORDER BY ply`, row.ID)
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

// biasedShuffle swaps each card with any other, which favours some orders: what faultBiased breaks.
func biasedShuffle(s *engine.Stream, pile []int) {
	for i := range pile {
		j := s.Below(len(pile))
		pile[i], pile[j] = pile[j], pile[i]
	}
}

// unescaping is a Discord that gets messages without what makes the names in them harmless: what faultUnescapes breaks.
type unescaping struct{ discord.API }

var unescaper = strings.NewReplacer(`\`, "", "＠", "@")

// Send implements discord.API.
func (a unescaping) Send(ctx context.Context, channel match.ChannelID, m discord.Message) (match.MessageID, error) {
	m.Content = unescaper.Replace(m.Content)
	return a.API.Send(ctx, channel, m)
}
