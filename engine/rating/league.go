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
	offsetDev = 0.3                  // of how much better or worse a person plays one title
)

// Player is a member of a unit: a person of the league, or a computer of a known strength.
type Player struct {
	Person int     // index of a person, or Computer
	Known  float64 // strength of a computer, in logits
}

// Computer is the Person of a player whose strength is known.
const Computer = -1

// Unit is one contender for a place in a game: a seat, or a team, whose strength is the mean of its
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

// FitTitles returns each person's strength in each title that was played, in one fit in which each
// pair of person and title may differ from the person.
func FitTitles(n int, games []Game) map[string][]Strength {
	m := newModel(n, games)
	m.addOffsets(games)
	found, all := m.fit(), map[string][]Strength{}
	for _, g := range games {
		if all[g.Title] == nil {
			all[g.Title] = found.inTitle(n, g.Title, m)
		}
	}
	return all
}

// Step returns what one Newton step makes of the strengths of the people of a new game. before has
// one for each Person of the game, as the last fit or step left it; somebody new has Unrated. Each
// stands for a normal distribution, and everybody else is held.
func Step(before []Strength, g *Game) []Strength {
	n := len(before)
	c := curve{gradient: make([]float64, n), hessian: newMatrix(n)}
	theta := make([]float64, n)
	for k, s := range before {
		theta[k] = s.S
		c.hessian.add(k, k, 1/(s.Error*s.Error))
	}
	m := newMatch(g)
	c.addMatch(&m, theta)
	root := c.hessian.cholesky()
	for k, by := range root.solve(c.gradient) {
		theta[k] += by
	}
	return fitted{theta, root.inverse()}.people(n)
}

// Unrated is what is known of somebody without a game: the prior.
var Unrated = Strength{0, priorDev}

// Somebody is shown once the ± is at most mostShown points, and said to be early while it is above
// early; in a title of its own after OwnGames rated games of it.
const (
	mostShown = 200
	early     = 100
	OwnGames  = 10
)

// Shown reports whether the strength is known well enough to be shown.
func (s Strength) Shown() bool { return s.PlusMinus() <= mostShown }

// Early reports whether the strength is little known.
func (s Strength) Early() bool { return s.PlusMinus() > early }
