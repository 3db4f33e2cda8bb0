package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// dense fits as Konduktor 1.0.0 did: by a root of the whole Hessian, and its inverse.
func dense(m *model) []Strength {
	theta := make([]float64, len(m.precision))
	for {
		here := m.at(theta)
		root := cholesky(here.hessian)
		step := solve(root, here.gradient)
		theta = m.walk(theta, step, here.value)
		if largest(step) <= converged {
			return known(theta, inverseDiagonal(root))
		}
	}
}

func cholesky(m matrix) [][]float64 {
	var root [][]float64
	for i := range m.rows {
		row := make([]float64, i+1)
		root = append(root, row)
		for j := range i + 1 {
			x := m.get(i, j)
			for k := range j {
				x -= row[k] * root[j][k]
			}
			if i == j {
				row[j] = math.Sqrt(x)
			} else {
				row[j] = x / root[j][j]
			}
		}
	}
	return root
}

// solve returns x for L L' x = b.
func solve(root [][]float64, b []float64) []float64 {
	x := slices.Clone(b)
	for i, row := range root {
		for k := range i {
			x[i] -= row[k] * x[k]
		}
		x[i] /= row[i]
	}
	for i, row := range slices.Backward(root) {
		x[i] /= row[i]
		for k := range i {
			x[k] -= row[k] * x[i]
		}
	}
	return x
}

func inverseDiagonal(root [][]float64) []float64 {
	list := make([]float64, len(root))
	for k := range root {
		unit := make([]float64, len(root))
		unit[k] = 1
		list[k] = solve(root, unit)[k]
	}
	return list
}

// Leagues of every shape: people who know few others, one whom all know, two who play only each
// other and thousands of times, rows of people who each know two, teams, computers, nobody's games.
func TestAFitIsThatOfTheWholeMatrix(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	leagues := map[string][]Game{
		"nobody's": nil, "odd": oddities(), "sociable": sociable(r, 150, 20), "hub": nil, "pair": nil,
		"row": nil, "thin": sociable(r, 150, 1),
	}
	for i := range 3000 {
		a, b := 0, 1+r.IntN(149)
		leagues["hub"] = append(leagues["hub"], seatsOf(0, []int{a, b}, []int{1 + i%2, 2 - i%2}))
		leagues["pair"] = append(leagues["pair"], seatsOf(0, []int{0, 1}, []int{1 + i%3/2, 2 - i%3/2}))
		next := r.IntN(149)
		leagues["row"] = append(leagues["row"],
			seatsOf(0, []int{next, next + 1}, []int{1 + i%5/4, 2 - i%5/4}))
	}
	for name, games := range leagues {
		t.Run(name, func(t *testing.T) {
			all, want := fit(150, games), dense(newModel(150, games))
			same(t, all, want)
			m, of := newTitle("a", all, games)
			in, _ := m.fit(t.Context())
			if same(t, in, dense(m)); len(in) != len(of) {
				t.Errorf("%d are fitted, %d have played", len(in), len(of))
			}
		})
	}
}

func same(t *testing.T, got, want []Strength) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i].S-want[i].S) > 1e-11 || math.Abs(got[i].Error-want[i].Error) > 1e-11 {
			t.Errorf("person %d has %v, by the whole matrix %v", i, got[i], want[i])
		}
	}
}
