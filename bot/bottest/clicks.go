package bottest

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
)

// LobbyNow is the lobby's message in the channel as it was edited last.
func (s *Stage) LobbyNow(id match.GameID) string {
	s.T.Helper()
	text := ""
	for _, c := range s.API.Calls(discordtest.Edit) {
		if string(c.ID) == string(s.Game(id).Lobby) && c.Edit.Content != nil {
			text = *c.Edit.Content
		}
	}
	return text
}

// SeatedAs returns the name under which a user sits at a table.
func SeatedAs(g match.Game, user match.UserID) string { return g.Seats[g.SeatOf(user)-1].Name }

// NothingBroke checks that no request failed by a fault of ours: two failures are alike whatever
// the secrets are.
func (s *Stage) NothingBroke() {
	s.T.Helper()
	broken, _, _ := strings.Cut(s.Say("problem.internal", "ID", "|"), "|")
	for _, c := range s.API.Calls() {
		text := c.Message.Content
		if c.Response.Message != nil {
			text = c.Response.Message.Content
		}
		if strings.HasPrefix(text, broken) {
			s.T.Errorf("a request failed: %q", text)
		}
	}
}

// ButtonSaying finds a button of a message by its label.
func ButtonSaying(m discord.Message, label string) (string, bool) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.Label == label {
				return b.CustomID, true
			}
		}
	}
	return "", false
}

// Me sends /me.
func (s *Stage) Me(name string, options ...string) string {
	s.T.Helper()
	return s.Handle(s.Slash(name, "me", options...)).Content
}

// Offer is a click that a message offers.
type Offer struct {
	ID     string
	Values []string
}

// Offers lists all clicks that a message offers; of a menu each option.
func Offers(m discord.Message) []Offer {
	var list []Offer
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if id, _ := customid.Parse(b.CustomID); id.Action != customid.Enough { // no move
				list = append(list, Offer{ID: b.CustomID})
			}
		}
		if row.Select == nil {
			continue
		}
		for i := range row.Select.Options {
			var values []string
			for _, o := range row.Select.Options[:max(row.Select.Min, 1)] {
				values = append(values, o.Value)
			}
			values[0] = row.Select.Options[i].Value
			list = append(list, Offer{row.Select.CustomID, slices.Compact(values)})
		}
	}
	return list
}

// Find returns the first click of an action on a move whose text begins so; false if a message
// offers none.
func Find(m discord.Message, action customid.Action, move string) (Offer, bool) {
	for _, o := range Offers(m) {
		id, _ := customid.Parse(o.ID)
		text := strings.Join(o.Values, " ")
		if id.Move.Verb != 0 && text == "" {
			text = customid.PrintMove(id.Move)
		}
		if id.Action == action && strings.HasPrefix(text, move) {
			return o, true
		}
	}
	return Offer{}, false
}

// Press clicks on what a message offers.
func (s *Stage) Press(
	who string, m discord.Message, action customid.Action, move string,
) discord.Message {
	s.T.Helper()
	o, ok := Find(m, action, move)
	if !ok {
		s.T.Fatalf("there is no %s %s among %v", action, move, Offers(m))
	}
	return s.Handle(s.Click(who, o.ID, o.Values...))
}

// Hand opens somebody's panel.
func (s *Stage) Hand(who string, id match.GameID) discord.Message {
	s.T.Helper()
	return s.Handle(s.Click(who, customid.Button(customid.Hand, id)))
}

// Turn returns the name of the player to move.
func (s *Stage) Turn(id match.GameID) string {
	s.T.Helper()
	return s.Table(id).View(engine.Public).Seats[s.Table(id).View(engine.Public).ToMove[0]-1].Name
}

// Doing is the custom ID of a button that makes a move at a ply.
func Doing(id match.GameID, ply engine.Ply, move string) string {
	return "do/" + string(id) + "/" + strconv.Itoa(int(ply)) + "/" + move
}

// InDM makes a command in a direct message.
func (s *Stage) InDM(who, path string, options ...string) *discord.Interaction {
	s.T.Helper()
	ix := s.Slash(who, path, options...)
	u, err := s.Store.User(s.T.Context(), ix.User.ID)
	s.Must(err)
	ix.Guild, ix.Channel = "", u.DM
	return ix
}

// Acting returns the rows that make moves: all but those that only open a plan or take a move back.
func Acting(rows []discord.Row) []discord.Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r discord.Row) bool {
		return r.Select == nil && !slices.ContainsFunc(r.Buttons, func(b discord.Button) bool {
			id, ok := customid.Parse(b.CustomID)
			return !ok ||
				id.Action != customid.Plan && id.Action != customid.Undo && id.Action != customid.Next
		})
	})
}

// LastTo returns the last message that somebody got directly.
func (s *Stage) LastTo(name string) discord.Message {
	s.T.Helper()
	all := s.DM(name)
	return all[len(all)-1]
}

// Conversation is a private channel.
var Conversation = discord.PrivateChannel("950")

// InPrivate moves an interaction to a private channel.
func InPrivate(ix *discord.Interaction) *discord.Interaction {
	ix.Guild, ix.GuildLocale, ix.Channel = "", "", Conversation
	return ix
}

// Alone makes an interaction happen in somebody's direct messages with the bot.
func (s *Stage) Alone(ix *discord.Interaction) *discord.Interaction {
	s.T.Helper()
	dm, err := s.API.OpenDM(s.T.Context(), ix.User.ID)
	s.Must(err)
	ix.Guild, ix.GuildLocale, ix.Channel, ix.Perms, ix.Joined = "", "", dm, 0, time.Time{}
	return ix
}

// Opened opens a game with options and returns it.
func (s *Stage) Opened(who string, options ...string) match.GameID {
	s.T.Helper()
	s.Handle(s.Slash(who, "game new", append([]string{"title=amsterdam", "pace=none"}, options...)...))
	s.Flush()
	games, err := s.Store.GamesOf(s.T.Context(), Person(who).ID, match.Lobby)
	s.Must(err)
	return games[0].ID
}

// NameOf returns the name of who plays a seat.
func (s *Stage) NameOf(id match.GameID, seat engine.Seat) string {
	s.T.Helper()
	return s.Game(id).Seats[seat-1].Name
}

// AnswersIn finds the button of an action in rows; "" if there is none.
func AnswersIn(rows []discord.Row, action customid.Action) string {
	for _, r := range rows {
		for _, b := range r.Buttons {
			if id, ok := customid.Parse(b.CustomID); ok && id.Action == action {
				return b.CustomID
			}
		}
	}
	return ""
}
