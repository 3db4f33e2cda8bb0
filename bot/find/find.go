// Package find brings people together who look for a table on a server: /game find. The queue of a
// server decides (engine/league); it is kept in a setting, and committed together with the letters
// and jobs that follow. The outbox is its clock.
package find

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/hall"
	"konduktor/bot/locale"
	"konduktor/bot/message"
	"konduktor/bot/play"
	"konduktor/engine/league"
	"konduktor/engine/match"
	"konduktor/storage"
)

// The kinds of a queue's messages: a look at it that is due, a table to be opened, and a letter.
const (
	Tick   storage.Kind = "find-tick"
	Open   storage.Kind = "find-open"
	Letter storage.Kind = "find-letter"
)

// Store is what this room needs of the store.
type Store interface {
	storage.Settings
	storage.Habits
	GamesOf(ctx context.Context, user match.UserID, states ...match.State) ([]match.Game, error)
	Moves(ctx context.Context, id match.GameID, n int) ([]match.Move, error)
	ForRatings() storage.Results
}

// Queues are the queues of all servers. All fields must be set.
type Queues struct {
	Store Store
	Games *play.Service
	Atlas *message.Atlas
	Rated func(context.Context, match.ServerID) (bool, error) // the server has ratings
	Now   func() time.Time
	Wake  func()
}

// queue is the queue of a server.
type queue struct {
	league.Queue
	From map[match.UserID]from // where those who wait have asked
	Due  time.Time             // when it is looked at next; zero: never
}

type from struct {
	Here   match.ChannelID // where letters go that cannot be direct messages
	Table  match.ChannelID // where a table is opened
	Locale string          // of a table
}

// body is what a message knows.
type body struct {
	Server match.ServerID
	Why    string // of a letter
	From   from   // its reader, or the first of those at a table
	Offer  league.Offer
	Game   match.GameID // to open
}

func key(server match.ServerID) string { return "find/" + string(server) }

// message makes a message, with a nonce that no other has: several can wait at a time, each in a
// lane of its own unless it is a letter.
func (f *Queues) message(kind storage.Kind, user match.UserID, due time.Time, b body,
) storage.Message {
	text, _ := json.Marshal(b) // cannot fail
	nonce := "fi" + rand.Text()[:20]
	m := storage.Message{
		Lane: nonce, Kind: kind, User: user, Body: string(text), Nonce: nonce, Due: due,
	}
	if user != "" {
		m.Lane = "d/" + string(user)
	}
	return m
}

func bodyOf(m storage.Message) (b body, err error) {
	err = json.Unmarshal([]byte(m.Body), &b)
	return b, err
}

// change changes the queue of a server and makes what offers there can be then. Its people are told
// by letters, except for who asks for the change.
func (f *Queues) change(ctx context.Context, server match.ServerID, who match.UserID,
	act func(*queue) ([]league.Notice, error),
) (told []league.Notice, err error) {
	now := f.Now()
	var failed error
	calendar := func(user match.UserID) match.Calendar {
		h, err := f.Store.Habits(ctx, user)
		if err != nil {
			failed = err
		}
		return match.CalendarOf(h, match.Game{})
	}
	awake := func(user match.UserID, since time.Time) time.Duration {
		return calendar(user).Awake(since, now)
	}
	err = storage.ChangeAndTell(ctx, f.Store, key(server), func(q *queue) (
		out []storage.Message, err error,
	) {
		if told, err = act(q); err != nil {
			return nil, err
		}
		told = append(told, q.Tick(now, awake, f.seats)...)
		for _, n := range told {
			more, err := f.tell(ctx, server, who, q, n)
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
		}
		for user := range q.From {
			if q.WishOf(user) == nil {
				delete(q.From, user)
			}
		}
		if next := q.next(now, calendar); !next.IsZero() && (q.Due.IsZero() || !q.Due.After(now) ||
			next.Before(q.Due)) {
			q.Due = next
			out = append(out, f.message(Tick, "", next, body{Server: server}))
		}
		return out, failed
	})
	f.Wake()
	if errors.Is(err, match.ErrUnchanged) {
		err = nil
	}
	return told, err
}

// seats reports whether a title is played by so many.
func (f *Queues) seats(title string, n int) bool {
	t, ok := f.Atlas.Title(title)
	return ok && slices.Contains(t.SeatCounts(), n)
}

