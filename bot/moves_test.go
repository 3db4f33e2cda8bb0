package bot_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
)

// offer is a click that a message offers.
type offer struct {
	id     string
	values []string
}

// offers lists all clicks that a message offers; of a menu each option.
func offers(m discord.Message) []offer {
	var list []offer
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if id, _ := customid.Parse(b.CustomID); id.Action != customid.Enough { // no move
				list = append(list, offer{id: b.CustomID})
			}
		}
		if row.Select == nil {
			continue
		}
		for i := range row.Select.Options {
			var values []string
			for _, o := range row.Select.Options[:max(row.Select.Min, 1)] {
				values = append(values, o.Value)
			}
			values[0] = row.Select.Options[i].Value
			list = append(list, offer{row.Select.CustomID, slices.Compact(values)})
		}
	}
	return list
}

// find returns the first click of an action on a move that is printed so, or begins so; false if a message offers none.
func find(m discord.Message, action customid.Action, move string) (offer, bool) {
	for _, o := range offers(m) {
		id, _ := customid.Parse(o.id)
		text := strings.Join(o.values, " ")
		if id.Move.Verb != 0 && text == "" {
			text = customid.PrintMove(id.Move)
		}
		if id.Action == action && strings.HasPrefix(text, move) {
			return o, true
		}
	}
	return offer{}, false
}

// press clicks on what a message offers.
func (s *stage) press(who string, m discord.Message, action customid.Action, move string) discord.Message {
	s.T.Helper()
	o, ok := find(m, action, move)
	if !ok {
		s.T.Fatalf("there is no %s %s among %v", action, move, offers(m))
	}
	return s.Handle(s.Click(who, o.id, o.values...))
}

// sure carries out a command that is asked about first, and confirms it.
func (s *stage) sure(who, command string, options ...string) discord.Message {
	s.T.Helper()
	return s.press(who, s.Handle(s.Slash(who, command, options...)), customid.Do, command)
}

// hand opens somebody's panel.
func (s *stage) hand(who string, id match.GameID) discord.Message {
	s.T.Helper()
	return s.Handle(s.Click(who, customid.Button(customid.Hand, id)))
}

// turn returns the name of the player to move.
func (s *stage) turn(id match.GameID) string {
	s.T.Helper()
	return s.Table(id).View(engine.Public).Seats[s.Table(id).View(engine.Public).ToMove[0]-1].Name
}

// doing is the custom ID of a button that makes a move at a ply.
func doing(id match.GameID, ply engine.Ply, move string) string {
	return "do/" + string(id) + "/" + strconv.Itoa(int(ply)) + "/" + move
}

// players are who plays each title in tests of whole games.
var players = map[string][]string{
	"amsterdam": {"Ola", "Bo", "Cy"}, "nordic": {"Ola", "Bo"}, "asia": {"Ola", "Bo", "Cy", "Di"},
	"world": {"Ola", "Bo"},
}

// sample returns the titles that a test plays whole games of: some at the quick size, with decisions
// of their own, and all at full size. On the sandbox each title is played at either size.
func sample(all []string, quick ...string) []string {
	if enginetest.Size(0, 1) == 0 {
		return quick
	}
	return all
}

func TestAWholeGameCanBePlayedByClicksInThePanelAlone(t *testing.T) {
	for _, title := range sample(slices.Sorted(maps.Keys(players)), "world") {
		t.Run(title, func(t *testing.T) {
			s, names := newStage(t), players[title]
			clickThrough(t, s, s.RunningOf(title, names...))
		})
	}
}

// clickThrough plays a game to its end by clicks at random.
func clickThrough(t *testing.T, s *stage, id match.GameID) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 3))
	clicks := 0
	for s.Game(id).State == match.Running {
		who := s.turn(id)
		for m := s.hand(who, id); len(offers(m)) > 0; clicks++ {
			all := offers(m)
			p := all[rng.IntN(len(all))]
			m = s.Handle(s.Click(who, p.id, p.values...))
		}
		if clicks > 20_000 {
			t.Fatalf("game %s is at ply %d after %d clicks", id, s.Game(id).Ply, clicks)
		}
	}
	t.Logf("%d moves by %d clicks", s.Game(id).Ply, clicks)
	if n := s.Faults.Load(); n != 0 {
		t.Errorf("got %d faults of ours", n)
	}
}

func TestAClaimCountsOnceItIsConfirmed(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	who, claim := s.claimable(id)
	ply := s.Game(id).Ply

	asked := s.Handle(s.Slash(who, "claim", "route="+claim))
	if got := s.Game(id).Ply; got != ply {
		t.Fatalf("got ply %d before the claim is confirmed, want %d", got, ply)
	}
	if !asked.Ephemeral {
		t.Error("the question can be seen by others")
	}
	back := s.press(who, asked, customid.Page, "")
	bottest.Contains(t, back.Content, "**Your turn.** Draw cards, claim a route or draw tickets.")
	told := s.press(who, asked, customid.Do, "claim")
	if got := s.Game(id).Ply; got != ply+1 {
		t.Errorf("got ply %d after the claim, want %d", got, ply+1)
	}
	bottest.Contains(t, told.Content, "You claim ")
	if len(acting(told.Rows)) != 0 {
		t.Errorf("after the turn there are still %v", offers(told))
	}
}

