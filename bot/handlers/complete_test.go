package handlers_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/render/caption"
)

func TestAWholeGameCanBePlayedByCommandsFromTheirLists(t *testing.T) {
	t.Parallel()
	for _, title := range bottest.Titles("nordic", "world") {
		t.Run(title.ID(), func(t *testing.T) {
			s, names := bottest.NewShort(t, title.ID()), players[title.ID()]
			typeThrough(t, s, s.RunningOf(title.ID(), names...))
		})
	}
}

// typeThrough plays a game to its end by commands, with what their lists suggest.
func typeThrough(t *testing.T, s *bottest.Stage, id match.GameID) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 5))
	any := func(list []discord.Choice) string {
		if len(list) == 0 {
			return ""
		}
		return list[rng.IntN(len(list))].Value
	}
	for turns := 0; s.Game(id).State == match.Running; turns++ {
		who, ply := s.Turn(id), s.Game(id).Ply
		ticket, card, route := any(completions(s, who, "keep", "ticket1=")),
			any(completions(s, who, "draw", "card=")), any(completions(s, who, "claim", "route="))
		split := any(completions(s, who, "pieces", "trains="))
		harbour := any(completions(s, who, "port", "city="))
		where, shared := any(completions(s, who, "place", "where=")),
			any(completions(s, who, "share", "ticket1="))
		v := s.Table(id).View(engine.Public)
		if ticket != "" && v.Phase == engine.InSetup {
			ticket = "all" // one is too few in some titles (N2, S2)
		}
		switch {
		case v.Tunnel != nil:
			answerTunnel(s, who, id)
		case split != "":
			ships := any(completions(s, who, "pieces", "trains="+split, "ships="))
			sure(s, who, "pieces", "trains="+split, "ships="+ships)
		case harbour != "":
			cards := any(completions(s, who, "port", "city="+harbour, "cards="))
			asked := s.Handle(s.Slash(who, "port", "city="+harbour, "cards="+cards))
			s.Press(who, asked, customid.Do, "port")
		case where != "":
			s.Handle(s.Slash(who, "place", "where="+where))
		case shared != "" && card == "" && route == "":
			sure(s, who, "share", "ticket1="+shared)
		case ticket != "":
			sure(s, who, "keep", "ticket1="+ticket)
		case route != "":
			cards := any(completions(s, who, "claim", "route="+route, "cards="))
			asked := s.Handle(s.Slash(who, "claim", "route="+route, "cards="+cards))
			s.Press(who, asked, customid.Do, "claim")
		case card != "":
			deck := any(completions(s, who, "draw", "card="+card, "refill="))
			s.Handle(s.Slash(who, "draw", "card="+card, "refill="+deck))
		default:
			s.Press(who, s.Hand(who, id), customid.Do, "")
		}
		if s.Game(id).Ply == ply || turns > 5000 {
			t.Fatalf("the game stays at ply %d", ply)
		}
	}
}

// answerTunnel pays what the tunnel asks for, if the list of payments has any, and withdraws
// otherwise.
func answerTunnel(s *bottest.Stage, who string, id match.GameID) {
	s.T.Helper()
	for _, way := range completions(s, who, "pay", "cards=") {
		asked := s.Handle(s.Slash(who, "pay", "cards="+way.Value))
		s.Press(who, asked, customid.Do, "pay")
		return
	}
	s.Handle(s.Slash(who, "withdraw"))
}

func TestListsAreEmptyForPlayersWhoCannotMove(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	other := s.Game(id).Seats[1].Name
	for _, who := range []string{other, "Zoe"} {
		for _, typing := range [][]string{
			{"draw", "card="},
			{"claim", "route="},
			{"claim", "route=begijnhof--dam", "cards="},
			{"keep", "ticket1="},
		} {
			options := append(slices.Clone(typing[1:len(typing)-1]), "game="+string(id),
				typing[len(typing)-1])
			if got := completions(s, who, typing[0], options...); len(got) != 0 {
				t.Errorf("%s is offered %v for %v", who, got, typing)
			}
		}
	}
}

