package play

import (
	"context"
	"errors"
	"slices"
	"sync"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// AnyPly stands for the present state of a game.
const AnyPly engine.Ply = -1

// Table is a table as its people want to see it.
type Table struct {
	*match.Table
	wishes func(match.UserID) match.Habits // loads them; nil: nobody has any
}

// Table loads a game as it is now. A *match.Refusal if there is none.
func (s *Service) Table(ctx context.Context, id match.GameID) (*Table, error) {
	row, err := s.Store.Game(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, match.Refuse("game-unknown")
	}
	if err != nil {
		return nil, err
	}
	return s.TableOf(ctx, row)
}

// TableOf rebuilds the game of a row (design D1).
func (s *Service) TableOf(ctx context.Context, row match.Game) (*Table, error) {
	edition, err := s.Editions.Edition(ctx, row)
	if err != nil {
		return nil, err
	}
	position, known := s.cache.get(row, row.Head)
	var moves []match.Move
	if !known && row.Begun() {
		if moves, err = s.Store.Moves(ctx, row.ID, int(row.Ply)); err != nil {
			return nil, err
		}
	}
	loaded, err := match.Load(row, edition, position, moves)
	if err != nil {
		return nil, err
	}
	if loaded.Dealt() && !known {
		s.cache.put(row, row.Head, loaded.Position())
	}
	return &Table{loaded, s.wishesOf(ctx)}, nil
}

// Seated loads a game for somebody who plays or has a seat, and the seat. A *match.Refusal for
// anybody else, before the deal and once it is cancelled. row is the game's if the caller has just
// read it.
func (s *Service) Seated(ctx context.Context, by match.Actor, id match.GameID, row *match.Game,
) (*Table, engine.Seat, error) {
	var t *Table
	var err error
	if row != nil {
		t, err = s.TableOf(ctx, *row)
	} else {
		t, err = s.Table(ctx, id)
	}
	if err != nil {
		return nil, 0, err
	}
	seat, err := t.Game.Seated(by)
	if err != nil {
		return nil, 0, err
	}
	if t.State == match.Lobby || t.State == match.Cancelled {
		return nil, 0, t.IsRunning()
	}
	return t, seat, nil
}

// undone loads the moves of a game that were taken back, none if there cannot be any.
func (s *Service) undone(ctx context.Context, row match.Game) ([]match.Undone, error) {
	if row.Branch == 0 {
		return nil, nil
	}
	return s.Store.Undone(ctx, row.ID)
}

// Rebase moves a plan to the branch of a table if nothing that it was made after has changed.
func (s *Service) Rebase(ctx context.Context, t *Table, p *match.Plan) error {
	if p.Branch == t.Branch || p.Branch < t.Restored {
		return nil
	}
	undone, err := s.Store.Undone(ctx, t.ID)
	if err != nil {
		return err
	}
	moves, err := s.Store.Moves(ctx, t.ID, int(t.Ply))
	if err == nil && p.Holds(moves, undone) {
		p.Branch = t.Branch
	}
	return err
}

// Back says what it would take for a seat to take its last move back. A *match.Refusal if it has
// made none, or the game has gone back too often.
func (s *Service) Back(ctx context.Context, t *Table, seat engine.Seat) (match.Back, error) {
	c, err := s.Chronicle(ctx, t.Game, t.Ply, engine.Public)
	if err != nil {
		return match.Back{}, err
	}
	undone, err := s.undone(ctx, t.Game)
	if err != nil {
		return match.Back{}, err
	}
	return c.BackAt(seat, undone)
}

// Chronicle is what happened in a game, as a viewer may know it, at a table as its people want to
// see it.
type Chronicle struct {
	*match.Chronicle
	Table *Table // as it was after the last move
}

// Chronicle replays a game up to a ply, all of it if the ply is AnyPly.
func (s *Service) Chronicle(ctx context.Context, row match.Game, upTo engine.Ply,
	viewer engine.Seat,
) (*Chronicle, error) {
	edition, err := s.Editions.Edition(ctx, row)
	if err != nil {
		return nil, err
	}
	h, err := s.historyUpTo(ctx, edition, row, upTo)
	if err != nil {
		return nil, err
	}
	tenures, err := s.tenures(ctx, row)
	if err != nil {
		return nil, err
	}
	c := h.Chronicle(edition, row, viewer, tenures)
	return &Chronicle{c, &Table{Table: c.Table, wishes: s.wishesOf(ctx)}}, nil
}

// historiesKept bounds the histories in memory. The messages that follow a move all tell of the
// same game, one after another, so a few are enough.
const historiesKept = 16

// histories keeps those of the games that were told of last. Nothing depends on it: a history
// counts only for moves whose hash chain is its own.
type histories struct {
	mu   sync.Mutex
	kept []keptHistory // last used first
}

type keptHistory struct {
	game match.GameID
	*match.History
}

// of returns what is kept of a game, nil if nothing is.
func (s *histories) of(id match.GameID) *match.History {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.kept, func(h keptHistory) bool { return h.game == id })
	if i < 0 {
		return nil
	}
	h := s.kept[i]
	copy(s.kept[1:i+1], s.kept[:i])
	s.kept[0] = h
	return h.History
}

