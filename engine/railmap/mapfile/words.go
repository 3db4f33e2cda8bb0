package mapfile

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxID   = 40 // bytes
	maxName = 60 // characters
)

const idRule = "an id has small letters a-z, digits and single hyphens between them, at most 40"

// isID reports whether a word can be an id. Two hyphens in a row separate a route's cities.
func isID(s string) bool {
	if s == "" || len(s) > maxID || s[0] == '-' || s[len(s)-1] == '-' || strings.Contains(s, "--") {
		return false
	}
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}

// checkName reports a name that is unreadable, or that a message would not show as plain text.
func (t *table) checkName(key, name string) {
	if !t.has(key) || !t.isText(key) {
		return
	}
	line := t.lineFor(key)
	switch {
	case name == "":
		t.fault(line, "%s is empty", key)
	case utf8.RuneCountInString(name) > maxName:
		t.fault(line, "%s has %d characters, at most %d are allowed",
			key, utf8.RuneCountInString(name), maxName)
	case strings.TrimSpace(name) != name:
		t.fault(line, "%s begins or ends with a space", key)
	default:
		for _, c := range name {
			if !allowedInName(c) {
				t.fault(line, "%s: the sign %q cannot stand in a name; "+
					"letters, digits, spaces and . , ' ’ - ( ) / & ! can", key, c)
				return
			}
		}
	}
}

func allowedInName(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsMark(c) || unicode.IsDigit(c) ||
		strings.ContainsRune(" .,'’-()/&!", c)
}
