package sandbox_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"konduktor/bot/discord/discordtest"
	"konduktor/bot/sandbox"
	"konduktor/bot/sandbox/wire"
)

// forumOf adds a forum and returns it, with the IDs of its tags.
func forumOf(srv *sandbox.Server, flags int, tags ...wire.Tag) (*sandbox.Channel, []string) {
	srv.State.Lock()
	c := srv.State.AddForum("games", flags, tags...)
	var ids []string
	for _, t := range c.AvailableTags {
		ids = append(ids, t.ID)
	}
	srv.State.Unlock()
	return srv.Channel(c.ID), ids
}

func postIn(c *sandbox.Channel) string { return "/channels/" + c.ID() + "/threads" }

func newPost(tags ...string) string {
	return fmt.Sprintf(`{"name":"x","message":{"content":"first"},"applied_tags":["%s"]}`,
		strings.Join(tags, `","`))
}

const plainPost = `{"name":"x","message":{"content":"first"}}`

// TestPostsOutsideDiscordsLimitsAreRefused: tags, names and the first message of a forum's posts.
func TestPostsOutsideDiscordsLimitsAreRefused(t *testing.T) {
	srv := start(t, sandbox.Options{})
	forum, tags := forumOf(srv, 0, wire.Tag{Name: "a"}, wire.Tag{Name: "b", Moderated: true})
	strict, own := forumOf(srv, wire.FlagRequireTag, wire.Tag{Name: "a"})
	table := srv.Channel("table")
	for name, c := range map[string]struct {
		path, body   string
		status, code int
	}{
		"six tags": {
			postIn(forum), newPost(tags[0], tags[0], tags[0], tags[0], tags[0], tags[0]), 400, 50035,
		},
		"another forum's tag": {postIn(forum), newPost(own[0]), 404, 10087},
		"a moderated tag":     {postIn(forum), newPost(tags[1]), 403, 50013},
		"no tag where one is required": {
			postIn(strict), plainPost, 400, 40067,
		},
		"no message": {postIn(forum), `{"name":"x","message":{}}`, 400, 50006},
		"a name of 101": {
			postIn(forum), `{"name":` + quoted(101) + `,"message":{"content":"x"}}`, 400, 50035,
		},
		"a post in a text channel":    {postIn(table), plainPost, 400, 50024},
		"a message outside of a post": {messages(forum), `{"content":"x"}`, 400, 50008},
		"tags for what is not a post": {"/channels/" + table.ID(), `{"applied_tags":[]}`, 403, 50013},
		"an unknown tag":              {postIn(strict), newPost("1"), 404, 10087},
	} {
		method := "POST"
		if strings.HasSuffix(c.path, table.ID()) {
			method = "PATCH"
		}
		t.Run(name, func(t *testing.T) {
			want(t, ask(t, srv, method, c.path, c.body), c.status, c.code)
		})
	}
	want(t, ask(t, srv, "POST", postIn(strict), newPost(own[0])), 201, 0)
}

// TestAPostIsEditedArchivedAndWoken by its creator, who needs no right over threads for that.
func TestAPostIsEditedArchivedAndWoken(t *testing.T) {
	v := discordtest.NewValidator(t)
	srv := start(t, sandbox.Options{})
	forum, tags := forumOf(srv, 0, wire.Tag{Name: "a"})
	made := ask(t, srv, "POST", postIn(forum), plainPost)
	post := srv.Channel("x")
	if first := post.Messages()[0]; first.ID != post.ID() {
		t.Errorf("the first message has the ID %s, the post %s", first.ID, post.ID())
	}
	self := "/channels/" + post.ID()
	for _, c := range []struct {
		answer       answer
		method, path string
	}{
		{made, "POST", postIn(forum)},
		{ask(t, srv, "GET", "/channels/"+forum.ID(), ""), "GET", "/channels/" + forum.ID()},
		{ask(t, srv, "PATCH", self, `{"applied_tags":["`+tags[0]+`"]}`), "PATCH", self},
		{ask(t, srv, "PATCH", self, `{"archived":true}`), "PATCH", self},
	} {
		if err := v.ValidateAnswer(c.method, c.path, c.answer.Status, c.answer.Body); err != nil {
			t.Errorf("%s: %s", c.answer, shorten(err))
		}
	}
	want(t, ask(t, srv, "PATCH", self, `{"name":"y"}`), 400, 50083)
	want(t, ask(t, srv, "PATCH", self, `{"archived":false}`), 200, 0)
	want(t, ask(t, srv, "PATCH", self, `{"name":"y"}`), 200, 0)
	checkRequests(t, srv)
}

// TestAServerHasNoRoomForAThousandAndOneThreads, until one is archived.
func TestAServerHasNoRoomForAThousandAndOneThreads(t *testing.T) {
	c := newClock()
	srv := start(t, sandbox.Options{Now: c.Now})
	forum, _ := forumOf(srv, 0)
	srv.State.Lock()
	for range 1000 {
		if _, err := srv.State.OpenPost(srv.State.Channel(forum.ID()), "x", 10080, nil); err != nil {
			t.Fatal(err)
		}
	}
	srv.State.Unlock()
	want(t, ask(t, srv, "POST", postIn(forum), plainPost), 400, 160006)
	c.Advance(7 * 24 * time.Hour)
	srv.State.Lock()
	srv.State.ClockSet()
	srv.State.Unlock()
	want(t, ask(t, srv, "POST", postIn(forum), plainPost), 201, 0)
}
