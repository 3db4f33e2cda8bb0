package bot

import (
	"strings"
	"testing"

	"konduktor/bot/press"
	"konduktor/engine/match"
)

// atSea starts a game of World in which both seats have chosen 20 trains and 40 ships.
func atSea(t *testing.T) (*stage, match.GameID) {
	t.Helper()
	s := newStage(t)
	id := s.runningOf("world", "Ola", "Bo")
	for range 2 {
		s.move(id, keepFirst(3))
		s.move(id, inNotation("pieces 20 40"))
		s.flush()
	}
	return s, id
}

func TestTheTableIsToldWhoHasChosenPiecesButNotWhich(t *testing.T) {
	s := newStage(t)
	id := s.runningOf("world", "Ola", "Bo")
	g := s.game(id)
	told := func() string {
		sent := s.api.Sent(g.Thread)
		return sent[len(sent)-1].Content
	}
	contains(t, told(), "choose your first tickets, then your trains and ships")
	s.notated(id, "keep "+ticketsToKeep(s, id))
	if text := told(); strings.Contains(text, "has chosen") {
		t.Errorf("before the pieces are chosen the table is told %q", text)
	}
	who := g.Seats[0].Name
	contains(t, s.handle(s.slash(who, "pieces", "trains=many")).Content, s.say("problem.no-such-pieces"))
	contains(t, s.handle(s.slash(who, "pieces", "trains=26")).Content, "Take 60 pieces in all")
	contains(t, s.sure(who, "pieces", "trains=13").Content, "You take 13 trains and 47 ships")
	s.flush()
	contains(t, told(), who+" has chosen tickets and pieces; 1 player still chooses.")
}

// ticketsToKeep are the first seat's offered tickets.
func ticketsToKeep(s *stage, id match.GameID) string {
	v := s.table(id).View(1)
	var ids []string
	for _, t := range v.Own().Offer.IDs {
		ids = append(ids, v.Lexicon().Tickets[t])
	}
	return strings.Join(ids, " ")
}

func TestADrawAsksFromWhichDeckTheGapIsFilled(t *testing.T) {
	s, id := atSea(t)
	who, ply := s.turn(id), s.game(id).Ply
	asked := s.handle(s.slash(who, "draw", "card=1"))
	contains(t, asked.Content, "You take from slot 1: ", "From which deck is the gap filled?")
	if got := s.game(id).Ply; got != ply || !asked.Ephemeral {
		t.Fatalf("got ply %d before the deck is named, want %d; hidden: %t", got, ply, asked.Ephemeral)
	}
	contains(t, s.handle(s.slash(who, "draw", "card=1", "refill=carts")).Content, s.say("problem.no-such-deck"))
	s.press(who, asked, press.Do, "draw:1:ships")
	if got := s.game(id).Ply; got != ply+1 {
		t.Errorf("got ply %d after the draw, want %d", got, ply+1)
	}
	contains(t, s.handle(s.slash(who, "draw", "card=9")).Content, "The market has the slots 1 to 6 only")
	contains(t, s.handle(s.slash(who, "draw", "card=deck")).Content, "Choose a deck: trains or ships.")
	s.handle(s.slash(who, "draw", "card=ships"))
	if got := s.game(id).Ply; got != ply+2 {
		t.Errorf("got ply %d after a card of the ship deck, want %d", got, ply+2)
	}
}

func TestAnExchangeCountsOnceItIsConfirmed(t *testing.T) {
	s, id := atSea(t)
	who, ply := s.turn(id), s.game(id).Ply
	contains(t, s.handle(s.slash(who, "exchange", "pieces=x")).Content, "Write how many of which pieces")
	contains(t, s.handle(s.slash(who, "exchange", "pieces=6 ships")).Content, "your box has only 5")
	shown := s.handle(s.slash(who, "exchange"))
	contains(t, shown.Content, "in your box are 5 trains and 10 ships")
	asked := s.press(who, shown, press.Ask, "exchange:trains:4")
	contains(t, asked.Content, "Exchange **4 trains for 4 ships**?", "It costs 4 points")
	if got := s.game(id).Ply; got != ply {
		t.Fatalf("got ply %d before the exchange is confirmed, want %d", got, ply)
	}
	contains(t, s.press(who, asked, press.Do, "exchange:trains:4").Content, "You exchange 4 trains for 4 ships (−4 points).")
	if got := s.game(id).Ply; got != ply+1 {
		t.Errorf("got ply %d after the exchange, want %d", got, ply+1)
	}
	s.nothingBroke()
}

func TestAPortThatCannotBeBuiltIsRefusedWithAReason(t *testing.T) {
	s, id := atSea(t)
	who := s.turn(id)
	contains(t, s.handle(s.slash(who, "port", "city=Moscow")).Content, "Moskva has no harbour")
	contains(t, s.handle(s.slash(who, "port", "city=lima")).Content, "You have no route to Lima yet")
	contains(t, s.handle(s.slash(who, "port", "city=nowhere")).Content, s.say("problem.no-such-city"))
	contains(t, s.handle(s.slash(who, "port", "city=lima", "cards=3carts")).Content, s.say("problem.no-such-cards", "Example", "2 purple trains + wild"))
	s.nothingBroke()
}

func TestOtherTitlesHaveNeitherPortsNorExchanges(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who := s.turn(id)
	for _, ix := range [][]string{{"exchange"}, {"exchange", "pieces=3 ships"}, {"port", "city=dam"}, {"pieces", "trains=20"}} {
		contains(t, s.handle(s.slash(who, ix[0], ix[1:]...)).Content, "There is no such move in this game.")
	}
	s.nothingBroke()
}
