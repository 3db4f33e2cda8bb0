//go:build !race

package speech

import "github.com/konduktor-bot/konduktor/engine"

const tables = engine.MaxSeats // all
