// Package engine is the vocabulary of Konduktor: cards, seats, moves, events, views, refusals, and
// the shuffle that all titles share. It is pure: no clock, no I/O, no goroutine, no global
// randomness.
//
// The rules live in the packages below it: railway, the machine of the board titles; cardgame, that
// of The Card Game; one package per title; and titles, which lists them. Rule numbers such as C6 or
// A4 refer to docs/rules/.
package engine
