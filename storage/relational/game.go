package relational

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Create implements storage.Changes.
func (s *Store) Create(
	ctx context.Context, g match.Game, why storage.Origin, out []storage.Message,
) error {
	if g.Ply != 0 {
		return errors.New("a game is created without moves")
	}
	return s.change(ctx, func(tx Tx) error {
		if err := saveAnswer(ctx, tx, why, g.Updated); err != nil {
			return err
		}
		if err := insertGame(ctx, tx, g); err != nil {
			return err
		}
		if err := insertSeats(ctx, tx, g); err != nil {
			return err
		}
		if err := beginTry(ctx, tx, g); err != nil {
			return err
		}
		if err := beginTenures(ctx, tx, g.ID, g.NewTenures); err != nil {
			return err
		}
		return enqueue(ctx, tx, out)
	})
}

// Update implements storage.Changes.
func (s *Store) Update(
	ctx context.Context, g match.Game, why storage.Origin, out []storage.Message,
) error {
	return s.change(ctx, func(tx Tx) error {
		if err := saveAnswer(ctx, tx, why, g.Updated); err != nil {
			return err
		}
		before, err := oneGame(ctx, tx, g.ID)
		if err != nil {
			return err
		}
		if err := storage.CheckUpdate(before, g); err != nil {
			return err
		}
		if err := replaceGame(ctx, tx, g); err != nil {
			return err
		}
		for _, m := range g.Opening {
			if err := addMove(ctx, tx, g.ID, m); err != nil {
				return err
			}
		}
		if err := beginTenures(ctx, tx, g.ID, g.NewTenures); err != nil {
			return err
		}
		return enqueue(ctx, tx, out)
	})
}

// columns are those of a game's row except id, rev, ply and link, in the order of values.
const columns = `state, title, version, options, map, seed, host, wanted, invited, leaving, locale,
	guild, channel, lobby, thread, to_move, created, updated, branch, pausing, paused, pause_ends,
	pace, weekends, terms, warned, undoing, seal`

func values(g match.Game) []any {
	return []any{
		g.State, g.Title, g.Version, asJSON(g.Options),
		sql.NullString{String: g.Map, Valid: g.Map != ""},
		g.Seed[:], g.Host, g.Wanted, asJSON(g.Invited), asJSON(g.Leaving), g.Locale,
		g.Guild, g.Channel, g.Lobby, g.Thread, asJSON(g.ToMove),
		g.Created.UnixMicro(), g.Updated.UnixMicro(), g.Branch,
		asJSON(g.Pausing), g.Paused, nullMicros(g.PauseEnds), g.Pace, g.Weekends,
		jsonOf(g.Terms), nullMicros(g.Warned), undoingText(g.Undoing), sealOfGame(g),
	}
}

func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }

func insertGame(ctx context.Context, tx Tx, g match.Game) error {
	first := match.FirstLink(g)
	args := append(values(g), g.ID, g.Rev, first[:])
	_, err := tx.Exec(ctx, `INSERT INTO game (`+columns+`, id, rev, link, ply)
		VALUES (`+marks(len(args))+`, 0)`, args...)
	if tx.dialect.IsUnique(err) {
		return fmt.Errorf("game %s: %w", g.ID, storage.ErrExists)
	}
	if err != nil {
		return fmt.Errorf("insert the game's row: %w", err)
	}
	return nil
}

func replaceGame(ctx context.Context, tx Tx, g match.Game) error {
	if g.Ply == 0 {
		g.Head = match.FirstLink(g)
	}
	set := values(g)
	err := tx.run(ctx, "update the game's row", `UPDATE game SET (`+columns+`) = (`+marks(len(set))+`),
		rev = rev + 1, link = ?, ply = ? WHERE id = ?`, append(set, g.Head[:], g.Ply, g.ID)...)
	if err == nil && (g.State == match.Finished || g.State == match.Cancelled) {
		err = forgetFormer(ctx, tx, g.ID)
	}
	if err == nil {
		err = tx.run(ctx, "delete seats", `DELETE FROM seat WHERE game = ?`, g.ID)
	}
	if err != nil {
		return err
	}
	return insertSeats(ctx, tx, g)
}

