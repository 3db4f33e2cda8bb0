package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"konduktor/bot/locale"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// mapFlag is the option of commands that play or replay on a user's map.
type mapFlag struct {
	Map string `help:"The map of one's own that is played on, in place of the title's." placeholder:"MAP.toml"`
}

// title returns the title on the given map, nil without one. A faulty map is a usage error.
func (f *mapFlag) title() (engine.Title, error) { return f.read(titleOn) }

// read is title by another reader than titleOn.
func (f *mapFlag) read(by mapReader) (engine.Title, error) {
	if f.Map == "" {
		return nil, nil
	}
	title, err := readMap(f.Map, by)
	if exit, ok := errors.AsType[*exitError](err); ok {
		return nil, &exitError{exitUsage, exit.text}
	}
	return title, err
}

// findTitle looks titles up for a record; that of the map is found on the map.
func findTitle(on engine.Title) func(string) (engine.Title, bool) {
	return func(id string) (engine.Title, bool) {
		if on != nil && on.ID() == id {
			return on, true
		}
		return titles.Find(id)
	}
}

// recordFile is a record that was read from a file.
type recordFile struct {
	*notation.Record
	name string
	hint string // that it was played on another map than it is replayed on; "" if it does not say so
}

// readRecord reads a record's file; an exitError has file and line.
func readRecord(file string, f mapFlag) (*recordFile, error) {
	on, err := f.title()
	if err != nil {
		return nil, err
	}
	text, err := readRecordText(file)
	if err != nil {
		return nil, err
	}
	r := &recordFile{name: file, hint: mapHint(file, text, on)}
	if r.Record, err = notation.ParseRecord(text, findTitle(on)); err != nil {
		return nil, r.exit(exitUsage, "%s:%s", file, err)
	}
	if on != nil && r.Title.ID() != on.ID() {
		return nil, usage("--map: %s is for the rules of %s, the record is of %s",
			f.Map, on.ID(), r.Title.ID())
	}
	return r, nil
}

func readRecordText(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", usage("%s", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, notation.MaxRecord+1))
	if err != nil {
		return "", usage("read %s: %s", file, cause(err))
	}
	return string(text), nil
}

func mapHint(file, text string, on engine.Title) string {
	name, sum, ok := titles.RemarkedMap(text)
	if !ok || on != nil && titles.MapOf(on).Sum == sum {
		return ""
	}
	return fmt.Sprintf("konduktor: %s says that it was played on the map %q, a file with the "+
		"SHA-256 %s: give it with --map", file, name, sum)
}

// exit makes an exitError, with a line of its own if the map may be to blame.
func (r *recordFile) exit(status int, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if r.hint != "" {
		text += "\n" + r.hint
	}
	return &exitError{status, text}
}

func (r *recordFile) warn(std streams) {
	if r.hint != "" {
		fmt.Fprintln(std.err, r.hint)
	}
}

// replay makes a record's first n moves; an illegal one is an exitError that says why.
func (r *recordFile) replay(n int) (engine.Game, error) {
	g, err := r.Replay(n)
	if err != nil {
		return nil, r.illegal(err)
	}
	return g, nil
}

// illegal makes an exitError of why a replay failed.
func (r *recordFile) illegal(err error) error {
	if illegal, ok := errors.AsType[*notation.IllegalError](err); ok {
		return r.exit(exitFailed, "%s:%d: illegal move: %s", r.name, illegal.Line, why(r.Record, illegal))
	}
	return r.exit(exitFailed, "%s: %s", r.name, err)
}

// why is the English sentence that the seat itself would read.
func why(r *notation.Record, illegal *notation.IllegalError) string {
	refusal, ok := errors.AsType[*engine.Refusal](illegal)
	catalog, err := locale.Load()
	if err != nil || !ok {
		return illegal.Why.Error()
	}
	before, err := r.Replay(int(illegal.Ply))
	if err != nil {
		return illegal.Why.Error()
	}
	v := before.View(r.Moves[illegal.Ply].Seat)
	return speech.New(catalog.Texts(locale.Fallback), titles.MapOf(r.Title)).Refusal(&v, refusal)
}
