package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"konduktor/engine/titles"
)

// writeTable plays the players against each other at every table and writes a row for each into a
// page: over the same match's, or after the last row of the table below tableHead.
func (c *arenaCmd) writeTable(ctx context.Context, std streams) error {
	page, err := os.ReadFile(c.Table)
	if err != nil {
		return fmt.Errorf("read the page of the table: %w", err)
	}
	lines := strings.Split(string(page), "\n")
	if !slices.Contains(lines, tableHead) {
		return usage("%s has no line %q", c.Table, tableHead)
	}
	for _, title := range titles.All() {
		for _, seats := range title.SeatCounts() {
			if c.Title != "" && c.Title != title.ID() || c.Seats != 0 && c.Seats != seats {
				continue
			}
			one := *c
			one.Title, one.Seats = title.ID(), seats
			if _, err := one.check(); err != nil {
				return err
			}
			m := &contest{arenaCmd: &one, title: title, teamSize: teamSize(title)}
			m.play(ctx)
			if err := errors.Join(errors.Join(m.faults...), ctx.Err()); err != nil {
				return err
			}
			row := m.row()
			fmt.Fprintln(std.out, row)
			lines = setRow(lines, row)
			if err := os.WriteFile(c.Table, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
				return fmt.Errorf("write the page of the table: %w", err)
			}
		}
	}
	return nil
}

// tableHead is the head of the table of a page.
const tableHead = "| title | seats | match | games | win | 95 % | margin | ms/move | mean scores " +
	"| tickets completed |"

func (m *contest) row() string {
	win, low, high := m.tally.Win()
	var scores, completed []string
	for i := range m.Players {
		points, share := m.tally.Score(i)
		scores = append(scores, fmt.Sprintf("%.0f", points))
		completed = append(completed, fmt.Sprintf("%.0f %%", 100*share))
	}
	return fmt.Sprintf("| %s | %d | %s | %d | %.1f %% | %.1f-%.1f | %+.1f | %.2f | %s | %s |",
		m.title.ID(), m.Seats, strings.Join(m.Players, "-"), m.tally.Games, 100*win, 100*low, 100*high,
		m.tally.Margin(), m.pace(), strings.Join(scores, " / "), strings.Join(completed, " / "))
}

// setRow replaces the row of the same match, whose first three cells are the same, or adds the row
// to the table.
func setRow(lines []string, row string) []string {
	match := strings.Join(strings.SplitAfterN(row, "|", 5)[:4], "")
	at := slices.Index(lines, tableHead) + 1
	for ; at < len(lines) && strings.HasPrefix(lines[at], "|"); at++ {
		if strings.HasPrefix(lines[at], match) {
			lines[at] = row
			return lines
		}
	}
	return slices.Insert(lines, at, row)
}
