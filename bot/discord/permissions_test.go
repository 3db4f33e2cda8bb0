package discord

import (
	"net/url"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"
)

func TestMissingNamesWhatTheBotLacks(t *testing.T) {
	var all Permissions
	for _, n := range needs {
		all |= n.bit
	}
	for name, tc := range map[string]struct {
		have     Permissions
		inThread bool
		want     []string
	}{
		"nothing with what the invitation asks for": {all, false, nil},
		"nothing for an administrator":              {PermAdministrator, false, nil},
		"nothing in a DM":                           {PermAll, true, nil},
		"a channel needs sending and threads": {
			all &^ (discordgo.PermissionSendMessages | discordgo.PermissionCreatePublicThreads), false,
			[]string{"Send Messages", "Create Public Threads"},
		},
		"a thread does not": {
			all &^ (discordgo.PermissionSendMessages | discordgo.PermissionCreatePublicThreads), true, nil,
		},
		"a thread needs sending in threads": {
			all &^ discordgo.PermissionSendMessagesInThreads, true, []string{"Send Messages in Threads"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, Missing(tc.have, tc.inThread)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestInviteURLAsksForSevenPermissionsAndCommands(t *testing.T) {
	u, err := url.Parse(InviteURL("42"))
	if err != nil {
		t.Fatal(err)
	}
	// 1<<10 + 1<<11 + 1<<14 + 1<<15 + 1<<16 + 1<<35 + 1<<38, added up by hand.
	want := url.Values{
		"client_id": {"42"}, "permissions": {"309237763072"},
		"scope": {"bot applications.commands"}, "integration_type": {"0"},
	}
	if diff := cmp.Diff(want, u.Query()); diff != "" {
		t.Error(diff)
	}
}
