//go:build race

package speech

// tables is at how many tables of a title everyGame plays. The race detector makes its games many times as slow and finds
// nothing in what one goroutine says; without it all are played, as in .ci/run.
const tables = 1
