package handlers_test

import (
	"testing"

	"konduktor/bot/bottest"
	"konduktor/engine"
)

func TestPlayerIsRemindedOfTheDecisionTheyOwe(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.RunningOf("world", "Ola", "Bo")
	keep := s.Say("refusal.owes-keep", "Count", 5)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "draw", "card=red")).Content, keep)
	bottest.Contains(t, s.Handle(s.Slash("Ola", "claim", "route=Honolulu")).Content, keep)
	s.Move(id, bottest.KeepFirst(3))
	who := s.Turn(id)
	pieces := s.Say("refusal.owes-pieces", "Count", 60)
	bottest.Contains(t, s.Handle(s.Slash(who, "draw", "card=red")).Content, pieces)
	bottest.Contains(t, s.Handle(s.Slash(who, "claim", "route=nowhere")).Content, pieces)
	s.NothingBroke()
}

func TestAmbiguousCardOrRouteIsAskedFor(t *testing.T) {
	t.Parallel()
	s, id := atSea(t)
	who, ply := s.Turn(id), s.Game(id).Ply
	bottest.Contains(t, s.Handle(s.Slash(who, "draw", "card=slot")).Content, "Which one: Slot 1: ",
		"; Slot ")
	bottest.Contains(t, s.Handle(s.Slash(who, "claim", "route=Honolulu")).Content,
		"Several routes fit: ", " Honolulu", "; ")
	bottest.Contains(t, s.Handle(s.Slash(who, "draw", "card=zebra")).Content,
		s.Say("problem.no-such-card"))
	if got := s.Game(id).Ply; got != ply {
		t.Errorf("got ply %d, want %d", got, ply)
	}
	s.NothingBroke()
}

func TestDrawOfAMissingCardListsTheOpenCards(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who := s.Turn(id)
	v := s.Table(id).View(engine.Public)
	open := map[engine.Card]bool{}
	for _, c := range v.Market {
		open[c] = true
	}
	var hidden engine.Card
	for open[hidden] {
		hidden++
	}
	bottest.Contains(t, s.Handle(s.Slash(who, "draw",
		"card="+v.Lexicon().Faces[hidden].Name)).Content, "No such card is face up now. You can take: ")
}

func TestTheHintForCardsIsInTheReadersWords(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	ix := s.Slash(s.Turn(s.Playing("Ola", "Bo")), "claim", "route=begijnhof--dam", "cards=zebra")
	ix.Locale = "pl"
	bottest.Contains(t, s.Handle(ix).Content, "`2 różowe + joker`")
}
