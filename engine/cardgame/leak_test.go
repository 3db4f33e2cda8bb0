package cardgame

import (
	"math/rand/v2"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
)

// A seat may not know its own track either (K3).
func TestC15ViewsOfScrambledGamesAreAlike(t *testing.T) {
	t.Parallel()
	viewsAreAlike(t, nil)
}

// TestK3ViewsOfScrambledGamesAreAlikeWithOpenTracks does so where a seat sees its own track, and
// nobody else's.
func TestK3ViewsOfScrambledGamesAreAlikeWithOpenTracks(t *testing.T) {
	t.Parallel()
	viewsAreAlike(t, map[string]string{openTrack: on})
}

func viewsAreAlike(t *testing.T, options map[string]string) {
	t.Helper()
	tracks := 0
	l := leaks(options)
	l.Games, l.Every = 6, 2
	l.Scramble = func(g engine.Game, viewer, spared engine.Seat, rng *rand.Rand) []engine.TicketID {
		before := g.Clone().(*Game)
		became := scramble(g, viewer, spared, rng)
		if !slices.EqualFunc(before.seats[:], g.(*Game).seats[:], func(a, b seat) bool {
			return a.track == b.track
		}) {
			tracks++
		}
		return became
	}
	l.CheckViews(t)
	if tracks < enginetest.Size(167, 500) {
		t.Errorf("only %d scrambled games have other tracks: the test proves little", tracks)
	}
}

func TestC15EventsOfScrambledGamesAreAlike(t *testing.T) {
	t.Parallel()
	l := leaks(nil)
	l.Games = 30
	l.CheckEvents(t, engine.Keep, engine.Tickets, engine.Draw, engine.Lay)
}

func leaks(options map[string]string) enginetest.Leaks {
	return enginetest.Leaks{
		Deal:     func(t *testing.T, i int) engine.Game { return dealtGame(t, i, 2+i%3, options) },
		Scramble: scramble,
	}
}

// scramble redeals what the viewer does not know between hands, tracks, deck, tickets and offers.
// The tracks are scrambled too: anybody who remembers what went into the railyards knows them, but
// no view may tell.
func scramble(game engine.Game, viewer, spared engine.Seat, rng *rand.Rand) []engine.TicketID {
	g := game.(*Game)
	var piles []*engine.Cards
	var places []*engine.Card
	lists := []*[]engine.TicketID{}
	for i := range g.n {
		p, s := &g.seats[i], engine.Seat(i+1)
		if s != viewer && s != spared {
			piles = append(piles, &p.hand)
		}
		if s != viewer || !g.open {
			piles = append(piles, &p.track)
		}
		if p.chosen != nil && s != viewer && spared == engine.Public {
			p.chosen = enginetest.ChooseAnew(rng, p.offer, 1)
		}
		lists = append(lists, &p.kept, (*[]engine.TicketID)(&p.offer), &p.chosen)
	}
	down := g.deck.FaceDown()
	for i := range down {
		places = append(places, &down[i])
	}
	enginetest.Redeal(rng, func(engine.Card) int { return 0 }, piles, places)

	pile := []engine.TicketID(g.tickets.Draw(g.tickets.Size()))
	became := enginetest.RenameTickets(rng, len(g.edition.tickets), knownTickets(g, viewer),
		append(lists, &pile))
	for _, t := range pile {
		g.tickets.PutUnder(t)
	}
	return became
}

// knownTickets are those that a viewer may know: its own, those set aside, and all kept ones when
// the game is over (C10).
func knownTickets(g *Game, viewer engine.Seat) []engine.TicketID {
	var known []engine.TicketID
	for i := range g.n {
		s := &g.seats[i]
		known = append(known, s.tickets(true)...)
		if engine.Seat(i+1) == viewer || g.Over() {
			known = append(append(known, s.kept...), s.offer...)
		}
	}
	return known
}

func TestWhatAMoveDisclosesIsSaidByItsEvents(t *testing.T) {
	t.Parallel()
	l := leaks(nil)
	l.Games = 10
	if harmless := l.CheckDisclosures(t); harmless < enginetest.Size(34, 100) {
		t.Errorf("only %d moves could be taken back", harmless)
	}
}
