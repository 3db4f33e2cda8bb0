package lesson

import (
	"embed"
	"fmt"
	"strings"

	"konduktor/engine"
)

//go:embed lessons/*.rec
var files embed.FS

// Included returns the lessons that come with the program by their IDs, which are the names of
// their files; find looks a title up.
func Included(find func(string) (engine.Title, bool)) (map[string]*Lesson, error) {
	entries, err := files.ReadDir("lessons")
	if err != nil {
		return nil, fmt.Errorf("list the lessons: %w", err)
	}
	all := map[string]*Lesson{}
	for _, e := range entries {
		text, err := files.ReadFile("lessons/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("read a lesson: %w", err)
		}
		l, err := Parse(string(text), find)
		if err != nil {
			return nil, fmt.Errorf("%s:%w", e.Name(), err)
		}
		all[strings.TrimSuffix(e.Name(), ".rec")] = l
	}
	return all, nil
}
