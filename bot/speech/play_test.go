package speech

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

const gameID = "abcdefghijkl" // as long as IDs get

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

// everyGame runs a test for every title and number of seats in Polish, whose texts are longer, and for the fewest seats in
// English too; under the race detector only for the first of these of each title.
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
		s.Panel(Panel{Game: gameID, At: longest, View: v, Since: told, News: told[:min(len(told), 4)], Where: "<#1234567890123456789>"}),
		{Content: s.Waits(v)},
	}
	for i, m := range v.Legal() {
		if m.Verb == engine.Lay && i%4 > 0 || m.Verb == engine.Share && len(m.Tickets) > 1 && m.Tickets[0] != v.Own().Tickets.IDs[0] {
			continue // one is like another
		}
		asked := []engine.Move{m}
		singles := m.Verb == engine.Lay && rowColor(v, &m.Payment.Hand) == engine.NoCard
		if m.Verb == engine.Draw || m.Verb == engine.Exchange || singles { // also what is still to be chosen
			asked = append(asked, engine.Move{Verb: m.Verb, Slot: m.Slot})
		}
		for _, m := range asked {
			if Asks(v, m) {
				list = append(list, s.Question(Panel{Game: gameID, At: longest, View: v}, m, nil))
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
		for _, which := range press.BoardTexts {
			list = append(list, s.BoardText(gameID, v, which, page, events))
		}
	}
	for c := range v.Lexicon().Cities {
		list = append(list, discord.Message{Content: s.CityText(v, engine.CityID(c))})
	}
	if v.Phase == engine.IsOver {
		list = append(list, discord.Message{Content: s.Result(v, strings.Repeat("f", 64), false)})
	}
	return list
}

func everySuggestion(s *Speaker, v *engine.View, typed string) [][]discord.Choice {
	list := [][]discord.Choice{
		s.SuggestMoves(v, engine.Draw, typed), s.SuggestMoves(v, engine.Claim, typed), s.SuggestKeep(v, nil, typed), s.SuggestCities(typed),
		s.SuggestMoves(v, engine.Place, typed), s.SuggestShare(v, nil, typed), s.SuggestLays(v, typed),
	}
	for i, m := range v.Legal() {
		if m.Verb.Paid() && i%4 == 0 { // one takes as long as another
			list = append(list, s.SuggestPayments(v, m, typed))
		}
	}
	return append(list, fleetSuggestions(s, v, typed)...)
}

// longest is the longest position that a custom ID can name.
var longest = press.Position{Ply: 99_999, Mark: "9999"}

// panelOf is a panel in the game gameID.
func panelOf(v *engine.View) Panel {
	return Panel{Game: gameID, At: press.Position{Ply: v.Ply, Mark: "9999"}, View: v}
}

// click is something that a message offers: a button, or an option of a menu.
type click struct {
	id   press.ID
	pick string // the option's value, "" of a button
}

func (c click) picks() []string {
	if c.pick == "" {
		return nil
	}
	return []string{c.pick}
}

// clicks lists all that a message offers.
func clicks(t testing.TB, m discord.Message) []click {
	t.Helper()
	var list []click
	add := func(customID, pick string) {
		id, ok := press.Parse(customID)
		if !ok {
			t.Fatalf("custom id %q cannot be read", customID)
		}
		list = append(list, click{id, pick})
	}
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			add(b.CustomID, "")
		}
		if row.Select != nil {
			for _, o := range row.Select.Options {
				add(row.Select.CustomID, o.Value)
			}
		}
	}
	return list
}

// chosen reads the move of a click.
func chosen(t testing.TB, v *engine.View, id press.ID, picks ...string) engine.Move {
	t.Helper()
	m, ok := id.Chosen(v.Lexicon(), picks)
	if !ok {
		t.Fatalf("%s with %q is no move", id.Print(), picks)
	}
	return m
}

