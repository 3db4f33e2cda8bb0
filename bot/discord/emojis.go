package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"konduktor/engine"
	"konduktor/render/emblem"
)

// EmojiAPI is the part of discord.API that emoji need.
type EmojiAPI interface {
	Emojis(ctx context.Context) ([]Emoji, error)
	CreateEmoji(ctx context.Context, name string, png []byte) (Emoji, error)
	DeleteEmoji(ctx context.Context, id string) error
}

const (
	defaultPause = time.Second // between two requests; a hundred pictures take two minutes, once
	// retryAfter is the time between two looks at the application's emoji, at least.
	retryAfter = 10 * time.Minute
	maxLimits  = 20 // rate limits that one upload waits for
	// upgradeTime is how long processes of two releases may run side by side.
	upgradeTime = 24 * time.Hour
)

// EmojiOptions are what NewEmojis needs. API and Titles must be set.
type EmojiOptions struct {
	API    EmojiAPI
	Titles []engine.Title
	Log    *slog.Logger     // nil: nothing is logged
	Pause  time.Duration    // between two uploads or removals; 0: a second
	Now    func() time.Time // nil: time.Now
	// After returns a timer and what stops it; nil: time.NewTimer.
	After func(d time.Duration) (<-chan time.Time, func())
}

// Emojis keeps the pictures of cards, pieces and tickets among the emoji of the bot's
// application, where every message can show them.
//
// A name is what a screen reader says, and a hash of the picture: "red_double_ship_1a2b3c". So a
// changed picture is a new emoji, and the old one of the same words is removed once it is certain
// that no process of another release needs it. Emoji of other names are left alone. Without emoji,
// or without some of them, everything is said in words.
//
// Its methods can be called from any goroutine.
type Emojis struct {
	o    EmojiOptions
	have atomic.Pointer[map[sign]Emoji]
	lost chan struct{} // full: one of them is gone
}

// sign is a sign of a title.
type sign struct{ title, of string }

// NewEmojis returns emoji that are not known until Run has asked Discord for them.
func NewEmojis(o EmojiOptions) *Emojis {
	o.Pause = cmp.Or(o.Pause, defaultPause)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.After == nil {
		o.After = func(d time.Duration) (<-chan time.Time, func()) {
			t := time.NewTimer(d)
			return t.C, func() { t.Stop() }
		}
	}
	return &Emojis{o: o, lost: make(chan struct{}, 1)}
}

// Find returns the name and the ID of the emoji for a sign of a title (package emblem); "" while
// the application has none.
func (k *Emojis) Find(title, of string) (name, id string) {
	if have := k.have.Load(); have != nil {
		e := (*have)[sign{title, of}]
		return e.Name, e.ID
	}
	return "", ""
}

// Lost says that Discord has refused an emoji. Until Run has looked again there are none.
func (k *Emojis) Lost() {
	k.o.Log.Warn("a message was sent without emoji: Discord refused one")
	k.have.Store(nil)
	select {
	case k.lost <- struct{}{}:
	default:
	}
}

// Run brings the application's emoji up to date, and does so again when some were lost or Discord
// was not reached, until ctx ends.
func (k *Emojis) Run(ctx context.Context) {
	for {
		err := k.Update(ctx)
		if err != nil && ctx.Err() == nil {
			k.o.Log.Warn("some cards are shown in words: not all emoji were uploaded", "error", err)
		}
		if !k.wait(ctx, retryAfter) {
			return
		}
		if IsTemporary(err) {
			continue
		}
		select {
		case <-k.lost:
		case <-ctx.Done():
			return
		}
	}
}

// Update uploads the emoji that are missing and removes outdated ones. What other processes of the
// same program do meanwhile does no harm: a name can be uploaded only once, and what is there
// counts.
func (k *Emojis) Update(ctx context.Context) error {
	wanted := catalogue(k.o.Titles)
	there, err := k.look(ctx, wanted)
	if err != nil {
		return err
	}
	taken := false
	for i := range wanted {
		w := &wanted[i]
		if there[w.Name] != "" {
			continue
		}
		switch made, err := k.upload(ctx, w); {
		case IsNameTaken(err):
			taken = true // another process was faster
		case err != nil:
			return fmt.Errorf("upload the emoji %s: %w", w.Name, err)
		default:
			there[made.Name] = made.ID
			k.publish(wanted, there)
		}
		if !k.wait(ctx, k.o.Pause) {
			return ctx.Err()
		}
	}
	if taken {
		if there, err = k.look(ctx, wanted); err != nil {
			return err
		}
	}
	return k.removeOutdated(ctx, wanted, there)
}

