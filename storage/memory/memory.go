// Package memory keeps everything in memory and nothing beyond the process. It is a store for long trials: faster than
// a file, and alike on every run.
package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"konduktor/engine/match"
	"konduktor/storage"
)

// Store implements storage.Store. Make it with New.
type Store struct {
	mu       sync.Mutex
	games    map[match.GameID]*record
	answers  map[string]answer
	waiting  []storage.Message // in the order of their IDs
	nonces   map[string]bool   // of those that wait
	lastID   int64             // of a message
	dropped  []storage.Dropped
	posts    map[match.GameID][]storage.Post
	users    map[match.UserID]storage.User
	habits   map[match.UserID]match.Habits
	plans    map[placeOf]match.Plan
	maps     map[string][]byte
	settings map[string]string
	tenures  map[match.GameID][]match.Tenure
}

var _ storage.Store = (*Store)(nil)

// record is a game with its moves.
type record struct {
	match.Game
	moves  []match.Move
	undone []match.Undone
}

// answer is what an interaction was answered.
type answer struct {
	text string
	at   time.Time
}

// New returns an empty store.
func New() *Store {
	return &Store{
		games: map[match.GameID]*record{}, answers: map[string]answer{}, nonces: map[string]bool{},
		posts: map[match.GameID][]storage.Post{}, users: map[match.UserID]storage.User{}, habits: map[match.UserID]match.Habits{}, plans: map[placeOf]match.Plan{}, maps: map[string][]byte{}, settings: map[string]string{},
		tenures: map[match.GameID][]match.Tenure{},
	}
}

// begin locks the store for a caller who still waits. What it returns unlocks it.
func (s *Store) begin(ctx context.Context) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	return s.mu.Unlock, nil
}

// Create adds a game; see storage.Store.
func (s *Store) Create(ctx context.Context, g match.Game, why storage.Origin, out []storage.Message) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if g.Ply != 0 {
		return errors.New("a game is created without moves")
	}
	if err := s.fits(g); err != nil {
		return err
	}
	if err := s.takes(why, out); err != nil {
		return err
	}
	if s.games[g.ID] != nil {
		return fmt.Errorf("game %s: %w", g.ID, storage.ErrExists)
	}
	g.Head = match.FirstLink(g)
	s.games[g.ID] = &record{Game: kept(g)}
	s.beginTenures(g.ID, g.NewTenures)
	s.note(why, g.Updated, out)
	return nil
}

// fits refuses a row that no store can keep.
func (s *Store) fits(g match.Game) error {
	if !slices.Contains([]match.State{match.Lobby, match.Running, match.Finished, match.Cancelled}, g.State) {
		return fmt.Errorf("there is no state %q", g.State)
	}
	if n := len(g.ID); n < 4 || n > 12 {
		return fmt.Errorf("game ID of %d characters", n)
	}
	if _, ok := s.maps[g.Map]; g.Map != "" && !ok {
		return fmt.Errorf("the map of game %s was not saved", g.ID)
	}
	return nil
}

// takes reports whether an interaction is new and messages can be added.
func (s *Store) takes(why storage.Origin, out []storage.Message) error {
	if _, done := s.answers[why.Interaction]; done && why.Interaction != "" {
		return storage.ErrRepeated
	}
	fresh := map[string]bool{}
	for _, m := range out {
		if m.Nonce != "" && (s.nonces[m.Nonce] || fresh[m.Nonce]) {
			return fmt.Errorf("message with nonce %q: %w", m.Nonce, storage.ErrExists)
		}
		fresh[m.Nonce] = true
	}
	return nil
}

// note keeps an answer and messages.
func (s *Store) note(why storage.Origin, at time.Time, out []storage.Message) {
	if why.Interaction != "" {
		s.answers[why.Interaction] = answer{why.Answer, moment(at)}
	}
	for _, m := range out {
		s.lastID++
		m.ID, m.Due = s.lastID, moment(m.Due)
		s.waiting = append(s.waiting, m)
		if m.Nonce != "" {
			s.nonces[m.Nonce] = true
		}
	}
}

