package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"konduktor/engine/ai/arena"
)

// openResults counts the results that --results has, and opens the file for those to come.
func (m *contest) openResults() error {
	if m.Results == "" {
		return nil
	}
	f, err := os.OpenFile(m.Results, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("open results: %w", err)
	}
	m.results, m.played = f, map[int]bool{}
	from, match, kept := json.NewDecoder(f), m.String(), ""
	switch err := from.Decode(&kept); {
	case errors.Is(err, io.EOF):
		return json.NewEncoder(f).Encode(match)
	case err != nil || kept != match:
		return usage("%s has the results of another match: %q, not %q", m.Results, kept, match)
	}
	for {
		var r arena.Result
		before := from.InputOffset()
		err := from.Decode(&r)
		switch {
		case err == nil:
			m.tally.Add(&r)
			m.played[r.Game] = true
			continue
		case errors.Is(err, io.EOF):
		case errors.Is(err, io.ErrUnexpectedEOF): // the last one was cut off
			err = f.Truncate(before)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read results of %s: %w", m.Results, err)
		}
		_, err = f.Seek(0, io.SeekEnd)
		return err
	}
}

// String says what a match is: another one's results are not its own.
func (m *contest) String() string {
	return fmt.Sprint(m.title.ID(), m.Seats, m.Players, m.Seed, m.Effort, m.weights)
}

// count adds a result to the tally, and to the file.
func (m *contest) count(r arena.Result) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tally.Add(&r)
	if m.results == nil {
		return
	}
	if err := json.NewEncoder(m.results).Encode(&r); err != nil {
		m.faults = append(m.faults, fmt.Errorf("keep the result of game %d: %w", r.Game, err))
	}
}
