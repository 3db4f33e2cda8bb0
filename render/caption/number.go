package caption

import (
	"strconv"
	"strings"
)

// Number is a number with a true minus where it is less than 0.
func Number(n int) string {
	if n < 0 {
		return Signed(n)
	}
	return strconv.Itoa(n)
}

// Signed is a number with its sign, a true minus.
func Signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}

// trueMinus gives the text of a number below 0 a true minus.
func trueMinus(text string, n int) string {
	if n < 0 {
		return strings.Replace(text, "-", "−", 1)
	}
	return text
}
