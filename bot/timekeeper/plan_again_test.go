package timekeeper_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestAPlanOutlastsACrashBetweenItsMoves(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	second := s.Game(id).Seats[1].Name
	plans(s, second, id, "Deck, face down", "Deck, face down")
	s.DrawTwo(id)
	g := s.Game(id)
	p, err := s.Store.Plan(t.Context(), id, 2)
	s.Must(err)
	p.Begun = true
	s.Must(s.Store.SavePlan(t.Context(), p, g.Head, storage.Origin{}))
	s.Notated(id, "draw deck") // by the plan; then the process ended
	s.Reopen()
	keepPlans(s, 6*time.Second)
	got := s.LastTo(second)
	bottest.Contains(t, got.Content, s.Say("plan.done"), "**Now take the second card.**")
	if planned(s, id, 2) || !bottest.AsksAt(got, id, s.Game(id).Ply) {
		t.Errorf("the plan goes on: %t; want the player asked by %q", planned(s, id, 2), got.Content)
	}
}

func TestRunningPlanCannotBeChangedOrCancelled(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo", "Cy")
	third := s.Game(id).Seats[2].Name
	plans(s, third, id, "Deck, face down", "Deck, face down")
	p, err := s.Store.Plan(t.Context(), id, 3)
	s.Must(err)
	p.Begun = true // another process is about to make its moves
	s.Must(s.Store.SavePlan(t.Context(), p, s.Game(id).Head, storage.Origin{}))
	for _, action := range []customid.Action{customid.Plan, customid.PlanElse, customid.PlanDrop} {
		said := s.Handle(s.Click(third, customid.Button(action, id)))
		bottest.Contains(t, said.Content, s.Say("problem.plan-waits"))
	}
	if !planned(s, id, 3) {
		t.Error("a plan that is carried out was given up")
	}
}

func TestRedeliveredClickOnAPlanChangesNothing(t *testing.T) {
	s := bottest.New(t)
	id, route := bothCanClaim(s)
	second := s.Game(id).Seats[1].Name
	twice := func(m discord.Message, label string) (once, again match.Plan, shown discord.Message) {
		click := clickOn(s, second, m, label)
		s.Handle(click)
		once, err := s.Store.Plan(t.Context(), id, 2)
		s.Must(err)
		shown = s.Handle(click)
		again, err = s.Store.Plan(t.Context(), id, 2)
		s.Must(err)
		return once, again, shown
	}
	once, again, shown := twice(plans(s, second, id, route), s.Say("plan.sure"))
	if !slices.Equal(once.Steps, again.Steps) {
		t.Errorf("got steps %q after a repetition, want %q", again.Steps, once.Steps)
	}
	once, again, shown = twice(shown, s.Say("plan.switch-taken"))
	if !slices.Equal(once.Stops, again.Stops) || len(once.Stops) == 0 {
		t.Errorf("got the ends %q after a repetition, want %q", again.Stops, once.Stops)
	}
	_, again, _ = twice(shown, s.Say("plan.switch-taken"))
	if len(again.Stops) != 0 {
		t.Errorf("got the ends %q after another click, want none", again.Stops)
	}
}

// quickly has a player move by hand in the moment in which their plan begins.
type quickly struct {
	storage.Store
	move func()
}

func (q *quickly) SavePlan(ctx context.Context, p match.Plan, head match.Link,
	why storage.Origin,
) error {
	err := q.Store.SavePlan(ctx, p, head, why)
	if move := q.move; p.Begun && move != nil {
		q.move = nil
		move()
	}
	return err
}

func TestMoveByHandIsNotReportedAsAPlan(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	second := s.Game(id).Seats[1].Name
	plans(s, second, id, "Deck, face down", "Deck, face down")
	s.DrawTwo(id)
	s.Flush()
	other := s.Bot
	s.Bot = s.NewBot(&quickly{s.Store, func() {
		_, err := bottest.CarryOut(t.Context(), other, s.Request(s.Slash(second, "draw")), id,
			engine.Move{Verb: engine.Draw, Slot: 1})
		s.Must(err)
	}}, s.API)
	keepPlans(s, time.Minute)
	if planned(s, id, 2) {
		t.Error("the plan outlasts its player's own move")
	}
	for _, m := range s.DM(second) {
		if strings.Contains(m.Content, s.Say("plan.done")) {
			t.Errorf("the player is told that the plan was carried out: %q", m.Content)
		}
	}
	if v := s.Table(id).View(2); v.Owes != engine.OwesSecond {
		t.Errorf("the seat owes %v, want the second card", v.Owes)
	}
}
