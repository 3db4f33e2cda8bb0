// Package archive keeps the world of a sandbox in a file, so that it goes on after a restart as it was, also when the process was
// killed.
//
// The file at PATH has one JSON value a line: first the whole world, then what has changed since, in order. Each change is
// written before the request that made it is answered, so the file knows what the bot knows. The file is made anew, beside itself, at
// each start, at the end, and when it has grown large. The content of attachments is in the folder PATH.files, a file each.
package archive

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"konduktor/bot/sandbox/wire"
	"konduktor/bot/sandbox/world"
)

// Bounds on what is kept, in bytes.
const (
	maxChanges = 8 << 20  // of changes, before the file is made anew
	maxFiles   = 64 << 20 // of attachments: the newest
)

// line is a line of the file. Its fields are set as far as they have changed.
type line struct {
	Bot      string             `json:"bot,omitempty"` // goes with Commands
	Commands []wire.Command     `json:"commands,omitempty"`
	People   []world.Resident   `json:"people,omitempty"`
	Ahead    *time.Duration     `json:"ahead,omitempty"` // ns
	Channel  *world.KeptChannel `json:"channel,omitempty"`
	Message  *world.KeptMessage `json:"message,omitempty"`

	GoneChannel string `json:"gone_channel,omitempty"`
	GoneMessage string `json:"gone_message,omitempty"` // goes with In
	In          string `json:"in,omitempty"`
}

// Keeper writes a world down. Its fields are guarded by the world's lock.
type Keeper struct {
	path  string
	w     *world.World
	ahead func() time.Duration
	log   *slog.Logger

	file    *os.File            // nil after a fault, until the file could be made anew
	changes int                 // bytes since the file was made
	files   map[string]int      // sizes of the attachments that are kept
	size    int                 // of all of them
	of      map[string][]string // attachments by message
	warned  bool
	closed  bool
}

// Keep writes w down at path, now and at every change until Close. ahead is by how much its clock is ahead. The caller holds the
// lock of w. What cannot be written is logged; it is tried again with the next change.
func Keep(path string, w *world.World, ahead func() time.Duration, log *slog.Logger) *Keeper {
	k := &Keeper{path: path, w: w, ahead: ahead, log: log}
	k.report(k.renew())
	w.Listen(k.hear)
	return k
}

// Close writes the world down for the last time. A nil Keeper has nothing to close.
func (k *Keeper) Close() error {
	if k == nil {
		return nil
	}
	k.w.Lock()
	defer k.w.Unlock()
	if k.closed {
		return nil
	}
	err := k.renew()
	k.closed = true
	if k.file != nil {
		err = errors.Join(err, k.file.Close())
	}
	return err
}

// report logs the first of several faults.
func (k *Keeper) report(err error) {
	if err != nil && !k.warned {
		k.log.Warn("the page goes on, but would not after a restart", "error", err)
	}
	k.warned = err != nil
}

// hear writes a change down; the world is locked.
func (k *Keeper) hear(e world.Event) {
	if k.closed || e.Interaction != nil || e.Delivery != nil || e.BotLeft {
		return
	}
	if k.file == nil || k.changes > maxChanges || k.size > 2*maxFiles {
		k.report(k.renew()) // with this change
		return
	}
	if err := k.note(e); err != nil {
		_ = k.file.Close() // the next change begins a new file with all there is
		k.file = nil
		k.report(err)
	}
}

// note adds the lines of a change.
func (k *Keeper) note(e world.Event) error {
	switch {
	case e.Message != nil:
		return k.noteMessage(e)
	case e.Channel != nil && e.Op == world.Delete:
		return k.write(k.file, line{GoneChannel: e.Channel.ID})
	case e.Channel != nil:
		c := e.Channel.Keep()
		return k.write(k.file, line{Channel: &c})
	case e.People:
		return k.write(k.file, line{People: k.w.Residents()})
	case e.Clock:
		ahead := k.ahead()
		return k.write(k.file, line{Ahead: &ahead})
	case e.Commands:
		return k.write(k.file, line{Bot: k.w.Bot.ID, Commands: k.w.Commands})
	}
	return nil
}

