package handlers

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai/review"
	"konduktor/engine/amsterdam"
	"konduktor/engine/match"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
)

func TestTheBetterMoveIsDrawnAsMadeAndMarkedAsNew(t *testing.T) {
	g, err := amsterdam.Title.New(engine.Setup{Names: []string{"Ola", "Bo"}, Seed: engine.Seed{1}})
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(2)
	made := []engine.Event{{Kind: engine.EventClaimed, Seat: 1, Route: 3}}
	c := review.Choice{Seat: 2, Better: engine.Move{Verb: engine.Claim, Route: 7}}
	after, news := withBetter(v, made, &c, titles.Map("amsterdam"))
	if !slices.Equal(match.Claimed(news), []engine.RouteID{7}) ||
		!slices.Equal(after.Seats[1].Routes, []engine.RouteID{7}) || len(v.Seats[1].Routes) > 0 {
		t.Errorf("marked are %v, seat 2 has %v, and had %v", match.Claimed(news), after.Seats[1].Routes,
			v.Seats[1].Routes)
	}
	if length := titles.Map("amsterdam").Routes[7].Length; news[0].N != railmap.Points(length) {
		t.Errorf("a route of %d spaces is said to bring %d points", length, news[0].N)
	}
	c.Better = engine.Move{Verb: engine.Draw}
	_, news = withBetter(v, made, &c, titles.Map("amsterdam"))
	if !slices.Equal(match.Claimed(news), []engine.RouteID{3}) {
		t.Error("a move that no board shows has changed the picture")
	}
}
