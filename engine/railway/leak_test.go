package railway

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
)

// TestC15ViewsOfScrambledGamesAreAlike deals all that a viewer may not know anew, between hands, deck, tickets and offers,
// and wants the viewer's view to stay the same, byte for byte.
func TestC15ViewsOfScrambledGamesAreAlike(t *testing.T) {
	viewsAreAlike(t, func(series uint64) *Game { return toyGame(t, series, 3) })
}

// TestS12ViewsOfScrambledTeamGamesAreAlike does so with partners: what lies on the racks stays, all else of the partner is
// dealt anew. There are tunnels in it, too.
func TestS12ViewsOfScrambledTeamGamesAreAlike(t *testing.T) {
	met := viewsAreAlike(t, func(series uint64) *Game { return pairsGame(t, series) })
	if min(met[engine.OwesPay], met[engine.OwesPlace], met[engine.OwesShare]) < 20 {
		t.Fatalf("tunnels, blind cards and shares were hardly met: %v", met)
	}
}

// viewsAreAlike returns how often the seat to move owed what.
func viewsAreAlike(t *testing.T, deal func(series uint64) *Game) map[engine.Owes]int {
	t.Helper()
	rng := rand.New(rand.NewPCG(15, 0))
	changed := 0
	met := map[engine.Owes]int{}
	for game := range 15 {
		g := deal(uint64(game))
		for ply := 0; !g.Over() && ply < 100; ply++ {
			playRandomly(t, g, rng)
			met[g.owes]++
			for viewer := engine.Seat(0); int(viewer) <= g.n; viewer++ {
				other := g.Clone().(*Game)
				scramble(other, viewer, rng)
				if diff := cmp.Diff(shown(t, g, viewer), shown(t, other, viewer)); diff != "" {
					t.Fatalf("game %d, ply %d, viewer %d (-game +scrambled):\n%s", game, ply, viewer, diff)
				}
				if open(t, g) != open(t, other) {
					changed++
				}
			}
		}
	}
	if changed < 1000 {
		t.Fatalf("only %d scrambled games differ from the original: the test proves nothing", changed)
	}
	return met
}

// shown is everything that a view lets out: its JSON, its fields, its legal moves and their payments.
func shown(t *testing.T, g *Game, viewer engine.Seat) string {
	t.Helper()
	v := g.View(viewer)
	text, err := json.Marshal(&v)
	if err != nil {
		t.Fatal(err)
	}
	var payments []engine.Payment
	for _, m := range v.Legal() {
		for p := range v.Payments(m) {
			payments = append(payments, p)
		}
	}
	fields, err := json.Marshal(struct {
		Seats    []engine.SeatView
		Decks    []engine.PileView
		Tunnel   *engine.TunnelView
		Closed   []engine.RouteID
		Legal    []engine.Move
		Payments []engine.Payment
	}{v.Seats, v.Decks, v.Tunnel, v.Closed, v.Legal(), payments})
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + string(fields)
}

