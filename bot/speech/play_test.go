package speech

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/ai"
	"github.com/konduktor-bot/konduktor/engine/titles"
)

const gameID = "abcdefghijkl" // the longest that there are

// hostile are names that people may give themselves.
var hostile = []string{
	"@everyone <@&1> **x** `y` [z](https://e.xample)", strings.Repeat("W", 32), "\u202Eevil\u202C {{.Names}}", "😀😀😀😀 _ _ ||x||",
	"# x\n> @here", strings.Repeat("\u0336ł", 16),
}

// playThrough plays a random game and calls look before the first and after every move.
func playThrough(t *testing.T, title engine.Title, seats int, seed uint64, look func(g engine.Game, mover engine.Seat, events []engine.Event)) {
	t.Helper()
	setup, rng := ai.Simulated(seed, 0, seats)
	setup.Names = hostile[:seats]
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

// everyGame runs a test for every title and number of seats in Polish, whose texts are the longer ones, and with the fewest
// seats in English too; under the race detector only the first of these of each title.
func everyGame(t *testing.T, run func(t *testing.T, s *Speaker, title engine.Title, seats int)) {
	for _, title := range titles.All() {
		for i, seats := range title.SeatCounts()[:min(tables, len(title.SeatCounts()))] {
			for _, lang := range []string{"pl", "en"}[:min(tables, max(1, 2-i))] {
				t.Run(fmt.Sprintf("%s with %d seats in %s", title.ID(), seats, lang), func(t *testing.T) {
					run(t, New(texts(t, lang), titles.Map(title.ID())), title, seats)
				})
			}
		}
	}
}

func TestEveryMessageOfARandomGameKeepsDiscordsLimits(t *testing.T) {
	everyGame(t, func(t *testing.T, s *Speaker, title engine.Title, seats int) {
		var history [engine.MaxSeats + 1][]engine.Event
		playThrough(t, title, seats, 7, func(g engine.Game, _ engine.Seat, events []engine.Event) {
			for seat := engine.Public; int(seat) <= seats; seat++ {
				for _, e := range events {
					history[seat] = append(history[seat], e.For(seat))
				}
				v := g.View(seat)
				inTurn := v.Owes != engine.OwesTurn && v.Moves(seat)
				if !inTurn && !g.Over() && (int(g.Ply())+int(seat))%5 > 0 {
					continue // turns are much alike; what is within one is looked at each time
				}
				messages := turnMessages(s, &v, history[seat])
				if (int(g.Ply())+int(seat))%50 == 0 || g.Over() { // they change little and take long
					messages = append(messages, otherMessages(s, &v, history[seat])...)
				}
				for _, m := range messages {
					if f := append(faults(m), injected(m)...); len(f) > 0 {
						t.Fatalf("ply %d, seat %d: %v in %+v", g.Ply(), seat, f, m)
					}
				}
				for _, typed := range []string{"", []string{"a", "1", "wild"}[g.Ply()%3]} {
					for _, c := range everySuggestion(s, &v, typed) {
						if f := choiceFaults(c); len(f) > 0 {
							t.Fatalf("ply %d, seat %d: %v", g.Ply(), seat, f)
						}
					}
				}
			}
		})
	})
}

// injected lists what of the hostile names has kept its power.
func injected(m discord.Message) []string {
	var list []string
	for _, power := range []string{"@everyone", "<@&1>", "**x**", "`y`", "](h", "||x||", "\u202E", "<no value>", "{{"} {
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
		s.Panel(Panel{Game: gameID, View: v, Since: told, News: told[:min(len(told), 4)], Where: "<#1234567890123456789>"}),
		{Content: s.Waits(v)},
	}
	list = append(list, layMessages(s, v)...)
	for _, m := range v.Legal() {
		list = append(list, fleetMessages(s, v, m)...)
		switch m.Verb {
		case engine.Claim:
			list = append(list, s.ConfirmClaim(gameID, v, m.Route, engine.Payment{}))
		case engine.Tickets:
			list = append(list, s.ConfirmTickets(gameID, v))
		case engine.Pay:
			list = append(list, s.ConfirmToll(gameID, v, engine.Payment{}))
		case engine.Share:
			if len(m.Tickets) < 2 || m.Tickets[0] == v.Own().Tickets.IDs[0] {
				list = append(list, s.ConfirmShare(gameID, v, m.Tickets))
			}
		}
	}
	return list
}

// otherMessages builds all other messages that there are about a view.
func otherMessages(s *Speaker, v *engine.View, events []engine.Event) []discord.Message {
	list := []discord.Message{
		s.Log(gameID, v, events, 0), s.Log(gameID, v, events, 1), s.Log(gameID, v, events, maxPage),
		{Content: s.Standing(gameID, v)},
		{Content: s.Rules(v.Title)},
	}
	for page := range 4 {
		list = append(list, s.BoardText(gameID, v, page))
	}
	for c := range v.Lexicon().Cities {
		list = append(list, discord.Message{Content: s.CityText(v, engine.CityID(c))})
	}
	if v.Phase == engine.IsOver {
		list = append(list, discord.Message{Content: s.Result(v, strings.Repeat("f", 64))})
	}
	return list
}

func everySuggestion(s *Speaker, v *engine.View, typed string) [][]discord.Choice {
	list := [][]discord.Choice{
		s.SuggestDraws(v, typed), s.SuggestRoutes(v, typed), s.SuggestKeep(v, nil, typed), s.SuggestCities(typed),
		s.SuggestTolls(v, typed), s.SuggestPlaces(v, typed), s.SuggestShare(v, nil, typed), s.SuggestLays(v, typed),
	}
	for i, m := range v.Legal() {
		if m.Verb == engine.Claim && i%4 == 0 { // one takes as long as another
			list = append(list, s.SuggestPayments(v, v.Lexicon().Routes[m.Route], typed))
		}
	}
	return append(list, fleetSuggestions(s, v, typed)...)
}

// panels are all pages of a panel.
func panels(s *Speaker, v *engine.View) []discord.Message {
	var list []discord.Message
	for page := 0; ; page++ {
		list = append(list, s.Panel(Panel{Game: gameID, View: v, Page: page}))
		if !hasButton(list[page], press(PressPage, gameID, v.Ply, "{page}", strconv.Itoa(page+1))) {
			return list
		}
	}
}

// menuValues collects the values of the menus with a custom id.
func menuValues(panels []discord.Message, id string) []string {
	var values []string
	for _, panel := range panels {
		for _, row := range panel.Rows {
			if row.Select != nil && row.Select.CustomID == id {
				for _, o := range row.Select.Options {
					values = append(values, o.Value)
				}
			}
		}
	}
	return values
}

func hasButton(m discord.Message, id string) bool {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.CustomID == id {
				return true
			}
		}
	}
	return false
}

