package table

import (
	"strconv"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

func TestTableTextMatchesThePicture(t *testing.T) {
	v, _ := crowdedTable(t, engine.Public)
	rendertest.MustSay(t,
		caption.New(cardgame.Title.Map(), rendertest.Words(t, "en")).Of(&v).BoardText(),
		"The Card Game: the table.", "Last round: 3 turns left.",
		"Journey 2 of 2.", "1. Wilhelmina", "18 points, 38 cards, 11 tickets",
		"Railyard: 10 black, 26 white (16 wilds), 3 yellow, 5 green (1 wild), 2 red\n",
		"Railyard: empty\n",
		"cards on the track", "Completed: Chicago – New York (5), Chicago – Montreal (7)",
		"← to move", "Market: slot 1: ", "Cards in the deck: ", "Tickets in the pile: ",
		"Big Cities (", "Seattle +8, Los Angeles +12, Chicago +12, Dallas +10, New York +15, Miami +8")
}

func TestTextOfATablesHandMatchesThePicture(t *testing.T) {
	m := cardgame.Title.Map()
	v, _ := crowdedTable(t, 2)
	text := caption.New(m, rendertest.Words(t, "en")).Of(&v).Hand().String()
	rendertest.MustSay(t, text,
		"The hand of Bartek. ", "\nCards: 12 black, 2 white, 3 yellow, 1 green, 4 red, 5 orange, "+
			"11 wilds\n", "\nRailyard: 2 purple\n",
		"Own track: ", "cards face down",
		"10 black – 11 cards rob it, you have 23; 26 white (16 wilds) – 27 cards rob it, you have 13",
		"Dorota: 12 blue (2 wilds) – 13 cards rob it, you have 0; ",
		"On offer, to choose from:\n• A New York – Chicago (5): 1 blue\n",
		"Tickets:\n", "• Q New York – Las Vegas (19): 1 white, 1 blue, 1 purple, 1 orange", "Completed: ")
	if lines := strings.Split(text, "\n"); !strings.HasPrefix(lines[1], "Cards: ") {
		t.Errorf("got %q on the second line, want the cards", lines[1])
	}
}

func TestOpenTrackIsToldToItsOwner(t *testing.T) {
	g, _ := cardGame(t, 2, 50, map[string]string{"open-track": "on"})
	v := g.View(2)
	s := caption.New(cardgame.Title.Map(), rendertest.Words(t, "en")).Of(&v)
	rendertest.MustSay(t,
		caption.New(cardgame.Title.Map(), rendertest.Words(t, "en")).Of(&v).Hand().String(),
		"Own track: "+s.Cards(&v, v.Own().Track.Cards)+"\n")
}

func TestTextOfATablesSheetNamesEveryTicketAndItsCards(t *testing.T) {
	m, v := cardgame.Title.Map(), finishedTable(t)
	text := caption.New(m, rendertest.Words(t, "en")).Of(&v).Sheet().String()
	s := caption.New(m, rendertest.Words(t, "en")).Of(&v)
	for i := range v.Seats {
		f := v.Seats[i].Final
		for j, id := range f.Completed {
			rendertest.MustSay(t, text, "+ "+s.TicketInFull(id)+": paid with "+s.Cards(&v, f.Spent[j]))
		}
		for _, id := range f.Failed {
			rendertest.MustSay(t, text, "− "+s.TicketInFull(id)+": not complete")
		}
		earned, missed, cities := caption.TallyOf(f)
		if earned+missed+cities != f.Total {
			t.Errorf("seat %d: %d, %d and %d are not %d", i+1, earned, missed, cities, f.Total)
		}
		rendertest.MustSay(t, text, "Total "+strconv.Itoa(f.Total))
	}
	rendertest.MustSay(t, text, "★ winner", "Lost −6", "For tickets ",
		"Seattle +8, Los Angeles +12, Dallas +10, Miami +8", "New York +15")
	rendertest.MustSay(t, caption.New(m, rendertest.Words(t, "en")).Of(&v).BoardText(),
		"Seattle +8 (Ala, Celina and Dorota)", "New York +15 (Bartek)")
}
