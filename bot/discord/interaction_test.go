package discord

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// base is an interaction in a thread of a server, without its type and data.
const base = `"id":"175928847299117063","application_id":"10","token":"tok","version":1,
	"guild_id":"20","channel_id":"31","channel":{"id":"31","type":11,"parent_id":"30"},
	"locale":"pl","guild_locale":"en-US",
	"app_permissions":"2147483648","attachment_size_limit":52428800,
	"member":{"nick":"Ola","user":{"id":"40","username":"ola_n","global_name":"Aleksandra"}}`

func TestChatsOfVoiceAndStageChannelsTakeNoThreads(t *testing.T) {
	takesNone := map[string]bool{"0": false, "2": true, "5": false, "11": false, "13": true}
	for kind, want := range takesNone {
		in := strings.Replace(base, `"type":11`, `"type":`+kind, 1)
		data := `,"type":2,"data":{"id":"1","name":"games","type":1}}`
		ix, err := parseInteraction([]byte(`{` + in + data))
		if err != nil {
			t.Fatal(err)
		}
		if ix.Threadless != want {
			t.Errorf("a channel of type %s takes no threads: %t, want %t", kind, ix.Threadless, want)
		}
	}
}

func TestInteractionsAreConverted(t *testing.T) {
	common := Interaction{
		ID: "175928847299117063", Token: "tok", AppID: "10", User: User{ID: "40", Name: "Ola"},
		Guild: "20", Channel: "31", Parent: "30", Locale: "pl", GuildLocale: "en-US", Perms: 2147483648,
	}
	with := func(change func(*Interaction)) *Interaction {
		ix := common
		change(&ix)
		return &ix
	}
	for name, tc := range map[string]struct {
		json string
		want *Interaction
	}{
		"a sub-command with options of all types": {
			`{` + base + `,"type":2,"data":{"id":"1","name":"game","type":1,
				"options":[{"name":"new","type":1,"options":[
				{"name":"title","type":3,"value":"amsterdam"},{"name":"seats","type":4,"value":3},
				{"name":"quick","type":5,"value":true},{"name":"with","type":6,"value":"41"}]}],
				"resolved":{"users":{"41":{"id":"41","username":"bo","bot":true}},
					"members":{"41":{"nick":"Bo!"}}}}}`,
			with(func(ix *Interaction) {
				ix.Kind, ix.Command = Slash, []string{"game", "new"}
				ix.Options = []Option{
					{Name: "title", Value: "amsterdam"},
					{Name: "seats", Value: "3"},
					{Name: "quick", Value: "true"},
					{Name: "with", Value: "41", User: &User{ID: "41", Name: "Bo!", Bot: true}},
				}
			}),
		},
		"a completion with what is being typed": {
			`{` + base + `,"type":4,"data":{"name":"move","type":1,
				"options":[{"name":"route","type":3,"value":"cen","focused":true}]}}`,
			with(func(ix *Interaction) {
				ix.Kind, ix.Command = Autocomplete, []string{"move"}
				ix.Options = []Option{{Name: "route", Value: "cen", Focused: true}}
			}),
		},
		"a click on a message whose components nobody knows": {
			`{` + base + `,"type":3,"message":{"id":"50","components":[{"type":99,"x":[{"type":18}]}]},
				"data":{"custom_id":"g/1/2","component_type":2}}`,
			with(func(ix *Interaction) { ix.Kind, ix.CustomID, ix.Message = Click, "g/1/2", "50" }),
		},
		"a choice in a menu": {
			`{` + base + `,"type":3,"message":{"id":"50"},
				"data":{"custom_id":"m","component_type":3,"values":["a","b"]}}`,
			with(func(ix *Interaction) {
				ix.Kind, ix.CustomID, ix.Message, ix.Values = Click, "m", "50", []string{"a", "b"}
			}),
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := parseInteraction([]byte(tc.json))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestInteractionsInDMsHaveAllPermissions(t *testing.T) {
	ix, err := parseInteraction([]byte(`{"id":"1","application_id":"2","type":3,"token":"t",
		"channel":{"id":"3","type":1},"context":1,"user":{"id":"4","username":"ola"},
		"data":{"custom_id":"c"}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := &Interaction{
		ID: "1", Token: "t", AppID: "2", Kind: Click, User: User{ID: "4", Name: "ola"}, Channel: "3",
		Perms: PermAll, CustomID: "c",
	}
	if diff := cmp.Diff(want, ix); diff != "" {
		t.Error(diff)
	}
}

func TestMalformedInteractionsAreRefused(t *testing.T) {
	for name, data := range map[string]string{
		"nothing":                `{}`,
		"null":                   `null`,
		"no JSON":                `{`,
		"a ping":                 `{"id":"1","type":1,"token":"t"}`,
		"a command of a message": `{` + base + `,"type":2,"data":{"name":"x","type":3}}`,
		"nobody": `{"id":"1","application_id":"2","type":3,"token":"t",
			"channel_id":"3","data":{"custom_id":"c"}}`,
		"an id that leads elsewhere": strings.Replace(`{`+base+`,"type":3,"data":{"custom_id":"c"}}`,
			`"10"`, `"../10"`, 1),
		"no token":     strings.Replace(`{`+base+`,"type":3,"data":{"custom_id":"c"}}`, `"tok"`, `""`, 1),
		"no custom id": `{` + base + `,"type":3,"data":{}}`,
		"permissions of words": strings.Replace(`{`+base+`,"type":3,"data":{"custom_id":"c"}}`,
			`"2147483648"`, `"all"`, 1),
		"an option that is an object": `{` + base +
			`,"type":2,"data":{"name":"x","options":[{"name":"o","type":3,"value":{}}]}}`,
		"sub-commands without end": `{` + base + `,"type":2,"data":{"name":"x","options":` +
			strings.Repeat(`[{"name":"s","type":1,"options":`, 9) + `[]` + strings.Repeat(`}]`, 9) + `}}`,
	} {
		t.Run(name, func(t *testing.T) {
			if ix, err := parseInteraction([]byte(data)); err == nil {
				t.Errorf("got %v, want an error", ix)
			}
		})
	}
}

func FuzzInteraction(f *testing.F) {
	f.Add(`{` + base + `,"type":2,"data":{"name":"x","options":[{"name":"o","type":6,"value":"1"}]}}`)
	f.Add(`{` + base + `,"type":5,
		"data":{"custom_id":"f","components":[{"type":18,"component":{"type":4}}]}}`)
	f.Fuzz(func(t *testing.T, data string) {
		ix, err := parseInteraction([]byte(data))
		if (ix == nil) == (err == nil) && err == nil {
			t.Fatal("neither an interaction nor an error")
		}
		if err == nil &&
			(errors.Join(checkIDs(ix.ID, ix.AppID, string(ix.Channel), string(ix.User.ID))) != nil ||
				ix.Token == "" || ix.Kind == 0) {
			t.Errorf("unsound interaction %+v", ix)
		}
		if err != nil && strings.Contains(fmt.Sprint(err), "tok\"") {
			t.Errorf("error tells the token: %v", err)
		}
	})
}

func TestDeletionsAndDirectMessagesBecomeEvents(t *testing.T) {
	for name, tc := range map[string]struct {
		event, json string
		want        Event
		ok          bool
	}{
		"a server that removed the bot": {
			"GUILD_DELETE", `{"id":"1"}`,
			Event{Kind: GuildGone, Guild: "1"},
			true,
		},
		"not a server that is down": {
			"GUILD_DELETE", `{"id":"1","unavailable":true}`,
			Event{Kind: GuildGone, Guild: "1"},
			false,
		},
		"a channel": {
			"CHANNEL_DELETE", `{"id":"2","guild_id":"1","type":0}`,
			Event{Kind: ChannelGone, Guild: "1", Channel: "2"},
			true,
		},
		"a thread": {
			"THREAD_DELETE", `{"id":"3","guild_id":"1","parent_id":"2","type":11}`,
			Event{Kind: ThreadGone, Guild: "1", Channel: "3", Parent: "2"},
			true,
		},
		"a direct message": {
			"MESSAGE_CREATE", `{"id":"4","type":0,"channel_id":"5","author":{"id":"6"},"content":"hello"}`,
			Event{Kind: Wrote, Channel: "5", User: "6", Message: "4"},
			true,
		},
		"not the bot's own message": {
			"MESSAGE_CREATE", `{"id":"4","type":0,"channel_id":"5","author":{"id":"6","bot":true}}`,
			Event{Kind: Wrote, Channel: "5", User: "6", Message: "4"},
			false,
		},
		"not a message on a server": {
			"MESSAGE_CREATE", `{"id":"4","type":0,"channel_id":"5","guild_id":"1","author":{"id":"6"}}`,
			Event{Kind: Wrote, Channel: "5", User: "6", Message: "4"},
			false,
		},
		"not that a call was missed": {
			"MESSAGE_CREATE", `{"id":"4","type":3,"channel_id":"5","author":{"id":"6"}}`,
			Event{Kind: Wrote, Channel: "5", User: "6", Message: "4"},
			false,
		},
		"nothing else":          {"TYPING_START", `{"id":"3"}`, Event{}, false},
		"an event without data": {"THREAD_DELETE", `null`, Event{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := parseEvent(tc.event, []byte(tc.json))
			if got != tc.want || ok != tc.ok {
				t.Errorf("got %+v, %t; want %+v, %t", got, ok, tc.want, tc.ok)
			}
		})
	}
}
