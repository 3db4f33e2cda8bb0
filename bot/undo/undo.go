// Package undo lets players take their last move back: at once where nobody needs to be asked, otherwise with the consent of those
// whom it concerns. What has become known since the move decides (play.Back); no rule of a title does.
package undo

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/panel"
	"konduktor/bot/play"
	"konduktor/bot/customid"
	"konduktor/bot/route"
	"konduktor/bot/tell"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// answerWithin is how long those who are asked have to answer. Who says nothing does not agree.
const answerWithin = 12 * time.Hour

// maxRaces bounds how often an undo is tried again when the game's row has changed meanwhile: others answer too.
const maxRaces = 2 * engine.MaxSeats

// Games loads games and takes moves in them back.
type Games interface {
	Seated(ctx context.Context, r *route.Request, id match.GameID) (*play.Table, engine.Seat, error)
	Back(ctx context.Context, t *play.Table, seat engine.Seat) (play.Back, error)
	TakeBack(ctx context.Context, o play.Occasion, b play.Back) (play.TakenBack, error)
	CarriedOut(ctx context.Context, r *route.Request) (bool, error)
	AmendOnce(ctx context.Context, r *route.Request, id match.GameID, change play.Change) (match.Game, error)
}

// Messages makes messages for the outbox.
type Messages interface {
	AboutRow(g match.Game, kind storage.Kind, seat engine.Seat) storage.Message
	AboutUndo(g match.Game, seat engine.Seat, concerned, moved []engine.Seat) []storage.Message
	UndoSettled(g match.Game, by engine.Seat) []storage.Message
	Renewals(g match.Game) []storage.Message
}

// Panels builds a player's private message about a game.
type Panels interface {
	Painted(ctx context.Context, texts *locale.Texts, want panel.Request) (discord.Message, error)
}

// Desk takes moves back. All fields must be set.
type Desk struct {
	Games  Games
	Teller Messages
	Panels Panels
}

// Register adds the routes of this room. named makes a handler that finds the game which a command is about.
func (d *Desk) Register(t *route.Router, named func(route.GameHandler) route.Handler) {
	t.Slash("undo", named(d.undo))
	t.Click(customid.Undo, route.Pressed(d.undo))
	t.Click(customid.Allow, route.Pressed(d.allow))
	t.Click(customid.Deny, route.Pressed(d.deny))
}

// position loads a running game for one of its players. A button holds in the position that it was made for.
func (d *Desk) position(ctx context.Context, r *route.Request, id match.GameID) (*play.Table, engine.Seat, error) {
	t, seat, err := d.Games.Seated(ctx, r, id)
	switch {
	case err != nil:
		return nil, 0, err
	case t.State != match.Running:
		return nil, 0, route.Fail("game-finished", "Game", string(id))
	case r.Pressed.Action != "" && r.Pressed.At != t.At():
		return nil, 0, route.Fail("undo-moved-on", "Game", string(id))
	}
	return t, seat, nil
}

// undo takes the user's last move back, or asks those whom it concerns.
func (d *Desk) undo(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	if done, err := d.Games.CarriedOut(ctx, r); done || err != nil {
		return repeated(r, id), err
	}
	for range maxRaces {
		t, seat, err := d.position(ctx, r, id)
		if err != nil {
			return route.Reply{}, err
		}
		b, err := d.possible(ctx, r, t, seat)
		if err != nil {
			return route.Reply{}, err
		}
		if !b.Free() && d.asksSomebody(t, &b) {
			return d.ask(ctx, r, t, &b)
		}
		reply, err := d.takeBack(ctx, r, id, b)
		if !errors.Is(err, storage.ErrStale) {
			return reply, err
		}
	}
	return route.Reply{}, route.Fail("busy")
}

