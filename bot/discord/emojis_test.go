package discord_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/sandbox"
	"konduktor/engine/titles"
)

const emojis = "/applications/{app}/emojis"

// application starts a sandbox and a client of its application.
func application(t *testing.T) (*sandbox.Server, *discord.Client) {
	t.Helper()
	srv := sandbox.StartTest(t, sandbox.Options{Token: "sand.box.token"})
	client, err := discord.NewClient(discord.Options{
		Token: "sand.box.token", APIURL: srv.APIURL(), Rate: 100_000,
	})
	if err != nil {
		t.Fatal(err)
	}
	return srv, client
}

// emojis returns a set that waits for nothing.
func newSet(api discord.EmojiAPI) *discord.Emojis {
	return discord.NewEmojis(discord.EmojiOptions{API: api, Titles: titles.All(), After: atOnce})
}

func atOnce(time.Duration) (<-chan time.Time, func()) {
	c := make(chan time.Time)
	close(c)
	return c, func() {}
}

func update(t *testing.T, k *discord.Emojis) {
	t.Helper()
	if err := k.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// count is the number of requests by route.
func count(srv *sandbox.Server, route string) int {
	n := 0
	for _, r := range srv.API.Requests() {
		if r.Route == route {
			n++
		}
	}
	return n
}

// names are those of the application's emoji.
func names(t *testing.T, client *discord.Client) map[string]string {
	t.Helper()
	list, err := client.Emojis(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range list {
		all[e.Name] = e.ID
	}
	if len(all) != len(list) {
		t.Errorf("%d emoji have %d names", len(list), len(all))
	}
	return all
}

func TestEmojiAreUploadedOnce(t *testing.T) {
	srv, client := application(t)
	first := newSet(client)
	update(t, first)
	uploads := count(srv, "POST "+emojis)
	all := names(t, client)
	if uploads != len(all) {
		t.Errorf("%d uploads of %d emoji", uploads, len(all))
	}
	for _, title := range titles.All() {
		for _, f := range title.Lexicon().Faces {
			if name, id := first.Find(title.ID(), f.Name); id == "" || all[name] != id {
				t.Errorf("%s %s: emoji %q %q", title.ID(), f.Name, name, id)
			}
		}
	}

	second := newSet(client) // after a restart
	update(t, second)
	if n := count(srv, "POST "+emojis); n != uploads {
		t.Errorf("%d uploads after a restart", n-uploads)
	}
	if name, id := second.Find("nordic", "red"); id == "" || all[name] != id {
		t.Errorf("after a restart: emoji %q %q", name, id)
	}
	if n := count(srv, "DELETE "+emojis+"/{emoji}"); n > 0 {
		t.Errorf("%d emoji were removed", n)
	}
	have, of, err := discord.CountEmojis(t.Context(), client, titles.All())
	if err != nil || have != of || have != len(all) {
		t.Errorf("%d of %d, %v", have, of, err)
	}
	v := discordtest.NewValidator(t)
	for _, r := range srv.API.Requests() {
		if err := v.Validate(r.Method, r.Path, r.Body); err != nil {
			t.Errorf("%s: %v", r.Route, err)
		}
	}
}

func TestNamesAreWordsAndAHash(t *testing.T) {
	_, client := application(t)
	update(t, newSet(client))
	form := regexp.MustCompile(`^[a-z]+(_[a-z0-9]+)*_[0-9a-f]{6}$`)
	for name := range names(t, client) {
		if !form.MatchString(name) || len(name) > discord.MaxEmojiName {
			t.Errorf("name %q", name)
		}
	}
}

func TestAChangedPictureReplacesTheOldOne(t *testing.T) {
	_, client := application(t)
	var dot bytes.Buffer
	if err := png.Encode(&dot, image.NewRGBA(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	others := []string{"red_card", "our_server_abcdef", "red_card_abcdeg"}
	for _, name := range append(others, "red_card_abcdef") {
		if _, err := client.CreateEmoji(t.Context(), name, dot.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	k := newSet(client)
	update(t, k)
	all := names(t, client)
	if all["red_card_abcdef"] == "" {
		t.Error("the old picture is gone while the release before may still show it")
	}
	later := discord.NewEmojis(discord.EmojiOptions{
		API: client, Titles: titles.All(), After: atOnce,
		Now: func() time.Time { return time.Now().Add(25 * time.Hour) },
	})
	update(t, later)
	if all = names(t, client); all["red_card_abcdef"] != "" {
		t.Error("the old picture is still there after a day")
	}
	for _, name := range others {
		if all[name] == "" {
			t.Errorf("%s is gone, and is not ours", name)
		}
	}
	if name, id := k.Find("nordic", "red"); !strings.HasPrefix(name, "red_card_") || all[name] != id {
		t.Errorf("emoji %q %q", name, id)
	}
}

func TestWithoutThePermissionThereAreNoEmoji(t *testing.T) {
	srv, client := application(t)
	srv.API.Inject(sandbox.Fault{Route: "POST " + emojis, Times: 1000, Status: 403, Code: 50001})
	k := newSet(client)
	if err := k.Update(t.Context()); err == nil {
		t.Error("want an error")
	}
	if n := count(srv, "POST "+emojis); n != 1 {
		t.Errorf("%d uploads were tried", n)
	}
	if name, id := k.Find("nordic", "red"); name+id != "" {
		t.Errorf("emoji %q %q", name, id)
	}
}

func TestALimitIsWaitedFor(t *testing.T) {
	srv, client := application(t)
	srv.API.Inject(sandbox.Fault{
		Route: "POST " + emojis, Times: 2, Status: 429, RetryAfter: time.Millisecond,
	})
	k := newSet(client)
	update(t, k)
	have, of, err := discord.CountEmojis(t.Context(), client, titles.All())
	if have != of || err != nil {
		t.Errorf("%d of %d, %v", have, of, err)
	}
}

func TestProcessesThatStartAtOnceShareTheEmoji(t *testing.T) {
	srv, client := application(t)
	sets := []*discord.Emojis{newSet(client), newSet(client), newSet(client)}
	var running sync.WaitGroup
	for _, k := range sets {
		running.Go(func() {
			if err := k.Update(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	all := names(t, client)
	for i, k := range sets {
		for _, f := range titles.All()[0].Lexicon().Faces {
			if name, id := k.Find(titles.All()[0].ID(), f.Name); id == "" || all[name] != id {
				t.Errorf("process %d, %s: emoji %q %q", i, f.Name, name, id)
			}
		}
	}
	if n := count(srv, "DELETE "+emojis+"/{emoji}"); n > 0 {
		t.Errorf("%d emoji were removed", n)
	}
}

func TestALostEmojiIsUploadedAgain(t *testing.T) {
	_, client := application(t)
	waits := make(chan struct{}) // each is for the end of a wait
	k := discord.NewEmojis(discord.EmojiOptions{
		API: client, Titles: titles.All()[:1],
		After: func(d time.Duration) (<-chan time.Time, func()) {
			if d < time.Minute {
				return atOnce(d)
			}
			c := make(chan time.Time)
			go func() {
				waits <- struct{}{}
				close(c)
			}()
			return c, func() {}
		},
	})
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { k.Run(ctx) })
	<-waits // the first look is over
	title := titles.All()[0].ID()
	_, old := k.Find(title, "red")
	if err := client.DeleteEmoji(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	k.Lost()
	if name, id := k.Find(title, "red"); name+id != "" {
		t.Errorf("emoji %q %q is used after it was refused", name, id)
	}
	<-waits // the second look is over
	if name, id := k.Find(title, "red"); id == "" || id == old {
		t.Errorf("emoji %q %q, the old one was %s", name, id, old)
	}
	stop()
	running.Wait()
}