// look lists the emoji of the application, as IDs by name, and has messages use those that there
// are.
func (k *Emojis) look(ctx context.Context, wanted []picture) (map[string]string, error) {
	list, err := k.o.API.Emojis(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the emoji: %w", err)
	}
	there := byName(list)
	k.publish(wanted, there)
	return there, nil
}

func byName(list []Emoji) map[string]string {
	there := make(map[string]string, len(list))
	for _, e := range list {
		there[e.Name] = e.ID
	}
	return there
}

func (k *Emojis) publish(wanted []picture, there map[string]string) {
	have := map[sign]Emoji{}
	for _, w := range wanted {
		if id := there[w.Name]; id != "" {
			for _, s := range w.signs {
				have[s] = Emoji{ID: id, Name: w.Name}
			}
		}
	}
	k.have.Store(&have)
}

// upload uploads a picture. It waits as long as Discord's limits ask for.
func (k *Emojis) upload(ctx context.Context, w *picture) (Emoji, error) {
	file, err := emblem.Encode(w.Draw())
	if err != nil {
		return Emoji{}, err
	}
	for n := 1; ; n++ {
		made, err := k.o.API.CreateEmoji(ctx, w.Name, file)
		limit, limited := errors.AsType[*Error](err)
		if !limited || limit.RetryAfter == 0 || n == maxLimits {
			return made, err
		}
		if !k.wait(ctx, limit.RetryAfter) {
			return made, ctx.Err()
		}
	}
}

// removeOutdated removes emoji of our words with other pictures, unless one of ours is new: then a
// process of the release before may still show them.
func (k *Emojis) removeOutdated(
	ctx context.Context, wanted []picture, there map[string]string,
) error {
	for _, w := range wanted {
		if Created(there[w.Name]).After(k.o.Now().Add(-upgradeTime)) {
			return nil
		}
	}
	for name, id := range there {
		if !isOutdated(wanted, name) {
			continue
		}
		if err := k.o.API.DeleteEmoji(ctx, id); err != nil && !IsGone(err) {
			return fmt.Errorf("remove the outdated emoji %s: %w", name, err)
		}
		if !k.wait(ctx, k.o.Pause) {
			return ctx.Err()
		}
	}
	return nil
}

// wait returns false if ctx ends first.
func (k *Emojis) wait(ctx context.Context, d time.Duration) bool {
	timer, stop := k.o.After(d)
	defer stop()
	select {
	case <-timer:
		return true
	case <-ctx.Done():
		return false
	}
}

// CountEmojis returns how many of the titles' pictures the application has as emoji, and how many
// there are.
func CountEmojis(ctx context.Context, api EmojiAPI, all []engine.Title) (have, of int, err error) {
	list, err := api.Emojis(ctx)
	if err != nil {
		return 0, 0, err
	}
	there, wanted := byName(list), catalogue(all)
	for _, w := range wanted {
		if there[w.Name] != "" {
			have++
		}
	}
	return have, len(wanted), nil
}

// picture is a picture that the application should have as an emoji.
type picture struct {
	signs []sign // that it stands for
	*emblem.Emblem
}

// hashed is the end of a name: a hash of the picture.
var hashed = regexp.MustCompile(`_[0-9a-f]{6}$`)

// catalogue lists the pictures of all titles.
func catalogue(all []engine.Title) []picture {
	var list []picture
	at := map[string]int{}
	for _, t := range all {
		for _, e := range emblem.Of(t.ID(), t.Lexicon()) {
			if _, ok := at[e.Name]; !ok {
				at[e.Name] = len(list)
				list = append(list, picture{Emblem: &e})
			}
			p := &list[at[e.Name]]
			p.signs = append(p.signs, sign{t.ID(), e.Sign})
		}
	}
	return list
}

func isOutdated(wanted []picture, name string) bool {
	words := strings.TrimSuffix(name, hashed.FindString(name))
	ours := false
	for _, w := range wanted {
		if w.Name == name {
			return false
		}
		ours = ours || w.Words == words && words != name
	}
	return ours
}
