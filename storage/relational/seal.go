package relational

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"konduktor/engine/match"
	"konduktor/storage"
)

// A seal is a checksum of a row, against bit rot. The chain of moves covers what a game rests on,
// but neither names nor users nor places. Fields that moves and clocks change are left out: each
// move would have to compute the seal anew.

// sealBytes is the length of a seal.
const sealBytes = 8

func sealOf(values ...any) []byte {
	sum := sha256.Sum256([]byte(jsonOf(values)))
	return sum[:sealBytes]
}

// sealOfGame covers who sits at a game, where it is played, and what was agreed on.
func sealOfGame(g match.Game) []byte {
	values := []any{
		g.ID, g.Host, g.Wanted, asJSON(g.Invited), asJSON(g.Leaving), g.Locale, g.Guild, g.Channel,
		g.Lobby, g.Thread,
		g.Created.UnixMicro(), g.Pace, g.Weekends, jsonOf(g.Terms),
	}
	for _, s := range g.Seats {
		values = append(values, s.User, s.Name, s.Owner, s.StandIn, s.Level)
	}
	return sealOf(values...)
}

func sealOfUser(u storage.User) []byte { return sealOf(u.ID, u.Name, u.Locale, u.DM, u.DMs) }

// sealedGame is a game with the seal of its row.
type sealedGame struct {
	match.Game
	seal []byte
}

// check returns ErrDamaged if the seal does not fit.
func (g sealedGame) check() error {
	if !bytes.Equal(g.seal, sealOfGame(g.Game)) {
		return fmt.Errorf(
			"%w: game %s: its row is not the one that was written", storage.ErrDamaged, g.ID,
		)
	}
	return nil
}
