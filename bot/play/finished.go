package play

import (
	"context"
	"fmt"
	"path"
	"time"

	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
	"konduktor/storage"
)

// Sealed reports whether nobody may learn yet what the cards of a game were, because others can
// still play the same deal: that of a day, or of an evening, which is kept by the name with which
// Terms.Of begins.
func (s *Service) Sealed(ctx context.Context, g match.Game, now time.Time) bool {
	if !g.Duplicate() {
		return g.Daily != "" && !g.Late(now)
	}
	kept, err := storage.SettingOf[struct{ Evening league.Evening }](ctx, s.Store, path.Dir(g.Of))
	return err != nil || kept.Evening.Tables == nil || kept.Evening.Sealed()
}

// Course returns how a finished game went from turn to turn, as everybody may know it. A
// *match.Refusal while it is under way: its course discloses all tickets.
func (s *Service) Course(ctx context.Context, row match.Game) ([]engine.Turn, error) {
	if row.State != match.Finished {
		return nil, match.Refuse("film-not-over", "Game", row.ID)
	}
	edition, err := s.Editions.Edition(ctx, row)
	if err != nil {
		return nil, err
	}
	moves, err := s.Store.Moves(ctx, row.ID, -1)
	if err != nil {
		return nil, err
	}
	tenures, err := s.Store.Tenures(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	var c engine.Course
	note := func(i int, game engine.Game, events []engine.Event) {
		m := moves[i]
		c.Add(game, m.Seat, row.Told(tenures, m.Seat, m.At, engine.Public, events))
	}
	_, err = match.Replay(edition, row, moves, note)
	names := row.ShownNames()
	for i := range c.Turns {
		for seat := range c.Turns[i].View.Seats {
			c.Turns[i].View.Seats[seat].Name = names[seat]
		}
	}
	return c.Turns, err
}

// After returns the position after a turn of a finished game, from which another game can go on. A
// bystander takes the seat that is to move. A *match.Refusal if nobody can move any more.
func (s *Service) After(ctx context.Context, t *Table, turn int, seat engine.Seat,
) (match.GoingOn, error) {
	c, err := s.Chronicle(ctx, t.Game, AnyPly, engine.Public)
	if err != nil {
		return match.GoingOn{}, err
	}
	ply, last := c.AfterTurn(turn)
	if ply == 0 || turn >= last {
		return match.GoingOn{}, match.Refuse("try-too-late")
	}
	moves, err := s.Store.Moves(ctx, t.ID, int(ply))
	if err != nil {
		return match.GoingOn{}, err
	}
	if seat == engine.Public {
		then, err := t.Rewound(moves)
		if err != nil {
			return match.GoingOn{}, err
		}
		v := then.View(engine.Public)
		seat = v.ToMove[0]
	}
	return match.GoingOn{
		Tried: match.Tried{Game: t.ID, Turn: turn, Seat: seat, Ply: ply}, Moves: moves,
	}, nil
}

// Results returns what a finished game has brought those who played in it.
func (s *Service) Results(ctx context.Context, row match.Game) ([]match.Result, error) {
	c, err := s.Chronicle(ctx, row, AnyPly, engine.Public)
	if err != nil {
		return nil, err
	}
	tenures, err := s.Store.Tenures(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	moves, err := s.Store.Moves(ctx, row.ID, -1)
	if err != nil {
		return nil, err
	}
	return c.Results(moves, tenures), nil
}

// Tape returns a finished game as it can be reviewed: what each player saw and was told at each
// turn. A *match.Refusal while it is under way.
func (s *Service) Tape(ctx context.Context, row match.Game) (review.Game, error) {
	if row.State != match.Finished {
		return review.Game{}, match.Refuse("review-not-over", "Game", row.ID)
	}
	edition, err := s.Editions.Edition(ctx, row)
	if err != nil {
		return review.Game{}, err
	}
	stored, err := s.Store.Moves(ctx, row.ID, -1)
	if err != nil {
		return review.Game{}, err
	}
	moves := make([]engine.Move, len(stored))
	for i, m := range stored {
		if moves[i], err = parsed(edition, row.ID, m); err != nil {
			return review.Game{}, err
		}
	}
	tape := review.Tape{Game: review.Game{Title: edition}}
	note := func(i int, game engine.Game, events []engine.Event) {
		tape.Add(game, stored[i].Seat, moves[i], events)
	}
	_, err = match.Replay(edition, row, stored, note)
	return tape.Game, err
}

func parsed(title engine.Title, id match.GameID, m match.Move) (engine.Move, error) {
	move, err := notation.ParseMove(title.Lexicon(), m.Text)
	if err != nil {
		err = fmt.Errorf("parse move %d of game %s: %w", m.Ply, id, err)
	}
	return move, err
}

// File is a file that people can take along from a finished game.
type File struct {
	Name string
	Text []byte
}

// Record returns a finished game as a file that `konduktor verify` reads, and beside it the map if
// it is the operator's. It holds the seed: nobody gets it before the end.
func (s *Service) Record(ctx context.Context, t *Table) ([]File, error) {
	v := t.View(engine.Public)
	if v.Phase != engine.IsOver {
		return nil, fmt.Errorf("record of game %s: it is not over", t.ID)
	}
	moves, err := s.Store.Moves(ctx, t.ID, -1)
	if err != nil {
		return nil, err
	}
	undone, err := s.undone(ctx, t.Game)
	if err != nil {
		return nil, err
	}
	g, told, err := s.forRatings(ctx, t.Game)
	if err != nil {
		return nil, err
	}
	record := notation.Record{
		Title: t.Edition(), Version: t.Version, Commitment: t.Seed.Commitment(),
		Lobby:      g.LobbyOrder(t.Edition()),
		Setup:      engine.Setup{Names: match.Names(g.Seats), Seed: t.Seed, Options: t.Options},
		Ended:      moves[len(moves)-1].At.Truncate(time.Second),
		ForRatings: told,
	}
	number := map[int]int{} // by branch: a restore leaves branches out
	for _, u := range undone {
		if number[u.Branch] == 0 {
			number[u.Branch] = len(number) + 1
		}
	}
	for _, m := range match.Interleave(moves, undone) {
		move, err := parsed(t.Edition(), t.ID, m.Move)
		if err != nil {
			return nil, err
		}
		if m.Stands() {
			record.Moves = append(record.Moves, notation.RecordedMove{Seat: m.Seat, Move: move})
			continue
		}
		if m.Again {
			continue
		}
		record.Undone = append(record.Undone, notation.UndoneMove{
			Before: len(record.Moves), Ply: m.Ply, Number: number[m.Branch], Seat: m.Seat, Move: move,
		})
	}
	text := record.Print() + notation.ResultLines(&v)
	if t.Map == "" {
		return []File{{string(t.ID) + ".rec", []byte(text)}}, nil
	}
	own, err := s.Editions.Text(ctx, t.Game)
	if err != nil {
		return nil, err
	}
	return []File{
		{string(t.ID) + ".rec", []byte(titles.MapRemark(t.Edition()) + text)},
		{string(t.ID) + ".toml", own},
	}, nil
}
