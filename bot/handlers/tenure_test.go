package handlers_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
)

func TestAPanelSaysTheNewEndAfterAGift(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	s.Handle(s.Click(g.Seats[1].Name, customid.Button(customid.More, id)))
	s.Flush()
	end := s.Game(id).Seats[0].Ends.Unix()
	u, err := s.Store.User(t.Context(), g.Seats[0].User)
	s.Must(err)
	last := ""
	for _, c := range s.API.Calls() {
		if c.Method == discordtest.Edit && c.Channel == u.DM && c.Edit.Content != nil {
			last = *c.Edit.Content
		}
	}
	bottest.Contains(t, last, "<t:"+strconv.FormatInt(end, 10)+":")
	if dms := s.PanelsNow(g.Seats[0].Name); len(dms[len(dms)-1].Rows) == 0 {
		t.Error("the panel has lost its menus")
	}
}

// tenures lists who has played the seats of a game: "1 Ola dealt".
func tenures(s *bottest.Stage, id match.GameID) (list []string) {
	s.T.Helper()
	all, err := s.Store.Tenures(s.T.Context(), id)
	s.Must(err)
	open := map[engine.Seat]match.UserID{}
	for _, one := range all {
		list = append(list, string('0'+rune(one.Seat))+" "+string(one.User)+" "+one.Why)
		if one.Until.IsZero() {
			if _, twice := open[one.Seat]; twice {
				s.T.Errorf("two play seat %d", one.Seat)
			}
			open[one.Seat] = one.User
		}
	}
	for i, seat := range s.Game(id).Seats {
		if user, ok := open[engine.Seat(i+1)]; !ok || user != seat.Player() {
			s.T.Errorf("%q plays seat %d by the tenures, %q by the row", user, i+1, seat.Player())
		}
	}
	return list
}

// standIn has a friend agree to stand in for the player of the first seat.
func standIn(s *bottest.Stage, id match.GameID, friend string, options ...string) string {
	s.T.Helper()
	owner := s.Game(id).Seats[0].Name
	asked := s.Handle(s.Slash(owner, "game stand-in", append(options, "game="+string(id),
		"player="+string(bottest.Person(friend).ID))...))
	bottest.Contains(s.T, asked.Content, "<@"+string(bottest.Person(friend).ID)+"> to stand in "+
		"for you")
	s.Flush()
	table := s.API.Sent(s.Game(id).Thread)
	last := table[len(table)-1]
	if diff := cmp.Diff([]match.UserID{bottest.Person(friend).ID}, last.Mention); diff != "" {
		s.T.Errorf("asked (-want +got):\n%s", diff)
	}
	bottest.Contains(s.T, s.Handle(s.Click(friend, last.Rows[0].Buttons[0].CustomID)).Content,
		"Thank you")
	s.Flush()
	return owner
}

