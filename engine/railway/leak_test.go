package railway

import (
	"math/rand/v2"
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
)

// The toy games run out of cards, tickets and pieces, which those of the titles seldom do
// (title_leak_test.go).

func toyLeaks() enginetest.Leaks {
	return enginetest.Leaks{Deal: func(t *testing.T, i int) engine.Game {
		return toyGame(t, uint64(i), 3)
	}, Scramble: Scramble}
}

// pairsLeaks have partners, racks and tunnels.
func pairsLeaks() enginetest.Leaks {
	return enginetest.Leaks{Deal: func(t *testing.T, i int) engine.Game {
		return pairsGame(t, uint64(i))
	}, Scramble: Scramble}
}

// seasLeaks have two decks, pieces that are chosen in secret, and ports.
func seasLeaks() enginetest.Leaks {
	return enginetest.Leaks{Deal: func(t *testing.T, i int) engine.Game {
		return seasGame(t, uint64(i), 3)
	}, Scramble: Scramble}
}

func TestC15ViewsOfScrambledGamesAreAlike(t *testing.T) {
	t.Parallel()
	l := toyLeaks()
	l.Games, l.Plies = 15, 100
	l.CheckViews(t)
}

func TestS12ViewsOfScrambledTeamGamesAreAlike(t *testing.T) {
	t.Parallel()
	l := pairsLeaks()
	l.Games, l.Plies = 15, 100
	met := l.CheckViews(t)
	if min(met[engine.OwesPay], met[engine.OwesPlace], met[engine.OwesShare]) < enginetest.Size(7,
		20) {
		t.Errorf("tunnels, blind cards and shares were hardly met: %v", met)
	}
}

func TestW2ViewsOfScrambledGamesWithShipsAreAlike(t *testing.T) {
	t.Parallel()
	l := seasLeaks()
	l.Games, l.Plies = 15, 100
	if met := l.CheckViews(t); met[engine.OwesPieces] < enginetest.Size(7, 20) {
		t.Errorf("choices of pieces were hardly met: %v", met)
	}
}

func TestC15EventsOfScrambledGamesAreAlike(t *testing.T) {
	t.Parallel()
	l := pairsLeaks()
	l.Games, l.Plies = 60, 80
	l.CheckEvents(t, engine.Keep, engine.Share, engine.Tickets, engine.Draw, engine.Place,
		engine.Withdraw)
}

func TestW2EventsOfScrambledGamesWithShipsAreAlike(t *testing.T) {
	t.Parallel()
	l := seasLeaks()
	l.Games, l.Plies = 60, 80
	l.CheckEvents(t, engine.Keep, engine.Pieces, engine.Tickets, engine.Draw, engine.Exchange)
}

// Scramble redeals what the viewer does not know: other hands, other teams' racks and a card not
// yet placed with the deck from which they came; other tickets with the pile; and other choices of
// pieces. What lies on the viewer's team's rack stays.
func Scramble(game engine.Game, viewer, spared engine.Seat, rng *rand.Rand) []engine.TicketID {
	g := game.(*Game)
	var places []*engine.Card
	for d := range g.decks {
		down := g.decks[d].FaceDown()
		for i := range down {
			places = append(places, &down[i])
		}
	}
	if g.drawn != engine.NoCard && g.Turn != viewer {
		places = append(places, &g.drawn)
	}
	deckOf := func(c engine.Card) int { return int(g.title.deckOf[c]) }
	enginetest.Redeal(rng, deckOf, secretPiles(g, viewer, spared), places)
	scrambleFleets(g, viewer, rng)

	pile := []engine.TicketID(g.tickets.Draw(g.tickets.Size()))
	lists := []*[]engine.TicketID{&pile}
	for i := range g.N {
		s := &g.seats[i]
		if s.chosen != nil && s.pledged == nil && engine.Seat(i+1) != viewer && spared == engine.Public {
			s.chosen = enginetest.ChooseAnew(rng, s.offer, g.title.rules.Offer.KeepFirst)
		}
		lists = append(lists, &s.tickets, &s.kept, &s.fresh, &s.pledged, (*[]engine.TicketID)(&s.offer),
			&s.chosen, &g.teams[i].tickets)
	}
	became := enginetest.RenameTickets(rng, len(g.title.board.Tickets), knownTickets(g, viewer), lists)
	for _, t := range pile {
		g.tickets.PutUnder(t)
	}
	return became
}

// scrambleFleets lets others choose other pieces, while that is secret (W2).
func scrambleFleets(g *Game, viewer engine.Seat, rng *rand.Rand) {
	if g.title.rules.Fleet.Choose == 0 || g.Phase != engine.InSetup {
		return
	}
	choices := g.appendPieces(nil)
	for i := range g.N {
		if s := &g.seats[i]; s.fitted && engine.Seat(i+1) != viewer {
			m := choices[rng.IntN(len(choices))]
			s.pieces = [maxKinds]int{int(m.N), int(m.M)}
			for k := range s.box {
				s.box[k] = g.title.rules.Fleet.Kinds[k].Number - s.pieces[k]
			}
		}
	}
}

// secretPiles are the hands and racks that a viewer may not see, all but the hand of the spared
// seat.
func secretPiles(g *Game, viewer, spared engine.Seat) []*engine.Cards {
	var piles []*engine.Cards
	for i := range g.N {
		if s := engine.Seat(i + 1); s != viewer && s != spared {
			piles = append(piles, &g.seats[i].hand)
		}
	}
	for first := 0; first < g.N && g.teamed(); first += g.teamSize() {
		if s := engine.Seat(first + 1); !mates(g, s, viewer) {
			piles = append(piles, &g.team(s).rack)
		}
	}
	return piles
}

// mates reports whether a viewer is of the seat's team.
func mates(g *Game, s, viewer engine.Seat) bool {
	return viewer != engine.Public && g.teamOf(s) == g.teamOf(viewer)
}

// knownTickets are those that a viewer may know: its own, those on its team's rack, and all kept
// ones when the game is over (C10).
func knownTickets(g *Game, viewer engine.Seat) []engine.TicketID {
	var known []engine.TicketID
	for i := range g.N {
		s := engine.Seat(i + 1)
		if s == viewer || g.Over() {
			known = append(append(known, g.seat(s).kept...), g.seat(s).offer...)
		}
		if g.teamed() && mates(g, s, viewer) {
			known = append(known, g.team(s).tickets...)
		}
	}
	return known
}
