// Package faultvfs is what can befall the files of a database, for trials: a power cut, a disk that
// is full or does not write, and damage to a file.
package faultvfs

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"

	sqlite "modernc.org/sqlite/lib"
)

// Disk is a disk with one folder. SQLite uses the files in it by the VFS of this package. They have
// all that was written, as the system's cache has; the Disk notes what of it would be there after a
// power cut. Nothing is really synced. Its methods can be called from any goroutine.
type Disk struct {
	folder string

	mu      sync.Mutex
	before  func(name string) // a change; without mu
	files   map[string]*file
	fault   Fault
	good    int // changes until the fault begins
	refused int
}

// file is a file as it would be after a power cut.
type file struct {
	kept  []byte // as it was synced
	named bool   // its name was synced
	// the synced content of a removed file of this name, while the removal is not synced
	replaced *[]byte
	removed  bool     // no file of this name is there now
	log      bool     // the first sync of a log or journal syncs its folder
	loose    []change // what was not synced
}

// change is a write, or a truncation if data is nil.
type change struct {
	at   int64
	data []byte
}

// Fault is what a disk answers instead of writing.
type Fault uint8

// The faults.
const (
	NoFault Fault = iota
	Full          // no room: a write is cut off in the middle (ENOSPC)
	Broken        // nothing is written or synced (EIO)
)

// Insert makes a folder a Disk, with the files that are in it: they are synced. Eject must be
// called in the end.
func Insert(folder string) (*Disk, error) {
	if err := register(); err != nil {
		return nil, fmt.Errorf("register a file layer: %w", err)
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	d := &Disk{folder: folder, files: map[string]*file{}}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		d.files[e.Name()] = &file{kept: content, named: true}
	}
	layer.mu.Lock()
	defer layer.mu.Unlock()
	layer.disks[folder] = d
	return d, nil
}

// Eject forgets the Disk. No file on it may be open.
func (d *Disk) Eject() {
	layer.mu.Lock()
	defer layer.mu.Unlock()
	delete(layer.disks, d.folder)
}

// Before has do called with the name of a file before each change of it: a write, a truncation, a
// sync or a removal. It may call PowerCut, but must not use the database.
func (d *Disk) Before(do func(name string)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.before = do
}

// FailAfter has every write, and if the disk is Broken every sync, fail after some more that do
// not, until Mend is called.
func (d *Disk) FailAfter(good int, f Fault) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.good, d.fault, d.refused = good, f, 0
}

// Mend ends a fault.
func (d *Disk) Mend() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fault = NoFault
}

// Refused returns how many changes have failed since FailAfter.
func (d *Disk) Refused() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.refused
}

// begin calls the function that Before was given, and locks the Disk.
func (d *Disk) begin(name string) {
	d.mu.Lock()
	if before := d.before; before != nil {
		d.mu.Unlock()
		before(name)
		d.mu.Lock()
	}
}

// fails reports whether the change that is under way fails.
func (d *Disk) fails() bool {
	if d.fault == NoFault {
		return false
	}
	if d.good > 0 {
		d.good--
		return false
	}
	d.refused++
	return true
}

// of returns a file, which is empty and has no synced name if it is new.
func (d *Disk) of(name string) *file {
	f := d.files[name]
	if f == nil {
		f = &file{}
		d.files[name] = f
	}
	return f
}

// opened notes that a file is there, and whether it is a log or journal.
func (d *Disk) opened(name string, log bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.of(name)
	if f.removed { // it is made anew
		f.removed, f.named = false, false
	}
	f.log = log
}

// write notes a write. It returns how much of it may be written, and SQLite's status for the rest.
func (d *Disk) write(name string, at int64, data []byte) (room int, status int32) {
	d.begin(name)
	defer d.mu.Unlock()
	room = len(data)
	if d.fails() {
		if d.fault == Broken {
			return 0, sqlite.SQLITE_IOERR_WRITE
		}
		room, status = room/2, sqlite.SQLITE_FULL
	}
	f := d.of(name)
	f.loose = append(f.loose, change{at, slices.Clone(data[:room])})
	return room, status
}