func TestAFriendPlaysTheSeatUntilItsPlayerIsBack(t *testing.T) {
	t.Parallel()
	for _, pace := range []string{"none", "daily"} {
		t.Run(pace, func(t *testing.T) {
			s := bottest.New(t)
			s.Pace = pace
			id := s.Playing("Ola", "Bo")
			owner := standIn(s, id, "Cy", "now=true")
			g := s.Game(id)
			if g.Seats[0].User != bottest.Person("Cy").ID || g.Seats[0].Owner != bottest.Person(owner).ID ||
				g.ToMove[0] != bottest.Person("Cy").ID {
				t.Fatalf("got %+v to move %v, want Cy to play for %s", g.Seats[0], g.ToMove, owner)
			}
			dms := s.DM("Cy")
			if last := dms[len(dms)-1]; len(last.Rows) == 0 || !strings.Contains(last.Content, "Your turn") {
				t.Errorf("the stand-in got %q, want the panel of the seat", last.Content)
			}
			bottest.Contains(t, dms[len(dms)-1].Content, s.Say("panel.for", "Who", discord.Plain(owner)))
			for _, m := range s.PanelsNow(owner) {
				if len(m.Rows) > 0 && m.Rows[0].Select != nil {
					t.Errorf("the player still has menus: %q", m.Content)
				}
			}
			refused := s.Handle(s.Slash(owner, "draw", "card=deck", "game="+string(id)))
			bottest.Contains(t, refused.Content, "/game return")
			bottest.Contains(t, s.Handle(s.Slash(owner, "hand", "game="+string(id))).Content, "/game return")
			if ply := s.Game(id).Ply; ply != g.Ply {
				t.Fatal("who has a stand-in has moved")
			}
			s.Handle(s.Slash("Cy", "draw", "card=deck", "game="+string(id)))
			if ply := s.Game(id).Ply; ply != g.Ply+1 {
				t.Fatalf("got ply %d, want the move of the stand-in", ply)
			}
			bottest.Contains(t, s.Handle(s.Slash(owner, "game return", "game="+string(id))).Content,
				"Welcome back")
			s.Flush()
			dms = s.DM(owner)
			// what the stand-in did in this turn
			bottest.Contains(t, dms[len(dms)-1].Content, "You draw", s.Say("panel.owes-second"))
			if strings.Contains(dms[len(dms)-1].Content, s.Say("panel.for", "Who", discord.Plain(owner))) {
				t.Errorf("the player is told to play for themselves: %q", dms[len(dms)-1].Content)
			}
			if g = s.Game(id); g.Seats[0].User != bottest.Person(owner).ID || g.Seats[0].Owner != "" ||
				g.ToMove[0] != bottest.Person(owner).ID {
				t.Errorf("got %+v to move %v, want the player back", g.Seats[0], g.ToMove)
			}
			bottest.Contains(t, s.Handle(s.Slash("Cy", "hand", "game="+string(id))).Content, "no seat")
			want := []string{
				"1 " + string(g.Seats[0].User) + " dealt", "2 " + string(g.Seats[1].User) + " dealt",
				"1 " + string(bottest.Person("Cy").ID) + " stand-in",
				"1 " + string(g.Seats[0].User) + " back",
			}
			if diff := cmp.Diff(want, tenures(s, id)); diff != "" {
				t.Errorf("tenures (-want +got):\n%s", diff)
			}
			other := g.Seats[1].Name
			got := s.Handle(s.Slash(other, "game stand-in", "game="+string(id),
				"player="+string(bottest.Person("Cy").ID)))
			bottest.Contains(t, got.Content, "knows its secrets")
			s.NothingBroke()
		})
	}
}

func TestAStandInIsCalledBeforeThePlayersPanelIsGone(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	// the panel of the seat's owner stays for now
	s.API.Fail = bottest.Failing(discordtest.Unavailable, bottest.Method(discordtest.Edit))
	standIn(s, id, "Cy", "now=true")
	dms := s.DM("Cy")
	bottest.Contains(t, dms[0].Content, "You stand in for")
	if last := dms[len(dms)-1]; len(bottest.Acting(last.Rows)) == 0 {
		t.Errorf("the stand-in got %q, want the panel of the seat", last.Content)
	}
}

func TestStandInThenHouseRelievesAPlayerOutOfTime(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	owner := standIn(s, id, "Cy")
	g := s.Game(id)
	s.KeepDeadlines(g.Seats[0].Ends.Sub(s.Clock))
	now := s.Game(id)
	if now.Seats[0].User != bottest.Person("Cy").ID || now.Ply != g.Ply ||
		!now.Seats[0].Ends.Equal(s.Clock.Add(12*time.Hour)) {
		t.Fatalf("got %+v at ply %d, want the stand-in to have 12 hours", now.Seats[0], now.Ply)
	}
	dms := s.DM(owner)
	bottest.Contains(t, dms[len(dms)-1].Content,
		"<@"+string(bottest.Person("Cy").ID)+"> plays your seat")
	s.KeepDeadlines(12 * time.Hour)
	s.KeepDeadlines(time.Minute)
	now = s.Game(id)
	if !now.Seats[0].Automated || now.Seats[0].User != bottest.Person(owner).ID || now.Ply != g.Ply+2 {
		t.Fatalf("got %+v at ply %d, want the house to have played", now.Seats[0], now.Ply)
	}
	s.Handle(s.Click(owner, customid.Button(customid.Return, id)))
	want := []string{"dealt", "dealt", "stand-in", "time", "back"}
	var got []string
	for _, line := range tenures(s, id) {
		got = append(got, line[strings.LastIndex(line, " ")+1:])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tenures (-want +got):\n%s", diff)
	}
	s.NothingBroke()
}

