package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/titles"
	"github.com/konduktor-bot/konduktor/render"
)

// replayCmd replays a record and shows the game it comes to.
type replayCmd struct {
	File string `arg:"" help:"The record."`
	At   int    `default:"-1" help:"Stop after so many moves; 0 is the deal, beyond the end all." placeholder:"N"`
	JSON bool   `help:"Print the game as JSON."`
	PNG  string `help:"Draw the board into this file." placeholder:"OUT"`
	Seat int    `default:"-1" help:"Show only what this seat may know; 0: what everybody may." placeholder:"N"`
}

// Run replays the record.
func (c *replayCmd) Run(std streams) error {
	if c.At < -1 {
		return &exitError{exitUsage, "konduktor: --at wants a number of moves"}
	}
	record, err := readRecord(c.File)
	if err != nil {
		return err
	}
	if c.Seat < -1 || c.Seat > len(record.Setup.Names) {
		return &exitError{exitUsage, fmt.Sprintf("konduktor: --seat: the record has seats 1 to %d; 0 is a bystander", len(record.Setup.Names))}
	}
	g, err := replayRecord(c.File, record, c.At)
	if err != nil {
		return err
	}
	v := c.view(g)
	if c.PNG != "" {
		if err := c.draw(&v); err != nil {
			return err
		}
	}
	if c.JSON {
		return printJSON(std, &v)
	}
	return c.tell(std, &v)
}

// view is the game as --seat asks for it.
func (c *replayCmd) view(g engine.Game) engine.View {
	if c.Seat < 0 {
		return g.Unveiled()
	}
	return g.View(engine.Seat(c.Seat))
}

func (c *replayCmd) draw(v *engine.View) error {
	words, err := englishWords()
	if err != nil {
		return err
	}
	painter, err := newPainter(v.Title)
	if err != nil {
		return err
	}
	picture, err := painter.Board(*v, render.Options{Words: words})
	if err != nil {
		return fmt.Errorf("draw the board: %w", err)
	}
	if err := os.WriteFile(c.PNG, picture.PNG, 0o644); err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	return nil
}

// tell prints the board as text, where no other form is asked for.
func (c *replayCmd) tell(std streams, v *engine.View) error {
	if c.PNG != "" {
		return nil
	}
	words, err := englishWords()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.out, render.BoardText(*v, titles.Map(v.Title), words))
	return err
}

func printJSON(std streams, v *engine.View) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("print the game: %w", err)
	}
	_, err = fmt.Fprintf(std.out, "%s\n", text)
	return err
}
