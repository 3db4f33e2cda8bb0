package soak

import (
	"context"
	"time"

	"konduktor/bot/customid"
	"konduktor/engine"
)

// What happens to the bot itself in games by post, and how patient people are.
const (
	downInHundred  = 30             // games of a hundred in which the bot is down once, for hours
	killInThousand = 10             // things done of a thousand after which the process ends before anybody is told
	tolerates      = 24 * time.Hour // for which another player is waited for before somebody gives them more time
)

// willBeDown draws when the bot is down, in some of the games in the first 20 days.
func (p *correspondence) willBeDown() {
	if p.fate.IntN(100) < downInHundred {
		p.down = p.begun.Add(time.Duration(p.fate.Int64N(int64(20 * 24 * time.Hour))))
		p.up = p.down.Add(2*time.Hour + time.Duration(p.fate.Int64N(int64(22*time.Hour))))
	}
}

// outlast lets the time pass in which the bot is down. Whoever would have acted does so after it.
func (p *correspondence) outlast(ctx context.Context) error {
	p.m.clock.move(max(p.up.Sub(p.m.clock.now()), 0))
	p.down = time.Time{}
	for _, one := range p.people {
		if !one.answers.IsZero() && one.answers.Before(p.up) {
			one.plan(p.up)
		}
		if one.looks.Before(p.up) {
			one.looks = time.Time{}
		}
	}
	for i := range p.errands {
		if e := &p.errands[i]; e.at.Before(p.up) {
			e.at = p.up.Add(time.Hour)
		}
	}
	p.count("outages", 1)
	if err := p.restart(ctx); err != nil {
		return err
	}
	return p.pass(ctx)
}

// mayKill ends the process now and then, before anybody is told of what was done.
func (p *correspondence) mayKill(ctx context.Context) error {
	if p.fate.IntN(1000) >= killInThousand {
		return nil
	}
	p.count("kills", 1)
	return p.restart(ctx)
}

// restart begins a new process on the same store.
func (p *correspondence) restart(ctx context.Context) error {
	m, err := newMachine(ctx, parts{store: p.m.store, before: p.m, seed: p.fate.Uint64()})
	if err != nil {
		return err
	}
	m.listens, m.heard = p.m.listens, p.m.heard
	m.broken.Store(p.m.broken.Load())
	if why := p.m.why.Load(); why != nil {
		m.why.Store(why)
	}
	p.m = m
	return nil
}

// mayGive lets a person who looks at the game give more time to somebody who has been waited for long.
func (p *correspondence) mayGive(ctx context.Context, seat engine.Seat) error {
	for i, c := range p.chairs {
		if c.since.IsZero() || engine.Seat(i+1) == seat || p.m.clock.now().Sub(c.since) < tolerates || p.g.row.Seats[i].Gifts > 0 || p.g.row.Seats[i].Automated {
			continue
		}
		p.m.handle(ctx, p.m.click(p.g.user(seat), customid.Button(customid.More, p.g.row.ID)))
		if err := p.g.follow(ctx, p.m); err != nil {
			return err
		}
		if p.g.row.Seats[i].Gifts > 0 {
			p.count("gifts", 1)
		}
	}
	return nil
}
