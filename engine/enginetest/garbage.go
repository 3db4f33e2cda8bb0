package enginetest

import (
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// Tests make much garbage in small heaps: collecting it more rarely saves a fifth of their time.
func init() {
	bench := slices.ContainsFunc(os.Args, func(arg string) bool {
		return strings.HasPrefix(arg, "-test.bench=")
	})
	if testing.Testing() && !bench && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
