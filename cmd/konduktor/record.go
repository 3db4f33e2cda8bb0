package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/titles"
)

// maxRecordBytes bounds what is read of a record's file.
const maxRecordBytes = 8 << 20

// readRecord reads a record's file; what cannot be read is an exitError with file and line.
func readRecord(file string) (*engine.Record, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, &exitError{exitUsage, "konduktor: " + err.Error()}
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxRecordBytes))
	if err != nil {
		return nil, &exitError{exitUsage, fmt.Sprintf("konduktor: read %s: %s", file, err)}
	}
	record, err := engine.ParseRecord(string(text), titles.Find)
	if err != nil {
		return nil, &exitError{exitUsage, file + ":" + err.Error()}
	}
	return record, nil
}

// replayRecord makes a record's first n moves; an illegal one is an exitError that says why.
func replayRecord(file string, r *engine.Record, n int) (engine.Game, error) {
	g, err := r.Replay(n)
	var illegal *engine.IllegalError
	switch {
	case errors.As(err, &illegal):
		return nil, &exitError{exitFailed, fmt.Sprintf("%s:%d: illegal move: %s", file, illegal.Line, why(r, illegal))}
	case err != nil:
		return nil, &exitError{exitFailed, fmt.Sprintf("%s: %s", file, err)}
	}
	return g, nil
}

// why is the English sentence that the seat itself would read.
func why(r *engine.Record, illegal *engine.IllegalError) string {
	var refusal *engine.Refusal
	catalog, err := locale.Load()
	if err != nil || !errors.As(illegal, &refusal) {
		return illegal.Why.Error()
	}
	before, err := r.Replay(int(illegal.Ply))
	if err != nil {
		return illegal.Why.Error()
	}
	v := before.View(r.Moves[illegal.Ply].Seat)
	return speech.New(catalog.Texts("en"), titles.Map(r.Title.ID())).Refusal(&v, refusal)
}
