package trials

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"time"

	"konduktor/bot"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
	"konduktor/storage/sqlite"
)

const (
	simSteps  = 60 // steps of one seed
	simTables = 2  // games at a time
	// replayEvery is how often a seed is run again, to see that it comes to the same.
	replayEvery = 10
)

var simKind = Kind{
	Name:  "sim",
	Small: 40, Full: 1000,
	some: "interactions moves repeats deaths discord_faults lost_outcomes store_faults " +
		"messages replayed log_lines undone plans planned forged meddled",
	shown: "games given_up stale_of_two",
	none: "lost inconsistent doubled untold told_twice disordered misanswered stale " +
		"stuck tokens replays_differ accepted",
	run: sim,
}

// sim runs the whole bot under a virtual clock, one seed after the other. A seed decides
// everything: what people do, which of two processes hears of it, which calls of Discord and the
// store fail, with or without effect, and when the processes die. Once the faults are over, every
// acknowledged move must be there, every table told of each turn once and in order, and no panel
// may offer what is past. With two processes one still may, very seldom, which is counted apart
// (stale_of_two): its click is refused.
func sim(t *Trial) {
	for nth := 0; nth < t.Size && !t.noticed(); nth++ {
		seed := t.Seed + uint64(nth)
		first := t.simulate(seed)
		if nth%replayEvery != 0 {
			continue
		}
		t.count("replayed", 1)
		quiet := &Trial{
			Options: t.Options,
			ctx:     t.ctx,
			folder:  t.folder,
			counts:  maps.Clone(t.counts),
		}
		if second := quiet.simulate(seed); first != second {
			t.wrong("replays_differ", "seed %d came to something else the second time", seed)
		}
	}
}

// simulate runs a seed and returns the hash of all that the bot told Discord.
func (t *Trial) simulate(seed uint64) [32]byte {
	base := t.newStore("sim")
	defer base.Close()
	w := &world{
		Trial:        t,
		seed:         seed,
		rng:          rand.New(rand.NewPCG(seed, 17)),
		base:         base,
		left:         -1,
		promised:     map[string]turnTold{},
		acknowledged: ledger{},
		answered:     map[string]bool{},
		made:         map[string]int{},
		alone:        map[match.Link]bool{},
		branches:     map[match.GameID]int{},
	}
	w.unwell = [3]float64{w.rng.Float64() * 0.3, w.rng.Float64() * 0.2, w.rng.Float64() * 0.03}
	store, err := sqlite.OpenOn(t.ctx, sqlite.Disk{Unsynced: true, Fault: w.storeFault}, t.file("sim"))
	t.must(err)
	defer store.Close()
	w.setUp(store)
	w.begin()
	w.open()
	for range simSteps {
		if w.act(); w.counted("accepted") > 0 {
			return [32]byte{} // the game is worth nothing any more
		}
	}
	w.recover()
	w.judge()
	return sha256.Sum256(w.transcript.Bytes())
}

// world is the run of one seed.
type world struct {
	*Trial
	*rig
	other  *bot.Bot // another process on the same store
	seed   uint64
	rng    *rand.Rand    // shadows the trial's: each seed has its own
	base   storage.Store // the same file without faults
	games  []*game
	script []*deed

	faulty bool // faults happen now
	// interactions whose first answer Discord has taken: it takes no second one
	answered map[string]bool
	unwell   [3]float64 // how often a call of Discord fails, its outcome is lost, the store fails
	left     int        // calls until the processes die; negative: they do not
	dead     bool

	made      map[string]int      // moves, and undos, by the interaction that made them
	madeAlone int                 // moves without one: planned, or forced
	alone     map[match.Link]bool // their links
	promised  map[string]turnTold // turns that tables are to be told of, by nonce
	// how often moves had been taken back when the ledger was looked at
	branches     map[match.GameID]int
	deeds        []discord.Interaction
	acknowledged ledger

	transcript bytes.Buffer
	log        bytes.Buffer
}

// begin starts the processes, on a store without faults: after a failed start a real process is
// simply started again.
func (w *world) begin() {
	w.left, w.dead = -1, false
	faulty := w.faulty
	w.faulty = false
	w.Restart()
	w.faulty = faulty
	w.Chance.Reseed(w.seed)
	w.other = w.NewBot(w.Store, w.API)
}

