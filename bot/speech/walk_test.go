package speech

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/enginetest"
	"konduktor/engine/notation"
	"konduktor/engine/titles"

	"github.com/google/go-cmp/cmp"
)

// hostile are names that people may give themselves.
var hostile = []string{
	"@everyone <@&1> **x** `y` [z](https://e.xample)", strings.Repeat("W", 32),
	"\u202Eevil\u202C {{.Names}}", "😀😀😀😀 _ _ ||x||", "# x\n> @here",
	strings.Repeat("\u0336ł", 16),
}

// playThrough plays a random game and calls look before the first and after every move.
func playThrough(
	t *testing.T, title engine.Title, seats int, seed uint64,
	look func(g engine.Game, mover engine.Seat, events []engine.Event),
) {
	t.Helper()
	playWith(t, title, nil, seats, seed, look)
}

// playWith is playThrough with options of the title.
func playWith(
	t *testing.T, title engine.Title, options map[string]string, seats int, seed uint64,
	look func(g engine.Game, mover engine.Seat, events []engine.Event),
) {
	t.Helper()
	setup, rng := ai.Simulated(seed, 0, seats)
	setup.Names, setup.Options = hostile[:seats], options
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := ai.New("random", rng)
	if err != nil {
		t.Fatal(err)
	}
	look(g, engine.Public, nil)
	for !g.Over() {
		mover := g.ToMove()[rng.IntN(len(g.ToMove()))]
		m, _ := policy.Choose(g, mover)
		events, err := g.Apply(mover, m)
		if err != nil {
			t.Fatalf("ply %d: %v", g.Ply(), err)
		}
		look(g, mover, slices.Clone(events))
	}
}

// position is a position of a random game, with what every seat sees of it.
type position struct {
	*Speaker
	game  engine.Game
	views []engine.View // by seat; the public one first
	told  [][]engine.Event
}

// seats lists the views of those who have a seat.
func (at *position) seats() []engine.View { return at.views[1:] }

// toMove lists the views of the seats to move.
func (at *position) toMove() []*engine.View {
	var list []*engine.View
	for _, seat := range at.game.ToMove() {
		list = append(list, &at.views[seat])
	}
	return list
}

// every reports whether a seat is looked at in a position where one in n is enough.
func (at *position) every(n int, v *engine.View) bool { return (int(v.Ply)+int(v.Viewer))%n == 0 }

// sampled picks the seats whose menus are searched: all that are within a turn or at setup, some of
// those that wait, and in a quick test one in six that begin a turn.
func (at *position) sampled(v *engine.View) bool {
	switch {
	case !v.Moves(v.Viewer):
		return v.Ply%10 == 0
	case v.Phase == engine.InPlay && v.Owes == engine.OwesTurn:
		return v.Ply%engine.Ply(enginetest.Size(6, 1)) == 0
	}
	return true
}

// check looks at a position. Whatever it counts it judges in the last one.
type check func(t *testing.T, at *position)

// walk plays a random game once and has every position checked.
func walk(t *testing.T, s *Speaker, title engine.Title, seats int, seed uint64, checks ...check) {
	t.Helper()
	told := make([][]engine.Event, seats+1)
	playThrough(t, title, seats, seed, func(g engine.Game, _ engine.Seat, events []engine.Event) {
		at := &position{Speaker: s, game: g, views: make([]engine.View, seats+1), told: told}
		for seat := range at.views {
			at.views[seat] = g.View(engine.Seat(seat))
			for _, e := range events {
				told[seat] = append(told[seat], e.For(engine.Seat(seat)))
			}
		}
		for _, check := range checks {
			check(t, at)
		}
	})
}

// TestRandomGames walks through a random game of every title in Polish, whose texts are longer. The
// full test plays one for each number of seats, and for the fewest seats one in English too.
func TestRandomGames(t *testing.T) {
	for _, title := range titles.All() {
		counts := title.SeatCounts()
		for i, seats := range counts[:enginetest.Size(1, len(counts))] {
			for _, lang := range []string{"pl", "en"}[:enginetest.Size(1, max(1, 2-i))] {
				t.Run(fmt.Sprintf("%s with %d seats in %s", title.ID(), seats, lang), func(t *testing.T) {
					t.Parallel()
					walk(t, withSignsIn(t, lang, title.ID()), title, seats, 7,
						messagesKeepDiscordsLimits, panelReachesExactlyTheLegalMoves,
						menuOfTicketsTakesExactlyTheLegalChoices, suggestionsAreAcceptedByTheRules,
						onlySeatsToMoveGetMenus, refusalsAreSentences(), paymentsAreReachedByTheirMenus,
						pickedPaymentIsTheOneThatIsMade, messagesAboutPlansKeepDiscordsLimits())
				})
			}
		}
	}
}

