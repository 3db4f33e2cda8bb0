package hall

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine"
	"konduktor/engine/match"
)

// The tags of a game's post, by the IDs of their names' texts; a title's is that of the title.
const (
	tagOpen     = "hall.tag-open"
	tagRunning  = "hall.tag-running"
	tagFinished = "hall.tag-finished"
	tagSolo     = "hall.tag-solo"
)

// maxTags is how many tags Discord takes on a post.
const maxTags = 5

// known is for how long what Discord says of a channel is believed: nobody tells of a new tag.
const known = 5 * time.Minute

// Forums knows what forums there are. Make it with NewForums; it can be used from any goroutine.
type Forums struct {
	api interface {
		Channel(ctx context.Context, id match.ChannelID) (discord.Channel, error)
	}
	catalog *locale.Catalog
	now     func() time.Time

	mu   sync.Mutex
	seen map[match.ChannelID]Forum
}

// NewForums returns forums that are asked for when they are needed.
func NewForums(api discord.API, catalog *locale.Catalog, now func() time.Time) *Forums {
	return &Forums{
		api: api, catalog: catalog, now: now, seen: map[match.ChannelID]Forum{},
	}
}

// Forum is a channel that may be a forum.
type Forum struct {
	discord.Channel
	catalog *locale.Catalog
	at      time.Time
}

// NewForum returns what a channel is.
func NewForum(c discord.Channel, catalog *locale.Catalog) Forum {
	return Forum{c, catalog, time.Time{}}
}

// Is reports whether it is one.
func (f Forum) Is() bool { return discord.IsForum(f.Channel) }

// Of returns what a channel is, as Discord has said within a few minutes; anew: as it says now.
func (f *Forums) Of(ctx context.Context, id match.ChannelID, anew bool) (Forum, error) {
	f.mu.Lock()
	is, ok := f.seen[id]
	f.mu.Unlock()
	if ok && !anew && f.now().Sub(is.at) < known {
		return is, nil
	}
	c, err := f.api.Channel(ctx, id)
	if err != nil {
		return Forum{}, err
	}
	is = Forum{c, f.catalog, f.now()}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.seen) > 1000 {
		clear(f.seen)
	}
	f.seen[id] = is
	return is, nil
}

// TagsOf returns the IDs of the forum's tags that a game's post has.
func (f Forum) TagsOf(g match.Game) []string {
	state := map[match.State]string{
		match.Lobby: tagOpen, match.Running: tagRunning, match.Finished: tagFinished,
	}[g.State]
	if state == "" {
		return []string{}
	}
	wanted := []string{state, titleTag(g.Title)}
	if g.Alone() && g.Public {
		wanted = append(wanted, tagSolo)
	}
	if sought := slices.ContainsFunc(g.Seats, func(s match.Seat) bool {
		return g.State == match.Running && s.Vacant() && !s.Called.IsZero()
	}); sought {
		wanted = append(wanted, tagOpen)
	}
	tags := []string{}
	for _, text := range wanted {
		if id, moderated := f.find(text); id != "" && !moderated && len(tags) < maxTags {
			tags = append(tags, id)
		}
	}
	return tags
}

func titleTag(title string) string { return "title." + title + ".name" }

// find returns the tag that is called like a text in any language.
func (f Forum) find(text string) (id string, moderated bool) {
	for _, tag := range f.AvailableTags {
		for _, lang := range f.catalog.Languages() {
			name := f.catalog.Texts(lang).Say(text)
			if strings.EqualFold(strings.TrimSpace(tag.Name), name) && (id == "" || moderated) {
				id, moderated = tag.ID, tag.Moderated
			}
		}
	}
	return id, moderated
}

// Lacks names the tags that posts of games could have: which are missing, and which only moderators
// may set.
func (f Forum) Lacks(texts *locale.Texts, titles []engine.Title) (missing, moderated []string) {
	wanted := []string{tagOpen, tagRunning, tagFinished}
	for _, t := range titles {
		wanted = append(wanted, titleTag(t.ID()))
	}
	for _, text := range append(wanted, tagSolo) {
		switch id, held := f.find(text); {
		case id == "":
			missing = append(missing, texts.Say(text))
		case held:
			moderated = append(moderated, texts.Say(text))
		}
	}
	return missing, moderated
}

// Refuses reports whether the forum would take no posts, since it wants a tag on each and has none
// that every game could have.
func (f Forum) Refuses() bool {
	open, held := f.find(tagOpen)
	return discord.WantsTag(f.Channel) && (open == "" || held)
}

// Describe says what tags the forum lacks, and how to add them.
func (f Forum) Describe(texts *locale.Texts, titles []engine.Title) []string {
	missing, moderated := f.Lacks(texts, titles)
	var lines []string
	if len(missing) > 0 {
		lines = append(lines, texts.Say("hall.missing", "Tags", strings.Join(missing, ", ")))
	}
	if len(moderated) > 0 {
		lines = append(lines, texts.Say("hall.moderated", "Tags", strings.Join(moderated, ", ")))
	}
	if len(lines) == 0 {
		lines = append(lines, texts.Say("hall.tagged"))
	}
	return lines
}
