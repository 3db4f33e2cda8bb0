//go:build race

package enginetest

// raceDivisor divides the numbers of random tries: the race detector makes each many times as slow and finds nothing in what
// one goroutine does. Without it all are made, as in .ci/run.
const raceDivisor = 3
