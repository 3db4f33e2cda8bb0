package handlers_test

import (
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
)

func TestAnUndoByDirectMessageLeavesOneMessage(t *testing.T) {
	t.Parallel()
	for name, undo := range map[string]func(*bottest.Stage, string, match.GameID, engine.Seat,
	) *discord.Interaction{
		"pressed": func(s *bottest.Stage, who string, id match.GameID, seat engine.Seat,
		) *discord.Interaction {
			button := customid.At(customid.Undo, id, customid.Of(s.Game(id)))
			return s.ClickPanel(who, s.PostsOf(id, posts.Answer)[0], button)
		},
		"typed": func(s *bottest.Stage, who string, id match.GameID, _ engine.Seat,
		) *discord.Interaction {
			return s.InDM(who, "undo", "game="+string(id))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := bottest.New(t)
			id := s.Playing("Ola", "Bo")
			seat := s.ToClaim(id)
			me, panel := s.NameOf(id, seat), s.PanelOf(id, seat)
			thread := s.Game(id).Thread
			alone, _ := s.Standing(panel.Channel)
			table, _ := s.Standing(thread)
			s.Handle(s.ClickPanel(me, panel, customid.ID{
				Action: customid.Do, Game: string(id), At: customid.Of(s.Game(id)),
				Move: bottest.FirstOf(engine.Claim)(s.Table(id).View(seat)),
			}.Print()))
			s.Flush()
			s.Handle(undo(s, me, id, seat))
			s.Flush()
			n, _ := s.Standing(panel.Channel)
			if name == "typed" {
				n++ // the answer, which is no message that was sent
			}
			if n != alone {
				t.Errorf("%d direct messages, want %d as before the claim", n, alone)
			}
			if n, _ := s.Standing(thread); n != table+1 { // what was taken back
				t.Errorf("%d messages at the table, want one more than %d", n, table)
			}
			s.PanelOf(id, seat)
			s.NothingBroke()
		})
	}
}

func TestARematchByDirectMessageLeavesOneMessageUntilItBegins(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	s.Finish(id)
	channels := []match.ChannelID{s.InDM("Ola", "hand").Channel, s.InDM("Bo", "hand").Channel}
	standing := func() (list []int) {
		for _, c := range channels {
			n, _ := s.Standing(c)
			list = append(list, n)
		}
		return list
	}
	before := standing()
	for _, who := range []string{"Ola", "Bo"} {
		s.Handle(s.Alone(s.Click(who, customid.Button(customid.Rematch, id))))
		s.Flush()
	}
	lobbies, err := s.Store.GamesIn(t.Context(), match.Lobby)
	s.Must(err)
	for sent := range 2 { // beside the answers; then the panels, which take their places
		if got := standing(); got[0] != before[0]+sent || got[1] != before[1]+sent {
			t.Errorf("%v direct messages, want %d more than %v", got, sent, before)
		}
		s.Handle(s.Click("Ola", customid.Button(customid.Start, lobbies[0].ID)))
		s.Flush()
	}
	if gone := s.API.Calls(discordtest.Delete); len(gone) < 2 {
		t.Errorf("the answers stay: %+v", gone)
	}
	s.NothingBroke()
}
