//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime is how long this process has been computing, in all threads; false if that cannot
// be known.
func processorTime() (time.Duration, bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
