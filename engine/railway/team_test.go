package railway

import (
	"testing"

	"konduktor/engine"
)

// pairsMap has a tunnel, a ferry and three lanes of one connection, and tickets for four seats.
const pairsMap = `
title = "pairs"
name = "Pairs"
version = 1
aspect = 1.5
colors = ["red", "blue"]
cities = [
  { id = "a", name = "A", x = 0.1, y = 0.5 },
  { id = "b", name = "B", x = 0.4, y = 0.1 },
  { id = "c", name = "C", x = 0.9, y = 0.3 },
  { id = "d", name = "D", x = 0.8, y = 0.8 },
  { id = "e", name = "E", x = 0.3, y = 0.9 },
  { id = "f", name = "F", x = 0.1, y = 0.8 },
]
routes = [
  { a = "a", b = "b", length = 1, color = "red", kind = "tunnel", reveals = 2 },
  { a = "b", b = "c", length = 1, color = "gray", group = "bc" },
  { a = "b", b = "c", length = 1, color = "blue", group = "bc" },
  { a = "b", b = "c", length = 1, color = "red", group = "bc" },
  { a = "c", b = "d", length = 2, color = "blue", kind = "tunnel", reveals = 3 },
  { a = "d", b = "e", length = 3, color = "gray", kind = "ferry", symbols = 1 },
  { a = "a", b = "e", length = 2, color = "gray", kind = "tunnel", reveals = 4 },
  { a = "e", b = "f", length = 1, color = "gray" },
]
tickets = [
  { cities = ["a", "b"], points = 1 }, { cities = ["a", "c"], points = 3 },
  { cities = ["a", "d"], points = 4 }, { cities = ["a", "e"], points = 1 },
  { cities = ["b", "c"], points = 1 }, { cities = ["b", "d"], points = 4 },
  { cities = ["b", "e"], points = 2 }, { cities = ["c", "d"], points = 2 },
  { cities = ["c", "e"], points = 5 }, { cities = ["d", "e"], points = 3 },
  { cities = ["a", "f"], points = 2 }, { cities = ["b", "f"], points = 3 },
  { cities = ["c", "f"], points = 4 }, { cities = ["d", "f"], points = 4 },
  { cities = ["e", "f"], points = 1 },
]
`

// pairsRules are like those of a title in teams of two, with few cards.
func pairsRules() *Rules {
	r := toyRules()
	r.ID, r.Seats, r.TeamSize = "pairs", []int{4}, 2
	r.Uses = engine.UsesTeams | engine.UsesLongest
	r.Decks[0].Cards, r.Fleet = engine.Cards{11, 11, 7}, OneKind("carts", 9)
	r.Offer = Offer{First: 3, KeepFirst: 2, Later: 3, Keep: 1}
	r.Unused = BySeats{4: 1}
	return r
}

func pairsGame(t *testing.T, series uint64) *Game {
	t.Helper()
	return dealt(t, titleOn(t, pairsRules(), pairsMap), series, 4)
}

// begun is a game in play, in which every seat kept all its tickets and shared the first.
func begun(t *testing.T) *Game {
	t.Helper()
	g := pairsGame(t, 1)
	keepAll(t, g)
	keepAll(t, g) // the same for what they share
	return g
}

// onTop lays the cards named on the deck.
func onTop(t *testing.T, g *Game, cards ...engine.Card) {
	t.Helper()
	copy(g.decks[0].FaceDown(), cards)
}

// knows lists what each of the four seats, and everybody, learns of a card by the events of a kind.
func knows(events []engine.Event, kind engine.EventKind) (cards [5]engine.Card) {
	for _, e := range events {
		if e.Kind == kind {
			for viewer := range cards {
				cards[viewer] = e.For(engine.Seat(viewer)).Card
			}
		}
	}
	return cards
}

func apply(t *testing.T, g *Game, s engine.Seat, m engine.Move) []engine.Event {
	t.Helper()
	events, err := g.Apply(s, m)
	if err != nil {
		t.Fatalf("%+v: %v", m, err)
	}
	return append([]engine.Event(nil), events...)
}