func messagesKeepDiscordsLimits(t *testing.T, at *position) {
	for seat := range at.views {
		v := &at.views[seat]
		inTurn := v.Owes != engine.OwesTurn && v.Moves(v.Viewer)
		if !inTurn && !at.game.Over() && !at.every(enginetest.Size(20, 5), v) {
			continue // turns are much alike; decisions within a turn are checked each time
		}
		messages := turnMessages(at.Speaker, v, at.told[seat])
		if at.every(enginetest.Size(200, 50), v) || at.game.Over() { // they change little and take long
			messages = append(messages, otherMessages(at.Speaker, v, at.told[seat])...)
		}
		for _, m := range messages {
			if f := append(faults(m), injected(m)...); len(f) > 0 {
				t.Fatalf("ply %d, seat %d: %v in %+v", v.Ply, seat, f, m)
			}
		}
		for _, typed := range []string{"", []string{"a", "1", "wild"}[v.Ply%3]} {
			for _, c := range everySuggestion(at.Speaker, v, typed) {
				if f := choiceFaults(c); len(f) > 0 {
					t.Fatalf("ply %d, seat %d: %v", v.Ply, seat, f)
				}
			}
		}
	}
}

func panelReachesExactlyTheLegalMoves(t *testing.T, at *position) {
	for _, v := range at.seats() {
		if !at.sampled(&v) {
			continue
		}
		if diff := cmp.Diff(legal(at.Speaker, &v), reached(t, at.Speaker, &v)); diff != "" {
			t.Fatalf("ply %d, seat %d: legal (-) and in the panel (+):\n%s", v.Ply, v.Viewer, diff)
		}
	}
}

func menuOfTicketsTakesExactlyTheLegalChoices(t *testing.T, at *position) {
	for _, v := range at.toMove() {
		offer := v.Own().Offer.IDs
		if len(offer) == 0 {
			continue
		}
		panel := at.Panel(panelOf(v))
		none := hasButton(panel, panelOf(v).id(customid.Ask, engine.Move{Verb: engine.Keep}))
		for _, row := range panel.Rows {
			if row.Select == nil || !strings.HasPrefix(row.Select.Options[0].Value, "keep:") {
				continue
			}
			for n := range len(row.Select.Options) + 1 {
				_, err := at.game.Clone().Apply(v.Viewer, engine.Move{Verb: engine.Keep, Tickets: offer[:n]})
				picked := n >= row.Select.Min && n <= row.Select.Max || n == 0 && none
				if picked != (err == nil) {
					t.Fatalf("ply %d: keeping %d can be picked: %t, is refused: %v", v.Ply, n, picked, err)
				}
			}
		}
	}
}

func suggestionsAreAcceptedByTheRules(t *testing.T, at *position) {
	for _, v := range at.seats() {
		if !at.sampled(&v) {
			continue
		}
		for _, m := range suggested(t, at.Speaker, &v) {
			if _, err := at.game.Clone().Apply(v.Viewer, m); err != nil {
				t.Fatalf("ply %d, seat %d: %s is suggested: %v",
					v.Ply, v.Viewer, notation.PrintMove(v.Lexicon(), m), err)
			}
		}
	}
}

func onlySeatsToMoveGetMenus(t *testing.T, at *position) {
	for _, v := range at.seats() {
		if v.Owes == engine.OwesTurn && !at.every(5, &v) {
			continue // turns are much alike; decisions within a turn are checked each time
		}
		rows := len(at.Panel(Panel{Place: Place{Game: gameID}, View: &v}).Rows)
		if got, want := rows > 0, v.Moves(v.Viewer); got != want {
			t.Fatalf("ply %d, seat %d: menus %t, to move %t", v.Ply, v.Viewer, got, want)
		}
	}
}

func refusalsAreSentences() check {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[engine.Code]bool{}
	return func(t *testing.T, at *position) {
		for range 20 {
			v := &at.seats()[rng.IntN(len(at.seats()))]
			_, err := at.game.Clone().Apply(v.Viewer, anyMove(rng, v))
			refusal, ok := err.(*engine.Refusal) //nolint:errorlint // Apply returns it as it is
			if !ok {
				continue
			}
			seen[refusal.Code] = true
			text := at.Refusal(v, refusal)
			for _, unfinished := range []string{"no value", "{{", "refusal.", "instead."} {
				if strings.Contains(text, unfinished) || !between(text, 10, 600) {
					t.Fatalf("%v: %q", refusal, text)
				}
			}
		}
		if at.game.Over() && len(seen) < 12 {
			t.Errorf("only the refusals %v were met", seen)
		}
	}
}

// injected lists what of the hostile names has kept its power.
func injected(m discord.Message) []string {
	var list []string
	for _, power := range []string{
		"@everyone", "<@&1>", "**x**", "`y`", "](h", "||x||", "\u202E", "<no value>", "{{",
	} {
		if strings.Contains(m.Content, power) {
			list = append(list, power)
		}
	}
	return list
}