// setUp makes the rig on a store that fails.
func (w *world) setUp(store storage.Store) {
	w.rig = w.newRig(witness{w.sabotaged(store), w}, w.seed, func(o *bot.Options) {
		o.Log = slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	w.API.Fail = func(c discordtest.Call) error {
		if c.Method == discordtest.Respond && w.answered[c.Interaction.ID] {
			return &discord.Error{Status: 400, Code: 40060}
		}
		if c.Method == discordtest.EditOriginal && !w.answered[c.Interaction.ID] {
			return &discord.Error{Status: 404, Code: 10015}
		}
		return w.discordFault("discord_faults", w.unwell[0])
	}
	w.API.Lose = func(c discordtest.Call) error {
		if c.Method == discordtest.Respond {
			w.answered[c.Interaction.ID] = true
		}
		return w.discordFault("lost_outcomes", w.unwell[1])
	}
}

// two reports whether the second process hears of anything: with every other seed.
func (w *world) two() bool { return w.seed%2 == 0 }

func (w *world) process() *bot.Bot {
	if w.two() && w.rng.IntN(3) == 0 {
		return w.other
	}
	return w.Bot
}

// noteMade notes which interaction made a move; an undo has no link.
func (w *world) noteMade(interaction string, move match.Link) {
	if interaction == "" {
		w.madeAlone++
		w.alone[move] = true
		return
	}
	w.made[interaction]++
}

// turnTold is the position in which a turn was complete.
type turnTold struct {
	ply  engine.Ply
	head match.Link
	nth  int // of all that were promised
}

// promise notes which turns a table must be told of, by the events committed with them.
func (w *world) promise(out []storage.Message) {
	for _, m := range out {
		if m.Kind != "event" {
			continue
		}
		var h match.Happening
		w.must(json.Unmarshal([]byte(m.Body), &h))
		if e, ok := h.Event.(match.Moved); ok && e.Done && e.Phase != engine.InSetup {
			w.promised[turnNonce(h.Row, e.Seat)] = turnTold{m.Ply, m.Head, len(w.promised)}
		}
	}
}

// turnNonce is the nonce of a turn's message at the table: "tub3c4d.12-1.2".
func turnNonce(row match.Game, seat engine.Seat) string {
	at := fmt.Sprint(row.Ply)
	if mark := row.Mark(); mark != "" {
		at += "-" + mark
	}
	return fmt.Sprintf("tu%s.%s.%d", row.ID, at, seat)
}

// dies counts a call, and reports whether the processes are dead by then.
func (w *world) dies() bool {
	if w.left == 0 && !w.dead {
		w.dead = true
		w.count("deaths", 1)
	}
	if w.left > 0 {
		w.left--
	}
	return w.dead
}

// errDead is what a process hears of its store and of Discord once it has been killed.
var errDead = errors.New("the process is dead")

// storeFault fails a transaction of the bots now and then, and all once they are dead.
func (w *world) storeFault() error {
	switch {
	case w.dies():
		return errDead
	case w.faulty && w.rng.Float64() < w.unwell[2]:
		w.count("store_faults", 1)
		if w.rng.IntN(2) == 0 {
			return fmt.Errorf("commit: %w", storage.ErrFull)
		}
		return errors.New("disk I/O error")
	}
	return nil
}

func (w *world) discordFault(figure string, often float64) error {
	if w.dies() {
		return discord.NoAnswer(errDead)
	}
	if !w.faulty || w.rng.Float64() >= often {
		return nil
	}
	w.count(figure, 1)
	if figure == "lost_outcomes" {
		return discord.NoAnswer(errors.New("connection reset"))
	}
	switch w.rng.IntN(6) {
	case 0:
		return &discord.Error{Status: 429, RetryAfter: time.Duration(w.rng.IntN(600)) * time.Second}
	case 1:
		return &discord.Error{Status: 502}
	case 2:
		return &discord.Error{Status: 403} // a page of a proxy
	case 3:
		return discord.NoAnswer(context.DeadlineExceeded)
	}
	return &discord.Error{Status: 500}
}

func (w *world) open() {
	all := titles.All()
	for i := range simTables {
		title := all[w.rng.IntN(len(all))]
		counts := title.SeatCounts()
		g := w.start(title, counts[w.rng.IntN(len(counts))], 10*i, w.seed+uint64(i), nil)
		g.store = w.base
		w.games = append(w.games, g)
		w.count("games", 1)
	}
	w.keep()
	w.faulty = true
}

// act is one step: somebody does something, messages are sent, or time passes. Then dead processes
// start again.
func (w *world) act() {
	if w.rng.IntN(12) == 0 {
		w.left = w.rng.IntN(12)
	}
	g := w.games[w.rng.IntN(len(w.games))]
	g.follow()
	switch w.rng.IntN(13) {
	case 0, 1, 2, 3, 4:
		w.move(g)
	case 5:
		w.repeat()
	case 6:
		w.undo(g)
	case 7:
		w.plan(g)
	case 8:
		if w.rng.IntN(3) == 0 {
			w.meddle(g)
		} else {
			w.forge(g)
		}
	case 9:
		w.Clock = w.Clock.Add(time.Duration(w.rng.IntN(300)) * time.Second)
	default:
		w.carryPlansOut()
		_ = w.process().Flush(w.ctx) // what fails is sent later
	}
	w.keep()
	if w.dead {
		w.begin()
	}
	w.left = -1
}

// keep writes what the bots told Discord into the transcript, and returns it.
func (w *world) keep() []discordtest.Call {
	calls := w.taken()
	for _, c := range calls {
		if c.Method == discordtest.Send && c.Err == nil {
			w.count("messages", 1)
		}
		// The length of a text and not the text: the ID of an internal error is random.
		fmt.Fprintf(&w.transcript, "%s %s %s %s %d %v %v\n", c.Method, c.Channel, c.ID, c.Result,
			len(c.Message.Content), c.Err, c.Lost)
	}
	return calls
}

// recover ends the faults and lets everything be sent that is owed.
func (w *world) recover() {
	w.faulty = false
	w.begin()
	for range 30 {
		w.must(w.Bot.Flush(w.ctx))
		w.keep()
		due, err := w.base.NextDue(w.ctx)
		if errors.Is(err, storage.ErrNotFound) ||
			err == nil && due.After(w.Clock.Add(time.Hour)) { // the end of a question
			return
		}
		w.Clock = w.Clock.Add(time.Minute)
		w.carryPlansOut()
	}
	w.wrong("stuck", "seed %d: messages wait half an hour after the faults", w.seed)
}
