package handlers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/bottest"
	"konduktor/bot/discord"
	"konduktor/engine/match"
)

// control finds a control of /me by its custom ID's beginning.
func control(t *testing.T, m discord.Message, begin string) string {
	t.Helper()
	for _, row := range m.Rows {
		if row.Select != nil && row.Select.CustomID == begin {
			return begin
		}
		for _, b := range row.Buttons {
			if strings.HasPrefix(b.CustomID, begin) {
				return b.CustomID
			}
		}
	}
	t.Fatalf("no control %q in %+v", begin, m.Rows)
	return ""
}

func TestSettingsArePickedAndSwitched(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	m := s.Handle(s.Slash("Ola", "me"))
	if len(m.Rows) > 5 {
		t.Fatalf("%d rows, which Discord refuses", len(m.Rows))
	}
	pick := func(name string, values ...string) {
		t.Helper()
		m = s.Handle(s.Click("Ola", control(t, m, "set/"+name), values...))
	}
	pick("calls", "table")
	pick("reminder", "last", "next")
	pick("pictures", "wide")
	pick("ways/")
	pick("rated/")
	bottest.Contains(t, m.Content, s.Say("me.saved"), s.Say("me.rated-true"), s.Say("me.ways-false"),
		s.Say("me.pictures-wide"), s.Say("me.calls-table"), s.Say("me.reminder-next"))
	got, err := s.Store.Habits(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	want := match.Habits{
		User: got.User, Rev: got.Rev, Thread: true, HeadsUp: true, Pictures: match.Wide, Unaided: true,
		Rated: true, Switched: 1 << match.HalfReminder,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("habits (-want +got):\n%s", diff)
	}
	pick("reminder")
	pick("language", "pl")
	bottest.Contains(t, m.Content, "Przypomnienia: brak", "Język: Polski")
	for _, o := range m.Rows[2].Select.Options { // all that is seen of a menu with picks
		bottest.Contains(t, o.Label, "Przypomnienia: ")
	}
	if got := m.Rows[2].Select.Placeholder; got != "Przypomnienia: brak" {
		t.Errorf("the menu of reminders says %q while none is wanted", got)
	}
	twice := control(t, m, "set/ways/") // a double press of one button means one thing
	for range 2 {
		m = s.Handle(s.Click("Ola", twice))
	}
	bottest.Contains(t, m.Content, "włączone, chyba że")
	s.NothingBroke()
}

func TestForgedSettingsChangeNothing(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	s.Me("Ola", "zone=Europe/Warsaw")
	before, err := s.Store.Habits(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	for _, c := range []struct {
		id     string
		values []string
	}{
		{"set/zone", []string{"Asia/Tokyo"}},
		{"set/zone/off", nil},
		{"set/nothing/true", nil},
		{"set/calls/phone", nil},
		{"set/calls", nil},
		{"set/calls", []string{"message", "table"}},
		{"set/language", []string{"de"}},
		{"set/rated/yes", nil},
		{"set/reminder", []string{"half", "noon"}},
		{"set/pictures", []string{"round"}},
		{"help/5", nil},
		{"help/9999", nil},
	} {
		m := s.Handle(s.Click("Ola", c.id, c.values...))
		if !slices.Contains([]string{s.Say("problem.no-such-choice"), s.Say("problem.unknown-button")},
			m.Content) {
			t.Errorf("%s %q: got %q", c.id, c.values, m.Content)
		}
	}
	after, err := s.Store.Habits(t.Context(), bottest.Person("Ola").ID)
	s.Must(err)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("habits (-before +after):\n%s", diff)
	}
	s.NothingBroke()
}

func TestHelpIsReadPartByPart(t *testing.T) {
	t.Parallel()
	s := bottest.New(t)
	m := s.Handle(s.Slash("Ola", "help"))
	bottest.Contains(t, m.Content, "`/learn`", "`/game new`") // the IDs are not known yet
	if lines := strings.Count(m.Content, "\n") + len(m.Content)/45; lines > 28 {
		t.Errorf("the first part takes about %d lines of a phone", lines)
	}
	s.Must(s.Bot.RegisterCommands(t.Context()))
	var said []string
	for _, b := range m.Rows[0].Buttons {
		part := s.Handle(s.Click("Ola", b.CustomID))
		said = append(said, part.Content)
		if len(part.Rows[0].Buttons) != 5 {
			t.Errorf("%s leads to %+v", b.CustomID, part.Rows)
		}
	}
	all := strings.Join(said, "\n")
	bottest.Contains(t, all, "</learn:70", "</game new:70", "</admin show:70", "`/claim route:22b`")
	for _, part := range said {
		if strings.Contains(part, "`/learn`") {
			t.Errorf("a command cannot be pressed: %q", part)
		}
	}
	polish := s.Slash("Bo", "help")
	polish.Locale = "pl"
	bottest.Contains(t, s.Handle(polish).Content, "`/nauka` </learn:70",
		"`/gra nowa` </game new:70", "**Dołącz**")
	s.NothingBroke()
}
