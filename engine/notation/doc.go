// Package notation reads and prints the text form of games, exactly as docs/notation.md describes
// it: moves, payments, records, and views as JSON. Other programs rely on that page.
package notation
