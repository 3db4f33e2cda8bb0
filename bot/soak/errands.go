package soak

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"konduktor/bot/customid"
	"konduktor/engine"
	"konduktor/engine/match"
)

// What people do beside playing, of a hundred people unless another unit is given.
const (
	nameFriend     = 8  // ask a friend to stand in when the game begins; of those who announce a vacation, half do
	nameHouse      = 50 // of a hundred of the others who announce one, leave the seat to the house when it begins
	friendAgrees   = 80 // of a hundred friends who are asked
	wantPause      = 12 // games of a hundred in which somebody wants a pause, in the first 20 days
	pauseAgrees    = 80 // of a hundred of those who hear of it
	othersResume   = 50 // of a hundred players who end a pause in which nobody does for ten days
	regretsInTwo00 = 7  // turns of two hundred that somebody would like to take back soon
	undoAllowed    = 65 // of a hundred who are asked
	undoDenied     = 20 // likewise; the others do not answer
)

// errand is something that a person will do beside playing.
type errand struct {
	at  time.Time
	who *person
	do  func(context.Context) error
}

// later has a person do something when they next have time after a moment; nothing if they have vanished by then.
func (p *correspondence) later(who *person, after time.Time, do func(context.Context) error) {
	if at := who.next(after); !at.IsZero() {
		p.errands = append(p.errands, errand{at, who, do})
	}
}

// run does an errand.
func (p *correspondence) run(ctx context.Context, i int) error {
	do := p.errands[i].do
	p.errands = slices.Delete(p.errands, i, i+1)
	if p.g.row.State != match.Running {
		return nil
	}
	if err := do(ctx); err != nil {
		return err
	}
	return p.g.follow(ctx, p.m)
}

// percent draws whether something with so many chances in a hundred happens.
func (p *person) percent(n int) bool { return p.rng.IntN(100) < n }

// makePlans draws what the players will do beside playing.
func (p *correspondence) makePlans(rng *rand.Rand) {
	players := p.people[:len(p.people)/2]
	for i, one := range players {
		friend := p.people[len(players)+i]
		switch announced := !one.leaves.IsZero(); {
		case one.percent(nameFriend) || announced && one.percent(50):
			p.later(one, p.begun, func(ctx context.Context) error { return p.askFriend(ctx, one, friend) })
		case announced && one.percent(nameHouse):
			p.errands = append(p.errands, errand{one.leaves, one, func(ctx context.Context) error {
				p.m.handle(ctx, p.m.slash(player(one.nth), "game stand-in", "house=true", "now=true", "game="+string(p.g.row.ID)))
				return nil
			}})
		}
	}
	if rng.IntN(100) < wantPause {
		one := players[rng.IntN(len(players))]
		p.later(one, p.begun.Add(time.Duration(rng.Int64N(int64(20*24*time.Hour)))), func(ctx context.Context) error { return p.askPause(ctx, one) })
	}
}

// askFriend has a player ask a friend to stand in, who answers when they have time.
func (p *correspondence) askFriend(ctx context.Context, one, friend *person) error {
	p.m.handle(ctx, p.m.slash(player(one.nth), "game stand-in", "player="+string(friend.id), "game="+string(p.g.row.ID)))
	answer := customid.Refuse
	if one.percent(friendAgrees) {
		answer = customid.Stand
	}
	p.later(friend, p.m.clock.now(), func(ctx context.Context) error {
		if seat := p.g.row.SeatHeldBy(one.id); seat != engine.Public {
			p.m.handle(ctx, p.m.click(player(friend.nth), customid.SeatButton(answer, p.g.row.ID, seat)))
		}
		return nil
	})
	return nil
}

// willReturn has the owner of a seat that a friend plays come back when they have time again.
func (p *correspondence) willReturn(owner *person) {
	if owner.returns {
		return
	}
	owner.returns = true
	p.later(owner, p.m.clock.now(), func(ctx context.Context) error {
		owner.returns = false
		p.m.handle(ctx, p.m.click(player(owner.nth), customid.Button(customid.Return, p.g.row.ID)))
		return nil
	})
}

