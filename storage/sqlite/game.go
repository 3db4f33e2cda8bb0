package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// Create adds a game; see storage.Store.
func (s *Store) Create(ctx context.Context, g storage.Game, why storage.Cause, out []storage.Message) error {
	if g.Ply != 0 {
		return errors.New("a game is created without moves")
	}
	return s.change(ctx, func(tx tx) error {
		if err := remember(ctx, tx, why, g.Updated); err != nil {
			return err
		}
		if err := insertGame(ctx, tx, g); err != nil {
			return err
		}
		if err := insertSeats(ctx, tx, g); err != nil {
			return err
		}
		return enqueue(ctx, tx, out)
	})
}

// Update replaces a game's row; see storage.Store.
func (s *Store) Update(ctx context.Context, g storage.Game, why storage.Cause, out []storage.Message) error {
	return s.change(ctx, func(tx tx) error {
		if err := remember(ctx, tx, why, g.Updated); err != nil {
			return err
		}
		before, err := oneGame(ctx, tx, g.ID)
		if err != nil {
			return err
		}
		if before.Rev != g.Rev {
			return storage.ErrStale
		}
		if err := keepsFoundation(before, g); err != nil {
			return err
		}
		if err := updateGame(ctx, tx, g); err != nil {
			return err
		}
		if err := deleteSeats(ctx, tx, g.ID); err != nil {
			return err
		}
		if err := insertSeats(ctx, tx, g); err != nil {
			return err
		}
		return enqueue(ctx, tx, out)
	})
}

// keepsFoundation refuses a change under a game's moves that would make another game of them (design D1).
func keepsFoundation(before, after storage.Game) error {
	switch {
	case before.Ply != after.Ply:
		return fmt.Errorf("the number of moves changes by appending only: it is %d, not %d", before.Ply, after.Ply)
	case before.Ply == 0:
		return nil
	case before.Title != after.Title, before.Version != after.Version, before.Map != after.Map, !maps.Equal(before.Options, after.Options):
		return errors.New("the rules of a game cannot change under its moves")
	case before.Seed != after.Seed:
		return errors.New("the seed of a game cannot change under its moves")
	case len(before.Seats) != len(after.Seats):
		return errors.New("the number of seats cannot change under a game's moves")
	}
	return nil
}

// columns are those of a game's row except id, rev, ply and link, in the order of values.
const columns = `state, title, version, options, map, seed, host, wanted, invited, leaving, locale, guild, channel, lobby, thread, to_move, created, updated`

func values(g storage.Game) []any {
	return []any{
		g.State, g.Title, g.Version, object(g.Options),
		sql.NullString{String: g.Map, Valid: g.Map != ""},
		g.Seed[:], g.Host, g.Wanted, list(g.Invited), list(g.Leaving), g.Locale,
		g.Guild, g.Channel, g.Lobby, g.Thread, list(g.ToMove), g.Created.UnixMicro(), g.Updated.UnixMicro(),
	}
}

func insertGame(ctx context.Context, tx tx, g storage.Game) error {
	first := firstLink(g)
	_, err := tx.exec(ctx, `INSERT INTO game (`+columns+`, id, rev, ply, link)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`, append(values(g), g.ID, g.Rev, first[:])...)
	if isUnique(err) {
		return fmt.Errorf("game %s: %w", g.ID, storage.ErrExists)
	}
	if err != nil {
		return fmt.Errorf("insert the game's row: %w", err)
	}
	return nil
}

func updateGame(ctx context.Context, tx tx, g storage.Game) error {
	first := firstLink(g) // the same as before once there are moves, and then the row has a later one
	_, err := tx.exec(ctx, `UPDATE game SET (`+columns+`) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
		rev = rev + 1, link = iif(ply = 0, ?, link) WHERE id = ?`, append(values(g), first[:], g.ID)...)
	if err != nil {
		return fmt.Errorf("update the game's row: %w", err)
	}
	return nil
}

func insertSeats(ctx context.Context, tx tx, g storage.Game) error {
	for i, seat := range g.Seats {
		if g.State != storage.Running {
			seat.Due = time.Time{}
		}
		_, err := tx.exec(ctx, `INSERT INTO seat (game, place, user, name, due) VALUES (?, ?, ?, ?, ?)`,
			g.ID, i, seat.User, seat.Name, nullMoment(seat.Due))
		if err != nil {
			return fmt.Errorf("insert seat %d: %w", i+1, err)
		}
	}
	return nil
}

func deleteSeats(ctx context.Context, tx tx, id storage.GameID) error {
	if _, err := tx.exec(ctx, `DELETE FROM seat WHERE game = ?`, id); err != nil {
		return fmt.Errorf("delete seats: %w", err)
	}
	return nil
}

// Game returns a game's row; see storage.Store.
func (s *Store) Game(ctx context.Context, id storage.GameID) (g storage.Game, err error) {
	err = s.look(ctx, func(tx tx) (err error) {
		g, err = oneGame(ctx, tx, id)
		return err
	})
	return g, err
}

// GamesOf returns the games of a user; see storage.Store.
func (s *Store) GamesOf(ctx context.Context, user string, states ...storage.State) ([]storage.Game, error) {
	in, marks := among(states)
	args := append([]any{user, user}, in...)
	// The + keeps SQLite from going through all running games to find those of one user.
	return s.games(ctx, ofUser+` AND +g.state IN (`+marks+`)`,
		` ORDER BY g.updated DESC, g.id`, args)
}

// GamesAt returns the games at a channel or thread; see storage.Store.
func (s *Store) GamesAt(ctx context.Context, channel string) ([]storage.Game, error) {
	return s.games(ctx, atChannel, oldestFirst, []any{channel, channel})
}

