package soak

import (
	"bytes"
	"context"
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
	"konduktor/storage/mishap"
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
	Name: "harm", About: "damaged files: flipped bits, zeroed and swapped pages, cuts, altered moves and seeds, foreign files", Small: 36, Full: 10_000,
	some: []string{"files", "refused", "right", "altered", "foreign", "served", "games"}, shown: []string{"unchecked", "restore_ms"},
	none: []string{"wrong", "missed", "touched", "panics"}, run: harm,
}

// harm damages copies of a database. Whatever is done to them, no game may be read as another than was played; a move or a
// seed that was altered must be found; a file that is not Konduktor's stays as it is; nothing panics. In the end it measures
// how long a backup takes to restore.
func harm(ctx context.Context, t *trial) error {
	h := &harmer{trial: t, file: filepath.Join(t.folder, "soak.db")}
	if err := h.prepare(ctx); err != nil {
		return err
	}
	disk, err := mishap.Insert(t.folder) // opening a file then syncs nothing
	if err != nil {
		return err
	}
	defer disk.Eject()
	kinds := append(mishap.Damages(), mishap.Damage{Name: "an altered move or seed", Do: h.alter}, mishap.Damage{Name: foreignProgram, Do: h.foreign})
	for n := range t.Size {
		if err := h.open(ctx, n, kinds[n%len(kinds)]); err != nil {
			return err
		}
	}
	return h.restore(ctx)
}

