package main

import (
	"os"
	"runtime/debug"
)

// softMemory is how much memory the runtime tries to get by with when nothing else is set, in
// bytes. It is no limit that anything fails at: nearing it, the runtime collects sooner. With the
// pictures of all titles drawn about half of it is in use, and the rest is garbage from painting;
// the program's own code and the database's pages come on top (docs/performance.md).
const softMemory = 100 << 20

// boundMemory sets the soft limit, unless the environment has set one.
func boundMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
}
