package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strconv"
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

// EmojiOptions are what NewEmojis needs. All but Pause must be set.
type EmojiOptions struct {
	API    EmojiAPI
	Titles []engine.Title
	// Note changes the list of our emoji in the store, again if another process is faster.
	Note func(ctx context.Context, change func(*[]OwnEmoji) error) error
	// Oldest returns when the oldest message was sent that is a post, now at the latest.
	Oldest func(context.Context) (time.Time, error)
	Log    *slog.Logger
	Pause  time.Duration // between two uploads or removals; 0: a second
	Now    func() time.Time
	After  func(d time.Duration) (<-chan time.Time, func()) // a timer and what stops it
}

// OwnEmoji is an emoji of ours, as the store keeps it.
type OwnEmoji struct {
	Name string    `json:"name"`
	ID   string    `json:"id,omitempty"` // "": it is about to be uploaded
	Sum  string    `json:"sum"`          // of its picture
	Out  time.Time `json:"out,omitzero"` // since when it is not needed; zero: it is
}

// reference is what stands for an emoji in texts.
var reference = regexp.MustCompile(`^\w{2,32}:\d{1,20}$`)

// hashed is the end of the names that releases before 1.1 gave: "red_card_1a2b3c".
var hashed = regexp.MustCompile(`_([0-9a-f]{6})$`)

func (e *OwnEmoji) hashed() bool { return hashed.MatchString(e.Name) }

// Emojis keeps the pictures of cards, pieces and tickets among the emoji of the bot's application,
// where every message can show them.
//
// A name is the word that a screen reader says, as short as can be: "red", and "red2" for another
// picture of red. The store knows which emoji are ours, and all others are left alone. A changed
// picture is a new emoji; the old one is removed once no process of another release and no post
// needs it. Without emoji, or without some of them, everything is said in words.
//
// Its methods can be called from any goroutine.
type Emojis struct {
	o      EmojiOptions
	wanted []picture
	have   atomic.Pointer[map[sign]Emoji]
	lost   chan struct{} // full: one of them is gone
}

// sign is a sign of a title.
type sign struct{ title, of string }

