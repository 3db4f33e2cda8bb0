package speech

import (
	"strings"
	"testing"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
)

func messagesAboutPlansKeepDiscordsLimits() check {
	shown := 0
	return func(t *testing.T, at *position) {
		if at.game.Over() && shown < 5 {
			t.Errorf("only %d messages were looked at", shown)
		}
		seat := engine.Seat(int(at.game.Ply())%len(at.seats()) + 1)
		v, err := at.game.Planned(seat)
		if err != nil || at.game.Ply()%8 > 0 {
			return
		}
		for _, m := range planMessages(t, at.Speaker, at.game, seat, &v) {
			shown++
			if f := append(faults(m), injected(m)...); len(f) > 0 {
				t.Fatalf("ply %d, seat %d: %v in %+v", v.Ply, seat, f, m)
			}
			for _, row := range m.Rows {
				for _, b := range row.Buttons {
					plans(t, b.CustomID)
				}
				if row.Select != nil {
					plans(t, row.Select.CustomID)
				}
			}
		}
	}
}

// plans wants that a click leads to a plan: no move is made from its messages.
func plans(t *testing.T, customID string) {
	t.Helper()
	if id, ok := customid.Parse(customID); !ok || !strings.HasPrefix(string(id.Action), "p") ||
		id.Action == customid.Page || id.Action == customid.Pause {
		t.Fatalf("%q is about no plan", customID)
	}
}

// planMessages builds the messages with which a seat makes a plan, and plans with each of some
// moves.
func planMessages(
	t *testing.T, s *Speaker, g engine.Game, seat engine.Seat, v *engine.View,
) []discord.Message {
	t.Helper()
	p := Panel{Place: Place{Game: gameID, At: longest, Planning: PlansTurn}, View: v}
	list := []discord.Message{s.PlanChoice(p)}
	p.Offers = []customid.Action{customid.PlanBack}
	list = append(list, s.PlanChoice(p))
	var plan PlanShown
	for i, m := range v.Legal() {
		if i%5 > 0 {
			continue
		}
		if Asks(v, m) {
			list = append(list, s.Question(p, m, nil))
		}
		step := PlanStep{
			Moves: []engine.Move{s.Proposed(v, m, nil)}, Cards: []engine.Card{engine.NoCard},
			Toll: i%4 - 1,
		}
		if m.Slot > 0 {
			step.Cards[0] = v.Market[m.Slot-1]
		}
		after, err := g.Planned(seat, step.Moves...)
		if err != nil {
			t.Fatalf("ply %d: %+v was offered to seat %d: %v", g.Ply(), m, seat, err)
		}
		const most = 5
		if plan.Steps = append(plan.Steps, step); len(plan.Steps) > most {
			plan.Steps = plan.Steps[1:]
		}
		plan.Taken, plan.LastRound, plan.Full, plan.GoesOn = i%2 == 0, i%3 == 0, len(plan.Steps) == most,
			len(after.Legal()) > 0
		q := p
		q.View = &after
		list = append(list, s.Plan(q, plan))
	}
	return list
}
