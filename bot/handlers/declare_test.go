package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/cardgame"
	"konduktor/engine/match"
)

// declaring is a Card Game of two whose last turn is over: the first seat's track pays for five
// sets of tickets, the second's for three (K8). It returns the names by seat.
func declaring(t *testing.T) (s *bottest.Stage, id match.GameID, first, second string) {
	t.Helper()
	s = bottest.New(t)
	s.Remake(func(o *bot.Options) {
		o.Titles = []engine.Title{bottest.StackedCards{
			Edition: cardgame.Title,
			Deck: strings.Fields("blue blue red yellow orange black white red yellow blue white white " +
				"green green purple green green orange white"),
			Tickets: strings.Fields("new-york--miami new-york--chicago chicago--new-york " +
				"chicago--dallas new-york--sault-st-marie chicago--montreal new-york--new-orleans " +
				"chicago--miami dallas--raleigh seattle--los-angeles chicago--santa-fe " +
				"new-york--kansas-city"),
		}}
	})
	id = s.YardTable(false)
	moves := []string{
		"keep new-york--miami new-york--chicago chicago--new-york new-york--sault-st-marie " +
			"chicago--montreal", "keep new-york--new-orleans chicago--miami dallas--raleigh",
		"lay yellow+blue+red", "lay 2green", "lay black+blue+orange", "lay red+wild", "draw 1", "draw 1",
		"lay white+yellow+blue",
	}
	for range 6 { // three rounds of tickets, none of which is kept, end the game (C12)
		moves = append(moves, "tickets", "keep")
	}
	s.Notated(id, moves...)
	g := s.Game(id)
	return s, id, g.Seats[0].Name, g.Seats[1].Name
}

// tap clicks the button of a message whose label begins with a text, and returns the answer.
func tap(s *bottest.Stage, who string, m discord.Message, label string) discord.Message {
	s.T.Helper()
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if strings.HasPrefix(b.Label, label) {
				answer := s.Handle(s.Click(who, b.CustomID))
				s.Flush()
				return answer
			}
		}
	}
	s.T.Fatalf("no button %q in %q %v", label, m.Content, m.Rows)
	return discord.Message{}
}

// choose picks the option of a message's menu whose label begins with a text.
func choose(s *bottest.Stage, who string, m discord.Message, label string) discord.Message {
	s.T.Helper()
	for _, row := range m.Rows {
		if row.Select == nil {
			continue
		}
		for _, o := range row.Select.Options {
			if strings.Contains(o.Label, label) {
				answer := s.Handle(s.Click(who, row.Select.CustomID, o.Value))
				s.Flush()
				return answer
			}
		}
	}
	s.T.Fatalf("no option %q in %q %v", label, m.Content, m.Rows)
	return discord.Message{}
}