func (s *histories) put(id match.GameID, h *match.History) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = slices.DeleteFunc(s.kept, func(old keptHistory) bool { return old.game == id })
	s.kept = slices.Insert(s.kept, 0, keptHistory{id, h})
	s.kept = s.kept[:min(len(s.kept), historiesKept)]
}

// follow adds moves that were just made to what is kept of a game up to them, so that telling of
// them reads none.
func (s *histories) follow(before match.Game, t *match.Table, moves []match.Move) {
	kept := s.of(before.ID)
	if kept == nil || len(moves) == 0 || kept.Plies() != int(before.Ply) ||
		!kept.Covers(before, kept.Plies(), before.Head) {
		return
	}
	if longer, err := kept.With(t.Edition(), t.Game, moves); err == nil {
		s.put(before.ID, longer)
	}
}

// historyUpTo returns what happened in a game up to a ply, AnyPly for all that the row knows of:
// the store may hold later moves. They are read only if what is kept does not reach as far.
func (s *Service) historyUpTo(ctx context.Context, edition engine.Title, row match.Game,
	upTo engine.Ply,
) (*match.History, error) {
	if upTo == AnyPly {
		upTo = row.Ply
	}
	if h, ok := s.beginning(s.histories.of(row.ID), edition, row, upTo); ok {
		return h, nil
	}
	moves, err := s.Store.Moves(ctx, row.ID, int(upTo))
	if err != nil {
		return nil, err
	}
	return s.historyOf(edition, row, moves)
}

// historyOf returns what happened in a game's first moves.
func (s *Service) historyOf(edition engine.Title, row match.Game, moves []match.Move,
) (*match.History, error) {
	kept, head := s.histories.of(row.ID), match.HeadAfter(row, moves)
	if kept != nil && kept.Covers(row, len(moves), head) {
		position, _ := s.cache.get(row, head)
		return kept.First(edition, row, position, moves)
	}
	h, err := match.Recount(edition, row, moves, kept)
	if err != nil {
		return nil, err
	}
	s.histories.put(row.ID, h)
	return h, nil
}

// beginning returns the kept history of a row up to a ply without reading a move; false if that is
// not possible.
func (s *Service) beginning(kept *match.History, edition engine.Title, row match.Game,
	upTo engine.Ply,
) (*match.History, bool) {
	if kept == nil || upTo < 1 || upTo > row.Ply || !kept.Covers(row, int(row.Ply), row.Head) {
		return nil, false
	}
	return kept.Upto(int(upTo), func(head match.Link) engine.Game {
		position, _ := s.cache.get(row, head)
		return position
	})
}

// Annals returns all moves that were ever made in a game, in the order in which they were made.
// Only a game with moves that were taken back costs more than a Chronicle.
func (s *Service) Annals(ctx context.Context, row match.Game, viewer engine.Seat,
) ([]match.Annal, error) {
	edition, err := s.Editions.Edition(ctx, row)
	if err != nil {
		return nil, err
	}
	moves, err := s.Store.Moves(ctx, row.ID, -1)
	if err != nil {
		return nil, err
	}
	undone, err := s.undone(ctx, row)
	if err != nil {
		return nil, err
	}
	tenures, err := s.tenures(ctx, row)
	if err != nil {
		return nil, err
	}
	return match.Annals(edition, row, moves, undone, viewer, tenures)
}

// tenured are the tenures at a revision of the game that was told of last.
type tenured struct {
	game match.GameID
	rev  int
	list []match.Tenure
}

// tenures are those of a row: each begins with a change of it.
func (s *Service) tenures(ctx context.Context, row match.Game) ([]match.Tenure, error) {
	if kept := s.tenured.Load(); kept != nil && kept.game == row.ID && kept.rev == row.Rev {
		return kept.list, nil
	}
	list, err := s.Store.Tenures(ctx, row.ID)
	if err == nil {
		s.tenured.Store(&tenured{row.ID, row.Rev, list})
	}
	return list, err
}
