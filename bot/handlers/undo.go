package handlers

import (
	"context"
	"errors"
	"slices"
	"strings"

	"konduktor/bot/atlas"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/panel"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine"
	"konduktor/engine/match"
)

// undoing is a request about a move that somebody wants to take back, at a table.
type undoing struct {
	h     *Handlers
	r     *route.Request
	call  play.Call
	table *play.Table
	seat  engine.Seat // of the user
}

// position loads a running game for one of its players. A button is good for its own position
// only.
func (h *Handlers) position(ctx context.Context, r *route.Request, id match.GameID,
) (*undoing, error) {
	t, seat, err := h.Games.Seated(ctx, r.By(), id, r.TakeFound(id))
	switch {
	case err != nil:
		return nil, err
	case t.State != match.Running:
		return nil, route.Fail("game-finished", "Game", string(id))
	case r.Pressed.Action != "" && t.Lost(r.Pressed.At.Named()):
		return nil, route.Fail("undo-lost-time", "Game", string(id))
	case r.Pressed.Action != "" && r.Pressed.At != customid.Of(t.Game):
		return nil, route.Fail("undo-moved-on", "Game", string(id))
	}
	call := r.Call(id)
	call.Table = t
	return &undoing{h, r, call, t, seat}, nil
}

// racing tries something until nobody else is faster, each time in the present position, since what
// an undo means may have changed. A request that was carried out before is told so.
func (h *Handlers) racing(ctx context.Context, r *route.Request, id match.GameID,
	try func(*undoing) (route.Reply, error),
) (route.Reply, error) {
	done, err := h.Games.CarriedOut(ctx, r.ID)
	if err == nil && !done {
		var before string
		before, err = h.Games.TypedBefore(ctx, r.Typed(), r.Now)
		done = before != ""
	}
	if done || err != nil {
		reply := route.Whisper(r.Texts.Say("undo.repeated", "Game", string(id)))
		reply.Typed = r.Typed()
		return reply, err
	}
	for range 2 * engine.MaxSeats {
		u, err := h.position(ctx, r, id)
		if err != nil {
			return route.Reply{}, err
		}
		reply, err := try(u)
		if !errors.Is(err, match.ErrStale) {
			return reply, err
		}
	}
	return route.Reply{}, route.Fail("busy")
}

// undo takes the user's last move back, or asks those whom it concerns.
func (h *Handlers) undo(ctx context.Context, r *route.Request, id match.GameID,
) (route.Reply, error) {
	return route.Acting(ctx, r, func(ctx context.Context) (route.Reply, error) {
		return h.racing(ctx, r, id, func(u *undoing) (route.Reply, error) {
			b, err := u.possible(ctx)
			if err != nil {
				return route.Reply{}, err
			}
			// the house agrees to everything
			if len(u.table.Awaiting(b.Concerned(), nil)) > 0 {
				return u.ask(ctx, b)
			}
			u.call.Typed = r.Typed()
			return u.takeBack(ctx, b)
		})
	})
}

// possible says what it takes to take the user's last move back; an error if it cannot be done.
func (u *undoing) possible(ctx context.Context) (match.Back, error) {
	t, r := u.table, u.r
	game := []any{"Game", string(t.ID)}
	if t.Seats[u.seat-1].Automated {
		return match.Back{}, route.Fail("undo-away", game...)
	}
	b, err := u.h.Games.Back(ctx, t, u.seat)
	if err != nil {
		return b, err
	}
	v, s := t.View(u.seat), atlas.Speaker(r.Texts, t)
	button := r.Pressed.Action == customid.Undo // it is there for the last mover, and asks nobody
	switch {
	case button && b.Last != u.seat:
		return b, route.Fail("undo-not-yours", append(game, "Who", s.Seat(&v, b.Last))...)
	case b.Shown != nil:
		return b, route.Fail("undo-seen", append(game, "What", s.Disclosed(&v, b.Shown))...)
	case button && !b.Free():
		return b, route.Fail("undo-moved-on", game...)
	}
	return b, nil
}

