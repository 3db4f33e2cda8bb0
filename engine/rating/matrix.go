package rating

import (
	"cmp"
	"context"
	"slices"
)

// matrix is a symmetric positive definite matrix. Most of its cells are 0, since few people have
// met: a row has those that are not, by column.
type matrix struct{ rows [][]cell }

type cell struct {
	column int
	x      float64
}

func newMatrix(n int) matrix { return matrix{make([][]cell, n)} }

func (m matrix) find(i, j int) (at int, found bool) {
	return slices.BinarySearchFunc(m.rows[i], j, func(c cell, j int) int {
		return cmp.Compare(c.column, j)
	})
}

func (m matrix) get(i, j int) float64 {
	if at, found := m.find(i, j); found {
		return m.rows[i][at].x
	}
	return 0
}

// add adds to a cell; its mirror is another.
func (m matrix) add(i, j int, x float64) {
	at, found := m.find(i, j)
	if !found {
		m.rows[i] = slices.Insert(m.rows[i], at, cell{column: j})
	}
	m.rows[i][at].x += x
}

// lanes are numbers of as many systems of equations, which are solved side by side: that takes half
// of the time.
type lanes [4]float64

// solver solves equations by conjugate gradients, scaled by the diagonal (Jacobi). It needs the
// matrix and a few vectors; a dense root and its inverse would need the square and the cube of the
// people.
type solver struct {
	matrix
	scale      []float64 // 1 / the diagonal
	x, r, p, q []lanes
}

func newSolver(m matrix) *solver {
	n := len(m.rows)
	s := &solver{
		m, make([]float64, n), make([]lanes, n), make([]lanes, n), make([]lanes, n), make([]lanes, n),
	}
	for i := range s.scale {
		s.scale[i] = 1 / m.get(i, i)
	}
	return s
}

// enough is the part of b'x below which a step of a solver ends it. The root of that is the part by
// which x may be wrong; b'x itself is as good as the last step was small.
const enough = 1e-12

// solve solves m x = b for the b that r holds, and returns each b'x.
func (s *solver) solve() (form lanes) {
	var length lanes // r' scale r
	for i, r := range s.r {
		s.x[i] = lanes{}
		for l := range r {
			s.p[i][l] = s.scale[i] * r[l]
			length[l] += r[l] * s.p[i][l]
		}
	}
	for more := true; more; {
		var step, turn lanes
		for l, bend := range s.multiply() {
			if length[l] > 0 {
				step[l] = length[l] / bend
			}
		}
		more = false
		for l := range form {
			gain := step[l] * length[l]
			form[l] += gain
			more = more || gain > enough*form[l]
		}
		before := length
		length = s.advance(step)
		for l := range turn {
			if before[l] > 0 {
				turn[l] = length[l] / before[l]
			}
		}
		for i := range s.p {
			p, r, scale := &s.p[i], &s.r[i], s.scale[i]
			p[0] = scale*r[0] + turn[0]*p[0]
			p[1] = scale*r[1] + turn[1]*p[1]
			p[2] = scale*r[2] + turn[2]*p[2]
			p[3] = scale*r[3] + turn[3]*p[3]
		}
	}
	return form
}

// multiply sets q to m p, and returns each p'q.
func (s *solver) multiply() (product lanes) {
	for i, row := range s.rows {
		var a, b, c, d float64
		for _, cell := range row {
			p := &s.p[cell.column]
			a += cell.x * p[0]
			b += cell.x * p[1]
			c += cell.x * p[2]
			d += cell.x * p[3]
		}
		s.q[i] = lanes{a, b, c, d}
		for l, p := range s.p[i] {
			product[l] += p * s.q[i][l]
		}
	}
	return product
}

// advance goes along p, and returns the new r' scale r.
func (s *solver) advance(step lanes) (length lanes) {
	for i := range s.x {
		for l := range step {
			s.x[i][l] += step[l] * s.p[i][l]
			s.r[i][l] -= step[l] * s.q[i][l]
			length[l] += s.scale[i] * s.r[i][l] * s.r[i][l]
		}
	}
	return length
}

// solution returns x for m x = b.
func (s *solver) solution(b []float64) []float64 {
	for i := range s.r {
		s.r[i] = lanes{b[i]}
	}
	s.solve()
	x := make([]float64, len(b))
	for i := range x {
		x[i] = s.x[i][0]
	}
	return x
}

// variances returns the diagonal of the inverse.
func (s *solver) variances(ctx context.Context) ([]float64, error) {
	list := make([]float64, len(s.r))
	for first := 0; first < len(list); first += len(lanes{}) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		clear(s.r)
		now := list[first:min(first+len(lanes{}), len(list))]
		for l := range now {
			s.r[first+l][l] = 1
		}
		form := s.solve()
		copy(now, form[:])
	}
	return list, nil
}
