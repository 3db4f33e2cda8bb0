package rating

import (
	"context"
	"math"
	"slices"
)

// term is one parameter's part of a unit's strength.
type term struct {
	parameter int
	share     float64
}

// contender is a unit's strength in terms of the parameters, and its place.
type contender struct {
	terms []term
	known float64
	place int
}

type match struct {
	weight float64
	units  []contender // the best first
}

// model has a parameter for each person.
type model struct {
	precision []float64 // of each parameter's prior: 1 / variance
	matches   []match
}

func newModel(n int, games []Game) *model {
	m := &model{precision: make([]float64, n)}
	for i := range m.precision {
		m.precision[i] = 1 / (priorDev * priorDev)
	}
	for i := range games {
		m.matches = append(m.matches, newMatch(&games[i]))
	}
	return m
}

func newMatch(g *Game) match {
	made := match{weight: g.Weight()}
	for _, u := range g.Units {
		c := contender{place: u.Place}
		share := 1 / float64(len(u.Members))
		for _, p := range u.Members {
			if p.Person == Computer {
				c.known += share * p.Known
			} else {
				c.terms = append(c.terms, term{p.Person, share})
			}
		}
		made.units = append(made.units, c)
	}
	slices.SortStableFunc(made.units, func(a, b contender) int { return a.place - b.place })
	return made
}

// newTitle makes a model of a title's games with a parameter for each person who has played it: how
// much better or worse they play it than all, which is held. of is the person of each parameter.
func newTitle(title string, all []Strength, games []Game) (m *model, of []int) {
	m = &model{}
	parameter := map[int]int{}
	for i := range games {
		if games[i].Title != title {
			continue
		}
		made := newMatch(&games[i])
		for j := range made.units {
			u := &made.units[j]
			for k, t := range u.terms {
				own, known := parameter[t.parameter]
				if !known {
					own = len(of)
					parameter[t.parameter] = own
					of = append(of, t.parameter)
					m.precision = append(m.precision, 1/(offsetDev*offsetDev))
				}
				u.known += t.share * all[t.parameter].S
				u.terms[k].parameter = own
			}
		}
		m.matches = append(m.matches, made)
	}
	return m, of
}

// curve is the posterior at a point: its logarithm but for a constant, the gradient, and the
// negative Hessian.
type curve struct {
	value    float64
	gradient []float64
	hessian  matrix
}

// at describes the posterior where the parameters are theta.
func (m *model) at(theta []float64) curve {
	c := curve{gradient: make([]float64, len(theta)), hessian: newMatrix(len(theta))}
	for k, x := range theta {
		c.value -= m.precision[k] * x * x / 2
		c.gradient[k] = -m.precision[k] * x
		c.hessian.add(k, k, m.precision[k])
	}
	for i := range m.matches {
		c.addMatch(&m.matches[i], theta)
	}
	return c
}

// addMatch adds a game: each unit is chosen among those that did not come before it, those that
// share a place among the same (Breslow).
func (c *curve) addMatch(g *match, theta []float64) {
	strength, power := make([]float64, len(g.units)), make([]float64, len(g.units))
	for i := range g.units {
		strength[i] = g.units[i].strength(theta)
	}
	highest := slices.Max(strength)
	for i := range power {
		power[i] = math.Exp(strength[i] - highest)
	}
	for first := 0; first < len(g.units); {
		last := first // of the units with this place
		for last+1 < len(g.units) && g.units[last+1].place == g.units[first].place {
			last++
		}
		times := g.weight * float64(last-first+1)
		sum := 0.
		for _, p := range power[first:] {
			sum += p
		}
		for i := first; i <= last; i++ {
			c.value += g.weight * strength[i]
			c.addTerms(g.units[i].terms, g.weight)
		}
		c.value -= times * (highest + math.Log(sum))
		c.addChoice(g.units[first:], power[first:], sum, times)
		first = last + 1
	}
}

// addChoice subtracts the logarithm of the sum of powers, multiplied by times.
func (c *curve) addChoice(units []contender, power []float64, sum, times float64) {
	var mean []term // what the chosen one's terms are in the mean
	for i := range units {
		q := power[i] / sum
		c.addTerms(units[i].terms, -times*q)
		for _, a := range units[i].terms {
			mean = append(mean, term{a.parameter, q * a.share})
			for _, b := range units[i].terms {
				c.hessian.add(a.parameter, b.parameter, times*q*a.share*b.share)
			}
		}
	}
	for _, a := range mean {
		for _, b := range mean {
			c.hessian.add(a.parameter, b.parameter, -times*a.share*b.share)
		}
	}
}

func (c *curve) addTerms(terms []term, times float64) {
	for _, t := range terms {
		c.gradient[t.parameter] += times * t.share
	}
}

func (u *contender) strength(theta []float64) float64 {
	s := u.known
	for _, t := range u.terms {
		s += t.share * theta[t.parameter]
	}
	return s
}

// converged is the step below which the fit ends, in logits.
const converged = 1e-10

// fit finds the maximum by Newton steps, and what is known of each parameter. The posterior is
// concave, so there is one.
func (m *model) fit(ctx context.Context) ([]Strength, error) {
	theta := make([]float64, len(m.precision))
	for {
		here := m.at(theta)
		s := newSolver(here.hessian)
		step := s.solution(here.gradient)
		theta = m.walk(theta, step, here.value)
		if largest(step) <= converged {
			variances, err := s.variances(ctx)
			return known(theta, variances), err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
}

// walk takes the step, or as many halves less of it as make the posterior grow.
func (m *model) walk(theta, step []float64, value float64) []float64 {
	for length := 1.; ; length /= 2 {
		next := slices.Clone(theta)
		for k := range next {
			next[k] += length * step[k]
		}
		if length*largest(step) <= 1e-6 || m.value(next) >= value {
			return next
		}
	}
}

// value is the logarithm of the posterior alone.
func (m *model) value(theta []float64) float64 {
	sum := 0.
	for k, x := range theta {
		sum -= m.precision[k] * x * x / 2
	}
	for i := range m.matches {
		sum += m.matches[i].value(theta)
	}
	return sum
}

func (g *match) value(theta []float64) float64 {
	sum, tail, same := 0., math.Inf(-1), 0.
	for i := len(g.units) - 1; i >= 0; i-- {
		u := g.units[i].strength(theta)
		sum += u
		tail, same = logSum(tail, u), same+1
		if i == 0 || g.units[i-1].place != g.units[i].place {
			sum -= same * tail
			same = 0
		}
	}
	return g.weight * sum
}

func logSum(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	return a + math.Log1p(math.Exp(b-a))
}

func largest(v []float64) float64 {
	most := 0.
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	return most
}

// known is what is known of parameters with their values and variances.
func known(theta, variances []float64) []Strength {
	list := make([]Strength, len(variances))
	for k, v := range variances {
		list[k] = Strength{theta[k], math.Sqrt(v)}
	}
	return list
}