func insertSeats(ctx context.Context, tx Tx, g match.Game) error {
	for i, seat := range g.Seats {
		if g.State != match.Running {
			seat.Clock = match.Clock{}
		}
		args := append(append(clockValues(seat.Clock), seatValues(seat)...), g.ID, i)
		err := tx.run(ctx, "insert a seat",
			`INSERT INTO seat (`+clockColumns+`, `+seatColumns+`, game, place)
			VALUES (`+marks(len(args))+`)`, args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// seatColumns are those of a seat but its clock, in the order of seatValues.
const seatColumns = `user, name, owner, stand_in, asked, at_once, ousting, called, nudged, level`

func seatValues(s match.Seat) []any {
	return []any{
		s.User, s.Name, s.Owner, s.StandIn, s.Asked, s.AtOnce, asJSON(s.Ousting), nullMicros(s.Called),
		nullMicros(s.Nudged), s.Level,
	}
}

// GamesOf implements storage.Games.
func (s *Store) GamesOf(
	ctx context.Context, user match.UserID, states ...match.State,
) ([]match.Game, error) {
	in, questions := statesOrAll(states)
	args := append([]any{user, user, user}, in...)
	// An index on states would read all running games to find one user's.
	return s.games(ctx, s.texts.ofUser+` AND `+s.dialect.Unindexed+`g.state IN (`+questions+`)`,
		` ORDER BY g.updated DESC, g.id`, args)
}

// GamesAwaiting implements storage.Games.
func (s *Store) GamesAwaiting(ctx context.Context, user match.UserID) ([]match.Game, error) {
	return s.games(ctx, s.texts.awaiting, ` ORDER BY g.updated DESC, g.id`, namingArgs(user))
}

// GamesNaming implements storage.Games.
func (s *Store) GamesNaming(ctx context.Context, user match.UserID) ([]match.Game, error) {
	return read(ctx, s, func(tx Tx) ([]match.Game, error) {
		games, err := someGames(ctx, tx, s.texts.naming, oldestFirst, namingArgs(user), s.leaveOut)
		if err != nil {
			return nil, err
		}
		var list []match.Game
		for _, g := range games { // it may be the name of somebody, not an ID
			tenures, err := All(ctx, tx, "tenures", scanTenure, selectTenures, g.ID)
			if err != nil {
				return nil, err
			}
			if g.Names(user) ||
				slices.ContainsFunc(tenures, func(t match.Tenure) bool { return t.User == user }) {
				list = append(list, g)
			}
		}
		return list, nil
	})
}

// namingArgs are the arguments of texts.naming.
func namingArgs(user match.UserID) []any { return []any{user, `"` + string(user) + `"`} }

// GamesAt implements storage.Games.
func (s *Store) GamesAt(ctx context.Context, channel match.ChannelID) ([]match.Game, error) {
	return s.games(ctx, atChannel, oldestFirst, []any{channel, channel})
}

// OpenGamesOn implements storage.Games.
func (s *Store) OpenGamesOn(ctx context.Context, server match.ServerID) ([]match.Game, error) {
	return s.games(ctx, openOn, oldestFirst, []any{server})
}

// OpenGamesUnder implements storage.Games.
func (s *Store) OpenGamesUnder(ctx context.Context, channel match.ChannelID) ([]match.Game, error) {
	return s.games(ctx, s.texts.openUnder, oldestFirst, []any{channel, channel})
}

// GamesIn implements storage.Games.
func (s *Store) GamesIn(ctx context.Context, states ...match.State) ([]match.Game, error) {
	args, questions := statesOrAll(states)
	return s.games(ctx, `g.state IN (`+questions+`)`, oldestFirst, args)
}

// statesOrAll returns states, or all of them if there are none, as arguments with question marks.
func statesOrAll(states []match.State) (args []any, questions string) {
	if len(states) == 0 {
		states = []match.State{match.Lobby, match.Running, match.Finished, match.Cancelled}
	}
	for _, s := range states {
		args = append(args, s)
	}
	return args, marks(len(args))
}

func (s *Store) games(ctx context.Context, where, order string, args []any) ([]match.Game, error) {
	return read(ctx, s, func(tx Tx) ([]match.Game, error) {
		return someGames(ctx, tx, where, order, args, s.leaveOut)
	})
}

// The parts of the statements that read games.
const (
	gameColumns  = `id, ` + columns + `, rev, ply, link`          // in the order of scanGame
	seatsColumns = `s.game, ` + seatColumns + `, ` + clockColumns // in the order of scanSeat
	gamesFrom    = `SELECT ` + gameColumns + ` FROM game AS g WHERE `
	seatsFrom    = `SELECT ` + seatsColumns + ` FROM game AS g JOIN seat AS s ON s.game = g.id WHERE `
	byID         = `g.id = ?`
	openOn       = `g.guild = ? AND g.guild <> '' AND g.state IN ('lobby', 'running')`
	atChannel    = `(g.thread = ? AND g.thread <> ''
		OR g.channel = ? AND g.channel <> '' AND g.state = 'lobby')`
	oldestFirst = ` ORDER BY g.created, g.id`
	inOrder     = ` ORDER BY s.game, s.place`
)

// someGames reads games with their seats, by two statements for any number of games. A game whose
// row cannot be read, or is not the one that was written, is left out; an error of damaged ends
// all.
func someGames(
	ctx context.Context, tx Tx, where, order string, args []any, damaged func(error) error,
) ([]match.Game, error) {
	broken := map[match.GameID]error{}
	rows, err := All(ctx, tx, "games", func(rows Rows) (sealedGame, error) {
		g, err := scanGame(rows)
		if errors.Is(err, storage.ErrDamaged) {
			broken[g.ID], err = err, nil
		}
		return g, err
	}, gamesFrom+where+order, args...)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	seats, err := All(ctx, tx, "seats", func(rows Rows) (seatOf, error) {
		s, err := scanSeat(rows)
		if errors.Is(err, storage.ErrDamaged) {
			broken[s.game], err = err, nil
		}
		return s, err
	}, seatsFrom+where+inOrder, args...)
	if err != nil {
		return nil, err
	}
	byGame := map[match.GameID][]match.Seat{}
	for _, s := range seats {
		byGame[s.game] = append(byGame[s.game], s.Seat)
	}
	var games []match.Game
	for _, g := range rows {
		g.Seats = byGame[g.ID]
		if err := cmp.Or(broken[g.ID], g.check()); err != nil {
			if err = damaged(err); err != nil {
				return nil, fmt.Errorf("read games: %w", err)
			}
			continue
		}
		games = append(games, g.Game)
	}
	return games, nil
}

// scanGame reads a game's row. Its errors never quote a value, since the seed is one of them.
func scanGame(rows Rows) (sealedGame, error) {
	var g sealedGame
	var seed []byte
	var ownMap sql.NullString
	err := rows.Scan(
		&g.ID, &g.State, &g.Title, &g.Version, jsonColumn{&g.Options}, &ownMap, &seed, &g.Host,
		&g.Wanted, jsonColumn{&g.Invited}, jsonColumn{&g.Leaving}, &g.Locale, &g.Guild, &g.Channel,
		&g.Lobby, &g.Thread, jsonColumn{&g.ToMove}, (*timeColumn)(&g.Created),
		(*timeColumn)(&g.Updated), &g.Branch, jsonColumn{&g.Pausing}, &g.Paused,
		(*timeColumn)(&g.PauseEnds), &g.Pace, &g.Weekends, jsonColumn{&g.Terms},
		(*timeColumn)(&g.Warned), jsonColumn{&g.Undoing}, &g.seal, &g.Rev, &g.Ply,
		(*linkColumn)(&g.Head),
	)
	if err != nil || len(seed) != len(g.Seed) {
		return g, scanError(rows, err, g.ID)
	}
	g.Map, g.Seed = ownMap.String, engine.Seed(seed)
	return g, nil
}

// scanError returns why a row of a game could not be scanned: reading ended, or the row is damaged.
// It quotes nothing.
func scanError(rows Rows, err error, of match.GameID) error {
	if rows.Err() != nil {
		return err
	}
	return fmt.Errorf("%w: game %s: a value in its row cannot be read", storage.ErrDamaged, of)
}

// seatOf is a seat and the game that it belongs to.
type seatOf struct {
	match.Seat
	game match.GameID
}

func scanSeat(rows Rows) (s seatOf, err error) {
	err = rows.Scan(
		&s.game, &s.User, &s.Name, &s.Owner, &s.StandIn, &s.Asked, &s.AtOnce, jsonColumn{&s.Ousting},
		(*timeColumn)(&s.Called), (*timeColumn)(&s.Nudged), &s.Level, (*timeColumn)(&s.Due),
		(*timeColumn)(&s.Ends), (*timeColumn)(&s.Since), (*spanColumn)(&s.Bank), (*spanColumn)(&s.Whole),
		&s.Told, &s.Gifts, &s.Relieved, &s.Automated, (*spanColumn)(&s.Cut),
	)
	if err != nil {
		err = scanError(rows, err, s.game)
	}
	return s, err
}
