// Package rating fits the strengths of people to their finished games: a Plackett-Luce model with a
// Gaussian prior, fitted in one batch, so that any program that follows docs/ratings.md gets the
// same numbers.
//
// A strength is in logits: a person stronger by d wins e^d times as often.
package rating

import (
	"context"
	"math"
	"slices"
	"time"
)

const (
	halfLife  = 120 * 24 * time.Hour // after which a game counts half
	priorDev  = 1.                   // standard deviation of people's strengths
	offsetDev = 0.3                  // of how much better or worse a person plays one title
)

// Player is a member of a unit: a person, or a computer of a known strength.
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

// LowerEnd is where that interval begins: a table is ordered by it, so that certainty counts.
func (s Strength) LowerEnd() int { return s.Points() - s.PlusMinus() }

// scale turns logits into points.
const scale = 118

// MostPeople is how many people can be fitted together: a fit of so many takes a core some 20 s,
// and one of twice as many four times as long.
const MostPeople = 5000

// Fit returns the strength of each of n people by all their games. An error is that of ctx.
func Fit(ctx context.Context, n int, games []Game) ([]Strength, error) {
	return newModel(n, games).fit(ctx)
}

// FitTitle returns each person's strength in a title. all are the strengths by the same games, in
// all titles: what is fitted is by how much each person who has played the title differs there.
// An error is that of ctx.
func FitTitle(ctx context.Context, title string, all []Strength, games []Game) ([]Strength, error) {
	m, of := newTitle(title, all, games)
	own, err := m.fit(ctx)
	list := slices.Clone(all)
	for k, d := range own {
		s := &list[of[k]]
		s.S, s.Error = s.S+d.S, math.Hypot(s.Error, d.Error)
	}
	return list, err
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
	by := newSolver(c.hessian)
	for k, step := range by.solution(c.gradient) {
		theta[k] += step
	}
	variances, _ := by.variances(context.Background()) // which never ends
	return known(theta, variances)
}

// Unrated is what is known of somebody without a game: the prior.
var Unrated = Strength{0, priorDev}

// Somebody is shown once the ± is at most mostShown points and they have had Opponents, and said to
// be early while the ± is above early; in a title of its own after OwnGames rated games of it.
const (
	mostShown = 200
	early     = 100
	OwnGames  = 10
	Opponents = 3
)

// Met counts the people against whom each of n people has played: not their own partners.
func Met(n int, games []Game) []int {
	met := make([]map[int]bool, n)
	for i := range met {
		met[i] = map[int]bool{}
	}
	for _, g := range games {
		for i, u := range g.Units {
			for _, other := range slices.Concat(g.Units[:i], g.Units[i+1:]) {
				u.meet(&other, met)
			}
		}
	}
	list := make([]int, n)
	for i, people := range met {
		list[i] = len(people)
	}
	return list
}

func (u *Unit) meet(other *Unit, met []map[int]bool) {
	for _, own := range u.Members {
		for _, p := range other.Members {
			if own.Person != Computer && p.Person != Computer {
				met[own.Person][p.Person] = true
			}
		}
	}
}

// Shown reports whether the strength is known well enough to be shown.
func (s Strength) Shown() bool { return s.PlusMinus() <= mostShown }

// Early reports whether the strength is little known.
func (s Strength) Early() bool { return s.PlusMinus() > early }
