package timekeeper_test

import (
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/message"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/railmap"
	"konduktor/engine/titles"
	"konduktor/storage"
)

func TestUnnoticedPanelLosesItsMenusAfterAPlan(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.DrawTwo(id)
	who := s.NameOf(id, 2)
	_, err := s.API.OpenDM(t.Context(), bottest.Person(who).ID)
	s.Must(err)
	user, err := s.Store.User(t.Context(), bottest.Person(who).ID)
	s.Must(err)
	s.API.Lose = bottest.Losing(bottest.SendTo(user.DM))
	s.Flush()
	s.API.Lose = nil
	s.DrawTwo(id) // elsewhere
	plans(s, who, id, "Deck, face down", "Deck, face down")
	s.DrawTwo(id)
	s.Clock = s.Clock.Add(time.Minute)
	s.Flush()
	if _, rows := s.Standing(user.DM); rows != 0 || !planned(s, id, 2) {
		t.Errorf("the player's direct messages still have %d rows of menus; planned: %t", rows,
			planned(s, id, 2))
	}
}

// A plan that comes to nothing leaves its player a panel: the same holds for it, whatever is said
// of the plan by then.
func TestUnnoticedPanelAfterAPlanLosesItsMenus(t *testing.T) {
	for name, reopened := range map[string]bool{"the same process": false, "after a restart": true} {
		t.Run(name, func(t *testing.T) {
			s := bottest.New(t)
			id, route := bothCanClaim(s)
			who := s.Game(id).Seats[1].Name
			plans(s, who, id, route, s.Say("plan.sure"))
			s.Flush()
			user, err := s.Store.User(t.Context(), bottest.Person(who).ID)
			s.Must(err)
			_, before := s.Standing(user.DM)
			claimNamed(s, id, route)
			s.Flush()
			s.API.Lose = bottest.Losing(bottest.SendTo(user.DM))
			keepPlans(s, 10*time.Second)
			s.API.Lose = nil
			if _, rows := s.Standing(user.DM); rows <= before || s.Game(id).ToMove[0] != user.ID {
				t.Fatalf("the player has %d rows of menus, %d before the plan ended, and %v is to move", rows,
					before, s.Game(id).ToMove)
			}
			if reopened {
				s.Reopen()
			}
			s.DrawTwo(id) // elsewhere
			s.Clock = s.Clock.Add(time.Minute)
			s.Flush()
			if _, rows := s.Standing(user.DM); rows > before {
				t.Errorf("after the turn the player's direct messages still have %d rows of menus, %d before",
					rows, before)
			}
		})
	}
}

// After a restart the bot does not know whether the panel of the turn is there: it tries to delete
// it, which fails.
func TestPlannerWithClosedDMsIsNotCalledAfterARestart(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	who := s.NameOf(id, 2)
	plans(s, who, id, "Deck, face down", "Deck, face down")
	s.Flush()
	user, err := s.Store.User(t.Context(), bottest.Person(who).ID)
	s.Must(err)
	s.DrawTwo(id)
	s.Reopen()
	s.API.Fail = bottest.Failing(discordtest.DMClosed, bottest.SendTo(user.DM))
	said := len(s.API.Sent(s.Game(id).Thread))
	s.Flush()
	for _, m := range s.API.Sent(s.Game(id).Thread)[said:] {
		if len(m.Mention) > 0 {
			t.Errorf("%v are called, though the plan makes the turn: %q", m.Mention, m.Content)
		}
	}
	if !planned(s, id, 2) {
		t.Error("the plan is gone")
	}
}

// keepPlans lets time pass, carries out the plans that are due then, and sends what is due.
func keepPlans(s *bottest.Stage, later time.Duration) {
	s.T.Helper()
	s.Clock = s.Clock.Add(later)
	s.Must(s.Bot.KeepPlans(s.T.Context()))
	s.Flush()
}

// plans presses buttons of a player's plan one after the other: each is the beginning of a label.
func plans(s *bottest.Stage, who string, id match.GameID, labels ...string) discord.Message {
	s.T.Helper()
	m := s.Handle(s.Slash(who, "plan", "game="+string(id)))
	for _, label := range labels {
		m = s.Handle(clickOn(s, who, m, label))
	}
	return m
}

