package speech

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/notation"
)

const gameID = "abcdefghijkl" // as long as IDs get

// longest is the longest position that a custom ID can name.
var longest = customid.Position{Ply: 99_999, Mark: "9999999"}

// panelOf is a panel in the game gameID.
func panelOf(v *engine.View) Panel {
	at := customid.Position{Ply: v.Ply, Mark: "9999999"}
	return Panel{Place: Place{Game: gameID, At: at}, View: v}
}

// click is something that a message offers: a button, or an option of a menu.
type click struct {
	id   customid.ID
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
		id, ok := customid.Parse(customID)
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
func chosen(t testing.TB, v *engine.View, id customid.ID, picks ...string) engine.Move {
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

// reached lists in the notation all moves that can be reached from a panel by clicks, paid ones
// once. "keep" and "share" stand for any choice of their menus.
func reached(t testing.TB, s *Speaker, v *engine.View) []string {
	t.Helper()
	found := map[string]bool{}
	var panels []discord.Message
	for p, more := panelOf(v), true; more; p.Page++ {
		panels = append(panels, s.Panel(p))
		more = hasButton(panels[p.Page], p.pageID(p.Page+1))
	}
	for _, c := range clicks(t, panels[0]) { // a switch of the deck or the place
		if c.id.Action == customid.Page && (c.id.Deck != engine.NoPile || c.id.Into != engine.Nowhere) {
			p := panelOf(v)
			p.Deck, p.Into = c.id.Deck, c.id.Into
			panels = append(panels, s.Panel(p))
		}
	}
	for _, panel := range panels {
		for _, c := range clicks(t, panel) {
			switch {
			case c.id.Action == customid.Page || c.id.Action == customid.Narrow:
			case v.Owes == engine.OwesPay && c.id.Action == customid.Ask: // paymentsAreReachedByTheirMenus
			case c.id.Move.Verb == engine.Keep: // none of them (K6)
			case strings.HasPrefix(c.pick, "keep:"):
				found["keep of "+ticketIDs(v, picksOf(t, panel, v, c.id))] = true
			case c.id.Move.Verb == engine.Share:
				found["share of "+ticketIDs(v, picksOf(t, panel, v, c.id))] = true
			case c.id.Action == customid.Do:
				found[notation.PrintMove(v.Lexicon(), chosen(t, v, c.id))] = true
			default:
				behind(t, s, v, chosen(t, v, c.id, c.picks()...), found)
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// picksOf lists the tickets that the menu of a panel offers.
func picksOf(
	t testing.TB, panel discord.Message, v *engine.View, id customid.ID,
) []engine.TicketID {
	t.Helper()
	var list []engine.TicketID
	for _, c := range clicks(t, panel) {
		if c.id.Print() == id.Print() {
			list = append(list, chosen(t, v, customid.ID{}, c.pick).Tickets...)
		}
	}
	return list
}

// behind notes the moves to which a click on a move leads by its questions: of the ways to pay for
// a move the one that is proposed, of cards to lay all.
func behind(t testing.TB, s *Speaker, v *engine.View, m engine.Move, found map[string]bool) {
	t.Helper()
	if !Asks(v, m) {
		found[notation.PrintMove(v.Lexicon(), s.Proposed(v, m, nil))] = true
		return
	}
	asked := s.Question(panelOf(v), m, nil)
	for _, c := range clicks(t, asked) {
		switch {
		case c.id.Action == customid.Do:
			if m := chosen(t, v, c.id); m.Verb != engine.Withdraw {
				found[notation.PrintMove(v.Lexicon(), m)] = true
			}
		case c.id.Action != customid.Ask || m.Verb.Paid():
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
func rowsBehind(
	t testing.TB, s *Speaker, v *engine.View, asked discord.Message, found map[string]bool,
) {
	t.Helper()
	for _, c := range clicks(t, asked) {
		if c.id.Action == customid.Narrow {
			ways, _ := customid.ParseWays(c.pick)
			narrower := s.Question(panelOf(v), chosen(t, v, c.id), ways)
			for _, o := range optionsOf(narrower, "lay") {
				found[notation.PrintMove(v.Lexicon(), chosen(t, v, customid.ID{}, o.Value))] = true
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

// suggested reads all suggestions as the handlers do, and lists the moves that they lead to.
func suggested(t *testing.T, s *Speaker, v *engine.View) []engine.Move {
	t.Helper()
	var moves []engine.Move
	for _, verb := range Commands() {
		if options := Options(verb); len(options) > 0 {
			moves = append(moves, completed(t, s, v, engine.Move{Verb: verb}, options)...)
		}
	}
	return moves
}

// completed completes a move by every suggestion for options.
func completed(
	t *testing.T, s *Speaker, v *engine.View, m engine.Move, rest []Option,
) []engine.Move {
	t.Helper()
	if len(rest) == 0 {
		return []engine.Move{m}
	}
	o := rest[0]
	list := s.Complete(v, m, o, "")
	if o.Name == "refill" && !isRefilled(v, m) && len(list) == 0 {
		return []engine.Move{m}
	}
	if m.Verb == engine.Keep && len(list) > 0 { // a single ticket may be too few
		return []engine.Move{{Verb: engine.Keep, Tickets: v.Own().Offer.IDs}}
	}
	var moves []engine.Move
	for _, c := range list {
		read, ok := s.Read(v, m, o, c.Value)
		if !ok {
			t.Fatalf("%s: %q is suggested but cannot be read", m.Verb, c.Value)
		}
		if o.Name == "refill" || o.Name == "where" || m.Verb == engine.Exchange {
			if shown, ok := s.Read(v, m, o, c.Name); !ok || !shown.Equal(&read) {
				t.Fatalf("%s: %q is shown for %q but read as %v", m.Verb, c.Name, c.Value, shown)
			}
		}
		whole := func(b blocked) bool { return b.whole == read.Payment }
		if m.Verb != engine.Lay || !slices.ContainsFunc(s.blockedRows(v), whole) {
			moves = append(moves, completed(t, s, v, read, rest[1:])...)
		}
	}
	return moves
}