// Update replaces a game's row; see storage.Store.
func (s *Store) Update(ctx context.Context, g match.Game, why storage.Origin, out []storage.Message) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if err := s.takes(why, nil); err != nil {
		return err
	}
	before, ok := s.games[g.ID]
	if !ok {
		return storage.ErrNotFound
	}
	if err := storage.CheckUpdate(before.Game, g); err != nil {
		return err
	}
	if err := s.fits(g); err != nil {
		return err
	}
	if err := s.takes(why, out); err != nil {
		return err
	}
	if g.Ply == 0 {
		g.Head = match.FirstLink(g)
	}
	g.Rev++
	before.Game = kept(g)
	s.beginTenures(g.ID, g.NewTenures)
	s.forgetFormer(g.ID, g.State)
	s.note(why, g.Updated, out)
	return nil
}

// Append adds a move, and those that follow it at once; see storage.Store.
func (s *Store) Append(
	ctx context.Context, id match.GameID, m match.Move, p match.RowUpdate, why storage.Origin, out []storage.Message,
) error {
	line, head, err := p.Line(m)
	if err != nil {
		return fmt.Errorf("append to game %s: %w", id, err)
	}
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if err := s.takes(why, nil); err != nil {
		return err
	}
	g, ok := s.games[id]
	if !ok {
		return storage.ErrNotFound
	}
	if g.State != match.Running || g.Ply != m.Ply || g.Head != m.After || (p.Clocks != nil || p.Rev != 0) && p.Rev != g.Rev {
		return storage.ErrStale
	}
	if err := s.takes(why, out); err != nil {
		return err
	}
	for _, one := range line {
		one.At = moment(one.At)
		g.moves = append(g.moves, one)
	}
	last := g.moves[len(g.moves)-1]
	g.Rev, g.Ply, g.Head = g.Rev+1, last.Ply+1, head
	g.follow(p, last.At)
	s.beginTenures(id, p.Tenures)
	s.forgetFormer(id, p.State)
	g.forgetAgreed(p.Tenures)
	s.note(why, moment(m.At), out)
	return nil
}

// follow brings a game's row up to moves that were made or taken back.
func (g *record) follow(p match.RowUpdate, at time.Time) {
	g.State, g.ToMove, g.Updated = p.State, orNil(p.ToMove), at
	g.Seats = slices.Clone(g.Seats)
	for i := range g.Seats {
		g.Seats[i].Clock = match.Clock{}
		if p.State == match.Running && i < len(p.Clocks) {
			g.Seats[i].Clock = keptClock(p.Clocks[i])
		}
	}
}

// Game returns a game's row; see storage.Store.
func (s *Store) Game(ctx context.Context, id match.GameID) (match.Game, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return match.Game{}, err
	}
	defer end()
	g, ok := s.games[id]
	if !ok {
		return match.Game{}, storage.ErrNotFound
	}
	return kept(g.Game), nil
}

// Moves returns a game's first moves; see storage.Store.
func (s *Store) Moves(ctx context.Context, id match.GameID, n int) ([]match.Move, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	g, ok := s.games[id]
	if !ok {
		return nil, storage.ErrNotFound
	}
	if n < 0 || n > len(g.moves) {
		n = len(g.moves)
	}
	return slices.Clone(g.moves[:n]), nil
}

// GamesOf returns the games of a user; see storage.Store.
func (s *Store) GamesOf(ctx context.Context, user match.UserID, states ...match.State) ([]match.Game, error) {
	games, err := s.find(ctx, func(g *match.Game) bool {
		sits := slices.ContainsFunc(g.Seats, func(seat match.Seat) bool { return seat.User == user || user != "" && seat.Owner == user })
		return (g.Host == user || sits) && in(g.State, states)
	})
	slices.SortStableFunc(games, func(a, b match.Game) int { return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(a.ID, b.ID)) })
	return games, err
}

