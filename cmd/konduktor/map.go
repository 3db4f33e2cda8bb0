package main

import (
	"fmt"
	"strings"

	"konduktor/engine"
	"konduktor/engine/titles"
)

// mapCmd helps those who make a map file (docs/maps.md).
type mapCmd struct {
	Check mapCheckCmd `cmd:"" help:"Name every fault of a map file, with its line."`
	Draw  mapDrawCmd  `cmd:"" help:"Draw a map file."`
}

type mapCheckCmd struct {
	File string `arg:"" help:"The map file."`
}

// Run prints the faults, or that there are none.
func (c *mapCheckCmd) Run(std streams) error {
	title, err := readMap(c.File, offer)
	if err != nil {
		return err
	}
	m := titles.MapOf(title)
	_, err = fmt.Fprintf(std.out,
		"%s: fine: %s, for the rules of %s: %d cities, %d routes, %d tickets\n",
		c.File, m.Name, m.Title, len(m.Cities), len(m.Routes), len(m.Tickets))
	return err
}

type mapDrawCmd struct {
	File string `arg:"" help:"The map file."`
	Out  string `short:"o" required:"" help:"The picture to write." placeholder:"OUT.png"`
}

// Run draws the board as it is when a game has been dealt.
func (c *mapDrawCmd) Run() error {
	title, err := readMap(c.File, titleOn)
	if err != nil {
		return err
	}
	setup := engine.Setup{}
	for n := range title.SeatCounts()[0] {
		setup.Names = append(setup.Names, fmt.Sprintf("Seat %d", n+1))
	}
	g, err := title.New(setup)
	if err != nil {
		return fmt.Errorf("deal a game: %w", err)
	}
	v := g.View(engine.Public)
	return drawBoard(title, &v, c.Out)
}

// readMap reads a map file and makes its title; an exitError has a line for each fault.
func readMap(file string, read mapReader) (engine.Title, error) {
	text, err := readBounded(file)
	if err != nil {
		return nil, usage("%s", err)
	}
	title, faults := read(text, file)
	if len(faults) > 0 {
		return nil, &exitError{exitFailed, strings.Join(faults, "\n")}
	}
	return title, nil
}