// clickOn presses the button, or picks the option, labelled so.
func clickOn(s *bottest.Stage, who string, m discord.Message, label string) *discord.Interaction {
	s.T.Helper()
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if strings.HasPrefix(strings.TrimLeft(b.Label, "☐☑ "), label) {
				return s.Click(who, b.CustomID)
			}
		}
		if row.Select == nil {
			continue
		}
		for _, o := range row.Select.Options {
			if labelled(o, label) {
				return s.Click(who, row.Select.CustomID, o.Value)
			}
		}
	}
	s.T.Fatalf("nothing begins with %q in %q with %v", label, m.Content, bottest.Offers(m))
	return nil
}

// planned reports whether a seat has a plan.
func planned(s *bottest.Stage, id match.GameID, seat engine.Seat) bool {
	s.T.Helper()
	_, err := s.Store.Plan(s.T.Context(), id, seat)
	return err == nil
}

func TestAPlanIsCarriedOutSecondsAfterTheTurnBefore(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	g := s.Game(id)
	first, second := g.Seats[0].Name, g.Seats[1].Name
	m := plans(s, second, id, "Deck, face down", "Deck, face down")
	bottest.Contains(t, m.Content, "draw from the deck, then draw from the deck")
	if strings.Contains(m.Content, s.Say("plan.stops-hand")) {
		t.Errorf("a plan that only draws depends on what the hand pays for: %q", m.Content)
	}
	if !m.Ephemeral && len(s.API.Sent(g.Thread)) > 0 &&
		strings.Contains(s.API.Sent(g.Thread)[len(s.API.Sent(g.Thread))-1].Content, "plan") {
		t.Error("the plan can be seen by others")
	}
	before := len(s.DM(second))
	s.DrawTwo(id)
	s.Flush()
	keepPlans(s, 4*time.Second)
	if got := s.Game(id); got.ToMove[0] != g.Seats[1].User || len(s.DM(second)) != before {
		t.Fatalf("after 4 s %v is to move, and %s got %d messages", got.ToMove, second,
			len(s.DM(second))-before)
	}
	keepPlans(s, 2*time.Second)
	if got := s.Game(id); got.ToMove[0] != g.Seats[0].User || planned(s, id, 2) {
		t.Fatalf("after 6 s %v is to move, and there is a plan: %t", got.ToMove, planned(s, id, 2))
	}
	if n := len(s.DM(second)) - before; n != 1 {
		t.Errorf("the player got %d messages, want what was done alone", n)
	}
	bottest.Contains(t, s.LastTo(second).Content, s.Say("plan.done"), "You draw ", first+" draws")
	table := s.API.Sent(g.Thread)
	bottest.Contains(t, table[len(table)-1].Content, s.Say("plan.table", "Who", second))
	keepPlans(s, time.Minute)
	if after := s.Game(id); after.Ply != g.Ply+4 {
		t.Errorf("got ply %d, want %d: the plan was for one turn", after.Ply, g.Ply+4)
	}
}

func TestAPlanTriesItsStepsInOrderAndThenCallsItsPlayer(t *testing.T) {
	s := bottest.New(t)
	id, route := bothCanClaim(s)
	g := s.Game(id)
	second := g.Seats[1].Name
	m := plans(s, second, id, route, s.Say("plan.sure"))
	bottest.Contains(t, m.Content, "claim "+route)
	m = plans(s, second, id, s.Say("plan.else"), "Draw 2 tickets", s.Say("plan.sure"))
	bottest.Contains(t, m.Content, "2. otherwise draw tickets")
	claimNamed(s, id, route)
	keepPlans(s, 6*time.Second)
	v := s.Table(id).View(2)
	if v.Owes != engine.OwesKeep {
		t.Fatalf("the seat owes %q, want the answer to the tickets of its second step", v.Owes)
	}
	got := s.LastTo(second)
	bottest.Contains(t, got.Content, s.Say("plan.done"))
	if !bottest.AsksAt(got, id, s.Game(id).Ply) {
		t.Errorf("the message asks for nothing: %q", got.Content)
	}
}

func TestAPlanEndsByAnEventThatItNames(t *testing.T) {
	s := bottest.New(t)
	id, route := bothCanClaim(s)
	second := s.Game(id).Seats[1].Name
	plans(s, second, id, route, s.Say("plan.sure"))
	plans(s, second, id, s.Say("plan.else"), "Draw 2 tickets", s.Say("plan.sure"))
	m := plans(s, second, id, s.Say("plan.switch-taken"))
	bottest.Contains(t, m.Content, s.Say("plan.stops-taken"))
	claimNamed(s, id, route)
	ply := s.Game(id).Ply
	keepPlans(s, 6*time.Second)
	if got := s.Game(id).Ply; got != ply || planned(s, id, 2) {
		t.Fatalf("got ply %d, want %d: the plan has ended", got, ply)
	}
	got := s.LastTo(second)
	bottest.Contains(t, got.Content, s.Say("plan.ended-taken"), "**Your turn**")
	if !bottest.AsksAt(got, id, ply) {
		t.Error("the player got no panel")
	}
}

