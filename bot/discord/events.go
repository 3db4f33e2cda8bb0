package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/bwmarrin/discordgo"
)

// EventKind says what has happened.
type EventKind uint8

// The kinds of events.
const (
	GuildGone   EventKind = iota + 1 // the bot was removed, or the server deleted
	ChannelGone                      // a channel was deleted
	ThreadGone                       // a thread was deleted
	Wrote                            // a person wrote to the bot in direct messages
)

// Event is a deletion that may leave games without a table, or a person's own words in direct messages.
type Event struct {
	Kind    EventKind
	Guild   string
	Channel string // the channel or thread; "" for GuildGone
	Parent  string // ThreadGone: the channel that the thread was in
	User    string // Wrote: who
	Message string // Wrote: the message's id; what it says is not read
}

// Dispatches of the gateway that the bot acts on; all others are dropped before the library decodes them.
const (
	eventReady       = "READY"
	eventResumed     = "RESUMED"
	eventInteraction = "INTERACTION_CREATE"
	eventGuild       = "GUILD_DELETE"
	eventChannel     = "CHANNEL_DELETE"
	eventThread      = "THREAD_DELETE"
	eventMessage     = "MESSAGE_CREATE"
)

// receive sorts one event into the queue. It runs on the goroutine that reads the gateway: it never blocks, and a panic
// in it would end the process.
func (s *Session) receive(e *discordgo.Event) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("event could not be read", "type", e.Type, "panic", scrub(fmt.Sprint(p)), "stack", string(debug.Stack()))
		}
	}()
	switch e.Type {
	case eventReady:
		var ready struct{ Application struct{ ID string } }
		if json.Unmarshal(e.RawData, &ready) == nil && checkID(ready.Application.ID) == nil {
			s.appID.Store(&ready.Application.ID)
		}
	case eventInteraction:
		ix, err := parseInteraction(e.RawData)
		switch {
		case errors.Is(err, errIgnored):
			s.log.Debug("interaction ignored", "error", err)
		case err != nil:
			s.log.Warn("interaction refused", "error", err)
		default:
			s.queue.interaction(ix)
		}
	default:
		if event, ok := parseEvent(e.Type, e.RawData); ok {
			s.queue.event(event)
		}
	}
}

// parseEvent converts a deletion or a direct message; false for everything else.
func parseEvent(name string, data []byte) (Event, bool) {
	var raw struct {
		rawChannel
		Unavailable bool `json:"unavailable"`
	}
	if json.Unmarshal(data, &raw) != nil || checkID(raw.ID) != nil {
		return Event{}, false
	}
	switch name {
	case eventMessage:
		return parseMessage(data)
	case eventGuild:
		// An unavailable server is one that Discord cannot reach just now.
		return Event{Kind: GuildGone, Guild: raw.ID}, !raw.Unavailable
	case eventChannel:
		return Event{Kind: ChannelGone, Guild: raw.Guild, Channel: raw.ID}, true
	case eventThread:
		return Event{Kind: ThreadGone, Guild: raw.Guild, Channel: raw.ID, Parent: raw.Parent}, true
	}
	return Event{}, false
}

// parseMessage converts a person's message; false for those of bots, of Discord itself, and on servers.
func parseMessage(data []byte) (Event, bool) {
	const plain, answer = 0, 19 // Discord's types of messages that people write
	var raw struct {
		ID      string `json:"id"`
		Type    int    `json:"type"`
		Channel string `json:"channel_id"`
		Guild   string `json:"guild_id"`
		Webhook string `json:"webhook_id"`
		Author  struct {
			ID  string `json:"id"`
			Bot bool   `json:"bot"`
		} `json:"author"`
	}
	if json.Unmarshal(data, &raw) != nil || checkID(raw.ID) != nil || checkID(raw.Channel) != nil || checkID(raw.Author.ID) != nil {
		return Event{}, false
	}
	own := raw.Guild == "" && raw.Webhook == "" && !raw.Author.Bot && (raw.Type == plain || raw.Type == answer)
	return Event{Kind: Wrote, Channel: raw.Channel, User: raw.Author.ID, Message: raw.ID}, own
}

// LogValue logs what tells interactions apart, without what the person wrote.
func (ix *Interaction) LogValue() slog.Value {
	return slog.GroupValue(slog.String("id", ix.ID), slog.Int("kind", int(ix.Kind)), slog.Any("command", ix.Command),
		slog.String("user", ix.User.ID), slog.String("guild", ix.Guild), slog.String("channel", ix.Channel))
}