func TestTheStandInPlaysWhenTheVacationBegins(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	owner := standIn(s, id, "Cy")
	s.Me(owner, "vacation=2026-11-22 to 2026-12-01")
	s.KeepDeadlines(11 * time.Hour)
	if got := s.Game(id).Seats[0].User; got != bottest.Person(owner).ID {
		t.Fatalf("%s plays before the vacation", got)
	}
	s.KeepDeadlines(time.Hour)
	if got := s.Game(id).Seats[0]; got.User != bottest.Person("Cy").ID || !got.Since.Equal(s.Clock) ||
		got.Ends.Sub(s.Clock) != 72*time.Hour {
		t.Errorf("got %+v, want the stand-in with what is left", got)
	}
}

func TestVoteOutFreesTheSeat(t *testing.T) {
	t.Parallel()
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo", "Cy")
	g := s.Game(id)
	first, second, third := g.Seats[0].Name, g.Seats[1].Name, g.Seats[2].Name
	s.KeepDeadlines(73 * time.Hour)
	bottest.Contains(t, s.Handle(s.Slash(second, "game vote-out", "game="+string(id),
		"player="+string(bottest.Person(first).ID))).Content, "1 more vote")
	s.Flush()
	table := s.API.Sent(g.Thread)
	bottest.Contains(t, table[len(table)-1].Content, second+" voted to give up", "1 more vote")
	agree := table[len(table)-1].Rows[0].Buttons[1].CustomID
	asked := s.DM(first)
	bottest.Contains(t, asked[len(asked)-1].Content, second, "I am here")
	if got := s.Handle(s.Click(first, agree)); strings.Contains(got.Content, "given up") {
		t.Error("a player votes about their own seat")
	}
	s.Handle(s.Click(second, agree)) // once more: one person, one vote
	if s.Game(id).Seats[0].User == "" {
		t.Fatal("one voice sufficed")
	}
	bottest.Contains(t, s.Handle(s.Click(third, agree)).Content, "Unless they")
	s.Flush()
	s.KeepDeadlines(24 * time.Hour)
	s.Flush()
	s.KeepDeadlines(time.Minute)
	g = s.Game(id)
	if g.Seats[0].User != "" || !g.Seats[0].Automated || g.ToMove[0] != g.Seats[1].User {
		t.Fatalf("got %+v to move %v, want the house to have played", g.Seats[0], g.ToMove)
	}
	bottest.Contains(t, s.Handle(s.Slash(first, "hand", "game="+string(id))).Content, "no seat")
	dms := s.DM(first)
	bottest.Contains(t, dms[len(dms)-1].Content, "given up your seat")
	title := func() string {
		calls := s.API.Calls(discordtest.RenameThread)
		if len(calls) == 0 {
			return ""
		}
		return calls[len(calls)-1].Name
	}
	if got := title(); !strings.HasSuffix(got, ": "+second+", "+third) {
		t.Errorf("the thread is called %q, want those who play", got)
	}

	bottest.Contains(t, s.Handle(s.Slash(second, "game seat", "game="+string(id))).Content,
		"who would like to play")
	s.Flush()
	calls := s.API.Sent(bottest.Channel)
	call := calls[len(calls)-1]
	bottest.Contains(t, call.Content, "A seat is free", "1. free: 0 pts 🛒16",
		"2. "+second+": 0 pts", "Waiting for "+second)
	board := call.Rows[0].Buttons[0].CustomID
	bottest.Contains(t, s.Handle(s.Click(second, board)).Content, "nobody plays two")
	bottest.Contains(t, s.Handle(s.Click(first, board)).Content, s.Say("problem.voted-out", "Game",
		string(id)))
	sure := s.Handle(s.Click("Di", board))
	bottest.Contains(t, sure.Content, "hand, the tickets")
	take := s.Click("Di", sure.Rows[0].Buttons[0].CustomID)
	bottest.Contains(t, s.Handle(take).Content, "is yours")
	bottest.Contains(t, s.Handle(take).Content, "is yours") // delivered again
	bottest.Contains(t, s.Handle(s.Click("Ed", sure.Rows[0].Buttons[0].CustomID)).Content, "taken")
	s.Flush()
	g = s.Game(id)
	if g.Seats[0].User != bottest.Person("Di").ID || g.Seats[0].Name != "Di" ||
		g.Seats[0].Automated || !g.Seats[0].Called.IsZero() {
		t.Errorf("got %+v, want Di in the seat", g.Seats[0])
	}
	table = s.API.Sent(g.Thread)
	bottest.Contains(t, table[len(table)-1].Content, "Di has taken seat 1")
	if got := title(); !strings.HasSuffix(got, ": Di, "+second+", "+third) {
		t.Errorf("the thread is called %q, want the newcomer, too", got)
	}
	s.DrawTwo(id)
	s.DrawTwo(id)
	s.Flush()
	dms = s.DM("Di")
	if len(dms) < 2 || len(dms[len(dms)-1].Rows) == 0 {
		t.Errorf("the newcomer got %d messages, want a panel", len(dms))
	}
	if got := tenures(s, id); !slices.Equal(got[3:], []string{
		"1  voted-out",
		"1 " + string(bottest.Person("Di").ID) + " taken",
	}) {
		t.Errorf("got tenures %v", got)
	}
	s.Finish(id)
	s.NothingBroke()
}

