package main

import (
	"fmt"
	"os"
	"strings"

	"konduktor/engine/lesson"
	"konduktor/engine/titles"
)

// lessonCmd checks lessons (docs/lessons.md).
type lessonCmd struct {
	Files []string `arg:"" help:"The lessons: records with notes."`
}

// Run says what each lesson has, or all its faults with their lines.
func (c *lessonCmd) Run(std streams) error {
	var faults []string
	for _, file := range c.Files {
		text, err := os.ReadFile(file)
		if err != nil {
			return &exitError{exitUsage, fmt.Sprintf("konduktor: read the lesson: %v", err)}
		}
		l, err := lesson.Parse(string(text), titles.Find)
		if err != nil {
			faults = append(faults, file+":"+strings.ReplaceAll(err.Error(), "\n", "\n"+file+":"))
			continue
		}
		fmt.Fprintf(std.out, "%s: %s, %d moves, %d stops, rules %s\n", file, l.Name.In("en"),
			len(l.Record.Moves), len(l.Stops), strings.Join(l.Rules, " "))
	}
	if len(faults) > 0 {
		return &exitError{exitFailed, strings.Join(faults, "\n")}
	}
	return nil
}
