package soak

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"konduktor/bot/discord/discordtest"
	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
)

var postKind = Kind{
	Name: "post", About: "games by post among people who sleep, go away and vanish: do all end, and is anybody nagged", Small: 4, Full: 5000,
	some: []string{"games", "ended"}, shown: []string{
		"wait95", "live", "reminders", "days", "deserted", "turns", "house", "late", "plans", "planned", "gifts", "outages", "kills",
		"pauses", "standins", "computers", "undos",
	},
	none: []string{"stuck"}, order: []string{
		"games", "ended", "stuck", "wait95", "live", "reminders", "days", "deserted", "turns", "house", "late", "plans", "planned", "gifts",
		"outages", "kills", "pauses", "standins", "computers", "undos", figureErrors,
	},
	run: post,
}

// What people get for a turn at most, and which share of the waits may be longer than the seat's time and an hour.
const (
	mostLive      = 1
	mostReminders = 2
	lateInHundred = 5
)

// longestGame is when a game that has not ended counts as stuck.
const longestGame = 2 * 365 * 24 * time.Hour

// computersInHundred games of a hundred have a computer player or two.
const computersInHundred = 20

// post plays whole games, of all titles and paces in turn. Figures: wait95 is the wait for one seat of a person, in hours, that
// 95 % of all do not exceed; live and reminders are the most that a person got of each in one turn; days is how long a game took on
// average; plans is how many plans were made, and planned how many turns they have made; pauses, standins and undos are how often
// clocks were stopped, friends took over, and moves were taken back; computers is how many seats they had.
func post(ctx context.Context, t *trial) error {
	var waits []time.Duration
	var hours float64 // of all games: a time.Duration holds no more than 292 years
	for i := range t.Size {
		if t.fault != "" && len(t.short) > 0 {
			break // it has been noticed
		}
		p, err := newCorrespondence(ctx, t, i)
		if err != nil {
			return err
		}
		err = p.play(ctx)
		t.leave(p.m)
		if err != nil {
			return fmt.Errorf("game %d: %w", i, err)
		}
		waits = append(waits, p.waits...)
		hours += p.m.clock.now().Sub(p.begun).Hours()
		t.count("games", 1)
	}
	slices.Sort(waits)
	if len(waits) > 0 {
		t.count("wait95", int(waits[len(waits)*95/100].Hours()))
	}
	t.count("days", int(hours/24)/t.Size)
	if late := t.counted("late"); late*100 > len(waits)*lateInHundred {
		t.fail("%d of %d waits were longer than the seat's time and an hour", late, len(waits))
	}
	return nil
}

// correspondence is one game by post.
type correspondence struct {
	*trial
	m       *machine
	g       *game
	people  []*person // the players in the order in which they joined, then their friends
	errands []errand  // in no order
	begun   time.Time
	waits   []time.Duration
	chairs  []chair // by seat
	seen    int     // moves that have been looked at
	branch  int     // the game's, when it was looked at last
	paused  bool    // likewise

	mail     *postbox
	fate     *rand.Rand // of what happens to the bot
	down, up time.Time  // when the bot is down next; zero: not any more
}

// chair is what is known of a seat.
type chair struct {
	since time.Time                // from when on it is waited for; zero: it is not
	until time.Time                // the end of its time, as it was seen last
	user  match.UserID             // who plays it, or has it while the house does; "": a computer
	got   map[match.UserID]letters // by user: what they got in this turn
}

