package trials

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage/faultvfs"
	"konduktor/storage/sqlite"
)

// How power cuts are spread: one at about every changesACut changes of the log, more often in a
// checkpoint, which writes to the database itself; cutsASession while one file is open, the last
// while it is closed; a new database after sessionsAGo files. Every strikeEvery moves the disk is
// full or broken for a while.
const (
	changesACut  = 60
	pagesACut    = 6
	cutsASession = 25
	sessionsAGo  = 8
	strikeEvery  = 8
	goodWrites   = 60 // at most, before a fault shows

	databaseFile = "soak.db"
)

var powerKind = Kind{
	Name:  "power",
	Small: 80,
	Full:  10_000,
	some:  "cuts unsynced acknowledged strikes told",
	shown: "in_checkpoints",
	none:  "lost inconsistent unreadable untold half_made stuck",
	run:   power,
}

// power plays through the whole bot on a disk that notes what is synced. At points of every kind,
// also within a transaction and while the file is made, it takes what the disk would hold if the
// power failed. The store must then open, be whole, and hold all that was acknowledged; sometimes
// the bot goes on from there.
func power(t *Trial) {
	p := &powerCuts{Trial: t}
	var from cut
	for session := 0; t.counted("cuts") < t.Size && !t.noticed(); session++ {
		if session%sessionsAGo == 0 || len(t.short) > 0 {
			from = cut{ledger: ledger{}}
		}
		for _, c := range p.session(session, from) {
			if p.noticed() {
				return
			}
			p.look(c)
			from = c
		}
	}
}

// powerCuts is a trial of power cuts.
type powerCuts struct{ *Trial }

// cut is what a power cut has left.
type cut struct {
	image  faultvfs.Image
	ledger ledger // what was acknowledged before it
}

// session plays from what a power cut has left, and takes what others would leave.
func (p *powerCuts) session(session int, from cut) (cuts []cut) {
	disk, file, remove := p.disk("session", from.image)
	defer remove()
	wanted := min(cutsASession, p.Size-p.counted("cuts"))
	acknowledged := from.ledger.clone()
	disk.Before(func(name string) {
		every := changesACut
		if name == databaseFile {
			every = pagesACut
		}
		if len(cuts) == wanted || p.rng.IntN(every) > 0 {
			return
		}
		image, loose := disk.PowerCut(p.rng)
		cuts = append(cuts, cut{image, acknowledged.clone()})
		p.count("cuts", 1)
		p.count("unsynced", min(len(loose), 1))
		p.count("in_checkpoints", min(loose[databaseFile], 1))
	})
	on := sqlite.Disk{VFS: faultvfs.VFS}
	if p.broken != nil {
		on.Connected = p.broken.disk.Connected
	}
	store, err := sqlite.OpenOn(p.ctx, on, file)
	p.must(err)
	r := p.newRig(p.sabotaged(store), p.Seed+uint64(session))
	turns := newTurns(p.Trial, r, session)
	for n := 0; len(cuts) < wanted-wanted/5 && !p.noticed(); n++ {
		if n%strikeEvery == strikeEvery-1 {
			p.strike(disk, turns, acknowledged)
		}
		next := turns.next()
		if r.do(next.ix).done {
			p.acknowledge(next, acknowledged)
		}
		if n%4 == 3 {
			r.send()
		}
	}
	p.leave(r)
	return cuts
}

func (p *powerCuts) acknowledge(made proposal, in ledger) {
	in.note(made.game.row.ID, made.ply, made.text)
	p.count("acknowledged", 1)
}

