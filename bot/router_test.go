package bot

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/konduktor-bot/konduktor/bot/discord"
	"github.com/konduktor-bot/konduktor/storage"
)

func TestACustomIDIsReadStrictly(t *testing.T) {
	r := newRouter()
	r.Click("g/{game}/{ply}/claim/{route}", unknown)
	for id, want := range map[string]map[string]string{
		"g/k7m2x/17/claim/a--b.2":                    {"game": "k7m2x", "ply": "17", "route": "a--b.2"},
		"g/k7m2x/0/claim/a":                          {"game": "k7m2x", "ply": "0", "route": "a"},
		"g/K7M2X/17/claim/a":                         nil, // ids are lower case
		"g/k7m/17/claim/a":                           nil, // and of 4 to 12 signs
		"g/k7m2xk7m2xk7m/17/claim/a":                 nil,
		"g/k7m2x/017/claim/a":                        nil, // a number is written in one way
		"g/k7m2x/+1/claim/a":                         nil,
		"g/k7m2x/-1/claim/a":                         nil,
		"g/k7m2x/100000/claim/a":                     nil,
		"g/k7m2x/18446744073709551617/claim/a":       nil,
		"g/k7m2x/17/claim/":                          nil,
		"g/k7m2x/17/claim":                           nil,
		"g/k7m2x/17/claim/a/b":                       nil,
		"g/k7m2x/17/claim/a b":                       nil,
		"g/k7m2x/17/claim/a\x00":                     nil,
		"/g/k7m2x/17/claim/a":                        nil,
		"":                                           nil,
		"g/k7m2x/1/claim/" + strings.Repeat("a", 85): nil, // over 100 signs
		"g/{game}/{ply}/claim/{route}":               nil,
	} {
		handler, got := r.find(&discord.Interaction{Kind: discord.Click, CustomID: id})
		if (handler != nil) != (want != nil) {
			t.Errorf("%q is taken: %t", id, handler != nil)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q captured (-want +got):\n%s", id, diff)
		}
	}
}

// Whatever a forged click or command holds, it is answered, and no game changes.
func FuzzForgedInteractionsChangeNothing(f *testing.F) {
	for _, seed := range []string{
		"g/zzzzz/0/draw", "g/zzzzz/hand", "g/zzzzz/0/claim/3/a2b", "g/zzzzz/start", "g//", "", "g/zzzzz/99999/pay/65535",
		"g/zzzzz/0/claim/3/a999999999999", "g/zzzzz/text/9999", "g/zzzzz/log/00", "\x00\xff",
	} {
		f.Add(seed, "value", uint8(0))
	}
	s := newStage(f)
	id := s.playing("Ola", "Bo")
	before := s.game(id)
	f.Fuzz(func(t *testing.T, customID, value string, kind uint8) {
		s.t = t
		customID = strings.ReplaceAll(customID, "zzzzz", string(id))
		ix := s.click("Eve", customID, value)
		ix.Kind = discord.Kind(kind%4 + 1)
		ix.Command, ix.Options = strings.Split(customID, "/"), []discord.Option{{Name: "game", Value: value, Focused: true}}
		calls := len(s.api.Calls())
		s.bot.Handle(t.Context(), ix)
		if got := len(s.api.Calls()); got == calls {
			t.Errorf("custom id %q was not answered", customID)
		}
		if faults := s.bot.Counts().Faults; faults != 0 {
			t.Errorf("custom id %q is a fault of ours", customID)
		}
		if diff := cmp.Diff(before, s.game(id)); diff != "" {
			t.Errorf("custom id %q changed the game (-want +got):\n%s", customID, diff)
		}
	})
}

func FuzzGameIDs(f *testing.F) {
	f.Add("k7m2x")
	f.Fuzz(func(t *testing.T, text string) {
		id, ok := parseGameID(text)
		if ok && (string(id) != text || len(text) < 4 || len(text) > 12 || !utf8.ValidString(text) || text != strings.ToLower(text)) {
			t.Errorf("%q is taken as a game id", text)
		}
	})
}

func TestAnUnknownButtonIsAnswered(t *testing.T) {
	s := newStage(t)
	got := s.handle(s.click("Ola", "old/button"))
	if want := s.say("problem.unknown-button"); got.Content != want || !got.Ephemeral {
		t.Errorf("got %+v, want an ephemeral %q", got, want)
	}
}

func TestAPanicIsAnsweredWithAnIDAndTheBotGoesOn(t *testing.T) {
	s := newStage(t)
	s.bot.router.Slash("boom", func(context.Context, *Request) (Reply, error) { panic("secret of Ola's hand") })
	got := s.handle(s.slash("Ola", "boom"))
	contains(t, got.Content, "went wrong")
	if strings.Contains(got.Content, "secret") {
		t.Errorf("got %q, want nothing of the cause", got.Content)
	}
	s.handle(s.slash("Ola", "help"))
}

func TestAFullStoreIsToldApart(t *testing.T) {
	s := newStage(t)
	s.bot.router.Slash("full", func(context.Context, *Request) (Reply, error) {
		return Reply{}, errors.Join(errors.New("append"), storage.ErrFull)
	})
	want, _, _ := strings.Cut(s.say("problem.full"), "<no value>") // what follows is the fault's id
	contains(t, s.handle(s.slash("Ola", "full")).Content, want)
}

func TestAutocompleteIsAnsweredWithChoicesWhateverHappens(t *testing.T) {
	s := newStage(t)
	ix := s.slash("Ola", "claim", "route=x")
	ix.Kind = discord.Autocomplete
	ix.Options[0].Focused = true
	s.bot.Handle(t.Context(), ix)
	calls := s.api.Calls()
	if got := calls[len(calls)-1].Response.Choices; got == nil || len(got) != 0 {
		t.Errorf("got %v, want an empty list of choices", got)
	}
}

func TestGameIDsAreReadableAndFair(t *testing.T) {
	if len(nameSigns) != 32 || strings.ContainsAny(nameSigns, "0ilo") {
		t.Errorf("signs %q: want 32 without 0, i, l and o", nameSigns)
	}
	s := newStage(t)
	for range 100 {
		id, err := s.bot.newID(t.Context())
		s.must(err)
		if _, ok := parseGameID(string(id)); !ok {
			t.Fatalf("id %q is not one that custom ids take", id)
		}
	}
}
