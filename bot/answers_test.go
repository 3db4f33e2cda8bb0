package bot

import (
	"strings"
	"testing"

	"konduktor/bot/press"
	"konduktor/engine"
)

func TestATunnelIsAnsweredByCommands(t *testing.T) {
	s, id, _ := digging(t)
	ply := s.game(id).Ply

	wrong := s.handle(s.slash("Ola", "pay", "cards=red"))
	contains(t, wrong.Content, "asks for exactly 1 card: green or locomotive. You can pay with: 1 green.")
	if _, ok := find(wrong, press.Do, "withdraw"); !ok {
		t.Errorf("after a refusal there are %v", offers(wrong))
	}
	contains(t, s.handle(s.slash("Ola", "draw", "card=deck")).Content, "asks for 1 more card")
	contains(t, s.handle(s.slash("Bo", "pay")).Content, "it is Ola's turn")

	asked := s.handle(s.slash("Ola", "pay"))
	contains(t, asked.Content, "You pay: **1 green**")
	if !asked.Ephemeral || s.game(id).Ply != ply {
		t.Errorf("the question is ephemeral: %t, at ply %d", asked.Ephemeral, s.game(id).Ply)
	}
	contains(t, s.press("Ola", asked, press.Do, "pay").Content, "You pay for the tunnel: 1 green.", "You claim ")
	if got := s.game(id).Ply; got != ply+1 {
		t.Errorf("got ply %d, want %d", got, ply+1)
	}
	contains(t, s.handle(s.slash("Bo", "withdraw")).Content, s.say("refusal.no-tunnel"))
}

func TestAWithdrawalIsOneCommand(t *testing.T) {
	s, id, _ := digging(t)
	contains(t, s.handle(s.slash("Ola", "withdraw")).Content, "You withdraw from the tunnel", "and take back 2 green.")
	if got := s.turn(id); got != "Bo" {
		t.Errorf("it is %s's turn", got)
	}
}

// team starts a game of Asia in which all setup choices are made.
func team(t *testing.T) (s *stage, id string) {
	t.Helper()
	s = newStage(t)
	game := s.runningOf("asia", "Ola", "Bo", "Cy", "Di")
	for s.table(game).View(engine.Public).Phase == engine.InSetup {
		s.move(game, firstLegal)
	}
	s.flush()
	return s, string(game)
}

func TestABlindCardIsPlacedByCommandOrButton(t *testing.T) {
	s, _ := team(t)
	contains(t, s.handle(s.slash("Ola", "place", "where=rack")).Content, s.say("refusal.nothing-drawn"))
	drawn := s.handle(s.slash("Ola", "draw", "card=deck"))
	contains(t, drawn.Content, "**You drew a ")
	if len(offers(drawn)) != 2 {
		t.Fatalf("got %v, want hand and rack", offers(drawn))
	}
	contains(t, s.handle(s.slash("Ola", "place", "where=moon")).Content, s.say("problem.no-such-place"))
	contains(t, s.handle(s.slash("Ola", "place", "where=On the rack")).Content, "→ rack.", s.say("panel.owes-second"))
	contains(t, s.handle(s.slash("Ola", "draw", "card=deck")).Content, "→ hand.")
}

func TestSharingAsATurnCountsOnceItIsConfirmed(t *testing.T) {
	s, _ := team(t)
	first := s.complete("Ola", "share", "ticket1=")[0]
	second := s.complete("Ola", "share", "ticket1="+first.Value, "ticket2=")[0]
	if first.Value == second.Value {
		t.Fatalf("%q is suggested twice", first.Value)
	}
	asked := s.handle(s.slash("Ola", "share", "ticket1="+first.Value, "ticket2="+second.Value))
	contains(t, asked.Content, s.say("share.warning"))
	contains(t, s.press("Ola", asked, press.Do, "share").Content, "You put 2 tickets on your team's rack.")
	contains(t, s.handle(s.slash("Bo", "share", "ticket1="+first.Value)).Content, "is not a ticket that you can share now")
}

func TestQuestionsAboutPaymentsAreReadStrictly(t *testing.T) {
	s, id := team(t)
	for _, value := range []string{"", "x", "k", "nb02", strings.Repeat("na1,", 30)} {
		got := s.handle(s.click("Ola", "g/"+id+"/8/ways/0", value))
		contains(t, got.Content, s.say("problem.unknown-button"))
	}
	for _, end := range []string{"place/moon", "share/999", "toll/pay/!"} {
		s.handle(s.click("Ola", "g/"+id+"/8/"+end))
	}
	if n := s.faults.Load(); n != 0 {
		t.Errorf("%d of these counted as faults of ours", n)
	}
}

func TestSharingInATitleWithoutTeamsIsNoMove(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	want := s.say("refusal.other-title")
	contains(t, s.handle(s.slash(s.turn(id), "share", "ticket1=zebra", "game="+string(id))).Content, want)
}
