package speech

import (
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/ai"
	"konduktor/engine/ai/railway"
	"konduktor/engine/prospect"
	"konduktor/engine/titles"
)

// A hint to draw a card says whether its route is for a ticket, and for which; one to keep tickets
// says what its figures are.
func TestHintExplainsItsFigures(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	s := New(texts(t, "en"), titles.Map("amsterdam"))
	kept, drawn := false, false
	playThrough(t, title, 2, 5, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
		if g.Over() || kept && drawn {
			return
		}
		v := g.View(g.ToMove()[0])
		if keeps := legalOf(&v, engine.Keep); len(keeps) > 1 && len(keeps[0].Tickets) > 0 && !kept {
			kept = true
			said := s.Advice(panelOf(&v), []ai.Advice{
				{Move: keeps[0], Worth: 3.4},
				{Move: keeps[1], Worth: 1.2},
			}).Content
			for _, want := range []string{
				"if complete", s.say("advice.keep-order"),
				"By its estimate 2 points behind the first.",
			} {
				if !strings.Contains(said, want) {
					t.Errorf("no %q in %q", want, said)
				}
			}
		}
		for _, m := range legalOf(&v, engine.Draw) {
			if m.Slot == 0 || v.Owes != engine.OwesTurn || len(v.Own().Tickets.IDs) == 0 {
				continue
			}
			ticket := v.Own().Tickets.IDs[0]
			looked := hinted(t, s, &v, m, ticket)
			drawn = drawn || looked
			return
		}
	})
	if !kept || !drawn {
		t.Errorf("kept %t, drawn %t: this looks at nothing", kept, drawn)
	}
}

// hinted gives hints to draw a card for a ticket's way, for a longer one, for points and beside
// wilds, and looks at their reasons. False if the ticket leaves no choice.
func hinted(t *testing.T, s *Speaker, v *engine.View, m engine.Move, ticket engine.TicketID) bool {
	t.Helper()
	way := prospect.Of(v, s.board, v.Viewer, []engine.TicketID{ticket})[0].Way.Routes
	longer := slices.Clone(way)
	for r := range s.board.Routes {
		if id := engine.RouteID(r); !slices.Contains(way, id) && s.board.Routes[r].Length == 4 &&
			v.Owner(id) == engine.Public {
			longer = append(longer, id)
			break
		}
	}
	if len(way) == 0 || len(longer) == len(way) {
		return false
	}
	far, tickets := longer[len(longer)-1], []engine.TicketID{ticket}
	name := s.TicketCities(ticket)
	for _, c := range []struct {
		aim  railway.Aim
		want []string
	}{
		{
			railway.Aim{Route: way[0], Lacks: 2, Tickets: tickets, Way: way},
			[]string{"You still lack 2 ", "the shortest way for " + name},
		},
		{
			railway.Aim{Route: far, Lacks: 2, Tickets: tickets, Way: longer, Shared: 3},
			[]string{
				"It is for " + name + ", by a way of", "The shortest has",
				"7 more points from its routes", "3 spaces shared with another",
			},
		},
		{railway.Aim{Route: far, Lacks: 2}, []string{"it gives 7 points"}},
		{ // the other one can be claimed at once
			railway.Aim{Route: far, With: way[:1], Lacks: 2},
			[]string{s.RouteEnds(far) + " (after you have paid for " + s.RouteEnds(way[0]) + ")"},
		},
		{railway.Aim{Route: far, Lacks: 2, Wilds: 1}, []string{"Even with 1 wild you still lack 1 "}},
		{
			railway.Aim{Route: far, Lacks: 2, Wilds: 2},
			[]string{s.RouteEnds(far) + " would take 2 wilds from you"},
		},
	} {
		said := s.Advice(panelOf(v), []ai.Advice{{Move: m, Aim: &c.aim}}).Content
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("no %q in %q", want, said)
			}
		}
	}
	claim := s.Advice(panelOf(v), []ai.Advice{{
		Move: engine.Move{Verb: engine.Claim, Route: far}, Aim: &railway.Aim{
			Route: far, Tickets: tickets,
			Way: longer,
		},
	}}).Content
	for _, want := range []string{"The shortest has", "It gives 7 points"} {
		if !strings.Contains(claim, want) {
			t.Errorf("no %q in %q", want, claim)
		}
	}
	return true
}

