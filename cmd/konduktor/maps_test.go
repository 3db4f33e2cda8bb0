package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/railmap/mapfile"
	"konduktor/engine/titles"
	"konduktor/render"
)

// masuria is the documentation's example of a user's map.
const masuria = "../../docs/maps/masuria.toml"

// changed is masuria with words replaced by others: old, new, …
func changed(t *testing.T, change ...string) string {
	t.Helper()
	return strings.NewReplacer(change...).Replace(read(t, masuria))
}

// folder makes a folder of files.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// libraryOf reads a folder of maps that is there.
func libraryOf(t *testing.T, dir string) *library {
	t.Helper()
	l, err := readLibrary(dir)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// named are the maps on offer.
func named(l *library) []string {
	var names []string
	for _, m := range l.maps {
		if !m.Refused {
			names = append(names, m.Name)
		}
	}
	return names
}

func TestTheFolderOfTheDocumentationHasNoFaults(t *testing.T) {
	l := libraryOf(t, filepath.Dir(masuria))
	if len(l.faults) > 0 || !slices.Contains(named(l), "masuria") {
		t.Errorf("maps %v, faults %v", named(l), l.faults)
	}
}

func TestFaultsOfAMapAreListedAndOtherMapsAreUsed(t *testing.T) {
	dir := folder(t, map[string]string{
		"a-good.toml":   changed(t, `"Masuria"`, `"Good"`),
		"b-broken.toml": changed(t, `{ id = "pisz"`, `{ id = "piszz"`),
		"c-tunnel.toml": changed(t, `"Masuria"`, `"Tunnel"`, `color = "pink" }`,
			`color = "pink", kind = "tunnel" }`),
		"d-empty.toml":                     "",
		"e-twice.toml":                     changed(t, `"Masuria"`, `"good"`),
		"f-large.toml":                     strings.Repeat("#", mapfile.MaxBytes+1),
		"g-masuria.toml":                   changed(t),
		"i-hopeless.toml":                  changed(t, `b = "`, `b = "x`),
		".hidden.toml":                     "no map",
		"notes.txt":                        "no map",
		strings.Repeat("x", 120) + ".toml": changed(t, `"Masuria"`, `"Long"`),
	})
	if err := os.Mkdir(filepath.Join(dir, "h-folder.toml"), 0o700); err != nil {
		t.Fatal(err)
	}
	l := libraryOf(t, dir)
	if diff := cmp.Diff([]string{"a-good", "g-masuria"}, named(l)); diff != "" {
		t.Errorf("maps (-want +got):\n%s", diff)
	}
	told := strings.Join(l.faults, "\n")
	for _, want := range []string{
		"b-broken.toml:46: route mikolajki--pisz: there is no city",
		"c-tunnel.toml:1: the rules of amsterdam know no tunnels", "d-empty.toml:1: ",
		"e-twice.toml: the map a-good.toml has the same name",
		"f-large.toml: it has ", "h-folder.toml: it is no file", "i-hopeless.toml: and ",
		"xxx.toml: the file's name is too long",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("the faults do not say %q:\n%s", want, told)
		}
	}
	for _, no := range []string{"hidden", "notes", "g-masuria"} {
		if strings.Contains(told, no) {
			t.Errorf("the faults speak of %s:\n%s", no, told)
		}
	}
}

// A suggested value comes back from Discord trimmed, and holds only what JSON can carry.
func TestAMapWhoseFileCannotBeNamedIsLeftOut(t *testing.T) {
	dir := folder(t, map[string]string{
		"good name.toml": changed(t), "behind .toml": changed(t), " before.toml": changed(t),
		"line\nbreak.toml": changed(t), "\xff.toml": changed(t),
	})
	l := libraryOf(t, dir)
	if diff := cmp.Diff([]string{"good name"}, named(l)); diff != "" {
		t.Errorf("maps (-want +got):\n%s", diff)
	}
	if told := strings.Join(l.faults, ""); len(l.faults) != 4 || strings.Contains(told, "\n") ||
		!utf8.ValidString(told) {
		t.Errorf("got %q, want a line for each of the other four", l.faults)
	}
}

