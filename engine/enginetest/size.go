package enginetest

import "os"

// Size returns how much a test does: quick in every run, full if the environment variable KONDUKTOR_FULL is 1.
func Size(quick, full int) int {
	if os.Getenv("KONDUKTOR_FULL") == "1" {
		return full
	}
	return quick
}
