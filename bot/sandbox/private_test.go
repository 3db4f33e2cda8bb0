package sandbox_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/state"
)

// everywhere is a command for people who have installed the app for themselves too.
const everywhere = `[
	{"name":"game","description":"Games","contexts":[0,1,2],"integration_types":[0,1],
	"options":[{"type":1,"name":"new","description":"Open a game"}]},
	{"name":"admin","description":"Manage","contexts":[0],"integration_types":[0],
	"options":[{"type":1,"name":"new","description":"x"}]}]`

// among is a sandbox with a private channel of Ola, who has installed the app, and Bo, who has not.
func among(t *testing.T) (*sandbox.Server, *clock, *sandbox.Channel, *sandbox.User, *sandbox.User) {
	t.Helper()
	c := newClock()
	srv := start(t, sandbox.Options{Now: c.Now})
	commands(t, srv, everywhere)
	ola, bo := srv.User("Ola"), srv.User("Bo")
	ola.Install()
	return srv, c, srv.Gather(ola, bo), ola, bo
}

func TestOnlyInstallersHaveTheAppsCommandsInAGroup(t *testing.T) {
	srv, _, group, ola, bo := among(t)
	if err := bo.Slash(group, "game new").Err(); err == nil {
		t.Error("Bo has a command of an app that he has not installed")
	}
	if err := ola.Slash(group, "admin new").Err(); err == nil {
		t.Error("a command for servers is there among people")
	}
	ix := ola.Slash(group, "game new")
	want(t, callback(t, srv, ix,
		`{"type":4,"data":{"content":"a game","components":[`+row(button("join"))+`]}}`), 204, 0)
	if seen := bo.Messages(group); len(seen) != 1 || seen[0].Content != "a game" {
		t.Errorf("Bo sees %v, want the answer", seen)
	}
	if seen := srv.User("Cy").Messages(group); len(seen) != 0 {
		t.Errorf("Cy, who is not in the channel, sees %v", seen)
	}
	// It is Ola's app, also when Bo clicks.
	for _, ix := range []*sandbox.Interaction{ix, group.Last().Click(bo, "join")} {
		payload := srv.State.Interaction(ix.Token()).Payload
		if payload.Context != 2 || payload.GuildID != "" || payload.Member != nil ||
			payload.User == nil ||
			len(payload.AuthorizingIntegrationOwners) != 1 ||
			payload.AuthorizingIntegrationOwners["1"] != ola.ID() {
			t.Errorf("the bot is told %+v", payload)
		}
	}
}

func TestBotIsNotAMemberOfAPrivateChannel(t *testing.T) {
	srv, _, group, ola, _ := among(t)
	ix := ola.Slash(group, "game new")
	want(t, callback(t, srv, ix, text("a game")), 204, 0)
	want(t, ask(t, srv, "POST", "/channels/"+group.ID()+"/messages", `{"content":"hello"}`), 403,
		50001)
	path := "/channels/" + group.ID() + "/messages/" + group.Last().ID
	want(t, ask(t, srv, "PATCH", path, `{"content":"hello"}`), 403, 50001)
	want(t, ask(t, srv, "POST", path+"/threads", `{"name":"table"}`), 403, 50001)
}

func TestAnAppOfAPersonHasFiveFollowUpsForFifteenMinutes(t *testing.T) {
	srv, clock, group, ola, _ := among(t)
	ix := ola.Slash(group, "game new")
	want(t, callback(t, srv, ix, text("a game")), 204, 0)
	for n := range state.MaxFollowUps {
		want(t, ask(t, srv, "POST", hook(srv, ix), fmt.Sprintf(`{"content":"%d"}`, n)), 200, 0)
	}
	want(t, ask(t, srv, "POST", hook(srv, ix), `{"content":"one too many"}`), 400, 40094)
	want(t, ask(t, srv, "PATCH", hook(srv, ix)+"/messages/@original", `{"content":"edits go on"}`),
		200, 0)
	clock.Advance(15*time.Minute + time.Millisecond)
	want(t, ask(t, srv, "PATCH", hook(srv, ix)+"/messages/@original", `{"content":"late"}`), 401,
		50027)

	onGuild := ola.Slash(srv.Channel("table"), "game new")
	want(t, callback(t, srv, onGuild, text("a game")), 204, 0)
	for range state.MaxFollowUps + 1 {
		want(t, ask(t, srv, "POST", hook(srv, onGuild), `{"content":"more"}`), 200, 0)
	}
}

func TestBotMayWriteToGuildMatesAndInstallers(t *testing.T) {
	srv, _, _, ola, bo := among(t)
	ola.LeaveGuild()
	bo.LeaveGuild()
	for u, refusal := range map[*sandbox.User]int{ola: 0, bo: 50278} {
		dm := ask(t, srv, "POST", "/users/@me/channels", fmt.Sprintf(`{"recipient_id":%q}`, u.ID()))
		status := 200
		if refusal != 0 {
			status = 403
		}
		want(t, ask(t, srv, "POST", "/channels/"+dm.ID+"/messages", `{"content":"your turn"}`), status,
			refusal)
	}
}

func TestGroupHasTwoToTenPeople(t *testing.T) {
	srv, _, group, ola, _ := among(t)
	if all := srv.Gather(ola, srv.User("Bo"), srv.User("Cy")); all.ID() == group.ID() {
		t.Error("a group of three is the channel of two")
	}
	srv.State.Lock()
	defer srv.State.Unlock()
	for _, people := range [][]string{nil, {ola.ID()}, {ola.ID(), ola.ID()}, {ola.ID(), "1"}} {
		if _, err := srv.State.Gather(people...); err == nil || !strings.Contains(err.Error(), " ") {
			t.Errorf("a group of %d was made: %v", len(people), err)
		}
	}
}
