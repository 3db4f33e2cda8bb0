package soak

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/pace"
	"konduktor/bot/press"
	"konduktor/engine"
	"konduktor/engine/titles"
	"konduktor/storage"
)

var postKind = Kind{
	Name: "post", About: "games by post among people who sleep, go away and vanish: do all end, and is anybody nagged", Small: 3, Full: 5000,
	some: []string{"games", "ended"}, shown: []string{"wait95", "live", "reminders", "days", "deserted", "turns", "house", "late", "plans", "planned", "gifts", "outages", "kills"},
	none: []string{"stuck"}, order: []string{"games", "ended", "stuck", "wait95", "live", "reminders", "days", "deserted", "turns", "house", "late", "plans", "planned", "gifts", "outages", "kills", figureErrors},
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

// post plays whole games, of all titles and paces in turn. Figures: wait95 is the wait for one seat, in hours, that 95 % of all
// do not exceed; live and reminders are the most that a person got of each in one turn; days is how long a game took on average;
// plans is how many plans were made, and planned how many turns they have made.
func post(ctx context.Context, t *trial) error {
	var waits []time.Duration
	var days time.Duration
	for i := range t.Size {
		if t.fault != "" && t.counted("stuck") > 0 {
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
		days += p.m.clock.now().Sub(p.begun)
		t.count("games", 1)
	}
	slices.Sort(waits)
	if len(waits) > 0 {
		t.count("wait95", int(waits[len(waits)*95/100].Hours()))
	}
	t.count("days", int(days.Hours()/24)/t.Size)
	if late := t.counted("late"); late*100 > len(waits)*lateInHundred {
		t.fail("%d of %d waits were longer than the seat's time and an hour", late, len(waits))
	}
	return nil
}

// correspondence is one game by post.
type correspondence struct {
	*trial
	m      *machine
	g      *game
	people []*person // by seat
	begun  time.Time
	waits  []time.Duration
	since  []time.Time // by seat: from when on it is waited for; zero: it is not
	until  []time.Time // by seat: the end of its time, as it was seen last
	turn   []letters   // by seat: what its player got in this turn
	seen   int         // moves that have been looked at

	fate     *rand.Rand // of what happens to the bot
	down, up time.Time  // when the bot is down next; zero: not any more
}

// letters are the direct messages of one turn.
type letters struct{ live, reminders int }

// newCorrespondence opens the i-th game.
func newCorrespondence(ctx context.Context, t *trial, i int) (*correspondence, error) {
	seed := t.Seed<<20 + uint64(i)
	rng := rand.New(rand.NewPCG(seed, 95))
	m, err := t.machine(ctx, parts{seed: seed})
	if err != nil {
		return nil, err
	}
	m.listens = true
	p := &correspondence{trial: t, m: m, begun: m.clock.now(), fate: rand.New(rand.NewPCG(seed, 96))}
	p.willBeDown()
	title := titles.All()[i%len(titles.All())]
	counts := title.SeatCounts()
	seats, tempo := counts[rng.IntN(len(counts))], pace.All()[i/len(titles.All())%len(pace.All())]
	byID := map[string]*person{}
	for nth := range seats {
		one := newPerson(nth, rng, p.begun)
		byID[player(nth).ID] = one
		if len(one.habits) > 0 {
			m.handle(ctx, m.slash(player(nth), "me", one.habits...))
		}
	}
	m.api.Fail = func(c discordtest.Call) error {
		if one := byID[c.User]; c.Method == discordtest.OpenDM && one != nil && one.deaf {
			return discordtest.DMClosed
		}
		return nil
	}
	if p.g, err = m.startWith(ctx, title, seats, 0, seed, "pace="+tempo.ID); err != nil {
		return nil, errors.Join(err, m.close())
	}
	for _, s := range p.g.row.Seats {
		p.people = append(p.people, byID[s.User])
	}
	p.since, p.until, p.turn = make([]time.Time, seats), make([]time.Time, seats), make([]letters, seats)
	return p, nil
}

// play lets time pass from one thing that happens to the next, until the game has ended or is stuck.
func (p *correspondence) play(ctx context.Context) error {
	for {
		if err := p.look(ctx); err != nil {
			return err
		}
		switch p.g.row.State {
		case storage.Finished, storage.Cancelled:
			p.count("ended", 1)
			if p.g.row.State == storage.Cancelled {
				p.count("deserted", 1)
			}
			return nil
		}
		next, seat, err := p.next(ctx)
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
		if seat == engine.Public {
			err = p.pass(ctx)
		} else if p.people[seat-1].looks.Equal(next) {
			err = p.glance(ctx, seat)
		} else {
			err = p.act(ctx, seat)
		}
		if err != nil {
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
	now, v := p.m.clock.now(), p.g.copy.View(engine.Public)
	moved := map[engine.Seat]bool{}
	for _, m := range p.g.moves[p.seen:] {
		moved[m.Seat] = true
	}
	p.seen = len(p.g.moves)
	for i, s := range p.g.row.Seats {
		seat := engine.Seat(i + 1)
		waits := p.g.row.State == storage.Running && v.Moves(seat)
		done := !p.since[i].IsZero() && (!waits || moved[seat] && v.Owes == engine.OwesTurn)
		if done {
			p.ended(i, now)
		}
		switch {
		case !waits:
			p.people[i].answers = time.Time{}
			p.people[i].willLook(now)
		case p.since[i].IsZero():
			p.since[i] = now
			p.people[i].plan(now)
			p.people[i].looks, p.people[i].looked = time.Time{}, false
		case p.people[i].answers.Before(now) && !p.people[i].answers.IsZero():
			p.people[i].plan(now) // the house was faster, or the person was in the middle of a turn
		}
		p.until[i] = s.Ends
	}
	p.read() // what a move has brought is of the turn after it
	return nil
}

// ended notes how long a seat was waited for.
func (p *correspondence) ended(i int, now time.Time) {
	p.waits = append(p.waits, now.Sub(p.since[i]))
	p.count("turns", 1)
	if p.g.row.Seats[i].House {
		p.count("house", 1)
	}
	if end := p.until[i]; !end.IsZero() && now.After(end.Add(time.Hour)) {
		p.count("late", 1)
	}
	p.most("live", p.turn[i].live, mostLive)
	p.most("reminders", p.turn[i].reminders, mostReminders)
	p.since[i], p.turn[i] = time.Time{}, letters{}
}

// most raises a figure to a value, which must not exceed a limit.
func (p *correspondence) most(name string, value, limit int) {
	if now := p.counted(name); value > now {
		p.count(name, value-now)
	}
	if value > limit {
		p.fail("%s: %d in one turn, want %d at most", name, value, limit)
	}
}

// read counts what people have been written since it was asked last: by direct message, or by a call at the table.
func (p *correspondence) read() {
	for _, c := range p.m.heard {
		if c.Method != discordtest.Send || c.Err != nil || c.Repeat {
			continue
		}
		for i, s := range p.g.row.Seats {
			u, err := p.m.store.User(context.Background(), s.User)
			direct := err == nil && u.DM != "" && u.DM == c.Channel
			if !direct && !slices.Contains(c.Message.Mention, s.User) {
				continue
			}
			switch kindOfLetter(c.Message) {
			case "live":
				p.turn[i].live++
			case "reminder":
				p.turn[i].reminders++
			}
		}
	}
	p.m.heard = nil
}

// kindOfLetter tells a panel or a call at the table from a reminder and from all else.
func kindOfLetter(m discord.Message) string {
	switch {
	case strings.Contains(m.Content, "your time is gone") || strings.Contains(m.Content, "Last call"):
		return "reminder"
	case len(m.Rows) == 0 || strings.Contains(m.Content, "The conductor plays for you") || isReport(m):
		return ""
	case strings.Contains(m.Content, "because nobody is left to play"), strings.Contains(m.Content, "nobody else is left to play"):
		return "" // all seats have left: it is about the game, not about a turn
	}
	return "live"
}

// isReport reports whether a message only tells what a plan has done: its turn has no other notice, and nothing waits.
func isReport(m discord.Message) bool {
	return len(m.Rows) == 1 && len(m.Rows[0].Buttons) == 1 && strings.HasPrefix(m.Rows[0].Buttons[0].CustomID, string(press.Plan)+"/")
}

// next returns what happens next: when, and who acts; nobody if it is the clocks that do.
func (p *correspondence) next(ctx context.Context) (time.Time, engine.Seat, error) {
	var at time.Time
	seat := engine.Public
	for i, one := range p.people {
		for _, next := range []time.Time{one.answers, one.looks} {
			if !next.IsZero() && (at.IsZero() || next.Before(at)) {
				at, seat = next, engine.Seat(i+1)
			}
		}
	}
	planned, err := p.m.bot.NextPlan(ctx)
	if err != nil {
		return at, seat, err
	}
	if !planned.IsZero() && (at.IsZero() || planned.Before(at)) {
		at, seat = planned, engine.Public
	}
	due, err := p.m.store.NextDeadline(ctx)
	switch {
	case errors.Is(err, storage.ErrNotFound) || p.fault == faultSleeps:
		return at, seat, nil
	case err != nil:
		return at, seat, err
	case at.IsZero() || due.Before(at):
		return due, engine.Public, nil
	}
	return at, seat, nil
}

// act lets a person take the seat back if the house has it, and make the moves of a turn by clicks.
func (p *correspondence) act(ctx context.Context, seat engine.Seat) error {
	p.people[seat-1].answers = time.Time{}
	if p.g.row.Seats[seat-1].House {
		p.m.handle(ctx, p.m.click(p.g.user(seat), press.Button(press.Return, p.g.row.ID)))
	}
	for {
		if err := p.g.follow(ctx, p.m); err != nil {
			return err
		}
		v := p.g.copy.View(seat)
		if p.g.row.State != storage.Running || !v.Moves(seat) {
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
			return nil
		}
	}
}