// noteMessage writes a message's new files before its line, and removes those that it has no more after it.
func (k *Keeper) noteMessage(e world.Event) error {
	m := e.Message
	had, has := k.of[m.ID], []string{}
	if e.Op != world.Delete {
		if err := k.store(m); err != nil {
			return err
		}
		has = k.of[m.ID]
		c, kept := e.Channel.Keep(), m.Keep()
		if err := k.write(k.file, line{Channel: &c, Message: &kept}); err != nil {
			return err
		}
	} else {
		delete(k.of, m.ID)
		if err := k.write(k.file, line{GoneMessage: m.ID, In: e.Channel.ID}); err != nil {
			return err
		}
	}
	for _, id := range had {
		if !slices.Contains(has, id) {
			k.drop(id)
		}
	}
	return nil
}

// write adds a line to f.
func (k *Keeper) write(f *os.File, l line) error {
	text, err := json.Marshal(l)
	if err == nil {
		_, err = f.Write(append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep the page: %w", err)
	}
	k.changes += len(text)
	return nil
}

// folder is where the attachments are.
func folder(path string) string { return path + ".files" }

// store writes those attachments of m that are not there yet.
func (k *Keeper) store(m *world.Message) error {
	var ids []string
	for _, a := range m.Attachments {
		f := k.w.File(a.ID)
		if f == nil {
			continue // forgotten, being old
		}
		ids = append(ids, a.ID)
		if _, there := k.files[a.ID]; there {
			continue
		}
		if err := replace(filepath.Join(folder(k.path), a.ID), f.Data); err != nil {
			return err
		}
		k.files[a.ID] = len(f.Data)
		k.size += len(f.Data)
	}
	if k.of[m.ID] = ids; len(ids) == 0 {
		delete(k.of, m.ID)
	}
	return nil
}

// drop removes an attachment that no message has any more. If it stays, the next renew removes it.
func (k *Keeper) drop(id string) {
	k.size -= k.files[id]
	delete(k.files, id)
	_ = os.Remove(filepath.Join(folder(k.path), id))
}

// replace writes a file beside the one at path and puts it in its place.
func replace(path string, data []byte) error {
	err := os.WriteFile(path+".new", data, 0o600)
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return fmt.Errorf("keep a file of the page: %w", err)
	}
	return nil
}

// renew writes the whole world to a new file, puts it in the place of the old one and goes on there.
func (k *Keeper) renew() error {
	if k.file != nil {
		_ = k.file.Close() // what it holds is written anew
		k.file = nil
	}
	if err := k.sweep(); err != nil {
		return err
	}
	f, err := os.OpenFile(k.path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("keep the page: %w", err)
	}
	if err = k.writeAll(f); err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = os.Rename(k.path+".new", k.path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("keep the page: %w", err), f.Close())
	}
	k.file, k.changes = f, 0
	return nil
}

// sweep brings the folder of attachments up to date: the newest that messages have, and nothing else.
func (k *Keeper) sweep() error {
	k.files, k.of, k.size = map[string]int{}, map[string][]string{}, 0
	if err := os.MkdirAll(folder(k.path), 0o700); err != nil {
		return fmt.Errorf("keep the files of the page: %w", err)
	}
	there, err := os.ReadDir(folder(k.path))
	if err != nil {
		return fmt.Errorf("keep the files of the page: %w", err)
	}
	old := map[string]bool{}
	for _, entry := range there {
		old[entry.Name()] = true
	}
	for _, m := range k.newest() {
		for _, a := range m.Attachments {
			if f := k.w.File(a.ID); f != nil && old[a.ID] {
				k.files[a.ID] = len(f.Data)
				k.size += len(f.Data)
				delete(old, a.ID)
			}
		}
		if err := k.store(m); err != nil {
			return err
		}
		if k.size > maxFiles {
			break
		}
	}
	for name := range old {
		_ = os.Remove(filepath.Join(folder(k.path), name)) // tried again the next time
	}
	return nil
}