const hidden = engine.NoCard

func TestS3BlindFirstCardIsSecretUntilItLiesOnTheRack(t *testing.T) {
	g := begun(t)
	onTop(t, g, blue, red)
	drew := apply(t, g, 1, engine.Move{Verb: engine.Draw})
	if got, want := knows(drew, engine.EventDrewBlind),
		[5]engine.Card{hidden, blue, hidden, hidden, hidden}; got != want {
		t.Errorf("drawn: viewers 0 to 4 learn %v, want %v", got, want)
	}
	placed := apply(t, g, 1, engine.Move{Verb: engine.Place, Where: engine.ToRack})
	if got, want := knows(placed, engine.EventPlaced),
		[5]engine.Card{hidden, blue, blue, hidden, hidden}; got != want {
		t.Errorf("put on the rack: viewers 0 to 4 learn %v, want %v", got, want)
	}
	second := apply(t, g, 1, engine.Move{Verb: engine.Draw})
	if got, want := knows(second, engine.EventDrewBlind),
		[5]engine.Card{hidden, red, hidden, hidden, hidden}; got != want {
		t.Errorf("second, to the hand: viewers 0 to 4 learn %v, want %v", got, want)
	}
}

func TestS3ABlindSecondCardOnTheRackIsKnownToThePartnerOnly(t *testing.T) {
	g := begun(t)
	onTop(t, g, blue, red)
	apply(t, g, 1, engine.Move{Verb: engine.Draw})
	placed := apply(t, g, 1, engine.Move{Verb: engine.Place, Where: engine.ToHand})
	if got, want := knows(placed, engine.EventPlaced),
		[5]engine.Card{hidden, blue, hidden, hidden, hidden}; got != want {
		t.Errorf("taken to the hand: viewers 0 to 4 learn %v, want %v", got, want)
	}
	second := apply(t, g, 1, engine.Move{Verb: engine.Draw})
	if got, want := knows(second, engine.EventDrewBlind),
		[5]engine.Card{hidden, red, red, hidden, hidden}; got != want {
		t.Errorf("second, to the rack: viewers 0 to 4 learn %v, want %v", got, want)
	}
}

func TestS6SharedTicketsAreKnownToThePartnerOnly(t *testing.T) {
	g := begun(t)
	ticket := g.seats[2].tickets[0]
	g.Turn = 3
	for _, e := range apply(t, g, 3, engine.Move{
		Verb:    engine.Share,
		Tickets: []engine.TicketID{ticket},
	}) {
		if e.Kind != engine.EventShared {
			t.Fatalf("event of kind %d, want only the sharing", e.Kind)
		}
		var got [5]int
		for viewer := range got {
			got[viewer] = len(e.For(engine.Seat(viewer)).Tickets)
		}
		if want := [5]int{0, 0, 0, 1, 1}; got != want {
			t.Errorf("viewers 0 to 4 learn of %v tickets, want %v", got, want)
		}
	}
}

func TestS5PartnerDoesNotLearnWhichTicketsWereKept(t *testing.T) {
	g := begun(t)
	apply(t, g, 1, engine.Move{Verb: engine.Tickets})
	kept := apply(t, g, 1, g.AppendLegal(nil, 1)[0])
	if len(kept) != 1 || kept[0].Kind != engine.EventKept || len(kept[0].Tickets) != 3 {
		t.Fatalf("events %+v, want three tickets kept", kept)
	}
	for _, viewer := range []engine.Seat{engine.Public, 2, 3, 4} {
		if e := kept[0].For(viewer); e.Tickets != nil || e.N != 3 {
			t.Errorf("viewer %d learns of %v, %d kept, want their number only", viewer, e.Tickets, e.N)
		}
	}
}

