package handlers_test

import (
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/storage"
)

// installs reports whether a message offers the link with which the app is installed.
func installs(m discord.Message) bool {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.Style == discord.Link && b.URL == discord.InstallURL("4242") {
				return true
			}
		}
	}
	return false
}

func TestRefusalElsewhereSaysWhatIsPossible(t *testing.T) {
	s := bottest.NewShort(t, "amsterdam")
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	elsewhere := s.Click("Ola", customid.Button(customid.Rematch, id))
	elsewhere.Guild = "999"
	homeless := s.Playing("Ola", "Cy")
	g := s.Game(homeless)
	for what, c := range map[string]struct {
		ix       *discord.Interaction
		say      string
		installs bool
	}{
		"a game with others": {s.Alone(s.Slash("Ola", "game new", "title=amsterdam",
			"user1="+string(bottest.Person("Bo").ID))), s.Say("problem.alone-here"), true},
		"a table": {s.Alone(s.Slash("Ola", "game move-here",
			"game="+string(homeless))), s.Say("problem.guild-only"), true},
		"the same again, on another server": {elsewhere, s.Say("problem.there-only", "Where",
			discord.MentionChannel(s.Game(id).Channel)), false},
		"what managers do": {
			s.Alone(s.Slash("Ola", "admin show")),
			s.Say("problem.admin-on-server"), false,
		},
		"the same in a private channel": {
			bottest.InPrivate(s.Slash("Ola", "admin show")),
			s.Say("problem.admin-on-server"), false,
		},
	} {
		c.ix.AppID = "4242"
		if m := s.Handle(c.ix); m.Content != c.say || installs(m) != c.installs {
			t.Errorf("%s: got %q, with the link: %t, want %q and %t", what, m.Content, installs(m), c.say,
				c.installs)
		}
	}
	g.Channel, g.Thread = "", ""
	s.Must(s.Store.Update(t.Context(), g, storage.Origin{}, nil))
	bottest.Contains(t, s.Handle(s.Slash("Ola", "game seat", "game="+string(homeless))).Content,
		s.Say("problem.nowhere-to-seek", "Game", string(homeless)))
	s.Finish(homeless)
	again := s.Alone(s.Click("Ola", customid.Button(customid.Rematch, homeless)))
	bottest.Contains(t, s.Handle(again).Content, s.Say("problem.place-gone"))
}
