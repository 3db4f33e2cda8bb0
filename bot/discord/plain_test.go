package discord

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"konduktor/engine/match"
)

func TestPlainMakesNamesHarmless(t *testing.T) {
	for name, tc := range map[string]struct{ in, want string }{
		"an ordinary name stays":  {"Ola Nowak", "Ola Nowak"},
		"letters with marks stay": {"Zażółć Nguyễn", "Zażółć Nguyễn"},
		"markdown is escaped": {
			"**a**_b_~~c~~`d`||e||",
			"\\*\\*a\\*\\*\\_b\\_\\~\\~c\\~\\~\\`d\\`\\|\\|e\\|\\|",
		},
		"everyone is not mentioned":             {"@everyone", "＠everyone"},
		"a mention of a user shows as text":     {"<@123>", "\\<＠123\\>"},
		"a mention of a channel shows as text":  {"<#123>", "\\<\\#123\\>"},
		"a time shows as text":                  {"<t:1:R>", "\\<t\\:1\\:R\\>"},
		"an emoji shows as text":                {"<:x:1>:y:", "\\<\\:x\\:1\\>\\:y\\:"},
		"a link is no link":                     {"https://e.vil", "https\\:\\/\\/e\\.vil"},
		"an invitation is no link":              {"discord.gg/x", "discord\\.gg\\/x"},
		"a masked link is no link":              {"[a](b)", "\\[a\\]\\(b\\)"},
		"a heading is no heading":               {"# big", "\\# big"},
		"lines collapse":                        {"a\n\n> b\t c", "a \\> b c"},
		"a backslash escapes nothing":           {"a\\", "a\\\\"},
		"direction overrides go":                {"a\u202eb\u2066c", "abc"},
		"zero-width characters go":              {"a\u200bb\ufeffc\u00add", "abcd"},
		"fillers alone are nobody's name":       {"\u3164\u2800\u115f", "?"},
		"white space alone is nobody's name":    {" \u3000\n", "?"},
		"nothing is nobody's name":              {"", "?"},
		"towers of marks are cut":               {"a" + strings.Repeat("\u0301", 9), "a\u0301\u0301"},
		"marks need a letter":                   {"\u0301\u0301", "?"},
		"a couple stays one emoji":              {"👩\u200d👧", "👩\u200d👧"},
		"a joiner between letters goes":         {"a\u200db\u200d\U0001f467", "ab\U0001f467"},
		"invalid bytes go":                      {"a\xff\xfeb", "ab"},
		"long names end in an ellipsis":         {strings.Repeat("x", 40), strings.Repeat("x", 31) + "…"},
		"names of the greatest length are kept": {strings.Repeat("ż", 32), strings.Repeat("ż", 32)},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Plain(tc.in); got != tc.want {
				t.Errorf("Plain(%q) = %q, want %q", tc.in, got, tc.want)
			}
		})
	}
}

func TestPlainLabelShowsTextRaw(t *testing.T) {
	if got, want := PlainLabel("*Ola*\u202e_@here_\n"), "*Ola*_@here_"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// alive is what Discord would make something of: an unescaped special character.
var alive = regexp.MustCompile(`(^|[^\\])(\\\\)*[*_~` + "`" + `|<>#\[\](){}:./+=-]`)

func FuzzPlain(f *testing.F) {
	for _, seed := range []string{
		"Ola", "@everyone", "<@&1>", "a\\", "\\*", "https://x.y", "\u202e\u0301", "\xff", "👩‍🚀👩‍🚀",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		plain, label := Plain(name), PlainLabel(name)
		if alive.MatchString(plain) {
			t.Errorf("Plain(%q) = %q has a live character", name, plain)
		}
		if strings.Contains(plain, "@") {
			t.Errorf("Plain(%q) = %q may mention", name, plain)
		}
		if n := utf8.RuneCountInString(label); n < 1 || n > maxName {
			t.Errorf("PlainLabel(%q) has %d runes", name, n)
		}
		if strings.HasSuffix(strings.ReplaceAll(plain, `\\`, ""), `\`) {
			t.Errorf("Plain(%q) = %q escapes what follows", name, plain)
		}
		for _, r := range strings.ReplaceAll(label, "\u200d", "") { // within an emoji: see Joins
			if r != ' ' && (unicode.IsSpace(r) || unicode.Is(unicode.C, r) || match.Invisible(r)) {
				t.Errorf("PlainLabel(%q) = %q keeps %U", name, label, r)
			}
		}
		if again := PlainLabel(label); again != label {
			t.Errorf("PlainLabel(%q) = %q, but again %q", name, label, again)
		}
	})
}

func TestFitCutsWithAnEllipsis(t *testing.T) {
	for name, tc := range map[string]struct {
		in   string
		n    int
		want string
	}{
		"a short text stays":                  {"abc", 3, "abc"},
		"the ellipsis counts":                 {"abcd", 3, "ab…"},
		"a character of two units is one":     {"a😀b", 3, "a…"},
		"a character of two units fits":       {"a😀", 3, "a😀"},
		"no half escape is left":              {`ab\*c`, 4, "ab…"},
		"an escaped backslash is left":        {`a\\bc`, 4, `a\\…`},
		"the least is the ellipsis":           {"abc", 1, "…"},
		"nothing stays nothing":               {"", 1, ""},
		"the replacement character is intact": {"a\ufffdbc", 3, "a\ufffd…"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Fit(tc.in, tc.n); got != tc.want {
				t.Errorf("Fit(%q, %d) = %q, want %q", tc.in, tc.n, got, tc.want)
			}
		})
	}
}

func FuzzFit(f *testing.F) {
	f.Add("abc😀def", 4)
	f.Add("\xff\xff\xff", 2)
	f.Fuzz(func(t *testing.T, s string, n int) {
		n = max(n%3000, 1)
		if n < 0 {
			n = 1
		}
		got := Fit(s, n)
		if units := len(utf16.Encode([]rune(got))); units > n {
			t.Errorf("Fit(%q, %d) = %q has %d units", s, n, got, units)
		}
		if utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Errorf("Fit(%q, %d) = %q is no text", s, n, got)
		}
		if len(utf16.Encode([]rune(s))) <= n && got != s {
			t.Errorf("Fit(%q, %d) = %q, though it fits", s, n, got)
		}
	})
}
