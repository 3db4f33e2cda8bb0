package handlers

import (
	"context"
	"errors"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/engine/match"
)

// undo takes the user's last move back, or asks those whom it concerns.
func (h *Handlers) undo(ctx context.Context, r *route.Request, id match.GameID,
) (*route.Reply, error) {
	return route.Acting(ctx, r, func(ctx context.Context) (*route.Reply, error) {
		var wanted match.AskUndo
		if r.Pressed.Action == customid.Undo {
			last := r.Pressed.At.At()
			wanted.Last = &last
		}
		t, change, err := h.decideUndo(ctx, r, id, wanted)
		if err != nil {
			return nil, err
		}
		var reply *route.Reply
		switch {
		case change != nil && change.Back != nil:
			reply = h.tookBack(r, t)
		case t.Undoing.Holds(t.Game) && t.Undoing.User == r.User.ID:
			if reply, err = h.askedUndo(ctx, r, t); err != nil {
				return nil, err
			}
		default:
			reply = r.Whisper("undo.repeated", "Game", string(id))
		}
		reply.Typed = r.Typed()
		return reply, nil
	})
}

// answerUndo makes a handler of a Yes or a No to an undo.
func (h *Handlers) answerUndo(agreed bool) route.GameHandler {
	return func(ctx context.Context, r *route.Request, id match.GameID) (*route.Reply, error) {
		wanted := match.AnswerUndo{Agreed: agreed, At: r.Pressed.At.At()}
		_, change, err := h.decideUndo(ctx, r, id, wanted)
		said := "undo.noted"
		switch {
		case err != nil:
			return nil, err
		case change == nil:
			said = "undo.repeated"
		case change.Back != nil:
			said = "undo.agreed"
		case !agreed:
			said = "undo.denied"
		}
		return r.Whisper(said, "Game", string(id)), nil
	}
}

// decideUndo is do, and words what has been seen since.
func (h *Handlers) decideUndo(ctx context.Context, r *route.Request, id match.GameID,
	wanted match.Command,
) (*play.Table, *match.Change, error) {
	call := r.Call(id)
	call.Typed = r.Typed()
	t, change, err := h.Games.Do(ctx, call, wanted)
	if isUnchanged(err) { // the same wish again
		t, err = h.Games.Table(ctx, id)
	}
	seen, ok := errors.AsType[*match.Seen](err)
	if !ok {
		return t, change, err
	}
	if t, err = h.Games.Table(ctx, id); err != nil {
		return nil, nil, err
	}
	v := t.View(t.SeatOf(r.User.ID))
	what := message.Speaker(r.Texts, t).Disclosed(&v, &seen.What)
	return nil, nil, route.Fail("undo-seen", "Game", string(id), "What", what)
}

func (h *Handlers) tookBack(r *route.Request, t *play.Table) *route.Reply {
	seat := t.SeatOf(r.User.ID)
	later := route.LaterPrivate
	if r.Alone() { // the answer that is pressed is the panel again
		later = route.Later
	}
	reply := later(r, func(ctx context.Context) (discord.Message, error) {
		return h.Panels.Painted(ctx, r.Texts, message.Request{
			Game: t.Game, Seat: seat, Here: r.Channel,
			News: []string{r.Texts.Say("undo.done")},
		})
	})
	reply.Panel, reply.Made = message.Of(t.Game, seat), true
	return reply
}

func (h *Handlers) askedUndo(ctx context.Context, r *route.Request, t *play.Table,
) (*route.Reply, error) {
	b, err := h.Games.Back(ctx, t, t.SeatOf(r.User.ID))
	if err != nil {
		return nil, err
	}
	said := "undo.asked"
	switch {
	case t.Paused:
		said = "undo.asked-paused"
	case t.Thread == "":
		said = "undo.asked-directly"
	}
	var waiting []match.Seat
	for _, user := range t.Awaiting(b.Concerned(), t.Undoing.Agreed) {
		waiting = append(waiting, t.Shown()[t.SeatOf(user)-1])
	}
	names := strings.Join(plainNames(waiting), ", ")
	return r.Whisper(said, "Names", names), nil
}
