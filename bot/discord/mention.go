package discord

import "strings"

// MentionChannel is the text that links to a channel or thread.
func MentionChannel(id string) string {
	if IsPrivate(id) { // Discord shows no mention of one
		return linkTo + id
	}
	return "<#" + id + ">"
}

const linkTo = "https://discord.com/channels/"

// MentionUsers is the text that mentions users, by their IDs. Only those whom a Message also names in Mention are pinged.
func MentionUsers(ids []string) string {
	pings := make([]string, len(ids))
	for i, id := range ids {
		pings[i] = "<@" + id + ">"
	}
	return strings.Join(pings, " ")
}

// LinkMessage is the address of a message on a server, or in a private channel.
func LinkMessage(guild, channel string, id MessageID) string {
	if IsPrivate(channel) {
		return linkTo + channel + "/" + string(id)
	}
	return linkTo + guild + "/" + channel + "/" + string(id)
}
