package bot

import (
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/press"
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

func TestWhatCannotBeDoneHereSaysWhatCanBeDoneInstead(t *testing.T) {
	s := newStage(t)
	id := s.playing("Ola", "Bo")
	s.finish(id)
	elsewhere := s.click("Ola", press.Button(press.Rematch, id))
	elsewhere.Guild = "999"
	homeless := s.playing("Ola", "Cy")
	g := s.game(homeless)
	for what, c := range map[string]struct {
		ix       *discord.Interaction
		say      string
		installs bool
	}{
		"a game with others":                {s.alone(s.slash("Ola", "game new", "title=amsterdam", "user1="+person("Bo").ID)), s.say("problem.alone-here"), true},
		"a table":                           {s.alone(s.slash("Ola", "game move-here", "game="+string(homeless))), s.say("problem.guild-only"), true},
		"the same again, on another server": {elsewhere, s.say("problem.there-only", "Where", discord.MentionChannel(s.game(id).Channel)), false},
		"what managers do":                  {s.alone(s.slash("Ola", "admin show")), s.say("problem.admin-on-server"), false},
		"the same in a private channel":     {inPrivate(s.slash("Ola", "admin show")), s.say("problem.admin-on-server"), false},
	} {
		c.ix.AppID = "4242"
		if m := s.handle(c.ix); m.Content != c.say || installs(m) != c.installs {
			t.Errorf("%s: got %q, with the link: %t, want %q and %t", what, m.Content, installs(m), c.say, c.installs)
		}
	}
	g.Channel, g.Thread = "", ""
	s.must(s.store.Update(t.Context(), g, storage.Origin{}, nil))
	contains(t, s.handle(s.slash("Ola", "game seat", "game="+string(homeless))).Content, s.say("problem.nowhere-to-seek", "Game", string(homeless)))
	s.finish(homeless)
	again := s.alone(s.click("Ola", press.Button(press.Rematch, homeless)))
	contains(t, s.handle(again).Content, s.say("problem.place-gone"))
}
