package soak

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
	"konduktor/storage"
	"konduktor/storage/memory"
)

const (
	simSteps  = 60 // steps of one seed
	simTables = 2  // games at a time
	// replayEvery is how often a seed is run a second time, to see that it comes to the same.
	replayEvery = 10
)

var simKind = Kind{
	Name: "sim", About: "seeds of the whole bot under a virtual clock: Discord and the store fail, the process dies, interactions come twice and late",
	Small: 40, Full: 1000,
	some:  []string{"interactions", "moves", "repeats", "deaths", "discord_faults", "lost_outcomes", "store_faults", "messages", "replayed", "log_lines", "undone", "plans", "planned"},
	shown: []string{"games", "given_up"},
	none:  []string{"lost", "inconsistent", "doubled", "untold", "told_twice", "disordered", "misanswered", "stale", "stuck", "tokens", "replays_differ"},
	run:   sim,
}

// sim runs the whole bot under a virtual clock, one seed after the other. A seed decides everything: what people do, which calls
// of Discord and of the store fail, with or without effect, and when the process dies. Once the faults are over, every move that
// was acknowledged must be there, every table told of each turn once and in order, and no panel may offer what is past.
func sim(ctx context.Context, t *trial) error {
	for nth := range t.Size {
		seed := t.Seed + uint64(nth)
		first, err := t.simulate(ctx, seed)
		if err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		if nth%replayEvery != 0 {
			continue
		}
		t.count("replayed", 1)
		quiet := &trial{Options: t.Options, folder: t.folder, counts: map[string]int64{}}
		for name := range t.counts {
			quiet.counts[name] = 0
		}
		second, err := quiet.simulate(ctx, seed)
		if err != nil {
			return fmt.Errorf("seed %d again: %w", seed, err)
		}
		if first != second {
			t.wrong("replays_differ", "seed %d came to something else the second time", seed)
		}
	}
	return nil
}

// simulate runs a seed and returns the hash of all that the bot told Discord.
func (t *trial) simulate(ctx context.Context, seed uint64) ([32]byte, error) {
	w := &world{
		trial: t, seed: seed, rng: rand.New(rand.NewPCG(seed, 17)), base: memory.New(), promised: map[string]turnTold{}, acknowledged: newLedger(),
		answered: map[string]bool{}, made: map[string]int{}, alone: map[match.Link]bool{}, branches: map[match.GameID]int{},
	}
	w.unwell = [3]float64{w.rng.Float64() * 0.3, w.rng.Float64() * 0.2, w.rng.Float64() * 0.03}
	if w.fault == faultForgets { // the store's fault is the one that is looked for
		w.unwell[2] = 0
	}
	if err := w.begin(ctx); err != nil {
		return [32]byte{}, err
	}
	if err := w.open(ctx); err != nil {
		return [32]byte{}, err
	}
	for range simSteps {
		if err := w.act(ctx); err != nil {
			return [32]byte{}, err
		}
	}
	if err := w.recover(ctx); err != nil {
		return [32]byte{}, err
	}
	w.judge(ctx)
	return sha256.Sum256(w.transcript.Bytes()), nil
}

// world is the run of one seed.
type world struct {
	*trial
	*machine
	seed   uint64
	rng    *rand.Rand // shadows the trial's: each seed has its own
	base   storage.Store
	games  []*game
	script []*deed

	faulty   bool            // faults happen now
	answered map[string]bool // interactions whose first answer Discord has taken: it takes no second one
	unwell   [3]float64      // how often a call of Discord fails, its outcome is lost, the store fails
	left     int             // calls until the process dies; negative: it does not
	dead     bool

	made         map[string]int        // moves, and undos, by the interaction that made them
	madeAlone    int                   // moves without one: planned, or forced
	alone        map[match.Link]bool   // their links
	promised     map[string]turnTold   // turns that tables are to be told of, by nonce
	branches     map[match.GameID]int  // how often moves had been taken back when the ledger was looked at
	deeds        []discord.Interaction // what people did beside moves
	acknowledged *ledger

	transcript bytes.Buffer
	log        bytes.Buffer
}

// begin starts a process on the store.
func (w *world) begin(ctx context.Context) (err error) {
	p := parts{store: w.base, seed: w.seed, before: w.machine, watched: true, wrap: func(s storage.Store) storage.Store {
		if w.fault == faultForgets {
			s = forgetful{s}
		}
		return flaky{s, w.storeFault, w.promise, w.noteMade}
	}}
	p.log = slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug})
	w.left, w.dead = -1, false
	if w.machine, err = newMachine(ctx, p); err != nil {
		return err
	}
	w.api.Fail = func(c discordtest.Call) error {
		if c.Method == discordtest.Respond && w.answered[c.Interaction.ID] {
			return &discord.Error{Status: 400, Code: 40060}
		}
		if c.Method == discordtest.EditOriginal && !w.answered[c.Interaction.ID] {
			return &discord.Error{Status: 404, Code: 10015}
		}
		return w.discordFault("discord_faults", w.unwell[0])
	}
	w.api.Lose = func(c discordtest.Call) error {
		if c.Method == discordtest.Respond {
			w.answered[c.Interaction.ID] = true
		}
		return w.discordFault("lost_outcomes", w.unwell[1])
	}
	return nil
}

