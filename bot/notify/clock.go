package notify

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"konduktor/bot/discord"
	"konduktor/bot/outbox"
	"konduktor/bot/people"
	"konduktor/bot/posts"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// toCall lists the players who are called at the table: those whom no direct message reaches, those
// who wish it, and in a private channel all. The others get a message, and two calls would be one
// too many. Nobody is called to a seat that the house plays, or alone against computers, which
// answer at once.
func (n *Notifier) toCall(ctx context.Context, g match.Game, users []match.UserID) ([]match.UserID,
	error,
) {
	if g.Alone() {
		return nil, nil
	}
	var list []match.UserID
	for _, id := range users {
		if seat := g.SeatOf(id); seat != engine.Public && g.Seats[seat-1].Automated {
			continue
		}
		if planned, err := n.Posts.Planned(ctx, g, id); planned || err != nil {
			if err != nil {
				return nil, err
			}
			continue
		}
		if !discord.PlaceOf(g.Thread).Reaches {
			list = append(list, id)
			continue
		}
		called, _, err := n.calledAtTable(ctx, g, id)
		if err != nil {
			return nil, err
		}
		if called {
			list = append(list, id)
		}
	}
	return list, nil
}

// calledAtTable reports whether a player is called at the table, if the game has one: they wish it,
// or are known to take no direct messages. It also returns the player's habits.
func (n *Notifier) calledAtTable(ctx context.Context, g match.Game, user match.UserID) (bool,
	match.Habits, error,
) {
	habits, err := n.Store.Habits(ctx, user)
	if err != nil || habits.Thread || g.Thread == "" {
		return g.Thread != "", habits, err
	}
	u, err := n.People.User(ctx, user)
	return u.DMs == storage.DMClosed, habits, err
}

// wasCalled reports whether a player who cannot be written to has been called at the table to the
// turn after a ply, or will be: a new table's first message, which follows once the outbox has
// heard of the table, calls them too.
func (n *Notifier) wasCalled(ctx context.Context, g match.Game, ply engine.Ply, user match.UserID,
) (bool, error) {
	boards, err := n.Posts.Boards(ctx, g)
	return len(boards) == 0 || slices.ContainsFunc(boards, func(p storage.Post) bool {
		return p.Ply >= ply && slices.Contains(strings.Fields(p.Called), string(user))
	}), err
}

func (n *Notifier) absentMessage(_ context.Context, t *scene) (discord.Message, error) {
	g := t.Game
	if seat := t.seat(); !seat.Automated || seat.User == "" {
		return discord.Message{}, outbox.Obsolete("the player is back, or has left")
	}
	said := t.Say("clock.absent", "Who", t.who())
	if g.Deserted() {
		said = t.Say("clock.rests", "Who", t.who(), "In", speech.Stamp(g.Expiry(), "R"))
	}
	return discord.Message{
		Content: said, Rows: discord.Buttons(posts.ReturnButton(t.Texts, g.ID)),
		Silent: true,
	}, nil
}

// sendReminder reminds a player of a turn that waits, by a direct message, or at the table if that
// is their wish or none gets through.
func (n *Notifier) sendReminder(ctx context.Context, m storage.Message) ([]storage.Post, error) {
	g, texts, err := n.reader(ctx, m)
	if err != nil {
		return nil, err
	}
	seat := g.Seats[m.Seat-1]
	if !g.WaitsFor(m.User) || g.Ply != m.Ply || seat.Automated || seat.Ends.IsZero() {
		return nil, outbox.Obsolete("the player has moved, or has time")
	}
	// it has waited for somebody to press something in a private channel
	if bodyOf(m).Number != seat.Told {
		return nil, outbox.Obsolete("a later reminder is due")
	}
	left := posts.About(g, posts.Reminder, m.Seat)
	left.Subject = posts.Deadline(seat)
	args := n.Posts.Args(ctx, texts, g)
	said := texts.Say("clock.remind-"+strconv.Itoa(seat.Told),
		append(args, "Time", speech.Stamp(seat.Ends, "f"), "In", speech.Stamp(seat.Ends, "R"))...)
	atTable, _, err := n.calledAtTable(ctx, g, m.User)
	if err != nil {
		return nil, err
	}
	if !atTable {
		channel, id, err := n.People.Write(ctx, m.User, discord.Message{
			Content: said + " " + texts.Say("clock.remind-where", args...),
			Rows:    []discord.Row{posts.OpenHand(texts, g.ID)}, Nonce: m.Nonce,
		})
		switch {
		case err == nil:
			left.User, left.Channel, left.Message = m.User, channel, id
			return []storage.Post{left}, nil
		case isGone(g, err):
			return nil, err
		case discord.IsDMClosed(err):
			if err := n.People.Close(ctx, m.User); err != nil {
				return nil, err
			}
		case !errors.Is(err, people.ErrClosed):
			return nil, err
		}
	}
	if g.Thread == "" {
		return nil, outbox.Obsolete("the player cannot be reached")
	}
	return n.callAtTable(ctx, texts, g, m, left, discord.MentionUsers(m.User)+" – "+said)
}

