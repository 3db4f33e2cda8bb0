package sandbox

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// locales that Discord's client can be set to.
var locales = map[string]bool{}

func init() {
	for _, l := range strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi " +
		"tr cs el bg ru uk hi th zh-CN ja zh-TW ko") {
		locales[l] = true
	}
}

// addPerson adds somebody called name; the first one owns the guild. The caller
// holds the lock.
func (s *Server) addPerson(name, locale string, now time.Time) (*person, error) {
	w := s.world
	name = strings.TrimSpace(name)
	if n := len([]rune(name)); n < 1 || n > 32 {
		return nil, fmt.Errorf("a name has 1 to 32 characters, this one has %d", n)
	}
	if locale == "" {
		locale = "en-US"
	}
	if !locales[locale] {
		return nil, fmt.Errorf("%q is not a locale of Discord's", locale)
	}
	if w.named(name) != nil {
		return nil, fmt.Errorf("there is a %s already", name)
	}
	if len(w.people) >= maxPeople {
		return nil, fmt.Errorf("there are %d people already, that is enough", maxPeople)
	}
	p := &person{name: name, locale: locale, dmsOpen: true, admin: len(w.people) == 0, joined: now}
	p.user = wire.User{
		ID: w.nextID(now), Username: username(name, len(w.people)), Discriminator: "0", GlobalName: &name,
	}
	w.people[p.user.ID] = p
	w.peopleOrder = append(w.peopleOrder, p.user.ID)
	s.tellPeople()
	s.notify()
	return p, nil
}

// username makes a handle of a display name: lower case letters, digits, dots
// and underscores; n makes it unique when nothing is left.
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

// memberJSON is p as a member of the guild.
func (s *Server) memberJSON(p *person) wire.Member {
	u := p.user
	return wire.Member{User: &u, Roles: []string{}, JoinedAt: stamp(p.joined)}
}

// botMember is the bot as a member of the guild.
func (s *Server) botMember() wire.Member {
	u := s.world.bot
	return wire.Member{User: &u, Roles: []string{s.world.botRoleID}, JoinedAt: stamp(s.world.created)}
}

// self is the bot as users/@me shows it.
func (s *Server) self() wire.User {
	u := s.world.bot
	yes, no := true, false
	u.MFAEnabled, u.Verified, u.Locale = &no, &yes, "en-US"
	return u
}

// openDM returns the DM channel of the bot with p and makes it if needed.
func (s *Server) openDM(p *person) *channel {
	if p.dm != nil {
		return p.dm
	}
	now := s.now()
	p.dm = &channel{
		Channel:    wire.Channel{ID: s.world.nextID(now), Type: wire.ChannelDM},
		recipient:  p,
		lastActive: now,
	}
	s.world.addChannel(p.dm)
	s.tellChannel("create", p.dm)
	return p.dm
}

// guildJSON is the guild as GET /guilds shows it.
func (s *Server) guildJSON() wire.Guild {
	w := s.world
	owner := w.bot.ID
	if len(w.peopleOrder) > 0 {
		owner = w.peopleOrder[0]
	}
	return wire.Guild{
		ID: w.guildID, Name: w.guildName, OwnerID: owner, Region: "deprecated", AFKTimeout: 300, MaxMembers: 500000,
		MaxStageVideoChannelUsers: 50, MaxVideoChannelUsers: 25, PreferredLocale: w.locale,
		Features: []string{}, Roles: s.roles(), Emojis: []wire.Emoji{}, Stickers: []any{},
	}
}

// channelJSON is c as REST and the gateway show it.
func (s *Server) channelJSON(c *channel) wire.Channel {
	out := c.Channel
	if c.Type == wire.ChannelDM {
		out.Recipients = []wire.User{c.recipient.user}
		return out
	}
	if c.isThread() {
		members, messages, sent := len(c.members), len(c.messages), c.sent
		out.MemberCount, out.MessageCount, out.TotalMessageSent = &members, &messages, &sent
	}
	return out
}
