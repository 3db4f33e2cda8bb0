//go:build race

package titles_test

import "flag"

// The race detector makes these games ten times as slow and finds nothing in what is played by one goroutine: a fifth of
// the checks will do. Without it they are all made, as in .ci/run.
func init() {
	if err := flag.Set("rapid.checks", "20"); err != nil {
		panic(err)
	}
}
