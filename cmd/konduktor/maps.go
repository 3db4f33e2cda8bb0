package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"konduktor/bot/message"
	"konduktor/engine"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/titles"
)

// Limits of a folder of maps; the rest is not read.
const (
	maxMapFiles   = 100
	maxMapEntries = 10_000
	// bytes of a file's name without ".toml": Discord's limit on a suggestion's value
	maxMapName   = 100
	maxMapFaults = 20 // told of one map
	mapExtension = ".toml"
)

// library is a folder of maps as it was read at the start.
type library struct {
	maps   []message.Map // by the names of their files
	faults []string      // of those that are refused and of what is no map, a sentence each
}

func (l *library) fault(format string, args ...any) {
	l.faults = append(l.faults, fmt.Sprintf(format, args...))
}

// readLibrary reads a folder of maps; no folder gives none, a missing one is an error. A faulty
// file keeps none of the others away. A link is followed only inside the folder.
func readLibrary(dir string) (*library, error) {
	l := &library{}
	if dir == "" {
		return l, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("the folder %s cannot be read: %w", dir, cause(err))
	}
	defer root.Close()
	names, err := mapFiles(root)
	if err != nil {
		return nil, fmt.Errorf("the folder %s cannot be read: %w", dir, cause(err))
	}
	if len(names) > maxMapFiles {
		l.fault("%s: there are %d maps; only the first %d are read, up to %s", dir, len(names),
			maxMapFiles, names[maxMapFiles-1])
		names = names[:maxMapFiles]
	}
	for _, name := range names {
		l.add(root, dir, name)
	}
	return l, nil
}

func mapFiles(root *os.Root) ([]string, error) {
	d, err := root.Open(".")
	if err != nil {
		return nil, err
	}
	defer d.Close()
	entries, err := d.ReadDir(maxMapEntries)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), mapExtension) && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// add reads one map, or says what is wrong with it.
func (l *library) add(root *os.Root, dir, name string) {
	file := dir + string(os.PathSeparator) + name
	if !nameable(strings.TrimSuffix(name, mapExtension)) {
		l.fault("%s: the file %q needs a name of signs that can be seen, and no space before or "+
			"behind it", dir, name)
		return
	}
	text, err := readMapIn(root, name)
	if err != nil {
		l.fault("%s: %s", file, err)
		return
	}
	title, faults := titleOn(text, file)
	if more := len(faults) - maxMapFaults; more > 0 {
		faults = append(faults[:maxMapFaults],
			fmt.Sprintf("%s: and %d more faults; konduktor map check names them all", file, more))
	}
	if len(faults) > 0 {
		l.faults = append(l.faults, faults...)
		return
	}
	own := message.Map{Name: strings.TrimSuffix(name, mapExtension), Title: title, Text: text}
	if len(own.Name) > maxMapName {
		l.fault("%s: the file's name is too long: at most %d bytes before %s",
			file, maxMapName, mapExtension)
		return
	}
	if err := titles.Refusal(title); err != nil {
		l.fault("%s:1: %s", file, err)
		own.Refused = true
		l.maps = append(l.maps, own)
		return
	}
	called := titles.MapOf(title).Name
	for _, other := range l.maps {
		if !other.Refused && other.Title.ID() == title.ID() &&
			strings.EqualFold(titles.MapOf(other.Title).Name, called) {
			l.fault("%s: the map %s%s has the same name, %s: give one of them another", file, other.Name,
				mapExtension, called)
			return
		}
	}
	l.maps = append(l.maps, own)
}

// nameable reports whether a file's name survives being picked from a list in Discord.
func nameable(name string) bool {
	unseen := func(c rune) bool { return c == utf8.RuneError || !unicode.IsPrint(c) }
	return strings.TrimSpace(name) == name && !strings.ContainsFunc(name, unseen)
}

// readMapIn reads a file of the folder, if it is one, and no larger than a map may be.
func readMapIn(root *os.Root, name string) ([]byte, error) {
	info, err := root.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("it is a link to nothing")
	case err != nil:
		return nil, fmt.Errorf("it cannot be read: %w; a link must stay inside the folder", cause(err))
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no file")
	case info.Size() > mapfile.MaxBytes:
		return nil, fmt.Errorf("it has %d bytes, at most %d are allowed", info.Size(), mapfile.MaxBytes)
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, fmt.Errorf("it cannot be read: %w", cause(err))
	}
	defer f.Close()
	// it may have grown; Parse refuses it then
	text, err := io.ReadAll(io.LimitReader(f, mapfile.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("it cannot be read: %w", cause(err))
	}
	return text, nil
}

// cause returns the system's reason without the operation and the path.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// mapReader makes the title of a map file, or names every fault with its line: titleOn or offer.
type mapReader func(text []byte, file string) (engine.Title, []string)

// titleOn puts a map file's title on the map, or names every fault with its line.
func titleOn(text []byte, file string) (engine.Title, []string) {
	m, err := mapfile.Parse(text, file)
	if err != nil {
		return nil, strings.Split(strings.TrimSpace(err.Error()), "\n")
	}
	title, err := titles.On(m)
	if err != nil {
		var faults []string
		for line := range strings.SplitSeq(err.Error(), "\n") {
			faults = append(faults, file+":1: "+line)
		}
		return nil, faults
	}
	return title, nil
}

// offer is titleOn for a map on which games can be opened.
func offer(text []byte, file string) (engine.Title, []string) {
	title, faults := titleOn(text, file)
	if len(faults) == 0 {
		if err := titles.Refusal(title); err != nil {
			faults = []string{file + ":1: " + err.Error()}
		}
	}
	return title, faults
}

func (l *library) tell(log *slog.Logger) {
	for _, fault := range l.faults {
		log.Warn("map left out", "fault", fault)
	}
	for _, m := range l.maps {
		log.Info("map on offer", "map", titles.MapOf(m.Title).Name, "title", m.Title.ID(), "file",
			m.Name+mapExtension)
	}
}
