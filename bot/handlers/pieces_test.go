package handlers_test

import (
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/engine/match"
)

// atSea starts a game of World in which both seats have chosen 20 trains and 40 ships.
func atSea(t *testing.T) (*bottest.Stage, match.GameID) {
	t.Helper()
	s := bottest.New(t)
	id := s.RunningOf("world", "Ola", "Bo")
	for range 2 {
		s.Move(id, bottest.KeepFirst(3))
		s.Move(id, bottest.InNotation("pieces 20 40"))
		s.Flush()
	}
	return s, id
}

func TestTableLearnsWhoChosePiecesButNotWhich(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.RunningOf("world", "Ola", "Bo")
	g := s.Game(id)
	told := func() string {
		sent := s.API.Sent(g.Thread)
		return sent[len(sent)-1].Content
	}
	bottest.Contains(t, told(), "choose your first tickets, then your trains and ships")
	s.Notated(id, "keep "+ticketsToKeep(s, id))
	if text := told(); strings.Contains(text, "has chosen") {
		t.Errorf("before the pieces are chosen the table is told %q", text)
	}
	who := g.Seats[0].Name
	bottest.Contains(t, s.Handle(s.Slash(who, "pieces", "trains=many")).Content,
		s.Say("problem.no-such-pieces"))
	bottest.Contains(t, s.Handle(s.Slash(who, "pieces", "trains=26")).Content, "Take 60 pieces in all")
	bottest.Contains(t, sure(s, who, "pieces", "trains=13").Content, "You take 13 trains and 47 ships")
	s.Flush()
	bottest.Contains(t, told(),
		who+" has chosen tickets and pieces. Still choosing: "+g.Seats[1].Name+".")
}

// ticketsToKeep are the first seat's offered tickets.
func ticketsToKeep(s *bottest.Stage, id match.GameID) string {
	v := s.Table(id).View(1)
	var ids []string
	for _, t := range v.Own().Offer.IDs {
		ids = append(ids, v.Lexicon().Tickets[t])
	}
	return strings.Join(ids, " ")
}

func TestDrawAsksWhichDeckRefillsTheSlot(t *testing.T) {
	t.Parallel()
	s, id := atSea(t)
	who, ply := s.Turn(id), s.Game(id).Ply
	asked := s.Handle(s.Slash(who, "draw", "card=1"))
	bottest.Contains(t, asked.Content, "You take from slot 1: ", "From which deck is the gap filled?")
	if got := s.Game(id).Ply; got != ply || !asked.Ephemeral {
		t.Fatalf("got ply %d before the deck is named, want %d; hidden: %t", got, ply, asked.Ephemeral)
	}
	bottest.Contains(t, s.Handle(s.Slash(who, "draw", "card=1", "refill=carts")).Content,
		s.Say("problem.no-such-deck"))
	s.Press(who, asked, customid.Do, "draw:1:ships")
	if got := s.Game(id).Ply; got != ply+1 {
		t.Errorf("got ply %d after the draw, want %d", got, ply+1)
	}
	bottest.Contains(t, s.Handle(s.Slash(who, "draw", "card=9")).Content,
		"The market only has slots 1 to 6")
	bottest.Contains(t, s.Handle(s.Slash(who, "draw", "card=deck")).Content,
		"Choose a deck: trains or ships.")
	s.Handle(s.Slash(who, "draw", "card=ships"))
	if got := s.Game(id).Ply; got != ply+2 {
		t.Errorf("got ply %d after a card of the ship deck, want %d", got, ply+2)
	}
}

func TestAnExchangeCountsOnceItIsConfirmed(t *testing.T) {
	t.Parallel()
	s, id := atSea(t)
	who, ply := s.Turn(id), s.Game(id).Ply
	bottest.Contains(t, s.Handle(s.Slash(who, "exchange", "pieces=x")).Content,
		"Write how many of which pieces")
	bottest.Contains(t, s.Handle(s.Slash(who, "exchange", "pieces=6 ships")).Content,
		"your box has only 5")
	shown := s.Handle(s.Slash(who, "exchange"))
	bottest.Contains(t, shown.Content, "your box has 5 trains and 10 ships")
	asked := s.Press(who, shown, customid.Ask, "exchange:trains:4")
	bottest.Contains(t, asked.Content, "Exchange **4 trains for 4 ships**?", "It costs 4 points")
	if got := s.Game(id).Ply; got != ply {
		t.Fatalf("got ply %d before the exchange is confirmed, want %d", got, ply)
	}
	bottest.Contains(t, s.Press(who, asked, customid.Do, "exchange:trains:4").Content,
		"You exchange 4 trains for 4 ships (−4 points).")
	if got := s.Game(id).Ply; got != ply+1 {
		t.Errorf("got ply %d after the exchange, want %d", got, ply+1)
	}
	s.NothingBroke()
}

func TestAPortThatCannotBeBuiltIsRefusedWithAReason(t *testing.T) {
	t.Parallel()
	s, id := atSea(t)
	who := s.Turn(id)
	bottest.Contains(t, s.Handle(s.Slash(who, "port", "city=Moscow")).Content, "Moskva has no harbour")
	bottest.Contains(t, s.Handle(s.Slash(who, "port", "city=lima")).Content,
		"You have no route to Lima yet")
	bottest.Contains(t, s.Handle(s.Slash(who, "port", "city=nowhere")).Content,
		s.Say("problem.no-such-city"))
	bottest.Contains(t, s.Handle(s.Slash(who, "port", "city=lima", "cards=3carts")).Content,
		s.Say("problem.no-such-cards", "Example", "2 purple trains + wild"))
	s.NothingBroke()
}

func TestOtherTitlesHaveNeitherPortsNorExchanges(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who := s.Turn(id)
	for _, ix := range [][]string{
		{"exchange"},
		{"exchange", "pieces=3 ships"},
		{"port", "city=dam"},
		{"pieces", "trains=20"},
	} {
		bottest.Contains(t, s.Handle(s.Slash(who, ix[0], ix[1:]...)).Content,
			"There is no such move in this game.")
	}
	s.NothingBroke()
}
