package play

import (
	"context"
	"slices"
	"sync"

	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
)

// historiesKept bounds the histories in memory. The messages that follow a move all tell of the same game, one after another, so
// a few are enough.
const historiesKept = 16

// history is all that happened in a game up to a position, and the game as it was then. It knows every seat's secrets: a viewer
// gets a Chronicle of it.
type history struct {
	id    match.GameID
	names []string // views name the seats
	game  engine.Game
	steps []step // by ply
}

// step is one move of a history.
type step struct {
	seat   engine.Seat
	events []engine.Event
	ends   bool // the move completed a turn or a setup choice
	forced bool // the move before it left nothing else
	disclosed
	head match.Link // after the move
}

// covers reports whether the history begins with a game's first moves, the last of which left head.
func (h *history) covers(plies int, head match.Link) bool {
	return plies > 0 && plies <= len(h.steps) && h.steps[plies-1].head == head
}

// head returns the head of a row's game after the moves of the history.
func (h *history) head(row match.Game) match.Link {
	if len(h.steps) == 0 {
		return match.FirstLink(row)
	}
	return h.steps[len(h.steps)-1].head
}

// histories keeps those of the games that were told of last. Nothing depends on it: a history counts only for moves whose hash
// chain is its own.
type histories struct {
	mu   sync.Mutex
	kept []*history // last used first; none changes once it is here
}

// of returns what is kept of a game as its row names the seats, an empty history if nothing is.
func (s *histories) of(row match.Game) *history {
	names := match.Names(row.Seats)
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.kept, func(h *history) bool { return h.id == row.ID && slices.Equal(h.names, names) })
	if i < 0 {
		return &history{id: row.ID, names: names}
	}
	h := s.kept[i]
	copy(s.kept[1:i+1], s.kept[:i])
	s.kept[0] = h
	return h
}

// put keeps a history in place of what was kept of its game.
func (s *histories) put(h *history) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = slices.DeleteFunc(s.kept, func(old *history) bool { return old.id == h.id })
	s.kept = slices.Insert(s.kept, 0, h)
	s.kept = s.kept[:min(len(s.kept), historiesKept)]
}

// historyUpTo returns what happened in a game up to a ply, route.AnyPly for all of it. The moves are read only if what is kept does
// not reach as far as the row.
func (g *Games) historyUpTo(ctx context.Context, edition engine.Title, row match.Game, upTo engine.Ply) (*history, error) {
	if h, ok := g.kept(row, upTo); ok {
		return h, nil
	}
	moves, err := g.moves(ctx, row.ID, int(upTo))
	if err != nil {
		return nil, err
	}
	return g.history(edition, row, moves)
}

// kept returns what is kept of a game up to a ply of its row; false if that is not enough.
func (g *Games) kept(row match.Game, upTo engine.Ply) (*history, bool) {
	if upTo == route.AnyPly {
		upTo = row.Ply
	}
	h := g.histories.of(row)
	if upTo < 1 || upTo > row.Ply || !h.covers(int(row.Ply), row.Head) {
		return nil, false
	}
	if int(upTo) == len(h.steps) {
		return h, true
	}
	first := &history{id: h.id, names: h.names, steps: h.steps[:upTo]}
	game, ok := g.cache.get(row, first.head(row))
	first.game = game
	return first, ok
}

// history returns what happened in a game by its first moves. What is kept of the game is not replayed again.
func (g *Games) history(edition engine.Title, row match.Game, moves []match.Move) (*history, error) {
	h, head := g.histories.of(row), headAfter(row, moves)
	if h.covers(len(moves), head) {
		return g.beginning(h, edition, row, moves)
	}
	first := len(h.steps)
	if first > len(moves) || !h.covers(first, headAfter(row, moves[:first])) {
		first, h = 0, &history{id: h.id, names: h.names}
	}
	longer := &history{id: h.id, names: h.names, steps: slices.Clip(h.steps)}
	var err error
	if first > 0 {
		longer.game = h.game.Clone()
	} else if longer.game, err = deal(edition, row); err != nil {
		return nil, err
	}
	forced := leavesNoChoice(longer.game)
	err = play(longer.game, edition, row, moves[first:], func(i int, game engine.Game, events []engine.Event) {
		m := moves[first+i]
		v := game.View(engine.Public)
		longer.steps = append(longer.steps, step{
			m.Seat, slices.Clone(events), v.EndsTurn(m.Seat), forced, disclosedBy(events, len(row.Seats)), m.Head(),
		})
		forced = leavesNoChoice(game)
	})
	if err != nil {
		return nil, err
	}
	g.histories.put(longer)
	return longer, nil
}

// leavesNoChoice reports whether the seat in the middle of a turn has only one answer left.
func leavesNoChoice(game engine.Game) bool {
	v := game.View(engine.Public)
	if v.Tunnel == nil { // the only question that can leave one answer; a view of a seat costs more
		return false
	}
	own := game.View(v.Tunnel.Seat)
	_, forced := own.Forced()
	return forced
}

// beginning returns the first moves of a history that is kept. Only the game has to be rebuilt, unless it is kept too.
func (g *Games) beginning(h *history, edition engine.Title, row match.Game, moves []match.Move) (*history, error) {
	if len(moves) == len(h.steps) {
		return h, nil
	}
	game, kept := g.cache.get(row, headAfter(row, moves))
	if !kept {
		var err error
		if game, err = replay(edition, row, moves, nil); err != nil {
			return nil, err
		}
	}
	return &history{id: h.id, names: h.names, game: game, steps: h.steps[:len(moves)]}, nil
}
