package sandbox

import (
	"strconv"
	"strings"
	"time"

	"github.com/konduktor-bot/konduktor/bot/sandbox/wire"
)

// world is the state of the stand-in: one guild, its people, channels, messages.
// Everything in it is guarded by Server.mu.
type world struct {
	guildID      string
	guildName    string
	locale       string
	botRoleID    string
	created      time.Time
	bot          wire.User
	botLeft      bool // the bot was removed from the guild
	people       map[string]*person
	peopleOrder  []string
	channels     map[string]*channel
	channelOrder []string
	commands     map[string][]wire.Command // by guild id, "" for the global ones
	creates      map[string]int            // commands created today, by guild id
	emojis       []wire.AppEmoji
	files        map[string]*storedFile // by attachment id
	fileOrder    []string               // ids of attachments, oldest first
	fileBytes    int
	interactions map[string]*interaction
	byToken      map[string]*interaction
	interOrder   []string
	pending      map[string]*interaction // not answered yet
	lastID       int64
}

// person is somebody who could use Discord's client.
type person struct {
	user    wire.User
	name    string
	locale  string
	dmsOpen bool
	admin   bool // owns the guild or may manage it
	left    bool // is not a member any more
	joined  time.Time
	dm      *channel // with the bot, nil until there is one
}

// channel is a text channel, thread or DM with its messages, oldest first.
type channel struct {
	wire.Channel
	messages   []*message
	members    map[string]string // of a thread: user id -> when they joined
	recipient  *person           // of a DM
	unread     map[string]int    // by person
	nonces     map[string]nonceUse
	lastActive time.Time
	sent       int
}

// message is a message and what Discord knows but does not say of it.
type message struct {
	wire.Message
	ephemeralTo string          // user id; empty: everybody in the channel sees it
	pinged      map[string]bool // who was really notified
	deleted     bool
	silent      bool
	created     time.Time
	interaction *interaction // that it answers, nil if none
}

// nonceUse is the message that a nonce stands for.
type nonceUse struct {
	message *message
	at      time.Time
}

// discordEpoch is the first second of 2015, in ms; ids count from there.
const discordEpoch = 1420070400000

// nextID makes the next snowflake: time in the upper bits, strictly growing even
// when the clock stands still.
func (w *world) nextID(now time.Time) string {
	id := (now.UnixMilli() - discordEpoch) << 22
	if id <= w.lastID {
		id = w.lastID + 1
	}
	w.lastID = id
	return strconv.FormatInt(id, 10)
}

// firstID is the first snowflake of a moment.
func firstID(at time.Time) string { return strconv.FormatInt((at.UnixMilli()-discordEpoch)<<22, 10) }

// newWorld builds the guild with its channels and the bot.
func newWorld(o Options) *world {
	now := o.Founded
	if now.IsZero() {
		now = o.Now()
	}
	w := &world{
		guildName:    o.Guild,
		locale:       o.Locale,
		created:      now,
		people:       map[string]*person{},
		channels:     map[string]*channel{},
		commands:     map[string][]wire.Command{},
		creates:      map[string]int{},
		files:        map[string]*storedFile{},
		interactions: map[string]*interaction{},
		byToken:      map[string]*interaction{},
		pending:      map[string]*interaction{},
	}
	w.nextID(now) // the application's, where nothing was founded earlier
	w.guildID = w.nextID(now)
	w.botRoleID = w.nextID(now)
	// The application is a new one at each start, unlike the people: it has registered no commands yet.
	w.bot = wire.User{ID: firstID(o.Now()), Username: o.BotName, Discriminator: "0001", Bot: true}
	for i, name := range o.Channels {
		w.addTextChannel(name, i, now)
	}
	return w
}

// addTextChannel adds a text channel at the end of the list.
func (w *world) addTextChannel(name string, position int, now time.Time) *channel {
	no, zero := false, 0
	c := &channel{
		Channel: wire.Channel{
			ID: w.nextID(now), Type: wire.ChannelText, GuildID: w.guildID, Name: name, Position: &position,
			NSFW: &no, RateLimitPerUser: &zero, PermissionOverwrites: &[]wire.Overwrite{},
		},
		lastActive: now,
	}
	w.addChannel(c)
	return c
}

// addChannel registers c and gives it its empty maps.
func (w *world) addChannel(c *channel) {
	c.unread, c.nonces = map[string]int{}, map[string]nonceUse{}
	if c.members == nil {
		c.members = map[string]string{}
	}
	w.channels[c.ID] = c
	w.channelOrder = append(w.channelOrder, c.ID)
}

// isThread says whether the channel is one.
func (c *channel) isThread() bool {
	return c.Type == wire.ChannelPublicThread || c.Type == wire.ChannelPrivateThread
}

// locked says whether nobody but moderators may write here.
func (c *channel) locked() bool { return c.ThreadMetadata != nil && c.ThreadMetadata.Locked }

// archived says whether the thread sleeps.
func (c *channel) archived() bool { return c.ThreadMetadata != nil && c.ThreadMetadata.Archived }

// find returns the message with that id, nil if there is none.
func (c *channel) find(id string) *message {
	for i := len(c.messages) - 1; i >= 0; i-- {
		if c.messages[i].ID == id {
			return c.messages[i]
		}
	}
	return nil
}

// canSee says whether p sees channel c at all.
func (w *world) canSee(p *person, c *channel) bool {
	switch c.Type {
	case wire.ChannelDM:
		return c.recipient == p
	case wire.ChannelPrivateThread:
		_, member := c.members[p.user.ID]
		return !p.left && (member || p.admin)
	default:
		return !p.left
	}
}

// sees says whether p sees message m of channel c.
func (w *world) sees(p *person, c *channel, m *message) bool {
	if m.ephemeralTo != "" && m.ephemeralTo != p.user.ID {
		return false
	}
	return w.canSee(p, c)
}

// everybody lists the people in the order in which they came.
func (w *world) everybody() []*person {
	list := make([]*person, 0, len(w.peopleOrder))
	for _, id := range w.peopleOrder {
		list = append(list, w.people[id])
	}
	return list
}

// named finds a person by name, whatever its case.
func (w *world) named(name string) *person {
	for _, p := range w.everybody() {
		if strings.EqualFold(p.name, name) {
			return p
		}
	}
	return nil
}

// stamp writes t as Discord does.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000-07:00") }
