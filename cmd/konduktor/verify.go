package main

import (
	"fmt"

	"konduktor/engine/notation"
)

// verifyCmd checks a finished record.
type verifyCmd struct {
	File string `arg:"" help:"The record."`
	mapFlag
}

// Run checks that the seed is what the commitment promised, that nothing but the seed ordered the piles (C16), and that the
// moves lead to the end of the game.
func (c *verifyCmd) Run(std streams) error {
	record, err := readRecord(c.File, c.mapFlag)
	if err != nil {
		return err
	}
	if len(record.Setup.Stacked) > 0 || record.Setup.Tickets != nil {
		return &exitError{exitFailed, fmt.Sprintf("%s: the record stacks piles by hand ([Deck], [Trains], [Ships] or [Tickets]): "+
			"they are not the shuffles that the seed promised", c.File)}
	}
	commitment := record.Setup.Seed.Commitment()
	switch record.Commitment {
	case "":
		return &exitError{exitFailed, fmt.Sprintf("%s: the record has no commitment to check its seed against", c.File)}
	case commitment:
	default:
		return &exitError{exitFailed, fmt.Sprintf("%s: the seed does not fit the commitment: its SHA-256 is %s", c.File, commitment)}
	}
	g, err := record.replay(-1)
	if err != nil {
		return err
	}
	if !g.Over() {
		return &exitError{exitFailed, fmt.Sprintf("%s: the game is not finished after %d moves", c.File, g.Ply())}
	}
	record.warn(std)
	v := g.View(0)
	_, err = fmt.Fprintf(std.out, "%s: the shuffles are those promised at the start, and all %d moves are legal\n%s",
		c.File, g.Ply(), notation.ResultLines(&v))
	return err
}
