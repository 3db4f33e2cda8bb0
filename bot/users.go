package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// user returns what is known of a user, at least the id.
func (b *Bot) user(ctx context.Context, id string) (storage.User, error) {
	u, err := b.store.User(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return storage.User{ID: id}, nil
	}
	if err != nil {
		return u, fmt.Errorf("load user: %w", err)
	}
	return u, nil
}

// direct sends a direct message. A user who is known to take none is not tried.
func (b *Bot) direct(ctx context.Context, id string, m discord.Message) (channel string, sent discord.MessageID, err error) {
	u, err := b.user(ctx, id)
	if err != nil {
		return "", "", err
	}
	if u.DMs == storage.DMClosed {
		return "", "", moot("direct messages are closed")
	}
	if err := b.openDM(ctx, &u); err != nil {
		return "", "", err
	}
	sent, err = b.api.Send(ctx, u.DM, m)
	if discord.IsGone(err) { // the channel that we remember; it is asked for anew once
		u.DM = ""
		if err := b.openDM(ctx, &u); err != nil {
			return "", "", err
		}
		sent, err = b.api.Send(ctx, u.DM, m)
	}
	if err != nil {
		return "", "", fmt.Errorf("send a direct message: %w", err)
	}
	if u.DMs != storage.DMOpen {
		u.DMs = storage.DMOpen
		if err := b.saveUser(ctx, u); err != nil {
			return "", "", err
		}
	}
	return u.DM, sent, nil
}

// openDM finds out the channel of direct messages with a user, unless it is known.
func (b *Bot) openDM(ctx context.Context, u *storage.User) error {
	if u.DM != "" {
		return nil
	}
	var err error
	if u.DM, err = b.api.OpenDM(ctx, u.ID); err != nil {
		return fmt.Errorf("open the DM channel: %w", err)
	}
	return b.saveUser(ctx, *u)
}

func (b *Bot) saveUser(ctx context.Context, u storage.User) error {
	if err := b.store.SaveUser(ctx, u); err != nil {
		return fmt.Errorf("save user: %w", err)
	}
	return nil
}

// unreachable notes that a user takes no direct messages, and tells the table why the player was not written to.
func (b *Bot) unreachable(ctx context.Context, m storage.Message) error {
	u, err := b.user(ctx, m.User)
	if err != nil {
		return err
	}
	u.DMs, u.DM = storage.DMClosed, "" // the channel is asked for anew, should it be that which is gone
	if err := b.saveUser(ctx, u); err != nil {
		return err
	}
	if m.Kind == sayYourTurn && m.Body != triedAgain {
		notice := storage.Message{
			Lane: tableLane(m.Game), Kind: sayClosed, Game: m.Game, Ply: m.Ply, Seat: m.Seat,
			Nonce: nonce(sayClosed, m.Game, m.Ply, m.Seat), Due: b.now(),
		}
		if err := b.store.Enqueue(ctx, []storage.Message{notice}); err != nil && !errors.Is(err, storage.ErrExists) {
			return fmt.Errorf("tell the table: %w", err)
		}
		b.signal()
	}
	return b.store.Drop(ctx, m.ID, "direct messages are closed")
}

// triedAgain marks a message to a user who took none before: the table knows already.
const triedAgain = "again"

// takesNoDMs says whether the user was known to take no direct messages before the interaction.
func (b *Bot) takesNoDMs(ctx context.Context, r *Request) bool {
	if r.Kind == discord.Autocomplete {
		return false
	}
	u, err := b.user(ctx, r.User.ID)
	return err == nil && u.DMs == storage.DMClosed
}

// meet notes what an interaction tells of its user: name and language, and that one whose direct messages were closed is
// there and may have opened them.
func (b *Bot) meet(ctx context.Context, r *Request, closed bool) {
	if r.Kind == discord.Autocomplete || r.User.Bot {
		return
	}
	if err := b.note(ctx, r, closed); err != nil {
		b.log.ErrorContext(ctx, "user not noted", "user", r.User.ID, "error", err)
	}
}

func (b *Bot) note(ctx context.Context, r *Request, closed bool) error {
	known, err := b.user(ctx, r.User.ID)
	if err != nil {
		return err
	}
	u := known
	u.Name, u.Locale = r.User.Name, language(r.Locale)
	again := closed && u.DMs == storage.DMClosed && b.knocked.again(u.ID, r.Now)
	if again {
		u.DMs = storage.DMUnknown
	}
	if u != known {
		if err := b.saveUser(ctx, u); err != nil {
			return err
		}
	}
	if again {
		return b.knock(ctx, u)
	}
	return nil
}

// knock writes to a user again about the games that wait for them.
func (b *Bot) knock(ctx context.Context, u storage.User) error {
	games, err := b.store.GamesOf(ctx, u.ID, storage.Running)
	if err != nil {
		return fmt.Errorf("list the games of a user: %w", err)
	}
	var out []storage.Message
	for _, g := range games {
		for i, s := range g.Seats {
			if s.User != u.ID || !waitsFor(g, u.ID) {
				continue
			}
			seat := engine.Seat(i + 1)
			out = append(out, storage.Message{
				Lane: directLane(u.ID), Kind: sayYourTurn, Game: g.ID, Ply: g.Ply, Seat: seat, User: u.ID,
				Body: triedAgain, Nonce: "kn" + b.randomName(12), Due: b.now(),
			})
		}
	}
	if len(out) == 0 {
		return nil
	}
	if err := b.store.Enqueue(ctx, out); err != nil {
		return fmt.Errorf("write to a user again: %w", err)
	}
	b.signal()
	return nil
}

// knocks remembers when users with closed direct messages were last written to in vain: each attempt counts towards the
// number of refused requests at which Discord bans.
type knocks struct {
	mu   sync.Mutex
	last map[string]time.Time
}

const (
	knockEvery = time.Hour
	maxKnocks  = 10_000
)

func (k *knocks) again(user string, now time.Time) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if last, ok := k.last[user]; ok && now.Sub(last) < knockEvery {
		return false
	}
	if len(k.last) >= maxKnocks {
		clear(k.last)
	}
	k.last[user] = now
	return true
}

// language returns the language of the texts for a user's Discord locale.
func language(discordLocale string) string { return languageOr(discordLocale, locale.Fallback) }

// languageOr returns the language of the texts for a Discord locale, another if there are no texts for it.
func languageOr(discordLocale, other string) string {
	lang, _, _ := strings.Cut(discordLocale, "-")
	if slices.Contains(locale.Languages(), lang) {
		return lang
	}
	return other
}
