package main

import (
	"os"
	"runtime/debug"
)

// softMemory is how much memory the runtime tries to get by with, in bytes, unless something else
// is set: nearing it, it collects sooner. With the pictures of all titles drawn about half of it is
// in use (docs/performance.md).
const softMemory = 100 << 20

// boundMemory sets the soft limit, unless the environment has set one.
func boundMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
}
