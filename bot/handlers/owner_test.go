package handlers_test

import (
	"slices"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine/match"
	"konduktor/storage"
)

func TestAStandInPlaysAndTheOwnerVotes(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo", "Cy")
	owner := standIn(s, id, "Di", "now=true")
	g := s.Game(id)
	other := g.Seats[1].Name
	no := s.Say("problem.stand-in-vote", "Game", string(id), "Who", discord.Plain(owner))
	for _, ix := range []*discord.Interaction{
		s.Slash("Di", "game pause", "game="+string(id)), s.Slash("Di", "game cancel", "game="+string(id)),
		s.Slash("Di", "game vote-out", "game="+string(id), "player="+string(g.Seats[1].User)),
		s.Click("Di", customid.Button(customid.Stop, id)),
		s.Click("Di", customid.Button(customid.Stay, id)),
		s.Click("Di", customid.Button(customid.Pause, id)),
		s.Click("Di", customid.SeatButton(customid.Oust, id, 2)),
	} {
		bottest.Contains(t, s.Handle(ix).Content, no)
	}
	s.Handle(s.Slash(other, "game pause", "game="+string(id)))
	s.Flush()
	said := s.API.Sent(g.Thread)
	if called := said[len(said)-1].Mention; !slices.Contains(called, bottest.Person(owner).ID) ||
		slices.Contains(called, bottest.Person("Di").ID) {
		t.Errorf("called to the vote are %v, want the owner of the seat", called)
	}
	s.Handle(s.Slash(owner, "game pause", "game="+string(id)))
	if !s.Game(id).Paused {
		t.Error("two of three votes are no majority")
	}
	bottest.Contains(t, s.Handle(s.Slash("Di", "game resume", "game="+string(id))).Content,
		s.Say("clock.resumed", "Game", string(id)))
	for _, name := range []string{owner, other, g.Seats[2].Name} {
		s.Handle(s.Click(name, customid.Button(customid.Stop, id)))
	}
	if state := s.Game(id).State; state != match.Cancelled {
		t.Fatalf("the game is %s, want it cancelled by all owners", state)
	}
	// The owner can open the rematch, and is invited to the one of another; the stand-in is not.
	s.Handle(s.Click(owner, customid.Button(customid.Rematch, id)))
	games, err := s.Store.GamesOf(t.Context(), bottest.Person(owner).ID, match.Lobby)
	s.Must(err)
	if len(games) != 1 || slices.Contains(games[0].Invited, bottest.Person("Di").ID) ||
		len(games[0].Invited) != 2 {
		t.Errorf("got %+v, want a rematch with the others", games)
	}
}

func TestAStandInWhoOpensTheRematchInvitesTheOwner(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	owner := standIn(s, id, "Di", "now=true")
	for _, seat := range s.Game(id).Seats {
		s.Handle(s.Click(seat.Name, customid.Button(customid.Stop, id)))
	}
	s.Handle(s.Click("Di", customid.Button(customid.Rematch, id)))
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Di").ID, match.Lobby)
	s.Must(err)
	if len(games) != 1 || !slices.Contains(games[0].Invited, bottest.Person(owner).ID) {
		t.Fatalf("got %+v, want the owner of the seat invited", games)
	}
	s.Handle(s.Click(owner, customid.Button(customid.Rematch, id))) // it is open already
	if seat := s.Game(games[0].ID).SeatOf(bottest.Person(owner).ID); seat == 0 {
		t.Error("the owner does not find the rematch")
	}
}

func TestOwnerWhoLeavesASeatLosesTheVote(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo", "Cy")
	owner := standIn(s, id, "Di", "now=true")
	s.Handle(s.Slash(owner, "game pause", "game="+string(id)))
	leaves(s, owner, id)
	if g := s.Game(id); len(g.Pausing) != 0 {
		t.Errorf("the votes of %v are left", g.Pausing)
	}
}

