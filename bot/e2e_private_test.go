package bot_test

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/sandbox"
	"konduktor/engine/enginetest"
	"konduktor/engine/match"
)

// gathered opens, fills and starts a game in a private channel. Only the first of its people has
// installed the app, and the bot shares a server with none of them.
func (l *line) gathered(people ...string) (match.GameID, *sandbox.Channel) {
	l.T.Helper()
	users := make([]*sandbox.User, len(people))
	for i, name := range people {
		users[i] = l.User(name)
		users[i].LeaveGuild()
	}
	users[0].Install()
	group := l.Srv.Gather(users...)
	l.Reply(users[0].Slash(group, "game new", sandbox.Opt("title", l.Title)))
	l.Until("the lobby's message", func() bool {
		m := group.Last()
		return m != nil &&
			len(m.Buttons()) == 4
	})
	lobby := group.Last()
	l.Until("the lobby's row", func() bool {
		games, err := l.Store.GamesAt(l.Ctx, discord.PrivateChannel(match.ChannelID(group.ID())))
		return err == nil && len(games) > 0 && games[len(games)-1].Lobby == match.MessageID(lobby.ID)
	})
	for _, u := range users[1:] {
		l.Must(lobby.Click(u, "Join").Wait(l.Ctx))
		l.Until("the lobby to show "+u.Name(), func() bool {
			return strings.Contains(group.Last().Content, u.Name())
		})
	}
	games, err := l.Store.GamesOf(l.Ctx, match.UserID(users[0].ID()), match.Lobby)
	l.Must(err)
	id := games[0].ID
	l.Must(group.Last().Click(users[0], "Start").Wait(l.Ctx))
	l.Until("the table's message", func() bool {
		return strings.Contains(group.Last().Content, l.Say("table.private"))
	})
	return id, group
}

// hidden waits for the panel of the present ply that somebody alone sees in a channel.
func (l *line) hidden(id match.GameID, u *sandbox.User, channel *sandbox.Channel) *sandbox.Message {
	l.T.Helper()
	var found *sandbox.Message
	ply := l.Game(id).Ply
	l.Until("a panel for "+u.Name(), func() bool {
		for _, m := range slices.Backward(u.Messages(channel)) {
			for _, c := range append(m.Menus(), m.Buttons()...) {
				pressed, ok := customid.Parse(c.CustomID)
				if ok && m.Ephemeral() && pressed.Game == string(id) && pressed.At.Ply == ply &&
					slices.Contains([]customid.Action{customid.Ask, customid.Do}, pressed.Action) {
					found = m
					return true
				}
			}
		}
		return false
	})
	return found
}

// turnInPrivate plays a whole turn in the panel that the button of the last announcement opens.
func (l *line) turnInPrivate(id match.GameID, u *sandbox.User, channel *sandbox.Channel) {
	l.T.Helper()
	l.settled() // what one has chosen changes the panel of the next
	panel := l.OpenHand(id, u)
	if !panel.Ephemeral() {
		l.T.Fatalf("everybody sees the hand of %s", u.Name())
	}
	for before := l.Game(id); before.WaitsFor(match.UserID(u.ID())); before = l.Game(id) {
		l.act(u, panel)
		l.moved(id, before)
		if l.Game(id).WaitsFor(match.UserID(u.ID())) {
			panel = l.hidden(id, u, channel)
		}
	}
}

// playPrivately plays a game in a private channel, to its end or for some turns.
func (l *line) playPrivately(people ...string) {
	t := l.T
	t.Helper()
	id, group := l.gathered(people...)
	turns := 0
	for g := l.Game(id); g.State == match.Running; g = l.Game(id) {
		if turns++; l.turns > 0 && turns > l.turns {
			break
		}
		mover := g.Seats[slices.IndexFunc(g.Seats, func(s match.Seat) bool {
			return s.User == g.ToMove[0]
		})]
		l.turnInPrivate(id, l.User(mover.Name), group)
		if after := l.Game(id); after.State == match.Running {
			l.Until("the call", func() bool {
				return slices.ContainsFunc(group.Messages(), func(m *sandbox.Message) bool {
					return slices.ContainsFunc(after.ToMove, func(user match.UserID) bool {
						return m.Pings(l.User(bottest.SeatedAs(after, user)))
					})
				})
			})
		}
	}
	if l.Game(id).State == match.Finished {
		l.Until("the result", func() bool {
			return slices.ContainsFunc(group.Messages(), offersProof)
		})
	}
	for _, m := range group.Messages() { // what anybody may see
		for _, c := range append(m.Menus(), m.Buttons()...) {
			if pressed, ok := customid.Parse(c.CustomID); ok &&
				slices.Contains([]customid.Action{
					customid.Ask, customid.Do, customid.Narrow,
					customid.Page, customid.Back,
				},
					pressed.Action) {
				t.Errorf("everybody sees a panel: %q", m.Text())
			}
		}
	}
	l.validate()
}

// Only the first of the people has installed the app. One title is played to its end, all at full
// size.
func TestEveryTitleCanBePlayedInAPrivateChannel(t *testing.T) {
	t.Parallel()
	for title, people := range map[string][]string{
		"amsterdam": {"Ola", "Bo"}, "nordic": {"Ola", "Bo"}, "asia": {"Ola", "Bo", "Cy", "Di"},
		"world": {"Ola", "Bo"}, "cardgame": {"Ola", "Bo"},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			l := newLineOf(t, title, people...)
			if title != "amsterdam" {
				l.turns = enginetest.Size(2*len(people), 0)
			}
			l.playPrivately(people...)
			for _, refusal := range l.refusals() {
				// a user without the app cannot be written to
				if !strings.Contains(refusal, "code 50278") {
					t.Errorf("a request was refused: %s", refusal)
				}
			}
		})
	}
}
