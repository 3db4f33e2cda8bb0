package discord

import (
	"fmt"
	"log/slog"
	"regexp"
	"strings"
)

// Token is a secret: the bot's own, or an interaction's. However it is printed, logged or encoded,
// it shows as a placeholder; string(t) is the one way to the secret.
type Token string

const hiddenToken = "[secret]"

// String returns a placeholder, "" for the empty token.
func (t Token) String() string {
	if t == "" {
		return ""
	}
	return hiddenToken
}

// Format prints the placeholder for every verb, so that %x or %q do not leak either.
func (t Token) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(t.String())) }

// MarshalText encodes the placeholder, for logs in JSON.
func (t Token) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// LogValue logs the placeholder.
func (t Token) LogValue() slog.Value { return slog.StringValue(t.String()) }

// secretPatterns find tokens: in URLs of interactions and webhooks, authorisation headers, JSON and
// Go dumps of identify packets, and by their shape.
var secretPatterns = []*regexp.Regexp{
	regexp.MustCompile(`(?i)((?:interactions|webhooks)/[0-9]+/)[^/\s"'?&,)]+`),
	regexp.MustCompile(`(?i)(\b(?:Bot|Bearer)\s+)[\w.\-]{16,}`),
	regexp.MustCompile(`(?i)("?\btoken"?(?::"?|\s*=\s*"?|\s*:\s*"))[^"\s,}]+`),
	regexp.MustCompile(`()[\w\-]{20,}\.[\w\-]{5,}\.[\w\-]{20,}`),
}

// Scrub removes from s whatever looks like a token.
func Scrub(s string) string { return scrub(s) }

func scrub(s string, known ...Token) string {
	for _, t := range known {
		if t != "" {
			s = strings.ReplaceAll(s, string(t), hiddenToken)
		}
	}
	for _, p := range secretPatterns {
		s = p.ReplaceAllString(s, "${1}"+hiddenToken)
	}
	return s
}