func TestAnEmptyListSaysWhyAndTheCommandSaysTheSame(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	amsterdam, cards, world := s.Playing("Ola", "Bo"), s.PlayingOf("cardgame", "Cy", "Dan"),
		s.PlayingOf("world", "Eve", "Fay")
	in := func(id match.GameID) []string { // who moves, and who does not
		g, who := s.Game(id), s.Turn(id)
		for _, seat := range g.Seats {
			if seat.Name != who {
				return []string{who, seat.Name}
			}
		}
		return nil
	}
	a, c, w := in(amsterdam), in(cards), in(world)
	for _, one := range []struct {
		id      match.GameID
		who     string
		command string
		typed   []string
		want    string
	}{
		{amsterdam, a[1], "draw", []string{"card=red"}, "Not yet: it is " + a[0] + "'s turn."},
		{amsterdam, a[1], "claim", []string{"route="}, "Not yet: it is " + a[0] + "'s turn."},
		{
			amsterdam, a[1], "claim",
			[]string{"route=begijnhof--dam", "cards="},
			"Not yet: it is " + a[0] + "'s turn.",
		},
		{amsterdam, a[0], "keep", []string{"ticket1="}, "You have no tickets to choose from now."},
		{amsterdam, a[0], "port", []string{"city="}, "There is no such move in this game."},
		{amsterdam, a[0], "lay", []string{"row=red"}, "There is no such move in this game."},
		{amsterdam, a[0], "exchange", []string{"pieces="}, "There is no such move in this game."},
		{amsterdam, a[0], "share", []string{"ticket1="}, "There is no such move in this game."},
		{amsterdam, a[0], "pieces", []string{"trains="}, "There is no such move in this game."},
		{amsterdam, a[0], "place", []string{"where="}, "You have no drawn card to place now."},
		{amsterdam, a[0], "draw", []string{"card=zebra"}, "I do not know which card you mean."},
		{amsterdam, "Zoe", "draw", []string{"card="}, "You have no seat in game"},
		{cards, c[0], "claim", []string{"route=1"}, "This game has no board and no routes to claim"},
		{world, w[0], "port", []string{"city="}, "No port can be built now"},
		{world, w[0], "pieces", []string{"trains=20"}, ""},
	} {
		options := append([]string{"game=" + string(one.id)}, one.typed...)
		list := suggestions(s, one.who, one.command, options...)
		if len(list) == 0 || !strings.HasPrefix(list[0].Name, one.want) ||
			!strings.HasPrefix(list[0].Value, "?") {
			t.Errorf("/%s %v suggests %v to %s, want %q", one.command, one.typed, list, one.who, one.want)
			continue
		}
		ply := s.Game(one.id).Ply
		name, _, _ := strings.Cut(one.typed[len(one.typed)-1], "=")
		options[len(options)-1] = name + "=" + list[0].Value
		bottest.Contains(t, plainText(s.Handle(s.Slash(one.who, one.command, options...)).Content),
			strings.TrimSuffix(list[0].Name, "…"))
		if s.Game(one.id).Ply != ply {
			t.Errorf("/%s %v made a move", one.command, options)
		}
	}
}

// plainText is a message without its marks of emphasis.
func plainText(content string) string {
	return strings.NewReplacer("**", "", "`", "").Replace(content)
}

func TestLanesThatCannotBeClaimedAreExplainedAndOthersAreSuggested(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who := s.Turn(id)
	v, board := s.Table(id).View(s.Table(id).View(engine.Public).ToMove[0]), titles.Map("amsterdam")
	can := func(r engine.RouteID) bool {
		return slices.ContainsFunc(v.Legal(), func(m engine.Move) bool {
			return m.Verb == engine.Claim && m.Route == r
		})
	}
	number, tried := "", map[string]bool{} // number: of a connection whose two lanes cannot be claimed
	for i := range board.Routes {
		code := caption.Code(board, engine.RouteID(i))
		n, claimable := strings.TrimRight(code, "ab"), can(engine.RouteID(i))
		switch last := strings.HasSuffix(code, "b"); {
		case n != code && claimable:
			tried[n] = true
		case last && !claimable && !tried[n] && number == "":
			number = n
		}
	}
	list := suggestions(s, who, "claim", "route="+number)
	if len(list) < 2 || list[0].Value != "?"+number {
		t.Fatalf("%q suggests %v, want the reason and routes", number, list)
	}
	for _, c := range list[1:] {
		if r, ok := v.Lexicon().Route(c.Value); !ok || !can(r) {
			t.Errorf("%v is suggested and cannot be claimed", c)
		}
	}
	for _, typed := range []string{number, list[0].Value} {
		said := s.Handle(s.Slash(who, "claim", "route="+typed)).Content
		bottest.Contains(t, said, number+"a ", number+"b ", "You can claim: ")
	}
}

