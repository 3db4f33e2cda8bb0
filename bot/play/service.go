// Package play is the service around a table: it loads a game, lets package match decide about a
// command, and commits what came of it together with the events that follow, before anybody is
// told. It is the one way in for everything that changes a game, and needs no Discord.
package play

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Store is what the service needs of the store.
type Store interface {
	Game(ctx context.Context, id match.GameID) (match.Game, error)
	Create(ctx context.Context, g match.Game, why storage.Origin, out []storage.Message) error
	Moves(ctx context.Context, id match.GameID, n int) ([]match.Move, error)
	Append(ctx context.Context, id match.GameID, m match.Move, u match.RowUpdate,
		why storage.Origin, out []storage.Message) error
	TakeBack(ctx context.Context, id match.GameID, r match.Rollback, u match.RowUpdate,
		why storage.Origin, out []storage.Message) error
	Undone(ctx context.Context, id match.GameID) ([]match.Undone, error)
	Update(ctx context.Context, g match.Game, why storage.Origin, out []storage.Message) error
	Answer(ctx context.Context, interaction string) (string, error)
	Unanswered(ctx context.Context, typed string, since time.Time) (interaction string, err error)
	Answered(ctx context.Context, typed string, until time.Time) error
	Habits(ctx context.Context, user match.UserID) (match.Habits, error)
	Tenures(ctx context.Context, id match.GameID) ([]match.Tenure, error)
	User(ctx context.Context, id match.UserID) (storage.User, error)
	GamesIn(ctx context.Context, states ...match.State) ([]match.Game, error)
	GamesOf(ctx context.Context, user match.UserID, states ...match.State) ([]match.Game, error)
	storage.Settings
}

// Editions finds the title of a game, on the map that it was opened on, and that map's text if it
// is the operator's.
type Editions interface {
	Edition(ctx context.Context, g match.Game) (engine.Title, error)
	Text(ctx context.Context, g match.Game) ([]byte, error)
}

// Listener hears of events in a lane of its own in the outbox.
type Listener struct {
	Kind storage.Kind // of its messages
	// Hears reports whether it wants to hear of an event.
	Hears func(match.Event) bool
}

// Options are what a service needs. All fields must be set.
type Options struct {
	Store     Store
	Editions  Editions
	Listeners []Listener
	Wake      func() // something was committed other than a move: there may be something to send
	Cached    int    // games kept rebuilt in memory
	Rules     match.Rules
	Log       *slog.Logger
	Rand      io.Reader // of seeds and game IDs
}

// Service changes and loads games. Its methods can be called from any goroutine.
type Service struct {
	Options
	cache     *cache
	histories histories
	tenured   atomic.Pointer[tenured]
	present   atomic.Pointer[presence] // nil: everybody can always be served
}

// New returns the service of a store.
func New(o Options) *Service { return &Service{Options: o, cache: newCache(o.Cached)} }

// Call is what the service must know of a command beside it.
type Call struct {
	Game   match.GameID
	By     match.Actor // the zero value is the bot itself
	At     time.Time
	Origin match.Origin
	// Typed names the command as it was typed, if typing it again may mean the same.
	Typed string
	// Table is the game as the caller has loaded it; nil: Do loads it.
	Table *Table
	// Still says whether the command still means the same at a table that had to be loaded anew.
	// Its error ends the call. nil: it does as long as nobody has moved.
	Still func(*Table) error
	// Told is a message that is committed with the change; nil: none.
	Told func(*match.Change) storage.Message
}

// holds says whether the command still means the same at a table that was loaded anew. Without a
// caller that knows, it does as long as nobody has moved.
func (c *Call) holds(t *Table) error {
	switch {
	case c.Still != nil:
		return c.Still(t)
	case c.Table != nil && (c.Table.Ply != t.Ply || c.Table.Head != t.Head):
		return match.ErrStale
	}
	return nil
}

// maxTries bounds how often a command is tried again after somebody else was faster: all seats at
// once, twice over.
const maxTries = 2 * engine.MaxSeats

