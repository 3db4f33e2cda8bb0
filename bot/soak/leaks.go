package soak

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
	"konduktor/render"
	"konduktor/storage"
)

// pairsEach is how many pairs are played by the same two machines, and paintedEvery how often the pictures are really
// painted, which takes most of a second; in between a picture is all that its painter is given.
const (
	pairsEach    = 200
	paintedEvery = 500
)

// What a test breaks: views show the sum of a secret, or the log what a move was.
const (
	faultPeeks fault = "peeks"
	faultLogs  fault = "logs"
)

// leaks plays pairs of games that differ only in what one seat knows, by the same moves, and wants everything that anybody
// else can read to be the same, byte for byte: messages, pictures, suggestions, answers and errors, custom IDs, nonces, file
// names, and the log at its most talkative.
func leaks(ctx context.Context, o Options, r *Report) error {
	return withFolder(func(folder string) error {
		all := titles.All()
		halves := make([]*eavesdropper, len(all))
		errs := make([]error, len(all))
		var side sync.WaitGroup
		for i, title := range all {
			e := &eavesdropper{r: &Report{}, title: title, fault: o.fault, rng: rand.New(rand.NewPCG(o.Seed, uint64(100+i)))}
			halves[i] = e
			side.Go(func() { errs[i] = e.listen(ctx, filepath.Join(folder, title.ID()), o.Size, o.Seed) })
		}
		side.Wait()
		if err := errors.Join(errs...); err != nil {
			return err
		}
		var sum eavesdropper
		for _, e := range halves {
			r.some(e.title.ID(), e.pairs)
			sum.add(e)
			r.Short = append(r.Short, e.r.Short...)
		}
		r.some("moves", sum.moves)
		r.some("questions", sum.questions)
		r.some("compared", sum.compared)
		r.some("private", sum.private)
		r.add("painted", sum.painted)
		r.some("log_lines", sum.logged)
		r.none("leaks", sum.leaks)
		r.none("logs_differ", sum.logs)
		r.none("errors", sum.errors)
		return nil
	})
}

// eavesdropper plays the pairs of one title and reads what it can.
type eavesdropper struct {
	r     *Report
	title engine.Title
	fault fault
	rng   *rand.Rand

	halves [2]*half
	pair   *pair
	games  [2]*game

	pairs, moves, questions, painted int
	compared                         int // calls that somebody else than the seat with the secret can read
	private                          int // calls to that seat that differ, as they should
	logged, leaks, logs, errors      int
}

func (e *eavesdropper) add(o *eavesdropper) {
	e.moves, e.questions, e.painted = e.moves+o.moves, e.questions+o.questions, e.painted+o.painted
	e.compared, e.private, e.logged = e.compared+o.compared, e.private+o.private, e.logged+o.logged
	e.leaks, e.logs, e.errors = e.leaks+o.leaks, e.logs+o.logs, e.errors+o.errors
}

// half is the machine of one of the two games, and what lies on its piles.
type half struct {
	*machine
	stack   stack
	painter painter
	log     bytes.Buffer
}

func newHalf(ctx context.Context, file string, e *eavesdropper, seed uint64) (*half, error) {
	h := &half{}
	title := rigged(e.title, func(t engine.Title, s engine.Setup) (engine.Game, error) {
		g, err := t.New(h.stack.on(s))
		if e.fault == faultPeeks {
			return peekingGame{g}, err
		}
		return g, err
	})
	p := parts{file: file, seed: seed, titles: []engine.Title{title}, painter: &h.painter}
	p.log = slog.NewTextHandler(&h.log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: withoutTime})
	if e.fault == faultLogs {
		p.wrap = func(s storage.Store) storage.Store { return talkative{s, slog.New(p.log)} }
	}
	var err error
	if h.machine, err = newMachine(ctx, p); err != nil {
		return nil, err
	}
	h.listens = true
	return h, nil
}

func withoutTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// listen plays so many pairs.
func (e *eavesdropper) listen(ctx context.Context, file string, pairs int, seed uint64) error {
	for batch := 0; e.pairs < pairs; batch++ {
		for i := range e.halves {
			var err error
			if e.halves[i], err = newHalf(ctx, fmt.Sprintf("%s-%d-%d.db", file, batch, i), e, seed); err != nil {
				return err
			}
		}
		for nth := 0; nth < pairsEach && e.pairs < pairs; {
			p, ok := newPair(e.title, e.rng)
			if !ok {
				continue
			}
			nth++
			e.pairs++
			e.pair = p
			if err := e.play(ctx, 10*nth, seed+uint64(e.pairs)); err != nil {
				return fmt.Errorf("%s, pair %d: %w", e.title.ID(), e.pairs, err)
			}
		}
		for _, h := range e.halves {
			e.errors += int(h.broken.Load())
			if h.broken.Load() > 0 {
				e.r.fail("an internal error: %s", h.lastFault())
			}
			if err := h.close(); err != nil {
				return err
			}
		}
	}
	return nil
}

