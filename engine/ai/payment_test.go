package ai

import (
	"context"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// A tunnel of Asia reveals three cards, in the Himalayas up to six (S8). A seat with no card to
// spare for the toll usually has to withdraw, and that costs the turn.
func TestStrongKeepsASpareCardForATunnel(t *testing.T) {
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
	if dug == 0 || inVain*2 > dug {
		t.Errorf("of %d tunnels %d were dug in vain", dug, inVain)
	}
}

// A port takes cards with an anchor (W10). The plan keeps them for that, so they pay before
// locomotives, which can pay for anything.
func TestStrongPaysForPortsWithPortCardsFirst(t *testing.T) {
	title, _ := titles.Find("world")
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
				built++
				wild := slices.IndexFunc(v.Lexicon().Faces, func(f engine.Face) bool { return f.Wild })
				paid := m.Payment.Cards()
				for p := range v.Payments(m) {
					if cards := p.Cards(); cards[wild] < paid[wild] {
						spent++
						break
					}
				}
			}}
		}
		if _, err := PlayOut(t.Context(), title, setup, players); err != nil {
			t.Fatal(err)
		}
	}
	if built == 0 || spent*8 > built {
		t.Errorf("%d of %d ports took more locomotives than necessary", spent, built)
	}
}

// drawing is a player that only draws cards, as long as it can.
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

// A seat that only draws hoards the cards that others wait for, so waiting for a spare card must
// not cost the game.
func TestTeamBeatsAPartnerWhoOnlyDraws(t *testing.T) {
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
			t.Errorf("deal %d: the team with the seat that only draws won", i)
		}
	}
}
