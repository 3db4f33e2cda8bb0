package bot

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestAPlanOutlastsACrashBetweenItsMoves(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	second := s.game(id).Seats[1].Name
	s.plans(second, id, "From the deck", "From the deck")
	s.drawTwo(id)
	g := s.game(id)
	p, err := s.store.Plan(t.Context(), id, 2)
	s.must(err)
	p.Begun = true
	s.must(s.store.SavePlan(t.Context(), p, g.Head, storage.Origin{}))
	s.notated(id, "draw deck") // by the plan; then the process ended
	s.reopen()
	s.keepPlans(6 * time.Second)
	got := s.lastTo(second)
	contains(t, got.Content, s.say("plan.done"), "**Now take the second card.**")
	if s.planned(id, 2) || !asksAt(got, id, s.game(id).Ply) {
		t.Errorf("the plan goes on: %t; want the player asked by %q", s.planned(id, 2), got.Content)
	}
}

func TestAClickOnAPlanThatIsDeliveredAgainChangesNothing(t *testing.T) {
	s := newStage(t)
	id, route := s.bothCanClaim()
	second := s.game(id).Seats[1].Name
	twice := func(m discord.Message, label string) (once, again match.Plan, shown discord.Message) {
		click := s.clickOn(second, m, label)
		s.handle(click)
		once, err := s.store.Plan(t.Context(), id, 2)
		s.must(err)
		shown = s.handle(click)
		again, err = s.store.Plan(t.Context(), id, 2)
		s.must(err)
		return once, again, shown
	}
	once, again, shown := twice(s.plans(second, id, route), s.say("plan.sure"))
	if !slices.Equal(once.Steps, again.Steps) {
		t.Errorf("got steps %q after a repetition, want %q", again.Steps, once.Steps)
	}
	once, again, shown = twice(shown, s.say("plan.switch-taken"))
	if !slices.Equal(once.Stops, again.Stops) || len(once.Stops) == 0 {
		t.Errorf("got the ends %q after a repetition, want %q", again.Stops, once.Stops)
	}
	_, again, _ = twice(shown, s.say("plan.switch-taken"))
	if len(again.Stops) != 0 {
		t.Errorf("got the ends %q after another click, want none", again.Stops)
	}
}

// quickly has a player move by hand in the moment in which their plan begins.
type quickly struct {
	storage.Store
	move func()
}

func (q *quickly) SavePlan(ctx context.Context, p match.Plan, head match.Link, why storage.Origin) error {
	err := q.Store.SavePlan(ctx, p, head, why)
	if move := q.move; p.Begun && move != nil {
		q.move = nil
		move()
	}
	return err
}

func TestWhoMovesByHandAsThePlanBeginsIsNotToldThatItWasCarriedOut(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	second := s.game(id).Seats[1].Name
	s.plans(second, id, "From the deck", "From the deck")
	s.drawTwo(id)
	s.flush()
	other := s.bot
	s.bot = s.newBot(&quickly{s.store, func() {
		_, err := carryOut(t.Context(), other, s.request(s.slash(second, "draw")), id, engine.Move{Verb: engine.Draw, Slot: 1})
		s.must(err)
	}}, s.api)
	s.keepPlans(time.Minute)
	if s.planned(id, 2) {
		t.Error("the plan outlasts its player's own move")
	}
	for _, m := range s.dm(second) {
		if strings.Contains(m.Content, s.say("plan.done")) {
			t.Errorf("the player is told that the plan was carried out: %q", m.Content)
		}
	}
	if v := s.table(id).View(2); v.Owes != engine.OwesSecond {
		t.Errorf("the seat owes %v, want the second card", v.Owes)
	}
}