// NewEmojis returns emoji that are not known until Run has asked Discord for them.
func NewEmojis(o EmojiOptions) *Emojis {
	o.Pause = cmp.Or(o.Pause, defaultPause)
	return &Emojis{o: o, wanted: catalogue(o.Titles), lost: make(chan struct{}, 1)}
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

// Run brings the application's emoji up to date, and again each day, when some were lost, and when
// Discord or the store was not reached, until ctx ends.
func (k *Emojis) Run(ctx context.Context) {
	for {
		err := k.Update(ctx)
		if err != nil && ctx.Err() == nil {
			k.o.Log.Warn("some cards are shown in words: not all emoji were uploaded", "error", err)
		}
		if !k.wait(ctx, retryAfter) {
			return
		}
		if err != nil && !IsFinal(err) {
			continue
		}
		day, stop := k.o.After(upgradeTime)
		select {
		case <-k.lost:
		case <-day:
		case <-ctx.Done():
		}
		if stop(); ctx.Err() != nil {
			return
		}
	}
}

// Update uploads the emoji that are missing and removes outdated ones. What other processes of the
// same program do meanwhile does no harm: the first one notes the names for all, a name can be
// uploaded only once, and what is there counts.
func (k *Emojis) Update(ctx context.Context) error {
	own, err := k.look(ctx)
	if err != nil {
		return err
	}
	tried := false
	for i := range own {
		e := &own[i]
		if e.ID != "" {
			continue
		}
		made, err := k.upload(ctx, e)
		if err != nil && !IsNameTaken(err) { // taken: another process was faster
			if IsFinal(err) {
				err = errors.Join(err, k.release(ctx))
			}
			return fmt.Errorf("upload the emoji %s: %w", e.Name, err)
		}
		e.ID, tried = made.ID, true
		k.publish(own)
		if !k.wait(ctx, k.o.Pause) {
			return ctx.Err()
		}
	}
	if tried {
		if own, err = k.look(ctx); err != nil {
			return err
		}
	}
	return k.removeOutdated(ctx, own)
}

// look compares the noted emoji with the application's, notes what is to be uploaded, and has
// messages use those that there are.
func (k *Emojis) look(ctx context.Context) (own []OwnEmoji, err error) {
	err = k.o.Note(ctx, func(noted *[]OwnEmoji) error {
		list, err := k.o.API.Emojis(ctx) // after what is noted, or what is new would be taken for gone
		if err == nil {
			own = settle(*noted, list, k.wanted, k.o.Now().UTC())
			*noted = own
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("compare the emoji: %w", err)
	}
	k.publish(own)
	return own, nil
}

// release gives up names under which nothing was uploaded: whatever gets one later is not ours.
func (k *Emojis) release(ctx context.Context) error {
	if _, err := k.look(ctx); err != nil {
		return err
	}
	return k.o.Note(ctx, func(noted *[]OwnEmoji) error {
		*noted = slices.DeleteFunc(*noted, func(e OwnEmoji) bool { return e.ID == "" })
		return nil
	})
}

// settle returns what is to be noted of our emoji, given those of the application. One without an
// ID is to be uploaded. Its name is noted first, and is free then, so that the emoji is known as
// ours if the process that uploads it is killed.
func settle(noted []OwnEmoji, list []Emoji, wanted []picture, now time.Time) (own []OwnEmoji) {
	ids, names, taken := map[string]string{}, map[string]string{}, map[string]bool{}
	for _, e := range list {
		if !reference.MatchString(e.Name + ":" + e.ID) {
			continue
		}
		ids[e.Name], names[e.ID], taken[strings.ToLower(e.Name)] = e.ID, e.Name, true
	}
	sums, short := map[string]bool{}, map[string]bool{}
	for _, w := range wanted {
		sums[w.Sum] = true
	}
	for _, e := range noted {
		e.ID = cmp.Or(e.ID, ids[e.Name])
		name := names[e.ID] // somebody may have changed it
		if name == "" && (e.ID != "" || !sums[e.Sum]) {
			continue // somebody has removed it
		}
		e.Name = cmp.Or(name, e.Name)
		own, taken[e.Name] = append(own, e), true
		delete(names, e.ID)
	}
	for _, e := range list {
		end := hashed.FindStringSubmatch(e.Name)
		if end != nil && sums[end[1]] && names[e.ID] != "" {
			own = append(own, OwnEmoji{Name: e.Name, ID: e.ID, Sum: end[1]})
		}
	}
	for _, e := range own {
		short[e.Sum] = short[e.Sum] || !e.hashed()
	}
	for _, w := range wanted {
		if !short[w.Sum] {
			name := w.Word
			for n := 2; taken[name]; n++ {
				name = numbered(w.Word, n)
			}
			own, taken[name] = append(own, OwnEmoji{Name: name, Sum: w.Sum}), true
		}
	}
	for i := range own {
		e := &own[i]
		uploaded := func(o OwnEmoji) bool { return o.Sum == e.Sum && o.ID != "" && !o.hashed() }
		switch {
		case sums[e.Sum] && !(e.hashed() && slices.ContainsFunc(own, uploaded)):
			e.Out = time.Time{}
		case e.Out.IsZero():
			e.Out = now
		}
	}
	return own
}

// numbered is the name of the nth picture of a word: "red2", "seat1b".
func numbered(word string, n int) string {
	if last := word[len(word)-1]; '0' <= last && last <= '9' {
		return word + strconv.FormatInt(int64(n+9), 36)
	}
	return word + strconv.Itoa(n)
}

func (k *Emojis) publish(own []OwnEmoji) {
	bySum := map[string]Emoji{}
	for _, e := range own {
		if e.ID != "" && (bySum[e.Sum].ID == "" || !e.hashed()) {
			bySum[e.Sum] = Emoji{e.ID, e.Name}
		}
	}
	have := map[sign]Emoji{}
	for _, w := range k.wanted {
		for _, s := range w.signs {
			have[s] = bySum[w.Sum]
		}
	}
	k.have.Store(&have)
}

// upload uploads a picture. It waits as long as Discord's limits ask for.
func (k *Emojis) upload(ctx context.Context, e *OwnEmoji) (Emoji, error) {
	w := slices.IndexFunc(k.wanted, func(w picture) bool { return w.Sum == e.Sum })
	file, err := emblem.Encode(k.wanted[w].Draw())
	if err != nil {
		return Emoji{}, err
	}
	for n := 1; ; n++ {
		made, err := k.o.API.CreateEmoji(ctx, e.Name, file)
		limit, limited := errors.AsType[*Error](err)
		if !limited || limit.RetryAfter == 0 || n == maxLimits {
			return made, err
		}
		if !k.wait(ctx, limit.RetryAfter) {
			return made, ctx.Err()
		}
	}
}

// removeOutdated removes emoji that are not needed, a day after that was noted: until then a
// process of another release may use them. A post from that time may show them.
func (k *Emojis) removeOutdated(ctx context.Context, own []OwnEmoji) error {
	own = slices.DeleteFunc(own, func(e OwnEmoji) bool { return e.Out.IsZero() })
	if len(own) == 0 {
		return nil
	}
	oldest, err := k.o.Oldest(ctx)
	if err != nil {
		return fmt.Errorf("look which emoji are in use: %w", err)
	}
	for _, e := range own {
		if oldest.Before(e.Out.Add(upgradeTime)) {
			continue
		}
		if err := k.o.API.DeleteEmoji(ctx, e.ID); err != nil && !IsGone(err) {
			return fmt.Errorf("remove the outdated emoji %s: %w", e.Name, err)
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
// there are. noted are those that the store keeps.
func CountEmojis(ctx context.Context, api EmojiAPI, all []engine.Title, noted []OwnEmoji,
) (have, of int, err error) {
	list, err := api.Emojis(ctx)
	if err != nil {
		return 0, 0, err
	}
	k := Emojis{wanted: catalogue(all)}
	k.publish(settle(noted, list, k.wanted, time.Time{}))
	for _, w := range k.wanted {
		if (*k.have.Load())[w.signs[0]].ID != "" {
			have++
		}
	}
	return have, len(k.wanted), nil
}

// picture is a picture that the application should have as an emoji.
type picture struct {
	signs []sign // that it stands for
	*emblem.Emblem
}

// catalogue lists the pictures of all titles.
func catalogue(all []engine.Title) []picture {
	var list []picture
	at := map[string]int{}
	for _, t := range all {
		for _, e := range emblem.Of(t.ID(), t.Lexicon()) {
			if _, ok := at[e.Sum]; !ok {
				at[e.Sum] = len(list)
				list = append(list, picture{Emblem: &e})
			}
			p := &list[at[e.Sum]]
			p.signs = append(p.signs, sign{t.ID(), e.Sign})
		}
	}
	return list
}
