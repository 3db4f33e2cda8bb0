package handlers_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
)

// sure carries out a command that is asked about first, and confirms it.
func sure(s *bottest.Stage, who, command string, options ...string) discord.Message {
	s.T.Helper()
	return s.Press(who, s.Handle(s.Slash(who, command, options...)), customid.Do, command)
}

// players are who plays each title in tests of whole games.
var players = map[string][]string{
	"amsterdam": {"Ola", "Bo", "Cy"}, "nordic": {"Ola", "Bo"}, "asia": {"Ola", "Bo", "Cy", "Di"},
	"world": {"Ola", "Bo"},
}

func TestAWholeGameCanBePlayedByClicksInThePanelAlone(t *testing.T) {
	t.Parallel()
	for _, title := range bottest.Titles("world") {
		t.Run(title.ID(), func(t *testing.T) {
			s, names := bottest.NewShort(t, title.ID()), players[title.ID()]
			clickThrough(t, s, s.RunningOf(title.ID(), names...))
		})
	}
}

// clickThrough plays a game to its end by clicks at random.
func clickThrough(t *testing.T, s *bottest.Stage, id match.GameID) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 3))
	clicks := 0
	for s.Game(id).State == match.Running {
		who := s.Turn(id)
		for m := s.Hand(who, id); len(bottest.Offers(m)) > 0; clicks++ {
			all := bottest.Offers(m)
			p := all[rng.IntN(len(all))]
			m = s.Handle(s.Click(who, p.ID, p.Values...))
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
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who, claim := claimable(s, id)
	ply := s.Game(id).Ply

	asked := s.Handle(s.Slash(who, "claim", "route="+claim))
	if got := s.Game(id).Ply; got != ply {
		t.Fatalf("got ply %d before the claim is confirmed, want %d", got, ply)
	}
	if !asked.Ephemeral {
		t.Error("the question can be seen by others")
	}
	back := s.Press(who, asked, customid.Back, "")
	bottest.Contains(t, back.Content, "**Your turn** · ")
	told := s.Press(who, asked, customid.Do, "claim")
	if got := s.Game(id).Ply; got != ply+1 {
		t.Errorf("got ply %d after the claim, want %d", got, ply+1)
	}
	bottest.Contains(t, told.Content, "You claim ")
	if len(bottest.Acting(told.Rows)) != 0 {
		t.Errorf("after the turn there are still %v", bottest.Offers(told))
	}
}

// A client goes on showing the option that was picked, and picking it once more sends nothing, if
// the menu comes back with the custom ID that it had.
func TestAnOptionCanBePickedAgainAfterGoingBack(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who, _ := claimable(s, id)
	shown := s.Hand(who, id)
	first, _ := bottest.Find(shown, customid.Ask, "claim")
	seen := map[string]bool{}
	for range 3 {
		pick, ok := bottest.Find(shown, customid.Ask, "claim")
		if !ok || seen[pick.ID] {
			t.Fatalf("after going back the menu is %q, as before", pick.ID)
		}
		seen[pick.ID] = true
		shown = s.Press(who, s.Handle(s.Click(who, pick.ID, pick.Values...)), customid.Back, "")
	}
	asked := s.Handle(s.Click(who, first.ID, first.Values...))
	if _, ok := bottest.Find(asked, customid.Do, "claim"); !ok {
		t.Errorf("the menu as it was at first is answered %q", asked.Content)
	}
	s.NothingBroke()
}

// claimable plays until somebody can claim, and returns who and a route's id.
func claimable(s *bottest.Stage, id match.GameID) (who, route string) {
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
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who, ply := s.Turn(id), s.Game(id).Ply
	asked := s.Handle(s.Slash(who, "tickets"))
	bottest.Contains(t, asked.Content, s.Say("tickets.warning", "Count", 1))
	if got := s.Game(id).Ply; got != ply {
		t.Fatalf("got ply %d before it is confirmed, want %d", got, ply)
	}
	drawn := s.Press(who, asked, customid.Do, "tickets")
	bottest.Contains(t, drawn.Content, s.Say("panel.owes-keep", "Min", 1, "Rest",
		s.Say("title.amsterdam.rest")))
	kept := s.Press(who, drawn, customid.Ask, "keep") // one ticket alone needs no question
	bottest.Contains(t, kept.Content, "You draw tickets and keep 1 of 2.")
	if got := s.Game(id).Ply; got != ply+2 {
		t.Errorf("got ply %d, want %d", got, ply+2)
	}
}

func TestForbiddenMovesAreExplainedAndChangeNothing(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who, ply := s.Turn(id), s.Game(id).Ply
	other := s.Game(id).Seats[1].Name
	cases := []struct {
		name string
		ix   *discord.Interaction
		want string
	}{
		{"not one's turn", s.Slash(other, "draw", "card=deck"), "it is " + who + "'s turn."},
		{
			"not one's turn, and not readable", s.Slash(other, "draw", "card=zebra"),
			"it is " + who + "'s turn.",
		},
		{
			"another's button", s.Click(other, bottest.Doing(id, ply, "draw:0")),
			"it is " + who + "'s turn.",
		},
		{
			"not seated", s.Slash("Zoe", "draw", "card=deck", "game="+string(id)),
			s.Say("problem.not-seated", "Game", string(id)),
		},
		{
			"not seated, a button", s.Click("Zoe", bottest.Doing(id, ply, "draw:0")),
			s.Say("problem.not-seated", "Game", string(id)),
		},
		{"no such card", s.Slash(who, "draw", "card=zebra"), s.Say("problem.no-such-card")},
		{
			"no such slot", s.Slash(who, "draw", "card=9"),
			"The market only has slots 1 to 5. You can take:",
		},
		{"no such route", s.Slash(who, "claim", "route=nowhere"), s.Say("problem.no-such-route")},
		{
			"no such cards", s.Slash(who, "claim", "route=begijnhof--dam", "cards=zebra"),
			s.Say("problem.no-such-cards", "Example", "2 pink + wild"),
		},
		{
			"cards not held", s.Slash(who, "claim", "route=begijnhof--dam", "cards=9red"),
			"You would need 9 red",
		},
		{"nothing on offer", s.Slash(who, "keep", "ticket1=all"), s.Say("refusal.no-offer")},
		{"no such ticket", s.Slash(who, "keep", "ticket1=a--b"), s.Say("problem.no-such-ticket")},
		{"passing", s.Click(who, bottest.Doing(id, ply, "pass")), s.Say("refusal.pass-not-allowed")},
		{"a stale button", s.Click(who, bottest.Doing(id, ply-1, "draw:0")), s.Say("problem.moved-on")},
		{
			"a button of another position at this ply",
			s.Click(who, "do/"+string(id)+"/"+strconv.Itoa(int(ply))+"-1/draw:0"),
			s.Say("problem.lost-time"),
		},
		{
			"a button from the future", s.Click(who, bottest.Doing(id, ply+1, "draw:0")),
			s.Say("problem.lost-time"),
		},
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
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who, ply := s.Turn(id), s.Game(id).Ply
	for _, c := range []struct {
		id     string
		values []string
	}{
		{bottest.Doing(id, ply, "draw"), nil},
		{bottest.Doing(id, ply, "draw:9"), nil},
		{bottest.Doing(id, ply, "draw:-1"), nil},
		{bottest.Doing(id, ply, "draw:0:trains"), nil},
		{bottest.Doing(id, ply, "draw:1:rack"), nil},
		{bottest.Doing(id, ply, "draw:0"), []string{"draw:0", "draw:1"}},
		{bottest.Doing(id, ply, "draw:0"), []string{strings.Repeat("9", 4000)}},
		{bottest.Doing(id, ply, "keep"), nil},
		{bottest.Doing(id, ply, "keep"), []string{"keep:0"}},
		{bottest.Doing(id, ply, "keep"), []string{"x"}},
		{bottest.Doing(id, ply, "pay:g9"), nil},
		{bottest.Doing(id, ply, "claim:0"), nil},
		{bottest.Doing(id, ply, "claim:0:z"), nil},
		{bottest.Doing(id, ply, "claim:0:a255"), nil},
		{bottest.Doing(id, ply, "claim:0:a.a"), nil},
		{bottest.Doing(id, ply, "claim:65535:a"), nil},
		{bottest.Doing(id, ply, "claim:0:"), nil},
		{bottest.Doing(id, ply, "claim:0:.a"), nil},
		{bottest.Doing(id, ply, "tickets:"), nil},
		{bottest.Doing(id, ply, "nothing"), nil},
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
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	ix := s.Click(s.Turn(id), bottest.Doing(id, s.Game(id).Ply, "draw:0"))
	first := s.Handle(ix)
	s.Move(id, bottest.FirstLegal)
	if again := s.Handle(ix); again.Content != first.Content {
		t.Errorf("got %q, want %q", again.Content, first.Content)
	}
}

func TestTicketsAreKeptByTheirIdsOrAllTogether(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Running("Ola", "Bo", "Cy")
	one := s.Table(id).View(1)
	ids := one.Lexicon().Tickets
	offer := one.Own().Offer.IDs
	m := sure(s, one.Own().Name, "keep", "ticket1="+ids[offer[1]], "ticket2="+ids[offer[0]])
	bottest.Contains(t, m.Content, s.Say("narrate.you-chose"), s.Say("panel.next-setup"))
	second := s.Game(id).Seats[1].Name
	bottest.Contains(t, sure(s, second, "keep", "ticket1=all").Content, s.Say("narrate.you-chose"))
	third := s.Game(id).Seats[2].Name
	bottest.Contains(t, s.Handle(s.Slash(third, "keep", "ticket1="+ids[offer[0]])).Content,
		"is not among the tickets offered to you")
	if got := s.Game(id).Ply; got != 2 {
		t.Errorf("got ply %d, want 2", got)
	}
}

func TestInDirectMessagesAnswersAreNotEphemeral(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	ix := s.Slash(s.Turn(id), "draw", "card=deck")
	ix.Guild, ix.Channel = "", "dm"
	if s.Handle(ix).Ephemeral {
		t.Error("an answer in direct messages is ephemeral: it would vanish")
	}
}

func TestKeepingNoneAndATicketIsQuestioned(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.RunningOf("cardgame", "Ola", "Bo")
	for s.Table(id).View(engine.Public).Phase == engine.InSetup {
		s.Move(id, bottest.AnyLegal(1))
	}
	s.Notated(id, "tickets")
	who, ply := s.Turn(id), s.Game(id).Ply
	v := s.Table(id).View(s.Table(id).View(engine.Public).ToMove[0])
	ticket := v.Lexicon().Tickets[v.Own().Offer.IDs[0]]
	bottest.Contains(t, s.Handle(s.Slash(who, "keep", "ticket1=none", "ticket2="+ticket)).Content,
		s.Say("problem.no-such-ticket"))
	if got := s.Game(id).Ply; got != ply {
		t.Fatalf("got ply %d, want %d: it is not clear what is meant", got, ply)
	}
	sure(s, who, "keep", "ticket1=none")
	if got := s.Game(id).Ply; got != ply+1 {
		t.Errorf("got ply %d, want %d: none are kept", got, ply+1)
	}
}
