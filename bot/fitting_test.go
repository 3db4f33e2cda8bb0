package bot

import (
	"testing"

	"konduktor/engine"
)

func TestWhoOwesSomethingElseIsToldThat(t *testing.T) {
	s := newStage(t)
	id := s.runningOf("world", "Ola", "Bo")
	keep := s.say("refusal.owes-keep", "Count", 5)
	contains(t, s.handle(s.slash("Ola", "draw", "card=red")).Content, keep)
	contains(t, s.handle(s.slash("Ola", "claim", "route=Honolulu")).Content, keep)
	s.move(id, keepFirst(3))
	who := s.turn(id)
	pieces := s.say("refusal.owes-pieces", "Count", 60)
	contains(t, s.handle(s.slash(who, "draw", "card=red")).Content, pieces)
	contains(t, s.handle(s.slash(who, "claim", "route=nowhere")).Content, pieces)
	s.nothingBroke()
}

func TestWhatFitsSeveralCardsOrRoutesIsAskedFor(t *testing.T) {
	s, id := atSea(t)
	who, ply := s.turn(id), s.game(id).Ply
	contains(t, s.handle(s.slash(who, "draw", "card=slot")).Content, "Which one: Slot 1: ", "; Slot ")
	contains(t, s.handle(s.slash(who, "claim", "route=Honolulu")).Content, "Several routes fit: ", " Honolulu", "; ")
	contains(t, s.handle(s.slash(who, "draw", "card=zebra")).Content, s.say("problem.no-such-card"))
	if got := s.game(id).Ply; got != ply {
		t.Errorf("got ply %d, want %d", got, ply)
	}
	s.nothingBroke()
}

func TestACardThatDoesNotLieOpenIsAnsweredWithWhatDoes(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who := s.turn(id)
	v := s.table(id).View(engine.Public)
	open := map[engine.Card]bool{}
	for _, c := range v.Market {
		open[c] = true
	}
	var hidden engine.Card
	for open[hidden] {
		hidden++
	}
	contains(t, s.handle(s.slash(who, "draw", "card="+v.Lexicon().Faces[hidden].Name)).Content, "No such card is face up now. You can take: ")
}

func TestTheHintForCardsIsInTheReadersWords(t *testing.T) {
	s := newStage(t)
	ix := s.slash(s.turn(s.playing("Ola", "Bo")), "claim", "route=begijnhof--dam", "cards=zebra")
	ix.Locale = "pl"
	contains(t, s.handle(ix).Content, "`2 × różowy + joker`")
}
