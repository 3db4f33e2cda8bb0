package trials

import (
	"fmt"
	"slices"
	"strings"

	"konduktor/bot/customid"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
)

// screen is what people see.
type screen struct{ *discordtest.Screen }

// beginning are the actions that can begin a move.
var beginning = []customid.Action{customid.Do, customid.Ask, customid.Narrow}

// movesOf are the custom IDs of a message that can begin a move.
func movesOf(p *discordtest.Shown) []customid.ID {
	var ids []customid.ID
	for _, row := range p.Message.Rows {
		var customs []string
		for _, b := range row.Buttons {
			customs = append(customs, b.CustomID)
		}
		if row.Select != nil {
			customs = append(customs, row.Select.CustomID)
		}
		for _, custom := range customs {
			id, ok := customid.Parse(custom)
			if ok && slices.Contains(beginning, id.Action) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// panelOf finds the direct message in which a user can move in a game.
func (s screen) panelOf(
	user match.UserID,
	game match.GameID,
) (channel match.ChannelID, id match.MessageID, ok bool) {
	for _, nth := range slices.Backward(s.Order) {
		p := s.Posts[nth]
		if s.DMs[p.Channel] == user &&
			slices.ContainsFunc(movesOf(p), func(m customid.ID) bool { return m.Game == string(game) }) {
			return p.Channel, nth, true
		}
	}
	return "", "", false
}

// stale lists the direct messages that offer moves which their reader cannot make any more.
func (s screen) stale(games map[match.GameID]match.Game) []string {
	var list []string
	for _, id := range s.Order {
		p := s.Posts[id]
		user := s.DMs[p.Channel]
		for _, m := range movesOf(p) {
			g, ok := games[match.GameID(m.Game)]
			waits := ok && g.State == match.Running && slices.Contains(g.ToMove, user)
			// In the setup a choice stays what it was while others make theirs (C2).
			if !waits || m.At.Mark != g.Mark() || m.At.Ply != g.Ply && int(g.Ply) >= setupMoves(g) {
				list = append(list, fmt.Sprintf("%s to %s: %s", id, user, firstLine(p.Message.Content)))
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
func (s screen) turnsAt(thread match.ChannelID, nonces map[string]engine.Ply) []engine.Ply {
	var plies []engine.Ply
	for _, id := range s.Order {
		if ply, ok := nonces[s.Posts[id].Message.Nonce]; ok && s.Posts[id].Channel == thread {
			plies = append(plies, ply)
		}
	}
	return plies
}