// A ferry's symbols are paid by wilds or by any three cards each (N5), Murmansk - Lieksa by others
// in place of its own (N7): how many cards of one kind are lacking depends on what is spent, so the
// hint says what such a route takes, and what of it the reader holds.
func TestHintTellsAFerrysPriceAndTheCardsHeld(t *testing.T) {
	v, s := startOf(t, "nordic")
	own := v.Own()
	faces := v.Lexicon().Faces
	own.Hand.Cards = engine.Cards{}
	color := engine.Card(slices.IndexFunc(faces, func(f engine.Face) bool { return f.Name == "red" }))
	other := engine.Card(slices.IndexFunc(faces, func(f engine.Face) bool { return f.Name == "blue" }))
	ferry, far := routeCalled(t, s, "57b"), routeCalled(t, s, "53")
	v.Market = []engine.Card{color}
	draw := engine.Move{Verb: engine.Draw, Slot: 1}
	said := s.Advice(panelOf(v), []ai.Advice{{
		Move: draw,
		Aim:  &railway.Aim{Route: ferry, Card: color, Lacks: 4},
	}}).Content
	if want := "takes 2 locomotives (any 3 coloured cards stand in for one) and 4 red " +
		"(locomotives help out). Of these you have: none."; !strings.Contains(said, want) {
		t.Errorf("no %q in %q", want, said)
	}
	own.Hand.Cards[color], own.Hand.Cards[v.Lexicon().Wild()] = 2, 3
	said = s.Advice(panelOf(v), []ai.Advice{{
		Move: draw,
		Aim:  &railway.Aim{Route: ferry, Card: color, Lacks: 2, With: []engine.RouteID{far}},
	}}).Content
	for _, want := range []string{
		"Of these you have: 2 red, 3 locomotives.",
		"You need such cards for " + s.RouteEnds(far),
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %q", want, said)
		}
	}
	said = s.Advice(panelOf(v), []ai.Advice{{
		Move: draw,
		Aim:  &railway.Aim{Route: far, Card: color, Lacks: 7},
	}}).Content
	// any card helps out there
	if want := "Of these you have: 2 red, 3 locomotives."; !strings.Contains(said, want) {
		t.Errorf("no %q in %q", want, said)
	}
	own.Hand.Cards = engine.Cards{}
	own.Hand.Cards[color], own.Hand.Cards[other] = 2, 9
	for _, aim := range []railway.Aim{
		{Route: ferry, Card: color, Lacks: 2},
		{Route: far, Card: color, Lacks: 7},
	} {
		said = s.Advice(panelOf(v), []ai.Advice{{Move: draw, Aim: &aim}}).Content
		if _, list, _ := strings.Cut(said, "Of these you have: "); !strings.Contains(list, "2 red") ||
			!strings.Contains(list, "9 blue") {
			t.Errorf("nine blue cards help to pay for route %d, but: %q", aim.Route, said)
		}
	}
}

// What a title calls its wilds, and which decks have any, is the title's: a deck of ships has none
// (W1).
func TestAHintNamesTheWildsOfItsTitleAndDeck(t *testing.T) {
	for _, c := range []struct {
		title string
		pile  engine.Pile
		want  string
		not   string
	}{
		{"amsterdam", engine.NoPile, "or a wild.", "locomotive"},
		{"nordic", engine.NoPile, "or a locomotive.", "wild"},
		{"asia", engine.NoPile, "or a locomotive.", "wild"},
		{"cardgame", engine.NoPile, "or a locomotive.", "wild"},
		{"world", engine.Trains, "or a wild.", "locomotive"},
		{"world", engine.Ships, "It may be what you need.", "wild"},
	} {
		v, s := startOf(t, c.title)
		said := s.Advice(panelOf(v), []ai.Advice{{Move: engine.Move{
			Verb: engine.Draw,
			Pile: c.pile,
		}}}).Content
		if !strings.Contains(said, c.want) || strings.Contains(said, c.not) {
			t.Errorf("%s, deck %d: %q", c.title, c.pile, said)
		}
	}
}

