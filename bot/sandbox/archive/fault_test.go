package archive

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"konduktor/bot/sandbox/world"
)

func TestAFileThatCannotBeWrittenIsClosed(t *testing.T) {
	w := world.New(world.Options{Now: time.Now, Channels: []string{"table"}, Founded: time.Now(), MostPeople: 2, History: 2})
	path := filepath.Join(t.TempDir(), "page")
	k := Keep(path, w, func() time.Duration { return 0 }, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err := k.file.Close(); err != nil {
		t.Fatal(err)
	}
	readOnly, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	k.file = readOnly
	if _, err := w.AddPerson("Ola", ""); err != nil {
		t.Fatal(err)
	}
	if err := readOnly.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("got %v, want a file that is closed already", err)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
}