func TestAPardonGivesTheOwnerTheSeatBackFromAStandIn(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	owner := standIn(s, id, "Di", "now=true")
	s.Clock = s.Clock.Add(70 * time.Hour)
	ix := s.Slash("Mia", "admin pardon", "game="+string(id),
		"player="+string(bottest.Person(owner).ID))
	ix.Rights = discord.PermManageGuild
	bottest.Contains(t, s.Handle(ix).Content, s.Say("admin.pardoned", "Game", string(id), "Name",
		discord.Plain(owner)))
	// delivered twice
	bottest.Contains(t, s.Handle(ix).Content, s.Say("admin.pardoned", "Game", string(id), "Name",
		discord.Plain(owner)))
	s.Flush()
	g := s.Game(id)
	if g.Seats[0].Player() != bottest.Person(owner).ID || g.Seats[0].Owner != "" ||
		g.ToMove[0] != bottest.Person(owner).ID || left(s, id)[0] != 72*time.Hour {
		t.Errorf("got %+v, %v to move, %v left; want the owner with 72 h", g.Seats[0], g.ToMove,
			left(s, id))
	}
	if rows := s.PanelsNow("Di"); slices.ContainsFunc(rows,
		func(m discord.Message) bool { return len(bottest.Acting(m.Rows)) > 0 }) {
		t.Error("the stand-in can still play from their panel")
	}
	if last := s.PanelsNow(owner); len(bottest.Acting(last[len(last)-1].Rows)) == 0 {
		t.Errorf("the owner is not called: %q", last[len(last)-1].Content)
	}
}

// The friend has taken a seat of the game since they agreed: the house must not take time away that
// is left.
func TestVacationWithoutAnEligibleFriendKeepsTheTimeLeft(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo", "Cy")
	owner := standIn(s, id, "Di")
	third := s.Game(id).Seats[2].Name
	leaves(s, third, id)
	s.Handle(s.Slash(s.Game(id).Seats[1].Name, "game seat", "game="+string(id)))
	g := s.Game(id)
	g.Seats[0].StandIn = ""
	s.Must(s.Store.Update(t.Context(), g, storage.Origin{}, nil))
	s.Handle(s.Click("Di", customid.SeatButton(customid.Take, id, 3)))
	g = s.Game(id)
	if g.Seats[2].User != bottest.Person("Di").ID {
		t.Fatal("the friend has not taken the seat")
	}
	g.Seats[0].StandIn = bottest.Person("Di").ID
	s.Must(s.Store.Update(t.Context(), g, storage.Origin{}, nil))
	s.Me(owner, "vacation=2026-11-22 to 2026-12-01")
	s.KeepDeadlines(11 * time.Hour)
	before := left(s, id)[0]
	s.KeepDeadlines(2 * time.Hour)
	if now := s.Game(id).Seats[0]; now.Automated || now.StandIn != "" ||
		left(s, id)[0] < before-time.Hour {
		t.Errorf("got %+v with %v left of %v, want the player's clock to rest", now, left(s, id)[0],
			before)
	}
}

func TestARepeatedVoteIsAnsweredLikeTheFirst(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo", "Cy", "Di")
	g := s.Game(id)
	vote := func(i int) *discord.Interaction {
		return s.Slash(g.Seats[i].Name, "game vote-out", "game="+string(id),
			"player="+string(g.Seats[0].User))
	}
	first, second := vote(1), vote(2)
	want := s.Say("clock.vote-noted", "Game", string(id), "Count", 1)
	s.Clock = s.Clock.Add(73 * time.Hour)
	bottest.Contains(t, s.Handle(first).Content, want)
	bottest.Contains(t, s.Handle(first).Content, want)
	s.Clock = s.Clock.Add(24 * time.Hour)
	gone := s.Say("tenure.voted-out-noted", "Game", string(id))
	bottest.Contains(t, s.Handle(second).Content, gone)
	bottest.Contains(t, s.Handle(second).Content, gone)
}

func TestNudgeCallsOnlyPlayersDueForOne(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Pace = "daily"
	id := s.Running("Ola", "Bo", "Cy")
	g := s.Game(id)
	asker, early, late := g.Seats[0].Name, g.Seats[1].Name, g.Seats[2].Name
	s.Me(late, "quiet=11:00-14:00")
	s.KeepDeadlines(13 * time.Hour) // quiet hours that are new count later
	for s.Clock.UTC().Hour() != 12 {
		s.KeepDeadlines(time.Hour)
	}
	s.KeepDeadlines(24 * time.Hour)
	nudge := func() []match.UserID {
		t.Helper()
		s.Handle(s.Click(asker, customid.Button(customid.Nudge, id)))
		s.Flush()
		said := s.API.Sent(g.Thread)
		return said[len(said)-1].Mention
	}
	if got := nudge(); !slices.Equal(got, []match.UserID{bottest.Person(early).ID}) {
		t.Fatalf("called are %v, want %s", got, early)
	}
	s.KeepDeadlines(3 * time.Hour)
	if got := nudge(); !slices.Equal(got, []match.UserID{bottest.Person(late).ID}) {
		t.Errorf("called are %v, want only %s, who was not called today", got, late)
	}
}
