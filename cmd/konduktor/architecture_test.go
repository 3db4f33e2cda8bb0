package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// module is the prefix of our own packages.
const module = "konduktor/"

// source is one Go file that is no test.
type source struct {
	path, room string // room: the directory, "" for the root
	file       *ast.File
	fset       *token.FileSet
}

func sources(t *testing.T) []source {
	t.Helper()
	list, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 50 {
		t.Fatalf("found %d source files: is this the repository's root?", len(list))
	}
	return list
}

// goFiles finds all Go files, tests too: their paths from the repository's root.
var goFiles = sync.OnceValues(func() (list []string, err error) {
	err = filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err = filepath.Rel("../..", name)
		if err != nil {
			return err
		}
		// The go command skips these too.
		if d.IsDir() && name != "." && strings.ContainsAny(d.Name()[:1], "._") {
			return filepath.SkipDir
		}
		if !d.IsDir() && strings.HasSuffix(name, ".go") {
			list = append(list, filepath.ToSlash(name))
		}
		return nil
	})
	return list, err
})

// parsed reads the files that are no tests once for all tests.
var parsed = sync.OnceValues(func() (list []source, err error) {
	names, err := goFiles()
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join("../..", name), nil,
			parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		list = append(list, source{name, path.Dir(name), file, fset})
	}
	return list, err
})

func imports(s source) []string {
	var list []string
	for _, spec := range s.file.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		list = append(list, name)
	}
	return list
}

func within(room, of string) bool { return room == of || strings.HasPrefix(room, of+"/") }

// arrows are the rooms of ours that a room may import; the first entry that fits counts. A room may
// always import those inside itself, unless the entry of the inner one forbids it.
var arrows = []struct {
	room string
	may  []string
}{
	{"cmd", []string{"bot", "docs", "render", "storage", "engine"}},
	{"docs", nil},
	{"bot/customid", []string{"engine"}},
	// neither Discord nor texts: it can be called without them
	{"bot/play", []string{"storage", "engine"}},
	{"bot/speech", []string{"bot/customid", "bot/discord", "bot/locale", "engine", "render/caption"}},
	{"bot/discord", []string{"engine", "render/caption", "render/emblem"}},
	{"bot/locale", nil},
	{"bot/sandbox", nil},
	{"bot", []string{"render", "storage", "engine"}},
	{"render/raster", nil},
	{"render/geometry", []string{"engine"}},
	{"render/caption", []string{"engine"}},
	{"render/theme", []string{"engine", "render/geometry", "render/raster"}},
	{"render/season", []string{"render/geometry", "render/raster", "render/theme"}},
	{"render/film", []string{"engine", "render/caption", "render/raster"}},
	{"render/chart", []string{
		"engine", "render/caption", "render/geometry", "render/raster",
		"render/theme",
	}},
	{"render/sheet", []string{
		"engine", "render/caption", "render/chart", "render/geometry", "render/raster", "render/theme",
	}},
	{"render/endcard", []string{
		"engine", "render/caption", "render/geometry", "render/raster",
		"render/theme",
	}},
	{"render/moment", []string{
		"engine", "render/caption", "render/geometry", "render/raster",
		"render/theme",
	}},
	{"render/emblem", []string{
		"engine", "render/caption", "render/geometry", "render/raster",
		"render/theme",
	}},
	{"render/board", []string{
		"engine", "render/caption", "render/chart", "render/endcard", "render/film",
		"render/geometry", "render/moment", "render/raster", "render/sheet", "render/theme",
	}},
	{"render/table", []string{
		"engine", "render/caption", "render/chart", "render/endcard", "render/film",
		"render/geometry", "render/moment", "render/raster", "render/sheet", "render/theme",
	}},
	{"render", []string{"engine"}},
	{"storage", []string{"engine"}},
	{"engine/titles", []string{"engine"}},
	{"engine/ai/arena", []string{"engine", "engine/ai"}},
	{"engine/ai/review", []string{"engine", "engine/ai", "engine/ai/choice"}},
	{"engine/ai/choice", []string{"engine"}},
	{"engine/ai/railway", []string{"engine", "engine/ai/choice", "engine/railmap"}},
	{"engine/ai/guess", []string{"engine", "engine/railmap"}},
	{"engine/ai/cardgame", []string{"engine", "engine/ai/choice", "engine/railmap"}},
	// never the machines: a player sees a View
	{"engine/ai", []string{"engine", "engine/notation", "engine/railmap"}},
	{"engine/lesson", []string{"engine", "engine/notation"}},
	{"engine/puzzle", []string{"engine", "engine/ai", "engine/notation"}},
	{"engine/rating", []string{"engine"}},
	{"engine/prospect", []string{"engine", "engine/railmap"}},
	{"engine/railway/tariff", []string{"engine", "engine/railmap"}},
	{"engine/railway", []string{"engine", "engine/cards", "engine/railmap"}},
	{"engine/railmap/mapfile", []string{"engine", "engine/railmap"}},
	{"engine/railmap", []string{"engine"}},
	{"engine/amsterdam", []string{
		"engine", "engine/railway", "engine/railmap",
		"engine/railmap/mapfile",
	}},
	{"engine/nordic", []string{
		"engine", "engine/railway", "engine/railway/tariff", "engine/railmap",
		"engine/railmap/mapfile",
	}},
	{"engine/asia", []string{"engine", "engine/railway", "engine/railmap", "engine/railmap/mapfile"}},
	{"engine/world", []string{"engine", "engine/railway", "engine/railmap", "engine/railmap/mapfile"}},
	{"engine/cardgame/assign", []string{"engine", "engine/railmap"}},
	{"engine/cardgame", []string{
		"engine", "engine/cards", "engine/railmap",
		"engine/railmap/mapfile",
	}},
	{"engine/cards", []string{"engine"}},
	{"engine/enginetest", []string{
		"engine", "engine/ai", "engine/ai/review", "engine/notation",
		"engine/railmap",
	}},
	{"engine/notation", []string{"engine"}},
	{"engine/match", []string{"engine", "engine/notation", "engine/rating"}},
	{"engine/league", []string{"engine", "engine/match"}},
	{"engine", nil},
}

