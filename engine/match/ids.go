package match

import (
	"strings"

	"konduktor/engine"
)

// Discord's IDs. They are types, so that they cannot be swapped.
type (
	UserID    string
	ServerID  string
	ChannelID string // a channel, a thread, or somebody's direct messages
	MessageID string // unique within its channel
)

// PrivatePrefix begins the names of private channels: DMs among people, and groups, without the
// bot. Discord's own addresses name them so.
const PrivatePrefix = "@me/"

// Private reports whether the bot is no member of a channel.
func (c ChannelID) Private() bool { return strings.HasPrefix(string(c), PrivatePrefix) }

// Position names a position to those who must not know its head: Branch is how often moves were
// taken back.
type Position struct {
	Ply    engine.Ply
	Branch int
}

// At names the present position of a game.
func (g Game) At() Position { return Position{g.Ply, g.Branch} }