// Tickets that the recommended moves do not mention are not passed over in silence.
func TestHintTellsItsEffectOnTheTickets(t *testing.T) {
	v, s := startOf(t, "nordic")
	v.Phase, v.Owes = engine.InPlay, engine.OwesTurn
	offer := v.Own().Offer.IDs
	v.Own().Tickets.IDs = offer[:2]
	plan := &ai.Plan{Outlook: railway.Outlook{
		Counted: offer[:1], Dropped: offer[1:2],
		Dear: offer[2:3],
	}}
	draw := ai.Advice{Move: engine.Move{Verb: engine.Draw}, Plan: plan}
	said := s.Advice(panelOf(v), []ai.Advice{draw}).Content
	for _, want := range []string{
		"Still in the plan: " + s.TicketCities(offer[0]) +
			". No open card that can be taken now helps there.",
		"The plan leaves out " + s.TicketCities(offer[1]) +
			": the computer guesses that the turns left bring more elsewhere.",
		"The plan does without " + s.TicketCities(offer[2]) + " for now",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %q", want, said)
		}
	}
	v.Owes = engine.OwesSecond
	if said := s.Advice(panelOf(v), []ai.Advice{draw}).Content; !strings.Contains(said,
		"No open card that can be taken now helps there.") {
		t.Errorf("before the second card: %q", said)
	}
	plan.Helped = true
	if said := s.Advice(panelOf(v), []ai.Advice{draw}).Content; !strings.Contains(said,
		"The computer only rates the moves above higher for now") {
		t.Errorf("got %q", said)
	}
	way := prospect.Of(v, s.board, v.Viewer, offer[:1])[0].Way.Routes
	aim := &railway.Aim{Route: way[0], Lacks: 1, Tickets: offer[:1], Way: way}
	next := ai.Advice{Move: engine.Move{Verb: engine.Draw, Slot: 1}, Aim: aim, Worth: -2, Plan: plan}
	if said := s.Advice(panelOf(v), []ai.Advice{draw, next}).Content; !strings.Contains(said,
		"Still in the plan: "+s.TicketCities(offer[0])+
			". Number 2 helps there. By its estimate 2 points behind the first.") {
		t.Errorf("the second is for the ticket, but: %q", said)
	}
	draw.Move.Slot, draw.Aim = 1, aim
	if said := s.Advice(panelOf(v), []ai.Advice{draw}).Content; strings.Contains(said,
		"Still in the plan") {
		t.Errorf("the move is for a ticket, but: %q", said)
	}
}

// startOf returns the first seat's view of a game that has just been dealt, and an English speaker.
func startOf(t *testing.T, id string) (*engine.View, *Speaker) {
	t.Helper()
	title, _ := titles.Find(id)
	setup, _ := ai.Simulated(3, 0, title.SeatCounts()[0])
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(1)
	return &v, New(texts(t, "en"), titles.Map(id))
}

// A plan gives a reason for each ticket that it leaves out, at setup too.
func TestAHintToKeepTicketsSaysWhyThePlanLeavesSomeOut(t *testing.T) {
	v, s := startOf(t, "amsterdam")
	offer := v.Own().Offer.IDs
	keep := func(kept railway.Outlook) string {
		all := ai.Advice{Move: engine.Move{Verb: engine.Keep, Tickets: offer}, Kept: kept}
		return s.Advice(panelOf(v), []ai.Advice{all}).Content
	}
	name := s.TicketCities(offer[0])
	for _, c := range []struct {
		kept railway.Outlook
		want string
	}{
		{
			railway.Outlook{Dropped: offer[:1]},
			"Its plan then leaves out " + name + ": it guesses that there are not enough turns or pieces",
		},
		{
			railway.Outlook{Dear: offer[:1]},
			"Its plan then does without " + name + ": by its estimate, the way there costs more",
		},
	} {
		if said := keep(c.kept); !strings.Contains(said, c.want) {
			t.Errorf("no %q in %q", c.want, said)
		}
	}
	if said := keep(railway.Outlook{Counted: offer}); strings.Contains(said, "Its plan then") {
		t.Errorf("the plan has all of them, but: %q", said)
	}
}

