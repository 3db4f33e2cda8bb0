package rating

import (
	"math"
	"testing"
)

// side is a team of the online update by Weng and Lin (algorithm 4) as openskill.py does it: a
// second implementation of the order's likelihood, held to the published numbers of that program.
type side struct {
	size  int
	place int
}

// chance is the probability that side i is chosen when side q was: among all that did not come
// before q.
func chance(strength []float64, sides []side, i, q int) float64 {
	sum := 0.
	for k := range sides {
		if sides[k].place >= sides[q].place {
			sum += math.Exp(strength[k])
		}
	}
	return math.Exp(strength[i]) / sum
}

// online returns the mean and deviation of each side's members after a game of new people.
func online(mu, sigma float64, sides []side) (after [][2]float64) {
	const beta, tau = 25. / 6, 25. / 300
	v := sigma*sigma + tau*tau
	total := 0.
	for _, s := range sides {
		total += v*float64(s.size) + beta*beta
	}
	c := math.Sqrt(total)
	strength := make([]float64, len(sides))
	for i, s := range sides {
		strength[i] = mu * float64(s.size) / c
	}
	for i, s := range sides {
		slope, bend := 0., 0.
		for q := range sides {
			if sides[q].place > s.place {
				continue
			}
			same := 0.
			for k := range sides {
				if sides[k].place == sides[q].place {
					same++
				}
			}
			p := chance(strength, sides, i, q)
			bend += p * (1 - p) / same
			slope -= p / same
			if sides[q].place == s.place {
				slope += 1 / same
			}
		}
		gamma := math.Sqrt(v*float64(s.size)) / c
		after = append(after, [2]float64{
			mu + v/c*slope, math.Sqrt(v) * math.Sqrt(1-v/(c*c)*bend*gamma),
		})
	}
	return after
}

// The numbers are those of tests/models/data/plackettluce.json of openskill.py, after its tied
// places were mended.
func TestSecondImplementationGivesThePublishedNumbers(t *testing.T) {
	const mu, sigma = 30.9227929079249, 6.478417585666653
	for _, c := range []struct {
		name  string
		sides []side
		want  [][2]float64
	}{
		{"normal", []side{{1, 1}, {2, 2}}, [][2]float64{
			{33.969011487326654, 6.446958847986065},
			{27.876574328523148, 6.433659614219379},
		}},
		{"ranks", []side{{1, 2}, {2, 1}, {1, 4}, {2, 3}}, [][2]float64{
			{32.77994443000071, 6.450747134006956},
			{32.2707505138986, 6.425889055872058},
			{30.08402921805331, 6.430997477977663},
			{28.556447469746985, 6.355257645226833},
		}},
		{"limit_sigma", []side{{1, 2}, {2, 1}, {3, 3}}, [][2]float64{
			{33.20529342367193, 6.470524927271524},
			{32.98962167464573, 6.450310652727856},
			{26.573463625457038, 6.431144842504635},
		}},
		{"ties", []side{{1, 1}, {2, 2}, {3, 1}}, [][2]float64{
			{33.272693527214706, 6.475053163232783},
			{30.581864525704084, 6.450310652727856},
			{31.321577819797557, 6.439033925885197},
		}},
	} {
		for i, got := range online(mu, sigma, c.sides) {
			if math.Abs(got[0]-c.want[i][0]) > 1e-9 || math.Abs(got[1]-c.want[i][1]) > 1e-9 {
				t.Errorf("%s, side %d: got %v, want %v", c.name, i+1, got, c.want[i])
			}
		}
	}
}

// A tied place counts in the likelihood of docs/ratings.md once for each that shares it, in
// openskill.py once.
func TestLikelihoodMatchesTheSecondImplementation(t *testing.T) {
	strength := []float64{0.4, -0.3, 1.2, 0.1, -2}
	for _, places := range [][]int{
		{1, 2, 3, 4, 5}, {3, 1, 5, 2, 4}, {1, 1, 3, 4, 4}, {2, 2, 2, 1, 5},
	} {
		sides := make([]side, len(places))
		for i := range sides {
			sides[i].place = places[i]
		}
		m := newMatch(new(seatsOf(0, []int{0, 1, 2, 3, 4}, places)))
		c := curve{gradient: make([]float64, len(places)), hessian: newMatrix(len(places))}
		c.addMatch(&m, strength)
		for i := range sides {
			slope, bend := 1., 0.
			for q := range sides {
				if sides[q].place <= sides[i].place {
					p := chance(strength, sides, i, q)
					slope, bend = slope-p, bend+p*(1-p)
				}
			}
			if math.Abs(c.gradient[i]-slope) > 1e-9 || math.Abs(c.hessian.get(i, i)-bend) > 1e-9 {
				t.Errorf("places %v, side %d: %v and %v, want %v and %v", places, i+1,
					c.gradient[i], c.hessian.get(i, i), slope, bend)
			}
		}
	}
}
