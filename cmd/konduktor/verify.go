package main

import (
	"fmt"
	"slices"
	"strings"

	"konduktor/engine/match"
	"konduktor/engine/notation"
)

// verifyCmd checks a finished record.
type verifyCmd struct {
	File       string `arg:"" help:"The record."`
	Commitment string `help:"The commitment that was posted when the game began." placeholder:"HEX"`
	mapFlag
}

// Run checks that the seed is what the commitment promised, that it alone ordered the piles (C16)
// and the seats (C1), and that the moves lead to the end.
func (c *verifyCmd) Run(std streams) error {
	record, err := readRecord(c.File, c.mapFlag)
	if err != nil {
		return err
	}
	if err := c.checkSeed(record); err != nil {
		return err
	}
	seated, err := c.seating(record)
	if err != nil {
		return err
	}
	g, err := record.replay(-1)
	if err != nil {
		return err
	}
	if !g.Over() {
		return c.fail("the game is not finished after %d moves", g.Ply())
	}
	record.warn(std)
	compared := "it is the one given"
	if c.Commitment == "" {
		compared = "compare it with the one posted when the game began, or give that as --commitment"
	}
	v := g.View(0)
	_, err = fmt.Fprintf(std.out,
		"%s: the shuffles are those of the commitment, and all %d moves are legal\n"+
			"commitment: %s (%s)\n%s%s",
		c.File, g.Ply(), record.Commitment, compared, seated, notation.ResultLines(&v))
	return err
}

func (c *verifyCmd) fail(format string, args ...any) error {
	return &exitError{exitFailed, c.File + ": " + fmt.Sprintf(format, args...)}
}

// checkSeed checks that the seed fits the commitments, and that nothing is stacked by hand.
func (c *verifyCmd) checkSeed(record *recordFile) error {
	if len(record.Setup.Stacked) > 0 || record.Setup.Tickets != nil {
		return c.fail("the record stacks piles by hand ([Deck], [Trains], [Ships] or [Tickets]): " +
			"they are not the shuffles that the seed promised")
	}
	switch sum := record.Setup.Seed.Commitment(); {
	case record.Commitment == "":
		return c.fail("the record has no commitment to check its seed against")
	case record.Commitment != sum:
		return c.fail("the seed does not fit the commitment: its SHA-256 is %s", sum)
	case c.Commitment != "" && !strings.EqualFold(strings.TrimSpace(c.Commitment), sum):
		return c.fail("the commitment given is not this game's, which is %s", sum)
	}
	return nil
}

// seating says how the seats came from the lobby, which must be a way that the rules know; ""
// without a lobby.
func (c *verifyCmd) seating(record *recordFile) (string, error) {
	lobby, seats := record.Lobby, record.Setup.Names
	drawn := match.SeatOrder(lobby, match.TeamSize(record.Title), record.Setup.Seed)
	order := fmt.Sprintf("%q", lobby)
	switch {
	case lobby == nil:
		return "", nil
	case slices.Equal(drawn, seats):
		return "seats: drawn by the seed from the lobby: " + order + "\n", nil
	case slices.Equal(lobby, seats):
		return "seats: in the order of the lobby: " + order + "\n", nil
	}
	return "", c.fail("the seed does not draw this seat order from the lobby: %s", order)
}
