package handlers_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/posts"
	"konduktor/storage"
)

// buttonsOf lists the custom IDs of a message's buttons.
func buttonsOf(m discord.Message) (list []string) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			list = append(list, b.CustomID)
		}
	}
	return list
}

func TestAReminderOpensTheHand(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo")
	name := s.Game(id).Seats[0].Name
	s.KeepDeadlines(43 * time.Hour)
	m := s.LastTo(name)
	bottest.Contains(t, m.Content, "Half of your time")
	bottest.Contains(t, strings.Join(buttonsOf(m), " "), customid.Button(customid.Hand, id))
	s.DrawTwo(id)
	s.Flush()
	for _, p := range discordtest.NewScreen(s.API.Calls()...).Posts {
		if strings.Contains(p.Message.Content, "Half of your time") {
			t.Error("the reminder stays after the move")
		}
	}
}

func TestAPauseIsAskedForDirectlyAndCanBeRefused(t *testing.T) {
	t.Parallel()
	s, id := bottest.Timed(t, "Ola", "Bo", "Cy")
	names := s.Game(id).Seats
	s.Handle(s.Slash(names[0].Name, "game pause", "game="+string(id)))
	s.Flush()
	for _, seat := range names[1:] {
		m := s.LastTo(seat.Name)
		bottest.Contains(t, m.Content, names[0].Name, "pause the clocks", "ends")
		bottest.Contains(t, strings.Join(buttonsOf(m), " "), customid.Button(customid.NoPause, id))
	}
	no := customid.Button(customid.NoPause, id)
	bottest.Contains(t, s.Handle(s.Click("Zoe", no)).Content, "no seat")
	bottest.Contains(t, s.Handle(s.Click(names[1].Name, no)).Content, "keep running")
	s.Flush()
	table := s.API.Sent(s.Game(id).Thread)
	bottest.Contains(t, table[len(table)-1].Content, names[1].Name, "keep running")
	s.Handle(s.Slash(names[0].Name, "game pause", "game="+string(id)))
	s.Flush()
	s.KeepDeadlines(24 * time.Hour)
	s.Flush()
	if g := s.Game(id); len(g.Pausing) > 0 || g.Paused {
		t.Errorf("paused %t, votes %v; want the vote over after a day", g.Paused, g.Pausing)
	}
	s.NothingBroke()
}

func TestAFormerStandInHasNoButtonsOfTheSeat(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.DrawTwo(id)
	s.Flush()
	owner := standIn(s, id, "Di", "now=true")
	u, err := s.Store.User(t.Context(), bottest.Person("Di").ID)
	s.Must(err)
	g := s.Game(id)
	// the answer to a move of hers, which offers to plan ahead
	s.SavePost(storage.Post{
		Game: id, Kind: posts.Answer, Seat: 1, User: u.ID, Ply: g.Ply, Head: g.Head,
		Channel: u.DM, Message: "77",
	})
	s.Handle(s.Click(owner, customid.Button(customid.Return, id)))
	s.Flush()
	edits := s.API.Calls(discordtest.Edit)
	if !slices.ContainsFunc(edits, func(c discordtest.Call) bool {
		return c.ID == "77" && c.Edit.Rows != nil && len(*c.Edit.Rows) == 0
	}) {
		t.Error("the former stand-in can still plan ahead")
	}
}

func TestStandInsMovesAreNotShownAsTheOwners(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	owner := standIn(s, id, "Di", "now=true")
	v := s.Table(id).View(1)
	for len(s.Game(id).ToMove) == 1 && s.Game(id).ToMove[0] == bottest.Person("Di").ID {
		s.Handle(s.Click("Di", bottest.Doing(id, v.Ply, "draw:0")))
		v = s.Table(id).View(1)
	}
	s.Flush()
	table := s.API.Sent(s.Game(id).Thread)
	by := discord.MentionUsers(bottest.Person("Di").ID)
	bottest.Contains(t, table[len(table)-1].Content, s.Say("render.acts-for", "Player", by, "Who",
		owner)+" draws")
	s.Clock = s.Clock.Add(time.Second)
	back := s.Handle(s.Slash(owner, "game return", "game="+string(id)))
	bottest.Contains(t, back.Content, s.Say("render.acts-for-you", "Player", by)+" draws",
		"**Hand:** ")
	bottest.Contains(t, strings.Join(buttonsOf(back), " "), customid.Button(customid.Plan, id))
	s.NothingBroke()
}
