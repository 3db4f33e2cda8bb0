package discord

import "strings"

// MentionChannel is the text that links to a channel or thread.
func MentionChannel(id string) string { return "<#" + id + ">" }

// MentionUsers is the text that mentions users, by their IDs. Only those whom a Message also names in Mention are pinged.
func MentionUsers(ids []string) string {
	pings := make([]string, len(ids))
	for i, id := range ids {
		pings[i] = "<@" + id + ">"
	}
	return strings.Join(pings, " ")
}

// LinkMessage is the address of a message on a server.
func LinkMessage(guild, channel string, id MessageID) string {
	return "https://discord.com/channels/" + guild + "/" + channel + "/" + string(id)
}
