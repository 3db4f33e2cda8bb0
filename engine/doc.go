// Package engine is the vocabulary of Konduktor: cards, seats, moves, events, views, refusals, and
// the shuffle that all titles share. It is pure: no clock, I/O, goroutine or global randomness. The
// rules live in the packages below it. Rule numbers such as C6 or A4 refer to docs/rules/.
package engine