// Do carries a command out and returns the table after it and the change; none if the interaction
// was carried out before, or the command was typed before and not answered. A panic becomes an
// error, so that one game cannot end the bot for the others. A *match.Refusal or *match.Illegal
// says why the command is not possible; match.ErrUnchanged, ErrStale and ErrHouseMoves are as in
// match.
func (s *Service) Do(ctx context.Context, call Call, wanted match.Command,
) (*Table, *match.Change, error) {
	before, err := s.typedBefore(ctx, call.Typed, call.At)
	if err != nil {
		return nil, nil, err
	}
	if before != "" {
		t, err := s.Table(ctx, call.Game)
		return t, nil, err
	}
	t, change, err := s.do(ctx, call, wanted)
	if err == nil || call.Origin.Interaction == "" {
		return t, change, err
	}
	// What was carried out cannot be carried out again, so a repetition may be refused.
	if done, lost := s.carriedOut(ctx, call.Origin.Interaction); lost == nil && done {
		t, err = s.Table(ctx, call.Game)
	}
	return t, nil, err
}

// do is Do for a command that was not typed before.
func (s *Service) do(ctx context.Context, call Call, wanted match.Command,
) (t *Table, change *match.Change, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("game %s: panic: %v\n%s", call.Game, p, debug.Stack())
		}
	}()
	if err = s.regain(ctx, &call, wanted); err != nil {
		return nil, nil, err
	}
	t = call.Table
	for try := range maxTries {
		if t == nil {
			if t, err = s.Table(ctx, call.Game); err != nil {
				return nil, nil, err
			}
			if err := call.holds(t); err != nil {
				return nil, nil, err
			}
		}
		if _, is := t.Misnames(call.By); is && try == 0 && wanted != (match.Introduce{}) {
			named := Call{Game: call.Game, By: call.By, At: call.At}
			if _, _, err := s.do(ctx, named, match.Introduce{}); err == nil {
				t = nil
				continue
			}
		}
		if err = s.inform(ctx, t, call.By, wanted); err == nil {
			change, err = s.rules(call.At).Decide(t.Table, call.By, call.At, wanted)
			if err != nil {
				return nil, nil, refused(err, t)
			}
			err = s.commit(ctx, call, change)
		}
		switch {
		case err == nil:
			s.Log.LogAttrs(ctx, slog.LevelDebug, "change committed",
				slog.String("interaction", call.Origin.Interaction),
				slog.String("game", string(call.Game)), slog.Int("ply", int(change.Table.Ply)))
			return s.after(ctx, t, change), change, nil
		case errors.Is(err, storage.ErrStale): // somebody was faster (D7)
			t = nil
		case errors.Is(err, storage.ErrRepeated): // by another delivery of the same interaction
			t, err = s.Table(ctx, call.Game)
			return t, nil, err
		default:
			return nil, nil, err
		}
	}
	return nil, nil, match.Refuse("busy")
}

// Allows says why a command would be refused at a table now; nil if it would not. Nothing is
// changed.
func (s *Service) Allows(ctx context.Context, call Call, t *Table, wanted match.Command) error {
	if err := s.inform(ctx, t, call.By, wanted); err != nil {
		return err
	}
	_, err := s.rules(call.At).Decide(t.Table, call.By, call.At, wanted)
	return refused(err, t)
}

// inform tells a table what a decision about a command needs. ErrStale if the moves in the store
// are not the table's any more.
func (s *Service) inform(ctx context.Context, t *Table, by match.Actor, wanted match.Command,
) (err error) {
	var known match.Knowledge
	needs := match.Reads(t.Game, wanted)
	if needs.Habits {
		known.Habits = map[match.UserID]match.Habits{}
		for _, user := range t.People(by.User) {
			if known.Habits[user], err = s.Store.Habits(ctx, user); err != nil {
				return err
			}
		}
	}
	if needs.Tenures {
		if known.Tenures, err = s.Store.Tenures(ctx, t.ID); err != nil {
			return err
		}
	}
	if needs.Past {
		if err := s.recall(ctx, t, &known); err != nil {
			return err
		}
	}
	t.Knowing(known)
	return nil
}

// recall loads what has happened at a table, and what was taken back.
func (s *Service) recall(ctx context.Context, t *Table, known *match.Knowledge) (err error) {
	if known.Moves, err = s.Store.Moves(ctx, t.ID, int(t.Ply)); err != nil {
		return err
	}
	if match.HeadAfter(t.Game, known.Moves) != t.Head {
		return storage.ErrStale
	}
	if known.Undone, err = s.undone(ctx, t.Game); err != nil {
		return err
	}
	known.History, err = s.historyOf(t.Edition(), t.Game, known.Moves)
	return err
}

