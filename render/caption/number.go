package caption

import (
	"strconv"
	"strings"
)

// Number formats a number with a true minus.
func Number(n int) string {
	if n < 0 {
		return Signed(n)
	}
	return strconv.Itoa(n)
}

// Signed formats a number with its sign.
func Signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}

// trueMinus replaces the minus of a negative number's text.
func trueMinus(text string, n int) string {
	if n < 0 {
		return strings.Replace(text, "-", "−", 1)
	}
	return text
}
