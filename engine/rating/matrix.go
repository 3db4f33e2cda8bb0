package rating

import "math"

// matrix is a symmetric or lower triangular matrix; only the lower triangle is kept.
type matrix struct {
	n     int
	cells []float64 // row by row, each as long as it is
}

func newMatrix(n int) matrix { return matrix{n, make([]float64, n*(n+1)/2)} }

func (m matrix) row(i int) []float64 { return m.cells[i*(i+1)/2 : (i+1)*(i+2)/2] }

func (m matrix) get(i, j int) float64 { return m.row(i)[j] }

// add adds to a cell of the lower triangle; the upper one is its mirror.
func (m matrix) add(i, j int, x float64) {
	if j <= i {
		m.row(i)[j] += x
	}
}

// cholesky returns the lower triangular root L of a positive definite matrix: L times its transpose
// is the matrix.
func (m matrix) cholesky() matrix {
	root := newMatrix(m.n)
	for i := range m.n {
		row := root.row(i)
		for j := range i + 1 {
			other := root.row(j)
			x := m.get(i, j) - dot(row[:j], other[:j])
			if i == j {
				row[j] = math.Sqrt(x)
			} else {
				row[j] = x / other[j]
			}
		}
	}
	return root
}

// dot returns the product of two vectors of the same length. Four sums that do not wait for each
// other take a third of the time of one.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		a, b = a[4:], b[4:]
	}
	for i, x := range a {
		s0 += x * b[i]
	}
	return s0 + s1 + (s2 + s3)
}

// solve returns x for L L' x = b, where m is the root L.
func (m matrix) solve(b []float64) []float64 {
	x := make([]float64, m.n)
	for i := range m.n {
		row, sum := m.row(i), b[i]
		for k := range i {
			sum -= row[k] * x[k]
		}
		x[i] = sum / row[i]
	}
	for i := m.n - 1; i >= 0; i-- {
		x[i] /= m.get(i, i)
		row := m.row(i)
		for k := range i {
			x[k] -= row[k] * x[i]
		}
	}
	return x
}

func (m matrix) inverse() matrix {
	inv := newMatrix(m.n)
	for i := range m.n {
		row, done := m.row(i), inv.row(i)
		for k := range i {
			if row[k] == 0 {
				continue
			}
			above := inv.row(k)
			for j := range k + 1 {
				done[j] -= row[k] * above[j]
			}
		}
		for j := range i {
			done[j] /= row[i]
		}
		done[i] = 1 / row[i]
	}
	return inv
}
