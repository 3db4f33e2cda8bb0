package hall

import (
	"context"
	"strings"
	"sync"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine"
	"konduktor/engine/match"
)

// tagOf and tagSolo are the tags of a game's post, by the IDs of their names' texts. Another one is
// called like the title.
var tagOf = map[match.State]string{
	match.Lobby: "hall.tag-open", match.Running: "hall.tag-running",
	match.Finished: "hall.tag-finished",
}

const tagSolo = "hall.tag-solo"

func tagOfTitle(id string) string { return "title." + id + ".name" }

// Forum is a channel that may be a forum.
type Forum struct {
	discord.Channel
	Catalog *locale.Catalog
	at      time.Time
}

// Is reports whether it is one.
func (f Forum) Is() bool { return discord.IsForum(f.Channel) }

// Forums knows what channels are. API, Catalog and Now must be set.
type Forums struct {
	API interface {
		Channel(ctx context.Context, id match.ChannelID) (discord.Channel, error)
	}
	Catalog *locale.Catalog
	Now     func() time.Time

	seen sync.Map // Forum by ID
}

// known is for how long what Discord says of a channel is believed: nobody tells of a new tag.
const known = 5 * time.Minute

// Of returns what a channel is; anew: as Discord says now.
func (f *Forums) Of(ctx context.Context, id match.ChannelID, anew bool) (Forum, error) {
	if seen, ok := f.seen.Load(id); ok && !anew && f.Now().Sub(seen.(Forum).at) < known {
		return seen.(Forum), nil
	}
	c, err := f.API.Channel(ctx, id)
	is := Forum{c, f.Catalog, f.Now()}
	if err == nil {
		f.seen.Store(id, is)
	}
	return is, err
}

// TagsOf returns the IDs of the forum's tags that a game's post has; Discord takes five. A lobby
// that nobody can join has no open seats, unless the forum wants some tag.
func (f Forum) TagsOf(g match.Game, joinable bool) []string {
	wanted := []string{tagOfTitle(g.Title)}
	if g.State != match.Lobby || joinable {
		wanted = append(wanted, tagOf[g.State])
	}
	if g.Alone() && g.Public {
		wanted = append(wanted, tagSolo)
	}
	tags := []string{}
	for _, text := range wanted {
		if id, moderated := f.find(text); id != "" && !moderated {
			tags = append(tags, id)
		}
	}
	if len(tags) == 0 && !joinable && discord.WantsTag(f.Channel) {
		return f.TagsOf(g, true)
	}
	return tags
}

// find returns the tag that is called like a text in any language, and whether only moderators may
// set it.
func (f Forum) find(text string) (id string, moderated bool) {
	for _, tag := range f.AvailableTags {
		for _, lang := range f.Catalog.Languages() {
			name := f.Catalog.Texts(lang).Say(text)
			if strings.EqualFold(strings.TrimSpace(tag.Name), name) && (id == "" || moderated) {
				id, moderated = tag.ID, tag.Moderated
			}
		}
	}
	return id, moderated
}

// Describe says what tags the forum lacks, how to add them, and which only moderators may set.
func (f Forum) Describe(texts *locale.Texts, titles []engine.Title) []string {
	wanted := []string{tagOf[match.Lobby], tagOf[match.Running], tagOf[match.Finished], tagSolo}
	for _, t := range titles {
		wanted = append(wanted, tagOfTitle(t.ID()))
	}
	var missing, moderated, lines []string
	for _, text := range wanted {
		switch id, held := f.find(text); {
		case id == "":
			missing = append(missing, texts.Say(text))
		case held:
			moderated = append(moderated, texts.Say(text))
		}
	}
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

// Refuses reports whether the forum wants a tag on each post and has none that every new game could
// have.
func (f Forum) Refuses() bool {
	open, held := f.find(tagOf[match.Lobby])
	return discord.WantsTag(f.Channel) && (open == "" || held)
}
