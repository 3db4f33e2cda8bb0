package bottest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/posts"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Losing has calls carried out whose answer never comes.
func Losing(which func(discordtest.Call) bool) func(discordtest.Call) error {
	return func(c discordtest.Call) error {
		if which(c) {
			return discord.NoAnswer(errors.New("connection reset"))
		}
		return nil
	}
}

// Standing is what messages in a channel have in the end: their number, and how many rows of
// buttons and menus.
func (s *Stage) Standing(channel match.ChannelID) (messages, rows int) {
	s.T.Helper()
	for _, p := range discordtest.NewScreen(s.API.Calls()...).Posts {
		if p.Channel == channel {
			messages++
			rows += len(p.Message.Rows)
		}
	}
	return messages, rows
}

// PanelOf returns the only remembered panel of a seat.
func (s *Stage) PanelOf(id match.GameID, seat engine.Seat) storage.Post {
	s.T.Helper()
	posts := s.PanelsOf(id, seat)
	if len(posts) != 1 {
		s.T.Fatalf("got panels %v of seat %d, want one", posts, seat)
	}
	return posts[0]
}

// PanelsOf returns the remembered panels of a seat.
func (s *Stage) PanelsOf(id match.GameID, seat engine.Seat) []storage.Post {
	s.T.Helper()
	return slices.DeleteFunc(s.PostsOf(id, posts.Panel, posts.Hint), func(p storage.Post) bool {
		return p.Seat != seat
	})
}

// PostsOf returns what stands about a game, of some kinds.
func (s *Stage) PostsOf(id match.GameID, kinds ...storage.Kind) []storage.Post {
	s.T.Helper()
	all, err := s.Store.Posts(s.T.Context(), id)
	s.Must(err)
	return slices.DeleteFunc(all, func(p storage.Post) bool { return !slices.Contains(kinds, p.Kind) })
}

// Boards returns the messages at a game's table with the buttons of a turn.
func (s *Stage) Boards(id match.GameID) []storage.Post {
	s.T.Helper()
	all, err := s.Store.Posts(s.T.Context(), id)
	s.Must(err)
	return slices.DeleteFunc(all, func(p storage.Post) bool { return !posts.IsBoard(p) })
}

// SavePost adds a post.
func (s *Stage) SavePost(p storage.Post) {
	s.T.Helper()
	s.Must(s.Store.SwapPost(s.T.Context(), nil, &p))
}

// ClickPanel makes a click on a panel in a direct message.
func (s *Stage) ClickPanel(
	who string, p storage.Post, customID string, values ...string,
) *discord.Interaction {
	ix := s.Click(who, customID, values...)
	ix.Guild, ix.Channel, ix.Message = "", p.Channel, p.Message
	return ix
}

// Edits returns how a message was edited by the outbox.
func (s *Stage) Edits(message match.MessageID) (edits []discord.Edit) {
	for _, c := range s.API.Calls(discordtest.Edit) {
		if string(c.ID) == string(message) {
			edits = append(edits, c.Edit)
		}
	}
	return edits
}

// AsksAt reports whether a message has menus of a position.
func AsksAt(m discord.Message, id match.GameID, ply engine.Ply) bool {
	return slices.ContainsFunc(Offers(m), func(o Offer) bool {
		return strings.Contains(o.ID+"/", fmt.Sprintf("/%s/%d/", id, ply))
	})
}

// Method fits the calls of a method.
func Method(m discordtest.Method) func(discordtest.Call) bool {
	return func(c discordtest.Call) bool { return c.Method == m }
}

// LastOf returns the last of messages.
func LastOf[T any](t *testing.T, list []T) T {
	t.Helper()
	if len(list) == 0 {
		t.Fatal("there is no message")
	}
	return list[len(list)-1]
}

// PanelsNow returns the direct messages to somebody as they look after their last edit.
func (s *Stage) PanelsNow(name string) []discord.Message {
	s.T.Helper()
	u, err := s.Store.User(s.T.Context(), Person(name).ID)
	s.Must(err)
	var list []discord.Message
	at := map[match.MessageID]int{}
	for _, c := range s.API.Calls() {
		switch {
		case c.Channel != u.DM:
		case c.Method == discordtest.Send:
			at[match.MessageID(c.Result)] = len(list)
			list = append(list, c.Message)
		case c.Method == discordtest.Edit && c.Edit.Rows != nil:
			if i, ok := at[c.ID]; ok {
				list[i].Rows = *c.Edit.Rows
			}
		}
	}
	return list
}

// Now returns a message that was edited as it is after all edits.
func (s *Stage) Now(p storage.Post) discord.Edit {
	s.T.Helper()
	if len(s.Edits(p.Message)) == 0 {
		s.T.Fatal("the message was not edited")
	}
	now := discord.Edit{Content: new(""), Rows: new([]discord.Row{}), Files: new([]discord.File{})}
	for _, c := range s.API.Calls() {
		e := c.Edit
		switch {
		case c.Err != nil, string(c.ID) != string(p.Message) && c.Result != string(p.Message):
			continue
		case c.Method == discordtest.Send && !c.Repeat, c.Method == discordtest.EditOriginal:
			m := c.Message
			e = discord.Edit{Content: &m.Content, Rows: &m.Rows}
			if !m.KeepFiles {
				e.Files = &m.Files
			}
		}
		now.Content, now.Rows = cmp.Or(e.Content, now.Content), cmp.Or(e.Rows, now.Rows)
		now.Files = cmp.Or(e.Files, now.Files)
	}
	return now
}
