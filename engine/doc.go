// Package engine holds the vocabulary of Konduktor: cards, seats, moves, events, views, refusals, and the shuffle that
// every title shares. It is pure: no clock, no I/O, no goroutine, no global randomness.
//
// The rules themselves are in the packages below it: railway (the machine of the board titles) and cardgame (that of the
// card game), one package a title, and titles, the list of them all. Rule numbers such as C6 or A4 in comments name
// docs/rules/.
package engine
