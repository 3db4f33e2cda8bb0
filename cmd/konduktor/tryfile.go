package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"konduktor/bot/sandbox/world"
)

// tryFile is what `try --database FILE` keeps beside the games, in FILE.people: who is there, and how far the clock was set
// forward. Messages and threads are not kept: games without a thread get a new table with /game move-here.
type tryFile struct {
	People []world.Resident `json:"people"`
	Ahead  time.Duration    `json:"ahead"` // ns
}

// readTryFile reads the file at path; a file that is not there holds nothing.
func readTryFile(path string) (tryFile, error) {
	var f tryFile
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &f)
	}
	if err != nil {
		return f, fmt.Errorf("read the people of the page: %w", err)
	}
	return f, nil
}

// write replaces the file at path as a whole.
func (f tryFile) write(path string) error {
	text, err := json.MarshalIndent(f, "", "\t")
	if err == nil {
		err = os.WriteFile(path+".new", text, 0o600)
	}
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return fmt.Errorf("keep the people of the page: %w", err)
	}
	return nil
}
