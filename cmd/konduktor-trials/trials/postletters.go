package trials

import (
	"context"
	"slices"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/notify"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// letters are what one person got in one turn of a seat: calls to the turn, and reminders.
type letters struct {
	live, reminders int
	kinds           []storage.Kind // of both, for a report
}

// postbox is a store that notes the messages that its outbox sends, by their nonces.
type postbox struct {
	storage.Store
	known map[string]storage.Message
}

func (b *postbox) Due(ctx context.Context, now time.Time, n int) ([]storage.Message, error) {
	due, err := b.Store.Due(ctx, now, n)
	for _, m := range due {
		b.known[m.Nonce] = m
	}
	return due, err
}

// read counts what people have been written since: by direct message, or by a call at the table.
func (p *correspondence) read() {
	for _, c := range p.r.heard {
		if c.Method != discordtest.Send || c.Err != nil || c.Repeat {
			continue
		}
		m, known := p.mail.known[c.Message.Nonce]
		if !known {
			continue // a greeting, sent by the click that it answers
		}
		waits := m.Seat != engine.Public && !p.chairs[m.Seat-1].since.IsZero()
		if m.Kind != notify.Reminder && !calls(m.Kind, c.Message, waits) {
			continue
		}
		called := c.Message.Mention
		if m.User != "" && !slices.Contains(called, m.User) {
			called = append(slices.Clip(called), m.User)
		}
		for _, user := range called {
			p.note(user, m.Kind)
		}
	}
	p.r.heard = nil
}

func (p *correspondence) note(user match.UserID, kind storage.Kind) {
	seat := p.g.row.SeatOf(user)
	if seat == engine.Public {
		return
	}
	c := &p.chairs[seat-1]
	if c.got == nil {
		c.got = map[match.UserID]letters{}
	}
	got := c.got[user]
	if got.kinds = append(got.kinds, kind); kind == notify.Reminder {
		got.reminders++
	} else {
		got.live++
	}
	c.got[user] = got
}

// opened looks at what people got in a turn of a seat, and forgets it.
func (p *correspondence) opened(i int) {
	for _, got := range p.chairs[i].got {
		p.most("live", got.live, mostLive, got)
		p.most("reminders", got.reminders, mostReminders, got)
	}
	p.chairs[i].got = nil
}

func (p *correspondence) most(name string, value, limit int, got letters) {
	if now := p.counted(name); value > now {
		p.count(name, value-now)
	}
	if value > limit {
		p.fail("%s: %d in one turn of game %s before ply %d, want %d at most: %v",
			name, value, p.g.row.ID, p.g.row.Ply, limit, got.kinds)
	}
}

// calls reports whether a message calls somebody to a turn: with a panel, or by name at the table.
// waits says whether the game waits for the reader.
func calls(kind storage.Kind, m discord.Message, waits bool) bool {
	switch kind {
	case notify.YourTurn:
		return len(
			m.Rows,
		) > 0 // else it takes the menus off a panel that an earlier process may have sent
	case notify.Plan:
		return waits && !isReport(m)
	case notify.Table,
		notify.Chosen,
		notify.Dug,
		notify.Turn,
		notify.Undone,
		notify.Closed,
		notify.Back,
		notify.Nudged:
		return len(m.Mention) > 0
	}
	return false
}

// isReport reports whether a message only tells what a plan has done.
func isReport(m discord.Message) bool {
	return len(m.Rows) == 1 && len(m.Rows[0].Buttons) == 1 &&
		strings.HasPrefix(m.Rows[0].Buttons[0].CustomID, string(customid.Plan)+"/")
}
