package handlers_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"konduktor/bot/bottest"
	"konduktor/bot/discord/discordtest"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/render"
	"konduktor/storage"
)

// optionPainter paints its options: whether ways are shown, the shape, what players are called.
type optionPainter struct{ bottest.ViewPainter }

func (optionPainter) Hand(_ engine.View, o render.Options) (render.Picture, error) {
	return render.Picture{PNG: []byte{1}, Alt: fmt.Sprintf("ways %t, unaided %t, wide %t, names %q",
		o.Ways, o.Unaided, o.Wide, o.Names), Width: 1, Height: 1}, nil
}

// way is a line of a ticket with what it lacks and the codes of its routes.
var way = regexp.MustCompile(`(?m)^[A-Z] .*: .* · \d`)

func TestPlayersAndTablesCanTurnHintsOff(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Remake(bottest.Painted(optionPainter{}))
	with, without := s.Playing("Ola", "Bo"), s.Playing("Ola", "Cy")
	g := s.Game(without)
	g.Unaided = true
	s.Must(s.Store.Update(t.Context(), g, storage.Origin{}, nil))
	for _, step := range []struct {
		set   string
		hints bool // in the game that has them
	}{{"", true}, {"ways=false", false}, {"ways=true", true}} {
		if step.set != "" {
			s.Me("Ola", step.set)
		}
		for _, id := range []match.GameID{with, without} {
			hints := step.hints && id == with
			shown := s.Hand("Ola", id)
			alt := shown.Files[0].Alt
			if got := way.MatchString(shown.Content); got != hints {
				t.Errorf("after /me %s, game %s: hints in the text: %t, want %t: %q", step.set, id, got, hints,
					shown.Content)
			}
			if want := fmt.Sprintf("ways %t, unaided %t", hints, !hints); !strings.HasPrefix(alt, want) {
				t.Errorf("after /me %s, game %s: got the picture %q, want %q", step.set, id, alt, want)
			}
		}
		if m := s.Hand("Bo", with); !way.MatchString(m.Content) {
			t.Errorf("another player has lost the hints: %q", m.Content)
		}
	}
}

func TestATableIsOpenedWithoutHints(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Handle(s.Slash("Ola", "game new", "title=amsterdam", "ways=false"))
	s.Flush()
	games, err := s.Store.GamesOf(t.Context(), bottest.Person("Ola").ID, match.Lobby)
	s.Must(err)
	if len(games) != 1 || !games[0].Unaided {
		t.Fatalf("got %+v", games)
	}
	posted := slices.ContainsFunc(s.API.Calls(), func(c discordtest.Call) bool {
		return c.Method == discordtest.Send && strings.Contains(c.Message.Content, s.Say("lobby.unaided"))
	})
	if !posted {
		t.Error("the lobby does not say that it is without hints")
	}
}

func TestPicturesUseTheNameShown(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Remake(bottest.Painted(optionPainter{}))
	id := s.Playing("Ola", "Bo")
	bottest.Contains(t, s.Me("Ola", "drawn-name=𝓞𝓵𝓪 😀 Ｍ"), "Name in pictures: Ola M")
	names := []string{"", ""}
	names[slices.IndexFunc(s.Game(id).Seats, func(p match.Seat) bool {
		return p.Name == "Ola"
	})] = "Ola M"
	if got, want := s.Hand("Bo", id).Files[0].Alt, fmt.Sprintf("names %q",
		names); !strings.HasSuffix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, wrong := range []string{"😀😀", strings.Repeat("W", 33)} {
		bottest.Contains(t, s.Me("Ola", "drawn-name="+wrong), "Nothing has changed")
	}
	bottest.Contains(t, s.Me("Ola"), "Name in pictures: Ola M")
	bottest.Contains(t, s.Me("Ola", "drawn-name=off"), s.Say("me.not-drawn"))
}

func TestPictureOfATurnHasItsPlayersShape(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Remake(bottest.Painted(optionPainter{}))
	id := s.Playing("Ola", "Bo")
	for _, c := range []struct {
		option, said, alt string
		files             int
	}{
		{"pictures=wide", "me.pictures-wide", "wide true", 1},
		{"pictures=none", "me.pictures-none", "", 0},
		{"pictures=square", "me.pictures-square", "wide false", 1},
	} {
		bottest.Contains(t, s.Me("Ola", c.option), s.Say(c.said))
		files := s.Hand("Ola", id).Files
		if len(files) != c.files || c.files > 0 && !strings.Contains(files[0].Alt, c.alt) {
			t.Errorf("%s: got the files %+v", c.option, files)
		}
	}
	bottest.Contains(t, s.Me("Ola", "pictures=round"), "Pick from the list")
	if got := s.Hand("Bo", id).Files; len(got) != 1 {
		t.Errorf("somebody else's setting leaves Bo %d files, want 1", len(got))
	}
}
