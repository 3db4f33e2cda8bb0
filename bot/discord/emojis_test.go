package discord_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/sandbox"
	"konduktor/engine/titles"
	"konduktor/render/emblem"

	"github.com/google/go-cmp/cmp"
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

// notebook is a store's list of emoji, for any number of processes.
type notebook struct {
	mu     sync.Mutex
	text   []byte
	oldest time.Time // of the messages that stand; zero: there are none
	fault  error
}

func (n *notebook) note(_ context.Context, change func(*[]discord.OwnEmoji) error) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.fault != nil {
		return n.fault
	}
	own := n.own()
	err := change(&own)
	if err == nil {
		n.text, err = json.Marshal(own)
	}
	return err
}

func (n *notebook) own() (own []discord.OwnEmoji) {
	_ = json.Unmarshal(n.text, &own) // empty at first
	return own
}

// options are those of a set that waits for nothing and runs some hours from now.
func (n *notebook) options(api discord.EmojiAPI, hours int) discord.EmojiOptions {
	now := func() time.Time { return time.Now().Add(time.Duration(hours) * time.Hour) }
	return discord.EmojiOptions{
		API: api, Titles: titles.All(), After: atOnce, Note: n.note, Now: now,
		Log: slog.New(slog.DiscardHandler),
		Oldest: func(context.Context) (time.Time, error) {
			n.mu.Lock()
			defer n.mu.Unlock()
			if n.oldest.IsZero() {
				return now(), nil
			}
			return n.oldest, nil
		},
	}
}

// updated is a set that has looked once, some hours from now.
func (n *notebook) updated(t *testing.T, api discord.EmojiAPI, hours int) *discord.Emojis {
	t.Helper()
	k := discord.NewEmojis(n.options(api, hours))
	if err := k.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	return k
}

