package handlers_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine"
)

func TestATunnelIsAnsweredByCommands(t *testing.T) {
	t.Parallel()
	s, id, _ := bottest.Digging(t)
	ply := s.Game(id).Ply

	wrong := s.Handle(s.Slash("Ola", "pay", "cards=red"))
	bottest.Contains(t, wrong.Content,
		"asks for exactly 1 card: green or locomotive. You can pay with: 1 green.")
	if _, ok := bottest.Find(wrong, customid.Do, "withdraw"); !ok {
		t.Errorf("after a refusal there are %v", bottest.Offers(wrong))
	}
	bottest.Contains(t, s.Handle(s.Slash("Ola", "draw", "card=deck")).Content, "asks for 1 more card")
	bottest.Contains(t, s.Handle(s.Slash("Bo", "pay")).Content, "it is Ola's turn")

	asked := s.Handle(s.Slash("Ola", "pay"))
	bottest.Contains(t, asked.Content, "You pay: **1 green**")
	if !asked.Ephemeral || s.Game(id).Ply != ply {
		t.Errorf("the question is ephemeral: %t, at ply %d", asked.Ephemeral, s.Game(id).Ply)
	}
	bottest.Contains(t, s.Press("Ola", asked, customid.Do, "pay").Content,
		"You pay for the tunnel: 1 green.", "You claim ")
	if got := s.Game(id).Ply; got != ply+1 {
		t.Errorf("got ply %d, want %d", got, ply+1)
	}
	bottest.Contains(t, s.Handle(s.Slash("Bo", "withdraw")).Content, s.Say("refusal.no-tunnel"))
}

func TestAWithdrawalIsOneCommand(t *testing.T) {
	t.Parallel()
	s, id, _ := bottest.Digging(t)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "withdraw")).Content, "You withdraw from the tunnel",
		"and take back 2 green.")
	if got := s.Turn(id); got != "Bo" {
		t.Errorf("it is %s's turn", got)
	}
}

// team starts a game of Asia in which all setup choices are made.
func team(t *testing.T) (s *bottest.Stage, id string) {
	t.Helper()
	s = bottest.New(t)
	game := s.RunningOf("asia", "Ola", "Bo", "Cy", "Di")
	for s.Table(game).View(engine.Public).Phase == engine.InSetup {
		s.Move(game, bottest.FirstLegal)
	}
	s.Flush()
	return s, string(game)
}

func TestABlindCardIsPlacedByCommandOrButton(t *testing.T) {
	t.Parallel()
	s, _ := team(t)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "place", "where=rack")).Content,
		s.Say("refusal.nothing-drawn"))
	drawn := s.Handle(s.Slash("Ola", "draw", "card=deck"))
	bottest.Contains(t, drawn.Content, "**You drew a ")
	if len(bottest.Offers(drawn)) != 2 {
		t.Fatalf("got %v, want hand and rack", bottest.Offers(drawn))
	}
	bottest.Contains(t, s.Handle(s.Slash("Ola", "place", "where=moon")).Content,
		s.Say("problem.no-such-place"))
	bottest.Contains(t, s.Handle(s.Slash("Ola", "place", "where=On the rack")).Content,
		"onto the rack.",
		s.Say("panel.owes-second"))
	bottest.Contains(t, s.Handle(s.Slash("Ola", "draw", "card=deck")).Content, "into hand.")
}

func TestSharingAsATurnCountsOnceItIsConfirmed(t *testing.T) {
	t.Parallel()
	s, _ := team(t)
	first := completions(s, "Ola", "share", "ticket1=")[0]
	second := completions(s, "Ola", "share", "ticket1="+first.Value, "ticket2=")[0]
	if first.Value == second.Value {
		t.Fatalf("%q is suggested twice", first.Value)
	}
	asked := s.Handle(s.Slash("Ola", "share", "ticket1="+first.Value, "ticket2="+second.Value))
	bottest.Contains(t, asked.Content, s.Say("share.warning"))
	bottest.Contains(t, s.Press("Ola", asked, customid.Do, "share").Content,
		"You put 2 tickets on your team's rack.")
	bottest.Contains(t, s.Handle(s.Slash("Bo", "share", "ticket1="+first.Value)).Content,
		"is not one of the tickets that you can choose now")
}

func TestQuestionsAboutPaymentsAreReadStrictly(t *testing.T) {
	t.Parallel()
	s, id := team(t)
	for _, value := range []string{"", "x", "k", "nb02", strings.Repeat("na1,", 30)} {
		got := s.Handle(s.Click("Ola", "narrow/"+id+"/8/claim:0", value))
		bottest.Contains(t, got.Content, s.Say("problem.unknown-button"))
	}
	for _, end := range []string{"place:moon", "share:999", "pay:!"} {
		s.Handle(s.Click("Ola", "do/"+id+"/8/"+end))
	}
	if n := s.Faults.Load(); n != 0 {
		t.Errorf("%d of these counted as faults of ours", n)
	}
}

func TestSharingInATitleWithoutTeamsIsNoMove(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	want := s.Say("refusal.other-title")
	bottest.Contains(t, s.Handle(s.Slash(s.Turn(id), "share", "ticket1=zebra",
		"game="+string(id))).Content, want)
}
