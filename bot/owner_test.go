package bot

import (
	"slices"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/bot/seating"
	"konduktor/engine/match"
	"konduktor/storage"
)

// On what becomes of a game its owners decide, whoever plays their seats.

func TestAStandInPlaysAndTheOwnerVotes(t *testing.T) {
	s, id := timed(t, "Ola", "Bo", "Cy")
	owner := s.standIn(id, "Di", "now=true")
	g := s.game(id)
	other := g.Seats[1].Name
	no := s.say("problem.stand-in-vote", "Game", string(id), "Who", discord.Plain(owner))
	for _, ix := range []*discord.Interaction{
		s.slash("Di", "game pause", "game="+string(id)), s.slash("Di", "game cancel", "game="+string(id)),
		s.slash("Di", "game vote-out", "game="+string(id), "player="+g.Seats[1].User),
		s.click("Di", press.Button(press.Stop, id)), s.click("Di", press.Button(press.Stay, id)), s.click("Di", press.Button(press.Pause, id)),
		s.click("Di", press.SeatButton(press.Oust, id, 2)),
	} {
		contains(t, s.handle(ix).Content, no)
	}
	s.handle(s.slash(other, "game pause", "game="+string(id)))
	s.flush()
	said := s.api.Sent(g.Thread)
	if called := said[len(said)-1].Mention; !slices.Contains(called, person(owner).ID) || slices.Contains(called, person("Di").ID) {
		t.Errorf("called to the vote are %v, want the owner of the seat", called)
	}
	s.handle(s.slash(owner, "game pause", "game="+string(id)))
	if !s.game(id).Paused {
		t.Error("two of three votes are no majority")
	}
	contains(t, s.handle(s.slash("Di", "game resume", "game="+string(id))).Content, s.say("clock.resumed", "Game", string(id)))
	for _, name := range []string{owner, other, g.Seats[2].Name} {
		s.handle(s.click(name, press.Button(press.Stop, id)))
	}
	if state := s.game(id).State; state != match.Cancelled {
		t.Fatalf("the game is %s, want it cancelled by all owners", state)
	}
	// The owner can open the rematch, and is invited to the one of another; the stand-in is not.
	s.handle(s.click(owner, press.Button(press.Rematch, id)))
	games, err := s.store.GamesOf(t.Context(), person(owner).ID, match.Lobby)
	s.must(err)
	if len(games) != 1 || slices.Contains(games[0].Invited, person("Di").ID) || len(games[0].Invited) != 2 {
		t.Errorf("got %+v, want a rematch with the others", games)
	}
}

func TestAStandInWhoOpensTheRematchInvitesTheOwner(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	owner := s.standIn(id, "Di", "now=true")
	for _, seat := range s.game(id).Seats {
		s.handle(s.click(seat.Name, press.Button(press.Stop, id)))
	}
	s.handle(s.click("Di", press.Button(press.Rematch, id)))
	games, err := s.store.GamesOf(t.Context(), person("Di").ID, match.Lobby)
	s.must(err)
	if len(games) != 1 || !slices.Contains(games[0].Invited, person(owner).ID) {
		t.Fatalf("got %+v, want the owner of the seat invited", games)
	}
	s.handle(s.click(owner, press.Button(press.Rematch, id))) // it is open already
	if seat := seating.Of(s.game(games[0].ID), person(owner).ID); seat == 0 {
		t.Error("the owner does not find the rematch")
	}
}

func TestWhoLeavesASeatThatIsPlayedForThemHasNoVoteAnyMore(t *testing.T) {
	s, id := timed(t, "Ola", "Bo", "Cy")
	owner := s.standIn(id, "Di", "now=true")
	s.handle(s.slash(owner, "game pause", "game="+string(id)))
	s.leaves(owner, id)
	if g := s.game(id); len(g.Pausing) != 0 {
		t.Errorf("the votes of %v are left", g.Pausing)
	}
}