// strike has the disk fail soon. People must be told that their move was not made, and it must not
// be; once the disk is well, it is made without a restart.
func (p *powerCuts) strike(disk *faultvfs.Disk, turns *turns, acknowledged ledger) {
	p.count("strikes", 1)
	r, before := turns.r, turns.r.Faults.Load()
	disk.FailAfter(
		p.rng.IntN(goodWrites),
		[]faultvfs.Fault{faultvfs.Full, faultvfs.Broken}[p.rng.IntN(2)],
	)
	var left []proposal // moves that were not made
	for n := 0; disk.Refused() == 0 || n < 3; n++ {
		next := turns.at(n)
		got := r.do(next.ix)
		if got.done {
			p.acknowledge(next, acknowledged)
			continue
		}
		left = append(left, next)
		if row := r.Game(next.game.row.ID); row.Ply != next.ply {
			p.wrong("half_made", "game %s, ply %d: told %.80q, and the game is at ply %d", row.ID, next.ply,
				got.message.Content, row.Ply)
		}
		if apologises(r, got.message.Content) {
			p.count("told", 1)
		} else {
			p.wrong("untold", "game %s, ply %d: the disk has failed, and the player is told %.80q",
				next.game.row.ID, next.ply, got.message.Content)
		}
		_ = r.Bot.Flush(p.ctx) // what fails is sent later
	}
	disk.Mend()
	r.Faults.Forget(before) // those in between were the disk's
	if err := r.Bot.Flush(p.ctx); err != nil {
		p.wrong("stuck", "the disk is well again, and messages are not sent: %v", err)
	}
	for _, next := range left {
		if next.game.follow(); next.game.row.Ply != next.ply {
			continue // another try at the same game was made meanwhile
		}
		if got := r.click(next.ix.User, next.ix.CustomID); got.done {
			p.acknowledge(next, acknowledged)
		} else {
			p.wrong("stuck", "the disk is well again, and the player is told %.80q", got.message.Content)
		}
	}
}

func apologises(r *rig, text string) bool {
	for _, id := range []string{"problem.full", "problem.internal"} {
		if sentence, _, _ := strings.Cut(r.Say(id, "ID", "|"), "|"); strings.HasPrefix(text, sentence) {
			return true
		}
	}
	return false
}

func (p *powerCuts) look(c cut) {
	_, file, remove := p.disk("cut", c.image)
	defer remove()
	store, err := sqlite.OpenOn(p.ctx, sqlite.Disk{VFS: faultvfs.VFS}, file)
	if err != nil {
		p.wrong("unreadable", "after a power cut in a game of %d: %v", len(c.ledger), err)
		return
	}
	c.ledger.check(p.Trial, store, "after a power cut")
	p.must(store.Close())
	if _, err := sqlite.CheckFile(p.ctx, file); err != nil {
		p.wrong("unreadable", "after a power cut: %v", err)
	}
}

// disk makes a disk that holds an image, and names the database file on it. remove must be called.
func (p *powerCuts) disk(
	name string,
	image faultvfs.Image,
) (disk *faultvfs.Disk, file string, remove func()) {
	folder := filepath.Join(p.folder, name+strconv.Itoa(p.counted("cuts")))
	p.must(os.MkdirAll(folder, 0o700))
	p.must(image.Write(folder))
	disk, err := faultvfs.Insert(folder)
	p.must(err)
	return disk, filepath.Join(folder, databaseFile), func() {
		disk.Eject()
		_ = os.RemoveAll(folder)
	}
}

// turns makes random moves in a few games at a rig, in one game after the other. The games are put
// into the store alone.
type turns struct {
	t     *Trial
	r     *rig
	life  int // tells the players and interactions apart of rigs that use a file one after the other
	games []*game
	made  int
}

// running is how many games turns keeps going.
const running = 3

// proposal is a move that can be made.
type proposal struct {
	game *game
	ply  engine.Ply
	text string // in notation
	ix   *discord.Interaction
}

// newTurns loads the games that are running, and starts more where they are few.
func newTurns(t *Trial, r *rig, life int) *turns {
	s := &turns{t: t, r: r, life: life}
	r.Last, r.inserted = 1_000_000*(life+1), 1000*life
	rows, err := r.Store.GamesIn(t.ctx, match.Running)
	t.must(err)
	for _, row := range rows {
		title, ok := titles.Find(row.Title)
		if !ok {
			t.Fatalf("game %s is of title %q", row.ID, row.Title)
		}
		s.games = append(s.games, r.load(title, row.ID, uint64(life)))
	}
	for len(s.games) < running {
		s.games = append(s.games, s.deal(len(s.games)))
	}
	return s
}

func (s *turns) deal(nth int) *game {
	all := titles.All()
	title, unique := all[(s.life+nth)%len(all)], 100*s.life+nth
	return s.r.insert(title, title.SeatCounts()[0], 10*unique, uint64(unique))
}

// next chooses a move in the next game; a game that is over is replaced by a new one.
func (s *turns) next() proposal {
	i := s.made % len(s.games)
	s.made++
	if s.games[i].follow(); s.games[i].copy.Over() {
		s.games[i] = s.deal(s.made + running)
	}
	return s.at(i)
}

func (s *turns) at(i int) proposal {
	g := s.games[i%len(s.games)]
	g.follow()
	seat, move := g.choose()
	return proposal{g, g.row.Ply, g.print(move), s.r.ClickBy(g.user(seat), g.button(move))}
}