// newCorrespondence opens the i-th game.
func newCorrespondence(ctx context.Context, t *trial, i int) (*correspondence, error) {
	seed := t.Seed<<20 + uint64(i)
	rng := rand.New(rand.NewPCG(seed, 95))
	mail := &postbox{known: map[string]storage.Message{}, nags: t.fault == faultNags}
	m, err := t.machine(ctx, parts{seed: seed, wrap: mail.on})
	if err != nil {
		return nil, err
	}
	m.listens = true
	p := &correspondence{trial: t, m: m, mail: mail, begun: m.clock.now(), fate: rand.New(rand.NewPCG(seed, 96))}
	p.willBeDown()
	title := titles.All()[i%len(titles.All())]
	counts := title.SeatCounts()
	seats, tempo := counts[rng.IntN(len(counts))], match.Paces()[i/len(titles.All())%len(match.Paces())]
	computers := anyComputers(rng, seats)
	for nth := range 2 * (seats - len(computers)) { // and a friend of each
		one := newPerson(nth, rng, p.begun)
		p.people = append(p.people, one)
		if len(one.habits) > 0 {
			m.handle(ctx, m.slash(player(nth), "me", one.habits...))
		}
	}
	m.api.Fail = func(c discordtest.Call) error {
		if one := p.person(c.User); c.Method == discordtest.OpenDM && one != nil && one.deaf {
			return discordtest.DMClosed
		}
		return nil
	}
	if p.g, err = m.startBeside(ctx, title, seats-len(computers), 0, seed, computers, "pace="+tempo.ID); err != nil {
		return nil, errors.Join(err, m.close())
	}
	p.count("computers", len(computers))
	p.chairs = make([]chair, len(p.g.row.Seats))
	p.makePlans(rng)
	return p, nil
}

// anyComputers draws the levels of the computer players of a game: mostly none, else one or two.
func anyComputers(rng *rand.Rand, seats int) (levels []string) {
	if rng.IntN(100) >= computersInHundred {
		return nil
	}
	for range min(1+rng.IntN(2), seats-1) {
		levels = append(levels, []string{"easy", "steady"}[rng.IntN(2)])
	}
	return levels
}

// person returns somebody by the ID of the user; nil if nobody has it.
func (p *correspondence) person(user match.UserID) *person {
	i := slices.IndexFunc(p.people, func(one *person) bool { return one.id == user })
	if i < 0 {
		return nil
	}
	return p.people[i]
}

// play lets time pass from one thing that happens to the next, until the game has ended or is stuck.
func (p *correspondence) play(ctx context.Context) error {
	for {
		if err := p.look(ctx); err != nil {
			return err
		}
		switch p.g.row.State {
		case match.Finished, match.Cancelled:
			p.count("ended", 1)
			if p.g.row.State == match.Cancelled {
				p.count("deserted", 1)
			}
			return nil
		}
		next, do, err := p.next(ctx)
		if err != nil {
			return err
		}
		if next.IsZero() || next.Sub(p.begun) > longestGame {
			p.wrong("stuck", "game %s of %s waits for %v at ply %d", p.g.row.ID, p.g.row.Title, p.g.row.ToMove, p.g.row.Ply)
			return nil
		}
		if !p.down.IsZero() && next.After(p.down) {
			if err := p.outlast(ctx); err != nil {
				return err
			}
			continue
		}
		p.m.clock.move(max(next.Sub(p.m.clock.now()), 0))
		if err := do(ctx); err != nil {
			return err
		}
		if err := p.mayKill(ctx); err != nil {
			return err
		}
	}
}

// look sends what is due, and notes who is waited for and what they got.
func (p *correspondence) look(ctx context.Context) error {
	if _, err := p.m.flush(ctx); err != nil {
		return err
	}
	if err := p.g.follow(ctx, p.m); err != nil {
		return err
	}
	row, v := p.g.row, p.g.copy.View(engine.Public)
	moved := map[engine.Seat]bool{}
	for _, m := range p.g.moves[min(p.seen, len(p.g.moves)):] {
		moved[m.Seat] = true
	}
	completed := func(seat engine.Seat) bool { return moved[seat] && v.Owes == engine.OwesTurn }
	resumed := p.paused && !row.Paused
	if row.Branch != p.branch { // whoever is waited for is so for another turn
		completed = func(engine.Seat) bool { return true }
	}
	p.noteChanges()
	for i := range row.Seats {
		seat := engine.Seat(i + 1)
		waits := row.State == match.Running && v.Moves(seat)
		p.lookAt(i, waits, completed(seat), resumed)
	}
	p.read() // what a move has brought is of the turn after it
	return nil
}

