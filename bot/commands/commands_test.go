package commands

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"konduktor/bot/discord"
	"konduktor/bot/discord/discordtest"
	"konduktor/bot/locale"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/titles"
	"konduktor/storage"
)

var update = flag.Bool("update", false, "write files that are generated")

func loaded(t *testing.T) *locale.Catalog {
	t.Helper()
	catalog, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}

func commandTree(t *testing.T) []*discord.Command {
	t.Helper()
	return List(loaded(t), titles.All())
}

// Discord's limits for commands (developers/interactions/application-commands).
const (
	maxCommands    = 100
	maxCommandName = 32
	maxDescription = 100
	maxSubs        = 25
	maxText        = 8000
)

// commandName is Discord's pattern: letters, digits, - and _, without capital letters.
var commandName = regexp.MustCompile(`^[-_\p{Ll}\p{Lo}\p{N}]{1,32}$`)

func length(s string) int { return len(utf16.Encode([]rune(s))) }

// longest is the length that counts of a text with its localisations.
func longestOf(s string, others map[discord.Locale]string) int {
	n := length(s)
	for _, o := range others {
		n = max(n, length(o))
	}
	return n
}

// textOf sums up what counts towards Discord's 8,000 characters a command.
func textOf(o *discord.CommandOption) int {
	n := longestOf(o.Name, o.NameLocalizations) + longestOf(o.Description, o.DescriptionLocalizations)
	for _, c := range o.Choices {
		n += longestOf(c.Name, c.NameLocalizations) + length(c.Value.(string))
	}
	for _, sub := range o.Options {
		n += textOf(sub)
	}
	return n
}

func asOption(c *discord.Command) *discord.CommandOption {
	return &discord.CommandOption{
		Type: discord.SubCommand, Name: c.Name, NameLocalizations: *c.NameLocalizations,
		Description: c.Description, DescriptionLocalizations: *c.DescriptionLocalizations,
		Options: c.Options,
	}
}

func checkOption(t *testing.T, path string, o *discord.CommandOption) {
	t.Helper()
	path += " " + o.Name
	for lang, name := range o.NameLocalizations {
		if !commandName.MatchString(name) {
			t.Errorf("%s: the name %q in %s is not one", path, name, lang)
		}
	}
	if o.NameLocalizations[discord.DefaultLocale] != o.Name ||
		o.DescriptionLocalizations[discord.DefaultLocale] != o.Description {
		t.Errorf("%s: no words in %s", path, discord.DefaultLocale)
	}
	if !commandName.MatchString(o.Name) {
		t.Errorf("%s: the name is not one", path)
	}
	if n := longestOf(o.Description, o.DescriptionLocalizations); n > maxDescription {
		t.Errorf("%s: the description has %d characters", path, n)
	}
	for lang, text := range o.DescriptionLocalizations {
		if text == "" || strings.HasPrefix(text, "commands.") || strings.HasPrefix(text, "options.") {
			t.Errorf("%s: no description in %s", path, lang)
		}
	}
	if len(o.Options) > maxSubs || len(o.Choices) > maxSubs || o.Autocomplete && len(o.Choices) > 0 {
		t.Errorf("%s: too many options or choices", path)
	}
	required := true
	names := map[string]bool{}
	for _, sub := range o.Options {
		if sub.Required && !required {
			t.Errorf("%s: %s is required but follows one that is not", path, sub.Name)
		}
		required = required && sub.Required
		for lang, name := range inAll(sub.Name, sub.NameLocalizations) {
			if names[string(lang)+name] {
				t.Errorf("%s: the name %q is there twice", path, name)
			}
			names[string(lang)+name] = true
		}
		checkOption(t, path, sub)
	}
}

// inAll are the names of a command or option in all languages.
func inAll(name string, others map[discord.Locale]string) map[discord.Locale]string {
	all := maps.Clone(others)
	if all == nil {
		all = map[discord.Locale]string{}
	}
	all[""] = name
	return all
}

func TestTheCommandTreeKeepsDiscordsLimits(t *testing.T) {
	tree := commandTree(t)
	if len(tree) > maxCommands {
		t.Errorf("%d commands", len(tree))
	}
	names := map[string]string{}
	for _, c := range tree {
		checkOption(t, "", asOption(c))
		if n := textOf(asOption(c)); n > maxText {
			t.Errorf("/%s has %d characters", c.Name, n)
		}
		for lang, name := range inAll(c.Name, *c.NameLocalizations) {
			if other, twice := names[string(lang)+name]; twice {
				t.Errorf("both /%s and /%s are called %q", other, c.Name, name)
			}
			names[string(lang)+name] = c.Name
		}
	}
}

