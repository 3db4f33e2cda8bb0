package match

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"log/slog"
	"time"

	"konduktor/engine"
)

// Link is the hash of a move and of the link before it, in the chain of a game's moves; the last
// link is the game's head. The chain shows bit rot and tampering, and names a position.
//
// A link is a secret of a running game: with two successive ones somebody can try out which tickets
// the move between them kept, among some thousand possibilities. So a link does not print, and
// nothing that leaves the process is derived from one. People and Discord get Game.Mark.
type Link [sha256.Size]byte

// FirstLink returns the link before the first move, the hash of what the moves rest on; zero until
// the deal. The users and names in the seats are left out: they may change during the game.
func FirstLink(g Game) Link {
	if g.Seed == (engine.Seed{}) {
		return Link{}
	}
	options := g.Options
	if len(options) == 0 {
		options = nil
	}
	// A map of strings always has a JSON form, in the order of its keys.
	rules, _ := json.Marshal([]any{string(g.ID), g.Title, g.Version, options, g.Map, len(g.Seats)})
	return sha256.Sum256(append(g.Seed[:], rules...))
}

// Next returns the link of the next move. Time counts in microseconds: a store keeps no more.
func (l Link) Next(ply engine.Ply, seat engine.Seat, at time.Time, text string) Link {
	b := make([]byte, 0, 128)
	b = append(b, l[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(ply))
	b = append(b, byte(seat))
	b = binary.BigEndian.AppendUint64(b, uint64(at.UnixMicro()))
	b = append(b, text...)
	return sha256.Sum256(b)
}

func (l Link) String() string { return "(link)" }

func (l Link) GoString() string { return "(link)" }

func (l Link) LogValue() slog.Value { return slog.StringValue("(link)") }
