package posts

import (
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine/match"
)

// The beginnings of lanes of the outbox. What is in one lane is sent in the order written.
const (
	ownLane     = "e/" // of jobs for which no letter waits
	privateLane = "p/"
)

// TableLane is the lane of what is told at the table of a game. All games of a private channel
// share one, PrivateLane.
func TableLane(g match.Game) string {
	if !discord.PlaceOf(g.Channel).Writes {
		return PrivateLane(g.Channel)
	}
	return "t/" + string(g.ID)
}

// PrivateLane is the lane of everything told in a private channel. What is held in it waits for
// somebody to press something there.
func PrivateLane(channel match.ChannelID) string { return privateLane + string(channel) }

// PrivateChannel returns the channel of a PrivateLane; false of any other lane.
func PrivateChannel(lane string) (match.ChannelID, bool) {
	channel, private := strings.CutPrefix(lane, privateLane)
	return match.ChannelID(channel), private
}
