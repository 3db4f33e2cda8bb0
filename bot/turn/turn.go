// Package turn carries a player's moves out: by slash commands, buttons and menus.
package turn

import (
	"context"
	"errors"
	"fmt"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/panel"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Games loads games and makes moves in them.
type Games interface {
	TableOf(ctx context.Context, row match.Game) (*play.Table, error)
	Seated(ctx context.Context, r *route.Request, id match.GameID) (*play.Table, engine.Seat, error)
	Unmoved(ctx context.Context, t *play.Table, seat engine.Seat, since engine.Ply) (bool, error)
	Make(ctx context.Context, o play.Occasion, t *play.Table, seat engine.Seat,
		m engine.Move) (play.Made, error)
	Repeated(ctx context.Context, r *route.Request) (play.Made, bool, error)
	MadeSince(ctx context.Context, t *play.Table, seat engine.Seat, since customid.Position,
		m engine.Move) (play.Made, bool, error)
}

// Finder finds the game that a command is about.
type Finder interface {
	Find(ctx context.Context, r *route.Request) (match.Game, error)
	Suggest(ctx context.Context, r *route.Request) (route.Reply, error)
}

// Panels answer with a player's private message about a game.
type Panels interface {
	Text(ctx context.Context, texts *locale.Texts, want panel.Request) (discord.Message, error)
	Painted(ctx context.Context, texts *locale.Texts, want panel.Request) (discord.Message, error)
	AfterMove(r *route.Request, made play.Made) route.Reply
}

// Turns carries out the moves of players. Its methods can be called from any goroutine.
type Turns struct {
	games  Games
	finder Finder
	panels Panels
}

// New returns the handlers of moves.
func New(g Games, finder Finder, panels Panels) *Turns { return &Turns{g, finder, panels} }

// movedOn says that a button or menu belongs to a state of the game that has passed.
type movedOn struct {
	panels Panels
	table  *play.Table
	seat   engine.Seat
}

// Error names the game and where it is.
func (e *movedOn) Error() string {
	return fmt.Sprintf("game %s has moved on to ply %d", e.table.ID, e.table.Ply)
}

// Reply answers a stale button with the present state. Only private messages carry a position: the
// clicked one becomes the panel.
func (e *movedOn) Reply(r *route.Request) route.Reply {
	shown := panel.Of(e.table.Game, e.seat)
	return route.Reply{
		Ephemeral: true, Updates: r.Kind == discord.Click, Panel: shown,
		Later: func(ctx context.Context) (discord.Message, error) {
			return e.panels.Painted(ctx, r.Texts, panel.Request{
				Game: e.table.Game, Seat: e.seat, Ply: route.AnyPly, Here: r.Channel,
				News: []string{r.Texts.Say("problem.moved-on")},
			})
		},
	}
}

// tappedTwice answers the second of two taps like the first: the player meant one move, and the
// message may already show its result. failed is why this tap was not carried out; it is returned
// if no earlier tap explains it.
func (t *Turns) tappedTwice(
	ctx context.Context, r *route.Request, failed error,
) (route.Reply, error) {
	late, ok := errors.AsType[*movedOn](failed)
	if !ok {
		return route.Reply{}, failed
	}
	m, ok := r.Pressed.Chosen(late.table.Edition().Lexicon(), r.Values)
	if !ok {
		return route.Reply{}, failed
	}
	made, ok, err := t.games.MadeSince(ctx, late.table, late.seat, r.Pressed.At, m)
	if err != nil {
		return route.Reply{}, err
	}
	if !ok || made.Overtaken && !made.Done && !r.ClickedInDM() { // menus of a position that has passed
		return route.Reply{}, failed
	}
	return t.panels.AfterMove(r, made), nil
}

// play makes a user's move in the position where it was chosen, and commits it. A repeated
// interaction returns the result of the first and changes nothing.
func (t *Turns) play(
	ctx context.Context, r *route.Request, at *position, m engine.Move,
) (play.Made, error) {
	made, err := t.retry(ctx, r, at, m)
	if err == nil {
		return made, nil
	}
	// The first of two deliveries may have been handled in the meantime: then the move is not
	// illegal but already made.
	if before, ok, lost := t.games.Repeated(ctx, r); ok || lost != nil {
		return before, lost
	}
	return made, err
}

// maxRetries bounds how often a move is retried after losing a race: all seats at once, twice over.
const maxRetries = 2 * engine.MaxSeats

// retry makes a move, again in the new position whenever another move came first.
func (t *Turns) retry(
	ctx context.Context, r *route.Request, at *position, m engine.Move,
) (play.Made, error) {
	for range maxRetries {
		made, err := t.games.Make(ctx, play.On(r), at.Table, at.Seat, m)
		if !errors.Is(err, storage.ErrStale) {
			return made, err
		}
		// Another move came first (D7): harmless during setup; otherwise the position or the rules
		// will say so.
		if at, err = t.position(ctx, r, at.Table.ID); err != nil {
			return play.Made{}, err
		}
	}
	return play.Made{}, route.Fail("busy")
}