// next is when a queue has to be looked at; zero: never.
func (q *queue) next(now time.Time, calendar func(match.UserID) match.Calendar) (next time.Time) {
	add := func(at time.Time) {
		if at.After(now) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	for _, w := range q.Wishes {
		if w.Offer == 0 {
			add(w.Until)
			add(w.Since.Add(w.Until.Sub(w.Since) / 2))
		}
	}
	for _, o := range q.Offers {
		for _, user := range o.Users {
			if !slices.Contains(o.Yes, user) {
				add(calendar(user).After(o.Made, league.Patience))
			}
		}
	}
	return next
}

// tell returns what follows from a notice. The ID of a table is drawn here, and kept in the message
// that opens it.
func (f *Queues) tell(ctx context.Context, server match.ServerID, who match.UserID, q *queue,
	n league.Notice,
) (out []storage.Message, err error) {
	b := body{Server: server, Offer: n.Offer}
	if n.Kind == league.Seated {
		b.From = q.From[n.Users[0]]
		b.Game, err = f.Games.NewID(ctx)
		return []storage.Message{f.message(Open, "", f.Now(), b)}, err
	}
	write := func(why string, users []match.UserID, but ...match.UserID) {
		for _, user := range users {
			if !slices.Contains(but, user) {
				b.Why, b.From = why, q.From[user]
				out = append(out, f.message(Letter, user, f.Now(), b))
			}
		}
	}
	write(string(n.Kind), n.Users, who)
	if n.Kind == league.Offered && slices.Contains(n.Users, who) {
		write(string(n.Kind), []match.UserID{who})
	}
	if n.Kind == league.Dropped {
		write("again", n.Offer.Users, n.Users...)
	}
	return out, nil
}

// Look looks at a queue when that is due.
func (f *Queues) Look(ctx context.Context, m storage.Message) error {
	b, err := bodyOf(m)
	if err == nil {
		_, err = f.change(ctx, b.Server, "", func(*queue) ([]league.Notice, error) { return nil, nil })
	}
	return err
}

// OpenTable opens the table that all have agreed to. A repetition finds it.
func (f *Queues) OpenTable(ctx context.Context, m storage.Message) error {
	b, err := bodyOf(m)
	if err != nil {
		return err
	}
	title, ok := f.Atlas.Title(b.Offer.Title)
	if !ok {
		return match.Refuse("title-unknown")
	}
	decided, err := hall.Of(ctx, f.Store, b.Server)
	if err != nil {
		return err
	}
	computers := make([]match.UserID, b.Offer.Computers)
	a := play.Arranged{
		Row: match.NewGame(title, nil), Users: slices.Concat(b.Offer.Users, computers),
	}
	if a.Rated, err = f.Rated(ctx, b.Server); err != nil {
		return err
	}
	g := &a.Row
	g.ID, g.Guild, g.Channel, g.Locale = b.Game, b.Server, decided.Place(b.From.Table), b.From.Locale
	g.Pace, g.Of = b.Offer.Pace, "find/"+m.Nonce
	_, err = f.Games.Arrange(ctx, a, f.Now())
	return err
}

// Write words a letter. Where it is read, if its reader takes no direct messages, is a channel.
func (f *Queues) Write(texts *locale.Texts, m storage.Message) (
	d discord.Message, at match.ChannelID, err error,
) {
	b, err := bodyOf(m)
	names := discord.MentionUsers(b.Offer.Users...)
	if b.Offer.Computers > 0 {
		names += " + " + texts.Say("find.computers", "Count", b.Offer.Computers)
	}
	d = discord.Message{Nonce: m.Nonce, Content: texts.Say("find."+b.Why,
		"Title", message.TitleOf(texts, b.Offer.Title), "Names", names,
		"Pace", paceOf(texts, b.Offer.Pace)[0])}
	if b.Why == string(league.Offered) {
		row := []discord.Button{
			button(texts, discord.Success, "yes"), button(texts, discord.Secondary, "no"),
		}
		for i := range row { // they are pressed in direct messages, too
			row[i].CustomID += fmt.Sprintf("/s%s/v%d", b.Server, b.Offer.ID)
		}
		d.Rows = discord.Buttons(row...)
	}
	return d, b.From.Here, err
}