func TestImportsRunOneWay(t *testing.T) {
	for _, s := range sources(t) {
		for _, name := range imports(s) {
			room, ours := strings.CutPrefix(name, module)
			forTests := room == "engine/enginetest" && !strings.HasSuffix(s.room, "test") &&
				!within(s.room, "cmd/konduktor-trials")
			if ours && (!mayImport(s.room, room) || forTests) {
				t.Errorf("%s imports %s: that arrow points the wrong way", s.path, room)
			}
		}
	}
}

// TestProgramHoldsNoTestCode keeps what only tests and trials need out of the program that
// people run.
func TestProgramHoldsNoTestCode(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	for _, name := range strings.Fields(string(out)) {
		room, _ := strings.CutPrefix(name, module)
		if within(room, "cmd/konduktor-trials") || room == "storage/faultvfs" ||
			room == "engine/ai/arena" ||
			strings.HasPrefix(name, module) && strings.HasSuffix(room, "test") || name == "testing" {
			t.Errorf("the program imports %s", name)
		}
	}
}

// floors are the rooms of the bot, the ground floor first: a room imports only rooms of floors
// below its own.
var floors = [][]string{
	{"bot/play", "bot/discord", "bot/locale", "bot/customid"},
	{"bot/speech", "bot/commands", "bot/outbox", "bot/timekeeper"},
	{"bot/route"},
	{"bot/hall", "bot/message", "bot/people", "bot/metrics"},
	{"bot/daily", "bot/find", "bot/posts", "bot/ratings", "bot/season"},
	{"bot/handlers", "bot/notify"},
	{"bot"},
	{"bot/bottest"},
}

// sandboxFloors are the rooms of the sandbox, which knows none of the bot's.
var sandboxFloors = [][]string{
	{"bot/sandbox/wire"},
	{"bot/sandbox/state"},
	{"bot/sandbox"},
}

func TestRoomsImportOnlyFloorsBelow(t *testing.T) {
	for _, s := range sources(t) {
		switch {
		case within(s.room, "bot/sandbox"):
			checkFloor(t, s, "bot/sandbox", sandboxFloors)
		case within(s.room, "bot") && !strings.HasSuffix(s.room, "test"):
			checkFloor(t, s, "bot", floors)
		}
	}
}