// newest returns all messages, the newest first.
func (k *Keeper) newest() []*world.Message {
	var list []*world.Message
	for _, c := range k.w.Channels() {
		list = append(list, c.Messages...)
	}
	slices.SortFunc(list, func(a, b *world.Message) int {
		return cmp.Or(len(b.ID)-len(a.ID), strings.Compare(b.ID, a.ID))
	})
	return list
}

// writeAll writes the whole world.
func (k *Keeper) writeAll(f *os.File) error {
	ahead := k.ahead()
	err := k.write(f, line{Bot: k.w.Bot.ID, Commands: k.w.Commands, People: k.w.Residents(), Ahead: &ahead})
	for _, c := range k.w.Channels() {
		kept := c.Keep()
		err = errors.Join(err, k.write(f, line{Channel: &kept}))
		for _, m := range c.Messages {
			kept := m.Keep()
			err = errors.Join(err, k.write(f, line{Message: &kept}))
		}
	}
	return err
}

// Read reads the world that is kept at path, and by how much its clock is ahead. A file that is not there holds nothing; a line that
// was cut off while it was written ends one that is.
func Read(path string) (world.Kept, time.Duration, error) {
	k := world.Kept{Messages: map[string][]world.KeptMessage{}, Files: map[string][]byte{}}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return k, 0, nil
	}
	if err != nil {
		return k, 0, fmt.Errorf("read the page: %w", err)
	}
	var ahead time.Duration
	for n := 1; ; n++ {
		one, rest, whole := bytes.Cut(text, []byte("\n"))
		if !whole {
			break
		}
		var l line
		if err := json.Unmarshal(one, &l); err != nil {
			return k, 0, fmt.Errorf("read line %d of %s: %w; move the file away to begin with a new page", n, path, err)
		}
		if l.Ahead != nil {
			ahead = *l.Ahead
		}
		l.apply(&k)
		text = rest
	}
	return k, ahead, readFiles(path, &k)
}

// apply changes k as the line says.
func (l line) apply(k *world.Kept) {
	if l.Bot != "" {
		k.Bot, k.Commands = l.Bot, l.Commands
	}
	if l.People != nil {
		k.People = l.People
	}
	if c := l.Channel; c != nil {
		k.Channels = put(k.Channels, *c, func(old world.KeptChannel) bool { return old.Channel.ID == c.Channel.ID })
	}
	if m := l.Message; m != nil {
		in := m.Message.ChannelID
		k.Messages[in] = put(k.Messages[in], *m, func(old world.KeptMessage) bool { return old.Message.ID == m.Message.ID })
	}
	if id := l.GoneMessage; id != "" {
		k.Messages[l.In] = slices.DeleteFunc(k.Messages[l.In], func(m world.KeptMessage) bool { return m.Message.ID == id })
	}
	if l.GoneChannel != "" {
		k.Channels = slices.DeleteFunc(k.Channels, func(c world.KeptChannel) bool { return c.Channel.ID == l.GoneChannel })
		delete(k.Messages, l.GoneChannel)
	}
}

// put replaces what is the same, or adds it at the end.
func put[T any](list []T, one T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = one
		return list
	}
	return append(list, one)
}

// readFiles reads the attachments of the messages.
func readFiles(path string, k *world.Kept) error {
	root, err := os.OpenRoot(folder(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the files of the page: %w", err)
	}
	defer root.Close()
	for _, list := range k.Messages {
		for _, m := range list {
			for _, a := range m.Message.Attachments {
				data, err := root.ReadFile(a.ID)
				if errors.Is(err, fs.ErrNotExist) {
					continue // it was too old to be kept
				}
				if err != nil {
					return fmt.Errorf("read the files of the page: %w", err)
				}
				k.Files[a.ID] = data
			}
		}
	}
	return nil
}
