// Package people knows the users: their names, their languages, and whether direct messages reach
// them.
package people

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Store keeps users.
type Store interface {
	User(ctx context.Context, id match.UserID) (storage.User, error)
	SaveUser(ctx context.Context, u storage.User) error
	Habits(ctx context.Context, user match.UserID) (match.Habits, error)
	SaveHabits(ctx context.Context, h match.Habits) error
	Enqueue(ctx context.Context, out []storage.Message) error
}

// PostHello is the kind of the direct messages that tell people of their seats in a lobby.
const PostHello storage.Kind = "hello"

// Returned is the kind of the job in the outbox that writes to a user again: their direct messages
// were closed, and they may have opened them.
const Returned = "returned"

// API is what this room needs of Discord.
type API interface {
	OpenDM(ctx context.Context, user match.UserID) (channel match.ChannelID, err error)
	Send(ctx context.Context, channel match.ChannelID, m discord.Message) (match.MessageID, error)
}

// ErrClosed says that a user takes no direct messages, as far as is known: it was not tried.
var ErrClosed = errors.New("direct messages are closed")

// Options are what People needs. All fields must be set.
type Options struct {
	Store Store
	API   API
	Log   *slog.Logger
	Now   func() time.Time
}

// People are the users. Its methods can be called from any goroutine.
type People struct {
	Options
	retries  retries
	words    retries // answers to plain words
	closings closings
}

// New returns the users of a store.
func New(o Options) *People {
	return &People{
		Options: o, retries: retries{last: map[match.UserID]time.Time{}},
		words:    retries{last: map[match.UserID]time.Time{}},
		closings: closings{last: map[match.UserID]int{}},
	}
}

// User returns what is known of a user, at least the ID.
func (p *People) User(ctx context.Context, id match.UserID) (storage.User, error) {
	u, err := p.Store.User(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return storage.User{ID: id}, nil
	}
	if err != nil {
		return u, err
	}
	return u, nil
}

// Texts are those in the language that a user has chosen, or else of a Discord locale. They name
// commands as the user's client does, which has that locale, if it is known.
func (p *People) Texts(ctx context.Context, catalog *locale.Catalog, user match.UserID,
	discordLocale string,
) *locale.Texts {
	return catalog.For(p.Languages(ctx, user, discordLocale))
}

// Languages are that of a user's texts and that in which they name commands, as Texts says.
func (p *People) Languages(ctx context.Context, user match.UserID, discordLocale string,
) (own, client string) {
	habits, err := p.Store.Habits(ctx, user)
	if err != nil { // the person is answered all the same
		p.Log.WarnContext(ctx, "habits not loaded", "user", user, "error", err)
	}
	return cmp.Or(habits.Language, discordLocale), cmp.Or(discordLocale, habits.Language)
}

func (p *People) save(ctx context.Context, u storage.User) error {
	return p.Store.SaveUser(ctx, u)
}

// Write sends a direct message. ErrClosed for a user who is known to take none.
func (p *People) Write(ctx context.Context, id match.UserID,
	m discord.Message,
) (channel match.ChannelID, sent match.MessageID, err error) {
	u, err := p.reach(ctx, id)
	if err != nil {
		return "", "", err
	}
	sent, err = p.API.Send(ctx, u.DM, m)
	if discord.IsGone(err) { // the channel that we remember; Discord is asked for it once more
		u.DM = ""
		if err := p.open(ctx, &u); err != nil {
			return "", "", err
		}
		sent, err = p.API.Send(ctx, u.DM, m)
	}
	if err != nil {
		return "", "", fmt.Errorf("send a direct message: %w", err)
	}
	if u.DMs != storage.DMOpen {
		u.DMs = storage.DMOpen
		// no error of the message, which Discord has taken: it would be sent again
		if err := p.save(ctx, u); err != nil {
			p.Log.WarnContext(ctx, "open direct messages not noted", "user", id, "error", err)
		}
	}
	return u.DM, sent, nil
}

// Channel returns the channel of direct messages with a user; "" for one who takes none, as far as
// is known, and if Discord does not say now: nothing waits for that.
func (p *People) Channel(ctx context.Context, id match.UserID) (match.ChannelID, error) {
	u, err := p.reach(ctx, id)
	if errors.Is(err, ErrClosed) || discord.IsDMClosed(err) || discord.IsTemporary(err) {
		return "", nil
	}
	return u.DM, err
}

// reach returns a user whose channel of direct messages is known; ErrClosed for one who is known to
// take none.
func (p *People) reach(ctx context.Context, id match.UserID) (storage.User, error) {
	u, err := p.User(ctx, id)
	if err == nil && u.DMs == storage.DMClosed {
		err = ErrClosed
	}
	if err == nil {
		err = p.open(ctx, &u)
	}
	return u, err
}

// open finds out the channel of direct messages with a user, unless it is known.
func (p *People) open(ctx context.Context, u *storage.User) error {
	if u.DM != "" {
		return nil
	}
	var err error
	if u.DM, err = p.API.OpenDM(ctx, u.ID); err != nil {
		return fmt.Errorf("open the DM channel: %w", err)
	}
	return p.save(ctx, *u)
}

