package soak

import (
	"context"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
	"konduktor/storage/memory"
)

// cutsEach is how many answers are cut off in one game.
const cutsEach = 40

var answersKind = Kind{
	Name: "answers", About: "moves whose answer is cut off between the commit and Discord, at a random point, and that are sent again", Small: 200, Full: 10_000,
	some: []string{"cuts", "restarts", "overtaken", "in_direct_messages"}, shown: []string{"games"}, none: []string{"lost", "doubled", "misanswered", "stale"},
	run: answers,
}

// answers has the process die at a random point after the commit of a move: before its answer, within it, or in what follows.
// The interaction, delivered again to the same process or the next, must be answered as the move that it made, whatever has
// happened in the game since, and no panel may go on offering what was possible before.
func answers(ctx context.Context, t *trial) error {
	for deal := 0; t.counted("cuts") < t.Size; deal++ {
		c := &cutter{trial: t, base: memory.New()}
		if err := c.play(ctx, deal); err != nil {
			return err
		}
		t.count("games", 1)
	}
	return nil
}

// cutter plays one game whose answers are cut off.
type cutter struct {
	*trial
	*machine
	base   storage.Store // outlives the processes
	game   *game
	left   int // calls of Discord and the store until the process dies; negative: it does not
	counts bool
}

func (c *cutter) begin(ctx context.Context) error {
	p := parts{store: c.base, seed: c.Seed, watched: true, wrap: func(s storage.Store) storage.Store {
		switch c.fault {
		case faultForgets:
			s = forgetful{s}
		case faultOwesNothing:
			s = carefree{s}
		}
		return flaky{s, func(string) error { return c.step() }, func(out []storage.Message) { c.counts = c.counts || len(out) > 0 }, nil}
	}}
	p.before = c.machine
	var err error
	c.machine, err = newMachine(ctx, p)
	return err
}

// step is one call of the store or of Discord. Once a move is committed, calls are counted until the process dies.
func (c *cutter) step() error {
	if c.left < 0 || !c.counts {
		return nil
	}
	if c.left == 0 {
		return errDead
	}
	c.left--
	return nil
}

func (c *cutter) play(ctx context.Context, deal int) error {
	c.left = -1
	if err := c.begin(ctx); err != nil {
		return err
	}
	all := titles.All()
	title := all[deal%len(all)]
	counts := title.SeatCounts()
	var err error
	if c.game, err = c.start(ctx, title, counts[c.rng.IntN(len(counts))], 10, c.Seed+uint64(deal)); err != nil {
		return err
	}
	for range cutsEach {
		if c.game.copy.Over() {
			break
		}
		if err := c.cut(ctx); err != nil {
			return err
		}
	}
	return nil
}

// cut makes a move whose answer is cut off, and sends it again.
func (c *cutter) cut(ctx context.Context) error {
	g := c.game
	seat, move, err := g.choose()
	if err != nil {
		return err
	}
	if _, err := c.flush(ctx); err != nil {
		return err
	}
	ply := g.row.Ply
	ix := c.click(g.user(seat), g.do(ply, move))
	if channel, message, ok := c.screen.panelOf(ix.User.ID, g.row.ID); ok && c.rng.IntN(3) > 0 {
		ix.Guild, ix.Channel, ix.Message = "", channel, message
		c.count("in_direct_messages", 1)
	}
	c.counts, c.left = false, c.rng.IntN(6)
	c.api.Fail = func(discordtest.Call) error { return c.noAnswer() }
	c.api.Lose = func(discordtest.Call) error { return c.noAnswer() }
	c.bot.Handle(ctx, ix)
	c.left, c.api.Fail, c.api.Lose = -1, nil, nil
	c.count("cuts", 1)
	c.taken()
	if c.rng.IntN(2) == 0 {
		c.count("restarts", 1)
		if err := c.begin(ctx); err != nil {
			return err
		}
	}
	if err := g.follow(ctx, c.machine); err != nil {
		return err
	}
	if !g.wasMade(ply) {
		c.wrong("lost", "ply %d of game %s was not made", ply, g.row.ID)
		return nil
	}
	if c.rng.IntN(2) == 0 && !g.copy.Over() { // the game goes on meanwhile
		c.count("overtaken", 1)
		if err := c.next(ctx); err != nil {
			return err
		}
	}
	return c.again(ctx, ix, ply)
}

// noAnswer is what becomes of a call of Discord.
func (c *cutter) noAnswer() error {
	if err := c.step(); err != nil {
		return discord.NoAnswer(err)
	}
	return nil
}

// next makes a legal move.
func (c *cutter) next(ctx context.Context) error {
	seat, move, err := c.game.choose()
	if err != nil {
		return err
	}
	c.bot.Handle(ctx, c.click(c.game.user(seat), c.game.do(c.game.row.Ply, move)))
	c.taken()
	return c.game.follow(ctx, c.machine)
}

// again delivers the interaction once more, as Discord or an impatient person would.
func (c *cutter) again(ctx context.Context, ix *discord.Interaction, ply engine.Ply) error {
	before := c.game.row.Ply
	copied := *ix
	c.bot.Handle(ctx, &copied)
	calls := c.taken()
	if got := answerTo(&copied, calls); !got.done {
		c.wrong("misanswered", "game %s, ply %d: answered %.80q", c.game.row.ID, ply, got.message.Content)
	}
	if err := c.game.follow(ctx, c.machine); err != nil {
		return err
	}
	if c.game.row.Ply != before {
		c.wrong("doubled", "game %s: ply %d was made again", c.game.row.ID, ply)
	}
	if _, err := c.flush(ctx); err != nil {
		return err
	}
	row := c.game.row
	for _, what := range c.screen.stale(map[match.GameID]match.Game{row.ID: row}) {
		c.wrong("stale", "game %s, ply %d: %s", row.ID, row.Ply, what)
	}
	if c.broken.Load() > 0 && !c.heardOnly(errDead) {
		c.wrong(figureErrors, "an internal error: %s", c.lastFault())
	}
	c.broken.Store(0)
	return nil
}
