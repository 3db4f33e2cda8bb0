package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// commit is what the program was built from; .ci/release sets it, else Go may know.
var commit string

// version names the source: its commit, with a mark if files were changed.
func version() string {
	if commit != "" {
		return commit
	}
	settings := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	name := cmp.Or(settings["vcs.revision"], "unknown")
	name = name[:min(len(name), 12)]
	if settings["vcs.modified"] == "true" {
		name += "-changed"
	}
	return name
}

func versionLine() string {
	return fmt.Sprintf("konduktor %s (%s, %s/%s)", version(), runtime.Version(), runtime.GOOS,
		runtime.GOARCH)
}