func TestTicketsAreDeclaredByTapsAndByTyping(t *testing.T) {
	t.Parallel()
	s, id, first, second := declaring(t)
	for _, who := range []string{first, second} {
		list := s.DM(who)
		panel := list[len(list)-1]
		bottest.Contains(t, panel.Content, s.Say("panel.owes-declare"), "Set 1", "Set 2", "Set 3")
	}
	table := s.API.Sent(s.Game(id).Thread)
	bottest.Contains(t, table[len(table)-1].Content, s.Say("narrate.declaring", "Count", 2))

	list := s.DM(first)
	panel := list[len(list)-1]
	// New York twice is sure, since nobody else can complete more; the other two cities may come
	bottest.Contains(t, panel.Content, "Set 1: about 42 points",
		"22 points sure, up to 20 more for Big Cities: ", "+12 (", "+8 (")
	asked := tap(s, first, panel, "Set 1")
	bottest.Contains(t, asked.Content, s.Say("declare.ask"), s.Say("keep.until-all"))
	tap(s, first, asked, s.Say("declare.sure"))
	v := s.Table(id).View(1)
	if v.Phase != engine.InDeclare || len(v.Own().Declared) != 3 {
		t.Fatalf("phase %s, declared %v", v.Phase, v.Own().Declared)
	}
	told := s.API.Sent(s.Game(id).Thread)
	bottest.Contains(t, told[len(told)-1].Content,
		s.Say("table.declared", "Name", first, "Names", s.NameOf(id, 2)))
	if strings.Contains(told[len(told)-1].Content, "Miami") {
		t.Errorf("the table reads what was declared: %q", told[len(told)-1].Content)
	}

	// it is taken back, and another set chosen ticket by ticket
	bottest.Contains(t, s.Handle(s.Slash(first, "undo", "game="+string(id))).Content,
		s.Say("undo.done"))
	s.Flush()
	hand := s.Handle(s.Slash(first, "hand", "game="+string(id)))
	other := tap(s, first, hand, s.Say("declare.other-set"))
	bottest.Contains(t, other.Content, s.Say("declare.ask-other"))
	other = choose(s, first, other, "New York – Sault")
	last := choose(s, first, other, "New York – Chicago")
	bottest.Contains(t, last.Content, s.Say("declare.ask"))
	tap(s, first, last, s.Say("declare.sure"))

	// the other types: what is missing is asked for
	typed := s.Handle(s.Slash(second, "declare", "ticket1=Dallas Raleigh", "game="+string(id)))
	bottest.Contains(t, typed.Content, s.Say("declare.ask-other"))
	typed = s.Handle(s.Slash(second, "declare", "ticket1=dallas--raleigh", "ticket2=Miami",
		"game="+string(id)))
	bottest.Contains(t, typed.Content, s.Say("declare.ask"))
	tap(s, second, typed, s.Say("declare.sure"))
	final := s.Table(id).View(engine.Public)
	if final.Phase != engine.IsOver {
		t.Fatalf("phase %s after the last declaration", final.Phase)
	}
	lex := final.Lexicon()
	var got [][]string
	for i := range final.Seats {
		var names []string
		for _, ticket := range final.Seats[i].Final.Completed {
			names = append(names, lex.Tickets[ticket])
		}
		slices.Sort(names)
		got = append(got, names)
	}
	want := [][]string{
		{"new-york--chicago", "new-york--sault-st-marie"}, {"chicago--miami", "dallas--raleigh"},
	}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("completed %v, want %v", got, want)
	}
	s.NothingBroke()
}

func TestADeclarationIsTypedByItsNumberOrRefused(t *testing.T) {
	t.Parallel()
	s, id, first, second := declaring(t)
	for _, c := range []struct {
		who     string
		options []string
		want    string
	}{
		{first, []string{"ticket1=1"}, s.Say("declare.ask")},
		{first, []string{"ticket1=chicago--dallas"}, "is not one of the tickets"},
		{
			first,
			[]string{"ticket1=new-york--miami", "ticket2=new-york--chicago", "ticket3=chicago--montreal"},
			"Your track does not pay for",
		},
		{second, []string{"ticket1=Atlantis"}, s.Say("problem.no-such-ticket")},
	} {
		got := s.Handle(s.Slash(c.who, "declare", append(c.options, "game="+string(id))...))
		bottest.Contains(t, got.Content, c.want)
	}
	before := s.Game(id)
	for _, move := range []string{
		"declare", "declare:0", "declare:zz", "declare:1",
		"declare:zzzzzzzzzzzzz", "declare:-1",
	} {
		for _, action := range []customid.Action{customid.Do, customid.Ask, customid.Narrow} {
			button := strings.Replace(bottest.Doing(id, before.Ply, move), "do", string(action), 1)
			s.Handle(s.Click("Eve", button))
			s.Handle(s.Click(second, button, "declare:zz", "declare:1"))
			s.Handle(s.Click(first, button))
		}
	}
	if g := s.Game(id); g.Ply != before.Ply {
		t.Errorf("a forged button declared: ply %d after %d", g.Ply, before.Ply)
	}
	s.NothingBroke()
}
