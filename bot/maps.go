package bot

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/bot/speech"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
	"github.com/konduktor-bot/konduktor/engine/titles"
	"github.com/konduktor-bot/konduktor/storage"
)

// OwnMap is a map of a user's own, on which games can be opened (design D3).
type OwnMap struct {
	Name  string       // of its file, without ".toml": what names it in the option map of /game new
	Title engine.Title // the title whose rules it is for, on this map
	Text  []byte       // of the file; every game keeps it
}

func (m *OwnMap) board() *railmap.Map { return titles.MapOf(m.Title) }

// atlas has the maps of users' own: those on offer, and those of games that were opened before, out of the store. The file
// of a map can change or go: a game stays on the map that it was opened on.
type atlas struct {
	offered []OwnMap
	mu      sync.Mutex
	read    map[string]engine.Title // by the SHA-256 of the map's text
}

// maxRead bounds the maps kept in memory; a map is read again in a few milliseconds.
const maxRead = 64

func newAtlas(offered []OwnMap) *atlas {
	return &atlas{offered: offered, read: map[string]engine.Title{}}
}

func (a *atlas) get(sum string) (engine.Title, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	t, ok := a.read[sum]
	return t, ok
}

func (a *atlas) put(sum string, t engine.Title) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.read) >= maxRead {
		clear(a.read)
	}
	a.read[sum] = t
}

// find returns the map on offer that is named so for a title, else one for another title; nil, nil if there is none. The
// list of suggestions says file names, so these come before the maps' own names.
func (a *atlas) find(title engine.Title, named string) (own, other *OwnMap) {
	for _, fits := range []func(m *OwnMap) bool{
		func(m *OwnMap) bool { return m.Name == named },
		func(m *OwnMap) bool { return strings.EqualFold(m.Name, named) },
		func(m *OwnMap) bool { return strings.EqualFold(m.board().Name, named) },
	} {
		for i := range a.offered {
			switch m := &a.offered[i]; {
			case !fits(m):
			case m.Title.ID() == title.ID():
				return m, nil
			default:
				other = m
			}
		}
	}
	return nil, other
}

// edition returns the title of a game, on the map that the game was opened on.
func (b *Bot) edition(ctx context.Context, g storage.Game) (engine.Title, error) {
	title, ok := b.title(g.Title)
	if !ok {
		return nil, fmt.Errorf("game %s: there is no title %q", g.ID, g.Title)
	}
	if g.Map == "" {
		return title, nil
	}
	if t, ok := b.maps.get(g.Map); ok && t.ID() == g.Title {
		return t, nil
	}
	text, err := b.store.Map(ctx, g.Map)
	if err != nil {
		return nil, fmt.Errorf("load the map of game %s: %w", g.ID, err)
	}
	m, err := railmap.Parse(text, g.Map)
	if err != nil {
		return nil, fmt.Errorf("read the map of game %s: %w", g.ID, err)
	}
	on, err := titles.On(m)
	if err != nil {
		return nil, fmt.Errorf("read the map of game %s: %w", g.ID, err)
	}
	if on.ID() != g.Title {
		return nil, fmt.Errorf("game %s of %s: its map is for %s", g.ID, g.Title, on.ID())
	}
	b.maps.put(g.Map, on)
	return on, nil
}

// keepMap stores a map for a game that is to be opened on it, and returns what the game's row calls it. nil is the title's
// own.
func (b *Bot) keepMap(ctx context.Context, own *OwnMap) (string, error) {
	if own == nil {
		return "", nil
	}
	sum, err := b.store.SaveMap(ctx, own.Text)
	if err != nil {
		return "", fmt.Errorf("keep the map %s: %w", own.Name, err)
	}
	return sum, nil
}

// wantedMap finds the map of a user's own that was named for a title: by its file's name, or by its own. nil if none was
// named.
func (b *Bot) wantedMap(r *Request, title engine.Title, named string) (*OwnMap, error) {
	named = strings.TrimSpace(named)
	if named == "" {
		return nil, nil
	}
	own, other := b.maps.find(title, named)
	if own != nil {
		return own, nil
	}
	if other != nil {
		return nil, problem("map-other-title", "Map", discord.Plain(other.board().Name), "Title", titleAlone(r.Texts, other.Title.ID()))
	}
	return nil, problem("map-unknown")
}

// completeMap suggests the maps of users' own for the title that was chosen, those of all titles before one is.
func (b *Bot) completeMap(_ context.Context, r *Request) (Reply, error) {
	list, title := speech.Suggest(r.Focused().Value), r.Option("title")
	for i := range b.maps.offered {
		m := &b.maps.offered[i]
		if title == "" || title == m.Title.ID() {
			list.Add(r.Texts.Say("games.map-choice", "Map", m.board().Name, "Title", titleAlone(r.Texts, m.Title.ID()),
				"Cities", len(m.board().Cities), "Routes", len(m.board().Routes)), m.Name)
		}
	}
	return Reply{Choices: list.Choices()}, nil
}

// titleAlone is what people call a title, whatever it is played on.
func titleAlone(texts *locale.Texts, id string) string {
	return speech.New(texts, nil).Title(id)
}

// titleName is what people call a game: by its title, and by its map where that is a user's own.
func (b *Bot) titleName(ctx context.Context, texts *locale.Texts, g storage.Game) string {
	return b.namer(ctx, texts, g).Title(g.Title)
}

// titleLabel is titleName for places where Discord shows text raw.
func (b *Bot) titleLabel(ctx context.Context, texts *locale.Texts, g storage.Game) string {
	return b.namer(ctx, texts, g).TitleLabel(g.Title)
}

// namer is a speaker for a game's name. That of a game whose map cannot be read names the title alone: whoever loads the
// game is told more.
func (b *Bot) namer(ctx context.Context, texts *locale.Texts, g storage.Game) *speech.Speaker {
	title, err := b.edition(ctx, g)
	if err != nil {
		return speech.New(texts, nil)
	}
	return speakerOn(texts, title, g)
}

// ownMapLine says in a list of lines that a game is played on a map of a user's own; none for a title's own map.
func (b *Bot) ownMapLine(ctx context.Context, texts *locale.Texts, g storage.Game) []string {
	title, err := b.edition(ctx, g)
	if err != nil || g.Map == "" {
		return nil
	}
	return []string{speakerOn(texts, title, g).OwnMap()}
}

// speakerOn speaks about a game whose title on its map is known.
func speakerOn(texts *locale.Texts, title engine.Title, g storage.Game) *speech.Speaker {
	if g.Map != "" {
		return speech.NewOwn(texts, titles.MapOf(title))
	}
	return speech.New(texts, titles.MapOf(title))
}

// speaker speaks about a table's game.
func (t *table) speaker(texts *locale.Texts) *speech.Speaker {
	return speakerOn(texts, t.title, t.Game)
}
