package mapfile_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine/railmap"
	"konduktor/engine/railmap/mapfile"
)

// wanted finds the faults that a broken file says it has, as comments behind its map: `# want 12:
// route ...`.
var wanted = regexp.MustCompile(`(?m)^# want (.*)$`)

// parserWords are the words of the TOML parser, which are not ours to promise.
var parserWords = regexp.MustCompile(`(this is not TOML: ).*`)

func TestCheckNamesEveryFaultOfABrokenFile(t *testing.T) {
	files, err := filepath.Glob("testdata/broken/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no broken files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".toml"), func(t *testing.T) {
			data := readFile(t, file)
			var want, got []string
			for _, m := range wanted.FindAllSubmatch(data, -1) {
				want = append(want, string(m[1]))
			}
			for _, f := range mapfile.Check(data, "map.toml") {
				got = append(got, fmt.Sprintf("%d: %s", f.Line, parserWords.ReplaceAllString(f.What, "$1")))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: faults (-want +got):\n%s", file, diff)
			}
		})
	}
}

func TestFaultSaysFileLineAndWhat(t *testing.T) {
	faults := mapfile.Check(readFile(t, "testdata/broken/city-unknown.toml"), "map.toml")
	got := faults[len(faults)-1].String()
	if want := `map.toml:12: route ems--foo: there is no city "foo"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestParseGivesTheFaultsOfCheckAsItsError(t *testing.T) {
	data := readFile(t, "testdata/broken/tickets.toml")
	m, err := mapfile.Parse(data, "map.toml")
	if m != nil {
		t.Errorf("a broken file gave a map: %v", m)
	}
	var want []string
	for _, f := range mapfile.Check(data, "map.toml") {
		want = append(want, f.String())
	}
	if diff := cmp.Diff(strings.Join(want, "\n"), err.Error()); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
}

func TestCheckIsBounded(t *testing.T) {
	city := `{ id = "c%d", name = "C%d", x = 0.5, y = 0.5 },`
	many := strings.Builder{}
	for i := range 400 {
		fmt.Fprintf(&many, city, i, i)
	}
	fields := strings.Builder{}
	for i := range 2000 {
		fmt.Fprintf(&fields, "k%d = 1\n", i)
	}
	for _, c := range []struct {
		name, file, want string
	}{
		{
			"bytes", strings.Repeat("#", mapfile.MaxBytes+1),
			"m:1: the file has 1048577 bytes, at most 1048576 are allowed",
		},
		{
			"values", "cities = [" + strings.Repeat("1,", 200_000) + "]",
			"m:1: there are more than 100000 values",
		},
		{
			"depth", "cities = " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
			"m:1: this is nested too deep",
		},
		{
			"cities", "cities = [" + many.String() + "]",
			"m:1: cities: there are 400, at most 255 are allowed",
		},
		{"fields", fields.String(), "m:1: there are 2000 fields"},
		{
			"fields of a city", "cities = [{" + strings.ReplaceAll(fields.String(), "\n", ",") + "}]",
			"m:1: city 1: there are 2000 fields",
		},
		{"faults", "cities = [" + many.String() + "]", "m:1: there are more faults than are listed here"},
		{"encoding", "name = \"\xff\"", "m:1: this is not UTF-8 text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			faults := mapfile.Check([]byte(c.file), "m")
			got := mapfile.Faults(faults).Error()
			if !strings.Contains(got, c.want) || len(faults) > 501 {
				t.Errorf("%d faults, want one to be %q; the first are %.300s", len(faults), c.want, got)
			}
		})
	}
}

func FuzzCheck(f *testing.F) {
	for _, pattern := range []string{"testdata/*/*.toml", "../../*/map.toml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			f.Add(readFile(f, file))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := mapfile.Parse(data, "map.toml")
		faults := mapfile.Check(data, "map.toml")
		if (err == nil) != (len(faults) == 0) || (m == nil) != (err != nil) {
			t.Fatalf("Parse says %v, Check says %v", err, faults)
		}
		lines := strings.Count(string(data), "\n") + 1
		for _, fault := range faults {
			if fault.Line < 1 || fault.Line > lines || fault.What == "" {
				t.Errorf("fault %q of a file of %d lines", fault, lines)
			}
		}
		if m != nil {
			mustHold(t, m)
		}
	})
}

// mustHold checks what everybody may rely on in a map that was parsed.
func mustHold(t *testing.T, m *railmap.Map) {
	t.Helper()
	ids := map[string]bool{}
	for i := range m.Routes {
		r := &m.Routes[i]
		if ids[r.ID] || r.A == r.B || int(max(r.A, r.B)) >= len(m.Cities) || r.Length < 1 ||
			r.Lane >= r.Lanes {
			t.Errorf("route %+v", r)
		}
		ids[r.ID] = true
		if got := int(m.Group(r.Group)[r.Lane]); got != i {
			t.Errorf("route %s: its connection has route %d in its lane", r.ID, got)
		}
	}
	for _, k := range m.Tickets {
		if ids[k.ID] || len(k.Cities) < 2 || k.Points < 1 || k.Penalty < 1 {
			t.Errorf("ticket %+v", k)
		}
		ids[k.ID] = true
	}
}

func readFile(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
