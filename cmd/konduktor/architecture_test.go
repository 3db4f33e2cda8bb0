package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the prefix of our own packages.
const module = "github.com/konduktor-bot/konduktor/"

// source is one Go file that is no test.
type source struct {
	path, room string // room: the directory, "" for the root
	file       *ast.File
	fset       *token.FileSet
}

func sources(t *testing.T) []source {
	t.Helper()
	var list []source
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err = filepath.Rel("../..", name)
		if err != nil {
			return err
		}
		// As the go command does: what begins so is not part of the program.
		if d.IsDir() && name != "." && strings.ContainsAny(d.Name()[:1], "._") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join("../..", name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		list = append(list, source{filepath.ToSlash(name), path.Dir(filepath.ToSlash(name)), file, fset})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 50 {
		t.Fatalf("found %d source files: is this the repository's root?", len(list))
	}
	return list
}

func imports(s source) []string {
	var list []string
	for _, spec := range s.file.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		list = append(list, name)
	}
	return list
}

func within(room, of string) bool { return room == of || strings.HasPrefix(room, of+"/") }

// arrows are the rooms of ours that a room may import; the first entry that fits counts. A room may always import those
// inside itself, unless the entry of the inner one forbids it.
var arrows = []struct {
	room string
	may  []string
}{
	{"cmd", []string{"bot", "render", "storage", "engine"}},
	{"bot/speech", []string{"bot/discord", "bot/locale", "engine", "render"}},
	{"bot/discord", nil},
	{"bot/locale", nil},
	{"bot/sandbox", nil},
	{"bot", []string{"render", "storage", "engine"}},
	{"render", []string{"engine"}},
	{"storage", []string{"engine"}},
	{"engine/titles", []string{"engine"}},
	{"engine/ai", []string{"engine"}},
	{"engine/railway", []string{"engine", "engine/railmap"}},
	{"engine/railmap", []string{"engine"}},
	{"engine/amsterdam", []string{"engine", "engine/railway", "engine/railmap"}},
	{"engine/nordic", []string{"engine", "engine/railway", "engine/railmap"}},
	{"engine/asia", []string{"engine", "engine/railway", "engine/railmap"}},
	{"engine/world", []string{"engine", "engine/railway", "engine/railmap"}},
	{"engine/cardgame", []string{"engine", "engine/railmap"}},
	{"engine/scenario", []string{"engine"}},
	{"engine", nil},
}

func TestImportsRunOneWay(t *testing.T) {
	for _, s := range sources(t) {
		for _, name := range imports(s) {
			room, ours := strings.CutPrefix(name, module)
			if ours && !mayImport(s.room, room) {
				t.Errorf("%s imports %s: that arrow points the wrong way", s.path, room)
			}
		}
	}
}

// Every room of the engine has an entry: a new title is held to the arrows from its first day.
func TestEveryRoomOfTheEngineHasItsArrows(t *testing.T) {
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
		exact := strings.HasPrefix(a.room, "engine/") && a.room != "engine/titles" && a.room != "engine/ai" && a.room != "engine/scenario"
		return slices.ContainsFunc(a.may, func(m string) bool { return to == m || !exact && within(to, m) })
	}
	return true
}

// impure are the packages that rules must not touch (style 6): clock, chance of its own, files, network, pixels.
var impure = []string{"time", "os", "net", "database/sql", "image", "sync", "log", "log/slog", "math/rand"}

func TestTheEngineIsPure(t *testing.T) {
	for _, s := range sources(t) {
		// railmap reads map files; scenario reads records for tests.
		if !within(s.room, "engine") || within(s.room, "engine/railmap") || within(s.room, "engine/scenario") {
			continue
		}
		for _, name := range imports(s) {
			// slog.Value is how a seed hides itself from logs; nothing is logged.
			if slices.Contains(impure, name) && !(s.path == "engine/shuffle.go" && name == "log/slog") {
				t.Errorf("%s imports %s: the engine has no clock, no files, no goroutines", s.path, name)
			}
			if _, ours := strings.CutPrefix(name, module); !ours && strings.Contains(name, ".") {
				t.Errorf("%s imports %s: the rules use the standard library only", s.path, name)
			}
		}
	}
}

// What formats messages or draws sees views only (design D4): it can neither hold a game nor deal or rebuild one.
func TestWhatSpeaksOrDrawsNeverHoldsAGame(t *testing.T) {
	forbidden := []string{"Game", "Title", "Setup", "Record", "Seed", "ParseRecord", "NewStream"}
	for _, s := range sources(t) {
		if !within(s.room, "bot/speech") && !within(s.room, "render") {
			continue
		}
		for _, name := range imports(s) {
			room, _ := strings.CutPrefix(name, module)
			if within(room, "engine") && !slices.Contains([]string{"engine", "engine/railmap", "engine/railway"}, room) || within(room, "storage") {
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
			game := pkg.Name == "engine" && slices.Contains(forbidden, sel.Sel.Name)
			// Of the machine, what a route's length is worth is a table that anybody may read.
			if machine := pkg.Name == "railway" && sel.Sel.Name != "Points"; game || machine {
				t.Errorf("%s mentions %s.%s", s.fset.Position(n.Pos()), pkg.Name, sel.Sel.Name)
			}
			return true
		})
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
