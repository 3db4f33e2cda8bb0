package render

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/konduktor-bot/konduktor/engine"
)

func contains(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("got no %q in:\n%s", want, text)
		}
	}
}

func TestTheTablesTextSaysWhatTheTableShows(t *testing.T) {
	v, _ := crowdedTable(t, engine.Public)
	contains(t, BoardText(v, cardTable(t).m, texts(t, "en")),
		"The Card Game: the table.", "Last round: 3 turns left.", "Journey 2 of 2.", "1. Wilhelmina", "18 points, 38 cards, 11 tickets",
		"Railyard: 10 black, 26 white (16 wilds), 3 yellow, 5 green (1 wild), 2 red\n", "Railyard: empty\n", "cards on the track",
		"Completed: Chicago – New York (5), Chicago – Montreal (7)", "← to move", "Market: 1 ", "Cards in the deck: ",
		"Tickets in the pile: ", "Big Cities (", "Seattle +8, Los Angeles +12, Chicago +12, Dallas +10, New York +15, Miami +8")
}

func TestTheTextOfATablesHandSaysWhatTheHandShows(t *testing.T) {
	p := cardTable(t)
	v, _ := crowdedTable(t, 2)
	text := HandText(v, p.m, texts(t, "en"))
	contains(t, text,
		"The hand of Bartek. ", "\nCards: 12 black, 2 white, 3 yellow, 1 green, 4 red, 5 orange, 11 wilds\n", "\nRailyard: 2 purple\n",
		"Own track: ", "cards, face down", "10 black – 11 cards rob it, you have 23; 26 white (16 wilds) – 27 cards rob it, you have 13",
		"Dorota: 12 blue (2 wilds) – 13 cards rob it, you have 0; ", "On offer, to choose from:\n• New York – Chicago (5): 1 blue\n",
		"Tickets:\n", "• New York – Las Vegas (19): 1 white, 1 blue, 1 purple, 1 orange", "Completed: ")
	if lines := strings.Split(text, "\n"); !strings.HasPrefix(lines[1], "Cards: ") {
		t.Errorf("got %q on the second line, want the cards", lines[1])
	}
}

func TestAnOpenTrackIsSaidToItsOwner(t *testing.T) {
	g, _ := cardGame(t, 2, 50, map[string]string{"open-track": "on"})
	v := g.View(2)
	s := newSayer(&v, cardTable(t).m, texts(t, "en"))
	contains(t, HandText(v, cardTable(t).m, texts(t, "en")), "Own track: "+s.cards(&v.Own().Track.Cards, "render.no-cards")+"\n")
}

func TestTheTextOfATablesSheetSaysEveryTicketAndWhatPaidForIt(t *testing.T) {
	p, v := cardTable(t), finishedTable(t)
	text := SheetText(v, p.m, texts(t, "en"))
	s := newSayer(&v, p.m, texts(t, "en"))
	for i := range v.Seats {
		f := v.Seats[i].Final
		for j, id := range f.Completed {
			contains(t, text, "+ "+s.ticket(id)+": paid with "+s.cards(&f.Spent[j], "render.no-cards"))
		}
		for _, id := range f.Failed {
			contains(t, text, "− "+s.ticket(id)+": not complete")
		}
		earned, missed, cities := tallyOf(f)
		if earned+missed+cities != f.Total {
			t.Errorf("seat %d: %d, %d and %d are not %d", i+1, earned, missed, cities, f.Total)
		}
		contains(t, text, "Total "+itoa(f.Total))
	}
	contains(t, text, "★ winner", "Failed −6", "Seattle +8, Los Angeles +12, Dallas +10, Miami +8", "New York +15")
	contains(t, BoardText(v, p.m, texts(t, "en")), "Seattle +8 (Ala, Celina and Dorota)", "New York +15 (Bartek)")
}

func TestTheAlternativeTextOfATableSaysWhatIsNewAndIsShort(t *testing.T) {
	p := cardTable(t)
	for _, lang := range []string{"en", "pl"} {
		g, news := cardGame(t, 4, 34, nil)
		pic, err := p.Board(g.View(1), Options{Words: texts(t, lang), News: news})
		if err != nil {
			t.Fatal(err)
		}
		contains(t, pic.Alt, "Ala", "Bartek", "Celina", "Dorota", texts(t, lang)("render.market"), texts(t, lang)("render.just-now")+": ")
		robbed := slices.IndexFunc(news, func(e engine.Event) bool { return e.Kind == engine.EventRobbed })
		v := g.View(1)
		s := newSayer(&v, p.m, texts(t, lang))
		loot := news[robbed].Payment.Cards()
		contains(t, pic.Alt, texts(t, lang)("render.robbed", "Name", s.seat(news[robbed].Seat), "Victim", s.seat(news[robbed].Victim),
			"Cards", s.cards(&loot, "")))
		crowded, news := crowdedTable(t, 2)
		for _, alt := range []string{
			p.tableAlt(&crowded, &Options{Words: texts(t, lang), News: news}), clip(HandText(crowded, p.m, texts(t, lang))),
		} {
			if n := len(utf16.Encode([]rune(alt))); n > MaxAlt {
				t.Errorf("%s: got %d characters, want at most %d", lang, n, MaxAlt)
			}
		}
	}
}

func TestWhatCanBeLaidIsCountedWithLocomotives(t *testing.T) {
	g, _ := cardGame(t, 3, 40, nil)
	v := g.View(1)
	v.Seats[0].Yard = []engine.Row{{Card: 2, N: 4}}
	v.Seats[1].Yard = []engine.Row{{Card: 0, N: 1}, {Card: 1, N: 3, Wilds: 1}}
	v.Seats[2].Yard = nil
	hand, wild := engine.Cards{0: 1, 1: 2, 3: 0, 8: 2}, engine.Card(8)
	for _, c := range []struct {
		name       string
		card       engine.Card
		need, have int
		waits      bool
	}{
		{"K5 a row of one is robbed by two", 0, 2, 3, false},
		{"K5 a row of three is robbed by four", 1, 4, 4, false},
		{"K5 a colour in the own railyard waits", 2, 0, 0, true},
		{"K5 locomotives alone are no row", 3, 2, 0, false},
	} {
		need, waits := rowNeeds(&v, &v.Seats[0], c.card)
		if have := rowOf(&hand, c.card, wild); need != c.need || have != c.have || waits != c.waits {
			t.Errorf("%s: got %d of %d, waits %t; want %d of %d, %t", c.name, have, need, waits, c.have, c.need, c.waits)
		}
	}
}