// askPause has a player ask for a pause. The others vote when they have time, or do not care.
func (p *correspondence) askPause(ctx context.Context, one *person) error {
	p.m.handle(ctx, p.m.slash(player(one.nth), "game pause", "game="+string(p.g.row.ID)))
	one.voted = true
	for _, s := range p.g.row.HumanSeats() {
		other := p.person(s.Holder())
		if other == nil || other == one || !other.percent(pauseAgrees) {
			continue
		}
		p.later(other, p.m.clock.now(), func(ctx context.Context) error {
			p.m.handle(ctx, p.m.click(player(other.nth), customid.Button(customid.Pause, p.g.row.ID)))
			other.voted = true
			return nil
		})
	}
	return nil
}

// noteChanges counts what has happened since the game was looked at last, and has people end a pause that has begun.
func (p *correspondence) noteChanges() {
	row := p.g.row
	p.count("undos", row.Branch-p.branch)
	p.seen, p.branch = len(p.g.moves), row.Branch
	for i, s := range row.Seats {
		if s.Owner != "" && p.chairs[i].user == s.Owner {
			p.count("standins", 1)
		}
	}
	if row.Paused && !p.paused {
		p.count("pauses", 1)
		p.endPause()
	}
	if p.paused = row.Paused; !p.paused && len(row.Pausing) == 0 {
		for _, one := range p.people {
			one.voted = false
		}
	}
}

// endPause has one of those who wanted a pause end it after some days. If they have vanished, others may do so.
func (p *correspondence) endPause() {
	first, began := true, p.m.clock.now()
	for _, s := range p.g.row.HumanSeats() {
		one := p.person(s.Holder())
		if one == nil {
			continue
		}
		after := began.Add(10 * 24 * time.Hour)
		switch {
		case first && one.voted:
			first, after = false, began.Add(time.Duration(1+one.rng.IntN(6))*24*time.Hour)
		case !one.percent(othersResume):
			continue
		}
		p.later(one, after, func(ctx context.Context) error {
			if p.g.row.Paused {
				p.m.handle(ctx, p.m.click(player(one.nth), customid.Button(customid.Resume, p.g.row.ID)))
			}
			return nil
		})
	}
}

// mayRegret has a person want the turn back that they have just completed, some minutes later.
func (p *correspondence) mayRegret(one *person) {
	if one.rng.IntN(200) >= regretsInTwo00 {
		return
	}
	at := one.asleep.After(p.m.clock.now(), time.Duration(1+one.rng.IntN(40))*time.Minute)
	p.errands = append(p.errands, errand{at, one, func(ctx context.Context) error { return p.undo(ctx, one) }})
}

// undo has a person ask for the last move back. Those who are asked answer when they have time, or not at all.
func (p *correspondence) undo(ctx context.Context, one *person) error {
	p.m.handle(ctx, p.m.slash(player(one.nth), "undo", "game="+string(p.g.row.ID)))
	if err := p.g.follow(ctx, p.m); err != nil {
		return err
	}
	at := customid.Position{Ply: p.g.row.Ply, Mark: p.g.row.Mark()}
	for _, s := range p.g.row.Seats {
		other := p.person(s.User)
		if other == nil || other == one || s.Automated || !p.g.row.Undoing.Holds(p.g.row) {
			continue
		}
		answer := customid.Allow
		switch n := other.rng.IntN(100); {
		case n >= undoAllowed+undoDenied:
			continue
		case n >= undoAllowed:
			answer = customid.Deny
		}
		p.later(other, p.m.clock.now(), func(ctx context.Context) error {
			p.m.handle(ctx, p.m.click(player(other.nth), customid.At(answer, p.g.row.ID, at)))
			return nil
		})
	}
	return nil
}