func (n *Notifier) backMessage(_ context.Context, t *scene) (discord.Message, error) {
	said := "clock.back"
	if t.b.Why == "" { // they had never been away
		said = "clock.here"
	}
	return t.withDeadlines(t.Say(said, "Who", t.who())), nil
}

func (n *Notifier) vacationMessage(ctx context.Context, t *scene) (discord.Message, error) {
	habits, err := n.Store.Habits(ctx, t.seat().User)
	if err != nil {
		return discord.Message{}, err
	}
	var last match.Span
	if all := habits.Vacations; len(all) > 0 {
		last = all[len(all)-1]
	}
	if !last.Until.After(n.Now()) {
		return discord.Message{}, outbox.Obsolete("the vacation is over")
	}
	who, until := t.who(), speech.Stamp(last.Until, "f")
	said := t.Say("clock.vacation", "Who", who, "Until", until)
	if last.From.After(n.Now()) {
		said = t.Say("clock.vacation-ahead", "Who", who, "From", speech.Stamp(last.From, "D"),
			"Until", until)
	}
	return quietly(said), nil
}

func (n *Notifier) giftMessage(_ context.Context, t *scene) (discord.Message, error) {
	return t.withDeadlines(t.Say("clock.gift", "Who", t.who())), nil
}

func (n *Notifier) refusedMessage(_ context.Context, t *scene) (discord.Message, error) {
	return quietly(t.Say("stop.refused", "Name", t.who())), nil
}

func (n *Notifier) desertedMessage(_ context.Context, t *scene) (discord.Message, error) {
	return discord.Message{
		Content: t.Say("clock.deserted", "Game", string(t.m.Game)),
		Rows:    discord.Buttons(posts.RematchButton(t.Texts, t.m.Game)),
		Silent:  true,
	}, nil
}

func (n *Notifier) nudge(g match.Game, by engine.Seat, seats []engine.Seat) storage.Message {
	return with(n.aboutRow(g, Nudged, by), body{Seats: seats})
}

// nudgedMessage calls those whom the game waits for, at another player's wish: not who was nudged
// earlier.
func (n *Notifier) nudgedMessage(_ context.Context, t *scene) (discord.Message, error) {
	g := t.Game
	var called []match.UserID
	for i, seat := range g.Seats {
		meant := slices.Contains(t.b.Seats, engine.Seat(i+1))
		if meant && !seat.Automated && g.WaitsFor(seat.User) {
			called = append(called, seat.User)
		}
	}
	if len(called) == 0 || g.Ply != t.m.Ply {
		return discord.Message{}, outbox.Obsolete("the player has moved")
	}
	return discord.Message{
		Content: t.Say("clock.nudged", "Who", t.who(), "Pings",
			discord.MentionUsers(called...)), Mention: called,
		Rows: []discord.Row{posts.OpenHand(t.Texts, g.ID)},
	}, nil
}

func (n *Notifier) expiringMessage(_ context.Context, t *scene) (discord.Message, error) {
	g := t.Game
	if !g.Deserted() {
		return discord.Message{}, outbox.Obsolete("somebody is back")
	}
	owners := match.Users(g.Seats)
	return discord.Message{
		Content: t.Say("clock.expiring", "Game", string(g.ID), "In",
			speech.Stamp(g.Seats[t.m.Seat-1].Ends, "R"),
			"Pings", discord.MentionUsers(owners...)),
		Mention: owners, Rows: discord.Buttons(posts.ReturnButton(t.Texts, g.ID)),
	}, nil
}
