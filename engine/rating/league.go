// Package rating fits the strengths of people to their finished games: a Plackett-Luce model with a
// Gaussian prior, fitted in one batch, so that any program that follows docs/ratings.md gets the
// same numbers.
//
// A strength is in logits: a person stronger by d wins e^d times as often.
package rating

import (
	"math"
	"time"
)

const (
	halfLife  = 120 * 24 * time.Hour // after which a game counts half
	priorDev  = 1.                   // standard deviation of people's strengths
	offsetDev = 0.3                  // of what a person plays a title better or worse
)

// Player is a member of a unit: a person of the league, or a computer of a known strength.
type Player struct {
	Person int     // index of a person, or Computer
	Known  float64 // strength of a computer, in logits
}

// Computer is the Person of a player whose strength is known.
const Computer = -1

// Unit is what has a place in a game: a seat, or a team, whose strength is the mean of its
// members'.
type Unit struct {
	Members []Player
	Place   int // from 1; units that share a place have the same
}

// Game is one rated game. A game of one unit says nothing, and is allowed.
type Game struct {
	Title string
	Units []Unit
	Age   time.Duration // from its end to the moment of the fit; negative counts as 0
}

// Weight is how much a game counts: 1 when it has just ended, half as much after 120 days.
func (g *Game) Weight() float64 {
	return math.Exp2(-float64(max(0, g.Age)) / float64(halfLife))
}

// Strength is what a fit knows of a person.
type Strength struct {
	S     float64 // logits
	Error float64 // its standard error
}

// Points is the strength as people see it: 100 points are 70 : 30 between two.
func (s Strength) Points() int { return int(math.Round(500 + scale*s.S)) }

// PlusMinus is half of the interval of 95 %, in points.
func (s Strength) PlusMinus() int { return int(math.Round(1.96 * scale * s.Error)) }

// scale turns logits into points.
const scale = 118

// Fit returns the strength of each of n people by all their games.
func Fit(n int, games []Game) []Strength {
	m := newModel(n, games)
	return m.fit().people(n)
}

// FitTitle returns each person's strength in one title, in a fit in which each pair of person and
// title may differ from the person.
func FitTitle(n int, games []Game, title string) []Strength {
	m := newModel(n, games)
	m.addOffsets(games)
	return m.fit().inTitle(n, title, m)
}