// possible says what it takes for a seat to take its last move back. *route.Problem if nobody's consent would do.
func (d *Desk) possible(ctx context.Context, r *route.Request, t *play.Table, seat engine.Seat) (play.Back, error) {
	if t.Seats[seat-1].Automated {
		return play.Back{}, route.Fail("undo-away", "Game", string(t.ID))
	}
	b, err := d.Games.Back(ctx, t, seat)
	if err != nil {
		return b, err
	}
	v := t.View(engine.Public)
	if r.Pressed.Action == customid.Undo && b.Last != seat { // the button is there for who has just moved
		return b, route.Fail("undo-not-yours", "Game", string(t.ID), "Who", t.Speaker(r.Texts).Seat(&v, b.Last))
	}
	if b.Shown != nil {
		return b, route.Fail("undo-seen", "Game", string(t.ID), "What", t.Speaker(r.Texts).Disclosed(&v, b.Shown))
	}
	if r.Pressed.Action == customid.Undo && !b.Free() { // the button asks nobody
		return b, route.Fail("undo-moved-on", "Game", string(t.ID))
	}
	return b, nil
}

// asksSomebody reports whether a person has to agree: a seat that the house plays does.
func (d *Desk) asksSomebody(t *play.Table, b *play.Back) bool {
	return slices.ContainsFunc(b.Concerned(), func(seat engine.Seat) bool { return !t.Seats[seat-1].Automated })
}

// takeBack takes the moves back and shows the player the game as it is again.
func (d *Desk) takeBack(ctx context.Context, r *route.Request, id match.GameID, b play.Back) (route.Reply, error) {
	taken, err := d.Games.TakeBack(ctx, play.On(r), b)
	if errors.Is(err, storage.ErrRepeated) {
		return repeated(r, id), nil
	}
	if err != nil {
		return route.Reply{}, err
	}
	seat := taken.Table.SeatOf(r.User.ID)
	if seat != b.Seat { // the last of those who agreed
		return route.Whisper(r.Texts.Say("undo.agreed", "Game", string(taken.Table.ID))), nil
	}
	return d.panel(r, taken.Table.Game, seat), nil
}

// panel shows a player the game after an undo.
func (d *Desk) panel(r *route.Request, g match.Game, seat engine.Seat) route.Reply {
	reply := route.LaterPrivate(r, func(ctx context.Context) (discord.Message, error) {
		return d.Panels.Painted(ctx, r.Texts, panel.Request{
			Game: g, Seat: seat, Ply: route.AnyPly, Here: r.Channel, News: []string{r.Texts.Say("undo.done")},
		})
	})
	reply.Panel, reply.Made = panel.Of(g, seat), true
	return reply
}

// repeated answers a request that was carried out before, whatever has happened since.
func repeated(r *route.Request, id match.GameID) route.Reply {
	return route.Whisper(r.Texts.Say("undo.repeated", "Game", string(id)))
}