// noteMade notes by which interaction a move was made; an undo has no link.
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

// promise notes which turns a table will be told of.
func (w *world) promise(out []storage.Message) {
	for _, m := range out {
		if m.Kind == "turn" {
			w.promised[m.Nonce] = turnTold{m.Ply, m.Head, len(w.promised)}
		}
	}
}

// dies counts a call, and reports whether the process is dead by then.
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

func (w *world) storeFault(method string) error {
	switch {
	case w.dies():
		return errDead
	case w.faulty && w.rng.Float64() < w.unwell[2]:
		w.count("store_faults", 1)
		if w.rng.IntN(2) == 0 {
			return fmt.Errorf("%s: %w", method, storage.ErrFull)
		}
		return fmt.Errorf("%s: disk I/O error", method)
	}
	return nil
}

// discordFault is what becomes of a call of Discord.
func (w *world) discordFault(kind string, often float64) error {
	if w.dies() {
		return discord.NoAnswer(errDead)
	}
	if !w.faulty || w.rng.Float64() >= often {
		return nil
	}
	w.count(kind, 1)
	if kind == "lost_outcomes" {
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

// open starts the games.
func (w *world) open(ctx context.Context) error {
	all := titles.All()
	for i := range simTables {
		title := all[w.rng.IntN(len(all))]
		counts := title.SeatCounts()
		g, err := w.start(ctx, title, counts[w.rng.IntN(len(counts))], 10*i, w.seed+uint64(i))
		if err != nil {
			return err
		}
		w.games = append(w.games, g)
		w.count("games", 1)
	}
	w.keep(w.taken())
	w.faulty = true
	return nil
}

// act is one step: somebody does something, messages are sent, or time passes. Then a dead process is started again.
func (w *world) act(ctx context.Context) error {
	if w.rng.IntN(12) == 0 {
		w.left = w.rng.IntN(12)
	}
	var err error
	switch w.rng.IntN(12) {
	case 0, 1, 2, 3, 4:
		err = w.move(ctx)
	case 5:
		w.repeat(ctx)
	case 6:
		err = w.undo(ctx)
	case 7:
		err = w.plan(ctx)
	case 8:
		w.clock.move(time.Duration(w.rng.IntN(300)) * time.Second)
	default:
		w.carryPlansOut(ctx)
		_ = w.bot.Flush(ctx) // what fails is sent later
	}
	w.keep(w.taken())
	if w.dead && err == nil {
		err = w.begin(ctx)
	}
	w.left = -1
	return err
}

// move has a player make a move, in the panel if there is one.
func (w *world) move(ctx context.Context) error {
	g := w.games[w.rng.IntN(len(w.games))]
	if err := w.follow(ctx, g); err != nil || g.copy.Over() {
		return err
	}
	seat, move, err := g.choose()
	if err != nil {
		return err
	}
	ix := w.click(g.user(seat), g.do(g.row.Ply, move))
	if channel, message, ok := w.screen.panelOf(ix.User.ID, g.row.ID); ok && w.rng.IntN(2) == 0 {
		ix.Guild, ix.Channel, ix.Message = "", channel, message
	}
	s := &deed{g.row.ID, seat, g.row.Ply, notation.PrintMove(g.title.Lexicon(), move), *ix}
	s.ix.Token = "aW50ZXJhY3Rpb24-s3cret" // none of it may be logged
	w.script = append(w.script, s)
	w.count("interactions", 1)
	w.deliver(ctx, s)
	return nil
}

// follow brings a copy up to the store, whatever fails.
func (w *world) follow(ctx context.Context, g *game) error {
	return g.follow(ctx, &machine{store: w.base})
}

// keep writes calls into the transcript.
func (w *world) keep(calls []discordtest.Call) {
	for _, c := range calls {
		if c.Method == discordtest.Send && c.Err == nil {
			w.count("messages", 1)
		}
		// The length of a text and not the text: the ID of an internal error is random.
		fmt.Fprintf(&w.transcript, "%s %s %s %s %d %v %v\n", c.Method, c.Channel, c.ID, c.Result, len(c.Message.Content), c.Err, c.Lost)
	}
}

// recover ends the faults and lets everything be sent that is owed.
func (w *world) recover(ctx context.Context) error {
	w.faulty = false
	if err := w.begin(ctx); err != nil {
		return err
	}
	for range 30 {
		if err := w.bot.Flush(ctx); err != nil {
			return fmt.Errorf("send what is owed: %w", err)
		}
		w.keep(w.taken())
		due, err := w.base.NextDue(ctx)
		if errors.Is(err, storage.ErrNotFound) || err == nil && due.After(w.clock.now().Add(time.Hour)) { // the end of a question
			return nil
		}
		w.clock.move(time.Minute)
		w.carryPlansOut(ctx)
	}
	w.wrong("stuck", "seed %d: messages wait half an hour after the faults", w.seed)
	return nil
}