// reached lists in the notation all moves that can be reached from a panel by clicks, paid ones once. "keep" and "share"
// stand for any choice of their menus.
func reached(s *Speaker, v *engine.View) []string {
	var list []string
	at := func(pattern string, more ...string) string { return press(pattern, gameID, v.Ply, more...) }
	all := panels(s, v)
	panel := all[0]
	for _, value := range menuValues(all[:1], at(PressDraw)) {
		list = append(list, drawsBehind(s, v, value)...)
	}
	for _, value := range menuValues(all, at(PressRoute)) {
		r, _ := v.Lexicon().Route(value)
		m := s.ConfirmClaim(gameID, v, r, engine.Payment{})
		paid := engine.Move{Verb: engine.Claim, Route: r, Payment: proposal(v, engine.Move{Verb: engine.Claim, Route: r})}
		if hasButton(m, at(PressClaim, "{route}", printRoute(r), "{cards}", PrintPress(paid.Payment))) {
			list = append(list, v.Lexicon().PrintMove(paid))
		}
	}
	list = append(list, reachedFleet(s, v, panel)...)
	list = append(list, reachedLays(s, v, panel)...)
	pay := engine.Move{Verb: engine.Pay, Payment: proposal(v, engine.Move{Verb: engine.Pay})}
	if hasButton(panel, at(PressTickets)) && hasButton(s.ConfirmTickets(gameID, v), at(PressTicketsSure)) {
		list = append(list, "tickets")
	}
	for id, move := range map[string]string{
		at(PressPass): "pass", at(PressWithdraw): "withdraw",
		at(PressPlace, "{where}", "hand"): "place hand", at(PressPlace, "{where}", "rack"): "place rack",
		at(PressPay, "{cards}", PrintPress(pay.Payment)): v.Lexicon().PrintMove(pay),
	} {
		if hasButton(panel, id) {
			list = append(list, move)
		}
	}
	for id, verb := range map[string]string{at(PressKeep): "keep", at(PressShare): "share"} {
		if values := menuValues(all[:1], id); len(values) > 0 {
			list = append(list, verb+" of "+strings.Join(values, " "))
		}
	}
	slices.Sort(list)
	return list
}