// turnMessages builds the messages with which a turn is played.
func turnMessages(s *Speaker, v *engine.View, events []engine.Event) []discord.Message {
	told := s.Narrate(v, events[max(0, len(events)-60):])
	list := []discord.Message{
		s.Panel(Panel{
			Place: Place{Game: gameID, At: longest}, View: v, Since: told,
			News: told[:min(len(told), 4)], Where: "<#1234567890123456789>",
		}),
		{Content: s.Waits(v)},
	}
	for i, m := range v.Legal() {
		if m.Verb == engine.Lay && i%4 > 0 ||
			m.Verb == engine.Share && len(m.Tickets) > 1 && m.Tickets[0] != v.Own().Tickets.IDs[0] {
			continue // one is like another
		}
		asked := []engine.Move{m}
		singles := m.Verb == engine.Lay && rowColor(v, &m.Payment.Hand) == engine.NoCard
		if m.Verb == engine.Draw || m.Verb == engine.Exchange || singles { // also the unfinished move
			asked = append(asked, engine.Move{Verb: m.Verb, Slot: m.Slot})
		}
		for _, m := range asked {
			if Asks(v, m) {
				list = append(list, s.Question(Panel{Place: Place{Game: gameID, At: longest}, View: v}, m, nil))
			}
		}
	}
	return list
}

// otherMessages builds all other messages about a view.
func otherMessages(s *Speaker, v *engine.View, events []engine.Event) []discord.Message {
	told := Struck(s.Narrate(v, events))
	list := []discord.Message{
		s.Log(gameID, v, told, 0), s.Log(gameID, v, told, 1), s.Log(gameID, v, told, 9999),
		{Content: s.Standing(gameID, v)},
		{Content: s.Rules(v.Title)},
	}
	for page := range 4 {
		for _, which := range customid.BoardTexts {
			list = append(list, s.BoardText(gameID, v, which, page, events))
		}
	}
	for c := range v.Lexicon().Cities {
		list = append(list, discord.Message{Content: s.CityText(v, engine.CityID(c))})
	}
	if v.Phase == engine.IsOver {
		list = append(list, discord.Message{Content: s.Result(v, nil, false)},
			discord.Message{Content: s.Proof(strings.Repeat("f", 64), strings.Repeat("f", 64))})
	}
	return list
}

func everySuggestion(s *Speaker, v *engine.View, typed string) [][]discord.Choice {
	list := [][]discord.Choice{
		s.suggest(v, engine.Move{Verb: engine.Draw}, 0, typed), s.suggest(v,
			engine.Move{Verb: engine.Claim}, 0, typed),
		s.suggest(v, engine.Move{Verb: engine.Keep}, 0, typed), s.SuggestCities(typed), s.suggest(v,
			engine.Move{Verb: engine.Place}, 0, typed),
		s.suggest(v, engine.Move{Verb: engine.Share}, 0, typed), s.suggest(v,
			engine.Move{Verb: engine.Lay}, 0, typed),
	}
	for i, m := range v.Legal() {
		if m.Verb.Paid() && i%4 == 0 { // one takes as long as another
			list = append(list, s.suggest(v, m, len(Options(m.Verb))-1, typed))
		}
	}
	return append(list, fleetSuggestions(s, v, typed)...)
}

// anyMove makes up a move, legal or not.
func anyMove(rng *rand.Rand, v *engine.View) engine.Move {
	lexicon := v.Lexicon()
	m := engine.Move{Verb: []engine.Verb{
		engine.Keep, engine.Draw, engine.Claim, engine.Tickets, engine.Pass, engine.Port, engine.Place,
		engine.Pay, engine.Withdraw, engine.Share, engine.Pieces, engine.Exchange, engine.Lay,
	}[rng.IntN(13)]}
	switch m.Verb {
	case engine.Keep, engine.Share:
		for range rng.IntN(3) {
			m.Tickets = append(m.Tickets, engine.TicketID(rng.IntN(len(lexicon.Tickets))))
		}
	case engine.Draw:
		m.Slot, m.Where, m.Pile = uint8(rng.IntN(8)), engine.Where(rng.IntN(3)), engine.Pile(rng.IntN(3))
	case engine.Pieces:
		m.N, m.M = uint8(rng.IntN(40)), uint8(rng.IntN(40))
	case engine.Exchange:
		m.Pile, m.N = engine.Pile(1+rng.IntN(2)), uint8(rng.IntN(20))
	case engine.Place:
		m.Where = engine.Where(rng.IntN(3))
	case engine.Claim, engine.Pay, engine.Port, engine.Lay:
		m.Route = engine.RouteID(rng.IntN(max(1, len(lexicon.Routes)))) // The Card Game has none
		if m.Verb == engine.Port {
			m.Route, m.City = 0, engine.CityID(rng.IntN(len(lexicon.Cities)))
		}
		for range rng.IntN(4) {
			m.Payment.Hand[rng.IntN(len(lexicon.Faces))]++
		}
	}
	return m
}
