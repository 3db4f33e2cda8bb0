package bot_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot"
	"konduktor/bot/bottest"
	"konduktor/bot/commands"
	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/bot/speech"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
	"konduktor/storage"
)

func TestLatePanelIsUpdated(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo")
	g := s.Game(id)
	u, err := s.Store.User(t.Context(), g.Seats[0].User)
	s.Must(err)
	ix := s.Interaction(bottest.Person(g.Seats[0].Name), discord.Slash)
	ix.Guild, ix.Channel = "", u.DM
	stands := s.Bot.Server().Showing(t.Context(), s.Request(ix), route.Panel{Game: g, Seat: 1})
	s.DrawTwo(id) // while the panel was drawn
	s.Flush()
	stands(t.Context(), "4711", true)
	s.Flush()
	if edits := s.Edits("4711"); len(edits) != 1 || len(*edits[0].Rows) != 0 {
		t.Errorf("got edits %+v, want the menus gone", edits)
	}
}

// moving is a store in which somebody moves just before the posts of a game are looked at.
type moving struct {
	storage.Store
	move func()
}

func (m *moving) Posts(ctx context.Context, id match.GameID) ([]storage.Post, error) {
	if move := m.move; move != nil {
		m.move = nil
		move()
	}
	return m.Store.Posts(ctx, id)
}

func TestPanelThatComesWhilePostsAreReadKeepsItsMenus(t *testing.T) {
	s := bottest.New(t)
	store := &moving{Store: s.Store}
	s.Remake(func(o *bot.Options) { o.Store = store })
	id := s.Playing("Ola", "Bo")
	s.Flush()
	mine, other := s.Bot, s.NewBot(s.Store, s.API)
	store.move = func() {
		s.Bot = other
		s.DrawTwo(id)
		s.Flush()
		s.Bot = mine
	}
	s.Must(mine.Posts().Run(t.Context(), id))
	if store.move != nil {
		t.Fatal("nobody has moved")
	}
	p := s.PanelOf(id, s.Table(id).View(engine.Public).ToMove[0])
	for _, e := range s.Edits(p.Message) {
		t.Errorf("the new panel was edited to %q with %d rows", *e.Content, len(*e.Rows))
	}
}

func TestMessageThatShowsAnotherGameBecomesThatGamesPost(t *testing.T) {
	s := bottest.New(t)
	first, second := s.Playing("Ola", "Bo"), s.Playing("Ola", "Bo")
	p := s.PanelOf(first, 1)
	ix := s.ClickPanel(s.Game(first).Seats[0].Name, p, "next/"+string(first))
	seat := s.Game(second).SeatOf(ix.User.ID)
	shown := route.Panel{Game: s.Game(second), Seat: seat}
	stands := s.Bot.Server().Showing(t.Context(), s.Request(ix), shown)
	stands(t.Context(), p.Message, true)
	is, err := s.Store.PostAt(t.Context(), p.Channel, p.Message)
	if err != nil || is.Game != second {
		t.Fatalf("the message is post %+v, error %v, want one of game %s", is, err, second)
	}
}

func TestAWholeGameIsPlayedToItsEnd(t *testing.T) {
	s := bottest.New(t)
	id := s.Playing("Ola", "Bo", "Cy")
	s.Finish(id)
	g := s.Game(id)
	if g.State != match.Finished || len(g.ToMove) != 0 {
		t.Fatalf("got state %s, to move %v, want a finished game", g.State, g.ToMove)
	}
	table := s.API.Sent(g.Thread)
	last := table[len(table)-1]
	if bottest.AnswersIn(last.Rows, customid.Fair) == "" {
		t.Error("nothing says how the shuffles can be checked")
	}
	if n := len(last.Files); n != 1 {
		t.Fatalf("got %d files with the result, want the record alone (this test has no painter)", n)
	}
	record, err := notation.ParseRecord(string(last.Files[0].Data), s.Bot.Maps().Title)
	s.Must(err)
	moves, err := s.Store.Moves(t.Context(), id, -1)
	s.Must(err)
	if want := moves[len(moves)-1].At.Truncate(time.Second); !record.Ended.Equal(want) {
		t.Errorf("the record says that the game ended at %s, want %s", record.Ended, want)
	}
	replayed, err := record.Replay(-1)
	s.Must(err)
	if diff := cmp.Diff(s.Table(id).View(engine.Public).Winners,
		replayed.View(engine.Public).Winners); diff != "" {
		t.Errorf("winners of the record (-want +got):\n%s", diff)
	}
}