func open(t *testing.T, g *Game) string {
	t.Helper()
	v := g.Unveiled()
	text, err := json.Marshal(&v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// scramble deals what the viewer does not know anew: other hands, other teams' racks and a card not yet placed with the
// deck; other tickets with the pile. It returns what became of each ticket.
func scramble(g *Game, viewer engine.Seat, rng *rand.Rand) [maxTickets]engine.TicketID {
	piles := secretPiles(g, viewer)
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
	for i := g.decks[0].top; i < g.decks[0].end; i++ {
		cards = append(cards, &g.decks[0].cards[i])
	}
	if g.drawn != engine.NoCard && g.turn != viewer {
		cards = append(cards, &g.drawn)
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

// secretPiles are the hands and racks that a viewer may not see.
func secretPiles(g *Game, viewer engine.Seat) []*engine.Cards {
	var piles []*engine.Cards
	for i := range g.n {
		if engine.Seat(i+1) != viewer {
			piles = append(piles, &g.seats[i].hand)
		}
	}
	for first := 0; first < g.n && g.teamed(); first += g.teamSize() {
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

// scrambleTickets exchanges all tickets that the viewer does not know with each other, wherever they lie.
func scrambleTickets(g *Game, viewer engine.Seat, rng *rand.Rand) [maxTickets]engine.TicketID {
	known := knownTickets(g, viewer)
	var became [maxTickets]engine.TicketID
	var secret []engine.TicketID
	for t := range became {
		became[t] = engine.TicketID(t)
		if t < len(g.title.board.Tickets) && !slices.Contains(known, became[t]) {
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
		for _, list := range []*[]engine.TicketID{&s.tickets, &s.kept, &s.fresh, &s.pledged, &s.offer, &s.chosen} {
			exchange(list)
		}
		exchange(&g.teams[i].tickets)
	}
	for i := range g.tickets.n {
		at := (g.tickets.first + i) % maxTickets
		g.tickets.ring[at] = became[g.tickets.ring[at]]
	}
	return became
}

// knownTickets are those that a viewer may know: its own, those on its team's rack, and all kept ones when the game is
// over (C10).
func knownTickets(g *Game, viewer engine.Seat) []engine.TicketID {
	var known []engine.TicketID
	for i := range g.n {
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

// TestC15EventsOfScrambledGamesAreAlike makes the same move in a scrambled game and wants a viewer to be told the same.
// Only moves that turn nothing up are compared, and none whose maker is the viewer; what a partner puts on the common rack
// the viewer may know.
func TestC15EventsOfScrambledGamesAreAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	compared := map[engine.Verb]int{}
	for game := range 60 {
		g := pairsGame(t, uint64(game))
		for ply := 0; !g.Over() && ply < 80; ply++ {
			before := g.Clone().(*Game)
			seat, m, events := playAndTell(t, g, rng)
			if turnsUp(&m) || before.decks[0].size() == 1 || g.Over() {
				continue
			}
			for viewer := engine.Seat(0); int(viewer) <= g.n; viewer++ {
				shared := func(e engine.Event) bool { return onRack(e) && mates(g, e.Seat, viewer) }
				if viewer == seat || slices.ContainsFunc(events, shared) {
					continue
				}
				compared[m.Verb]++
				other := before.Clone().(*Game)
				became := scramble(other, viewer, rng)
				same := m
				same.Tickets = slices.Clone(m.Tickets)
				for i, ticket := range m.Tickets {
					same.Tickets[i] = became[ticket]
				}
				if diff := cmp.Diff(told(t, events, viewer), told(t, apply(t, other, seat, same), viewer)); diff != "" {
					t.Fatalf("game %d, ply %d, viewer %d, seat %d moves %+v (-game +scrambled):\n%s", game, ply, viewer, seat, m, diff)
				}
			}
		}
	}
	for _, v := range []engine.Verb{engine.Keep, engine.Share, engine.Tickets, engine.Draw, engine.Place, engine.Withdraw} {
		if compared[v] < 100 {
			t.Errorf("only %d moves of %q were compared", compared[v], v)
		}
	}
}

// turnsUp reports whether a move can turn up cards, which differ in a scrambled game.
func turnsUp(m *engine.Move) bool {
	return m.Verb == engine.Claim || m.Verb == engine.Pay || m.Verb == engine.Draw && m.Slot > 0
}

// onRack reports whether an event puts a card or tickets on the rack, so that the partner may know them.
func onRack(e engine.Event) bool { return e.Where == engine.ToRack || e.Kind == engine.EventShared }

func playAndTell(t *testing.T, g *Game, rng *rand.Rand) (engine.Seat, engine.Move, []engine.Event) {
	t.Helper()
	policy, err := ai.New("random", rng)
	if err != nil {
		t.Fatal(err)
	}
	seats := g.ToMove()
	seat := seats[rng.IntN(len(seats))]
	m, _ := policy.Choose(g, seat)
	return seat, m, apply(t, g, seat, m)
}

func told(t *testing.T, events []engine.Event, viewer engine.Seat) string {
	t.Helper()
	var list []engine.Event
	for _, e := range events {
		list = append(list, e.For(viewer))
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
