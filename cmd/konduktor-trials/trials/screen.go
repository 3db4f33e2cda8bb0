package trials

import (
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
)

// shown is a message as people see it.
type shown struct {
	channel match.ChannelID
	message discord.Message
	nonce   string
}

// screen is what people see of all that a bot has told Discord, but for answers to interactions.
type screen struct {
	posts map[match.MessageID]*shown
	order []match.MessageID // as the messages came
	dms   map[match.ChannelID]match.UserID
}

func newScreen() *screen {
	return &screen{posts: map[match.MessageID]*shown{}, dms: map[match.ChannelID]match.UserID{}}
}

// see brings the screen up to what calls have changed.
func (s *screen) see(calls []discordtest.Call) {
	for _, c := range calls {
		if c.Err != nil {
			continue
		}
		switch c.Method {
		case discordtest.OpenDM:
			s.dms[match.ChannelID(c.Result)] = c.User
		case discordtest.Send:
			if !c.Repeat {
				s.post(match.MessageID(c.Result), &shown{c.Channel, c.Message, c.Message.Nonce})
			}
		case discordtest.Edit:
			s.edit(c.ID, c.Edit)
		case discordtest.Respond:
			if c.Response.Update != nil {
				s.replace(c.Interaction.Message, *c.Response.Update)
			}
		case discordtest.EditOriginal:
			s.replace(match.MessageID(c.Result), c.Message)
		}
	}
}

func (s *screen) post(id match.MessageID, p *shown) {
	s.posts[id] = p
	s.order = append(s.order, id)
}

// replace shows another message in place of one that is on the screen.
func (s *screen) replace(id match.MessageID, m discord.Message) {
	if p := s.posts[id]; p != nil {
		p.message = m
	}
}

func (s *screen) edit(id match.MessageID, e discord.Edit) {
	p := s.posts[id]
	if p == nil {
		return
	}
	if e.Content != nil {
		p.message.Content = *e.Content
	}
	if e.Rows != nil {
		p.message.Rows = *e.Rows
	}
	if e.Files != nil {
		p.message.Files = *e.Files
	}
}

// moves are the custom IDs of a message that can begin a move.
func (p *shown) moves() []customid.ID {
	var ids []customid.ID
	for _, row := range p.message.Rows {
		var customs []string
		for _, b := range row.Buttons {
			customs = append(customs, b.CustomID)
		}
		if row.Select != nil {
			customs = append(customs, row.Select.CustomID)
		}
		for _, custom := range customs {
			id, ok := customid.Parse(custom)
			if ok &&
				slices.Contains([]customid.Action{customid.Do, customid.Ask, customid.Narrow}, id.Action) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// panelOf finds the direct message in which a user can move in a game.
func (s *screen) panelOf(
	user match.UserID,
	game match.GameID,
) (channel match.ChannelID, id match.MessageID, ok bool) {
	for _, nth := range slices.Backward(s.order) {
		p := s.posts[nth]
		if s.dms[p.channel] == user &&
			slices.ContainsFunc(p.moves(), func(m customid.ID) bool { return m.Game == string(game) }) {
			return p.channel, nth, true
		}
	}
	return "", "", false
}

// stale lists the direct messages that offer moves which their reader cannot make any more.
func (s *screen) stale(games map[match.GameID]match.Game) []string {
	var list []string
	for _, id := range s.order {
		p := s.posts[id]
		user := s.dms[p.channel]
		for _, m := range p.moves() {
			g, ok := games[match.GameID(m.Game)]
			waits := ok && g.State == match.Running && slices.Contains(g.ToMove, user)
			// In the setup a choice stays what it was while others make theirs (C2).
			if !waits || m.At.Mark != g.Mark() || m.At.Ply != g.Ply && int(g.Ply) >= setupMoves(g) {
				list = append(list, fmt.Sprintf("%s to %s: %s", id, user, firstLine(p.message.Content)))
				break
			}
		}
	}
	return list
}

// setupMoves is how many moves the setup has at most: two a seat (W2).
func setupMoves(g match.Game) int { return 2 * len(g.Seats) }

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// turnsAt lists the plies of the turns that a table was told of, in order.
func (s *screen) turnsAt(thread match.ChannelID, nonces map[string]engine.Ply) []engine.Ply {
	var plies []engine.Ply
	for _, id := range s.order {
		if ply, ok := nonces[s.posts[id].nonce]; ok && s.posts[id].channel == thread {
			plies = append(plies, ply)
		}
	}
	return plies
}