// Whatever a forged click or command holds, it is answered, and no game changes.
func FuzzForgedInteractionsChangeNothing(f *testing.F) {
	for _, seed := range []string{
		"do/zzzzz/0/draw:0", "hand/zzzzz", "do/zzzzz/0/claim:3:a2b", "start/zzzzz", "do//", "",
		"do/zzzzz/99999/pay:z", "do/zzzzz/0/claim:3:a999999999999", "text/zzzzz/9999", "log/zzzzz/00",
		"\x00\xff",
	} {
		f.Add(seed, "value", uint8(0))
	}
	s := bottest.New(f)
	id := s.Playing("Ola", "Bo")
	before := s.Game(id)
	f.Fuzz(func(t *testing.T, customID, value string, kind uint8) {
		s.T = t
		customID = strings.ReplaceAll(customID, "zzzzz", string(id))
		ix := s.Click("Eve", customID, value)
		ix.Kind = discord.Kind(kind%5 + 1)
		ix.Filled = map[string][]string{value: {customID}}
		ix.Command, ix.Options = strings.Split(customID, "/"),
			[]discord.Option{{Name: "game", Value: value, Focused: true}}
		calls := len(s.API.Calls())
		s.Bot.Handle(t.Context(), ix)
		if got := len(s.API.Calls()); got == calls {
			t.Errorf("custom id %q was not answered", customID)
		}
		if faults := s.Faults.Load(); faults != 0 {
			t.Errorf("custom id %q is a fault of ours", customID)
		}
		if diff := cmp.Diff(before, s.Game(id)); diff != "" {
			t.Errorf("custom id %q changed the game (-want +got):\n%s", customID, diff)
		}
	})
}

func TestAnUnknownButtonIsAnswered(t *testing.T) {
	s := bottest.New(t)
	got := s.Handle(s.Click("Ola", "old/button"))
	if want := s.Say("problem.unknown-button"); got.Content != want || !got.Ephemeral {
		t.Errorf("got %+v, want an ephemeral %q", got, want)
	}
}

func TestAPanicIsAnsweredWithAnIDAndTheBotGoesOn(t *testing.T) {
	s := bottest.New(t)
	s.Bot.Server().Router.Slash("boom", func(context.Context, *route.Request) (*route.Reply, error) {
		panic("secret of Ola's hand")
	})
	got := s.Handle(s.Slash("Ola", "boom"))
	bottest.Contains(t, got.Content, "went wrong")
	if strings.Contains(got.Content, "secret") {
		t.Errorf("got %q, want nothing of the cause", got.Content)
	}
	s.Handle(s.Slash("Ola", "help"))
}

func TestFullStoreHasItsOwnText(t *testing.T) {
	s := bottest.New(t)
	s.Bot.Server().Router.Slash("full", func(context.Context, *route.Request) (*route.Reply, error) {
		return nil, errors.Join(errors.New("append"), storage.ErrFull)
	})
	want, _, _ := strings.Cut(s.Say("problem.full"), "<no value>") // what follows is the fault's id
	bottest.Contains(t, s.Handle(s.Slash("Ola", "full")).Content, want)
}

func TestAutocompleteAlwaysAnswersWithChoices(t *testing.T) {
	s := bottest.New(t)
	ix := s.Slash("Ola", "claim", "route=x")
	ix.Kind = discord.Autocomplete
	ix.Options[0].Focused = true
	s.Bot.Handle(t.Context(), ix)
	calls := s.API.Calls()
	want := []discord.Choice{{
		Name:  speech.Bare(s.Say("problem.no-games")),
		Value: speech.Explanation + "x",
	}}
	if diff := cmp.Diff(want, calls[len(calls)-1].Response.Choices); diff != "" {
		t.Errorf("choices for somebody without a game (-want +got):\n%s", diff)
	}
}

func TestEveryCommandHasAHandlerAndEveryListACompletion(t *testing.T) {
	router := bottest.New(t).Bot.Server().Router
	handled := router.Commands()
	var wanted []string
	var walk func(under string, o *discord.CommandOption)
	walk = func(under string, o *discord.CommandOption) {
		path := strings.TrimSpace(under + " " + o.Name)
		if len(o.Options) > 0 && o.Options[0].Type == discord.SubCommand {
			for _, sub := range o.Options {
				walk(path, sub)
			}
			return
		}
		wanted = append(wanted, path)
		if slices.ContainsFunc(o.Options,
			func(o *discord.CommandOption) bool { return o.Autocomplete }) && !router.Completes(path) {
			t.Errorf("/%s completes nothing", path)
		}
	}
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commands.List(catalog, titles.All()) {
		walk("", &discord.CommandOption{Name: c.Name, Options: c.Options})
	}
	slices.Sort(wanted)
	if diff := cmp.Diff(wanted, handled); diff != "" {
		t.Errorf("commands (-) and handlers (+):\n%s", diff)
	}
}
