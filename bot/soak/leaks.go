package soak

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"strconv"
	"sync"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
)

const (
	// pairsEach is how many pairs are played by the same two machines.
	pairsEach = 200
	// The bot makes the lastMoves moves of a pair; the deal and the moves before are in the store, as if they had been made long
	// ago. So a pair takes a fifth of the time, and pairs end at all plies. Every wholeEvery-th pair is played from the lobby on.
	lastMoves  = 3
	wholeEvery = 10
	// paintedEvery is how often the pictures are really painted, which takes most of a second; in between a picture is all that
	// its painter is given.
	paintedEvery = 500
)

var leaksKind = Kind{
	Name: "leaks", About: "pairs of games a title that differ in what one seat knows: nobody else may be told anything else", Small: 100, Full: 10_000,
	some: append(titleIDs(), "moves", "questions", "compared", "private", "log_lines"), shown: []string{"painted"},
	none: []string{"leaks", "logs_differ"}, run: leaks,
}

// titleIDs are the figures of a kind that counts by title.
func titleIDs() []string {
	var ids []string
	for _, t := range titles.All() {
		ids = append(ids, t.ID())
	}
	return ids
}

// leaks plays pairs of games that differ only in what one seat knows, by the same moves, and wants everything that anybody
// else can read to be the same, byte for byte: messages, pictures, suggestions, answers and errors, custom IDs, nonces, file
// names, and the log at its most talkative.
func leaks(ctx context.Context, t *trial) error {
	all := titles.All()
	errs := make([]error, len(all))
	var side sync.WaitGroup
	for i, title := range all {
		e := &eavesdropper{trial: t, title: title, rng: rand.New(rand.NewPCG(t.Seed, uint64(100+i)))}
		side.Go(func() { errs[i] = e.listen(ctx) })
	}
	side.Wait()
	return errors.Join(errs...)
}

// eavesdropper plays the pairs of one title and reads what it can.
type eavesdropper struct {
	*trial
	title engine.Title
	rng   *rand.Rand // of its own: the titles are tried side by side

	halves [2]*half
	pair   *pair
	pairs  int // so far
	games  [2]*game
}

// half is the machine of one of the two games, and what lies on its piles.
type half struct {
	*machine
	stack   stack
	painter painter
	log     bytes.Buffer
}

func (e *eavesdropper) newHalf(ctx context.Context, mark string) (*half, error) {
	h := &half{}
	title := rigged(e.title, func(t engine.Title, s engine.Setup) (engine.Game, error) {
		g, err := t.New(h.stack.on(s))
		if e.fault == faultPeeks {
			return peekingGame{g}, err
		}
		return g, err
	})
	p := parts{seed: e.Seed, titles: []engine.Title{title}, painter: &h.painter}
	p.log = slog.NewTextHandler(&h.log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: withoutTime})
	if e.fault == faultLogs {
		p.wrap = func(s storage.Store) storage.Store { return talkative{s, slog.New(p.log)} }
	}
	var err error
	if h.machine, err = e.machine(ctx, p); err != nil {
		return nil, err
	}
	h.listens, h.painter.mark = true, mark
	return h, nil
}

func withoutTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// listen plays so many pairs.
func (e *eavesdropper) listen(ctx context.Context) error {
	for e.pairs < e.Size {
		for i := range e.halves {
			var err error
			if e.halves[i], err = e.newHalf(ctx, "game "+strconv.Itoa(i)); err != nil {
				return err
			}
		}
		for nth := 0; nth < pairsEach && e.pairs < e.Size; {
			p, ok := newPair(e.title, e.rng)
			if !ok {
				continue
			}
			nth++
			e.pairs++
			e.count(e.title.ID(), 1)
			e.pair = p
			if err := e.play(ctx, 10*nth); err != nil {
				return fmt.Errorf("%s, pair %d: %w", e.title.ID(), e.pairs, err)
			}
		}
		for _, h := range e.halves {
			e.leave(h.machine)
		}
	}
	return nil
}

