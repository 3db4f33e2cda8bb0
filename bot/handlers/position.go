package handlers

import (
	"context"

	"konduktor/bot/customid"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// sitting is a game as the player who is about to move sees it.
type sitting struct {
	Table   *play.Table
	Seat    engine.Seat
	View    engine.View // of Seat
	speaker *speech.Speaker
}

// position loads the game for the request's user. It returns *movedOn if the clicked position has
// passed.
func (h *Turns) position(
	ctx context.Context, r *route.Request, id match.GameID,
) (*sitting, error) {
	table, seat, err := h.games.Seated(ctx, r.By(), id, r.TakeFound(id))
	if err != nil {
		return nil, err
	}
	if err := h.still(ctx, r, table); err != nil {
		return nil, err
	}
	return &sitting{table, seat, table.View(seat), message.Speaker(r.Texts, table)}, nil
}

// still returns *movedOn if a click belongs to a state of a table that has passed. A command is
// about the present state.
func (h *Turns) still(ctx context.Context, r *route.Request, table *play.Table) error {
	seat, err := table.Game.Seated(r.By())
	if err != nil || r.Pressed.Action == "" {
		return err
	}
	fresh, err := h.fresh(ctx, table, seat, r.Pressed.At)
	if err == nil && !fresh {
		err = &movedOn{h.games, h.panels, table, seat}
	}
	return err
}

// fresh reports whether the seat may still do what it was offered in a position. In play that must
// be the present position; during setup and while tickets are declared the others' choices do not
// matter (C2, K8), only the seat's own.
func (h *Turns) fresh(ctx context.Context, table *play.Table, seat engine.Seat,
	at customid.Position,
) (bool, error) {
	now := customid.Of(table.Game)
	if at == now {
		return true, nil
	}
	phase := table.View(engine.Public).Phase
	if phase != engine.InSetup && phase != engine.InDeclare {
		return false, nil
	}
	ply, branch := at.Ply, at.At().Branch
	if branch != table.Branch {
		annals, err := h.games.Annals(ctx, table.Game, seat)
		if err != nil {
			return false, err
		}
		for _, one := range annals { // others' moves undone since then do not count
			switch {
			case !one.Undone || one.Branch < branch:
			case one.Seat == seat:
				return false, nil
			default:
				ply--
			}
		}
	}
	c, err := h.games.Chronicle(ctx, table.Game, table.Ply, engine.Public)
	return err == nil && branch <= table.Branch && ply <= table.Ply && !c.MovedSince(seat, ply), err
}

// refusal says why a move would be refused now, nil if it is legal. It changes nothing.
func (p *sitting) refusal(m engine.Move) error { return p.Table.Refusal(p.Seat, m) }

func (p *sitting) panel(clicked customid.ID) speech.Panel {
	return speech.Panel{
		View: &p.View, Due: p.Table.Seats[p.Seat-1].Ends, Place: speech.Place{
			Game: string(p.Table.ID), At: customid.Of(p.Table.Game),
			Menus: speech.MenusOf(clicked),
		},
	}
}

func (p *sitting) request(r *route.Request) message.Request {
	return message.Request{
		Game: p.Table.Game, Seat: p.Seat, Ply: p.Table.Ply, Here: r.Channel,
		Menus: speech.MenusOf(r.Pressed),
	}
}