// GamesIn returns the games in states; see storage.Store.
func (s *Store) GamesIn(ctx context.Context, states ...storage.State) ([]storage.Game, error) {
	args, marks := among(states)
	return s.games(ctx, `g.state IN (`+marks+`)`, oldestFirst, args)
}

// among returns the states, all if none is named, as arguments and the question marks for them.
func among(states []storage.State) (args []any, marks string) {
	if len(states) == 0 {
		states = []storage.State{storage.Lobby, storage.Running, storage.Finished, storage.Cancelled}
	}
	for _, s := range states {
		args = append(args, s)
	}
	return args, strings.TrimSuffix(strings.Repeat("?, ", len(args)), ", ")
}

func (s *Store) games(ctx context.Context, where, order string, args []any) (games []storage.Game, err error) {
	err = s.look(ctx, func(tx tx) (err error) {
		games, err = someGames(ctx, tx, where, order, args)
		return err
	})
	if err != nil {
		return nil, err
	}
	return games, nil
}

// The parts of the statements that read games.
const (
	gamesFrom   = `SELECT ` + columns + `, id, rev, ply FROM game AS g WHERE `
	seatsFrom   = `SELECT s.game, s.user, s.name, s.due FROM game AS g JOIN seat AS s ON s.game = g.id WHERE `
	byID        = `g.id = ?`
	ofUser      = `(g.host = ? OR g.id IN (SELECT game FROM seat WHERE user = ?))`
	atChannel   = `(g.thread = ? AND g.thread <> '' OR g.channel = ? AND g.channel <> '' AND g.state = 'lobby')`
	oldestFirst = ` ORDER BY g.created, g.id`
	inOrder     = ` ORDER BY s.game, s.place`

	selectGame      = gamesFrom + byID + oldestFirst
	selectGameSeats = seatsFrom + byID + inOrder
)

func oneGame(ctx context.Context, tx tx, id storage.GameID) (storage.Game, error) {
	games, err := someGames(ctx, tx, byID, oldestFirst, []any{id})
	if err != nil {
		return storage.Game{}, err
	}
	if len(games) == 0 {
		return storage.Game{}, storage.ErrNotFound
	}
	return games[0], nil
}

// someGames reads rows and then their seats: two statements, however many games.
func someGames(ctx context.Context, tx tx, where, order string, args []any) ([]storage.Game, error) {
	games, err := selectGames(ctx, tx, where, order, args)
	if err != nil || len(games) == 0 {
		return nil, err
	}
	seats, err := selectSeats(ctx, tx, where, args)
	if err != nil {
		return nil, err
	}
	for i := range games {
		games[i].Seats = seats[games[i].ID]
	}
	return games, nil
}

func selectGames(ctx context.Context, tx tx, where, order string, args []any) ([]storage.Game, error) {
	rows, err := tx.rows(ctx, gamesFrom+where+order, args...)
	if err != nil {
		return nil, fmt.Errorf("read games: %w", err)
	}
	defer rows.Close()
	var games []storage.Game
	for rows.Next() {
		g, err := scanGame(rows)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read games: %w", err)
	}
	return games, nil
}

// scanGame reads a row. Its errors never quote a value: the seed is among them.
func scanGame(rows *sql.Rows) (storage.Game, error) {
	var g storage.Game
	var options, invited, leaving, toMove string
	var seed []byte
	var ownMap sql.NullString
	var created, updated int64
	err := rows.Scan(&g.State, &g.Title, &g.Version, &options, &ownMap, &seed, &g.Host, &g.Wanted, &invited, &leaving, &g.Locale,
		&g.Guild, &g.Channel, &g.Lobby, &g.Thread, &toMove, &created, &updated, &g.ID, &g.Rev, &g.Ply)
	if err != nil {
		return storage.Game{}, fmt.Errorf("read a game's row: %w", err)
	}
	for _, field := range []struct {
		text string
		into any
	}{{options, &g.Options}, {invited, &g.Invited}, {leaving, &g.Leaving}, {toMove, &g.ToMove}} {
		if err := json.Unmarshal([]byte(field.text), field.into); err != nil {
			return storage.Game{}, fmt.Errorf("%w: game %s: a list in its row cannot be read", storage.ErrDamaged, g.ID)
		}
	}
	if len(seed) != len(engine.Seed{}) {
		return storage.Game{}, fmt.Errorf("%w: game %s: its seed has %d bytes", storage.ErrDamaged, g.ID, len(seed))
	}
	g.Map = ownMap.String
	g.Seed, g.Created, g.Updated = engine.Seed(seed), moment(created), moment(updated)
	return g, nil
}

func selectSeats(ctx context.Context, tx tx, where string, args []any) (map[storage.GameID][]storage.Seat, error) {
	rows, err := tx.rows(ctx, seatsFrom+where+inOrder, args...)
	if err != nil {
		return nil, fmt.Errorf("read seats: %w", err)
	}
	defer rows.Close()
	seats := map[storage.GameID][]storage.Seat{}
	for rows.Next() {
		var id storage.GameID
		var seat storage.Seat
		var due sql.NullInt64
		if err := rows.Scan(&id, &seat.User, &seat.Name, &due); err != nil {
			return nil, fmt.Errorf("read a seat: %w", err)
		}
		if due.Valid {
			seat.Due = moment(due.Int64)
		}
		seats[id] = append(seats[id], seat)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read seats: %w", err)
	}
	return seats, nil
}

// list returns the JSON of a list. Strings always have one.
func list(items []string) string {
	if len(items) == 0 {
		return "null"
	}
	text, _ := json.Marshal(items)
	return string(text)
}

// object returns the JSON of a map of strings.
func object(items map[string]string) string {
	if len(items) == 0 {
		return "null"
	}
	text, _ := json.Marshal(items)
	return string(text)
}
