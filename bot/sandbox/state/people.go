package state

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"konduktor/bot/sandbox/wire"
)

// Person is somebody who could use Discord's client.
type Person struct {
	wire.User
	Name    string
	Locale  string
	DMsOpen bool
	// Installed: the person has installed the app. They have its commands everywhere, and it may
	// write to them without a common guild.
	Installed bool
	Left      bool     // not a member of the guild
	DM        *Channel // with the bot, nil until there is one
	IsAdmin   bool     // owns the guild

	joined time.Time
}

// Settle adds the people who were there when the guild was founded. The error names those who
// cannot be added.
func (s *State) Settle(names []string) error {
	var left []error
	for _, name := range names {
		_, err := s.addPerson(name, Locale, s.Created)
		left = append(left, err)
	}
	return errors.Join(left...)
}

// AddPerson adds somebody called name, who speaks English if language is empty.
func (s *State) AddPerson(name, language string) (*Person, error) {
	if language == "" {
		language = Locale
	}
	return s.addPerson(name, language, s.Now())
}

// addPerson adds somebody; the first one owns the guild.
func (s *State) addPerson(name, language string, now time.Time) (*Person, error) {
	name = strings.TrimSpace(name)
	if n := wire.Runes(name); n < 1 || n > 32 {
		return nil, fmt.Errorf("a name has 1 to 32 characters, this one has %d", n)
	}
	if !wire.Locales[language] {
		return nil, fmt.Errorf("%q is not a locale of Discord's", language)
	}
	if s.Named(name) != nil {
		return nil, fmt.Errorf("there is a %s already", name)
	}
	if len(s.people) >= s.opts.MostPeople {
		return nil, fmt.Errorf("there are already %d people, the most there may be", len(s.people))
	}
	p := &Person{
		Name: name, Locale: language, DMsOpen: true, IsAdmin: len(s.people) == 0, joined: now,
		User: wire.User{
			ID: s.nextID(now), Username: username(name, len(s.people)), Discriminator: "0",
			GlobalName: &name,
		},
	}
	s.people[p.ID] = p
	s.peopleOrder = append(s.peopleOrder, p.ID)
	s.tell(Event{People: true})
	return p, nil
}

// username derives a handle from a display name: lower case letters, digits, dots and underscores.
// n makes it unique if too little is left.
func username(name string, n int) string {
	handle := strings.Map(func(r rune) rune {
		if isAlphanumeric(r) || r == '.' || r == '_' {
			return r
		}
		return -1
	}, strings.ToLower(name))
	if len(handle) < 2 {
		return fmt.Sprintf("%sperson%d", handle, n+1)
	}
	return handle
}

// Settings are what people can set about themselves; nil leaves a setting as it is.
type Settings struct {
	DMsOpen   *bool   `json:"dms_open"`  // closed: the bot's DMs are refused with 50007
	Installed *bool   `json:"installed"` // the app, for the person
	Locale    *string `json:"locale"`
}

// Set changes a person's settings.
func (s *State) Set(p *Person, to Settings) error {
	if to.Locale != nil {
		if !wire.Locales[*to.Locale] {
			return errors.New("there is no such locale in Discord")
		}
		p.Locale = *to.Locale
	}
	if to.DMsOpen != nil {
		p.DMsOpen = *to.DMsOpen
	}
	if to.Installed != nil {
		p.Installed = *to.Installed
	}
	s.tell(Event{People: true})
	return nil
}

// Person returns the person with an ID, nil if there is none.
func (s *State) Person(id string) *Person { return s.people[id] }

// Everybody lists the people in the order of their arrival.
func (s *State) Everybody() []*Person {
	list := make([]*Person, len(s.peopleOrder))
	for i, id := range s.peopleOrder {
		list[i] = s.people[id]
	}
	return list
}

// Named returns the person with a name, whatever its case; nil if there is none.
func (s *State) Named(name string) *Person {
	for _, p := range s.people {
		if strings.EqualFold(p.Name, name) {
			return p
		}
	}
	return nil
}

// CanSee reports whether p sees channel c at all.
func (s *State) CanSee(p *Person, c *Channel) bool {
	switch {
	case c.WithBot():
		return c.Recipient == p
	case c.Private():
		return slices.Contains(c.Members, p)
	}
	return !p.Left
}

// Sees reports whether p sees message m of channel c.
func (s *State) Sees(p *Person, c *Channel, m *Message) bool {
	return s.CanSee(p, c) && (m.EphemeralTo == "" || m.EphemeralTo == p.ID)
}

// MemberJSON returns p as a member of the guild.
func (s *State) MemberJSON(p *Person) wire.Member {
	u := p.User
	return wire.Member{
		User: &u, Roles: []string{}, JoinedAt: stamp(p.joined),
		Permissions: wire.Bits(p.Permissions()),
	}
}

// Self returns the bot as users/@me shows it.
func (s *State) Self() wire.User {
	u := s.Bot
	u.MFAEnabled, u.Verified, u.Locale = new(false), new(true), Locale
	return u
}

// Owner returns the owner of the guild and the application: the first person, or the bot if there
// are no people.
func (s *State) Owner() wire.User {
	if len(s.peopleOrder) == 0 {
		return s.Bot
	}
	return s.people[s.peopleOrder[0]].User
}

// GuildJSON returns the guild as in GUILD_CREATE.
func (s *State) GuildJSON() wire.Guild {
	joined := stamp(s.Created)
	g := wire.Guild{
		ID: s.GuildID, Name: Guild, OwnerID: s.Owner().ID, PreferredLocale: Locale,
		Roles: s.roles(), JoinedAt: joined, Channels: []wire.Channel{}, Threads: []wire.Channel{},
	}
	for _, p := range s.Everybody() {
		g.Members = append(g.Members, s.MemberJSON(p))
	}
	bot := s.Bot
	g.Members = append(g.Members,
		wire.Member{User: &bot, Roles: []string{s.botRoleID}, JoinedAt: joined})
	g.MemberCount = len(g.Members)
	for _, c := range s.Channels() {
		switch {
		case c.IsThread() && !c.Archived():
			g.Threads = append(g.Threads, s.ChannelJSON(c))
		case c.Type == wire.ChannelText, c.Type == wire.ChannelForum:
			g.Channels = append(g.Channels, s.ChannelJSON(c))
		}
	}
	return g
}