// harmer damages copies of a file.
type harmer struct {
	*trial
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

// prepare plays a game of each title and keeps the file as it is then.
func (h *harmer) prepare(ctx context.Context) error {
	folder := filepath.Join(h.folder, "whole")
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	file := filepath.Join(folder, "soak.db")
	m, err := h.machine(ctx, parts{file: file, seed: h.Seed})
	if err != nil {
		return err
	}
	h.games = map[match.GameID]played{}
	if err := h.play(ctx, m); err != nil {
		return errors.Join(err, m.close())
	}
	h.leave(m)
	copied := filepath.Join(folder, "copy.db")
	if err := sqlite.Copy(ctx, file, copied); err != nil {
		return err
	}
	h.whole, err = os.ReadFile(copied)
	return err
}

func (h *harmer) play(ctx context.Context, m *machine) error {
	t := &turns{m: m}
	for i, title := range titles.All() {
		g, err := m.start(ctx, title, title.SeatCounts()[0], 10*i, h.Seed+uint64(i))
		if err != nil {
			return err
		}
		t.games = append(t.games, g)
	}
	for range movesInHarm * len(t.games) {
		next, err := t.next(ctx)
		if err != nil {
			return err
		}
		m.handle(ctx, next.ix)
	}
	for range t.games {
		next, err := t.next(ctx)
		if err != nil {
			return err
		}
		h.games[next.game.row.ID] = played{next.game.row, next.game.moves, next}
	}
	_, err := m.flush(ctx)
	return err
}

// open damages a copy of the file and reads every game in it.
func (h *harmer) open(ctx context.Context, n int, damage mishap.Damage) (err error) {
	defer func() {
		if p := recover(); p != nil {
			h.wrong("panics", "file %d, with %s: %v", n, damage.Name, p)
		}
	}()
	h.altered = ""
	content := damage.Do(h.rng, slices.Clone(h.whole))
	for _, left := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(h.file + left); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	if err := os.WriteFile(h.file, content, 0o600); err != nil {
		return err
	}
	h.count("files", 1)
	store, err := sqlite.OpenOn(ctx, sqlite.Disk{VFS: mishap.VFS}, h.file)
	if damage.Name == foreignProgram {
		h.wantLeftAlone(content, err)
	}
	if h.altered != "" {
		h.count("altered", 1)
	}
	if err != nil {
		h.count("refused", 1)
		return nil
	}
	what := fmt.Sprintf("file %d, with %s", n, damage.Name)
	whole := h.read(ctx, store, what)
	if whole {
		h.count("right", 1)
	} else {
		h.count("refused", 1)
	}
	if n%serveEvery < 2 { // a file with a flipped bit and one with a zeroed page, or the like
		return h.serve(ctx, store, what)
	}
	return store.Close()
}

// read reads every game and wants it to be as it was played, or refused. whole says that none was refused.
func (h *harmer) read(ctx context.Context, store storage.Store, what string) (whole bool) {
	whole = true
	for id, want := range h.games {
		row, err := store.Game(ctx, id)
		var moves []match.Move
		if err == nil {
			moves, err = h.moves(ctx, store, id)
		}
		if err != nil {
			whole = false
			continue
		}
		if id == h.altered {
			h.wrong("missed", "%s: game %s was altered, and is read", what, id)
		}
		if row.Title != want.row.Title || row.Version != want.row.Version || row.Seed != want.row.Seed || row.Ply != want.row.Ply ||
			!reflect.DeepEqual(row.Options, want.row.Options) || len(row.Seats) != len(want.row.Seats) || !slices.Equal(moves, want.moves) {
			h.wrong("wrong", "%s: game %s is read as another game", what, id)
		} else if !reflect.DeepEqual(row, want.row) {
			h.count("unchecked", 1) // a clock, who is to move, a wish: neither chain nor seal covers them
		}
	}
	return whole
}

func (h *harmer) moves(ctx context.Context, store storage.Store, id match.GameID) ([]match.Move, error) {
	if h.fault == faultTrusts {
		return trustingMoves(ctx, h.file, h.games[id].row)
	}
	return store.Moves(ctx, id, -1)
}

// serve starts a whole bot on a damaged file and makes a move in every game: the player is told whatever it comes to.
func (h *harmer) serve(ctx context.Context, store storage.Store, what string) error {
	m, err := h.machine(ctx, parts{store: store})
	if err != nil {
		return err
	}
	h.count("served", 1)
	for id, g := range h.games {
		ix := m.click(g.next.ix.User, g.next.ix.CustomID)
		if got := m.handle(ctx, ix); !got.done && got.message.Content == "" {
			h.wrong("wrong", "%s: who moves in game %s is told nothing", what, id)
		}
		if strings.Contains(m.lastFault(), "panic") {
			h.wrong("panics", "%s: %s", what, m.lastFault())
		}
	}
	return m.close()
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

// alter changes a bit of a stored move, its time or its link, or of a game's seed.
func (h *harmer) alter(rng *rand.Rand, b []byte) []byte {
	ids := slices.Sorted(maps.Keys(h.games))
	id := ids[rng.IntN(len(ids))]
	g := h.games[id]
	stored := g.row.Seed[:]
	if rng.IntN(8) > 0 {
		m := g.moves[rng.IntN(len(g.moves))]
		head := m.Head()
		stored = slices.Concat([]byte(m.Text), binary.BigEndian.AppendUint64(nil, uint64(m.At.UnixMicro())), head[:]) // the end of its row
	}
	altered := slices.Clone(stored)
	mishap.FlipBit(rng, altered)
	if !bytes.Contains(b, stored) {
		h.wrong("missed", "game %s: a move or the seed is not in the file", id)
	}
	h.altered = id
	return bytes.ReplaceAll(b, stored, altered) // what a page split has left behind stands for nothing
}

// foreign makes the file another program's: by the id in its header, or altogether.
func (h *harmer) foreign(rng *rand.Rand, b []byte) []byte {
	if rng.IntN(2) == 0 {
		copy(b[idInHeader:], "ABCD")
		return b
	}
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

// idInHeader is where the header of an SQLite file has the id of the program that made it.
const idInHeader = 68

// restore measures how long a backup of many games takes until a bot can use it again.
func (h *harmer) restore(ctx context.Context) error {
	backup, restored := filepath.Join(h.folder, "backup.db"), filepath.Join(h.folder, "restored.db")
	games := gamesAFile * h.Size
	if err := h.fill(ctx, backup, games); err != nil {
		return err
	}
	began := time.Now()
	if err := sqlite.Copy(ctx, backup, restored); err != nil {
		return err
	}
	store, err := sqlite.Open(ctx, restored)
	if err != nil {
		return err
	}
	h.atMost("restore_ms", int(time.Since(began).Milliseconds()), int(restoreWithin.Milliseconds()))
	rows, err := store.GamesIn(ctx)
	if err != nil || len(rows) != games {
		h.wrong("wrong", "%d games were restored, want %d; error %v", len(rows), games, err)
	}
	h.count("games", len(rows))
	return store.Close()
}

// fill makes a database of many games.
func (h *harmer) fill(ctx context.Context, file string, games int) error {
	store, err := sqlite.OpenOn(ctx, sqlite.Disk{VFS: mishap.VFS}, file)
	if err != nil {
		return err
	}
	template := h.games[slices.Min(slices.Collect(maps.Keys(h.games)))]
	for n := range games {
		g := template.row
		g.ID, g.Rev, g.Ply = match.GameID(fmt.Sprintf("b%07d", n)), 0, 0
		binary.BigEndian.PutUint32(g.Seed[:], uint32(n))
		if err := store.Create(ctx, g, storage.Origin{}, nil); err != nil {
			return errors.Join(err, store.Close())
		}
		head := match.FirstLink(g)
		for _, m := range template.moves[:movesInBackup] {
			m.After = head
			if err := store.Append(ctx, g.ID, m, match.RowUpdate{State: match.Running, ToMove: g.ToMove}, storage.Origin{}, nil); err != nil {
				return errors.Join(err, store.Close())
			}
			head = m.Head()
		}
	}
	return store.Close()
}
