package enginetest

import "os"

// Size returns how large a test should be: quick by default, full if the environment variable
// KONDUKTOR_FULL is 1, as before a release. Every test that has a long version chooses by it.
func Size(quick, full int) int {
	if os.Getenv("KONDUKTOR_FULL") == "1" {
		return full
	}
	return quick
}

// third is the size of the checks here: all of n at full size, else a third, rounded up.
func third(n int) int { return Size((n+2)/3, n) }
