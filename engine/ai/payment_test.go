package ai

import (
	"context"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// A tunnel of Asia shows three cards, in the Himalayas up to six (S8): who has none to spare for
// the toll mostly digs in vain, and that costs the turn.
func TestStrongHasACardForTheTollOfATunnel(t *testing.T) {
	title, _ := titles.Find("asia")
	dug, inVain := 0, 0
	for i := range 10 {
		setup, _ := Simulated(64, i, 4)
		players := make([]Player, 4)
		for s := range players {
			players[s] = &thinker{title: title, strong: true, seed: uint64(s)}
		}
		_, err := PlayOut(t.Context(), title, setup, players, func(s *Step) {
			for _, e := range s.Events {
				if e.Kind == engine.EventDug {
					dug++
				}
			}
			if s.Move.Verb == engine.Withdraw {
				inVain++
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d tunnels dug, %d in vain", dug, inVain)
	if dug == 0 || inVain*2 > dug {
		t.Errorf("of %d tunnels %d were dug in vain", dug, inVain)
	}
}

// Cards with an anchor are kept for ports (W10), so they pay for a port before locomotives do,
// which pay for anything.
func TestStrongPaysForPortsWithCardsKeptForThem(t *testing.T) {
	title, _ := titles.Find("world")
	wild := engine.NoCard
	built, spent := 0, 0
	for i := range 20 {
		setup, _ := Simulated(64, i, 3)
		players := make([]Player, 3)
		for s := range players {
			thinks := &thinker{title: title, strong: true, seed: uint64(s)}
			players[s] = looking{thinks, func(v *engine.View, told []engine.Event) {
				m, err := thinks.Choose(t.Context(), v, told)
				if err != nil {
					t.Fatal(err)
				}
				if m.Verb != engine.Port {
					return
				}
				for c := range v.Lexicon().Faces {
					if v.Lexicon().Faces[c].Wild {
						wild = engine.Card(c)
					}
				}
				built++
				paid := m.Payment.Cards()
				least := int(paid[wild])
				for p := range v.Payments(m) {
					cards := p.Cards()
					least = min(least, int(cards[wild]))
				}
				if int(paid[wild]) > least {
					spent++
				}
			}}
		}
		if _, err := PlayOut(t.Context(), title, setup, players); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d ports built, %d with more locomotives than there had to be", built, spent)
	if built == 0 || spent*8 > built {
		t.Errorf("%d of %d ports took more locomotives than there had to be", spent, built)
	}
}

// drawing is a player that does as little as it can.
type drawing struct{ Player }

func (p drawing) Choose(ctx context.Context, v *engine.View, told []engine.Event) (engine.Move,
	error,
) {
	for _, m := range v.Legal() {
		if m.Verb == engine.Draw {
			return m, nil
		}
	}
	return p.Player.Choose(ctx, v, told)
}

// Somebody who only draws takes the cards that others wait for, and the toll of a tunnel with them.
func TestATeamBeatsOneWhosePartnerOnlyDraws(t *testing.T) {
	title, _ := titles.Find("asia")
	for i := range 40 {
		setup, _ := Simulated(64, i, 4)
		players := make([]Player, 4)
		for s := range players {
			players[s] = &thinker{title: title, seed: uint64(s)}
		}
		players[0] = drawing{players[0]}
		played, err := PlayOut(t.Context(), title, setup, players)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(played.View.Winners, 1) {
			t.Errorf("deal %d: the team of somebody who only draws wins", i)
		}
	}
}
