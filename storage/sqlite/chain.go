package sqlite

import (
	"bytes"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"modernc.org/sqlite"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// link is a link of the chain that guards a game's moves against bit rot and tampering: the hash of a move and of the
// link before it. The game's row keeps the last one, so that moves missing at the end are missed too.
type link [sha256.Size]byte

// firstLink stands before the first move: the hash of what the moves rest on. The seats' users and names are left out,
// since they may change during the game.
func firstLink(g storage.Game) link {
	options := g.Options
	if len(options) == 0 {
		options = nil
	}
	// A map of strings always has a JSON form, in the order of its keys.
	rules, _ := json.Marshal([]any{string(g.ID), g.Title, g.Version, options, g.Map, len(g.Seats)})
	hash := sha256.New()
	hash.Write(g.Seed[:])
	hash.Write(rules)
	return link(hash.Sum(nil))
}

// next returns the link of the move that follows.
func (l link) next(ply engine.Ply, seat engine.Seat, text string) link {
	b := make([]byte, 0, 128)
	b = append(b, l[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(ply))
	b = append(b, byte(seat))
	b = append(b, text...)
	return sha256.Sum256(b)
}

// nextLink is next for SQL, so that one statement moves a game's row on. The text comes as bytes: as a text it would reach
// Go only up to its first NUL.
const nextLink = "konduktor_link"

func linkInSQL(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	last, isLink := args[0].([]byte)
	ply, isPly := args[1].(int64)
	seat, isSeat := args[2].(int64)
	text, isText := args[3].([]byte)
	if !isLink || !isPly || !isSeat || !isText || len(last) != sha256.Size || seat < 0 || seat > math.MaxUint8 {
		return nil, errors.New("a link is made of a link, a ply, a seat and a move's bytes")
	}
	l := link(last).next(engine.Ply(ply), engine.Seat(seat), string(text))
	return l[:], nil
}

// chain follows a game's moves, in order.
type chain struct {
	game storage.GameID
	last link
	ply  engine.Ply // of the move to come
}

// follow says whether a move as it was read is the one that was appended.
func (c *chain) follow(m storage.Move, stored []byte) error {
	next := c.last.next(c.ply, m.Seat, m.Text)
	if m.Ply != c.ply || !bytes.Equal(next[:], stored) {
		return fmt.Errorf("%w: game %s, ply %d: the move is not the one that was made", storage.ErrDamaged, c.game, c.ply)
	}
	c.last, c.ply = next, c.ply+1
	return nil
}

// end says whether the last move of the game has been followed.
func (c *chain) end(ply engine.Ply, stored []byte) error {
	if c.ply != ply || !bytes.Equal(c.last[:], stored) {
		return fmt.Errorf("%w: game %s, ply %d: the game's row does not fit its %d moves", storage.ErrDamaged, c.game, c.ply, c.ply)
	}
	return nil
}
