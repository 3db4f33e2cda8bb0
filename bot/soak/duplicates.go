package soak

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/titles"
	"konduktor/storage"
)

// How interactions are repeated: each up to maxCopies times, the last one up to maxLate rounds of a minute each after the
// first, from so many goroutines.
const (
	maxCopies  = 5
	maxLate    = 20
	deliverers = 8
	tables     = 10 // games at a time
)

// sent is an interaction of the script, and what it was answered at each delivery.
type sent struct {
	game int // index of the game
	ply  engine.Ply
	ix   discord.Interaction
	want answer // when it was delivered once
	got  []answer
}

var duplicatesKind = Kind{
	Name: "duplicates", About: "interactions, each delivered up to 5 times, shuffled, up to 20 minutes late, from 8 goroutines", Small: 150, Full: 10_000,
	some: []string{"interactions", "repeats", "concurrent", "late"}, shown: []string{"games"},
	none: []string{"lost", "doubled", "heads", "answers", "messages"}, run: duplicates,
}

// duplicates plays games twice: once with every interaction delivered once, and once with each delivered up to five times,
// shuffled, late, and by many at once. Both must come to the same, and each copy must be answered as the first.
func duplicates(ctx context.Context, t *trial) error {
	d := &doubler{trial: t}
	for d.interactions() < t.Size {
		if err := d.session(ctx, filepath.Join(t.folder, strconv.Itoa(d.counted("games")))); err != nil {
			return err
		}
	}
	return nil
}

func (d *doubler) interactions() int { return d.counted("interactions") }

// session plays some games at two machines of their own: at older ones the IDs of messages would differ, which answers name.
func (d *doubler) session(ctx context.Context, file string) error {
	var err error
	if d.once, err = d.machine(ctx, parts{file: file + "-once.db", seed: d.Seed}); err != nil {
		return err
	}
	defer d.leave(d.once)
	p := parts{file: file + "-often.db", seed: d.Seed}
	if d.fault == faultForgets {
		p.wrap = func(s storage.Store) storage.Store { return forgetful{s} }
	}
	if d.often, err = d.machine(ctx, p); err != nil {
		return err
	}
	defer d.leave(d.often)
	return d.play(ctx, d.Size, d.Seed+uint64(d.interactions()))
}

// doubler plays the same games at two machines. Its figures are: moves that are missing at the machine that is told everything
// often (lost), and rows too many there (doubled); games that differ (heads); copies that were answered otherwise than the
// interaction that came once (answers); sessions in which other messages went out (messages).
type doubler struct {
	*trial
	once, often *machine
}

// batch are games that are played side by side.
type batch struct {
	once, often []*game
	script      []*sent
	later       map[int][]*sent // deliveries by round
	told        [2]map[string]int
}

// play deals a game of each title twice and plays until so many interactions have been sent, or all games are over.
func (d *doubler) play(ctx context.Context, until int, seed uint64) error {
	b := &batch{later: map[int][]*sent{}, told: [2]map[string]int{{}, {}}}
	all := titles.All()
	for i := range tables {
		title := all[i%len(all)]
		seats := title.SeatCounts()[0]
		for m, games := range map[*machine]*[]*game{d.once: &b.once, d.often: &b.often} {
			g, err := m.start(ctx, title, seats, 10*i, seed+uint64(i))
			if err != nil {
				return err
			}
			*games = append(*games, g)
		}
		if b.once[i].row.Head != b.often[i].row.Head {
			return errors.New("the two machines dealt different games")
		}
	}
	d.count("games", tables)
	for round := 0; d.interactions() < until || len(b.later) > 0; round++ {
		now, err := d.next(ctx, b, round, until)
		if err != nil {
			return err
		}
		if len(now) == 0 && len(b.later) == 0 {
			break
		}
		if err := d.deliver(ctx, b, now); err != nil {
			return err
		}
	}
	return d.compare(ctx, b)
}

