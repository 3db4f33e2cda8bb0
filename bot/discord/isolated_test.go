package discord

import "testing"

// A name from right to left would turn the number behind it around.
func TestANameFromRightToLeftIsIsolated(t *testing.T) {
	for name, want := range map[string]string{
		"محمد": "\u2068محمد\u2069", "עברית": "\u2068עברית\u2069", "Ola": "Ola",
	} {
		if got := Plain(name); got != want {
			t.Errorf("Plain(%q) is %q, want %q", name, got, want)
		}
	}
}