func TestALinkIsFollowedOnlyInsideTheFolder(t *testing.T) {
	dir := folder(t, map[string]string{"data": changed(t)})
	outside := file(t, "outside.toml", changed(t, `"Masuria"`, `"Outside"`))
	for name, target := range map[string]string{
		"inside.toml": "data", "outside.toml": outside, "nothing.toml": "nowhere",
		"round.toml": "round.toml", "device.toml": os.DevNull,
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	l := libraryOf(t, dir)
	if diff := cmp.Diff([]string{"inside"}, named(l)); diff != "" {
		t.Errorf("maps (-want +got):\n%s", diff)
	}
	if len(l.faults) != 4 {
		t.Errorf("got %d faults, want one for each other link:\n%s", len(l.faults),
			strings.Join(l.faults, "\n"))
	}
}

func TestMissingFolderOfMapsIsAnError(t *testing.T) {
	for _, dir := range []string{filepath.Join(t.TempDir(), "missing"), masuria} {
		if l, err := readLibrary(dir); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: got %v, %v; want an error that names it", dir, l, err)
		}
	}
	if l, err := readLibrary(""); err != nil || len(l.faults) != 0 || len(l.maps) != 0 {
		t.Errorf("no folder: got %v, %v", l, err)
	}
}

func TestTheBotDoesNotStartWithoutItsFolderOfMaps(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	missing := filepath.Join(t.TempDir(), "missing")
	conf := file(t, "config.toml",
		"[games]\nmaps = '"+missing+"'\n[discord]\napi_url = \"http://127.0.0.1:1/api\"\n")
	t.Setenv("DISCORD_TOKEN", "a.b.c")
	for name, command := range map[string]interface {
		Run(ctx context.Context, std streams) error
	}{
		"try":   &tryCmd{Listen: "127.0.0.1:0", Maps: missing, People: []string{"Ola", "Bo"}},
		"serve": &serveCmd{Config: conf},
	} {
		var out, log bytes.Buffer
		err := command.Run(ctx, streams{&out, &log})
		if err == nil || !strings.Contains(err.Error(), missing) || out.Len() > 0 {
			t.Errorf("%s: got %v and %q, want an error that names %s", name, err, out.String(), missing)
		}
	}
}