// The bot stays small enough to be learned: two more rooms are for its tests.
func TestTheBotHasFewRoomsAndArrows(t *testing.T) {
	rooms, arrows := map[string]bool{}, map[string]bool{}
	for _, s := range sources(t) {
		if !within(s.room, "bot") || strings.HasSuffix(s.room, "test") {
			continue
		}
		rooms[s.room] = true
		for _, name := range imports(s) {
			if room, ours := strings.CutPrefix(name, module); ours && within(room, "bot") {
				arrows[s.room+" -> "+room] = true
			}
		}
	}
	const mostRooms, mostArrows = 24, 116
	if len(rooms) > mostRooms || len(arrows) > mostArrows {
		t.Errorf("the bot has %d rooms and %d arrows, want at most %d and %d", len(rooms), len(arrows),
			mostRooms, mostArrows)
	}
}

// checkFloor holds a source to the floors of a house.
func checkFloor(t *testing.T, s source, house string, floors [][]string) {
	t.Helper()
	floorOf := func(room string) int {
		return slices.IndexFunc(floors, func(rooms []string) bool { return slices.Contains(rooms, room) })
	}
	own := floorOf(s.room)
	if own < 0 {
		t.Errorf("%s: room %s stands on no floor", s.path, s.room)
		return
	}
	for _, name := range imports(s) {
		room, ours := strings.CutPrefix(name, module)
		if ours && within(room, house) && floorOf(room) >= own {
			t.Errorf("%s imports %s, which is on no floor below", s.path, room)
		}
	}
}

// Every room of the engine has an entry: a new title is held to the arrows from its first day.
func TestEveryPackageOfTheEngineHasItsArrows(t *testing.T) {
	for _, s := range sources(t) {
		known := slices.ContainsFunc(arrows, func(a struct {
			room string
			may  []string
		},
		) bool {
			return a.room == s.room
		})
		if within(s.room, "engine") && !known {
			t.Errorf("%s: room %s has no entry in arrows", s.path, s.room)
		}
	}
}

func mayImport(from, to string) bool {
	for _, a := range arrows {
		if !within(from, a.room) {
			continue
		}
		if within(to, a.room) && (from != "engine" || to == "engine") {
			return true
		}
		exact := strings.HasPrefix(a.room, "engine/") && a.room != "engine/titles"
		return slices.ContainsFunc(a.may, func(m string) bool {
			return to == m || !exact && within(to, m)
		})
	}
	return true
}

// impure are the packages that rules must not touch (style 6): clock, chance of its own, files,
// network, pixels.
var impure = []string{
	"time", "os", "net", "database/sql", "image", "sync", "log", "log/slog",
	"math/rand",
}

// told are the packages that are told the time: they have the types of package time, and ask no
// clock.
var told = []string{"engine/league", "engine/match", "engine/notation", "engine/rating"}

func TestTheEngineIsPure(t *testing.T) {
	for _, s := range sources(t) {
		// mapfile reads TOML; enginetest reads files for tests.
		if !within(s.room, "engine") || within(s.room, "engine/railmap/mapfile") ||
			within(s.room, "engine/enginetest") {
			continue
		}
		for _, name := range imports(s) {
			// slog.Value is how secrets hide themselves from logs; nothing is logged.
			hides := name == "log/slog" && (s.path == "engine/shuffle.go" || s.room == "engine/match")
			// Time zones are kept, since loading one reads a file.
			keeps := name == "sync" && s.path == "engine/match/calendar.go"
			if slices.Contains(impure, name) && !hides && !keeps &&
				!(name == "time" && slices.Contains(told, s.room)) {
				t.Errorf("%s imports %s: the engine has no clock, no files, no goroutines", s.path, name)
			}
			if _, ours := strings.CutPrefix(name, module); !ours && strings.Contains(name, ".") {
				t.Errorf("%s imports %s: the rules use the standard library only", s.path, name)
			}
		}
	}
}