// legal lists in the notation all that the viewer can do, as reached does.
func legal(v *engine.View) []string {
	var list []string
	keeps := false
	for _, m := range v.Legal() {
		switch {
		case m.Verb == engine.Keep:
			keeps = true
		case m.Verb == engine.Share: // below
		case idle(v, m):
		case m.Verb.Paid():
			m.Payment = proposal(v, m)
			list = append(list, v.Lexicon().PrintMove(m))
		default:
			list = append(list, v.Lexicon().PrintMove(m))
		}
	}
	if keeps {
		list = append(list, "keep of "+ticketIDs(v, v.Own().Offer.IDs))
	}
	if shared, _ := shareable(v); len(shared) > 0 {
		list = append(list, "share of "+ticketIDs(v, shared[:min(len(shared), maxOptions)]))
	}
	slices.Sort(list)
	return list
}

func ticketIDs(v *engine.View, list []engine.TicketID) string {
	var ids []string
	for _, t := range list {
		ids = append(ids, v.Lexicon().Tickets[t])
	}
	return strings.Join(ids, " ")
}

func TestThePanelReachesExactlyTheLegalMoves(t *testing.T) {
	everyGame(t, func(t *testing.T, s *Speaker, title engine.Title, seats int) {
		playThrough(t, title, seats, 11, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
			for seat := engine.Seat(1); int(seat) <= seats; seat++ {
				v := g.View(seat)
				if !v.Moves(seat) && g.Ply()%10 > 0 {
					continue
				}
				if diff := cmp.Diff(legal(&v), reached(s, &v)); diff != "" {
					t.Fatalf("ply %d, seat %d: legal (-) and in the panel (+):\n%s", g.Ply(), seat, diff)
				}
			}
		})
	})
}

func TestTheMenuOfTicketsTakesExactlyTheLegalChoices(t *testing.T) {
	everyGame(t, func(t *testing.T, s *Speaker, title engine.Title, seats int) {
		playThrough(t, title, seats, 13, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
			for _, seat := range g.ToMove() {
				v := g.View(seat)
				for _, row := range s.Panel(Panel{Game: gameID, View: &v}).Rows {
					if row.Select == nil || row.Select.CustomID != press(PressKeep, gameID, v.Ply) {
						continue
					}
					for n := range len(row.Select.Options) + 1 {
						_, err := g.Clone().Apply(seat, engine.Move{Verb: engine.Keep, Tickets: v.Own().Offer.IDs[:n]})
						if got, want := n >= row.Select.Min && n <= row.Select.Max, err == nil; got != want {
							t.Fatalf("ply %d: keeping %d can be picked: %t, is legal: %t", g.Ply(), n, got, want)
						}
					}
				}
			}
		})
	})
}

func TestEverySuggestionIsAcceptedByTheRules(t *testing.T) {
	everyGame(t, func(t *testing.T, s *Speaker, title engine.Title, seats int) {
		playThrough(t, title, seats, 17, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
			for seat := engine.Seat(1); int(seat) <= seats; seat++ {
				v := g.View(seat)
				for _, m := range suggested(t, s, &v) {
					if _, err := g.Clone().Apply(seat, m); err != nil {
						t.Fatalf("ply %d, seat %d: %s is suggested: %v", g.Ply(), seat, v.Lexicon().PrintMove(m), err)
					}
				}
			}
		})
	})
}