func TestAPlanIsGivenUpByOneTap(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	second := s.Game(id).Seats[1].Name
	m := plans(s, second, id, "Deck, face down", s.Say("plan.drop"))
	bottest.Contains(t, m.Content, s.Say("plan.dropped"))
	s.DrawTwo(id)
	ply := s.Game(id).Ply
	s.Flush()
	bottest.Contains(t, s.LastTo(second).Content, "**Your turn**")
	keepPlans(s, time.Minute)
	if got := s.Game(id).Ply; got != ply {
		t.Errorf("got ply %d, want %d: there was no plan any more", got, ply)
	}
}

func TestAPlayerWhoActsByHandOvertakesThePlan(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	second := s.Game(id).Seats[1].Name
	plans(s, second, id, "Deck, face down", "Deck, face down")
	s.DrawTwo(id)
	s.Notated(id, "tickets")
	ply := s.Game(id).Ply
	keepPlans(s, 6*time.Second)
	if got := s.Game(id).Ply; got != ply || planned(s, id, 2) {
		t.Errorf("got ply %d and a plan: %t; want ply %d and none", got, planned(s, id, 2), ply)
	}
}

func TestPlanOfAnAbsentPlayerDoesNothing(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo")
	second := s.Game(id).Seats[1].Name
	plans(s, second, id, "Deck, face down", "Deck, face down")
	g := s.Game(id)
	g.Seats[1].Automated = true
	s.Must(s.Store.Update(t.Context(), g, storage.Origin{}, nil))
	s.DrawTwo(id)
	ply := s.Game(id).Ply
	keepPlans(s, 6*time.Second)
	if got := s.Game(id).Ply; got != ply || planned(s, id, 2) {
		t.Errorf("got ply %d, plan %t: a plan of a seat that the house plays has done something", got,
			planned(s, id, 2))
	}
}

func TestPlanFromAnotherPositionMustBeMadeAgain(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo", "Cy")
	third := s.Game(id).Seats[2].Name
	m := plans(s, third, id)
	s.DrawTwo(id)
	open := m.Rows[0].Buttons[1] // the first one is the deck
	again := s.Handle(s.Click(third, open.CustomID))
	bottest.Contains(t, again.Content, s.Say("plan.fresh"))
	if planned(s, id, 3) {
		t.Error("a card of a market that has changed was planned")
	}
	g := s.Game(id)
	if now := s.Handle(s.Click(g.Seats[1].Name, customid.Button(customid.Plan,
		id))); len(now.Rows) == 0 {
		t.Errorf("who is to move is shown %q, want the turn", now.Content)
	} else {
		bottest.Contains(t, now.Content, s.Say("refusal.plan-not-now"))
	}
}

// bothCanClaim plays until both seats of a game of two can claim a route and the first is to move.
// It returns that route.
func bothCanClaim(s *bottest.Stage) (match.GameID, string) {
	s.T.Helper()
	id := s.Playing("Ola", "Bo")
	for range 40 {
		t := s.Table(id)
		speaker := message.Speaker(s.Texts("en"), t)
		if mine := t.View(1); mine.Moves(1) && mine.Owes == engine.OwesTurn {
			planned, err := t.Planned(2)
			s.Must(err)
			for _, a := range mine.Legal() {
				for _, b := range planned.Legal() {
					if a.Verb == engine.Claim && b.Verb == engine.Claim && a.Route == b.Route &&
						!twinned(titles.Map("amsterdam"), a.Route) { // a line of its own
						s.Flush()
						return id, speaker.Route(a.Route)
					}
				}
			}
		}
		s.DrawTwo(id)
	}
	s.T.Fatal("no route that both can claim")
	return "", ""
}

// twinned reports whether a connection has another route.
func twinned(board *railmap.Map, r engine.RouteID) bool {
	n := 0
	for i := range board.Routes {
		if board.Routes[i].Group == board.Routes[r].Group {
			n++
		}
	}
	return n > 1
}

