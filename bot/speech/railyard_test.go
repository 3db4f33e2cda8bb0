package speech

import (
	"strings"
	"testing"

	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/render/caption"

	"github.com/google/go-cmp/cmp"
)

// yards is a game of Ala and Bartek without a board, in which Ala holds 3 red, 2 blue, black, white
// and a locomotive, Bartek 4 red, yellow, black, orange and a locomotive.
func yards(t *testing.T) *scene {
	t.Helper()
	deck := "red red red blue blue black white " + "red red red red yellow black orange " +
		"green green green purple purple"
	return stacked(t, "cardgame", deck, "Ala", "Bartek")
}

func TestTheMenuOfLaysNamesColoursAndSingleCards(t *testing.T) {
	s := yards(t)
	v := s.view(1)
	var got []string
	for _, o := range optionsOf(s.Panel(panelOf(v)), "lay") {
		got = append(got, o.Value+" | "+o.Label+" | "+o.Description)
	}
	rolls := "rolls onto your track, a card a turn"
	want := []string{
		"lay:ai | black: 2 cards | " + rolls,
		"lay:bi | white: 2 cards | " + rolls,
		"lay:e2 | blue: 2 to 3 cards | " + rolls,
		"lay:f3 | red: 2 to 4 cards | " + rolls,
		"lay | Three single cards | three of these: black, white, blue and red",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

func TestTheLongestRowWithoutLocomotivesIsProposed(t *testing.T) {
	s := yards(t)
	v := s.view(1)
	proposed := s.move("lay 3red")
	asked := s.Question(panelOf(v), proposed, nil)
	s.has(asked.Content, "Lay **3 red** into your railyard?",
		"Left in your hand: 1 black, 1 white, 2 blue, 1 locomotive.")
	if !hasButton(asked, panelOf(v).do(proposed)) {
		t.Errorf("got %+v", asked.Rows)
	}
	var others []string
	for _, o := range optionsOf(asked, "lay") {
		others = append(others, o.Label)
	}
	want := []string{
		"3 red", "2 red", "3 red, 1 locomotive", "2 red, 1 locomotive",
		"1 red, 1 locomotive",
	}
	if diff := cmp.Diff(want, others); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

func TestARobberyIsConfirmedWithItsVictimNamed(t *testing.T) {
	s := yards(t)
	s.play(1, "lay 2red+wild", 2)
	v := s.view(2)
	asked := s.Question(panelOf(v), s.move("lay 4red"), nil)
	s.has(asked.Content, "Lay **4 red**", "Train robbery:** Ala loses this row",
		"3 red (1 locomotive)")
	told := s.play(2, "lay 4red", 1)
	s.has(told, "Bartek robs you; discarded: 2 red, 1 locomotive.",
		"Bartek lays 4 red into the railyard.")
}

func TestEachRowRollsOneCardWhenTheTurnBegins(t *testing.T) {
	s := yards(t)
	s.play(1, "lay 3red+wild", 2)
	told := s.play(2, "lay black+yellow+orange", 1)
	s.has(told, "Bartek lays 1 black, 1 yellow, 1 orange into the railyard.",
		"Onto your track, face down: 1 locomotive.")
	s.has(s.refused(1, "lay 2blue+red"), "exactly three cards of three different colours")
	panel := s.Panel(panelOf(s.view(1))).Content
	s.hasNot(panel, "4 red")
}

func TestBlockedColourIsSuggestedWithItsReason(t *testing.T) {
	s := yards(t)
	s.play(1, "lay 3red", 2)
	s.play(2, "lay yellow+orange+black", 2)
	v := s.view(1)
	// Black lies in Bartek's railyard, one card long: Ala's black and her locomotive are two, so
	// she may rob it.
	s.has(s.Panel(panelOf(v)).Content, "1 black")
	var names []string
	for _, c := range s.suggest(v, engine.Move{Verb: engine.Lay}, 0, "black") {
		names = append(names, c.Name)
	}
	if len(names) == 0 || !strings.Contains(names[0], "train robbery: Bartek loses a row of 1") {
		t.Errorf("got %q", names)
	}
}

// Discord shows menus and suggestions raw: there a backslash would be seen.
func TestNamesAreRawInListsAndEscapedInContents(t *testing.T) {
	deck := "red red red blue blue black white " + "red red red red yellow black orange " +
		"green green green purple purple"
	for laid, want := range map[string]string{
		"4red": "B_o_'s row has 4", "yellow+orange+black": "train robbery: B_o_ loses a row of 1",
	} {
		s := stacked(t, "cardgame", deck, "Ala", "B_o_")
		s.play(1, "lay 2blue", 2)
		s.play(2, "lay "+laid, 1)
		v := s.view(1)
		panel := s.Panel(panelOf(v))
		var listed []string
		for _, o := range optionsOf(panel, "lay") {
			listed = append(listed, o.Description)
		}
		for _, c := range s.suggest(v, engine.Move{Verb: engine.Lay}, 0, "") {
			listed = append(listed, c.Name)
		}
		list := strings.Join(listed, "\n")
		s.has(list, want)
		s.hasNot(list, `\`)
		s.has(panel.Content, `B\_o\_ `)
		s.hasNot(panel.Content, "B_o_")
	}
}

func TestALayIsFoundByItsColourItsCardsOrItsName(t *testing.T) {
	s := yards(t)
	v := s.view(1)
	for text, want := range map[string]string{
		"red": "3red", "2red+wild": "2red+wild", "3 red, 1 locomotive": "3red+wild", "RED": "3red",
		"red+blue+white": "white+blue+red",
	} {
		m, ok := s.reads(v, engine.Move{Verb: engine.Lay}, 0, text)
		if got := notation.PrintPayment(v.Lexicon(), m.Payment); !ok || got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	if m, ok := s.reads(v, engine.Move{Verb: engine.Lay}, 0, "all of it"); ok {
		t.Errorf("got %v", m)
	}
}

func TestOtherSingleCardsCanBeChosenInTheQuestion(t *testing.T) {
	s := yards(t)
	asked := s.Question(panelOf(s.view(1)), s.move("lay red+blue+white"), nil)
	if got := len(optionsOf(asked, "lay")); got != 4 {
		t.Errorf("got %d colours to choose from, want 4", got)
	}
}

func TestThreeColoursNeedNoQuestionAboutSingleCards(t *testing.T) {
	s := stacked(t, "cardgame", "red red red blue blue blue white "+
		"red red red red yellow black orange green green green purple purple", "Ala", "Bartek")
	v := s.view(1)
	options := optionsOf(s.Panel(panelOf(v)), "lay")
	s.has(options[len(options)-1].Label, "1 red", "1 blue", "1 white")
	asked := s.Question(panelOf(v), s.move("lay red+blue+white"), nil)
	if menus := optionsOf(asked, "lay"); len(menus) > 0 {
		t.Errorf("there is nothing to choose, but %+v", menus)
	}
}

func TestLaterOfferMayBeRefusedWhole(t *testing.T) {
	s := yards(t)
	s.do(1, s.move("tickets"))
	v := s.view(1)
	if !hasButton(s.Panel(panelOf(v)), panelOf(v).id(customid.Ask, engine.Move{Verb: engine.Keep})) {
		t.Error("there is no button to keep none")
	}
	if got := s.suggest(v, engine.Move{Verb: engine.Keep}, 0, "none"); len(got) != 1 ||
		got[0].Value != noTickets {
		t.Errorf("got %+v", got)
	}
	s.has(s.refused(1, "draw deck"), "you may keep as many as you like, even none")
	told := s.play(1, "keep", 2)
	s.has(told, "Ala", "0 of 4")
}

func TestACardThatCannotBeLaidIsExplained(t *testing.T) {
	s := stacked(t, "cardgame",
		"red red red red blue blue white "+"red red yellow black orange green green", "Ala", "Bartek")
	s.hasNot(s.Panel(panelOf(s.view(1))).Content, "Cannot be laid now")
	s.play(1, "lay 4red", 2)
	v := s.view(2)
	s.has(s.Panel(panelOf(v)).Content,
		"Cannot be laid now: red – Ala's row has 4, so you need 5 and have 3.")
	suggested := s.suggest(v, engine.Move{Verb: engine.Lay}, 0, "red")
	if len(suggested) != 1 || !strings.HasPrefix(suggested[0].Name, "Not now: red – Ala's row has 4") {
		t.Errorf("got %+v", suggested)
	}
	s.has(s.refused(2, "lay "+suggested[0].Value),
		"Ala has a row of 4 red: to rob it, lay at least 5.", "You can lay: 1 black, 1 locomotive")
}

func TestSeatThatCannotLayIsTold(t *testing.T) {
	s := stacked(t, "cardgame",
		"red red red red red white white "+"red red red blue blue blue white "+
			"green green green purple purple", "Ala", "Bartek")
	const nothing = "There is nothing you can lay now."
	s.hasNot(s.Panel(panelOf(s.view(1))).Content, nothing)
	s.play(1, "lay 5red+wild", 2)
	s.play(2, "lay 3blue+wild", 1)
	s.play(1, "lay 2white", 2)
	s.has(s.Panel(panelOf(s.view(2))).Content, "Cannot be laid now: red")
	s.do(2, s.move("draw 1"))
	s.do(2, s.move("draw 2"))
	s.has(s.Panel(panelOf(s.view(1))).Content, nothing)
}

func TestPointsAreToldOnlyOncePossible(t *testing.T) {
	s := yards(t)
	s.hasNot(s.Panel(panelOf(s.view(1))).Content, "points")
	s.hasNot(s.Standing(gameID, s.view(1)), "points")
}

func TestRefusedTicketsAreExplainedDifferentlyAtSetup(t *testing.T) {
	s := yards(t)
	first := s.restFirst()
	if first == s.rest() {
		t.Errorf("got %q at setup and later (K2, K6)", first)
	}
	s.do(1, s.move("tickets"))
	s.has(s.Panel(panelOf(s.view(1))).Content, s.rest())
}

// The notation counts to 255 only: that number is no one's.
func TestRefusalNamesOnlyNumbersTheReaderTyped(t *testing.T) {
	s := yards(t)
	for _, c := range []struct{ move, want string }{
		{"lay 300red", "You do not have that many: you hold 3 red."},
		{"lay 4red", "You would need 4 red, but hold 3."},
		{"lay 254red", "You would need 254 red, but hold 3."},
	} {
		s.has(s.refused(1, c.move), c.want)
	}
}

func TestARobberyIsToldToWhomItHitAsTheirs(t *testing.T) {
	s := yards(t)
	v := s.view(1)
	red := engine.Payment{Hand: s.move("lay 3red").Payment.Hand}
	lines := s.Since(v, []engine.Event{
		{Kind: engine.EventRobbed, Seat: 2, Victim: 1, Payment: red, N: 3},
	})
	if got, want := strings.Join(lines, "\n"), "Bartek robbed your train: 3 red"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestATicketWhoseCardsAreLaidLacksNone(t *testing.T) {
	s := yards(t)
	v := s.view(1)
	for i, seat := range v.Seats {
		if seat.Seat == 1 {
			needs := caption.NeedsOf(s.board, v.Lexicon(), seat.Tickets.IDs[0])
			for c, n := range needs[:len(v.Lexicon().Faces)] {
				v.Seats[i].Yard = append(v.Seats[i].Yard, engine.Row{Card: engine.Card(c), N: int(n)})
			}
		}
	}
	if text := s.Panel(panelOf(v)).Content; !strings.Contains(text, ": all laid\n") {
		t.Errorf("got:\n%s", text)
	}
}