// claimable plays until somebody can claim, and returns who and a route's id.
func (s *stage) claimable(id match.GameID) (who, route string) {
	s.T.Helper()
	for {
		t := s.Table(id)
		seat := t.View(engine.Public).ToMove[0]
		v := t.View(seat)
		for _, m := range v.Legal() {
			if m.Verb == engine.Claim {
				return v.Seats[seat-1].Name, v.Lexicon().Routes[m.Route]
			}
		}
		s.Move(id, bottest.FirstLegal)
	}
}

func TestTicketsAreDrawnOnceItIsConfirmed(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	who, ply := s.turn(id), s.Game(id).Ply
	asked := s.Handle(s.Slash(who, "tickets"))
	bottest.Contains(t, asked.Content, s.Say("tickets.warning", "Count", 1))
	if got := s.Game(id).Ply; got != ply {
		t.Fatalf("got ply %d before it is confirmed, want %d", got, ply)
	}
	drawn := s.press(who, asked, customid.Do, "tickets")
	bottest.Contains(t, drawn.Content, s.Say("panel.owes-keep", "Min", 1, "Rest", s.Say("title.amsterdam.rest")))
	kept := s.press(who, s.press(who, drawn, customid.Ask, "keep"), customid.Do, "keep")
	bottest.Contains(t, kept.Content, "You keep 1 of 2 tickets.")
	if got := s.Game(id).Ply; got != ply+2 {
		t.Errorf("got ply %d, want %d", got, ply+2)
	}
}

func TestWhatIsNotAllowedChangesNothingAndIsExplained(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	who, ply := s.turn(id), s.Game(id).Ply
	other := s.Game(id).Seats[1].Name
	cases := []struct {
		name string
		ix   *discord.Interaction
		want string
	}{
		{"not one's turn", s.Slash(other, "draw", "card=deck"), "it is " + who + "'s turn."},
		{"not one's turn, and not readable", s.Slash(other, "draw", "card=zebra"), "it is " + who + "'s turn."},
		{"another's button", s.Click(other, doing(id, ply, "draw:0")), "it is " + who + "'s turn."},
		{"not seated", s.Slash("Zoe", "draw", "card=deck", "game="+string(id)), s.Say("problem.not-seated", "Game", string(id))},
		{"not seated, a button", s.Click("Zoe", doing(id, ply, "draw:0")), s.Say("problem.not-seated", "Game", string(id))},
		{"no such card", s.Slash(who, "draw", "card=zebra"), s.Say("problem.no-such-card")},
		{"no such slot", s.Slash(who, "draw", "card=9"), "The market has the slots 1 to 5 only. You can take:"},
		{"no such route", s.Slash(who, "claim", "route=nowhere"), s.Say("problem.no-such-route")},
		{"no such cards", s.Slash(who, "claim", "route=begijnhof--dam", "cards=zebra"), s.Say("problem.no-such-cards", "Example", "2 pink + wild")},
		{"cards not held", s.Slash(who, "claim", "route=begijnhof--dam", "cards=9red"), "You would need 9 × red"},
		{"nothing on offer", s.Slash(who, "keep", "ticket1=all"), s.Say("refusal.no-offer")},
		{"no such ticket", s.Slash(who, "keep", "ticket1=a--b"), s.Say("problem.no-such-ticket")},
		{"passing", s.Click(who, doing(id, ply, "pass")), s.Say("refusal.pass-not-allowed")},
		{"a stale button", s.Click(who, doing(id, ply-1, "draw:0")), s.Say("problem.moved-on")},
		{"a button of another position at this ply", s.Click(who, "do/"+string(id)+"/"+strconv.Itoa(int(ply))+"-1/draw:0"), s.Say("problem.moved-on")},
		{"a button from the future", s.Click(who, doing(id, ply+1, "draw:0")), s.Say("problem.moved-on")},
		{"an unknown game", s.Click(who, "do/zzzz/0/draw:0"), s.Say("problem.game-unknown")},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := s.Handle(c.ix)
			bottest.Contains(t, m.Content, c.want)
			if got := s.Game(id).Ply; got != ply {
				t.Errorf("got ply %d, want %d", got, ply)
			}
		})
	}
	if n := s.Faults.Load(); n != 0 {
		t.Errorf("%d of these counted as faults of ours", n)
	}
}

