package notify

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine/match"
	"konduktor/storage"
	"konduktor/storage/sqlite/sqlitetest"
)

// table is Discord as far as buttons go.
type table struct {
	API
	edits  int
	rows   map[match.MessageID][]discord.Row
	edited func(id match.MessageID, e discord.Edit) // called after each edit, before its answer
}

func (d *table) Edit(_ context.Context, _ match.ChannelID, id match.MessageID,
	e discord.Edit,
) error {
	d.edits++
	d.rows[id] = *e.Rows
	if d.edited != nil {
		d.edited(id, e)
	}
	return nil
}

// before and after are the two last posts at a table: the first offered to take a move back, and
// another has been made since.
var (
	before = storage.Post{
		Game: "aaaa", Kind: PostBoard, Ply: 3, About: offered + " u1", Channel: "5",
		Message: "6",
	}
	after = storage.Post{Game: "aaaa", Kind: PostBoard, Ply: 4, Channel: "5", Message: "7"}
)

// tellers returns the tellers of two processes that share a store, in which those posts are, and
// Discord.
func tellers(t *testing.T) (one, other *Notifier, api *table) {
	t.Helper()
	store, catalog := sqlitetest.New(t), mustLoad(t)
	game := match.Game{ID: "aaaa", State: match.Running, Title: "amsterdam", Version: 1, Locale: "en"}
	if err := store.Create(t.Context(), game, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	for _, p := range []storage.Post{before, after} {
		if err := store.SavePost(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	api = &table{rows: map[match.MessageID][]discord.Row{}}
	o := Options{
		Store: store, API: api, Catalog: catalog, Log: slog.New(slog.DiscardHandler),
		Now: time.Now,
	}
	return New(o), New(o), api
}

func mustLoad(t *testing.T) *locale.Catalog {
	t.Helper()
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}

// turnTold is the message after which the buttons of all earlier posts go. After settled only those
// go that are of no use.
var (
	turnTold = storage.Message{Kind: Turn, Game: "aaaa"}
	settled  = storage.Message{Kind: Panel, Game: "aaaa"}
)

func TestLanesOfAProcessRemoveButtonsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		notifier, _, api := tellers(t)
		answer := make(chan struct{})
		api.edited = func(match.MessageID, discord.Edit) { <-answer }
		for range 3 {
			go notifier.Sent(t.Context(), turnTold)
		}
		synctest.Wait()
		if api.edits != 1 {
			t.Errorf("%d edits under way, want one", api.edits)
		}
		close(answer)
		synctest.Wait()
		if api.edits != 1 {
			t.Errorf("%d edits, want one", api.edits)
		}
	})
}

// One process takes all buttons off a post, the other the one that takes a move back: it edits at
// the moment named.
func TestNoButtonStaysThatAnotherProcessPutBack(t *testing.T) {
	stripping := func(e discord.Edit) bool { return len(*e.Rows) == 0 }
	for name, meet := range map[string]func(one, other *Notifier, api *table){
		"between an edit of the one and its note": func(one, other *Notifier, api *table) {
			api.edited = func(_ match.MessageID, e discord.Edit) {
				if api.edited = nil; stripping(e) {
					other.Sent(context.Background(), settled)
				}
			}
			one.Sent(context.Background(), turnTold)
		},
		"and the one takes all off before it is noted": func(one, other *Notifier, api *table) {
			api.edited = func(_ match.MessageID, e discord.Edit) {
				if api.edited = nil; !stripping(e) {
					one.Sent(context.Background(), turnTold)
				}
			}
			other.Sent(context.Background(), settled)
		},
		"and is answered after the one is done": func(one, other *Notifier, api *table) {
			back, done := make(chan struct{}), make(chan struct{})
			api.edited = func(_ match.MessageID, e discord.Edit) { // the first: all buttons go
				api.edited = func(match.MessageID, discord.Edit) { // the second: some come back
					api.edited = nil
					close(back)
					<-done
				}
				go other.Sent(context.Background(), settled)
				<-back
			}
			one.Sent(context.Background(), turnTold)
			close(done)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				one, other, api := tellers(t)
				meet(one, other, api)
				synctest.Wait()
				if rows := api.rows["6"]; len(rows) > 0 {
					t.Errorf("the earlier post has %d rows of buttons", len(rows))
				}
				if left, err := one.Store.Posts(t.Context(), "aaaa", PostBoard); err != nil ||
					len(left) != 1 || left[0] != after {
					t.Errorf("posts remembered: %v, %v", left, err)
				}
			})
		})
	}
}