// play plays a pair, has somebody who may not know the secret ask for all sorts of things, and compares what was told.
func (e *eavesdropper) play(ctx context.Context, first int) error {
	steps, whole := e.pair.steps, e.pairs%wholeEvery == 0
	if err := e.deal(ctx, first, whole); err != nil {
		return err
	}
	from := 0
	if !whole {
		from = max(0, len(steps)-lastMoves)
	}
	if steps[from].forced {
		from--
	}
	if err := e.skip(ctx, steps[:from]); err != nil {
		return err
	}
	asker, questions := e.ask()
	for n, s := range steps[from:] {
		e.count("moves", 1)
		sends := e.rng.IntN(3) == 0 || from+n == len(steps)-1
		for i, h := range e.halves {
			if g := e.games[i]; !s.forced {
				h.handle(ctx, h.click(g.user(s.seat), g.do(engine.Ply(from+n), s.moves[i])))
			}
			if !sends {
				continue
			}
			if _, err := h.flush(ctx); err != nil {
				return err
			}
		}
		if _, err := e.games[0].copy.Apply(s.seat, s.moves[0]); err != nil {
			return err
		}
		if e.rng.IntN(4) == 0 {
			e.questioned(ctx, asker, questions)
		}
	}
	for range 5 {
		e.questioned(ctx, asker, questions)
	}
	for i, h := range e.halves {
		row, err := h.store.Game(ctx, e.games[i].row.ID)
		if err != nil {
			return err
		}
		if int(row.Ply) != len(steps) {
			return fmt.Errorf("%d of %d moves were made", row.Ply, len(steps))
		}
	}
	e.compare()
	return nil
}

// deal starts the two games of the pair.
func (e *eavesdropper) deal(ctx context.Context, first int, whole bool) (err error) {
	really := e.pairs%paintedEvery == 0
	if really {
		e.count("painted", 1)
	}
	for i, h := range e.halves {
		h.stack, h.heard = e.pair.stacks[i], nil
		h.log.Reset()
		if err := h.painter.prepare(e.title, e.pair.secret, really); err != nil {
			return err
		}
		start := h.insertGame
		if whole {
			start = h.start
		}
		title := rigged(e.title, func(t engine.Title, s engine.Setup) (engine.Game, error) { return t.New(h.stack.on(s)) })
		if e.games[i], err = start(ctx, title, e.pair.seats, first, e.Seed+uint64(e.pairs)); err != nil {
			return err
		}
	}
	return nil
}

// skip makes the first moves of the pair without the bot.
func (e *eavesdropper) skip(ctx context.Context, steps []step) error {
	for i, h := range e.halves {
		for _, s := range steps {
			if err := e.games[i].insertMove(ctx, h.machine, s.seat, s.moves[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare wants both machines to have told everybody but the seat with the secret the same.
func (e *eavesdropper) compare() {
	first, second := e.halves[0], e.halves[1]
	e.count("log_lines", bytes.Count(first.log.Bytes(), []byte("\n")))
	if !bytes.Equal(first.log.Bytes(), second.log.Bytes()) {
		e.wrong("logs_differ", "%s, pair %d: the logs differ: %s", e.title.ID(), e.pairs, difference(first.log.String(), second.log.String()))
	}
	a, b := e.open(0), e.open(1)
	e.count("compared", len(a))
	if len(a) != len(b) {
		e.wrong("leaks", "%s, pair %d: %d calls, or %d", e.title.ID(), e.pairs, len(a), len(b))
		return
	}
	for i := range a {
		if !reflect.DeepEqual(a[i], b[i]) {
			e.wrong("leaks", "%s, pair %d, seat %d's secret, call %d: %s", e.title.ID(), e.pairs, e.pair.secret, i,
				difference(written(a[i]), written(b[i])))
			return
		}
	}
	if !reflect.DeepEqual(first.heard, second.heard) {
		e.count("private", 1)
	}
}

// open lists the calls of a machine that somebody else than the seat with the secret can read. Of an answer to that seat it
// keeps whether the answer was private.
func (e *eavesdropper) open(i int) []discordtest.Call {
	h, owner := e.halves[i], e.games[i].user(e.pair.secret).ID
	dm := match.ChannelID("")
	private := map[*discord.Interaction]bool{}
	var list []discordtest.Call
	for _, c := range h.heard {
		if c.Method == discordtest.OpenDM && c.User == owner {
			dm = match.ChannelID(c.Result)
		}
		hidden := false
		switch {
		case c.Interaction == nil:
			hidden = dm != "" && c.Channel == dm
		case c.Interaction.User.ID != owner:
		case c.Method == discordtest.Respond:
			r := c.Response
			hidden = r.Update != nil || r.DeferUpdate || r.Choices != nil || r.Deferred != nil && r.Deferred.Ephemeral || r.Message != nil && r.Message.Ephemeral
			private[c.Interaction] = hidden
		default:
			hidden = private[c.Interaction] || c.Message.Ephemeral
		}
		if c.Interaction != nil { // what was asked is not what is told
			c.Interaction = &discord.Interaction{ID: c.Interaction.ID, User: c.Interaction.User}
		}
		if !hidden {
			list = append(list, c)
		}
	}
	return list
}

// written is a call as text, with what its pointers lead to.
func written(c discordtest.Call) string {
	text, err := json.Marshal(c)
	if err != nil {
		return fmt.Sprintf("%+v", c)
	}
	return string(text)
}

// difference shows where two texts begin to differ.
func difference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-120)
	return fmt.Sprintf("...%.240q or ...%.240q", a[from:], b[from:])
}