func TestN6ATunnelTakesThePaymentOutOfEveryHandAndPile(t *testing.T) {
	g := begun(t)
	g.seats[0].hand, g.teams[0].rack = engine.Cards{red: 1, blue: 1}, engine.Cards{red: 1}
	onTop(t, g, red, blue)
	thrown := g.decks[0].Discarded()
	play(t, g, "1 claim a--b /red")
	if g.Owes != engine.OwesPay || g.tunnel.asks != 1 {
		t.Fatalf("owes %q, %d asked for, want one card", g.Owes, g.tunnel.asks)
	}
	if got := g.funds(1); *got != (engine.Cards{red: 1, blue: 1}) || g.decks[0].Discarded() != thrown {
		t.Errorf("hand and rack hold %v, %d cards were discarded", got[:3], g.decks[0].Discarded()-thrown)
	}
	play(t, g, "1 withdraw")
	if g.seats[0].hand != (engine.Cards{red: 1, blue: 1}) ||
		g.teams[0].rack != (engine.Cards{red: 1}) {
		t.Errorf("after the withdrawal: hand %v, rack %v, want them as before", g.seats[0].hand[:3],
			g.teams[0].rack[:3])
	}
	if g.decks[0].Discarded() != thrown+2 || g.Turn != 2 {
		t.Errorf("%d cards discarded, seat %d to move; want the two turned up, seat 2",
			g.decks[0].Discarded()-thrown, g.Turn)
	}
}

func TestS9TheLastRoundCountsTheTrainsOfATeamTogether(t *testing.T) {
	for _, c := range []struct {
		first, second int
		want          bool
	}{{1, 1, false}, {0, 2, false}, {0, 1, true}, {0, 0, true}} {
		g := begun(t) // toy rules: one piece or fewer
		g.seats[2].pieces[0], g.seats[3].pieces[0] = c.first, c.second
		if got := g.lastRoundDue(); got != c.want {
			t.Errorf("partners with %d and %d pieces: due is %v, want %v", c.first, c.second, got, c.want)
		}
	}
}

func TestC12ASeatThatCanShareATicketDoesNotPass(t *testing.T) {
	g := begun(t)
	g.decks[0].Renew(&engine.Cards{})
	g.tickets.Draw(g.tickets.Size())
	for i := range g.market {
		g.market[i] = engine.NoCard
	}
	for i := range g.seats {
		g.seats[i].hand, g.teams[i].rack = engine.Cards{}, engine.Cards{}
	}
	if _, err := g.Apply(1, engine.Move{Verb: engine.Pass}); err == nil {
		t.Error("a seat passed that has tickets to share")
	}
	for _, m := range g.AppendLegal(nil, 1) {
		if m.Verb != engine.Share {
			t.Errorf("%v is legal, want only shares", m.Verb)
		}
	}
	g.seats[0].tickets = nil
	apply(t, g, 1, engine.Move{Verb: engine.Pass})
	if g.Turn != 2 {
		t.Errorf("seat %d to move after the pass, want 2", g.Turn)
	}
}

// While others still choose, a seat sees its choice as if it had taken effect (C2), so also what it
// will share.
func TestS2ATicketThatIsSharedAtSetupLiesOnTheRackForItsOwnSeatOnly(t *testing.T) {
	g := pairsGame(t, 1)
	keep := g.AppendLegal(nil, 1)[0]
	apply(t, g, 1, keep)
	apply(t, g, 1, engine.Move{Verb: engine.Share, Tickets: keep.Tickets[:1]})
	for viewer, want := range map[engine.Seat]int{1: 1, 2: 0, 3: 0, engine.Public: 0} {
		v := g.View(viewer)
		if got := v.Seats[0].OnRack(); len(got) != want {
			t.Errorf("viewer %d sees the tickets %v on the rack of seat 1, want %d", viewer, got, want)
		}
		if got := v.Seats[1].OnRack(); len(got) != 0 {
			t.Errorf("viewer %d sees the tickets %v on the rack of its partner, who has not chosen", viewer,
				got)
		}
	}
}
