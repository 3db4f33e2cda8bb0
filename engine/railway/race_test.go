//go:build race

package railway

// thrift is by what the numbers of random tries are divided: the race detector makes each many times as slow and finds
// nothing in what one goroutine does. Without it all are made; .ci/run does both (CONTRIBUTING.md).
const thrift = 3
