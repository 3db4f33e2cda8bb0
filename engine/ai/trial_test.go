package ai

import (
	"math"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
	"konduktor/engine/railmap"
)

// judged is a candidate with these values.
func judged(prior float64, values ...float64) trial {
	return trial{prior: prior, by: policyOf("nordic"), values: values}
}

func TestTheFirstMoveStaysUntilItIsClearlyWorse(t *testing.T) {
	few := []trial{
		judged(0, -7, 0, -7), judged(0, 0, 0, 0), judged(0, -14, -22, -29), judged(0, -29, -22, -29),
	}
	halve(few)
	if few[0].out || few[1].out || !few[2].out || !few[3].out {
		t.Errorf("after three worlds are out: %v %v %v %v",
			few[0].out, few[1].out, few[2].out, few[3].out)
	}
	clear := []trial{judged(0), judged(0)}
	for i := range firstLook {
		x := float64(i % 2)
		clear[0].values, clear[1].values = append(clear[0].values, x-14), append(clear[1].values, 7-x)
	}
	if left := drop(clear); left != 1 || !clear[0].out {
		t.Errorf("%d candidates are left, the first is out: %v", left, clear[0].out)
	}
	if got := bestOf(clear); got != 1 {
		t.Errorf("candidate %d is best, but the first is out", got)
	}
}

func TestAScatteredLeadIsNotBelieved(t *testing.T) {
	// ahead by 2 points on average
	scattered := []trial{judged(0, -29, 29, -22, 22), judged(-3.6, 29, -21, 29, -29)}
	if got := bestOf(scattered); got != 0 {
		t.Errorf("candidate %d is best", got)
	}
	// ahead by 7 points in each world
	steady := []trial{judged(0, -29, 29, -22, 22), judged(-3.6, -22, 36, -15, 29)}
	if got := bestOf(steady); got != 1 {
		t.Errorf("candidate %d is best", got)
	}
}

// Where worlds are whole games they outweigh a first judgement that estimates would not.
func TestWorldsPlayedToTheirEndCountMore(t *testing.T) {
	for id, want := range map[string]int{"nordic": 0, "cardgame": 1} {
		by := policyOf(id)
		second := trial{by: by, prior: -8 * by.faith, values: []float64{10, -3, 7.5, -4.5}}
		trials := []trial{{by: by, values: []float64{7, -3, 5, -5}}, second}
		if got := bestOf(trials); got != want {
			t.Errorf("%s: candidate %d is best, want %d", id, got, want)
		}
	}
}

func TestALeadIsDampedAwayFromATie(t *testing.T) {
	const scale = 5
	if got := damped(1, scale); math.Abs(got-1) > .01 {
		t.Errorf("a point of lead counts %.3f", got)
	}
	for lead := 0.; lead < 40; lead += 5 {
		at, after, last := damped(lead, scale), damped(lead+5, scale), damped(lead+10, scale)
		first, next := after-at, last-after
		if next <= 0 || next >= first {
			t.Errorf("at %.0f points five more count %.3f, then %.3f", lead, first, next)
		}
	}
	if got := damped(-1000, scale); got < -2*scale || got > -1.99*scale {
		t.Errorf("a lost game counts %.3f", got)
	}
}

func TestEquivalentCandidatesCountOnce(t *testing.T) {
	m := &railmap.Map{Routes: []railmap.Route{
		{Group: 1, Color: "red"},
		{Group: 1, Color: "red"},
		{Group: 1, Color: "blue"},
	}}
	v := &engine.View{Market: []engine.Card{3, 3, 5}}
	trains := engine.Move{Verb: engine.Draw, Pile: engine.Trains}
	ships := engine.Move{Verb: engine.Draw, Pile: engine.Ships}
	if alike(v, m, &trains, &ships) || !alike(v, m, &trains, &trains) {
		t.Error("a card off one deck is like one off another")
	}
	var options choice.List
	for _, slot := range []uint8{1, 2, 0, 3} {
		options.Add(engine.Move{Verb: engine.Draw, Slot: slot}, 1)
	}
	for r := range m.Routes {
		options.Add(engine.Move{Verb: engine.Claim, Route: engine.RouteID(r)}, 0)
	}
	var got []engine.Move
	for _, x := range shortList(v, m, options, nil, policyOf("nordic")) {
		got = append(got, x.move)
	}
	if len(got) != 4 || got[0].Slot != 1 || got[1].Slot != 0 || got[2].Route != 0 ||
		got[3].Route != 2 {
		t.Errorf("candidates: %+v", got)
	}
}