// lookAt notes what has become of a seat: whether it is waited for, and whether it has completed a turn since.
func (p *correspondence) lookAt(i int, waits, completed, resumed bool) {
	now, s, c := p.m.clock.now(), p.g.row.Seats[i], &p.chairs[i]
	if !c.since.IsZero() && (!waits || completed) {
		p.ended(i, now)
	}
	began := waits && c.since.IsZero()
	if began {
		c.since = now
	}
	if c.until = s.Ends; s.User == "" {
		return
	}
	one, handed := p.person(s.User), c.user != s.User
	if handed {
		if before := p.person(c.user); before != nil {
			before.answers, before.looks = time.Time{}, time.Time{}
		}
		c.user = s.User
		p.opened(i) // who plays from now on has got nothing yet
	}
	if s.Owner != "" {
		p.willReturn(p.person(s.Owner))
	}
	switch {
	case !waits:
		one.answers = time.Time{}
		one.willLook(now)
	case p.g.row.Paused && one.voted:
		one.answers, one.looks = time.Time{}, time.Time{}
	case began:
		one.plan(now)
		one.looks, one.looked = time.Time{}, false
	case handed, resumed && one.answers.IsZero(), one.answers.Before(now) && !one.answers.IsZero():
		one.plan(now) // or the house was faster, or the person was in the middle of a turn
	}
}

// ended notes how long a seat was waited for.
func (p *correspondence) ended(i int, now time.Time) {
	s, c := p.g.row.Seats[i], &p.chairs[i]
	p.count("turns", 1)
	if s.Level == "" {
		p.waits = append(p.waits, now.Sub(c.since))
		if s.Automated {
			p.count("house", 1)
		}
		if !c.until.IsZero() && now.After(c.until.Add(time.Hour)) {
			p.count("late", 1)
		}
	}
	p.opened(i)
	c.since = time.Time{}
}

// next returns what happens next, and when. Nothing does at the zero time.
func (p *correspondence) next(ctx context.Context) (at time.Time, do func(context.Context) error, err error) {
	sooner := func(then time.Time, what func(context.Context) error) {
		if !then.IsZero() && (at.IsZero() || then.Before(at)) {
			at, do = then, what
		}
	}
	for _, one := range p.people {
		sooner(one.answers, func(ctx context.Context) error { return p.act(ctx, one) })
		sooner(one.looks, func(ctx context.Context) error { return p.glance(ctx, one) })
	}
	for i := range p.errands {
		sooner(p.errands[i].at, func(ctx context.Context) error { return p.run(ctx, i) })
	}
	planned, err := p.m.bot.NextPlan(ctx)
	if err != nil {
		return at, do, err
	}
	sooner(planned, p.pass)
	if p.fault == faultSleeps {
		return at, do, nil
	}
	for _, when := range []func(context.Context) (time.Time, error){p.m.store.NextDeadline, p.m.store.NextDue} {
		due, err := when(ctx)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return at, do, err
		}
		if err == nil {
			sooner(due, p.pass)
		}
	}
	return at, do, nil
}

// act lets a person take the seat back if the house has it, and make the moves of a turn by clicks.
func (p *correspondence) act(ctx context.Context, one *person) error {
	one.answers = time.Time{}
	seat := p.g.row.SeatOf(one.id)
	if p.g.row.Seats[seat-1].Automated {
		p.m.handle(ctx, p.m.click(p.g.user(seat), customid.Button(customid.Return, p.g.row.ID)))
	}
	for {
		if err := p.g.follow(ctx, p.m); err != nil {
			return err
		}
		v := p.g.copy.View(seat)
		if p.g.row.State != match.Running || !v.Moves(seat) {
			return nil
		}
		move, ok := p.g.policy.Choose(p.g.copy, seat)
		if !ok {
			return fmt.Errorf("seat %d has no legal move", seat)
		}
		ply := p.g.copy.Ply()
		p.m.handle(ctx, p.m.click(p.g.user(seat), p.g.do(ply, move)))
		if err := p.g.follow(ctx, p.m); err != nil {
			return err
		}
		if p.g.copy.Ply() == ply {
			return fmt.Errorf("the move %+v was not made; %s", move, p.m.lastFault())
		}
		if after := p.g.copy.View(seat); after.EndsTurn(seat) {
			p.mayRegret(one)
			return nil
		}
	}
}
