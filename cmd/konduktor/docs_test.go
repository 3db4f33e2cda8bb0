package main

import (
	"bytes"
	"context"
	"flag"
	"image/gif"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"konduktor/bot/sandbox"
	"konduktor/docs"
)

// documented returns each command line of this program that the pages show: indented lines, up to a
// comment. Lines with variables of a shell and those of trials are left out.
func documented(t *testing.T) []string {
	t.Helper()
	line := regexp.MustCompile(
		`(?m)^ {4,}(?:sudo )?(?:\./konduktor|konduktor|go run \./cmd/konduktor) (.*)$`)
	var pages []string
	for _, name := range []string{"README.md", "README.pl.md", "CONTRIBUTING.md"} {
		pages = append(pages, read(t, filepath.Join("../..", name)))
	}
	err := fs.WalkDir(docs.Files(), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".md" {
			return err
		}
		text, err := fs.ReadFile(docs.Files(), name)
		pages = append(pages, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var list []string
	for _, page := range pages {
		for _, found := range line.FindAllStringSubmatch(page, -1) {
			command, _, _ := strings.Cut(found[1], "   #")
			command = strings.TrimSpace(command)
			if !seen[command] && !strings.ContainsAny(command, "$…") && !strings.HasPrefix(command, "soak") {
				seen[command] = true
				list = append(list, command)
			}
		}
	}
	return list
}

// elsewhere are command lines that name a place which is not on this machine.
var elsewhere = regexp.MustCompile(`postgres://|/etc/|/var/|/backups/`)

// lasting are commands that go on until they are told to end.
var lasting = map[string]bool{"try": true, "serve": true}

// Somebody types what the pages say. Every command line is one that the program understands, and
// those that need no other machine are carried out, in the order of the pages.
func TestCommandLinesInTheDocsWork(t *testing.T) {
	list := documented(t)
	if len(list) < 15 {
		t.Fatalf("found %d command lines", len(list))
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	server := sandbox.StartTest(t, sandbox.Options{People: []string{"Ola"}})
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"config.toml": "database = \"konduktor.db\"\n[discord]\ntoken_file = " +
			"\"token.txt\"\napi_url = \"" +
			server.APIURL() + "\"\n",
		"token.txt": server.Token(),
		"game.rec":  read(t, filepath.Join(root, "engine/amsterdam/testdata/games/greedy-2.rec")),
		"game.toml": read(t, filepath.Join(root, "engine/amsterdam/map.toml")),
		"my.toml":   read(t, filepath.Join(root, "docs/maps/masuria.toml")),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll("docs/img", 0o755); err != nil { // where a film is written
		t.Fatal(err)
	}
	for _, folder := range []string{"engine", "docs/maps"} {
		if err := os.Symlink(filepath.Join(root, folder), folder); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range list {
		args := strings.Fields(strings.ReplaceAll(command, "'", ""))
		var cli commands
		parser, err := kong.New(&cli, kong.Vars{"version": ""})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(args); err != nil {
			t.Errorf("konduktor %s: %v", command, err)
			continue
		}
		if elsewhere.MatchString(command) {
			continue
		}
		out := &firstWords{said: make(chan struct{})}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		if lasting[args[0]] {
			go func() {
				select {
				case <-out.said:
				case <-ctx.Done():
				}
				cancel()
			}()
		}
		var errs bytes.Buffer
		if status := run(ctx, args, streams{out, &errs}); status != exitFine {
			t.Errorf("konduktor %s ends with status %d: %s%s", command, status, &out.text, &errs)
		}
		cancel()
	}
}

// firstWords keeps what is written, and says when something was.
type firstWords struct {
	mu   sync.Mutex
	text bytes.Buffer
	once sync.Once
	said chan struct{}
}

// Write keeps p.
func (w *firstWords) Write(p []byte) (int, error) {
	w.once.Do(func() { close(w.said) })
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func TestTheDocumentationIsWrittenAsASite(t *testing.T) {
	out := filepath.Join(t.TempDir(), "site")
	status, said, _ := konduktor(t, "docs", out)
	if status != exitFine || !strings.Contains(said, "index.html") {
		t.Errorf("got status %d, %q", status, said)
	}
	for _, name := range []string{"index.html", "pl/play.html", "board-amsterdam.png"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
}

var update = flag.Bool("update", false, "write files that are generated")

// TestFilmOfTheReadmeIsCurrent draws it anew with -update. Its frames are not compared dot by
// dot, so that a change of how boards look is no fault here; a change of size or length is.
func TestFilmOfTheReadmeIsCurrent(t *testing.T) {
	const kept, most = "../../docs/img/film.gif", 400_000
	out := filepath.Join(t.TempDir(), "film.gif")
	status, _, message := konduktor(t,
		"replay", "../../engine/amsterdam/testdata/games/greedy-2.rec", "--gif", out)
	if status != exitFine {
		t.Fatalf("got status %d, %q", status, message)
	}
	drawn, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(kept, drawn, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	shown, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	is, err := gif.DecodeAll(bytes.NewReader(drawn))
	if err != nil {
		t.Fatal(err)
	}
	was, err := gif.DecodeAll(bytes.NewReader(shown))
	if err != nil {
		t.Fatal(err)
	}
	if len(was.Image) != len(is.Image) || was.Config.Width != is.Config.Width ||
		was.Config.Height != is.Config.Height || len(shown) > most {
		t.Errorf("docs/img/film.gif has %d frames of %dx%d in %d bytes, today's has %d of %dx%d; "+
			"run go test ./cmd/konduktor -run FilmOfTheReadme -update", len(was.Image), was.Config.Width,
			was.Config.Height, len(shown), len(is.Image), is.Config.Width, is.Config.Height)
	}
}