func TestForgedClicksChangeNothing(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	who, ply := s.turn(id), s.Game(id).Ply
	for _, c := range []offer{
		{doing(id, ply, "draw"), nil},
		{doing(id, ply, "draw:9"), nil},
		{doing(id, ply, "draw:-1"), nil},
		{doing(id, ply, "draw:0:trains"), nil},
		{doing(id, ply, "draw:1:rack"), nil},
		{doing(id, ply, "draw:0"), []string{"draw:0", "draw:1"}},
		{doing(id, ply, "draw:0"), []string{strings.Repeat("9", 4000)}},
		{doing(id, ply, "keep"), nil},
		{doing(id, ply, "keep"), []string{"keep:0"}},
		{doing(id, ply, "keep"), []string{"x"}},
		{doing(id, ply, "pay:g9"), nil},
		{doing(id, ply, "claim:0"), nil},
		{doing(id, ply, "claim:0:z"), nil},
		{doing(id, ply, "claim:0:a255"), nil},
		{doing(id, ply, "claim:0:a.a"), nil},
		{doing(id, ply, "claim:65535:a"), nil},
		{doing(id, ply, "claim:0:"), nil},
		{doing(id, ply, "claim:0:.a"), nil},
		{doing(id, ply, "tickets:"), nil},
		{doing(id, ply, "nothing"), nil},
		{"page/" + string(id) + "/0/x", nil},
		{"page/" + string(id) + "/0/99999", nil},
		{"do//0/draw:0", nil},
		{"do/" + string(id) + "/00/draw:0", nil},
		{"do/" + string(id) + "/99999999999999999999/draw:0", nil},
		{"log/" + string(id) + "/x", nil},
		{"text/" + string(id) + "/-1", nil},
		{"", nil},
		{strings.Repeat("do/", 33), nil},
		{"do/../../0/draw:0", nil},
	} {
		m := s.Handle(s.Click(who, c.id, c.values...))
		if m.Content == "" {
			t.Errorf("%v is not answered", c)
		}
		if got := s.Game(id).Ply; got != ply {
			t.Fatalf("%v made a move", c)
		}
	}
	if n := s.Faults.Load(); n != 0 {
		t.Errorf("%d of these counted as faults of ours", n)
	}
}

func TestARedeliveredClickIsAnsweredAlike(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	ix := s.Click(s.turn(id), doing(id, s.Game(id).Ply, "draw:0"))
	first := s.Handle(ix)
	s.Move(id, bottest.FirstLegal)
	if again := s.Handle(ix); again.Content != first.Content {
		t.Errorf("got %q, want %q", again.Content, first.Content)
	}
}

func TestTicketsAreKeptByTheirIdsOrAllTogether(t *testing.T) {
	s := newStage(t)
	id := s.Running("Ola", "Bo", "Cy")
	one := s.Table(id).View(1)
	ids := one.Lexicon().Tickets
	offer := one.Own().Offer.IDs
	m := s.sure(one.Own().Name, "keep", "ticket1="+ids[offer[1]], "ticket2="+ids[offer[0]])
	bottest.Contains(t, m.Content, s.Say("narrate.you-chose"), s.Say("panel.next-setup"))
	second := s.Game(id).Seats[1].Name
	bottest.Contains(t, s.sure(second, "keep", "ticket1=all").Content, s.Say("narrate.you-chose"))
	third := s.Game(id).Seats[2].Name
	bottest.Contains(t, s.Handle(s.Slash(third, "keep", "ticket1="+ids[offer[0]])).Content, "is not among the tickets offered to you")
	if got := s.Game(id).Ply; got != 2 {
		t.Errorf("got ply %d, want 2", got)
	}
}

func TestInDirectMessagesAnswersAreNotEphemeral(t *testing.T) {
	s := newStage(t)
	id := s.Playing("Ola", "Bo")
	ix := s.Slash(s.turn(id), "draw", "card=deck")
	ix.Guild, ix.Channel = "", "dm"
	if s.Handle(ix).Ephemeral {
		t.Error("an answer in direct messages is ephemeral: it would vanish")
	}
}

func TestNoneBesideATicketIsAskedAboutAgain(t *testing.T) {
	s := newStage(t)
	id := s.RunningOf("cardgame", "Ola", "Bo")
	for s.Table(id).View(engine.Public).Phase == engine.InSetup {
		s.Move(id, bottest.AnyLegal(1))
	}
	s.Notated(id, "tickets")
	who, ply := s.turn(id), s.Game(id).Ply
	v := s.Table(id).View(s.Table(id).View(engine.Public).ToMove[0])
	ticket := v.Lexicon().Tickets[v.Own().Offer.IDs[0]]
	bottest.Contains(t, s.Handle(s.Slash(who, "keep", "ticket1=none", "ticket2="+ticket)).Content, s.Say("problem.no-such-ticket"))
	if got := s.Game(id).Ply; got != ply {
		t.Fatalf("got ply %d, want %d: it is not clear what is meant", got, ply)
	}
	s.sure(who, "keep", "ticket1=none")
	if got := s.Game(id).Ply; got != ply+1 {
		t.Errorf("got ply %d, want %d: none are kept", got, ply+1)
	}
}
