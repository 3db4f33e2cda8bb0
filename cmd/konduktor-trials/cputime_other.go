//go:build !unix

package main

import "time"

// processorTime is how long this process has been computing, in all threads; false if that cannot
// be known.
func processorTime() (time.Duration, bool) { return 0, false }
