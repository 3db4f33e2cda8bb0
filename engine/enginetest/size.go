package enginetest

import "os"

// Size returns the size of a test: full if the environment variable KONDUKTOR_FULL is 1. Every test
// with a long version chooses by it.
func Size(quick, full int) int {
	if os.Getenv("KONDUKTOR_FULL") == "1" {
		return full
	}
	return quick
}

// fifth is n at full size, else a fifth of it, rounded up.
func fifth(n int) int { return Size((n+4)/5, n) }