func TestEnglishNamesMatchTheHandlers(t *testing.T) {
	texts := loaded(t).Texts(locale.Fallback)
	for _, id := range texts.IDs() {
		path, ok := strings.CutSuffix(id, ".name")
		if !ok || !strings.HasPrefix(path, "commands.") && !strings.HasPrefix(path, "options.") {
			continue
		}
		if want := path[strings.LastIndex(path, ".")+1:]; texts.Say(id) != want {
			t.Errorf("%s is %q, want %q", id, texts.Say(id), want)
		}
	}
}

func TestEveryCommandSaysForWhichGamesItIsMeant(t *testing.T) {
	for path, spec := range specs {
		if spec.games == nil {
			t.Errorf("/%s: set the field games of its entry in commands.go", path)
		}
	}
}

// testdata/offered.txt lists for each command the people to whom it suggests a game. A new command
// and a changed condition are lines of its diff, which a person reads.
func TestCommandsAreOfferedForTheGamesTheyAreMeantFor(t *testing.T) {
	seats := []match.Seat{{User: "host"}, {User: "guest"}, {User: "friend", Owner: "owner"}}
	lobby := match.Game{State: match.Lobby, Host: "host", Seats: seats[:2]}
	running := match.Game{
		State: match.Running, Host: "host", Seats: seats, Pace: "daily",
		Seed: engine.Seed{1},
	}
	over := match.Game{State: match.Finished, Host: "host", Seats: seats, Seed: engine.Seed{1}}
	readers := []struct {
		name string
		game match.Game
		user match.UserID
	}{
		{"host before the start", lobby, "host"},
		{"guest before the start", lobby, "guest"},
		{"stranger before the start", lobby, "stranger"},
		{"player", running, "guest"},
		{"owner with a stand-in", running, "owner"},
		{"stranger", running, "stranger"},
		{"player after the end", over, "guest"},
	}
	var got strings.Builder
	for _, path := range slices.Sorted(maps.Keys(specs)) {
		usable := UsableFor(path, time.Time{})
		var offered []string
		for _, r := range readers {
			if usable(r.game, r.user) {
				offered = append(offered, r.name)
			}
		}
		if offered == nil {
			offered = []string{"none of these"}
		}
		fmt.Fprintf(&got, "/%s: %s\n", path, strings.Join(offered, ", "))
	}
	golden(t, filepath.Join("testdata", "offered.txt"), got.String())
}

func TestThePageIsCurrent(t *testing.T) {
	golden(t, filepath.Join("..", "..", "docs", "commands.md"), Page(loaded(t), commandTree(t)))
}

// golden compares a text with a file that people read; -update writes the file anew.
func golden(t *testing.T, file, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s is not current; run go test ./bot/commands -update and read its diff:\n%s",
			file, diff)
	}
}

// settings keeps settings in memory.
type settings map[string]string

func (s settings) Setting(_ context.Context, key string) (string, error) {
	if value, ok := s[key]; ok {
		return value, nil
	}
	return "", storage.ErrNotFound
}

func (s settings) SwapSetting(
	_ context.Context, key, _, value string, _ ...storage.Message,
) error {
	s[key] = value
	return nil
}

func TestCommandsAreRegisteredOnlyWhenTheyHaveChanged(t *testing.T) {
	store, api := settings{}, discordtest.New()
	register := func() error { return Register(t.Context(), api, store, commandTree(t)) }

	api.Fail = func(discordtest.Call) error { return errors.New("no connection") }
	if err := register(); err == nil {
		t.Error("a failed registration is not reported")
	}
	api.Fail = nil
	for range 2 {
		if err := register(); err != nil {
			t.Fatal(err)
		}
	}
	store[settingCommands] = "those of an older version"
	if err := register(); err != nil {
		t.Fatal(err)
	}
	calls := api.Calls(discordtest.RegisterCommands)
	if len(calls) != 3 || calls[0].Err == nil || calls[1].Err != nil || calls[2].Err != nil {
		t.Errorf("registered %d times, want once in vain, once after it and once after the change",
			len(calls))
	}
	if diff := cmp.Diff(commandTree(t), calls[1].Commands); diff != "" {
		t.Errorf("registered:\n%s", diff)
	}
}
