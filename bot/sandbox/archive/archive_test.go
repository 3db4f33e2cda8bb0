package archive_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/archive"
	"konduktor/bot/sandbox/limits"
	"konduktor/bot/sandbox/wire"
	"konduktor/bot/sandbox/world"
)

var founded = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// begin returns a world with what is kept at path, and its keeper. Both are in the hands of the test alone: nothing is locked.
func begin(t *testing.T, path string, log *slog.Logger) (*world.World, *archive.Keeper) {
	t.Helper()
	kept, ahead, err := archive.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	w := sandbox.New(sandbox.Options{People: []string{"Ola", "Bo"}, Founded: founded}).World
	w.Restore(kept)
	w.ServeAt("127.0.0.1:1")
	return w, archive.Keep(path, w, func() time.Duration { return ahead + time.Hour }, log)
}

// all is everything that is kept of a world, without its files.
func all(w *world.World) (list []any) {
	list = append(list, w.Bot.ID, w.Commands, w.Residents())
	for _, c := range w.Channels() {
		list = append(list, c.Keep())
		for _, m := range c.Messages {
			list = append(list, m.Keep())
		}
	}
	return list
}

// post posts a message with a picture.
func post(w *world.World, c *world.Channel, text string) *world.Message {
	m := w.NewMessage(c)
	m.Content = text
	m.Attachments = []wire.Attachment{w.Store(limits.Upload{Name: "board.png", Data: []byte(text)}, c.ID, "a board")}
	m.Components = []wire.Component{{Type: wire.ActionRow, Components: []wire.Component{{Type: wire.Button, CustomID: "x", Label: "Join"}}}}
	w.Mention(c, m, nil, true)
	w.Post(c, m)
	return m
}

// live does what happens to a world: everything that changes it in some way.
func live(t *testing.T, w *world.World) {
	t.Helper()
	table := w.Channels()[0]
	cleo, err := w.AddPerson("Cleo", "pl")
	if err != nil {
		t.Fatal(err)
	}
	closed := false
	if err := w.Set(cleo, &closed, nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.SetCommands([]wire.Command{{Name: "game", Description: "Games"}}); err != nil {
		t.Fatal(err)
	}
	lobby := post(w, table, "A lobby for <@"+cleo.ID+">")
	thread, err := w.OpenThread(table, lobby, "k7f3", 60)
	if err != nil {
		t.Fatal(err)
	}
	post(w, thread, "gone")
	w.Remove(thread, thread.Messages[0])
	board := post(w, thread, "the board")
	old := board.Attachments
	board.Attachments = []wire.Attachment{w.Store(limits.Upload{Name: "board.png", Data: []byte("newer")}, thread.ID, "")}
	w.ForgetFiles(old, board.Attachments)
	w.Edited(board)
	w.Changed(thread, board)
	post(w, w.OpenDM(cleo), "Your turn")
	other, err := w.OpenThread(table, post(w, table, "Another"), "k8", 60)
	if err != nil {
		t.Fatal(err)
	}
	w.RemoveChannel(other)
	w.SetArchived(thread, true, false)
	w.ClockSet()
}

func TestAWorldGoesOnAsItWas(t *testing.T) {
	for name, end := range map[string]func(t *testing.T, path string, k *archive.Keeper){
		"after its end": func(t *testing.T, _ string, k *archive.Keeper) {
			if err := k.Close(); err != nil {
				t.Fatal(err)
			}
		},
		"after a kill": func(*testing.T, string, *archive.Keeper) {},
		"after a kill while a line was written": func(t *testing.T, path string, _ *archive.Keeper) {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if _, err := f.WriteString(`{"message":{"mess`); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "k.db.page")
			w, k := begin(t, path, slog.New(slog.DiscardHandler))
			live(t, w)
			end(t, path, k)

			again, _ := begin(t, path, slog.New(slog.DiscardHandler))
			if diff := cmp.Diff(all(w), all(again)); diff != "" {
				t.Errorf("the world (-before +after):\n%s", diff)
			}
			for _, c := range again.Channels() {
				for i, m := range c.Messages {
					want := w.File(m.Attachments[0].ID)
					got := again.File(m.Attachments[0].ID)
					if got == nil || !bytes.Equal(got.Data, want.Data) || !got.In(c.ID, "board.png") {
						t.Errorf("file of message %d in %s: got %+v, want %+v", i, c.Name, got, want)
					}
				}
			}
			if files, err := os.ReadDir(path + ".files"); err != nil || len(files) != 4 {
				t.Errorf("%d files are kept, error %v, want those of 4 messages", len(files), err)
			}
			if id := again.NextID(); again.Channel(id) != nil || id <= again.Bot.ID {
				t.Errorf("the next id %s was given away before", id)
			}
		})
	}
}

func TestAFileThatCannotBeWrittenIsTriedAgain(t *testing.T) {
	var said bytes.Buffer
	dir := filepath.Join(t.TempDir(), "later")
	path := filepath.Join(dir, "k.db.page")
	w, _ := begin(t, path, slog.New(slog.NewTextHandler(&said, nil)))
	live(t, w)
	if got := strings.Count(said.String(), "\n"); got != 0 {
		t.Fatalf("warned before anything was wrong: %s", said.String())
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	post(w, w.Channels()[0], "lost")
	post(w, w.Channels()[0], "written with all before")
	if got := strings.Count(said.String(), "\n"); got != 1 {
		t.Errorf("%d warnings, want one: %s", got, said.String())
	}
	again, _ := begin(t, path, slog.New(slog.DiscardHandler))
	if diff := cmp.Diff(all(w), all(again)); diff != "" {
		t.Errorf("the world (-before +after):\n%s", diff)
	}
}

func TestADamagedFileIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.db.page")
	if err := os.WriteFile(path, []byte("{}\nnonsense\n{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := archive.Read(path); err == nil || !strings.Contains(err.Error(), "line 2 of "+path) {
		t.Errorf("got error %v", err)
	}
}