// truncate notes that a file is cut off.
func (d *Disk) truncate(name string, size int64) (status int32) {
	d.begin(name)
	defer d.mu.Unlock()
	if d.fault == Broken && d.fails() {
		return sqlite.SQLITE_IOERR_TRUNCATE
	}
	f := d.of(name)
	f.loose = append(f.loose, change{at: size})
	return sqlite.SQLITE_OK
}

// sync notes that a file is on the disk, with its name.
func (d *Disk) sync(name string) (status int32) {
	d.begin(name)
	defer d.mu.Unlock()
	if d.fault == Broken && d.fails() {
		return sqlite.SQLITE_IOERR_FSYNC
	}
	f := d.of(name)
	for _, c := range f.loose {
		f.kept = c.apply(f.kept)
	}
	f.loose = nil
	if f.log && !f.named {
		d.syncFolder()
	}
	f.named, f.replaced = true, nil
	return sqlite.SQLITE_OK
}

// syncFolder notes that which files there are is on the disk.
func (d *Disk) syncFolder() {
	for _, f := range d.files {
		f.named, f.replaced = true, nil
	}
}

// remove notes that a file is gone, for good if its folder is synced.
func (d *Disk) remove(name string, synced bool) {
	d.begin(name)
	defer d.mu.Unlock()
	f := d.of(name)
	gone := &file{removed: true}
	if f.named {
		gone.replaced = &f.kept
	} else {
		gone.replaced = f.replaced
	}
	d.files[name] = gone
	if synced {
		d.syncFolder()
	}
}

// Image is what a disk holds: files by name.
type Image map[string][]byte

// Write writes the files of an image to a folder.
func (i Image) Write(folder string) error {
	for _, name := range slices.Sorted(maps.Keys(i)) {
		if err := os.WriteFile(filepath.Join(folder, name), i[name], 0o600); err != nil {
			return err
		}
	}
	return nil
}

// PowerCut returns what could be on the disk if the power failed now, and how many changes of each
// file were not synced. Each of those is there, is not, or is torn, whatever became of those before
// it.
func (d *Disk) PowerCut(rng *rand.Rand) (left Image, loose map[string]int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	left, loose = Image{}, map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(d.files)) {
		f := d.files[name]
		if len(f.loose) > 0 {
			loose[name] = len(f.loose)
		}
		switch {
		case f.replaced != nil && rng.IntN(2) == 0: // the file of this name was not removed
			left[name] = slices.Clone(*f.replaced)
			continue
		case f.removed, !f.named && rng.IntN(2) == 0: // nor may the name be there
			continue
		}
		content := slices.Clone(f.kept)
		for _, c := range f.loose {
			for _, part := range c.survives(rng) {
				content = part.apply(content)
			}
		}
		left[name] = content
	}
	return left, loose
}

// sector is what a disk writes whole, or tears in the course of a power cut.
const sector = 512

// survives returns what of a change is there after a power cut: all, nothing, or some sectors, of
// which one may be torn.
func (c change) survives(rng *rand.Rand) []change {
	switch fate := rng.IntN(5); {
	case fate < 2:
		return nil
	case fate < 4 || c.data == nil:
		return []change{c}
	}
	var parts []change
	for from := 0; from < len(c.data); {
		to := min(from+sector-int((c.at+int64(from))%sector), len(c.data))
		switch rng.IntN(5) {
		case 0, 1:
			parts = append(parts, change{c.at + int64(from), c.data[from:to]})
		case 2:
			parts = append(parts, change{c.at + int64(from), c.data[from : from+rng.IntN(to-from)]})
		}
		from = to
	}
	return parts
}

// apply returns content after a change.
func (c change) apply(content []byte) []byte {
	end := c.at + int64(len(c.data))
	if c.data == nil {
		if grow := int(end) - len(content); grow > 0 {
			return append(content, make([]byte, grow)...)
		}
		return content[:end]
	}
	if grow := int(end) - len(content); grow > 0 {
		content = append(content, make([]byte, grow)...)
	}
	copy(content[c.at:], c.data)
	return content
}