// GamesNaming returns the games that name a user; see storage.Store.
func (s *Store) GamesNaming(ctx context.Context, user match.UserID) ([]match.Game, error) {
	return s.find(ctx, func(g *match.Game) bool {
		return g.Names(user) || slices.ContainsFunc(s.tenures[g.ID], func(t match.Tenure) bool { return t.User == user })
	})
}

// GamesAt returns the games at a channel or thread; see storage.Store.
func (s *Store) GamesAt(ctx context.Context, channel match.ChannelID) ([]match.Game, error) {
	return s.find(ctx, func(g *match.Game) bool {
		return channel != "" && (g.Thread == channel || g.Channel == channel && g.State == match.Lobby)
	})
}

// OpenGamesOn returns the open games of a server; see storage.Store.
func (s *Store) OpenGamesOn(ctx context.Context, server match.ServerID) ([]match.Game, error) {
	return s.find(ctx, func(g *match.Game) bool {
		return server != "" && in(g.State, []match.State{match.Lobby, match.Running}) && g.Guild == server
	})
}

// OpenGamesUnder returns the open games of a channel and its threads; see storage.Store.
func (s *Store) OpenGamesUnder(ctx context.Context, channel match.ChannelID) ([]match.Game, error) {
	return s.find(ctx, func(g *match.Game) bool {
		return channel != "" && in(g.State, []match.State{match.Lobby, match.Running}) && (g.Channel == channel || g.Thread == channel)
	})
}

// GamesIn returns the games in states; see storage.Store.
func (s *Store) GamesIn(ctx context.Context, states ...match.State) ([]match.Game, error) {
	return s.find(ctx, func(g *match.Game) bool { return in(g.State, states) })
}

func in(s match.State, states []match.State) bool {
	return len(states) == 0 || slices.Contains(states, s)
}

// find returns the games for which wanted holds, oldest first.
func (s *Store) find(ctx context.Context, wanted func(*match.Game) bool) ([]match.Game, error) {
	end, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	var games []match.Game
	for _, g := range s.games {
		if wanted(&g.Game) {
			games = append(games, kept(g.Game))
		}
	}
	slices.SortFunc(games, func(a, b match.Game) int { return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID)) })
	return games, nil
}

// keptClock is a clock as it is kept: to the microsecond.
func keptClock(c match.Clock) match.Clock {
	c.Due, c.Ends, c.Since = moment(c.Due), moment(c.Ends), moment(c.Since)
	c.Bank, c.Whole, c.Cut = c.Bank.Truncate(time.Microsecond), c.Whole.Truncate(time.Microsecond), c.Cut.Truncate(time.Microsecond)
	return c
}

// kept is a game's row as it is kept and returned: nobody else holds its lists.
func kept(g match.Game) match.Game {
	g.Options = maps.Clone(g.Options)
	if len(g.Options) == 0 {
		g.Options = nil
	}
	g.Seats, g.Invited, g.Leaving, g.ToMove = orNil(g.Seats), orNil(g.Invited), orNil(g.Leaving), orNil(g.ToMove)
	g.Pausing, g.Asking, g.Undoing.Agreed = orNil(g.Pausing), orNil(g.Asking), orNil(g.Undoing.Agreed)
	g.Undoing.Ends = moment(g.Undoing.Ends)
	g.Created, g.Updated, g.Warned, g.PauseEnds = moment(g.Created), moment(g.Updated), moment(g.Warned), moment(g.PauseEnds)
	g.NewTenures = nil
	for i := range g.Seats {
		seat := &g.Seats[i]
		seat.Clock, seat.Ousting = keptClock(seat.Clock), orNil(seat.Ousting)
		seat.Called, seat.Nudged = moment(seat.Called), moment(seat.Nudged)
		if g.State != match.Running {
			seat.Clock = match.Clock{}
		}
	}
	return g
}

// orNil copies a list; nil if there is nothing in it.
func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return slices.Clone(list)
}

// moment is a time as stores keep it: to the microsecond, in UTC.
func moment(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return time.UnixMicro(t.UnixMicro()).UTC()
}