func TestTheButtonInTheMessageAboutAVoteEndsIt(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo", "Cy")
	g := s.Game(id)
	first := g.Seats[0].Name
	s.KeepDeadlines(73 * time.Hour)
	s.Handle(s.Slash(g.Seats[1].Name, "game vote-out", "game="+string(id),
		"player="+string(g.Seats[0].User)))
	s.Flush()
	asked := s.LastTo(first)
	if len(asked.Rows) != 1 || asked.Rows[0].Buttons[0].Label != s.Say("tenure.here") {
		t.Fatalf("%q has the buttons %+v, want the one that is named in it", asked.Content, asked.Rows)
	}
	bottest.Contains(t, s.Handle(s.Click(first, asked.Rows[0].Buttons[0].CustomID)).Content,
		s.Say("clock.here-noted", "Game", string(id)))
	if got := s.Game(id).Seats[0].Ousting; len(got) != 0 {
		t.Errorf("the votes of %v are left", got)
	}
	s.NothingBroke()
}

func TestAVoteSaysHowManyVotesAreNeededAndUntilWhenItIsOpen(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo", "Cy", "Di")
	g := s.Game(id)
	s.KeepDeadlines(73 * time.Hour)
	vote := func(n int) string {
		t.Helper()
		s.Handle(s.Slash(g.Seats[n].Name, "game vote-out", "game="+string(id),
			"player="+string(g.Seats[0].User)))
		s.Flush()
		sent := s.API.Sent(g.Thread)
		return sent[len(sent)-1].Content
	}
	who, first, second := g.Seats[0].Name, g.Seats[1].Name, g.Seats[2].Name
	said, ends := vote(1), s.Game(id).OustEnds(1)
	bottest.Contains(t, said, s.Say("tenure.ousting", "Who", who, "Names", first, "Count", 1,
		"Time", speech.Stamp(ends, "f")))
	bottest.Contains(t, vote(2), s.Say("tenure.ousting-enough", "Who", who,
		"Names", first+", "+second, "In", speech.Stamp(ends, "R")))
}

func TestAMoveOfThePlayerEndsTheVoteAboutTheSeat(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo", "Cy")
	g := s.Game(id)
	s.KeepDeadlines(73 * time.Hour)
	s.Handle(s.Slash(g.Seats[1].Name, "game vote-out", "game="+string(id),
		"player="+string(g.Seats[0].User)))
	if got := s.Game(id).Seats[0].Ousting; len(got) != 1 {
		t.Fatalf("the votes are %v, want one", got)
	}
	s.DrawTwo(id)
	if got := s.Game(id).Seats[0].Ousting; len(got) != 0 {
		t.Errorf("the store keeps the votes of %v", got)
	}
	s.KeepDeadlines(25 * time.Hour)
	s.Flush()
	if s.Game(id).Seats[0].User == "" {
		t.Error("the seat is given up")
	}
	s.NothingBroke()
}

func TestOneOfTwoCanVoteOutOnlyAnAbsentPlayer(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	vote := func() string {
		return s.Handle(s.Slash(g.Seats[1].Name, "game vote-out", "game="+string(id),
			"player="+string(g.Seats[0].User))).Content
	}
	bottest.Contains(t, vote(), "cannot vote the other out")
	s.KeepDeadlines(g.Seats[0].Ends.Sub(s.Clock))
	bottest.Contains(t, vote(), "Unless they")
	s.Flush()
	s.KeepDeadlines(24 * time.Hour)
	s.Flush()
	if got := s.Game(id).Seats[0]; got.User != "" || !got.Automated {
		t.Errorf("got %+v, want the seat to be nobody's", got)
	}
	s.NothingBroke()
}

