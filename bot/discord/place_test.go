package discord

import (
	"strings"
	"testing"

	"konduktor/engine/match"
)

func TestInteractionTellsItsPlace(t *testing.T) {
	const dm = `{"id":"1","application_id":"10","token":"tok","type":3,
		"channel_id":"31","channel":{"id":"31","type":1},"user":{"id":"40","username":"ola"},
		"message":{"id":"50","flags":FLAGS},"data":{"custom_id":"hand/aaaa","component_type":2},
		"context":CONTEXT,"authorizing_integration_owners":{"1":"40"}}`
	const hand = `{` + base + `,"type":2,"data":{"name":"hand","type":1},"context":0,
		"authorizing_integration_owners":OWNERS}`
	for name, c := range map[string]struct {
		json                   string
		channel                match.ChannelID
		alone, private, hidden bool
		absent                 bool
	}{
		"direct messages with the bot": {
			strings.NewReplacer("FLAGS", "0", "CONTEXT", "1").Replace(dm),
			"31", true, false, false, false,
		},
		"a channel without a word about its context": {
			strings.NewReplacer("FLAGS", "0", `"context":CONTEXT,`, "").Replace(dm),
			"@me/31", false, true, false, false,
		},
		"a private channel": {
			strings.NewReplacer("FLAGS", "0", "CONTEXT", "2").Replace(dm),
			"@me/31", false, true, false, false,
		},
		"a panel in a private channel": {
			strings.NewReplacer("FLAGS", "64", "CONTEXT", "2").Replace(dm),
			"@me/31", false, true, true, false,
		},
		"a server without the bot": {
			strings.Replace(hand, "OWNERS", `{"1":"40"}`, 1),
			"31", false, false, false, true,
		},
		"a server": {
			strings.Replace(hand, "OWNERS", `{"0":"20","1":"40"}`, 1),
			"31", false, false, false, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			ix, err := parseInteraction([]byte(c.json))
			if err != nil {
				t.Fatal(err)
			}
			if ix.Channel != c.channel || ix.Alone() != c.alone || ix.Place().Writes == c.private ||
				ix.Hidden != c.hidden || ix.Absent != c.absent {
				t.Errorf("got channel %s, alone %v, hidden %v, absent %v",
					ix.Channel, ix.Alone(), ix.Hidden, ix.Absent)
			}
		})
	}
}

func TestAPrivateChannelIsLinkedToByItsAddress(t *testing.T) {
	if got := MentionChannel(PrivateChannel("31")); got != "https://discord.com/channels/@me/31" {
		t.Errorf("got %s", got)
	}
	if got := LinkMessage("", PrivateChannel("31"),
		"50"); got != "https://discord.com/channels/@me/31/50" {
		t.Errorf("got %s", got)
	}
}