// claimNamed lets the seat to move claim a route, and sends all messages that are due.
func claimNamed(s *bottest.Stage, id match.GameID, name string) {
	s.T.Helper()
	t := s.Table(id)
	s.Move(id, func(v engine.View) engine.Move {
		for _, m := range v.Legal() {
			if m.Verb == engine.Claim && message.Speaker(s.Texts("en"), t).Route(m.Route) == name {
				return bottest.Paid(v, m)
			}
		}
		s.T.Fatalf("%s cannot be claimed", name)
		return engine.Move{}
	})
	s.Flush()
}

func TestAPlanHoldsIfTheMovesBeforeItAreMadeAgainAlike(t *testing.T) {
	for name, c := range map[string]struct {
		earlier bool // the plan is made before the claim
		again   bottest.Chooser
		told    string
	}{
		"made again alike":        {false, bottest.FirstOf(engine.Claim), "plan.done"},
		"made otherwise":          {false, bottest.InNotation("draw deck"), "plan.ended-undone"},
		"made otherwise after it": {true, bottest.InNotation("draw deck"), "plan.done"},
	} {
		t.Run(name, func(t *testing.T) {
			s := bottest.New(t)
			id := s.Playing("Ola", "Bo", "Cy")
			for s.ToClaim(id) != 1 {
				s.DrawTwo(id)
			}
			first, third := s.Game(id).Seats[0].Name, s.Game(id).Seats[2].Name
			plan := func() { plans(s, third, id, "Deck, face down", "Deck, face down") }
			if c.earlier {
				plan()
				s.Clock = s.Clock.Add(time.Second)
			}
			s.Move(id, bottest.FirstOf(engine.Claim))
			if !c.earlier {
				plan()
			}
			s.Clock = s.Clock.Add(time.Second)
			s.Handle(s.Slash(first, "undo", "game="+string(id)))
			keepPlans(s, time.Minute)
			if g := s.Game(id); g.Branch == 0 || !planned(s, id, 3) {
				t.Fatalf("branch %d, a plan: %t", g.Branch, planned(s, id, 3))
			}
			s.Move(id, c.again)
			if v := s.Table(id).View(1); v.Moves(1) {
				s.Move(id, c.again)
			}
			s.DrawTwo(id)
			keepPlans(s, time.Minute)
			bottest.Contains(t, s.LastTo(third).Content, s.Say(c.told))
			if planned(s, id, 3) {
				t.Error("the plan is still there")
			}
		})
	}
}

func TestAPlanOfTunnelsPaysNoMoreThanItSays(t *testing.T) {
	s := bottest.New(t)
	id := s.RunningOf("nordic", "Ola", "Bo")
	for range 2 {
		s.Move(id, bottest.FirstLegal)
	}
	s.Flush()
	second := s.NameOf(id, 2)
	plans(s, second, id, tunnelToPlan(s, id), s.Say("plan.sure-toll", "Count", 1))
	bottest.Contains(t, plans(s, second, id).Content, s.Say("plan.toll", "Count", 1))
	s.DrawTwo(id)
	s.Flush()
	before := s.Table(id).View(2)
	keepPlans(s, 6*time.Second)
	after := s.Table(id).View(2)
	paid := before.Own().Hand.N - after.Own().Hand.N
	if after.Owes == engine.OwesPay || after.Moves(2) || paid > 3 {
		t.Errorf("the seat owes %q and has paid %d cards; want the tunnel's answer given as planned",
			after.Owes, paid)
	}
	bottest.Contains(t, s.LastTo(second).Content, s.Say("plan.done"))
}

// tunnelToPlan draws cards until the second seat can plan to dig a tunnel while the first is to
// move, and returns its name.
func tunnelToPlan(s *bottest.Stage, id match.GameID) string {
	s.T.Helper()
	for range 60 {
		t := s.Table(id)
		if v := t.View(1); v.Moves(1) {
			planned, err := t.Planned(2)
			s.Must(err)
			board := titles.Map("nordic")
			speaker := message.Speaker(s.Texts("en"), t)
			m := s.Handle(s.Slash(t.Seats[1].Name, "plan", "game="+string(id)))
			for _, move := range planned.Legal() {
				if move.Verb == engine.Claim && board.Routes[move.Route].Kind == railmap.Tunnel &&
					board.Routes[move.Route].Length <= 2 && !twinned(board, move.Route) &&
					offers(s, m, speaker.Route(move.Route)) {
					return speaker.Route(move.Route)
				}
			}
		}
		s.DrawTwo(id)
	}
	s.T.Fatal("no tunnel to plan")
	return ""
}