// takeBack takes the moves back and shows the player the game as it is again.
func (u *undoing) takeBack(ctx context.Context, b match.Back) (route.Reply, error) {
	r := u.r
	t, change, err := u.h.Games.TakeBack(ctx, u.call, b)
	if err != nil {
		return route.Reply{}, err
	}
	game := string(t.ID)
	if change == nil {
		return route.Whisper(r.Texts.Say("undo.repeated", "Game", game)), nil
	}
	seat := t.SeatOf(r.User.ID)
	if seat != b.Seat { // the last of those who agreed
		return route.Whisper(r.Texts.Say("undo.agreed", "Game", game)), nil
	}
	reply := route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		return u.h.Panels.Painted(ctx, r.Texts, panel.Request{
			Game: t.Game, Seat: seat, Ply: route.AnyPly, Here: r.Channel,
			News: []string{r.Texts.Say("undo.done")},
		})
	})
	reply.Panel, reply.Made, reply.Typed = panel.Of(t.Game, seat), true, r.Typed()
	return reply, nil
}

// ask asks those whom the undo concerns, once in a position.
func (u *undoing) ask(ctx context.Context, b match.Back) (route.Reply, error) {
	t, _, err := u.h.Games.Do(ctx, u.call, match.AskUndo{Back: b, From: u.table.Game})
	if err != nil {
		return route.Reply{}, err
	}
	said := "undo.asked"
	switch {
	case t.Paused:
		said = "undo.asked-paused"
	case t.Thread == "":
		said = "undo.asked-directly"
	}
	waiting := t.Awaiting(b.Concerned(), t.Undoing.Agreed)
	return route.Whisper(u.r.Texts.Say(said, "Names", names(t.Game, waiting))), nil
}

func names(g match.Game, users []match.UserID) string {
	var list []match.Seat
	for _, s := range g.Seats {
		if slices.Contains(users, s.User) {
			list = append(list, s)
		}
	}
	return strings.Join(plainNames(list), ", ")
}

// wish returns what must be decided; an error for somebody who is not asked.
func (u *undoing) wish(ctx context.Context) (match.Back, error) {
	wish, game := u.table.Undoing, string(u.table.ID)
	asker := u.table.SeatOf(wish.User)
	late := !wish.Ends.IsZero() && !u.r.Now.Before(wish.Ends)
	if !wish.Holds(u.table.Game) || asker == engine.Public || late {
		return match.Back{}, route.Fail("undo-late", "Game", game)
	}
	b, err := u.h.Games.Back(ctx, u.table, asker)
	if err != nil {
		return match.Back{}, err
	}
	if u.seat != asker && !slices.Contains(b.Concerned(), u.seat) {
		return match.Back{}, route.Fail("undo-not-asked", "Game", game)
	}
	return b, nil
}

// allow notes that a player agrees; when all do, the moves are taken back.
func (h *Handlers) allow(ctx context.Context, r *route.Request, id match.GameID,
) (route.Reply, error) {
	return h.racing(ctx, r, id, func(u *undoing) (route.Reply, error) {
		b, err := u.wish(ctx)
		if err != nil {
			return route.Reply{}, err
		}
		if u.seat == b.Seat {
			return route.Reply{}, route.Fail("undo-not-asked", "Game", string(id))
		}
		agreed := append(slices.Clone(u.table.Undoing.Agreed), r.User.ID)
		if len(u.table.Awaiting(b.Concerned(), agreed)) > 0 {
			return u.answer(ctx, true, "undo.noted")
		}
		return u.takeBack(ctx, b)
	})
}

// deny ends a wish: one No is a No. The player who had it can end it too.
func (h *Handlers) deny(ctx context.Context, r *route.Request, id match.GameID,
) (route.Reply, error) {
	return h.racing(ctx, r, id, func(u *undoing) (route.Reply, error) {
		if _, err := u.wish(ctx); err != nil {
			return route.Reply{}, err
		}
		return u.answer(ctx, false, "undo.denied")
	})
}

func (u *undoing) answer(ctx context.Context, agreed bool, text string) (route.Reply, error) {
	wanted := match.AnswerUndo{Agreed: agreed, From: u.table.Game}
	if _, _, err := u.h.Games.Do(ctx, u.call, wanted); err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(u.r.Texts.Say(text, "Game", string(u.table.ID))), nil
}
