package main

import (
	"math"
	"runtime/debug"
	"testing"
)

func TestMemoryIsBoundedUnlessTheEnvironmentSetsIt(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	tests := []struct {
		env  string
		want int64
	}{
		{"", softMemory},
		{"200MiB", math.MaxInt64}, // the runtime read it at the start
		{"off", math.MaxInt64},
	}
	for _, tt := range tests {
		t.Setenv("GOMEMLIMIT", tt.env)
		debug.SetMemoryLimit(math.MaxInt64)
		boundMemory()
		if got := debug.SetMemoryLimit(-1); got != tt.want {
			t.Errorf("with GOMEMLIMIT=%q the limit is %d, want %d", tt.env, got, tt.want)
		}
	}
}
