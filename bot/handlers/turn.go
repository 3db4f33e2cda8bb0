package handlers

import (
	"context"
	"fmt"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
)

// Turns carry a player's moves out: by slash commands, buttons and menus.

// TurnGames loads games and makes moves in them.
type TurnGames interface {
	TableOf(ctx context.Context, row match.Game) (*play.Table, error)
	Seated(ctx context.Context, by match.Actor, id match.GameID, row *match.Game,
	) (*play.Table, engine.Seat, error)
	Annals(ctx context.Context, row match.Game, viewer engine.Seat) ([]match.Annal, error)
	Chronicle(ctx context.Context, row match.Game, upTo engine.Ply, viewer engine.Seat,
	) (*play.Chronicle, error)
	Make(ctx context.Context, c play.Call, seat engine.Seat, m engine.Move) (play.Made, error)
	MadeSince(ctx context.Context, t *play.Table, seat engine.Seat, since match.Position,
		m engine.Move) (play.Made, bool, error)
}

// TurnPanels answer with a player's private message about a game.
type TurnPanels interface {
	Text(ctx context.Context, texts *locale.Texts, want message.Request) (discord.Message, error)
	Painted(ctx context.Context, texts *locale.Texts, want message.Request) (discord.Message, error)
	AfterMove(r *route.Request, made play.Made) *route.Reply
}

// Turns carry out the moves of players. Its methods can be called from any goroutine.
type Turns struct {
	games  TurnGames
	finder *Finder
	panels TurnPanels
}

// NewTurns returns the handlers of moves.
func NewTurns(g TurnGames, finder *Finder, panels TurnPanels) *Turns {
	return &Turns{g, finder, panels}
}

// movedOn says that a button or menu belongs to a state of the game that has passed.
type movedOn struct {
	games  TurnGames
	panels TurnPanels
	table  *play.Table
	seat   engine.Seat
}

// Error names the game and where it is.
func (e *movedOn) Error() string {
	return fmt.Sprintf("game %s has moved on to ply %d", e.table.ID, e.table.Ply)
}

// Reply answers a stale button with the present state. Only private messages carry a position: the
// clicked one becomes the panel.
func (e *movedOn) Reply(r *route.Request) *route.Reply {
	shown, why := message.Of(e.table.Game, e.seat), "problem.moved-on"
	if e.table.Lost(r.Pressed.At.At()) {
		why = "problem.lost-time"
	}
	return &route.Reply{
		Ephemeral: true, Updates: r.Kind == discord.Click, Panel: shown,
		Later: func(ctx context.Context) (discord.Message, error) {
			return e.panels.Painted(ctx, r.Texts, message.Request{
				Game: e.table.Game, Seat: e.seat, Here: r.Channel,
				News: []string{r.Texts.Say(why)},
			})
		},
	}
}

// Made returns the move that an earlier tap on the same button has made: the player meant one move,
// and the message may already show its result (message.Panels.Around).
func (e *movedOn) Made(ctx context.Context, r *route.Request) (play.Made, bool, error) {
	m, ok := r.Pressed.Chosen(e.table.Edition().Lexicon(), r.Values)
	makes := r.Pressed.Action == customid.Ask || r.Pressed.Action == customid.Do
	if !ok || !makes {
		return play.Made{}, false, nil
	}
	made, ok, err := e.games.MadeSince(ctx, e.table, e.seat, r.Pressed.At.At(), m)
	if made.Overtaken && !made.Done && !r.ClickedInDM() { // menus of a position that has passed
		ok = false
	}
	return made, ok, err
}

// play makes a user's move. at is the position in which it was chosen; if somebody else is faster,
// the move must still mean the same in the next one: harmless during setup, otherwise the position
// or the rules say so. A repeated interaction returns what the first one did and changes nothing.
func (h *Turns) play(ctx context.Context, r *route.Request, at *sitting, m engine.Move,
) (play.Made, error) {
	call := r.Call(at.Table.ID)
	call.Table, call.Typed = at.Table, r.Typed()
	call.Still = func(now *play.Table) error { return h.still(ctx, r, now) }
	return h.games.Make(ctx, call, at.Seat, m)
}