func TestChosenTicketsAreNotOfferedAgain(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Running("Ola", "Bo")
	v := s.Table(id).View(1)
	first := v.Lexicon().Tickets[v.Own().Offer.IDs[0]]
	second := v.Lexicon().Tickets[v.Own().Offer.IDs[1]]
	got := completions(s, v.Own().Name, "keep", "ticket1="+first, "ticket2=")
	if len(got) != 1 || got[0].Value != second {
		t.Errorf("got %v, want %s alone", got, second)
	}
	all := completions(s, v.Own().Name, "keep", "ticket1=")
	if len(all) != 3 || all[2].Value != "all" {
		t.Errorf("got %v, want both and, behind them, all", all)
	}
}

func TestListHoldsOnlyGamesTheCommandFits(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	lobby := string(s.Lobby("Ola", "Bo"))
	running := string(s.Playing("Cy", "Ola"))
	finished := s.Playing("Dan", "Ola")
	s.Finish(finished)
	cases := []struct {
		who, path string
		want      []string
	}{
		{"Ola", "hand", []string{running, string(finished)}},
		{"Ola", "draw", []string{running}},
		{"Ola", "game start", []string{lobby}},
		{"Bo", "game start", nil},
		{"Bo", "game leave", []string{lobby}},
		{"Ola", "game leave", []string{running}},
		{"Zoe", "game leave", nil},
		{"Ola", "game return", nil},
		{"Ola", "game stand-in", []string{running}},
		{"Zoe", "game join", []string{lobby}},
		{"Ola", "game join", nil},
		{"Ola", "game cancel", []string{lobby, running}},
		{"Ola", "game move-here", nil},
		{"Zoe", "draw", nil},
	}
	for _, c := range cases {
		var got []string
		for _, choice := range completions(s, c.who, c.path, "game=") {
			got = append(got, choice.Value)
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("/%s suggests %v to %s, want %v", c.path, got, c.who, c.want)
		}
	}
	got := completions(s, "Ola", "game cancel", "game="+lobby)
	if len(got) != 1 || got[0].Value != lobby {
		t.Errorf("got %v, want %s alone", got, lobby)
	}
}

func TestWaitingGamesComeFirst(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	for range 4 {
		s.Playing("Cy", "Ola")
	}
	got := completions(s, "Ola", "hand", "game=")
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
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who := s.Turn(id)
	for _, typed := range []string{
		strings.Repeat("x", 6000), strings.Repeat("x ", 3000), "\x00\xff", "{{.Card}}",
		strings.Repeat("\u0301", 2000),
	} {
		for _, typing := range [][]string{
			{"draw", "card="}, {"claim", "route="}, {"board", "city="}, {"hand", "game="},
		} {
			completions(s, who, typing[0], typing[1]+typed)
		}
		completions(s, who, "claim", "route="+typed, "cards="+typed)
	}
}

// completions returns what is suggested to somebody who types in the last of the options, without
// the reason why nothing is.
func completions(s *bottest.Stage, who, path string, options ...string) []discord.Choice {
	s.T.Helper()
	return slices.DeleteFunc(suggestions(s, who, path, options...), func(c discord.Choice) bool {
		return strings.HasPrefix(c.Value, "?")
	})
}

// suggestions returns all that is suggested to somebody who types in the last of the options.
func suggestions(s *bottest.Stage, who, path string, options ...string) []discord.Choice {
	s.T.Helper()
	ix := s.Slash(who, path, options...)
	ix.Kind = discord.Autocomplete
	ix.Options[len(ix.Options)-1].Focused = true
	before := len(s.API.Calls())
	s.Bot.Handle(s.T.Context(), ix)
	choices := s.API.Calls()[before].Response.Choices
	if choices == nil || len(choices) > 25 {
		s.T.Fatalf("/%s %v suggests %v", path, options, choices)
	}
	return choices
}
