// Package engine holds the vocabulary of Konduktor: cards, seats, moves, events, views, the text notation, records and
// the shuffle that every title shares. It is pure: no clock, no I/O, no goroutine, no global randomness.
//
// The rules themselves live below it: railmap (a map), railway (the machine of the board titles), one package a title,
// and titles, the list of them all. Rule numbers such as C6 or A4 in comments name docs/rules/.
package engine