// A hint that begins with the deck although an open card is valued more does not say that none is.
func TestAHintToBeginWithTheDeckSaysWhatFollows(t *testing.T) {
	title, _ := titles.Find("amsterdam")
	s := New(texts(t, "en"), titles.Map("amsterdam"))
	setup, _ := ai.Simulated(77, 0, 2)
	g, err := title.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for g.View(1).Phase == engine.InSetup {
		mover := g.ToMove()[0]
		v := g.View(mover)
		if _, err := g.Apply(mover, legalOf(&v, engine.Keep)[0]); err != nil {
			t.Fatal(err)
		}
	}
	v := g.View(g.ToMove()[0])
	list, err := ai.Advise(title, &v, nil)
	if err != nil || list[0].Second == nil {
		t.Fatalf("got %+v, error %v", list, err)
	}
	said := s.Advice(panelOf(&v), list).Content
	card := s.Card(&v, *list[0].Second)
	if !strings.Contains(said, "the open one ("+card+") is still there for your second. You "+
		"still lack") || strings.Contains(said, s.say("advice.why-deck-best")) {
		t.Errorf("got %q", said)
	}
}

// The player sees open cards that the tickets need, so a blind draw needs a reason in numbers.
func TestAHintToDrawBlindSaysHowManyCardsAreBetter(t *testing.T) {
	v, s := startOf(t, "cardgame")
	v.Phase, v.Owes, v.Market = engine.InPlay, engine.OwesTurn, []engine.Card{0, 1}
	blind := ai.Advice{Move: engine.Move{Verb: engine.Draw}, Better: 14}
	want := "about 14 of 100 unknown cards are better, locomotives first of all"
	if said := s.Advice(panelOf(v), []ai.Advice{blind}).Content; !strings.Contains(said, want) {
		t.Errorf("no %q in %q", want, said)
	}
}

func routeCalled(t *testing.T, s *Speaker, code string) engine.RouteID {
	t.Helper()
	for r := range s.board.Routes {
		if s.Code(engine.RouteID(r)) == code {
			return engine.RouteID(r)
		}
	}
	t.Fatalf("there is no route %s", code)
	return 0
}

// The panel offers one split first, a hint others: it says how they differ.
func TestHintComparesItsSplitWithThePanelsFirst(t *testing.T) {
	s := rails(t, "", "")
	s.do(1, engine.Move{Verb: engine.Keep, Tickets: s.view(1).Own().Offer.IDs})
	v := s.view(1)
	usual := "The rules propose 20 trains and 40 ships for a first game"
	said := s.Advice(panelOf(v), []ai.Advice{
		{Move: s.move("pieces 17 43"), Pieces: []int{9, 31}},
		{Move: s.move("pieces 18 42"), Pieces: []int{9, 31}},
	}).Content
	s.has(said, "Take 17 trains and 43 ships", usual, "takes 9 trains and 31 ships; about a "+
		"third of the rest")
	s.hasNot(s.Advice(panelOf(v), []ai.Advice{{Move: s.move("pieces 20 40")}}).Content, usual)
}

// At setup nothing is planned for good: the same computer has just advised to keep these tickets,
// and the partner's network counts, too (S10).
func TestAHintAtSetupLeavesNoTicketsOut(t *testing.T) {
	v, s := startOf(t, "asia")
	offer := v.Own().Offer.IDs
	share := ai.Advice{
		Move: engine.Move{Verb: engine.Share, Tickets: offer[:1]},
		Plan: &ai.Plan{Outlook: railway.Outlook{Dropped: offer[:1], Dear: offer[1:3]}},
	}
	if said := s.Advice(panelOf(v), []ai.Advice{share}).Content; strings.Contains(said, "The plan ") {
		t.Errorf("got %q", said)
	}
}