// optionsOf lists the options of the menu whose first option begins so.
func optionsOf(m discord.Message, begin string) []discord.SelectOption {
	for _, row := range m.Rows {
		if row.Select != nil && strings.HasPrefix(row.Select.Options[0].Value, begin) {
			return row.Select.Options
		}
	}
	return nil
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
func reached(t testing.TB, s *Speaker, v *engine.View) []string {
	t.Helper()
	found := map[string]bool{}
	var panels []discord.Message
	for p, more := panelOf(v), true; more; p.Page++ {
		panels = append(panels, s.Panel(p))
		more = hasButton(panels[p.Page], p.pageID(p.Page+1))
	}
	for _, panel := range panels {
		for _, c := range clicks(t, panel) {
			switch {
			case c.id.Action == press.Page || c.id.Action == press.Narrow:
			case v.Owes == engine.OwesPay && c.id.Action == press.Ask: // TestEveryPaymentIsReachedByItsMenus
			case c.id.Move.Verb == engine.Keep: // none of them (K6)
			case strings.HasPrefix(c.pick, "keep:"):
				found["keep of "+ticketIDs(v, picksOf(t, panel, v, c.id))] = true
			case c.id.Move.Verb == engine.Share:
				found["share of "+ticketIDs(v, picksOf(t, panel, v, c.id))] = true
			case c.id.Action == press.Do:
				found[notation.PrintMove(v.Lexicon(), chosen(t, v, c.id))] = true
			default:
				behind(t, s, v, chosen(t, v, c.id, c.picks()...), found)
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// picksOf lists the tickets that the menu of a panel offers.
func picksOf(t testing.TB, panel discord.Message, v *engine.View, id press.ID) []engine.TicketID {
	t.Helper()
	var list []engine.TicketID
	for _, c := range clicks(t, panel) {
		if c.id.Print() == id.Print() {
			list = append(list, chosen(t, v, press.ID{}, c.pick).Tickets...)
		}
	}
	return list
}

// behind notes the moves to which a click on a move leads by its questions: of the ways to pay for a move the one that is
// proposed, of cards to lay all.
func behind(t testing.TB, s *Speaker, v *engine.View, m engine.Move, found map[string]bool) {
	t.Helper()
	if !Asks(v, m) {
		found[notation.PrintMove(v.Lexicon(), s.Proposed(v, m, nil))] = true
		return
	}
	asked := s.Question(panelOf(v), m, nil)
	for _, c := range clicks(t, asked) {
		switch {
		case c.id.Action == press.Do:
			if m := chosen(t, v, c.id); m.Verb != engine.Withdraw {
				found[notation.PrintMove(v.Lexicon(), m)] = true
			}
		case c.id.Action != press.Ask || m.Verb.Paid():
		case c.id.Move.Verb == engine.Lay && m.Payment.IsZero():
			for _, picks := range threeOf(optionsOf(asked, "lay")) {
				behind(t, s, v, chosen(t, v, c.id, picks...), found)
			}
			return
		case m.Verb == engine.Exchange:
			behind(t, s, v, chosen(t, v, c.id, c.pick), found)
		case m.Verb == engine.Lay && c.id.Move.Verb == 0:
			found[notation.PrintMove(v.Lexicon(), chosen(t, v, c.id, c.pick))] = true
		}
	}
	if m.Verb == engine.Lay && rowColor(v, &m.Payment.Hand) != engine.NoCard {
		rowsBehind(t, s, v, asked, found)
	}
}

// rowsBehind notes the rows of a colour to which narrower questions lead.
func rowsBehind(t testing.TB, s *Speaker, v *engine.View, asked discord.Message, found map[string]bool) {
	t.Helper()
	for _, c := range clicks(t, asked) {
		if c.id.Action == press.Narrow {
			ways, _ := press.ParseWays(c.pick)
			narrower := s.Question(panelOf(v), chosen(t, v, c.id), ways)
			for _, o := range optionsOf(narrower, "lay") {
				found[notation.PrintMove(v.Lexicon(), chosen(t, v, press.ID{}, o.Value))] = true
			}
			rowsBehind(t, s, v, narrower, found)
		}
	}
}

// threeOf returns picks for a menu from which three options are picked.
func threeOf(options []discord.SelectOption) [][]string {
	var list [][]string
	for i := range options {
		for j := range i {
			for k := range j {
				list = append(list, []string{options[i].Value, options[j].Value, options[k].Value})
			}
		}
	}
	return list
}

// legal lists in the notation all that the viewer can do, as reached does.
func legal(s *Speaker, v *engine.View) []string {
	var list []string
	keeps := false
	for _, m := range v.Legal() {
		switch {
		case m.Verb == engine.Keep:
			keeps = true
		case m.Verb == engine.Share: // below
		case idle(v, m):
		case m.Verb.Paid():
			m = s.Proposed(v, m, nil)
			list = append(list, notation.PrintMove(v.Lexicon(), m))
		default:
			list = append(list, notation.PrintMove(v.Lexicon(), m))
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
				if diff := cmp.Diff(legal(s, &v), reached(t, s, &v)); diff != "" {
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
				if len(v.Own().Offer.IDs) == 0 {
					continue
				}
				panel := s.Panel(panelOf(&v))
				for _, row := range panel.Rows {
					if row.Select == nil || !strings.HasPrefix(row.Select.Options[0].Value, "keep:") {
						continue
					}
					none := hasButton(panel, panelOf(&v).id(press.Ask, engine.Move{Verb: engine.Keep}))
					for n := range len(row.Select.Options) + 1 {
						_, err := g.Clone().Apply(seat, engine.Move{Verb: engine.Keep, Tickets: v.Own().Offer.IDs[:n]})
						if got, want := n >= row.Select.Min && n <= row.Select.Max || n == 0 && none, err == nil; got != want {
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
				if !v.Moves(seat) && g.Ply()%10 > 0 {
					continue
				}
				for _, m := range suggested(t, s, &v) {
					if _, err := g.Clone().Apply(seat, m); err != nil {
						t.Fatalf("ply %d, seat %d: %s is suggested: %v", g.Ply(), seat, notation.PrintMove(v.Lexicon(), m), err)
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
	for _, c := range s.SuggestMoves(v, engine.Draw, "") {
		m, ok := s.FindDraw(v, c.Value)
		if !ok {
			t.Fatalf("draw %q cannot be read", c.Value)
		}
		moves = append(moves, filled(t, s, v, m, c.Value)...)
	}
	for _, c := range s.SuggestMoves(v, engine.Claim, "") {
		r, ok := s.FindRoute(v, c.Value)
		if !ok {
			t.Fatalf("route %q cannot be read", c.Value)
		}
		for _, c := range s.SuggestPayments(v, engine.Move{Verb: engine.Claim, Route: r}, "") {
			p, ok := s.FindPayment(v, engine.Move{Verb: engine.Claim, Route: r}, c.Value)
			if !ok {
				t.Fatalf("payment %q cannot be read", c.Value)
			}
			moves = append(moves, engine.Move{Verb: engine.Claim, Route: r, Payment: p})
		}
	}
	for _, c := range s.SuggestPayments(v, engine.Move{Verb: engine.Pay}, "") {
		p, ok := s.FindPayment(v, engine.Move{Verb: engine.Pay}, c.Value)
		if !ok {
			t.Fatalf("payment %q cannot be read", c.Value)
		}
		moves = append(moves, engine.Move{Verb: engine.Pay, Payment: p})
	}
	for _, c := range s.SuggestMoves(v, engine.Place, "") {
		m, ok := s.FindPlace(v, c.Value)
		if shown, too := s.FindPlace(v, c.Name); !ok || !too || !shown.Equal(&m) {
			t.Fatalf("place %q cannot be read", c)
		}
		moves = append(moves, m)
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
				if v.Owes == engine.OwesTurn && (int(g.Ply())+int(seat))%5 > 0 {
					continue // turns are much alike; what is within one is looked at each time
				}
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
