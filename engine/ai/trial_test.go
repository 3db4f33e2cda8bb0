package ai

import (
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai/choice"
	"konduktor/engine/railmap"
)

// judged is a candidate with these values.
func judged(prior float64, values ...float64) trial { return trial{prior: prior, values: values} }

func TestTheFirstMoveStaysUntilItIsClearlyWorse(t *testing.T) {
	few := []trial{
		judged(0, .4, .5, .4), judged(0, .5, .5, .5), judged(0, .3, .2, .1),
		judged(0, .1, .2, .1),
	}
	halve(few)
	if few[0].out || few[1].out || !few[2].out || !few[3].out {
		t.Errorf("after three worlds are out: %v %v %v %v",
			few[0].out, few[1].out, few[2].out, few[3].out)
	}
	clear := []trial{judged(0), judged(0)}
	for i := range firstLook {
		x := float64(i%2) / 100
		clear[0].values, clear[1].values = append(clear[0].values, .3+x), append(clear[1].values, .6-x)
	}
	if left := drop(clear); left != 1 || !clear[0].out {
		t.Errorf("%d candidates are left, the first is out: %v", left, clear[0].out)
	}
	if got := bestOf(clear); got != 1 {
		t.Errorf("candidate %d is best, but the first is out", got)
	}
}

func TestAScatteredLeadIsNotBelieved(t *testing.T) {
	// ahead by .025 on average
	scattered := []trial{judged(0, .1, .9, .2, .8), judged(-.05, .9, .2, .9, .1)}
	if got := bestOf(scattered); got != 0 {
		t.Errorf("candidate %d is best", got)
	}
	// ahead by .1 in each world
	steady := []trial{judged(0, .1, .9, .2, .8), judged(-.05, .21, .99, .31, .89)}
	if got := bestOf(steady); got != 1 {
		t.Errorf("candidate %d is best", got)
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
	for _, x := range shortList(v, m, options, nil) {
		got = append(got, x.move)
	}
	if len(got) != 4 || got[0].Slot != 1 || got[1].Slot != 0 || got[2].Route != 0 ||
		got[3].Route != 2 {
		t.Errorf("candidates: %+v", got)
	}
}