// Each of the tickets is served by the one card in hand, all together are not: the picture says so,
// and so does the hint.
func TestK8AHintCountsACardForOneTicket(t *testing.T) {
	title, _ := titles.Find("cardgame")
	g, err := title.New(engine.Setup{Names: []string{"Ola", "Bo"}})
	if err != nil {
		t.Fatal(err)
	}
	s, v, m := New(texts(t, "en"), titles.Map("cardgame")), g.View(1), titles.Map("cardgame")
	v.Phase, v.Owes, v.Market = engine.InPlay, engine.OwesTurn, []engine.Card{0, 1}
	own := v.Own()
	own.Tickets.IDs, own.Hand.Cards = nil, engine.Cards{}
	needs := 0
	for i := range m.Tickets {
		if m.Tickets[i].Cards[0] == 1 && m.Tickets[i].Cards[1] == 0 && len(own.Tickets.IDs) < 4 {
			own.Tickets.IDs, needs = append(own.Tickets.IDs, engine.TicketID(i)), needs+1
		}
	}
	own.Hand.Cards[0] = 1
	draw := func(slot uint8) string {
		a := ai.Advice{Move: engine.Move{Verb: engine.Draw, Slot: slot}}
		return s.adviceReason(&v, &a, true)
	}
	if got := draw(1); needs != 4 || !strings.Contains(got,
		"All your tickets together need 4 of this colour; you have 1 in hand and railyard") {
		t.Errorf("%d tickets want it: %q", needs, got)
	}
	if got := draw(2); !strings.Contains(got, "None of your tickets needs this colour") {
		t.Errorf("no ticket wants it: %q", got)
	}
	own.Hand.Cards[0] = 5
	if got := draw(1); !strings.Contains(got,
		"need 4 of this colour, and you have 5 in hand and railyard") {
		t.Errorf("there are enough: %q", got)
	}
	keep := ai.Advice{
		Move: engine.Move{Verb: engine.Keep, Tickets: own.Tickets.IDs[:1]}, Turns: 30, Needed: 11,
	}
	if got := s.adviceReason(&v, &keep, true); !strings.Contains(got, "about 30 turns") ||
		!strings.Contains(got, "about 11 of them") {
		t.Errorf("an opening has no reason in numbers: %q", got)
	}
}

func TestW11AHintSaysThatItsWayTakesAnExchange(t *testing.T) {
	title, _ := titles.Find("world")
	s := New(texts(t, "en"), titles.Map("world"))
	said := 0
	playThrough(t, title, 2, 5, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
		if g.Over() || said > 0 {
			return
		}
		v := g.View(g.ToMove()[0])
		for _, p := range prospect.Of(&v, s.board, v.Viewer, v.Own().Tickets.IDs) {
			if p.Standing != prospect.Open || p.Way.Exchange == 0 {
				continue
			}
			if got := prospect.Exchange(&v, s.board, p.Way.Routes); got != p.Way.Exchange {
				t.Errorf("%d pieces for a way that takes %d", got, p.Way.Exchange)
			}
			hint := s.Advice(panelOf(&v), []ai.Advice{{
				Move: engine.Move{Verb: engine.Draw, Slot: 1}, Aim: &railway.Aim{
					Route: p.Way.Routes[0], Lacks: 2, Tickets: []engine.TicketID{p.ID}, Way: p.Way.Routes,
				},
			}}).Content
			if want := s.say("advice.way-exchange", "Count", p.Way.Exchange); !strings.Contains(hint, want) {
				t.Errorf("no %q in %q", want, hint)
			}
			said++
			return
		}
	})
	if said == 0 {
		t.Error("no way takes an exchange: this looks at nothing")
	}
}