func TestAGameGoesOnWithoutThoseWhoLeave(t *testing.T) {
	t.Parallel()
	for _, pace := range []string{"none", "brisk"} {
		t.Run(pace, func(t *testing.T) {
			s := bottest.New(t)
			s.Pace = pace
			id := s.Running("Ola", "Bo")
			g := s.Game(id)
			sure := s.Handle(s.Slash(g.Seats[0].Name, "game leave", "game="+string(id)))
			s.Handle(s.Click(g.Seats[0].Name, sure.Rows[0].Buttons[0].CustomID))
			s.Flush()
			s.KeepDeadlines(time.Minute)
			s.MoveAs(id, 2, bottest.FirstLegal)
			for range 4 {
				s.KeepDeadlines(time.Minute)
				if now := s.Game(id); len(now.ToMove) != 1 || now.ToMove[0] != g.Seats[1].User {
					t.Fatalf("%v is to move, want who is still there", now.ToMove)
				}
				s.DrawTwo(id)
			}
			leaves(s, g.Seats[1].Name, id)
			endsInAWeek(s, id)
		})
	}
}

// leaves has a player leave a running game for good.
func leaves(s *bottest.Stage, name string, id match.GameID) {
	s.T.Helper()
	sure := s.Handle(s.Slash(name, "game leave", "game="+string(id)))
	s.Handle(s.Click(name, sure.Rows[0].Buttons[0].CustomID))
	s.Flush()
}

// endsInAWeek checks that a game without players says when it ends, and is then cancelled.
func endsInAWeek(s *bottest.Stage, id match.GameID) {
	s.T.Helper()
	s.KeepDeadlines(6 * 24 * time.Hour)
	table := s.API.Sent(s.Game(id).Thread)
	bottest.Contains(s.T, table[len(table)-1].Content, "ends <t:")
	s.KeepDeadlines(24 * time.Hour)
	if state := s.Game(id).State; state != match.Cancelled {
		s.T.Errorf("got %s, want the game to be cancelled", state)
	}
	s.NoDeadline()
	s.NothingBroke()
}

func TestAGameThatAllLeaveInAPauseEnds(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	g := s.Game(id)
	for _, seat := range g.Seats {
		s.Handle(s.Slash(seat.Name, "game pause", "game="+string(id)))
	}
	leaves(s, g.Seats[0].Name, id)
	s.KeepDeadlines(24 * time.Hour)
	if now := s.Game(id); !now.Paused || now.Ply != g.Ply {
		t.Fatalf("one is still there: paused %t at ply %d, want the pause to go on at %d", now.Paused,
			now.Ply, g.Ply)
	}
	leaves(s, g.Seats[1].Name, id)
	endsInAWeek(s, id)
}

func TestTheListSaysForWhomTheConductorPlays(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo", "Cy")
	g := s.Game(id)
	bottest.Contains(t, s.Handle(s.Slash(g.Seats[1].Name, "games")).Content,
		"waiting for "+g.Seats[0].Name+",")
	leaves(s, g.Seats[0].Name, id)
	bottest.Contains(t, s.Handle(s.Slash(g.Seats[1].Name, "games")).Content,
		"the conductor plays for "+g.Seats[0].Name+",")
}

func TestNudgeCallsThePlayerToMoveOnceADay(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	g := s.Game(id)
	nudge := customid.Button(customid.Nudge, id)
	bottest.Contains(t, s.Handle(s.Click(g.Seats[0].Name, nudge)).Content, "waits for nobody else")
	bottest.Contains(t, s.Handle(s.Click(g.Seats[1].Name, nudge)).Content,
		s.Say("problem.nudge-early"))
	s.Clock = s.Clock.Add(24 * time.Hour)
	bottest.Contains(t, s.Handle(s.Click(g.Seats[1].Name, nudge)).Content, "nudged them at the table")
	s.Flush()
	table := s.API.Sent(g.Thread)
	if diff := cmp.Diff([]match.UserID{g.Seats[0].User}, table[len(table)-1].Mention); diff != "" {
		t.Errorf("called (-want +got):\n%s", diff)
	}
	s.Clock = s.Clock.Add(23 * time.Hour)
	bottest.Contains(t, s.Handle(s.Click(g.Seats[1].Name, nudge)).Content, "nudge them again")
	s.Clock = s.Clock.Add(time.Hour)
	bottest.Contains(t, s.Handle(s.Click(g.Seats[1].Name, nudge)).Content, "nudged them at the table")
}