func TestAPardonGivesTheOwnerTheSeatBackFromAStandIn(t *testing.T) {
	s, id := timed(t, "Ola", "Bo")
	owner := s.standIn(id, "Di", "now=true")
	s.clock = s.clock.Add(70 * time.Hour)
	ix := s.slash("Mia", "admin pardon", "game="+string(id), "player="+person(owner).ID)
	ix.Rights = discord.PermManageGuild
	contains(t, s.handle(ix).Content, s.say("admin.pardoned", "Game", string(id), "Name", discord.Plain(owner)))
	contains(t, s.handle(ix).Content, s.say("admin.pardoned", "Game", string(id), "Name", discord.Plain(owner))) // delivered twice
	s.flush()
	g := s.game(id)
	if seating.Player(g.Seats[0]) != person(owner).ID || g.Seats[0].Owner != "" || g.ToMove[0] != person(owner).ID || s.left(id)[0] != 72*time.Hour {
		t.Errorf("got %+v, %v to move, %v left; want the owner with 72 h", g.Seats[0], g.ToMove, s.left(id))
	}
	if rows := s.panelsNow("Di"); slices.ContainsFunc(rows, func(m discord.Message) bool { return len(acting(m.Rows)) > 0 }) {
		t.Error("the stand-in can still play from their panel")
	}
	if last := s.panelsNow(owner); len(acting(last[len(last)-1].Rows)) == 0 {
		t.Errorf("the owner is not called: %q", last[len(last)-1].Content)
	}
}

// The friend has taken a seat of the game since they agreed: the house must not take time away that is left.
func TestAVacationWithoutAFriendWhoMayPlayTakesNoTime(t *testing.T) {
	s, id := timed(t, "Ola", "Bo", "Cy")
	owner := s.standIn(id, "Di")
	third := s.game(id).Seats[2].Name
	s.leaves(third, id)
	s.handle(s.slash(s.game(id).Seats[1].Name, "game seat", "game="+string(id)))
	g := s.game(id)
	g.Seats[0].StandIn = ""
	s.must(s.store.Update(t.Context(), g, storage.Origin{}, nil))
	s.handle(s.click("Di", press.SeatButton(press.Take, id, 3)))
	g = s.game(id)
	if g.Seats[2].User != person("Di").ID {
		t.Fatal("the friend has not taken the seat")
	}
	g.Seats[0].StandIn = person("Di").ID
	s.must(s.store.Update(t.Context(), g, storage.Origin{}, nil))
	s.me(owner, "vacation=2026-11-22 to 2026-12-01")
	s.keepDeadlines(11 * time.Hour)
	before := s.left(id)[0]
	s.keepDeadlines(2 * time.Hour)
	if now := s.game(id).Seats[0]; now.Automated || now.StandIn != "" || s.left(id)[0] < before-time.Hour {
		t.Errorf("got %+v with %v left of %v, want the player's clock to rest", now, s.left(id)[0], before)
	}
}

func TestARepeatedVoteIsAnsweredLikeTheFirst(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo", "Cy", "Di")
	g := s.game(id)
	vote := func(i int) *discord.Interaction {
		return s.slash(g.Seats[i].Name, "game vote-out", "game="+string(id), "player="+g.Seats[0].User)
	}
	first, second := vote(1), vote(2)
	want := s.say("clock.vote-noted", "Game", string(id), "Count", 1)
	contains(t, s.handle(first).Content, want)
	contains(t, s.handle(first).Content, want)
	gone := s.say("tenure.voted-out-noted", "Game", string(id))
	contains(t, s.handle(second).Content, gone)
	contains(t, s.handle(second).Content, gone)
}

func TestANudgeCallsThoseWhoAreNudgedNow(t *testing.T) {
	s := newStage(t)
	s.pace = "daily"
	id := s.running("Ola", "Bo", "Cy")
	g := s.game(id)
	asker, early, late := g.Seats[0].Name, g.Seats[1].Name, g.Seats[2].Name
	s.me(late, "quiet=11:00-14:00")
	s.keepDeadlines(13 * time.Hour) // quiet hours that are new count later
	for s.clock.UTC().Hour() != 12 {
		s.keepDeadlines(time.Hour)
	}
	nudge := func() []string {
		t.Helper()
		s.handle(s.click(asker, press.Button(press.Nudge, id)))
		s.flush()
		said := s.api.Sent(g.Thread)
		return said[len(said)-1].Mention
	}
	if got := nudge(); !slices.Equal(got, []string{person(early).ID}) {
		t.Fatalf("called are %v, want %s", got, early)
	}
	s.keepDeadlines(3 * time.Hour)
	if got := nudge(); !slices.Equal(got, []string{person(late).ID}) {
		t.Errorf("called are %v, want only %s, who was not called today", got, late)
	}
}
