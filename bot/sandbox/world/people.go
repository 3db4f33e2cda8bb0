package world

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"konduktor/bot/sandbox/limits"
	"konduktor/bot/sandbox/wire"
)

// Person is somebody who could use Discord's client.
type Person struct {
	wire.User
	Name    string
	Locale  string
	DMsOpen bool
	// Installed says that the person has installed the app for themselves: they have its commands everywhere, and it may write to
	// them without a guild in common.
	Installed bool
	Left      bool     // is no member of the guild
	DM        *Channel // with the bot, nil until there is one

	admin  bool // owns the guild
	joined time.Time
}

// Settle adds the people who were there when the guild was founded. The error names those who are left out.
func (w *World) Settle(names []string) error {
	var left []error
	for _, name := range names {
		_, err := w.addPerson(name, "", w.Created)
		left = append(left, err)
	}
	return errors.Join(left...)
}

// AddPerson adds somebody called name, who speaks English if locale is empty.
func (w *World) AddPerson(name, locale string) (*Person, error) {
	return w.addPerson(name, locale, w.now())
}

// addPerson adds somebody; the first one owns the guild.
func (w *World) addPerson(name, locale string, now time.Time) (*Person, error) {
	name = strings.TrimSpace(name)
	if n := limits.Runes(name); n < 1 || n > 32 {
		return nil, fmt.Errorf("a name has 1 to 32 characters, this one has %d", n)
	}
	if locale == "" {
		locale = "en-US"
	}
	if !limits.Locales[locale] {
		return nil, fmt.Errorf("%q is not a locale of Discord's", locale)
	}
	if w.Named(name) != nil {
		return nil, fmt.Errorf("there is a %s already", name)
	}
	if len(w.people) >= w.mostPeople {
		return nil, fmt.Errorf("there are %d people already, that is enough", w.mostPeople)
	}
	p := &Person{Name: name, Locale: locale, DMsOpen: true, admin: len(w.people) == 0, joined: now, User: wire.User{
		ID: w.nextID(now), Username: username(name, len(w.people)), Discriminator: "0", GlobalName: &name,
	}}
	w.people[p.ID] = p
	w.peopleOrder = append(w.peopleOrder, p.ID)
	w.tell(Event{People: true})
	return p, nil
}

// username makes a handle of a display name: lower case letters, digits, dots and underscores; n makes it unique when
// nothing is left.
func username(name string, n int) string {
	handle := strings.Map(func(r rune) rune {
		r = unicode.ToLower(r)
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '_' {
			return r
		}
		return -1
	}, name)
	if len(handle) < 2 {
		return fmt.Sprintf("%sperson%d", handle, n+1)
	}
	return handle
}

// Set changes what a person can set about themselves; nil: it stays.
func (w *World) Set(p *Person, dmsOpen, installed *bool, locale *string) error {
	if locale != nil {
		if !limits.Locales[*locale] {
			return errors.New("there is no such locale in Discord")
		}
		p.Locale = *locale
	}
	if dmsOpen != nil {
		p.DMsOpen = *dmsOpen
	}
	if installed != nil {
		p.Installed = *installed
	}
	w.tell(Event{People: true})
	return nil
}

// Person returns the person with that id, nil if there is none.
func (w *World) Person(id string) *Person { return w.people[id] }

// Everybody lists the people in the order in which they came.
func (w *World) Everybody() []*Person {
	list := make([]*Person, len(w.peopleOrder))
	for i, id := range w.peopleOrder {
		list[i] = w.people[id]
	}
	return list
}

// Named finds a person by name, whatever its case; nil if there is none.
func (w *World) Named(name string) *Person {
	for _, p := range w.Everybody() {
		if strings.EqualFold(p.Name, name) {
			return p
		}
	}
	return nil
}

// CanSee says whether p sees channel c at all.
func (w *World) CanSee(p *Person, c *Channel) bool {
	switch {
	case c.WithBot():
		return c.Recipient == p
	case c.Private():
		return slices.Contains(c.Members, p)
	}
	return !p.Left
}

// Sees says whether p sees message m of channel c.
func (w *World) Sees(p *Person, c *Channel, m *Message) bool {
	return w.CanSee(p, c) && (m.EphemeralTo == "" || m.EphemeralTo == p.ID)
}

// MemberJSON returns p as a member of the guild.
func (w *World) MemberJSON(p *Person) wire.Member {
	u := p.User
	return wire.Member{User: &u, Roles: []string{}, JoinedAt: Stamp(p.joined), Permissions: decimal(p.Permissions())}
}

// Self returns the bot as users/@me shows it.
func (w *World) Self() wire.User {
	u := w.Bot
	yes, no := true, false
	u.MFAEnabled, u.Verified, u.Locale = &no, &yes, "en-US"
	return u
}

// Owner returns who owns the guild and the application: the first person, or the bot if there are no people.
func (w *World) Owner() wire.User {
	if len(w.peopleOrder) == 0 {
		return w.Bot
	}
	return w.people[w.peopleOrder[0]].User
}

// GuildJSON returns the guild as GUILD_CREATE tells it.
func (w *World) GuildJSON() wire.Guild {
	g := wire.Guild{
		ID: w.GuildID, Name: w.Guild, OwnerID: w.Owner().ID, PreferredLocale: w.Locale, Roles: w.roles(),
		JoinedAt: Stamp(w.Created), Channels: []wire.Channel{}, Threads: []wire.Channel{},
	}
	for _, p := range w.Everybody() {
		g.Members = append(g.Members, w.MemberJSON(p))
	}
	bot := w.Bot
	g.Members = append(g.Members, wire.Member{User: &bot, Roles: []string{w.botRoleID}, JoinedAt: Stamp(w.Created)})
	g.MemberCount = len(g.Members)
	for _, c := range w.Channels() {
		switch {
		case c.IsThread() && !c.Archived():
			g.Threads = append(g.Threads, w.ChannelJSON(c))
		case c.Type == wire.ChannelText:
			g.Channels = append(g.Channels, w.ChannelJSON(c))
		}
	}
	return g
}
