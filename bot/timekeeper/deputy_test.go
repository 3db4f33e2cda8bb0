package timekeeper_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine/match"
)

// away returns a game in which the time of seat 1 was up, the house made its turn, and seat 2
// moved. Names are those of both.
func away(t *testing.T) (s *bottest.Stage, id match.GameID, late, other string) {
	t.Helper()
	s, id = bottest.Timed(t, "Ola", "Bo")
	s.Flush()
	g := s.Game(id)
	s.KeepDeadlines(g.Seats[0].Ends.Sub(s.Clock))
	s.DrawTwo(id)
	s.Flush()
	return s, id, g.Seats[0].Name, g.Seats[1].Name
}

func atTable(s *bottest.Stage, id match.GameID) string {
	var all []string
	for _, m := range s.API.Sent(s.Game(id).Thread) {
		all = append(all, m.Content)
	}
	return strings.Join(all, "\n")
}

func TestWhatTheConductorPlaysIsToldAsItsOwn(t *testing.T) {
	s, id, late, other := away(t)
	house := s.Say("render.acts-for", "Player", s.Say("render.house"), "Who", late)
	bottest.Contains(t, atTable(s, id), house+" draws", other+" draws")
	if strings.Contains(atTable(s, id), "\n"+late+" draws") {
		t.Errorf("the house's move is told as the owner's: %q", atTable(s, id))
	}
	dms := s.DM(other)
	told := dms[len(dms)-1].Content
	bottest.Contains(t, told, s.Say("clock.absent", "Who", late), house+" draws")
	if strings.Index(told, s.Say("clock.absent", "Who", late)) > strings.Index(told, house) {
		t.Errorf("who left is told after what was played for them: %q", told)
	}
	s.Clock = s.Clock.Add(time.Second)
	s.Handle(s.Click(late, customid.Button(customid.Return, id)))
	s.DrawTwo(id)
	s.Flush()
	bottest.Contains(t, atTable(s, id), house+" draws", "\n"+late+" draws")
	for who, want := range map[string]string{
		late:  s.Say("render.acts-for-you", "Player", s.Say("render.house")),
		other: house,
	} {
		log := s.Handle(s.Slash(who, "log", "game="+string(id))).Content
		bottest.Contains(t, log, want+" draws")
	}
	s.NothingBroke()
}

func TestATurnThatTimeTookIsToldOnceInDirectMessages(t *testing.T) {
	s, id, late, _ := away(t)
	said, hands := 0, 0
	for _, m := range nowIn(s, late)[2:] {
		said += forYou(m) + strings.Count(m, "You draw")
		hands += strings.Count(m, "**Hand:**")
	}
	if said > 1 || hands > 1 {
		t.Errorf("the turn is told %d times, with the hand %d times: %q", said, hands, nowIn(s, late))
	}
	s.Clock = s.Clock.Add(time.Second)
	notice := noticeTo(s, id, late)
	s.Handle(s.ClickPanel(late, notice, customid.Button(customid.Return, id)))
	s.Flush()
	hands = 0
	for _, m := range nowIn(s, late)[2:] { // after the setup
		hands += strings.Count(m, "**Hand:**")
	}
	if hands != 1 {
		t.Errorf("after the return %d messages show the hand: %q", hands, nowIn(s, late))
	}
	s.NothingBroke()
}

// nowIn returns the texts of the direct messages to somebody after all edits.
func nowIn(s *bottest.Stage, name string) []string {
	s.T.Helper()
	u, err := s.Store.User(s.T.Context(), bottest.Person(name).ID)
	s.Must(err)
	var ids []match.MessageID
	texts := map[match.MessageID]string{}
	for _, c := range s.API.Calls() {
		switch {
		case c.Method == discordtest.Send && c.Channel == u.DM:
			ids = append(ids, match.MessageID(c.Result))
			texts[match.MessageID(c.Result)] = c.Message.Content
		case c.Method == discordtest.Edit && c.Edit.Content != nil:
			texts[c.ID] = *c.Edit.Content
		case c.Method == discordtest.EditOriginal:
			texts[c.Interaction.Message] = c.Message.Content
		}
	}
	var list []string
	for _, id := range ids {
		list = append(list, texts[id])
	}
	return list
}

func TestAPausedGameSaysThatTheConductorDoesNotPlay(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo", "Cy")
	g := s.Game(id)
	sure := s.Handle(s.Slash(g.Seats[2].Name, "game leave", "game="+string(id)))
	s.Handle(s.Click(g.Seats[2].Name, sure.Rows[0].Buttons[0].CustomID))
	for _, seat := range g.Seats[:2] {
		s.Handle(s.Slash(seat.Name, "game pause", "game="+string(id)))
	}
	s.Flush()
	if !s.Game(id).Paused {
		t.Fatal("the clocks run")
	}
	bottest.Contains(t, atTable(s, id), s.Say("clock.house-pauses"))
	s.NothingBroke()
}

func TestAPlayerWhoLeftTheServerIsVotedAboutLikeOneWhoIsSilent(t *testing.T) {
	s, id := bottest.Timed(t, "Ola", "Bo", "Cy")
	s.Flush()
	g := s.Game(id)
	second := g.Seats[1]
	u, err := s.Store.User(t.Context(), second.User)
	s.Must(err)
	s.API.Fail = bottest.Failing(&discord.Error{Status: 403, Code: 50278}, bottest.SendTo(u.DM))
	s.DrawTwo(id)
	s.Flush()
	table := s.API.Sent(g.Thread)
	last := table[len(table)-1]
	who := discord.Plain(second.Name)
	bottest.Contains(t, last.Content, s.Say("table.gone", "Who", who),
		s.Say("table.gone-vote", "Who", who))
	button, ok := bottest.ButtonSaying(last, s.Say("tenure.oust", "Who", second.Name))
	if !ok {
		t.Fatalf("no vote is offered: %+v", last.Rows)
	}
	early := s.Handle(s.Click(g.Seats[0].Name, button))
	bottest.Contains(t, early.Content, second.Name)
	if after := s.Game(id).Seats[1]; after.User != second.User || len(after.Ousting) > 0 {
		t.Errorf("a seat is voted about before its time: %+v", after)
	}
	s.Clock = s.Clock.Add(80 * time.Hour)
	s.Must(s.Bot.KeepClocks(t.Context()))
	s.Flush()
	s.Handle(s.Click(g.Seats[0].Name, button))
	if after := s.Game(id).Seats[1]; len(after.Ousting) != 1 {
		t.Errorf("after a missed deadline nobody can vote: %+v", after)
	}
}

func TestEachTableIsToldThatAPlayerWhoLeftTheServerIsGone(t *testing.T) {
	s := bottest.New(t)
	first, other := s.Playing("Ola", "Bo"), s.Playing("Ola", "Bo")
	u, err := s.Store.User(t.Context(), bottest.Person("Bo").ID)
	s.Must(err)
	s.API.Fail = bottest.Failing(&discord.Error{Status: 403, Code: 50278}, bottest.SendTo(u.DM))
	for _, id := range []match.GameID{first, other} {
		if g := s.Game(id); !slices.Contains(g.ToMove, u.ID) {
			s.DrawTwo(id)
		} else {
			s.DrawTwo(id)
			s.DrawTwo(id)
		}
		s.Flush()
		g := s.Game(id)
		table := s.API.Sent(g.Thread)
		last := table[len(table)-1]
		bottest.Contains(t, last.Content, s.Say("table.gone", "Who", "Bo"))
		if slices.Contains(last.Mention, u.ID) {
			t.Errorf("who is gone is called: %q", last.Content)
		}
	}
	s.NothingBroke()
}
