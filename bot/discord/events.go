package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/bwmarrin/discordgo"
)

// EventKind says what was deleted.
type EventKind uint8

// The kinds of events.
const (
	GuildGone   EventKind = iota + 1 // the bot was removed, or the server deleted
	ChannelGone                      // a channel was deleted
	ThreadGone                       // a thread was deleted
)

// Event is a deletion that may leave games without a table.
type Event struct {
	Kind    EventKind
	Guild   string
	Channel string // the channel or thread; "" for GuildGone
	Parent  string // ThreadGone: the channel that the thread was in
}

// Dispatches of the gateway that the bot acts on; all others are dropped before the library decodes them.
const (
	eventReady       = "READY"
	eventResumed     = "RESUMED"
	eventInteraction = "INTERACTION_CREATE"
	eventGuild       = "GUILD_DELETE"
	eventChannel     = "CHANNEL_DELETE"
	eventThread      = "THREAD_DELETE"
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

// parseEvent converts a deletion; false for everything else.
func parseEvent(name string, data []byte) (Event, bool) {
	var raw struct {
		rawChannel
		Unavailable bool `json:"unavailable"`
	}
	if json.Unmarshal(data, &raw) != nil || checkID(raw.ID) != nil {
		return Event{}, false
	}
	switch name {
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

// LogValue logs what tells interactions apart, without what the person wrote.
func (ix *Interaction) LogValue() slog.Value {
	return slog.GroupValue(slog.String("id", ix.ID), slog.Int("kind", int(ix.Kind)), slog.Any("command", ix.Command),
		slog.String("user", ix.User.ID), slog.String("guild", ix.Guild), slog.String("channel", ix.Channel))
}