// play plays a pair, has somebody who may not know the secret ask for all sorts of things, and compares what was told.
func (e *eavesdropper) play(ctx context.Context, first int, seed uint64) error {
	really := e.pairs%paintedEvery == 0
	for i, h := range e.halves {
		h.stack = e.pair.stacks[i]
		h.heard = nil
		h.log.Reset()
		if err := h.painter.prepare(e.title, really); err != nil {
			return err
		}
		var err error
		if e.games[i], err = h.start(ctx, rigged(e.title, func(t engine.Title, s engine.Setup) (engine.Game, error) {
			return t.New(h.stack.on(s))
		}), e.pair.seats, first, seed); err != nil {
			return err
		}
	}
	if really {
		e.painted++
	}
	asker, questions := e.ask()
	for n, s := range e.pair.steps {
		e.moves++
		sends := e.rng.IntN(3) == 0 || n == len(e.pair.steps)-1
		for i, h := range e.halves {
			g := e.games[i]
			h.handle(ctx, h.click(g.user(s.seat), g.do(engine.Ply(n), s.moves[i])))
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
		if e.rng.IntN(8) == 0 {
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
		if int(row.Ply) != len(e.pair.steps) {
			return fmt.Errorf("%d of %d moves were made", row.Ply, len(e.pair.steps))
		}
	}
	e.compare()
	return nil
}

// question makes an interaction of somebody at a machine. One that could be a move is not asked by those who can move.
type question struct {
	move bool
	make func(m *machine, who discord.User) *discord.Interaction
}

// questioned asks both machines the same.
func (e *eavesdropper) questioned(ctx context.Context, who discord.User, list []question) {
	q := list[e.rng.IntN(len(list))]
	for _, seat := range e.games[0].copy.ToMove() {
		if q.move && e.games[0].user(seat).ID == who.ID {
			return
		}
	}
	e.questions++
	for _, h := range e.halves {
		h.handle(ctx, q.make(h.machine, who))
	}
}

// ask chooses somebody who may not know the secret, and lists what they can ask.
func (e *eavesdropper) ask() (discord.User, []question) {
	g := e.games[0]
	who := discord.User{ID: "7", Name: "Eve"}
	if seat := engine.Seat(1 + e.rng.IntN(e.pair.seats)); seat != e.pair.secret {
		who = g.user(seat)
	}
	id, last := string(g.row.ID), e.pair.steps[len(e.pair.steps)-1]
	var list []question
	for _, words := range []string{
		"hand", "board", "board text=true", "board city=a", "log", "games", "draw card=x", "keep ticket1=x", "claim route=x", "claim route=0 cards=x",
		"tickets", "pay", "place where=x", "exchange", "port city=x", "share ticket1=x", "lay row=red", "lay row=x", "rules", "help",
		"game join", "game start", "game move-here", "withdraw", "pieces trains=x",
	} {
		fields := strings.Fields(words)
		path := fields[:1]
		if fields[0] == "game" {
			path = fields[:2]
		}
		list = append(list, question{true, func(m *machine, who discord.User) *discord.Interaction {
			return m.slash(who, strings.Join(path, " "), append(slices.Clone(fields[len(path):]), "game="+id)...)
		}})
	}
	for _, words := range []string{
		"claim route", "claim cards", "draw card", "draw refill", "pieces trains", "pieces ships", "port city", "exchange pieces", "keep ticket1",
		"share ticket1", "pay cards", "place where", "board city", "lay row", "hand game",
	} {
		command, option, _ := strings.Cut(words, " ")
		list = append(list, question{false, func(m *machine, who discord.User) *discord.Interaction {
			ix := m.slash(who, command, option+"=", "game="+id)
			ix.Kind, ix.Options[0].Focused, ix.Channel = discord.Autocomplete, true, g.row.Thread
			return ix
		}})
	}
	for _, custom := range []string{
		"hand/" + id, "log/" + id + "/1", "text/" + id + "/1", g.do(engine.Ply(len(e.pair.steps)), last.moves[0]), g.do(0, e.pair.steps[0].moves[0]),
		"ask/" + id + "/9/lay:e", "ask/" + id + "/9/claim:0", "narrow/" + id + "/9/claim:0", "page/" + id + "/9/2", "join/" + id, "start/" + id,
	} {
		list = append(list, question{true, func(m *machine, who discord.User) *discord.Interaction { return m.click(who, custom) }})
	}
	return who, list
}

// compare wants both machines to have told everybody but the seat with the secret the same.
func (e *eavesdropper) compare() {
	first, second := e.halves[0], e.halves[1]
	e.logged += bytes.Count(first.log.Bytes(), []byte("\n"))
	if !bytes.Equal(first.log.Bytes(), second.log.Bytes()) {
		e.logs++
		e.r.fail("%s, pair %d: the logs differ: %s", e.title.ID(), e.pairs, difference(first.log.String(), second.log.String()))
	}
	a, b := e.open(0), e.open(1)
	e.compared += len(a)
	if len(a) != len(b) {
		e.leaks++
		e.r.fail("%s, pair %d: %d calls, or %d", e.title.ID(), e.pairs, len(a), len(b))
		return
	}
	for i := range a {
		if !reflect.DeepEqual(a[i], b[i]) {
			e.leaks++
			e.r.fail("%s, pair %d, seat %d's secret, call %d: %s", e.title.ID(), e.pairs, e.pair.secret, i,
				difference(fmt.Sprintf("%+v", a[i]), fmt.Sprintf("%+v", b[i])))
			return
		}
	}
	if !reflect.DeepEqual(first.heard, second.heard) {
		e.private++
	}
}

// open lists the calls of a machine that somebody else than the seat with the secret can read. Of an answer to that seat it
// keeps whether the answer was private.
func (e *eavesdropper) open(i int) []discordtest.Call {
	h, owner := e.halves[i], e.games[i].user(e.pair.secret).ID
	dm := ""
	private := map[*discord.Interaction]bool{}
	var list []discordtest.Call
	for _, c := range h.heard {
		if c.Method == discordtest.OpenDM && c.User == owner {
			dm = c.Result
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

// difference shows where two texts begin to differ.
func difference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-120)
	return fmt.Sprintf("...%.240q or ...%.240q", a[from:], b[from:])
}

// painter paints a view as all that can be read out of it: two such pictures are alike only if all that a painter was given
// is. When it really paints, the pictures are those of render.
type painter struct {
	really render.Painter
	made   render.Painter // kept once it was made
}

func (p *painter) prepare(t engine.Title, really bool) (err error) {
	p.really = nil
	if !really {
		return nil
	}
	if p.made == nil {
		if p.made, err = render.New(titles.MapOf(t), t.Lexicon()); err != nil {
			return err
		}
	}
	p.really = p.made
	return nil
}

func given(v engine.View, o render.Options) (render.Picture, error) {
	text, err := notation.MarshalView(&v)
	o.Words = nil // a function
	return render.Picture{PNG: fmt.Appendf(text, "%v %+v", v.Legal(), o), Alt: "picture", Width: 1, Height: 1}, err
}

// Board implements render.Painter.
func (p *painter) Board(v engine.View, o render.Options) (render.Picture, error) {
	if p.really != nil {
		return p.really.Board(v, o)
	}
	return given(v, o)
}

// Hand implements render.Painter.
func (p *painter) Hand(v engine.View, o render.Options) (render.Picture, error) {
	if p.really != nil {
		return p.really.Hand(v, o)
	}
	return given(v, o)
}

// Sheet implements render.Painter.
func (p *painter) Sheet(v engine.View, o render.Options) (render.Picture, error) {
	if p.really != nil {
		return p.really.Sheet(v, o)
	}
	return given(v, o)
}

// peekingGame shows everybody a number made of all hands: what faultPeeks breaks.
type peekingGame struct{ engine.Game }

// Clone implements engine.Game.
func (g peekingGame) Clone() engine.Game { return peekingGame{g.Game.Clone()} }

// View implements engine.Game.
func (g peekingGame) View(viewer engine.Seat) engine.View {
	v, all := g.Game.View(viewer), g.Unveiled()
	for i := range all.Seats {
		for c, n := range all.Seats[i].Hand.Cards {
			v.TicketsLeft += c * int(n)
		}
	}
	return v
}

// talkative is a store that logs the moves that it keeps: what faultLogs breaks.
type talkative struct {
	storage.Store
	log *slog.Logger
}

// Append implements storage.Store.
func (s talkative) Append(
	ctx context.Context, id storage.GameID, m storage.Move, p storage.Progress, why storage.Cause, out []storage.Message,
) error {
	s.log.Debug("append", "move", m.Text)
	return s.Store.Append(ctx, id, m, p, why, out)
}