// ask asks those whom it concerns, once in a position.
func (d *Desk) ask(ctx context.Context, r *route.Request, t *play.Table, b *play.Back) (route.Reply, error) {
	ends := r.Now.Add(answerWithin)
	g, err := d.Games.AmendOnce(ctx, r, t.ID, func(g *match.Game) ([]storage.Message, error) {
		if g.Ply != t.Ply || g.Branch != t.Branch || g.State != match.Running {
			return nil, route.Fail("undo-moved-on", "Game", string(t.ID))
		}
		if old := g.Undoing; old.User != "" && old.Ply == g.Ply && old.Branch == g.Branch {
			switch {
			case old.Over && old.User == r.User.ID:
				return nil, route.Fail("undo-asked", "Game", string(t.ID))
			case !old.Over && old.User == r.User.ID:
				return nil, nil // they have been asked
			case !old.Over:
				return nil, route.Fail("undo-other", "Game", string(t.ID))
			}
		}
		g.Undoing = match.Undoing{User: r.User.ID, To: b.To, Ply: g.Ply, Branch: g.Branch, Ends: ends}
		g.Undoing.Rest(g.Paused, r.Now)
		return d.Teller.AboutUndo(*g, b.Seat, b.Concerned(), b.Moved), nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	said := "undo.asked"
	switch {
	case g.Paused:
		said = "undo.asked-paused"
	case g.Thread == "":
		said = "undo.asked-directly"
	}
	return route.Whisper(r.Texts.Say(said, "Names", names(g, d.waitsFor(g, b)))), nil
}

// waitsFor lists the users whose answer is missing.
func (d *Desk) waitsFor(g match.Game, b *play.Back) []match.UserID {
	return g.Awaiting(b.Concerned(), g.Undoing.Agreed)
}

// names lists users by the names of their seats.
func names(g match.Game, users []match.UserID) string {
	var list []match.Seat
	for _, s := range g.Seats {
		if slices.Contains(users, s.User) {
			list = append(list, s)
		}
	}
	return strings.Join(discord.PlainAll(match.Names(list)), ", ")
}

// wish loads what is to be decided, for one of the players.
func (d *Desk) wish(ctx context.Context, r *route.Request, id match.GameID) (*play.Table, engine.Seat, play.Back, error) {
	t, seat, err := d.position(ctx, r, id)
	if err != nil {
		return nil, 0, play.Back{}, err
	}
	u := t.Undoing
	asker := t.Game.SeatOf(u.User)
	if !u.Holds(t.Game) || asker == engine.Public || !u.Ends.IsZero() && !r.Now.Before(u.Ends) {
		return nil, 0, play.Back{}, route.Fail("undo-late", "Game", string(id))
	}
	b, err := d.Games.Back(ctx, t, asker)
	if err != nil {
		return nil, 0, play.Back{}, err
	}
	if seat != asker && !slices.Contains(b.Concerned(), seat) {
		return nil, 0, play.Back{}, route.Fail("undo-not-asked", "Game", string(id))
	}
	return t, seat, b, nil
}

// allow notes that a player agrees; when all do, the moves are taken back.
func (d *Desk) allow(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	if done, err := d.Games.CarriedOut(ctx, r); done || err != nil {
		return repeated(r, id), err
	}
	for range maxRaces {
		t, seat, b, err := d.wish(ctx, r, id)
		if err != nil {
			return route.Reply{}, err
		}
		if seat == b.Seat {
			return route.Reply{}, route.Fail("undo-not-asked", "Game", string(id))
		}
		missing := slices.DeleteFunc(d.waitsFor(t.Game, &b), func(user match.UserID) bool { return user == r.User.ID })
		if len(missing) > 0 {
			return d.note(ctx, r, t)
		}
		reply, err := d.takeBack(ctx, r, id, b)
		if !errors.Is(err, storage.ErrStale) {
			return reply, err
		}
	}
	return route.Reply{}, route.Fail("busy")
}

// note notes that a player agrees, where others have not answered yet.
func (d *Desk) note(ctx context.Context, r *route.Request, t *play.Table) (route.Reply, error) {
	_, err := d.Games.AmendOnce(ctx, r, t.ID, func(g *match.Game) ([]storage.Message, error) {
		if !g.Undoing.Holds(*g) || g.Ply != t.Ply || g.Branch != t.Branch {
			return nil, route.Fail("undo-late", "Game", string(t.ID))
		}
		if !slices.Contains(g.Undoing.Agreed, r.User.ID) {
			g.Undoing.Agreed = append(slices.Clone(g.Undoing.Agreed), r.User.ID)
		}
		return append(d.Teller.Renewals(*g), d.Teller.AboutRow(*g, tell.Settled, g.SeatOf(r.User.ID))), nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("undo.noted", "Game", string(t.ID))), nil
}

// deny ends a wish: one No is a No. The player who had it can end it too.
func (d *Desk) deny(ctx context.Context, r *route.Request, id match.GameID) (route.Reply, error) {
	if done, err := d.Games.CarriedOut(ctx, r); done || err != nil {
		return repeated(r, id), err
	}
	t, seat, _, err := d.wish(ctx, r, id)
	if err != nil {
		return route.Reply{}, err
	}
	_, err = d.Games.AmendOnce(ctx, r, id, func(g *match.Game) ([]storage.Message, error) {
		if !g.Undoing.Holds(*g) || g.Ply != t.Ply || g.Branch != t.Branch {
			return nil, route.Fail("undo-late", "Game", string(id))
		}
		g.Undoing.Over = true
		return d.Teller.UndoSettled(*g, seat), nil
	})
	if err != nil {
		return route.Reply{}, err
	}
	return route.Whisper(r.Texts.Say("undo.denied", "Game", string(id))), nil
}
