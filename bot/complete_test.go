package bot

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/storage"
)

// complete returns what is suggested to somebody who types in the last of the options.
func (s *stage) complete(who, path string, options ...string) []discord.Choice {
	s.t.Helper()
	ix := s.slash(who, path, options...)
	ix.Kind = discord.Autocomplete
	ix.Options[len(ix.Options)-1].Focused = true
	before := len(s.api.Calls())
	s.bot.Handle(s.t.Context(), ix)
	choices := s.api.Calls()[before].Response.Choices
	if choices == nil || len(choices) > 25 {
		s.t.Fatalf("/%s %v suggests %v", path, options, choices)
	}
	return choices
}

func TestAWholeGameCanBePlayedByCommandsFromTheirLists(t *testing.T) {
	for title, names := range players {
		t.Run(title, func(t *testing.T) {
			s := newStage(t)
			typeThrough(t, s, s.runningOf(title, names...))
		})
	}
}

// typeThrough plays a game to its end by commands, with what their lists suggest.
func typeThrough(t *testing.T, s *stage, id storage.GameID) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 5))
	any := func(list []discord.Choice) string {
		if len(list) == 0 {
			return ""
		}
		return list[rng.IntN(len(list))].Value
	}
	for turns := 0; s.game(id).State == storage.Running; turns++ {
		who, ply := s.turn(id), s.game(id).Ply
		ticket, card, route := any(s.complete(who, "keep", "ticket1=")), any(s.complete(who, "draw", "card=")), any(s.complete(who, "claim", "route="))
		split, harbour := any(s.complete(who, "pieces", "trains=")), any(s.complete(who, "port", "city="))
		where, shared := any(s.complete(who, "place", "where=")), any(s.complete(who, "share", "ticket1="))
		v := s.table(id).View(engine.Public)
		if ticket != "" && v.Phase == engine.InSetup {
			ticket = speech.AllTickets // one is too few in some titles (N2, S2)
		}
		switch {
		case v.Tunnel != nil:
			s.answerTunnel(who, id)
		case split != "":
			s.sure(who, "pieces", "trains="+split, "ships="+any(s.complete(who, "pieces", "trains="+split, "ships=")))
		case harbour != "":
			cards := any(s.complete(who, "port", "city="+harbour, "cards="))
			asked := s.handle(s.slash(who, "port", "city="+harbour, "cards="+cards))
			s.press(who, asked, press.Do, "port")
		case where != "":
			s.handle(s.slash(who, "place", "where="+where))
		case shared != "" && card == "" && route == "":
			s.sure(who, "share", "ticket1="+shared)
		case ticket != "":
			s.sure(who, "keep", "ticket1="+ticket)
		case route != "":
			cards := any(s.complete(who, "claim", "route="+route, "cards="))
			asked := s.handle(s.slash(who, "claim", "route="+route, "cards="+cards))
			s.press(who, asked, press.Do, "claim")
		case card != "":
			deck := any(s.complete(who, "draw", "card="+card, "refill="))
			s.handle(s.slash(who, "draw", "card="+card, "refill="+deck))
		default:
			s.press(who, s.hand(who, id), press.Do, "")
		}
		if s.game(id).Ply == ply || turns > 5000 {
			t.Fatalf("the game stays at ply %d", ply)
		}
	}
}

// answerTunnel pays what the tunnel asks for, if the list of payments has any, and withdraws otherwise.
func (s *stage) answerTunnel(who string, id storage.GameID) {
	s.t.Helper()
	for _, way := range s.complete(who, "pay", "cards=") {
		asked := s.handle(s.slash(who, "pay", "cards="+way.Value))
		s.press(who, asked, press.Do, "pay")
		return
	}
	s.handle(s.slash(who, "withdraw"))
}

func TestListsOfferNothingToThoseWhoCannotMove(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	other := s.game(id).Seats[1].Name
	for _, who := range []string{other, "Zoe"} {
		for _, typing := range [][]string{{"draw", "card="}, {"claim", "route="}, {"claim", "route=begijnhof--dam", "cards="}, {"keep", "ticket1="}} {
			options := append(slices.Clone(typing[1:len(typing)-1]), "game="+string(id), typing[len(typing)-1])
			if got := s.complete(who, typing[0], options...); len(got) != 0 {
				t.Errorf("%s is offered %v for %v", who, got, typing)
			}
		}
	}
}

func TestChosenTicketsAreNotOfferedAgain(t *testing.T) {
	s := newStage(t)
	id := s.running("Ola", "Bo")
	v := s.table(id).View(1)
	first := v.Lexicon().Tickets[v.Own().Offer.IDs[0]]
	second := v.Lexicon().Tickets[v.Own().Offer.IDs[1]]
	got := s.complete(v.Own().Name, "keep", "ticket1="+first, "ticket2=")
	if len(got) != 1 || got[0].Value != second {
		t.Errorf("got %v, want %s alone", got, second)
	}
	if all := s.complete(v.Own().Name, "keep", "ticket1="); len(all) != 3 || all[2].Value != "all" {
		t.Errorf("got %v, want both and, behind them, all", all)
	}
}

func TestOnlyGamesAreListedThatTheCommandIsFor(t *testing.T) {
	s := newStage(t)
	lobby := string(s.lobby("Ola", "Bo"))
	running := string(s.playing("Cy", "Ola"))
	finished := s.playing("Dan", "Ola")
	s.finish(finished)
	cases := []struct {
		who, path string
		want      []string
	}{
		{"Ola", "hand", []string{running, string(finished)}},
		{"Ola", "draw", []string{running}},
		{"Ola", "game start", []string{lobby}},
		{"Bo", "game start", nil},
		{"Bo", "game leave", []string{lobby}},
		{"Ola", "game leave", nil},
		{"Zoe", "game join", []string{lobby}},
		{"Ola", "game join", nil},
		{"Ola", "game cancel", []string{lobby, running}},
		{"Ola", "game move-here", nil},
		{"Zoe", "draw", nil},
	}
	for _, c := range cases {
		var got []string
		for _, choice := range s.complete(c.who, c.path, "game=") {
			got = append(got, choice.Value)
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("/%s suggests %v to %s, want %v", c.path, got, c.who, c.want)
		}
	}
	if got := s.complete("Ola", "game cancel", "game="+lobby); len(got) != 1 || got[0].Value != lobby {
		t.Errorf("got %v, want %s alone", got, lobby)
	}
}

func TestGamesThatWaitComeFirst(t *testing.T) {
	s := newStage(t)
	for range 4 {
		s.playing("Cy", "Ola")
	}
	got := s.complete("Ola", "hand", "game=")
	waiting := 0
	for i, c := range got {
		if strings.Contains(c.Name, "your turn!") {
			waiting++
			if i >= waiting {
				t.Errorf("%q stands behind games that do not wait: %v", c.Name, got)
			}
		}
	}
	if len(got) != 4 || waiting == 0 || waiting == len(got) {
		t.Errorf("got %v, want four games of which some wait", got)
	}
}

func TestHostileTypingIsBounded(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	who := s.turn(id)
	for _, typed := range []string{strings.Repeat("x", 6000), strings.Repeat("x ", 3000), "\x00\xff", "{{.Card}}", strings.Repeat("\u0301", 2000)} {
		for _, typing := range [][]string{{"draw", "card="}, {"claim", "route="}, {"board", "city="}, {"hand", "game="}} {
			s.complete(who, typing[0], typing[1]+typed)
		}
		s.complete(who, "claim", "route="+typed, "cards="+typed)
	}
}