func TestTheDoctorMissesTheFolderOfMaps(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	var out bytes.Buffer
	f := newFindings(streams{&out, &out})
	f.checkMaps(missing)
	if want := "WRONG  maps: the folder " + missing; f.bad != 1 ||
		!strings.HasPrefix(out.String(), want) {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func TestAFolderOfMapsIsBounded(t *testing.T) {
	files := map[string]string{}
	for i := range maxMapFiles + 3 {
		files[fmt.Sprintf("m%03d.toml", i)] = changed(t, `"Masuria"`, fmt.Sprintf(`"Map %d"`, i))
	}
	l := libraryOf(t, folder(t, files))
	if len(l.maps) != maxMapFiles ||
		len(l.faults) != 1 || !strings.Contains(l.faults[0], "m099.toml") {
		t.Errorf("%d maps, faults %v; want %d and a word about the others",
			len(l.maps), l.faults, maxMapFiles)
	}
}

func TestDoctorAndLogReportMaps(t *testing.T) {
	dir := folder(t, map[string]string{"good.toml": changed(t), "bad.toml": "title = 3\n[x]\n"})
	var out, log bytes.Buffer
	f := newFindings(streams{&out, &out})
	f.checkMaps(dir)
	l := libraryOf(t, dir)
	l.tell(slog.New(slog.NewTextHandler(&log, nil)))
	if len(l.faults) == 0 ||
		f.bad != len(l.faults) || !strings.Contains(out.String(), "fine   maps: Masuria") {
		t.Errorf("the doctor finds %d, the folder has %v:\n%s", f.bad, l.faults, out.String())
	}
	for _, fault := range l.faults {
		if !strings.Contains(out.String(), fault) ||
			!strings.Contains(log.String(), strings.ReplaceAll(fault, `"`, `\"`)) {
			t.Errorf("%q is not told by doctor and log:\n%s%s", fault, out.String(), log.String())
		}
	}
}

func TestTheFolderOfMapsIsConfigured(t *testing.T) {
	dir := folder(t, map[string]string{"config.toml": "[games]\nmaps = \"my maps\"\n"})
	c, err := loadConfig(filepath.Join(dir, "config.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(dir, "my maps"); c.Games.Maps != want {
		t.Errorf("got folder %q, want %q: beside the file", c.Games.Maps, want)
	}
}

func TestRecordsAreReplayedOnAUserMap(t *testing.T) {
	dir := t.TempDir()
	status, _, message := konduktor(t, "simulate", "--title", "amsterdam", "--seats", "2", "--games",
		"1", "--map", masuria, "--records", dir)
	if status != 0 {
		t.Fatalf("simulate: status %d: %s", status, message)
	}
	record := filepath.Join(dir, "amsterdam-2-000000.rec")
	other := file(t, "other.toml", changed(t, "length = 1", "length = 9"))
	same := file(t, "same.toml", changed(t, `"Ełk"`, `"Lyck"`)) // but for the looks
	for _, c := range []struct {
		name    string
		args    []string
		status  int
		message []string // of stderr
	}{
		{"replay on the map", []string{"replay", record, "--json", "--map", masuria}, 0, nil},
		{"verify on the map", []string{"verify", record, "--map", masuria}, 0, nil},
		{
			"replay without the map",
			[]string{"replay", record, "--json"},
			2,
			[]string{record + ":", `"Masuria"`, "--map"},
		},
		{"verify without the map", []string{"verify", record}, 2, []string{
			record + ":", `"Masuria"`,
			"--map",
		}},
		{
			"verify on another map",
			[]string{"verify", record, "--map", other},
			1,
			[]string{record + ":", "illegal move", `"Masuria"`, "--map"},
		},
		{
			"replay on a map that looks different",
			[]string{"replay", record, "--map", same},
			0,
			[]string{`"Masuria"`, "--map"},
		},
		{
			"a map that is not there",
			[]string{"replay", record, "--map", "nowhere.toml"},
			2,
			[]string{"nowhere.toml"},
		},
		{"a map with faults", []string{"replay", record, "--map", record}, 2, []string{record + ":"}},
		{
			"a record of another title",
			[]string{"replay", file(t, "n.rec", strings.NewReplacer("amsterdam", "nordic").Replace(
				begun[:strings.Index(begun, "[Deck")])), "--map", masuria},
			2,
			[]string{"amsterdam", "nordic"},
		},
		{"simulating another title", []string{
			"simulate", "--title", "nordic", "--seats", "2", "--map",
			masuria,
		}, 2, []string{"amsterdam"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, out, message := konduktor(t, c.args...)
			if status != c.status || (out != "") != (c.status == 0) ||
				(message == "") != (c.message == nil) {
				t.Errorf("status %d, stdout %q, stderr %q; want status %d", status, out, message, c.status)
			}
			for _, want := range c.message {
				if !strings.Contains(message, want) {
					t.Errorf("stderr %q does not say %q", message, want)
				}
			}
		})
	}
	if _, out, _ := konduktor(t, "replay", record, "--map", masuria); !strings.Contains(out,
		"Giżycko") {
		t.Errorf("the board as text is not that of the map:\n%s", out)
	}
	png := filepath.Join(dir, "board.png")
	if status, _, message := konduktor(t, "replay", record, "--map", masuria, "--png",
		png); status != 0 || !strings.HasPrefix(read(t, png), "\x89PNG") {
		t.Errorf("the board is not drawn: status %d: %s", status, message)
	}
}

func TestReplayTakesAnyNumberOfMoves(t *testing.T) {
	path := file(t, "game.rec", begun)
	_, all, _ := konduktor(t, "replay", path, "--json")
	for _, at := range []string{"2", "3", "9223372036854775808", strings.Repeat("9", 60)} {
		if status, out, message := konduktor(t, "replay", path, "--json", "--at", at); status != 0 ||
			out != all {
			t.Errorf("--at %s: status %d, %s: %s, want all moves", at, status, out, message)
		} else if said := strings.Contains(message, "the record has 2 moves"); said != (at != "2") {
			t.Errorf("--at %s of 2 moves: stderr says %q", at, message)
		}
	}
	for _, at := range []string{"", "-1", "+1", "1.5", "0x1"} {
		if status, out, message := konduktor(t, "replay", path, "--json",
			"--at="+at); status != exitUsage || out != "" || message == "" {
			t.Errorf("--at %q: status %d, stdout %q, stderr %q; want status 2", at, status, out, message)
		}
	}
}

func TestUsageErrorsAreSentences(t *testing.T) {
	for option, want := range map[string]string{
		"--seats=7": "2, 3 or 4", "--policy=clever": "greedy and random",
		"--games=many": "a whole number but", "--seed=-1": "a whole number from 0",
	} {
		_, _, message := konduktor(t, "simulate", "--title", "amsterdam", "--seats", "2", option)
		if !strings.Contains(message, want) {
			t.Errorf("%s: got %q, want %q", option, message, want)
		}
	}
}

// own puts a title on a map like masuria.
func own(t *testing.T, change ...string) engine.Title {
	t.Helper()
	title, faults := titleOn([]byte(changed(t, change...)), "map.toml")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return title
}

func TestPainterOfAUserMapIsMadeOnce(t *testing.T) {
	p := newPainters(slog.New(slog.DiscardHandler), time.Hour)
	var found [4]render.Painter
	var asking sync.WaitGroup
	for i := range found {
		title := own(t) // as if it had been read out of the store again
		asking.Go(func() { found[i], _ = p.find(t.Context(), title) })
	}
	asking.Wait()
	p.close()
	for i, painter := range found {
		if painter == nil || painter != found[0] {
			t.Errorf("asker %d got %v, want the same as the first", i, painter)
		}
	}
}

func TestCancelledRequestGetsNoPicture(t *testing.T) {
	p := newPainters(slog.New(slog.DiscardHandler), time.Hour)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	title := own(t, `"Masuria"`, `"Elsewhere"`)
	if painter, ok := p.find(gone, title); ok {
		t.Errorf("got %v at once", painter)
	}
	if _, ok := p.find(t.Context(), title); !ok {
		t.Error("there is no picture for who waits")
	}
	p.close()
}

func TestPaintersOfUserMapsAreBounded(t *testing.T) {
	p := newPainters(slog.New(slog.DiscardHandler), time.Hour)
	first := own(t)
	for i := range 3 * maxOwnPainters {
		if _, isOwn := p.of(own(t, `"Masuria"`, fmt.Sprintf(`"Map %d"`, i))); !isOwn {
			t.Fatal("a map of one's own is taken for the title's")
		}
		p.of(first)
	}
	if len(p.own) != maxOwnPainters || p.own[maxOwnPainters-1].sum != titles.MapOf(first).Sum {
		t.Errorf("%d painters are kept, want %d, the one used last at the end", len(p.own),
			maxOwnPainters)
	}
	its, ok := titles.Find("amsterdam")
	if made, isOwn := p.of(its); !ok || made == nil || isOwn {
		t.Error("a title's own map is taken for a user's")
	}
}

func TestAMapTooTangledToScoreIsNotOnOffer(t *testing.T) {
	short := regexp.MustCompile(`length = \d`).ReplaceAllString(read(t, "../../engine/asia/map.toml"),
		"length = 1")
	dir := folder(t, map[string]string{"short.toml": short})
	file := filepath.Join(dir, "short.toml")
	want := file + ":1: the network is too tangled to score: 54 pieces"
	if l := libraryOf(t, dir); len(named(l)) > 0 || len(l.faults) != 1 ||
		!strings.HasPrefix(l.faults[0], want) {
		t.Errorf("maps %v, faults %q, want %q", named(l), l.faults, want)
	}
	if status, _, message := konduktor(t, "map", "check", file); status != exitFailed ||
		!strings.Contains(message, want) {
		t.Errorf("map check: status %d, %q; want %d, %q", status, message, exitFailed, want)
	}
	if _, err := (&mapFlag{Map: file}).title(); err != nil {
		t.Errorf("games that were played on it cannot be replayed: %v", err)
	}
	if status, _, message := konduktor(t, "simulate", "--title", "asia", "--seats", "4", "--map",
		file); status != exitUsage || !strings.Contains(message, want) {
		t.Errorf("simulate: status %d, %q; want %d, %q", status, message, exitUsage, want)
	}
}

func TestAMapThatIsTooLargeIsKnownButNotOnOffer(t *testing.T) {
	tickets := "tickets = [\n"
	for i := range 110 {
		tickets += fmt.Sprintf("  { cities = [\"goldap\", %q], points = %d },\n",
			[]string{"mragowo", "orzysz"}[i%2], 1+i/2)
	}
	text := strings.Replace(read(t, masuria), "tickets = [\n", tickets, 1)
	dir := folder(t, map[string]string{"large.toml": text})
	file := filepath.Join(dir, "large.toml")
	want := file + ":1: there are 124 tickets, at most 120 are allowed to open a game"
	if l := libraryOf(t, dir); len(l.maps) != 1 || !l.maps[0].Refused || len(l.faults) != 1 ||
		l.faults[0] != want {
		t.Errorf("maps %+v, faults %q, want %q", l.maps, l.faults, want)
	}
	if status, _, message := konduktor(t, "map", "check", file); status != exitFailed ||
		strings.TrimSpace(message) != want {
		t.Errorf("map check: status %d, %q; want %d, %q", status, message, exitFailed, want)
	}
	if _, err := (&mapFlag{Map: file}).title(); err != nil {
		t.Errorf("games that were played on it cannot be replayed: %v", err)
	}
}

func TestAMapThatTakesTooLongToPaintIsNotOnOffer(t *testing.T) {
	lake := "{ kind = \"water\", points = [[0.1, 0.1], [0.2, 0.1], [0.2, 0.2]] },\n"
	text := strings.TrimSuffix(strings.TrimSpace(read(t, "../../engine/amsterdam/map.toml")), "]")
	dir := folder(t, map[string]string{"lakes.toml": text + strings.Repeat(lake, 250) + "]"})
	want := filepath.Join(dir, "lakes.toml") + ":1: there are 259 shapes, at most 200 are allowed"
	if l := libraryOf(t, dir); len(named(l)) > 0 || len(l.faults) != 1 || l.faults[0] != want {
		t.Errorf("maps %v, faults %q, want %q", named(l), l.faults, want)
	}
}
