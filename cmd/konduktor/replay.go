package main

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
	"konduktor/render"
	"konduktor/render/caption"
)

// replayCmd replays a record and shows the game it comes to.
type replayCmd struct {
	File string `arg:"" help:"The record."`
	At   *plies `help:"Stop after so many moves; 0 is the deal, beyond the end all." placeholder:"N"`
	JSON bool   `help:"Print the game as JSON."`
	PNG  string `help:"Draw the board into this file." placeholder:"OUT"`
	GIF  string `help:"Make the film of the game, which must be over, into this file." name:"gif" placeholder:"OUT"`
	Seat *int   `help:"Show only what this seat may know; 0: what everybody may. Without it: everything." placeholder:"N"`
	mapFlag
}

// plies is a number of moves. One that no int holds is beyond the end of every record.
type plies int

// UnmarshalText reads a number without a sign.
func (p *plies) UnmarshalText(text []byte) error {
	if len(text) == 0 || strings.Trim(string(text), "0123456789") != "" {
		return fmt.Errorf("%q is not a number of moves", text)
	}
	n, err := strconv.Atoi(string(text))
	if err != nil {
		n = math.MaxInt
	}
	*p = plies(n)
	return nil
}

// Run replays the record.
func (c *replayCmd) Run(std streams) error {
	record, err := readRecord(c.File, c.mapFlag)
	if err != nil {
		return err
	}
	if c.Seat != nil && (*c.Seat < 0 || *c.Seat > len(record.Setup.Names)) {
		return usage("--seat: the record has seats 1 to %d; 0 is a bystander", len(record.Setup.Names))
	}
	all := plies(-1)
	if c.At == nil {
		c.At = &all
	}
	g, err := record.replay(int(*c.At))
	if err != nil {
		return err
	}
	var film *render.Film
	if c.GIF != "" {
		if film, err = record.film(int(*c.At)); err != nil {
			return err
		}
	}
	record.warn(std)
	if moves := g.Ply(); *c.At > plies(moves) {
		fmt.Fprintf(std.err, "konduktor: --at: the record has %d moves; this is the position "+
			"after the last\n", moves)
	}
	v := c.view(g)
	if film != nil {
		if err := os.WriteFile(c.GIF, film.GIF, 0o644); err != nil {
			return fmt.Errorf("write the film: %w", err)
		}
	}
	if c.PNG != "" {
		if err := drawBoard(record.Title, &v, c.PNG); err != nil {
			return err
		}
	}
	if c.JSON {
		return printJSON(std, &v)
	}
	return c.tell(std, record.Title, &v)
}

// view is the game as --seat asks for it.
func (c *replayCmd) view(g engine.Game) engine.View {
	if c.Seat == nil {
		return g.Unveiled()
	}
	return g.View(engine.Seat(*c.Seat))
}

// drawBoard draws a game's board into a file.
func drawBoard(title engine.Title, v *engine.View, file string) error {
	painter, words, err := painterAndWords(title)
	if err != nil {
		return err
	}
	picture, err := painter.Board(*v, render.Options{Words: words})
	if err != nil {
		return fmt.Errorf("draw the board: %w", err)
	}
	if err := os.WriteFile(file, picture.PNG, 0o644); err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	return nil
}

// film makes the film of a record's first n moves, after which the game must be over: it opens all
// tickets.
func (r *recordFile) film(n int) (*render.Film, error) {
	course, err := r.Course(n)
	if err != nil {
		return nil, r.illegal(err)
	}
	if n := len(course.Turns); n == 0 || course.Turns[n-1].View.Phase != engine.IsOver {
		return nil, r.exit(exitFailed,
			"%s: there is a film of a finished game only, and this one is not over", r.name)
	}
	painter, words, err := painterAndWords(r.Title)
	if err != nil {
		return nil, err
	}
	film, err := painter.Film(course.Turns[len(course.Turns)-1].View, render.Options{
		Words: words,
		Turns: course.Turns,
	})
	if err != nil {
		return nil, fmt.Errorf("make the film: %w", err)
	}
	return &film, nil
}

// tell prints the board as text, where no other form is asked for.
func (c *replayCmd) tell(std streams, title engine.Title, v *engine.View) error {
	if c.PNG != "" || c.GIF != "" {
		return nil
	}
	words, err := englishWords()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(std.out, caption.New(titles.MapOf(title), words).Of(v).BoardText())
	return err
}

func printJSON(std streams, v *engine.View) error {
	text, err := notation.MarshalView(v)
	if err != nil {
		return fmt.Errorf("print the game: %w", err)
	}
	_, err = fmt.Fprintf(std.out, "%s\n", text)
	return err
}
