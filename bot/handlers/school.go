package handlers

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"unicode/utf8"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/lesson"
	"konduktor/engine/match"
	"konduktor/engine/puzzle"
	"konduktor/engine/titles"
	"konduktor/storage"
)

// A School teaches the games: lessons (/learn), and a puzzle a day (/puzzle). A lesson's
// place is kept with the habits of its reader, so it goes on after a restart; its buttons carry the
// place too. Nobody is told how others did.

// LessonStore keeps where people are in their lessons.
type LessonStore interface {
	Habits(ctx context.Context, user match.UserID) (match.Habits, error)
	SaveHabits(ctx context.Context, h match.Habits) error
}

// School answers those who learn. Its methods can be called from any goroutine.
type School struct {
	store    LessonStore
	pictures *message.Pictures
	lessons  map[string]*lesson.Lesson
	order    []string // IDs of the lessons, by title in the order in which titles are offered
	puzzles  []puzzle.Puzzle
}

// NewSchool returns a school with the lessons and puzzles that come with the program.
func NewSchool(store LessonStore, pictures *message.Pictures) (*School, error) {
	lessons, err := lessons()
	if err != nil {
		return nil, fmt.Errorf("read the lessons: %w", err)
	}
	puzzles, err := puzzles()
	if err != nil {
		return nil, fmt.Errorf("read the puzzles: %w", err)
	}
	s := &School{store: store, pictures: pictures, lessons: lessons, puzzles: puzzles}
	for _, t := range titles.All() {
		for _, id := range slices.Sorted(maps.Keys(lessons)) {
			if lessons[id].Record.Title.ID() == t.ID() {
				s.order = append(s.order, id)
			}
		}
	}
	return s, nil
}

// They are read once for all bots of a process, and never changed.
var (
	lessons = sync.OnceValues(func() (map[string]*lesson.Lesson, error) {
		return lesson.Included(titles.Find)
	})
	puzzles = sync.OnceValues(func() ([]puzzle.Puzzle, error) { return puzzle.Included(titles.Find) })
)

// Register adds the routes.
func (s *School) Register(t *route.Router) {
	t.Slash("learn", s.learn)
	t.Complete("learn", s.completeMove)
	t.Slash("puzzle", s.showPuzzle)
	t.Click(customid.School, s.openLesson)
	t.Click(customid.Learn, s.makeMove)
	t.Click(customid.Puzzle, s.answerPuzzle)
}

// picture draws a position that no game in the store has.
func (s *School) picture(ctx context.Context, texts *locale.Texts, title engine.Title,
	g engine.Game, v engine.View, news []engine.Event,
) []discord.File {
	row := match.Game{Title: title.ID(), Version: title.Version(), State: match.Running}
	for i := range v.Seats {
		row.Seats = append(row.Seats, match.Seat{Name: v.Seats[i].Name})
	}
	t, err := match.Load(row, title, g, nil)
	if err != nil {
		return nil // the text says it all
	}
	return s.pictures.Hand(ctx, &play.Table{Table: t}, v, texts, news, engine.Move{})
}

func speaker(texts *locale.Texts, title engine.Title) *speech.Speaker {
	return message.SpeakerOf(texts, title, match.Game{Title: title.ID()})
}

func (s *School) note(ctx context.Context, user match.UserID, open string, stop int) error {
	h, err := s.store.Habits(ctx, user)
	if err != nil {
		return err
	}
	if h.Lessons.Open == open && h.Lessons.Stop == stop {
		return nil
	}
	h.Lessons.Open, h.Lessons.Stop = open, stop
	// Stale: something else was saved at the same moment; the buttons know the place as well.
	if err := s.store.SaveHabits(ctx, h); err != nil && !errors.Is(err, storage.ErrStale) {
		return fmt.Errorf("note a place in a lesson: %w", err)
	}
	return nil
}

func moveButton(words *speech.Speaker, v *engine.View, m engine.Move, id customid.ID,
) discord.Button {
	return discord.NewButton(discord.Secondary, label(words, v, m, maxLabel), id.Print())
}

const (
	maxLabel   = 80 // characters on a button (docs of Discord)
	maxOption  = 100
	maxOptions = 25
)

// label names a move in plain text of at most that many characters: in full, if it fits.
func label(words *speech.Speaker, v *engine.View, m engine.Move, most int) string {
	raw := words.ForLabels()
	text := speech.Bare(speech.Capital(raw.Move(v, m)))
	if utf8.RuneCountInString(text) > most {
		text = speech.Bare(speech.Capital(raw.Briefly(v, m)))
	}
	return discord.Fit(text, most)
}
