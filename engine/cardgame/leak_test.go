package cardgame

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
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

// TestK8ViewsOfScrambledGamesAreAlikeWhileTicketsAreDeclared does so where each seat sees its own
// track at the end of a pass, and what it has declared.
func TestK8ViewsOfScrambledGamesAreAlikeWhileTicketsAreDeclared(t *testing.T) {
	t.Parallel()
	l := leaks(engine.UsualOptions(Title))
	l.Games = 30
	deal := l.Deal
	l.Deal = func(t *testing.T, i int) engine.Game {
		g, rng := deal(t, i), rand.New(rand.NewPCG(8, uint64(i)))
		for g.View(engine.Public).Phase != engine.InDeclare && !g.Over() {
			enginetest.PlayRandomly(t, g, rng)
		}
		return g
	}
	l.Plies = 12
	if met := l.CheckViews(t); met[engine.OwesDeclare] < enginetest.Size(10, 30) {
		t.Errorf("hardly anybody declared: %v", met)
	}
}

// TestK8DeclarationIsShownToItsSeatOnly declares two different sets in the same position.
func TestK8DeclarationIsShownToItsSeatOnly(t *testing.T) {
	t.Parallel()
	rng, compared := rand.New(rand.NewPCG(8, 8)), 0
	for i := range enginetest.Size(20, 60) {
		g := dealtGame(t, i, 2+i%3, engine.UsualOptions(Title))
		for !g.Over() {
			s := g.ToMove()[0]
			v := g.View(s)
			var sets [][]engine.TicketID
			for set := range v.Declarations() {
				if sets = append(sets, set); len(sets) == 2 {
					break
				}
			}
			if len(g.ToMove()) < 2 || len(sets) < 2 {
				enginetest.PlayRandomly(t, g, rng)
				continue
			}
			compared++
			var told, shown [2][]any
			for k, set := range sets {
				c := g.Clone()
				events, err := c.Apply(s, engine.Move{Verb: engine.Declare, Tickets: set})
				if err != nil {
					t.Fatal(err)
				}
				for viewer := engine.Public; int(viewer) <= len(v.Seats); viewer++ {
					if viewer == s {
						continue
					}
					for _, e := range events {
						told[k] = append(told[k], e.For(viewer))
					}
					w := c.View(viewer)
					text, err := notation.MarshalView(&w)
					if err != nil {
						t.Fatal(err)
					}
					shown[k] = append(shown[k], string(text), slices.Collect(w.Declarations()))
				}
			}
			if !reflect.DeepEqual(told[0], told[1]) || !reflect.DeepEqual(shown[0], shown[1]) {
				t.Fatalf("game %d, seat %d declares:\n%s%s", i, s, cmp.Diff(told[0], told[1]),
					cmp.Diff(shown[0], shown[1]))
			}
			enginetest.PlayRandomly(t, g, rng)
		}
	}
	if compared < enginetest.Size(20, 60) {
		t.Errorf("only %d declarations were compared", compared)
	}
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
	l := leaks(engine.UsualOptions(Title))
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
// The tracks are scrambled too: a view tells what its viewer heard of the own track, and does not
// look at the pile.
func scramble(game engine.Game, viewer, spared engine.Seat, rng *rand.Rand) []engine.TicketID {
	g := game.(*Game)
	var piles []*engine.Cards
	var places []*engine.Card
	lists := []*[]engine.TicketID{}
	for i := range g.N {
		p, s := &g.seats[i], engine.Seat(i+1)
		if s != viewer && s != spared {
			piles = append(piles, &p.hand)
		}
		// a seat that declares sees its own track, and must be able to pay for its tickets (K8)
		sees := g.open || g.Phase == engine.InDeclare
		if (s != viewer || !sees) && (s != spared || g.Phase != engine.InDeclare) {
			piles = append(piles, &p.track)
		}
		if p.chosen != nil && s != viewer && spared == engine.Public {
			p.chosen = enginetest.ChooseAnew(rng, p.offer, 1)
		}
		lists = append(lists, &p.kept, (*[]engine.TicketID)(&p.offer), &p.chosen, &p.declared)
	}
	down := g.deck.FaceDown()
	for i := range down {
		places = append(places, &down[i])
	}
	enginetest.Redeal(rng, func(engine.Card) int { return 0 }, piles, places)

	pile := []engine.TicketID(g.tickets.Draw(g.tickets.Size()))
	known := knownTickets(g, viewer)
	if g.Phase == engine.InDeclare && spared != engine.Public {
		known = append(known, g.seat(spared).kept...)
	}
	became := enginetest.RenameTickets(rng, len(g.edition.tickets), known, append(lists, &pile))
	for _, t := range pile {
		g.tickets.PutUnder(t)
	}
	return became
}

// knownTickets are those that a viewer may know: its own, those set aside, and all kept ones when
// the game is over (C10).
func knownTickets(g *Game, viewer engine.Seat) []engine.TicketID {
	var known []engine.TicketID
	for i := range g.N {
		s := &g.seats[i]
		known = append(known, s.tickets(true)...)
		if engine.Seat(i+1) == viewer || g.Over() {
			known = append(append(known, s.kept...), s.offer...)
		}
	}
	return known
}

func TestEventsOfAMoveSayWhatItDiscloses(t *testing.T) {
	t.Parallel()
	l := leaks(engine.UsualOptions(Title))
	l.Games = 10
	if harmless := l.CheckDisclosures(t); harmless < enginetest.Size(34, 100) {
		t.Errorf("only %d moves could be taken back", harmless)
	}
}
