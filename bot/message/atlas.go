package message

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/railmap"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/titles"
)

// Map is a map of the operator's, on which games can be opened (design D3).
type Map struct {
	Name  string       // of its file, without ".toml": the value of the option map of /game new
	Title engine.Title // the title whose rules it is for, on this map
	Text  []byte       // of the file; every game keeps it

	Refused bool // it is too large: games on it go on, none is opened
}

func (m *Map) board() *railmap.Map { return titles.MapOf(m.Title) }

// Store keeps the maps that games were opened on.
type Store interface {
	SaveMap(ctx context.Context, text []byte) (string, error)
	Map(ctx context.Context, sum string) ([]byte, error)
}

// Atlas has the titles, the maps on offer and, from the store, the maps of all games: the file of a
// map can change or disappear, but a game stays on the map that it was opened on. It is safe for
// concurrent use.
type Atlas struct {
	store  Store
	titles []engine.Title

	mu      sync.Mutex
	offered []Map
	parsed  map[string]engine.Title // by the SHA-256 of the map's text
}

// maxParsed bounds the maps kept in memory; parsing one again takes a few milliseconds.
const maxParsed = 64

// NewAtlas returns an atlas of titles and of maps on offer, in the order in which they are
// suggested.
func NewAtlas(store Store, all []engine.Title, offered []Map) *Atlas {
	return &Atlas{store: store, titles: all, offered: offered, parsed: map[string]engine.Title{}}
}

// Offer replaces the maps on offer. Games keep the maps that they were opened on.
func (a *Atlas) Offer(maps []Map) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.offered = maps
}

// maps returns the maps on offer; the list is never changed.
func (a *Atlas) maps() []Map {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.offered
}

// Titles lists the titles, each on its own map.
func (a *Atlas) Titles() []engine.Title { return a.titles }

// Title finds a title by its ID.
func (a *Atlas) Title(id string) (engine.Title, bool) {
	for _, t := range a.titles {
		if t.ID() == id {
			return t, true
		}
	}
	return nil, false
}

// Edition returns the title of a game, on the map that the game was opened on.
func (a *Atlas) Edition(ctx context.Context, g match.Game) (engine.Title, error) {
	title, ok := a.Title(g.Title)
	if !ok {
		return nil, fmt.Errorf("game %s: there is no title %q", g.ID, g.Title)
	}
	if g.Map == "" {
		return title, nil
	}
	if t, ok := a.cached(g.Map); ok && t.ID() == g.Title {
		return t, nil
	}
	text, err := a.store.Map(ctx, g.Map)
	if err != nil {
		return nil, fmt.Errorf("load the map of game %s: %w", g.ID, err)
	}
	m, err := mapfile.Parse(text, g.Map)
	if err != nil {
		return nil, fmt.Errorf("parse the map of game %s: %w", g.ID, err)
	}
	on, err := titles.On(m)
	if err != nil {
		return nil, fmt.Errorf("use the map of game %s: %w", g.ID, err)
	}
	if on.ID() != g.Title {
		return nil, fmt.Errorf("game %s of %s: its map is for %s", g.ID, g.Title, on.ID())
	}
	a.cache(g.Map, on)
	return on, nil
}

func (a *Atlas) cached(sum string) (engine.Title, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	t, ok := a.parsed[sum]
	return t, ok
}

func (a *Atlas) cache(sum string, t engine.Title) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.parsed) >= maxParsed {
		clear(a.parsed)
	}
	a.parsed[sum] = t
}

// Text returns the text of the operator's map that a game is played on, nil for a title's own map.
func (a *Atlas) Text(ctx context.Context, g match.Game) ([]byte, error) {
	if g.Map == "" {
		return nil, nil
	}
	text, err := a.store.Map(ctx, g.Map)
	if err != nil {
		return nil, fmt.Errorf("load the map of game %s: %w", g.ID, err)
	}
	return text, nil
}

// Keep stores a map on which a game is opened, and returns its SHA-256 for the game's row; "" for
// nil, which stands for the title's own map.
func (a *Atlas) Keep(ctx context.Context, m *Map) (string, error) {
	if m == nil {
		return "", nil
	}
	sum, err := a.store.SaveMap(ctx, m.Text)
	if err != nil {
		return "", fmt.Errorf("keep the map %s: %w", m.Name, err)
	}
	return sum, nil
}

// Find returns the map on offer with a name, that of its file or its own; nil if name is empty.
func (a *Atlas) Find(texts *locale.Texts, title engine.Title, name string) (*Map, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		return nil, nil
	}
	found, other := a.lookup(title, name)
	if found != nil && found.Refused {
		return nil, tooLarge(found.board())
	}
	if found != nil {
		return found, nil
	}
	if other != nil {
		return nil, route.Fail("map-other-title", "Map", discord.Plain(other.board().Name),
			"Title", TitleOf(texts, other.Title.ID()))
	}
	if problem := a.noMaps(texts, title); problem != nil {
		return nil, problem
	}
	return nil, route.Fail("map-unknown")
}

func tooLarge(m *railmap.Map) *route.Problem {
	return route.Fail("map-too-large", "Map", discord.Plain(m.Name))
}

// MayRepeat says why no game is opened on the map of an earlier one.
func MayRepeat(on engine.Title) error {
	if titles.Refusal(on) != nil {
		return tooLarge(titles.MapOf(on))
	}
	return nil
}

// noMaps says that there is no map on offer for a title, and for which titles there are; nil if
// there is one.
func (a *Atlas) noMaps(texts *locale.Texts, title engine.Title) *route.Problem {
	var others []string
	for _, m := range a.maps() {
		if m.Refused {
			continue
		}
		id := m.Title.ID()
		if id == title.ID() {
			return nil
		}
		if name := TitleOf(texts, id); !slices.Contains(others, name) {
			others = append(others, name)
		}
	}
	if len(others) == 0 {
		return route.Fail("no-maps")
	}
	return route.Fail("no-maps-for", "Title", TitleOf(texts, title.ID()),
		"Others", strings.Join(others, ", "))
}

// lookup returns the map of that name for a title, else one for another title; nil, nil if there is
// none. Suggestions have file names as values, so these win over the maps' own names.
func (a *Atlas) lookup(title engine.Title, name string) (found, other *Map) {
	offered := a.maps()
	for _, fits := range []func(m *Map) bool{
		func(m *Map) bool { return m.Name == name },
		func(m *Map) bool { return strings.EqualFold(m.Name, name) },
		func(m *Map) bool { return strings.EqualFold(m.board().Name, name) },
	} {
		for i := range offered {
			switch m := &offered[i]; {
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

// Suggest suggests the maps on offer for the chosen title; those of all titles before one is
// chosen.
func (a *Atlas) Suggest(texts *locale.Texts, title, typed string) []discord.Choice {
	list := speech.Suggest(typed)
	offered := a.maps()
	for i := range offered {
		m := &offered[i]
		if !m.Refused && (title == "" || title == m.Title.ID()) {
			list.Add(texts.Say("games.map-choice", "Map", m.board().Name,
				"Title", TitleOf(texts, m.Title.ID()),
				"Cities", len(m.board().Cities), "Routes", len(m.board().Routes)), m.Name)
		}
	}
	if t, ok := a.Title(title); ok {
		if problem := a.noMaps(texts, t); problem != nil {
			list.Explain(texts.Say("problem."+problem.ID, problem.Args...))
		}
	} else if !slices.ContainsFunc(offered, func(m Map) bool { return !m.Refused }) {
		list.Explain(texts.Say("problem.no-maps"))
	}
	return list.Choices()
}
