package speech

import (
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/titles"

	"github.com/google/go-cmp/cmp"
)

// teams is a game of Asia of Ala and Bartek against Celina and Dorota, in which Ala draws red and
// then black blind.
func teams(t *testing.T) *scene {
	t.Helper()
	deck := strings.Repeat("white ", 12) + strings.Repeat("orange ", 4) +
		"green green blue blue wild red black"
	return stacked(t, "asia", deck, "Ala", "Bartek", "Celina", "Dorota")
}

func TestABlindFirstCardIsSeenBeforeItIsPlaced(t *testing.T) {
	s := teams(t)
	before := s.Panel(panelOf(s.view(1)))
	s.has(before.Content, "**Hand:** 4 white")
	if told := s.play(1, "draw deck", 2); told != "Ala draws a hidden card from the deck." {
		t.Errorf("the partner is told %q", told)
	}
	v := s.view(1)
	panel := s.Panel(panelOf(v))
	s.has(panel.Content, "You drew a red card")
	for _, where := range []string{"hand", "rack"} {
		if !hasButton(panel, panelOf(v).do(s.move("place "+where))) {
			t.Errorf("%s is not among %+v", where, panel.Rows)
		}
	}
	for _, seat := range []engine.Seat{2, 3} {
		s.hasNot(s.Panel(panelOf(s.view(seat))).Content, "red card")
	}
	s.has(s.refused(1, "draw deck"), "First choose where the card you drew goes")
}

func TestPartnerSeesACardOnTheRack(t *testing.T) {
	for viewer, want := range map[engine.Seat]string{
		engine.Public: "Ala draws a hidden card from the deck onto the rack, " +
			"a hidden card from the deck into hand.",
		1: "You draw a red card from the deck onto the rack, " +
			"a black card from the deck into hand.",
		2: "Ala draws a red card from the deck onto the rack, " +
			"a hidden card from the deck into hand.",
		3: "Ala draws a hidden card from the deck onto the rack, " +
			"a hidden card from the deck into hand.",
	} {
		s := teams(t)
		var known []engine.Event
		for _, notation := range []string{"draw deck", "place rack", "draw deck"} {
			for _, e := range s.do(1, s.move(notation)) {
				known = append(known, e.For(viewer))
			}
		}
		if diff := cmp.Diff([]string{want}, s.Narrate(s.view(viewer), known)); diff != "" {
			t.Errorf("seat %d: want (-), got (+):\n%s", viewer, diff)
		}
	}
}

func TestPlacingIsToldAloneAfterItsDrawWasTold(t *testing.T) {
	s := teams(t)
	s.play(1, "draw deck", 1)
	told := s.play(1, "place rack", 1)
	if told != "You place a red card from the deck onto the rack." {
		t.Errorf("got %q", told)
	}
	s.has(s.Panel(panelOf(s.view(2))).Content, "Rack, with Ala: 1 red")
}

func TestSharingIsAskedAboutAsAWholeTurn(t *testing.T) {
	s := teams(t)
	v := s.view(1)
	own := v.Own().Tickets.IDs
	onLine := func(id engine.TicketID) string {
		return strings.ReplaceAll(s.TicketCities(id), " – ", "–") + " "
	}
	share := engine.Move{Verb: engine.Share, Tickets: own[:2]}
	asked := s.Question(panelOf(v), share, nil)
	s.has(asked.Content, onLine(own[0]), onLine(own[1]), "whole turn")
	if !hasButton(asked, panelOf(v).do(share)) {
		t.Errorf("got %+v", asked.Rows)
	}
	notation := "share " + ticketIDs(v, own[:2])
	if told := s.play(1, notation, 3); told != "Ala puts 2 tickets on the team's rack." {
		t.Errorf("an opponent is told %q", told)
	}
	s.has(s.Panel(panelOf(s.view(2))).Content, onLine(own[0]), onLine(own[1]))
	s.hasNot(s.Panel(panelOf(s.view(3))).Content, onLine(own[0]), onLine(own[1]))
}

// A seat is shown no ticket of others, except those on its team's rack, until the end.
func TestPartnersAndOpponentsAreShownNoSecretTicket(t *testing.T) {
	t.Parallel()
	title, _ := titles.Find("asia")
	for _, seats := range title.SeatCounts()[:enginetest.Size(1, len(title.SeatCounts()))] {
		s := New(texts(t, "en"), titles.Map("asia"))
		var history [engine.MaxSeats + 1][]engine.Event
		playThrough(t, title, seats, 37, func(g engine.Game, _ engine.Seat, events []engine.Event) {
			if g.Over() {
				return
			}
			for seat := engine.Public; int(seat) <= seats; seat++ {
				for _, e := range events {
					history[seat] = append(history[seat], e.For(seat))
				}
				if (int(g.Ply())+int(seat))%5 > 0 {
					continue // every seat is looked at in time
				}
				v := g.View(seat)
				told := []string{
					s.Log(gameID, &v, s.Narrate(&v, history[seat]), 0).Content,
					s.Standing(gameID, &v),
				}
				if seat != engine.Public {
					for _, m := range turnMessages(s, &v, history[seat]) {
						told = append(told, m.Content)
					}
				}
				for _, secret := range secrets(g, seat) {
					if text := strings.Join(told, "\n"); strings.Contains(text, s.Ticket(secret)) {
						t.Fatalf("ply %d: seat %d is shown %s:\n%s", g.Ply(), seat, s.Ticket(secret), text)
					}
				}
			}
		})
	}
}

// secrets lists the tickets in the hands and offers of the seats but one.
func secrets(g engine.Game, but engine.Seat) []engine.TicketID {
	v := g.Unveiled()
	var list []engine.TicketID
	for i := range v.Seats {
		if v.Seats[i].Seat != but {
			list = append(append(list, v.Seats[i].Tickets.IDs...), v.Seats[i].Offer.IDs...)
		}
	}
	return list
}

func TestATeamsStandingIsToldOnce(t *testing.T) {
	s := teams(t)
	text := s.Standing(gameID, s.view(engine.Public))
	s.has(text, "Team 1 0 pts, rack 🎴0 🎫2: Ala", "Team 2 ", "Dorota 🚃27🎴4🎫4")
}

func TestAResultNamesEveryTeamsTotal(t *testing.T) {
	title, _ := titles.Find("asia")
	for _, seats := range title.SeatCounts() {
		s := New(texts(t, "pl"), titles.Map("asia"))
		playThrough(t, title, seats, 41, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
			if !g.Over() {
				return
			}
			v := g.View(engine.Public)
			text := s.Result(&v, nil, false)
			for team := range seats / 2 {
				if want := s.say("render.team", "Number", team+1) + " ("; !strings.Contains(text, want) {
					t.Errorf("%q is not in %q", want, text)
				}
			}
			if strings.HasSuffix(text, "…") {
				t.Errorf("got %q", text)
			}
		})
	}
}
