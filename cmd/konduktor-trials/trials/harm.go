package trials

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
	"konduktor/storage/faultvfs"
	"konduktor/storage/sqlite"
)

const (
	movesInHarm    = 30 // of each title's game in the file that is damaged
	gamesAFile     = 10 // in the backup that is restored, for each file that is damaged
	movesInBackup  = 10 // of each of those games
	restoreWithin  = time.Minute
	serveEvery     = 20 // damaged files between two that a whole bot is started on
	foreignProgram = "another program's database"
)

var harmKind = Kind{
	Name:  "harm",
	Small: 36,
	Full:  10_000,
	some:  "files refused right altered foreign served games",
	shown: "unchecked restore_ms",
	none:  "wrong missed touched panics",
	run:   harm,
}

// harm damages copies of a database. No game may be read as another than was played; an altered
// move or seed must be found; a file that is not Konduktor's stays as it is; nothing panics. In the
// end it measures how long a backup takes to restore.
func harm(t *Trial) {
	h := &harmer{Trial: t, file: filepath.Join(t.folder, databaseFile)}
	h.prepare()
	disk, err := faultvfs.Insert(t.folder) // opening a file then syncs nothing
	t.must(err)
	defer disk.Eject()
	kinds := append(
		faultvfs.Damages(),
		faultvfs.Damage{
			Name: "an altered move or seed",
			Do:   h.alter,
		},
		faultvfs.Damage{Name: foreignProgram, Do: h.foreign},
	)
	for n := 0; n < t.Size && !t.noticed(); n++ {
		h.open(n, kinds[n%len(kinds)])
	}
	h.restore()
}

// harmer damages copies of a file.
type harmer struct {
	*Trial
	file  string
	whole []byte
	games map[match.GameID]played

	altered match.GameID // the game that alter has altered last
}

// played is a game as it was played.
type played struct {
	row   match.Game
	moves []match.Move
	next  proposal
}

func (h *harmer) prepare() {
	folder := filepath.Join(h.folder, "whole")
	h.must(os.Mkdir(folder, 0o700))
	file, copied := filepath.Join(folder, "soak.db"), filepath.Join(folder, "copy.db")
	store, err := sqlite.OpenOn(h.ctx, sqlite.Disk{Unsynced: true}, file) // nothing harms this one
	h.must(err)
	r := h.newRig(store, h.Seed)
	h.games = map[match.GameID]played{}
	s := &turns{t: h.Trial, r: r}
	for i, title := range titles.All() {
		s.games = append(s.games, r.insert(title, title.SeatCounts()[0], 10*i, h.Seed+uint64(i)))
	}
	for range movesInHarm * len(s.games) {
		r.do(s.next().ix)
	}
	for range s.games {
		next := s.next()
		h.games[next.game.row.ID] = played{next.game.row, next.game.moves, next}
	}
	r.send()
	h.leave(r)
	h.must(sqlite.Copy(h.ctx, file, copied))
	h.whole, err = os.ReadFile(copied)
	h.must(err)
}

// open damages a copy of the file and reads every game in it.
func (h *harmer) open(n int, damage faultvfs.Damage) {
	what := fmt.Sprintf("file %d, with %s", n, damage.Name)
	defer func() {
		p := recover()
		if f, ok := p.(failure); ok {
			panic(f)
		}
		if p != nil {
			h.wrong("panics", "%s: %v", what, p)
		}
	}()
	h.altered = ""
	content := damage.Do(h.rng, slices.Clone(h.whole))
	for _, left := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(h.file + left); !errors.Is(err, os.ErrNotExist) {
			h.must(err)
		}
	}
	h.must(os.WriteFile(h.file, content, 0o600))
	h.count("files", 1)
	store, err := sqlite.OpenOn(h.ctx, sqlite.Disk{VFS: faultvfs.VFS}, h.file)
	if damage.Name == foreignProgram {
		h.wantLeftAlone(content, err)
	}
	if h.altered != "" {
		h.count("altered", 1)
	}
	if err != nil {
		h.count("refused", 1)
		return
	}
	if h.read(h.sabotaged(store), what) {
		h.count("right", 1)
	} else {
		h.count("refused", 1)
	}
	if n%serveEvery < 2 { // a file with a flipped bit and one with a zeroed page, or the like
		h.serve(store, what)
	}
	_ = store.Close() // it may well be unable to
}