// after returns the table after a change, which is kept in memory.
func (s *Service) after(ctx context.Context, before *Table, change *match.Change) *Table {
	t := &Table{Table: &change.Table, wishes: before.wishes}
	t.Rev, t.NewTenures, t.Opening = t.Rev+1, nil, nil
	if position := t.Position(); position != nil {
		s.cache.put(t.Game, t.Head, position)
		t.wishes = s.wishesOf(ctx)
	}
	s.histories.follow(before.Game, t.Table, change.Moves)
	if len(change.Moves) == 0 { // a player is answered before others are told of the move
		s.Wake()
	}
	return t
}

// commit writes a change with the events that follow, in one transaction.
func (s *Service) commit(ctx context.Context, call Call, c *match.Change) error {
	g := &c.Table.Game
	why := storage.Origin{
		Interaction: call.Origin.Interaction, Answer: answerOf(c), Typed: call.Typed,
	}
	out, err := s.outgoing(call, c)
	if err != nil {
		return err
	}
	if call.Told != nil {
		out = append(out, call.Told(c))
	}
	switch {
	case c.Back != nil:
		if err := s.Store.TakeBack(ctx, g.ID, *c.Back, c.Update(), why, out); err != nil {
			return fmt.Errorf("take game %s back to ply %d: %w", g.ID, c.Back.To, err)
		}
	case len(c.Moves) > 0:
		m := c.Moves[0]
		if err := s.Store.Append(ctx, g.ID, m, c.Update(), why, out); err != nil {
			return fmt.Errorf("append move %d of game %s: %w", m.Ply, g.ID, err)
		}
	default:
		if err := s.Store.Update(ctx, *g, why, out); err != nil {
			return fmt.Errorf("update game %s: %w", g.ID, err)
		}
	}
	return nil
}

// outgoing returns the events of a change as messages of the outbox: one for each listener, in a
// lane that the listener has for each game.
func (s *Service) outgoing(call Call, c *match.Change) ([]storage.Message, error) {
	var out []storage.Message
	for i, e := range c.Events {
		h := match.Happening{Event: e.Event, Row: e.Row, At: call.At, By: call.By.User}
		if i == 0 {
			h.Origin = call.Origin // what follows of itself was not clicked
		}
		body, err := json.Marshal(h)
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", e.Row.ID, err)
		}
		for _, l := range s.Listeners {
			if !l.Hears(e.Event) {
				continue
			}
			out = append(out, storage.Message{
				Lane: string(l.Kind) + "/" + string(e.Row.ID), Kind: l.Kind, Game: e.Row.ID,
				Ply: e.Row.Ply, Head: e.Row.Head, Body: string(body), Due: call.At,
				Nonce: fmt.Sprintf("%s%s.%d.%d", l.Kind, e.Row.ID, e.Row.Rev, i),
				Cause: call.Origin.Interaction,
			})
		}
	}
	return out, nil
}

// Open creates a lobby and returns it, and true. If the interaction was carried out before, or the
// command was typed before and not answered, it returns the game that was opened then, and false.
// row makes the lobby's row.
func (s *Service) Open(ctx context.Context, call Call, row func() (match.Game, error),
) (match.Game, bool, error) {
	first, err := s.typedBefore(ctx, call.Typed, call.At)
	if err != nil {
		return match.Game{}, false, err
	}
	opened, err := s.opened(ctx, cmp.Or(first, call.Origin.Interaction))
	if !errors.Is(err, storage.ErrNotFound) {
		return opened, false, err
	}
	wanted, err := row()
	if err != nil {
		return match.Game{}, false, err
	}
	opened, err = s.open(ctx, call, wanted)
	if errors.Is(err, storage.ErrRepeated) {
		opened, err = s.opened(ctx, call.Origin.Interaction)
		return opened, false, err
	}
	return opened, err == nil, err
}

func (s *Service) open(ctx context.Context, call Call, row match.Game) (match.Game, error) {
	change := match.Open(row, call.By, call.At)
	out, err := s.outgoing(call, change)
	if err != nil {
		return match.Game{}, err
	}
	why := storage.Origin{
		Interaction: call.Origin.Interaction, Answer: string(row.ID), Typed: call.Typed,
	}
	err = s.Store.Create(ctx, change.Table.Game, why, out)
	if err != nil {
		return match.Game{}, fmt.Errorf("create game %s: %w", row.ID, err)
	}
	s.Wake()
	return change.Table.Game, nil
}

// opened returns the game that an interaction has opened; storage.ErrNotFound if it has opened
// none.
func (s *Service) opened(ctx context.Context, interaction string) (match.Game, error) {
	answer, err := s.Store.Answer(ctx, interaction)
	if err != nil {
		return match.Game{}, err
	}
	return s.Store.Game(ctx, match.GameID(answer))
}