func atOnce(time.Duration) (<-chan time.Time, func()) {
	c := make(chan time.Time)
	close(c)
	return c, func() {}
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

// upload uploads an emoji that is no picture of ours.
func upload(t *testing.T, client *discord.Client, name string) (id string) {
	t.Helper()
	var dot bytes.Buffer
	if err := png.Encode(&dot, image.NewRGBA(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	made, err := client.CreateEmoji(t.Context(), name, dot.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return made.ID
}

func TestEmojiAreUploadedOnce(t *testing.T) {
	srv, client := application(t)
	var n notebook
	first := n.updated(t, client, 0)
	uploads := count(srv, "POST "+emojis)
	all := names(t, client)
	if uploads != len(all) {
		t.Errorf("%d uploads of %d emoji", uploads, len(all))
	}
	for _, title := range titles.All() {
		for _, e := range emblem.Of(title.ID(), title.Lexicon()) {
			if name, id := first.Find(title.ID(), e.Sign); id == "" || all[name] != id {
				t.Errorf("%s %s: emoji %q %q", title.ID(), e.Sign, name, id)
			}
		}
	}

	second := n.updated(t, client, 0) // after a restart
	if n := count(srv, "POST "+emojis); n != uploads {
		t.Errorf("%d uploads after a restart", n-uploads)
	}
	if name, id := second.Find("nordic", "red"); name != "red2" || all[name] != id {
		t.Errorf("after a restart: emoji %q %q", name, id)
	}
	n.updated(t, client, 1000)
	if n := count(srv, "DELETE "+emojis+"/{emoji}"); n > 0 {
		t.Errorf("%d emoji were removed", n)
	}
	have, of, err := discord.CountEmojis(t.Context(), client, titles.All(), n.own())
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

// A screen reader says a name, and each letter of it counts against Discord's 2,000 in a message.
func TestNamesAreShortWords(t *testing.T) {
	_, client := application(t)
	var n notebook
	k := n.updated(t, client, 0)
	want := strings.Fields(`black black2 black3 black4 black_double black_port black_ship blue blue2
		blue3 blue4 cart deck green green2 green3 green4 green5 green_double green_port green_ship
		orange orange2 orange3 orange4 pair pink port purple purple2 purple3 purple4 purple_double
		purple_port purple_ship red red2 red3 red4 red5 red_double red_port red_ship seat1 seat1b
		seat1c seat1d seat1e seat2 seat2b seat2c seat2d seat2e seat3 seat3b seat3c seat3d seat3e seat4
		seat4b seat4c seat4d seat5 seat5b seat6 ship ticket train white white_double white_port
		white_ship wild wild2 wild3 wild4 wild5 yellow yellow2 yellow3 yellow4 yellow_double
		yellow_port yellow_ship`)
	got := slices.Sorted(maps.Keys(names(t, client)))
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	units, all := 0, 0
	for _, title := range titles.All() {
		for _, e := range emblem.Of(title.ID(), title.Lexicon()) {
			name, _ := k.Find(title.ID(), e.Sign)
			units += len("<:" + name + ":1300000000000000001>")
			all++
		}
	}
	if units > 30*all {
		t.Errorf("a reference has %.1f units on average, want 30", float64(units)/float64(all))
	}
}

func TestAChangedPictureReplacesTheOldOne(t *testing.T) {
	_, client := application(t)
	others := []string{"Red2", "our_server_abcdef", "red_card_abcdef"}
	for _, name := range others {
		upload(t, client, name)
	}
	was := upload(t, client, "red")
	n := notebook{text: []byte(`[{"name":"red","id":"` + was + `","sum":"abcdef"}]`)}
	k := n.updated(t, client, 0)
	if name, id := k.Find("amsterdam", "red"); name != "red3" || names(t, client)[name] != id {
		t.Errorf("emoji %q %q", name, id)
	}
	n.updated(t, client, 23)
	if names(t, client)["red"] == "" {
		t.Error("the old picture is gone while the release before may still show it")
	}
	n.oldest = time.Now().Add(23 * time.Hour) // sent by the release before
	n.updated(t, client, 100)
	if names(t, client)["red"] == "" {
		t.Error("the old picture is gone while a message that shows it stands")
	}
	n.oldest = time.Now().Add(25 * time.Hour)
	n.updated(t, client, 100)
	all := names(t, client)
	if all["red"] != "" {
		t.Error("the old picture is still there")
	}
	for _, name := range others {
		if all[name] == "" {
			t.Errorf("%s is gone, and is not ours", name)
		}
	}
}

// An older release is started again: what the newer one did not need is needed, and the other way.
func TestEmojiNeededAgainStays(t *testing.T) {
	_, client := application(t)
	var n notebook
	n.updated(t, client, 0)
	newer := n.options(client, 10)
	newer.Titles = titles.All()[:1]
	if err := discord.NewEmojis(newer).Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	n.updated(t, client, 20)
	newer = n.options(client, 40)
	newer.Titles = titles.All()[:1]
	if err := discord.NewEmojis(newer).Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	if have, of, err := discord.CountEmojis(t.Context(), client, titles.All(), n.own()); have != of {
		t.Errorf("%d of %d, %v", have, of, err)
	}
}

// Releases before 1.1 kept no list and put a hash of the picture into the name.
func TestHashedNamesAreShownUntilTheShortOnesAreThere(t *testing.T) {
	srv, client := application(t)
	var sum string
	for _, e := range emblem.Of("nordic", titles.All()[1].Lexicon()) {
		if e.Sign == "red" {
			sum = e.Sum
		}
	}
	old := upload(t, client, "red_card_"+sum)
	srv.API.Inject(sandbox.Fault{Route: "POST " + emojis, Times: 1, Status: 500})
	var n notebook
	k := discord.NewEmojis(n.options(client, 0))
	if err := k.Update(t.Context()); err == nil {
		t.Error("want an error")
	}
	if name, id := k.Find("nordic", "red"); id != old || name != "red_card_"+sum {
		t.Errorf("before the uploads: emoji %q %q", name, id)
	}
	k = n.updated(t, client, 1)
	if name, _ := k.Find("nordic", "red"); name != "red2" {
		t.Errorf("after the uploads: emoji %q", name)
	}
	n.updated(t, client, 24)
	if names(t, client)["red_card_"+sum] == "" {
		t.Error("the hashed name is gone while the release before may still show it")
	}
	n.updated(t, client, 26)
	if names(t, client)["red_card_"+sum] != "" {
		t.Error("the hashed name is still there")
	}
}

// A process is killed between any two steps; the next one goes on.
func TestAKillLosesNoEmoji(t *testing.T) {
	srv, client := application(t)
	var n notebook
	for kills := range 6 {
		ctx, kill := context.WithCancel(t.Context())
		o, waits := n.options(client, 0), 0
		o.After = func(d time.Duration) (<-chan time.Time, func()) {
			if waits++; waits > 3*kills {
				kill()
				return nil, func() {}
			}
			return atOnce(d)
		}
		if err := discord.NewEmojis(o).Update(ctx); err == nil {
			t.Error("want an error")
		}
		kill()
	}
	n.updated(t, client, 0)
	all := names(t, client)
	if uploads := count(srv, "POST "+emojis); uploads != len(all) {
		t.Errorf("%d uploads of %d emoji", uploads, len(all))
	}
	if have, of, err := discord.CountEmojis(t.Context(), client, titles.All(), n.own()); have != of ||
		have != len(all) {
		t.Errorf("%d of %d, %v", have, of, err)
	}
}

func TestWithoutThePermissionThereAreNoEmoji(t *testing.T) {
	srv, client := application(t)
	srv.API.Inject(sandbox.Fault{Route: "POST " + emojis, Times: 1, Status: 403, Code: 50001})
	var n notebook
	k := discord.NewEmojis(n.options(client, 0))
	if err := k.Update(t.Context()); err == nil {
		t.Error("want an error")
	}
	if n := count(srv, "POST "+emojis); n != 1 {
		t.Errorf("%d uploads were tried", n)
	}
	if name, id := k.Find("nordic", "red"); name+id != "" {
		t.Errorf("emoji %q %q", name, id)
	}
	theirs := upload(t, client, "red") // the name had been noted
	if name, id := n.updated(t, client, 0).Find("amsterdam", "red"); name != "red2" || id == theirs {
		t.Errorf("emoji %q %q, the operator's is %s", name, id, theirs)
	}
}

func TestWithoutTheStoreNothingIsUploaded(t *testing.T) {
	srv, client := application(t)
	n := notebook{fault: errors.New("locked")}
	k := discord.NewEmojis(n.options(client, 0))
	if err := k.Update(t.Context()); !errors.Is(err, n.fault) || count(srv, "POST "+emojis) > 0 {
		t.Errorf("%d uploads, %v", count(srv, "POST "+emojis), err)
	}
}

// Somebody removes one, gives one another name, and puts an older list into the store.
func TestOthersWorkIsFound(t *testing.T) {
	_, client := application(t)
	var n notebook
	k := n.updated(t, client, 0)
	_, removed := k.Find("nordic", "red")
	if err := client.DeleteEmoji(t.Context(), removed); err != nil {
		t.Fatal(err)
	}
	k = n.updated(t, client, 0)
	name, id := k.Find("nordic", "red")
	if name != "red2" || id == removed || names(t, client)[name] != id {
		t.Errorf("removed: emoji %q %q", name, id)
	}
	older := slices.DeleteFunc(n.own(), func(e discord.OwnEmoji) bool { return e.Name == "red2" })
	n.text, _ = json.Marshal(older)
	if name, _ = n.updated(t, client, 0).Find("nordic", "red"); name != "red6" {
		t.Errorf("an older list: emoji %q", name)
	}
	n.updated(t, client, 1000)
	if names(t, client)["red2"] != id {
		t.Error("one that is not in the list was removed")
	}

	list, err := client.Emojis(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	k = n.updated(t, renamed{client, list, "deck", "Pile"}, 0)
	if name, _ = k.Find("nordic", "deck"); name != "Pile" {
		t.Errorf("another name: emoji %q", name)
	}
	k = n.updated(t, renamed{client, list, "deck", "x> @everyone"}, 0)
	if name, _ = k.Find("nordic", "deck"); name == "x> @everyone" {
		t.Errorf("what is no name: emoji %q", name)
	}
}

// renamed lists an emoji under another name.
type renamed struct {
	discord.EmojiAPI
	list     []discord.Emoji
	from, to string
}

func (r renamed) Emojis(context.Context) ([]discord.Emoji, error) {
	list := slices.Clone(r.list)
	for i := range list {
		if list[i].Name == r.from {
			list[i].Name = r.to
		}
	}
	return list, nil
}

func TestALimitIsWaitedFor(t *testing.T) {
	srv, client := application(t)
	srv.API.Inject(sandbox.Fault{
		Route: "POST " + emojis, Times: 2, Status: 429, RetryAfter: time.Millisecond,
	})
	var n notebook
	n.updated(t, client, 0)
	have, of, err := discord.CountEmojis(t.Context(), client, titles.All(), n.own())
	if have != of || err != nil {
		t.Errorf("%d of %d, %v", have, of, err)
	}
}

func TestProcessesThatStartAtOnceShareTheEmoji(t *testing.T) {
	srv, client := application(t)
	var n notebook
	var sets []*discord.Emojis
	var running sync.WaitGroup
	for range 3 {
		k := discord.NewEmojis(n.options(client, 0))
		sets = append(sets, k)
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
	if have, of, _ := discord.CountEmojis(t.Context(), client, titles.All(), n.own()); have != of ||
		have != len(all) {
		t.Errorf("%d of %d pictures, %d emoji", have, of, len(all))
	}
	if n := count(srv, "DELETE "+emojis+"/{emoji}"); n > 0 {
		t.Errorf("%d emoji were removed", n)
	}
}

func TestALostEmojiIsUploadedAgain(t *testing.T) {
	_, client := application(t)
	waits := make(chan struct{}) // each is for the end of a wait
	var n notebook
	o := n.options(client, 0)
	o.Titles = titles.All()[:1]
	o.After = func(d time.Duration) (<-chan time.Time, func()) {
		switch {
		case d < time.Minute:
			return atOnce(d)
		case d == 24*time.Hour:
			return nil, func() {}
		}
		c := make(chan time.Time)
		go func() {
			waits <- struct{}{}
			close(c)
		}()
		return c, func() {}
	}
	k := discord.NewEmojis(o)
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

func TestEmojiAreLookedAtEachDay(t *testing.T) {
	_, client := application(t)
	days := make(chan time.Time)
	looks := make(chan struct{})
	var n notebook
	o := n.options(client, 0)
	o.Titles = titles.All()[:1]
	o.After = func(d time.Duration) (<-chan time.Time, func()) {
		if d == 24*time.Hour {
			looks <- struct{}{}
			return days, func() {}
		}
		return atOnce(d)
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { discord.NewEmojis(o).Run(ctx) })
	<-looks
	if err := client.DeleteEmoji(t.Context(), names(t, client)["deck"]); err != nil {
		t.Fatal(err)
	}
	days <- time.Time{}
	<-looks
	if names(t, client)["deck"] == "" {
		t.Error("an emoji that was removed is missing a day later")
	}
	stop()
	running.Wait()
}