func TestPackagesWithAnInjectedTimeReadNoClock(t *testing.T) {
	for _, s := range sources(t) {
		if !slices.Contains(told, s.room) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := sel.X.(*ast.Ident)
			asks := []string{
				"Now", "Since", "Until", "After", "AfterFunc", "Sleep", "Tick", "NewTimer",
				"NewTicker", "Local",
			}
			if ok && x.Name == "time" && slices.Contains(asks, sel.Sel.Name) {
				t.Errorf("%s: time.%s: the time is an argument", s.fset.Position(n.Pos()), sel.Sel.Name)
			}
			return true
		})
	}
}

// judgements are the types of the computer players that are shown to people: plain values, made
// elsewhere from views.
var judgements = map[string][]string{
	"engine/ai": {"Advice"}, "engine/ai/railway": {"Aim"},
	"engine/ai/review": {"Review", "Seat", "Choice"},
}

// Packages that format messages or draw see views only (design D4): they can neither hold a game
// nor deal, rebuild or play one.
func TestSpeechAndRenderNeverHoldAGame(t *testing.T) {
	forbidden := []string{"Game", "Title", "Setup", "Record", "Seed", "ParseRecord", "NewStream"}
	for _, s := range sources(t) {
		// rendertest plays games for tests.
		drawn := within(s.room, "render") && !within(s.room, "render/rendertest")
		if !within(s.room, "bot/speech") && !drawn {
			continue
		}
		for _, name := range imports(s) {
			room, _ := strings.CutPrefix(name, module)
			if judgements[room] != nil {
				continue // of these only some types
			}
			if within(room, "engine") && !slices.Contains([]string{
				"engine", "engine/notation",
				"engine/prospect", "engine/railmap",
			}, room) || within(room, "storage") {
				t.Errorf("%s imports %s: what is shown is built from views and maps", s.path, name)
			}
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			if !ok {
				return true
			}
			if (pkg.Name == "engine" || pkg.Name == "notation") && slices.Contains(forbidden, sel.Sel.Name) {
				t.Errorf("%s mentions %s.%s", s.fset.Position(n.Pos()), pkg.Name, sel.Sel.Name)
			}
			for room, may := range judgements {
				named := pkg.Name == path.Base(room) && slices.Contains(imports(s), module+room)
				if named && !slices.Contains(may, sel.Sel.Name) {
					t.Errorf("%s mentions %s.%s", s.fset.Position(n.Pos()), pkg.Name, sel.Sel.Name)
				}
			}
			return true
		})
	}
}

// tagged is a field of a struct with a tag, which cannot be split.
var tagged = regexp.MustCompile("^\t+\\w+ +\\S+ +`\\w+:\".*`$")

// A line has at most 100 columns, a tab being one.
func TestLinesHaveAtMost100Columns(t *testing.T) {
	t.Parallel()
	names, err := goFiles()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		for i, line := range strings.Split(read(t, filepath.Join("../..", name)), "\n") {
			columns := utf8.RuneCountInString(line)
			if columns > 100 && !tagged.MatchString(line) {
				t.Errorf("%s:%d has %d columns, want at most 100", name, i+1, columns)
			}
		}
	}
}

// Discord's library stays behind bot/discord: no type of it leaves the package.
func TestOnlyOneRoomKnowsTheLibraryOfDiscord(t *testing.T) {
	for _, s := range sources(t) {
		if slices.Contains(imports(s), "github.com/bwmarrin/discordgo") && s.room != "bot/discord" {
			t.Errorf("%s imports discordgo", s.path)
		}
	}
}

// Newcomers find their way by these two pages, so the files that they name must exist.
func TestTheArchitecturePagesNameFilesThatExist(t *testing.T) {
	named := regexp.MustCompile("`((?:bot|cmd|docs|engine|render|storage|\\.ci)/" +
		"[A-Za-z/-]+(?:\\.[a-z]+)?)`")
	for page, least := range map[string]int{"architecture.md": 25, "where.md": 120} {
		text, err := os.ReadFile("../../docs/" + page)
		if err != nil {
			t.Fatal(err)
		}
		paths := named.FindAllStringSubmatch(string(text), -1)
		if len(paths) < least {
			t.Errorf("docs/%s: found %d paths, want at least %d", page, len(paths), least)
		}
		for _, p := range paths {
			if _, err := os.Stat(filepath.Join("../..", p[1])); err != nil {
				t.Errorf("docs/%s names %s, which is not there", page, p[1])
			}
		}
	}
}
