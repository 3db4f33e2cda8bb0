package turn

import (
	"context"

	"konduktor/bot/customid"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

// position is a game as the player who is about to move sees it.
type position struct {
	Table   *play.Table
	Seat    engine.Seat
	View    engine.View // of Seat
	speaker *speech.Speaker
}

// position loads the game for the request's user. It returns *movedOn if the clicked position has
// passed.
func (t *Turns) position(
	ctx context.Context, r *route.Request, id match.GameID,
) (*position, error) {
	table, seat, err := t.games.Seated(ctx, r, id)
	if err != nil {
		return nil, err
	}
	if r.Pressed.Action != "" { // a command is about the present position
		fresh, err := t.fresh(ctx, table, seat, r.Pressed.At)
		if err != nil {
			return nil, err
		}
		if !fresh {
			return nil, &movedOn{t.panels, table, seat}
		}
	}
	return &position{table, seat, table.View(seat), table.Speaker(r.Texts)}, nil
}

// fresh reports whether what the seat was offered in a position is still open to it. In play that
// must be the present position. During setup only the seat's own choices matter, not those of
// others (C2).
func (t *Turns) fresh(
	ctx context.Context, table *play.Table, seat engine.Seat, at customid.Position,
) (bool, error) {
	now := table.At()
	if at == now {
		return true, nil
	}
	if at.Ply >= now.Ply || at.Mark != now.Mark || table.View(engine.Public).Phase != engine.InSetup {
		return false, nil
	}
	return t.games.Unmoved(ctx, table, seat, at.Ply)
}

// refusal says why a move would be refused now, nil if it is legal. It changes nothing.
func (p *position) refusal(m engine.Move) error { return p.Table.Refusal(p.Seat, m) }

// panel is the position for questions about a move; page is that of the panel behind them.
func (p *position) panel(page int) speech.Panel {
	return speech.Panel{
		Game: string(p.Table.ID), At: p.Table.At(), View: &p.View,
		Due: p.Table.Seats[p.Seat-1].Ends, Page: page,
	}
}