// suggested reads all suggestions as the handlers do.
func suggested(t *testing.T, s *Speaker, v *engine.View) []engine.Move {
	t.Helper()
	var moves []engine.Move
	for _, c := range s.SuggestDraws(v, "") {
		m, ok := s.FindDraw(v, c.Value)
		if !ok {
			t.Fatalf("draw %q cannot be read", c.Value)
		}
		moves = append(moves, filled(t, s, v, m, c.Value)...)
	}
	for _, c := range s.SuggestRoutes(v, "") {
		r, ok := s.FindRoute(v, c.Value)
		if !ok {
			t.Fatalf("route %q cannot be read", c.Value)
		}
		for _, c := range s.SuggestPayments(v, c.Value, "") {
			p, ok := s.FindPayment(v, engine.Move{Verb: engine.Claim, Route: r}, c.Value)
			if !ok {
				t.Fatalf("payment %q cannot be read", c.Value)
			}
			moves = append(moves, engine.Move{Verb: engine.Claim, Route: r, Payment: p})
		}
	}
	for _, c := range s.SuggestTolls(v, "") {
		p, ok := s.FindPayment(v, engine.Move{Verb: engine.Pay}, c.Value)
		if !ok {
			t.Fatalf("payment %q cannot be read", c.Value)
		}
		moves = append(moves, engine.Move{Verb: engine.Pay, Payment: p})
	}
	for _, c := range s.SuggestPlaces(v, "") {
		where, ok := s.FindWhere(v, c.Value)
		if shown, too := s.FindWhere(v, c.Name); !ok || !too || shown != where {
			t.Fatalf("place %q cannot be read", c)
		}
		moves = append(moves, engine.Move{Verb: engine.Place, Where: where})
	}
	for _, c := range s.SuggestShare(v, nil, "") {
		ticket, _ := v.Lexicon().Ticket(c.Value)
		moves = append(moves, engine.Move{Verb: engine.Share, Tickets: []engine.TicketID{ticket}})
	}
	moves = append(moves, suggestedFleet(t, s, v)...)
	moves = append(moves, suggestedLays(t, s, v)...)
	if len(s.SuggestKeep(v, nil, "")) > 0 {
		moves = append(moves, engine.Move{Verb: engine.Keep, Tickets: v.Own().Offer.IDs})
	}
	return moves
}

func TestWhoIsNotToMoveGetsNoMenus(t *testing.T) {
	everyGame(t, func(t *testing.T, s *Speaker, title engine.Title, seats int) {
		playThrough(t, title, seats, 19, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
			for seat := engine.Seat(1); int(seat) <= seats; seat++ {
				v := g.View(seat)
				rows := len(s.Panel(Panel{Game: gameID, View: &v}).Rows)
				if got, want := rows > 0, v.Moves(seat); got != want {
					t.Fatalf("ply %d, seat %d: menus %t, to move %t", g.Ply(), seat, got, want)
				}
			}
		})
	})
}

func TestEveryRefusalIsASentence(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	everyGame(t, func(t *testing.T, s *Speaker, title engine.Title, seats int) {
		seen := map[engine.Code]bool{}
		playThrough(t, title, seats, 23, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
			for range 20 {
				seat := engine.Seat(1 + rng.IntN(seats))
				v := g.View(seat)
				_, err := g.Clone().Apply(seat, anyMove(rng, &v))
				refusal, ok := err.(*engine.Refusal) //nolint:errorlint // Apply returns it as it is
				if !ok {
					continue
				}
				seen[refusal.Code] = true
				text := s.Refusal(&v, refusal)
				if strings.Contains(text, "no value") || strings.Contains(text, "{{") || strings.Contains(text, "refusal.") ||
					strings.Contains(text, "instead.") || !between(text, 10, 600) {
					t.Fatalf("%v: %q", refusal, text)
				}
			}
		})
		if len(seen) < 12 {
			t.Errorf("only the refusals %v were met", seen)
		}
	})
}

// anyMove makes up a move, legal or not.
func anyMove(rng *rand.Rand, v *engine.View) engine.Move {
	lexicon := v.Lexicon()
	m := engine.Move{Verb: []engine.Verb{
		engine.Keep, engine.Draw, engine.Claim, engine.Tickets, engine.Pass, engine.Port, engine.Place, engine.Pay, engine.Withdraw, engine.Share,
		engine.Pieces, engine.Exchange, engine.Lay,
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
		m.Route = engine.RouteID(rng.IntN(max(1, len(lexicon.Routes)))) // a title without a board has none
		if m.Verb == engine.Port {
			m.Route, m.City = 0, engine.CityID(rng.IntN(len(lexicon.Cities)))
		}
		for range rng.IntN(4) {
			m.Payment.Hand[rng.IntN(len(lexicon.Faces))]++
		}
	}
	return m
}
