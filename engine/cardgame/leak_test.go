package cardgame

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
)

// TestC15ViewsOfScrambledGamesAreAlike deals all that a viewer may not know anew, between hands, tracks, deck, tickets and
// offers, and wants the viewer's view to stay the same, byte for byte. A seat may not know its own track either (K3).
func TestC15ViewsOfScrambledGamesAreAlike(t *testing.T) { viewsAreAlike(t, nil) }

// TestK3ViewsOfScrambledGamesAreAlikeWithOpenTracks does so where a seat sees its own track, and nobody else's.
func TestK3ViewsOfScrambledGamesAreAlikeWithOpenTracks(t *testing.T) {
	viewsAreAlike(t, map[string]string{openTrack: on})
}

func viewsAreAlike(t *testing.T, options map[string]string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(15, 0))
	changed, tracks := 0, 0
	for i := range 6 {
		g := dealtGame(t, i, 2+i%3, options)
		for ply := 1; !g.Over(); ply++ {
			playRandomly(t, g, rng)
			if ply%3 > 0 && !g.Over() && g.pass == 1 {
				continue
			}
			unscrambled := printed(t, new(g.Unveiled()))
			for viewer := engine.Seat(0); int(viewer) <= g.n; viewer++ {
				other := g.Clone().(*Game)
				scramble(other, viewer, rng)
				if diff := cmp.Diff(shown(t, g, viewer), shown(t, other, viewer)); diff != "" {
					t.Fatalf("game %d, ply %d, viewer %d (-game +scrambled):\n%s", i, ply, viewer, diff)
				}
				changed += differ(unscrambled, printed(t, new(other.Unveiled())))
				tracks += trackDiffers(g, other)
			}
		}
	}
	if changed < 500 || tracks < 500 {
		t.Fatalf("only %d scrambled games differ from the original: the test proves nothing", min(changed, tracks))
	}
}

func differ(a, b string) int {
	if a == b {
		return 0
	}
	return 1
}

func trackDiffers(a, b *Game) int {
	for i := range a.seats {
		if a.seats[i].track != b.seats[i].track {
			return 1
		}
	}
	return 0
}

// shown is everything that a view lets out: its JSON, its fields, its legal moves.
func shown(t *testing.T, g *Game, viewer engine.Seat) string {
	t.Helper()
	v := g.View(viewer)
	return printed(t, &v) + printed(t, struct {
		Seats []engine.SeatView
		Decks []engine.PileView
		Legal []engine.Move
	}{v.Seats, v.Decks, v.Legal()})
}

// scramble deals what the viewer does not know anew, and returns what became of each ticket. The tracks are scrambled too:
// who remembers what went into the railyards knows them, but no view may tell.
func scramble(g *Game, viewer engine.Seat, rng *rand.Rand) [maxTickets]engine.TicketID {
	var piles []*engine.Cards
	for i := range g.n {
		own := engine.Seat(i+1) == viewer
		if !own {
			piles = append(piles, &g.seats[i].hand)
		}
		if !own || !g.open {
			piles = append(piles, &g.seats[i].track)
		}
	}
	lists := make([][]engine.Card, len(piles))
	var cards []*engine.Card
	for i, pile := range piles {
		for c, n := range pile {
			lists[i] = append(lists[i], slices.Repeat([]engine.Card{engine.Card(c)}, int(n))...)
		}
		for k := range lists[i] {
			cards = append(cards, &lists[i][k])
		}
	}
	for i := g.deck.top; i < g.deck.end; i++ {
		cards = append(cards, &g.deck.cards[i])
	}
	rng.Shuffle(len(cards), func(i, j int) { *cards[i], *cards[j] = *cards[j], *cards[i] })
	for i, pile := range piles {
		*pile = engine.Cards{}
		for _, c := range lists[i] {
			pile[c]++
		}
	}
	return scrambleTickets(g, viewer, rng)
}

// scrambleTickets exchanges all tickets that the viewer does not know with each other, wherever they lie.
func scrambleTickets(g *Game, viewer engine.Seat, rng *rand.Rand) [maxTickets]engine.TicketID {
	known := knownTickets(g, viewer)
	var became [maxTickets]engine.TicketID
	var secret []engine.TicketID
	for t := range became {
		became[t] = engine.TicketID(t)
		if t < len(g.edition.tickets) && !slices.Contains(known, became[t]) {
			secret = append(secret, became[t])
		}
	}
	for i, k := range rng.Perm(len(secret)) {
		became[secret[i]] = secret[k]
	}
	exchange := func(list *[]engine.TicketID) {
		*list = slices.Clone(*list) // a clone shares its lists
		for i, t := range *list {
			(*list)[i] = became[t]
		}
	}
	for i := range g.n {
		s := &g.seats[i]
		for _, list := range []*[]engine.TicketID{&s.kept, &s.offer, &s.chosen} {
			exchange(list)
		}
	}
	for i := range g.tickets.n {
		at := (g.tickets.first + i) % maxTickets
		g.tickets.ring[at] = became[g.tickets.ring[at]]
	}
	return became
}

// knownTickets are those that a viewer may know: its own, those set aside, and all kept ones when the game is over (C10).
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

// TestC15EventsOfScrambledGamesAreAlike makes the same move in a scrambled game and wants a viewer to be told the same.
// Only moves that turn nothing up are compared, and none whose maker is the viewer; the maker's hand stays.
func TestC15EventsOfScrambledGamesAreAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	compared := map[engine.Verb]int{}
	for i := range 30 {
		g := dealtGame(t, i, 2+i%3, nil)
		for !g.Over() {
			before := g.Clone().(*Game)
			seat, m, events := playRandomly(t, g, rng)
			if m.Verb == engine.Draw && m.Slot > 0 || before.deck.size() == 1 || g.pass != before.pass || g.Over() {
				continue
			}
			for viewer := engine.Seat(0); int(viewer) <= g.n; viewer++ {
				if viewer == seat {
					continue
				}
				compared[m.Verb]++
				other := before.Clone().(*Game)
				became := scramble(other, viewer, rng)
				if m.Verb == engine.Lay {
					other.seats[seat-1].hand = before.seats[seat-1].hand
				}
				same := m
				same.Tickets = slices.Clone(m.Tickets)
				for k, ticket := range m.Tickets {
					same.Tickets[k] = became[ticket]
				}
				if diff := cmp.Diff(told(t, events, viewer), told(t, apply(t, other, seat, same), viewer)); diff != "" {
					t.Fatalf("game %d, viewer %d, seat %d moves %+v (-game +scrambled):\n%s", i, viewer, seat, m, diff)
				}
			}
		}
	}
	for _, v := range []engine.Verb{engine.Keep, engine.Tickets, engine.Draw, engine.Lay} {
		if compared[v] < 100 {
			t.Errorf("only %d moves of %q were compared", compared[v], v)
		}
	}
}

func told(t *testing.T, events []engine.Event, viewer engine.Seat) string {
	t.Helper()
	var list []engine.Event
	for _, e := range events {
		list = append(list, e.For(viewer))
	}
	return printed(t, list)
}