// read wants every game to be as it was played, or refused; whole: none was refused.
func (h *harmer) read(store storage.Store, what string) (whole bool) {
	whole = true
	for id, want := range h.games {
		row, err := store.Game(h.ctx, id)
		var moves []match.Move
		if err == nil {
			moves, err = store.Moves(h.ctx, id, -1)
		}
		if err != nil {
			whole = false
			continue
		}
		if id == h.altered {
			h.wrong("missed", "%s: game %s was altered, and is read", what, id)
		}
		if row.Title != want.row.Title || row.Version != want.row.Version || row.Seed != want.row.Seed ||
			row.Ply != want.row.Ply ||
			!reflect.DeepEqual(row.Options, want.row.Options) ||
			len(row.Seats) != len(want.row.Seats) ||
			!slices.Equal(moves, want.moves) {
			h.wrong("wrong", "%s: game %s is read as another game", what, id)
		} else if !reflect.DeepEqual(row, want.row) {
			// A clock, who is to move, a wish: neither chain nor seal covers them.
			h.count("unchecked", 1)
		}
	}
	return whole
}

// serve starts a whole bot on a damaged file and makes a move in every game: the player must be
// told something.
func (h *harmer) serve(store storage.Store, what string) {
	r := h.newRig(store, h.Seed)
	h.count("served", 1)
	for id, g := range h.games {
		if got := r.click(g.next.ix.User, g.next.ix.CustomID); !got.done &&
			got.message.Content == "" {
			h.wrong("wrong", "%s: the player who moves in game %s is told nothing", what, id)
		}
		if strings.Contains(r.Faults.Last(), "panic") {
			h.wrong("panics", "%s: %s", what, r.Faults.Last())
		}
	}
}

// wantLeftAlone wants a file of another program to be refused and to stay as it was.
func (h *harmer) wantLeftAlone(content []byte, err error) {
	h.count("foreign", 1)
	if err == nil {
		h.wrong("touched", "the database of another program was opened")
	}
	if now, err := os.ReadFile(h.file); err != nil || !bytes.Equal(now, content) {
		h.wrong("touched", "the database of another program has changed, error %v", err)
	}
}

func (h *harmer) alter(rng *rand.Rand, b []byte) []byte {
	ids := slices.Sorted(maps.Keys(h.games))
	id := ids[rng.IntN(len(ids))]
	g := h.games[id]
	stored := g.row.Seed[:]
	if rng.IntN(8) > 0 { // the end of a move's row
		m := g.moves[rng.IntN(len(g.moves))]
		head := m.Head()
		stored = slices.Concat(
			[]byte(m.Text),
			binary.BigEndian.AppendUint64(nil, uint64(m.At.UnixMicro())),
			head[:],
		)
	}
	altered := slices.Clone(stored)
	faultvfs.FlipBit(rng, altered)
	if !bytes.Contains(b, stored) {
		h.wrong("missed", "game %s: a move or the seed is not in the file", id)
	}
	h.altered = id
	// What a page split has left behind stands for nothing.
	return bytes.ReplaceAll(b, stored, altered)
}

// foreign makes the file another program's: by the id in its header, or altogether.
func (h *harmer) foreign(rng *rand.Rand, b []byte) []byte {
	const idInHeader = 68 // SQLite's "application id"
	if rng.IntN(2) == 0 {
		copy(b[idInHeader:], "ABCD")
		return b
	}
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

func (h *harmer) restore() {
	backup, restored := filepath.Join(h.folder, "backup.db"), filepath.Join(h.folder, "restored.db")
	games := gamesAFile * h.Size
	h.fill(backup, games)
	began := time.Now()
	h.must(sqlite.Copy(h.ctx, backup, restored))
	store, err := sqlite.Open(h.ctx, restored)
	h.must(err)
	h.atMost("restore_ms", int(time.Since(began).Milliseconds()), int(restoreWithin.Milliseconds()))
	rows, err := store.GamesIn(h.ctx)
	if err != nil || len(rows) != games {
		h.wrong("wrong", "%d games were restored, want %d; error %v", len(rows), games, err)
	}
	h.count("games", len(rows))
	h.must(store.Close())
}

func (h *harmer) fill(file string, games int) {
	store, err := sqlite.OpenOn(h.ctx, sqlite.Disk{VFS: faultvfs.VFS}, file)
	h.must(err)
	template := h.games[slices.Min(slices.Collect(maps.Keys(h.games)))]
	for n := range games {
		g := template.row
		g.ID, g.Rev, g.Ply = match.GameID(fmt.Sprintf("b%07d", n)), 0, 0
		binary.BigEndian.PutUint32(g.Seed[:], uint32(n))
		h.must(store.Create(h.ctx, g, storage.Origin{}, nil))
		head := match.FirstLink(g)
		for _, m := range template.moves[:movesInBackup] {
			m.After = head
			update := match.RowUpdate{State: match.Running, ToMove: g.ToMove}
			h.must(store.Append(h.ctx, g.ID, m, update, storage.Origin{}, nil))
			head = m.Head()
		}
	}
	h.must(store.Close())
}
