package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"konduktor/engine/match"

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

// Event is a deletion that may leave games without a table, or a person's direct message.
type Event struct {
	Kind    EventKind
	Guild   match.ServerID
	Channel match.ChannelID // the channel or thread; "" for GuildGone
	Parent  match.ChannelID // ThreadGone: the channel that the thread was in
	User    match.UserID    // Wrote: who
	Message match.MessageID // Wrote: the message's id; what it says is not read
}

// The gateway's events that the bot acts on.
const (
	eventReady       = "READY"
	eventResumed     = "RESUMED"
	eventInteraction = "INTERACTION_CREATE"
	eventGuild       = "GUILD_DELETE"
	eventChannel     = "CHANNEL_DELETE"
	eventThread      = "THREAD_DELETE"
	eventMessage     = "MESSAGE_CREATE"
)

// receive sorts one event into the queue. It runs on the goroutine that reads the gateway, so it
// never blocks.
func (s *Session) receive(name string, data []byte) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("event could not be read", "type", name,
				"panic", scrub(fmt.Sprint(p)), "stack", string(debug.Stack()))
		}
	}()
	if name != eventInteraction {
		if event, ok := parseEvent(name, data); ok {
			s.queue.put(job{event: &event})
		}
		return
	}
	ix, err := parseInteraction(data)
	switch {
	case errors.Is(err, errIgnored):
		s.log.Debug("interaction ignored", "error", err)
	case err != nil:
		s.log.Warn("interaction refused", "error", err)
	default:
		s.queue.put(job{ix: ix})
	}
}

// parseEvent converts a deletion or a direct message; false for everything else.
func parseEvent(name string, data []byte) (Event, bool) {
	var raw struct {
		ID          string
		Guild       match.ServerID  `json:"guild_id"`
		Parent      match.ChannelID `json:"parent_id"`
		Unavailable bool
		// Of a message:
		Type    discordgo.MessageType
		Channel match.ChannelID `json:"channel_id"`
		Webhook string          `json:"webhook_id"`
		Author  discordgo.User
	}
	if json.Unmarshal(data, &raw) != nil || checkID(raw.ID) != nil {
		return Event{}, false
	}
	switch name {
	case eventMessage:
		byPerson := raw.Type == discordgo.MessageTypeDefault || raw.Type == discordgo.MessageTypeReply
		own := raw.Guild == "" && raw.Webhook == "" && !raw.Author.Bot && byPerson
		own = own && checkIDs(string(raw.Channel), raw.Author.ID) == nil
		return Event{
			Kind: Wrote, Channel: raw.Channel, User: match.UserID(raw.Author.ID),
			Message: match.MessageID(raw.ID),
		}, own
	case eventGuild:
		// An unavailable server is one that Discord cannot reach just now.
		return Event{Kind: GuildGone, Guild: match.ServerID(raw.ID)}, !raw.Unavailable
	case eventChannel:
		return Event{Kind: ChannelGone, Guild: raw.Guild, Channel: match.ChannelID(raw.ID)}, true
	case eventThread:
		thread := match.ChannelID(raw.ID)
		return Event{Kind: ThreadGone, Guild: raw.Guild, Channel: thread, Parent: raw.Parent}, true
	}
	return Event{}, false
}