// offers reports whether a message has an option labelled so.
func offers(s *bottest.Stage, m discord.Message, label string) bool {
	for _, row := range m.Rows {
		if row.Select == nil {
			continue
		}
		for _, o := range row.Select.Options {
			if labelled(o, label) {
				return true
			}
		}
	}
	return false
}

// labelled reports whether an option's label begins so, or has the code with which a route's name
// begins.
func labelled(o discord.SelectOption, label string) bool {
	code, _, _ := strings.Cut(label, " ")
	return strings.HasPrefix(o.Label, label) || strings.Contains(o.Label, " · "+code+" ")
}

func TestStandInDoesNotGetTheOwnersPlan(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	owner, game := s.NameOf(id, 2), "game="+string(id)
	const drawn = "draw from the deck"
	bottest.Contains(t, plans(s, owner, id, "Deck, face down", "Deck, face down").Content, drawn)
	friend := "player=" + string(bottest.Person("Cy").ID)
	s.Handle(s.Slash(owner, "game stand-in", "now=true", friend, game))
	s.Flush()
	said := s.API.Sent(s.Game(id).Thread)
	s.Handle(s.Click("Cy", said[len(said)-1].Rows[0].Buttons[0].CustomID))
	s.Flush()
	if got := s.NameOf(id, 2); got != owner || s.Game(id).Seats[1].User != bottest.Person("Cy").ID {
		t.Fatalf("seat 2 is %+v, want Cy to play it", s.Game(id).Seats[1])
	}
	if !planned(s, id, 2) {
		t.Fatal("the plan is gone: nothing is left to be shown")
	}
	if m := plans(s, "Cy", id); strings.Contains(m.Content, drawn) {
		t.Errorf("the stand-in is shown %q", m.Content)
	}
	s.Handle(s.Click("Cy", customid.Button(customid.PlanDrop, id)))
	if !planned(s, id, 2) {
		t.Error("the stand-in has given the owner's plan up")
	}
	page := s.Handle(s.Slash("Cy", "privacy"))
	kept := s.Handle(s.Click("Cy", page.Rows[0].Buttons[0].CustomID)).Files[0]
	if !strings.Contains(string(kept.Data), string(id)) || strings.Contains(string(kept.Data),
		"draw") {
		t.Errorf("of the stand-in is kept %s", kept.Data)
	}
	s.DrawTwo(id)
	s.Flush()
	before := s.Game(id)
	if !before.WaitsFor(bottest.Person("Cy").ID) {
		t.Fatalf("%v are to move, want the stand-in", before.ToMove)
	}
	told := len(s.DM("Cy"))
	keepPlans(s, time.Minute)
	if got := s.Game(id).Ply; got != before.Ply {
		t.Errorf("got ply %d, want %d: the owner's plan was carried out for the stand-in", got,
			before.Ply)
	}
	if got := s.DM("Cy"); len(got) != told {
		t.Errorf("the stand-in is told of the owner's plan: %q", got[len(got)-1].Content)
	}
}

func TestAPlannedTurnCallsNobodyAndLeavesNoButtons(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	g := s.Game(id)
	second := g.Seats[1].Name
	plans(s, second, id, "Deck, face down", "Deck, face down")
	s.DrawTwo(id)
	s.Flush()
	table := s.API.Sent(g.Thread)
	last := table[len(table)-1].Content
	bottest.Contains(t, last, s.Say("table.next", "Who", second))
	if strings.Contains(last, discord.MentionUsers(g.Seats[1].User)) {
		t.Errorf("%q calls who has planned the turn", last)
	}
	keepPlans(s, 6*time.Second)
	bottest.Contains(t, s.LastTo(second).Content, s.Say("plan.done"))
	s.DrawTwo(id)
	s.Flush()
	for _, m := range s.PanelsNow(second) {
		if strings.Contains(m.Content, s.Say("plan.done")) && len(m.Rows) > 0 {
			t.Errorf("what was planned keeps %v", m.Rows)
		}
	}
	if left := s.PostsOf(id, posts.Ahead); len(left) > 0 {
		t.Errorf("a plan that was carried out can still be dropped: %+v", left)
	}
	s.NothingBroke()
}
