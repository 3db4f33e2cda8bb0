package customid

import (
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/match"
)

// Position names the position of a game in which a custom ID is valid.
type Position struct {
	Ply  engine.Ply
	Mark string // of the branch, see match.Game.Mark; "" until moves were taken back
}

// Of names the position that a game has come to.
func Of(g match.Game) Position { return Position{Ply: g.Ply, Mark: g.Mark()} }

// At is the position as package match names it.
func (p Position) At() match.Position {
	branch, _ := strconv.Atoi(p.Mark) // "" is no branch
	return match.Position{Ply: p.Ply, Branch: branch}
}

// Bounds of a position: the longest games have some hundred moves. A branch counts how often moves
// were taken back, and after a restore the minutes until then (storage.Restored).
const (
	maxPly  = 99_999
	maxMark = 9_999_999
)

// Print writes the position: "12", after moves were taken back "12-1".
func (p Position) Print() string {
	text := strconv.Itoa(int(p.Ply))
	if p.Mark != "" {
		text += "-" + p.Mark
	}
	return text
}

// ParsePosition reads what Print writes, and nothing else.
func ParsePosition(text string) (Position, bool) {
	ply, mark, marked := strings.Cut(text, "-")
	p := Position{Ply: engine.Ply(number(ply))}
	if marked {
		p.Mark = strconv.Itoa(number(mark))
	}
	if p.Ply < 0 || p.Ply > maxPly || marked && (number(mark) < 1 || number(mark) > maxMark) ||
		p.Print() != text {
		return Position{}, false
	}
	return p, true
}