// Greet writes the first direct message to the user of a request, who has just taken a seat: the
// moment at which Discord wants a DM channel to be opened. It returns where the message stands.
// Without a channel, the user takes no direct messages; without a message, an outage hid whether it
// arrived, and the outbox will find out; or the answer to the request stands there.
func (p *People) Greet(ctx context.Context, r *route.Request, m discord.Message) (storage.Post,
	error,
) {
	u, err := p.User(ctx, r.User.ID)
	if err != nil {
		return storage.Post{}, err
	}
	u.DMs, u.Name, u.Locale = storage.DMUnknown, r.User.Name, r.Texts.Catalog().Known(r.Locale,
		locale.Fallback)
	if err := p.save(ctx, u); err != nil {
		return storage.Post{}, err
	}
	if r.Alone() {
		return storage.Post{Channel: r.Channel}, nil
	}
	channel, id, err := p.Write(ctx, u.ID, m)
	if err == nil {
		return storage.Post{Channel: channel, Message: id}, nil
	}
	if discord.IsDMClosed(err) {
		return storage.Post{}, p.Close(ctx, u.ID)
	}
	p.Log.WarnContext(ctx, "hello not sent", "user", u.ID, "error", err)
	return storage.Post{Channel: unknownChannel}, nil
}

// unknownChannel stands for the channel of direct messages with somebody who may well take them.
const unknownChannel = "?"

// Close notes that a user takes no direct messages. The channel is forgotten, in case it is only
// that which is gone.
func (p *People) Close(ctx context.Context, id match.UserID) error {
	u, err := p.User(ctx, id)
	if err != nil {
		return err
	}
	u.DMs, u.DM = storage.DMClosed, ""
	p.closings.add(id)
	return p.save(ctx, u)
}

// Meet handles a request and then notes what it tells of its user: a name, a language, and that one
// whose direct messages were closed before it is there again. The user is read once, after the
// answer.
func (p *People) Meet(ctx context.Context, r *route.Request, serve func()) {
	before := p.closings.count()
	serve()
	if r.Kind == discord.Autocomplete || r.User.Bot {
		return
	}
	if err := p.note(ctx, r, !p.closings.since(r.User.ID, before)); err != nil {
		p.Log.ErrorContext(ctx, "user not noted", "user", r.User.ID, "error", err)
	}
}

// note notes what a request tells of its user. before says that direct messages which are closed
// were so before the request.
func (p *People) note(ctx context.Context, r *route.Request, before bool) error {
	known, err := p.Store.User(ctx, r.User.ID)
	if errors.Is(err, storage.ErrNotFound) {
		return nil // nobody is kept who never took a seat; each interaction says its user's language
	}
	if err != nil {
		return err
	}
	u := known
	u.Name, u.Locale = r.User.Name, r.Texts.Catalog().Known(r.Locale, locale.Fallback)
	again := before && u.DMs == storage.DMClosed && p.retries.due(u.ID, r.Now, retryEvery)
	if again {
		u.DMs = storage.DMUnknown
	}
	if u != known {
		if err := p.save(ctx, u); err != nil {
			return err
		}
	}
	if again {
		return p.returned(ctx, u.ID)
	}
	return nil
}

// Keep notes a user who asks for a seat that they get later, without another word of theirs.
func (p *People) Keep(ctx context.Context, r *route.Request) error {
	_, err := p.Store.User(ctx, r.User.ID)
	if errors.Is(err, storage.ErrNotFound) {
		err = p.save(ctx, storage.User{
			ID: r.User.ID, Name: r.User.Name,
			Locale: r.Texts.Catalog().Known(r.Locale, locale.Fallback),
		})
	}
	return err
}

// returned has a user written to again. Somebody who is there twice in a moment is written to once.
func (p *People) returned(ctx context.Context, user match.UserID) error {
	job := storage.Message{
		Lane: "d/" + string(user), Kind: Returned, User: user, Nonce: "returned" + string(user),
		Due: p.Now(),
	}
	if err := p.Store.Enqueue(ctx, []storage.Message{job}); err != nil {
		return fmt.Errorf("have a user written to again: %w", err)
	}
	return nil
}

// closings remembers which users' direct messages this process has found closed last, and in which
// order.
type closings struct {
	mu   sync.Mutex
	n    int
	last map[match.UserID]int // by user: the number of the closing
}

func (k *closings) add(user match.UserID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.last) >= maxRetries {
		clear(k.last)
	}
	k.n++
	k.last[user] = k.n
}

// count returns how many there have been.
func (k *closings) count() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.n
}

// since reports whether one of a user's came after a number of them.
func (k *closings) since(user match.UserID, n int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.last[user] > n
}

// retries remembers when users with closed direct messages were last tried: each failure counts
// towards the number of refused requests at which Discord bans.
type retries struct {
	mu   sync.Mutex
	last map[match.UserID]time.Time
}

const (
	retryEvery = time.Hour
	maxRetries = 10_000
)

// due reports whether a user was not tried for a time, and notes that they are now.
func (k *retries) due(user match.UserID, now time.Time, every time.Duration) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if last, ok := k.last[user]; ok && now.Sub(last) < every {
		return false
	}
	if len(k.last) >= maxRetries {
		clear(k.last)
	}
	k.last[user] = now
	return true
}
