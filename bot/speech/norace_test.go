//go:build !race

package speech

import "konduktor/engine"

const tables = engine.MaxSeats // all
