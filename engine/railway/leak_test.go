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
	if min(met[engine.OwesPay], met[engine.OwesPlace], met[engine.OwesShare]) < 20/thrift {
		t.Fatalf("tunnels, blind cards and shares were hardly met: %v", met)
	}
}

// TestW2ViewsOfScrambledGamesWithShipsAreAlike does so with two decks, pieces that are chosen in secret, and ports.
func TestW2ViewsOfScrambledGamesWithShipsAreAlike(t *testing.T) {
	met := viewsAreAlike(t, func(series uint64) *Game { return seasGame(t, series, 3) })
	if met[engine.OwesPieces] < 20/thrift {
		t.Fatalf("choices of pieces were hardly met: %v", met)
	}
}

// viewsAreAlike returns how often the seat to move owed what.
func viewsAreAlike(t *testing.T, deal func(series uint64) *Game) map[engine.Owes]int {
	t.Helper()
	rng := rand.New(rand.NewPCG(15, 0))
	changed := 0
	met := map[engine.Owes]int{}
	for game := range 15 / thrift {
		g := deal(uint64(game))
		for ply := 0; !g.Over() && ply < 100; ply++ {
			playRandomly(t, g, rng)
			met[g.owes]++
			for _, s := range g.ToMove() {
				if g.phase == engine.InSetup {
					met[g.owedBy(s)]++
				}
			}
			unscrambled := open(t, g)
			for viewer := engine.Seat(0); int(viewer) <= g.n; viewer++ {
				other := g.Clone().(*Game)
				scramble(other, viewer, rng)
				if diff := cmp.Diff(shown(t, g, viewer), shown(t, other, viewer)); diff != "" {
					t.Fatalf("game %d, ply %d, viewer %d (-game +scrambled):\n%s", game, ply, viewer, diff)
				}
				if unscrambled != open(t, other) {
					changed++
				}
			}
		}
	}
	if changed < 1000/thrift {
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
	legal := v.Legal()
	for _, m := range legal {
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
	}{v.Seats, v.Decks, v.Tunnel, v.Closed, legal, payments})
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
// deck from which they came; other tickets with the pile; and other choices of pieces. It returns what became of each
// ticket.
func scramble(g *Game, viewer engine.Seat, rng *rand.Rand) [maxTickets]engine.TicketID {
	piles := secretPiles(g, viewer)
	lists := make([][]engine.Card, len(piles))
	var cards [maxDecks][]*engine.Card
	note := func(c *engine.Card) {
		deck := g.title.deckOf[*c]
		cards[deck] = append(cards[deck], c)
	}
	for i, pile := range piles {
		for c, n := range pile {
			lists[i] = append(lists[i], slices.Repeat([]engine.Card{engine.Card(c)}, int(n))...)
		}
		for k := range lists[i] {
			note(&lists[i][k])
		}
	}
	for d := range g.decks {
		for i := g.decks[d].top; i < g.decks[d].end; i++ {
			note(&g.decks[d].cards[i])
		}
	}
	if g.drawn != engine.NoCard && g.turn != viewer {
		note(&g.drawn)
	}
	for _, of := range cards {
		rng.Shuffle(len(of), func(i, j int) { *of[i], *of[j] = *of[j], *of[i] })
	}
	for i, pile := range piles {
		*pile = engine.Cards{}
		for _, c := range lists[i] {
			pile[c]++
		}
	}
	scrambleFleets(g, viewer, rng)
	return scrambleTickets(g, viewer, rng)
}

// scrambleFleets lets others choose other pieces, while that is secret (W2).
func scrambleFleets(g *Game, viewer engine.Seat, rng *rand.Rand) {
	if g.title.rules.Fleet.Choose == 0 || g.phase != engine.InSetup {
		return
	}
	choices := g.appendPieces(nil)
	for i := range g.n {
		if s := &g.seats[i]; s.fitted && engine.Seat(i+1) != viewer {
			m := choices[rng.IntN(len(choices))]
			s.pieces = [maxKinds]int{int(m.N), int(m.M)}
			for k := range s.box {
				s.box[k] = g.title.rules.Fleet.Kinds[k].Number - s.pieces[k]
			}
		}
	}
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
func TestC15EventsOfScrambledGamesAreAlike(t *testing.T) {
	eventsAreAlike(t, func(series uint64) *Game { return pairsGame(t, series) },
		engine.Keep, engine.Share, engine.Tickets, engine.Draw, engine.Place, engine.Withdraw)
}

// TestW2EventsOfScrambledGamesWithShipsAreAlike does so with pieces that are chosen in secret, and two decks.
func TestW2EventsOfScrambledGamesWithShipsAreAlike(t *testing.T) {
	eventsAreAlike(t, func(series uint64) *Game { return seasGame(t, series, 3) },
		engine.Keep, engine.Pieces, engine.Tickets, engine.Draw, engine.Exchange)
}

// eventsAreAlike compares only moves that turn nothing up, and none whose maker is the viewer; what a partner puts on the
// common rack the viewer may know. Each of the verbs must have been met.
func eventsAreAlike(t *testing.T, deal func(series uint64) *Game, verbs ...engine.Verb) {
	t.Helper()
	rng := rand.New(rand.NewPCG(15, 1))
	compared := map[engine.Verb]int{}
	for game := range 60 / thrift {
		g := deal(uint64(game))
		for ply := 0; !g.Over() && ply < 80; ply++ {
			before := g.Clone().(*Game)
			seat, m, events := playAndTell(t, g, rng)
			if turnsUp(&m) || before.decks[0].size() == 1 || before.decks[1].size() == 1 || g.Over() || g.phase != before.phase {
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
	for _, v := range verbs {
		if compared[v] < 100/thrift {
			t.Errorf("only %d moves of %q were compared", compared[v], v)
		}
	}
}

// turnsUp reports whether a move can turn up cards, which differ in a scrambled game.
func turnsUp(m *engine.Move) bool {
	return m.Verb == engine.Claim || m.Verb == engine.Pay || m.Verb == engine.Port || m.Verb == engine.Draw && m.Slot > 0
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