// next makes the next move of each game at the machine that is told everything once, and returns what the other machine is
// told in this round: those moves, several times perhaps, and what is late.
func (d *doubler) next(ctx context.Context, b *batch, round, until int) ([]*sent, error) {
	now := b.later[round]
	d.count("late", len(now))
	d.count("repeats", len(now))
	delete(b.later, round)
	for i, g := range b.once {
		if g.copy.Over() || d.interactions() >= until {
			continue
		}
		seat, move, err := g.choose()
		if err != nil {
			return nil, err
		}
		ix := d.once.click(g.user(seat), g.do(g.row.Ply, move))
		ix.ID = "1" + strconv.Itoa(100_000_000+d.interactions()) // the same at both machines
		s := &sent{game: i, ply: g.row.Ply, ix: *ix}
		d.count("interactions", 1)
		s.want = d.once.handle(ctx, ix)
		if err := g.follow(ctx, d.once); err != nil {
			return nil, err
		}
		if !g.wasMade(s.ply) {
			return nil, fmt.Errorf("ply %d of game %s was not made", s.ply, g.row.ID)
		}
		b.script = append(b.script, s)
		now = append(now, s)
		for range d.rng.IntN(maxCopies) {
			if d.rng.IntN(2) == 0 {
				now = append(now, s)
				d.count("concurrent", 1)
				d.count("repeats", 1)
			} else {
				at := round + 1 + d.rng.IntN(maxLate-1)
				b.later[at] = append(b.later[at], s)
			}
		}
	}
	d.rng.Shuffle(len(now), func(i, j int) { now[i], now[j] = now[j], now[i] })
	return now, nil
}

// deliver tells the second machine what is due in a round, lets both send their messages, and a minute pass.
func (d *doubler) deliver(ctx context.Context, b *batch, now []*sent) error {
	copies := make([]*discord.Interaction, len(now))
	queue := make(chan *discord.Interaction, len(now))
	for i, s := range now {
		ix := s.ix
		copies[i] = &ix
		queue <- &ix
	}
	close(queue)
	var all sync.WaitGroup
	for range deliverers {
		all.Go(func() {
			for ix := range queue {
				d.often.bot.Handle(ctx, ix)
			}
		})
	}
	all.Wait()
	calls := d.often.taken()
	for i, s := range now {
		s.got = append(s.got, answerTo(copies[i], calls))
	}
	for i, m := range []*machine{d.once, d.often} {
		calls, err := m.flush(ctx)
		if err != nil {
			return err
		}
		for _, c := range calls {
			if c.Method == discordtest.Send && !c.Repeat {
				b.told[i][c.Message.Content]++
			}
		}
		m.clock.move(time.Minute)
		if err := m.store.Forget(ctx, m.clock.now().Add(-time.Hour)); err != nil { // as the outbox does
			return err
		}
	}
	return nil
}

// compare holds the two machines against each other.
func (d *doubler) compare(ctx context.Context, b *batch) error {
	for i, want := range b.once {
		got := b.often[i]
		if err := got.follow(ctx, d.often); err != nil {
			return err
		}
		if !chained(got.row, got.moves) {
			return fmt.Errorf("game %s: the hash chain is broken", got.row.ID)
		}
		d.count("lost", max(0, len(want.moves)-len(got.moves)))
		d.count("doubled", max(0, len(got.moves)-len(want.moves)))
		if got.row.Head != want.row.Head {
			d.wrong("heads", "game %s of %s: %d moves, told once %d", got.row.ID, got.row.Title, len(got.moves), len(want.moves))
		}
	}
	for _, s := range b.script {
		for _, a := range s.got {
			if a, want := timeless(a), timeless(s.want); !a.done || !reflect.DeepEqual(a, want) {
				d.wrong("answers", "ply %d of game %d: %s", s.ply, s.game, difference(fmt.Sprintf("%+v", a), fmt.Sprintf("%+v", want)))
			}
		}
	}
	if !reflect.DeepEqual(b.told[0], b.told[1]) {
		d.wrong("messages", "other messages went out when everything came often")
	}
	return nil
}

// timeless is an answer without the lines that say when somebody's time is up. Those are about the clock as it runs when the
// answer is given; all else is about the move.
func timeless(a answer) answer {
	lines := strings.Split(a.message.Content, "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.Contains(line, "<t:") })
	a.message.Content = strings.Join(lines, "\n")
	return a
}
