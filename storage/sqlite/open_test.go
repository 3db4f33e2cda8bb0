package sqlite

import (
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOpenCreatesAFileForItsOwnerOnly(t *testing.T) {
	s := withMoves(t, 1)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(s.path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != 0o600 {
			t.Errorf("konduktor.db%s has mode %o, want 600", suffix, got)
		}
	}
}

func TestOpenTakesAnyPath(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{
		"plain.db", "a b?c=d&_pragma=x#e%41.db", "żółw;'\".db",
		"file:x.db",
	} {
		s := openAt(t, name)
		if err := s.Check(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(name); err != nil {
			t.Errorf("the file has another name: %v", err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	write := func(text string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	statements := func(texts ...string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			for _, text := range texts {
				if _, err := db.ExecContext(t.Context(), text); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	newer := func(t *testing.T, path string) {
		if err := openAndClose(t, path); err != nil {
			t.Fatal(err)
		}
		statements(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`)(t, path)
	}
	for name, c := range map[string]struct {
		make func(*testing.T, string)
		want string
	}{
		"a text file": {
			write(strings.Repeat("to be or not to be ", 400)),
			"this is not a database",
		},
		"half a header":              {write("SQLite format 3\x00\x10\x00"), "this is not a database"},
		"another program's database": {statements(`CREATE TABLE game (id)`), "another program"},
		"another program's empty one": {statements(`PRAGMA application_id = 7`, `CREATE TABLE x (y)`,
			`DROP TABLE x`), "another program"},
		"tables of a newer Konduktor": {newer, "of a newer Konduktor"},
		"the same with a log": {func(t *testing.T, path string) {
			made := filepath.Join(t.TempDir(), "made.db")
			s := openAt(t, made)
			newest(t, s.write.conn)
			for _, suffix := range []string{"", "-wal"} { // as a kill leaves them
				data, err := os.ReadFile(made + suffix)
				if err != nil {
					t.Fatal(err)
				}
				write(string(data))(t, path+suffix)
			}
		}, "of a version before 1.0.0"},
		"a folder": {
			func(t *testing.T, path string) { mkdir(t, path) },
			"is not a file",
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.db")
			c.make(t, path)
			before := contents(path)
			err := openAndClose(t, path)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v, want %q and the path", err, c.want)
			}
			if diff := cmp.Diff(before, contents(path)); diff != "" {
				t.Errorf("the file has been changed:\n%s", diff)
			}
		})
	}
	for _, path := range []string{"", ":memory:", filepath.Join(t.TempDir(), "no", "folder.db")} {
		if err := openAndClose(t, path); err == nil {
			t.Errorf("%q: got no error", path)
		}
	}
}

// contents are those of a file and of its log; a folder has none. Who only reads may leave an empty
// log.
func contents(path string) [2]string {
	file, _ := os.ReadFile(path)
	log, _ := os.ReadFile(path + "-wal")
	return [2]string{string(file), string(log)}
}

// newest gives a database a version that this program does not know.
func newest(t *testing.T, c *sql.Conn) {
	t.Helper()
	_, err := c.ExecContext(t.Context(),
		`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`)
	if err != nil {
		t.Fatal(err)
	}
}

func mkdir(t *testing.T, path string) {
	t.Helper()
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
}

func openAndClose(t *testing.T, path string) error {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		return err
	}
	return s.Close()
}

func TestOpeningAgainChangesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	schemas := [2][]string{}
	for i := range schemas {
		s := openAt(t, path)
		schemas[i] = texts(t, s.write.conn, `SELECT name || ': ' || coalesce(sql, '') FROM sqlite_schema
			UNION ALL SELECT 'version ' || version_id FROM goose_db_version ORDER BY 1`)
	}
	if diff := cmp.Diff(schemas[0], schemas[1]); diff != "" || len(schemas[0]) < 10 {
		t.Errorf("%d lines of schema; the second opening changes it:\n%s", len(schemas[0]), diff)
	}
}

func TestEveryTableIsStrict(t *testing.T) {
	got := texts(t, openTemp(t).read.pool, `SELECT name FROM pragma_table_list
		WHERE schema = 'main' AND type = 'table' AND NOT strict AND name NOT LIKE 'sqlite_%'`)
	if diff := cmp.Diff([]string{"goose_db_version"}, got); diff != "" {
		t.Errorf("tables that are not strict (-want +got):\n%s", diff)
	}
}

func texts(t *testing.T, db session, query string) (list []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestEveryConnectionIsSetUp(t *testing.T) {
	s := openTemp(t)
	for _, reader := range s.read.free {
		session, err := reader.session(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range reading.pragmas {
			var got string
			if err := session.QueryRowContext(t.Context(), "PRAGMA "+p.name).Scan(&got); err != nil ||
				got != p.read {
				t.Errorf("%s is %q, error %v, want %q", p.name, got, err, p.read)
			}
		}
	}
	for name, statement := range map[string]string{
		"reader writes":                `INSERT INTO setting VALUES ('a', 'b')`,
		"reader turns query_only off":  `PRAGMA query_only = 0; INSERT INTO setting VALUES ('a', 'b')`,
		"text in double quotes":        `INSERT INTO setting VALUES ("a", 'b')`,
		"schema is written by hand":    `PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = ''`,
		"move of a game that is not":   `INSERT INTO move VALUES ('game9', 0, 1, '', 0, zeroblob(32))`,
		"text in a column for numbers": `INSERT INTO probe VALUES (1, 'many')`,
	} {
		var db session = s.write.conn
		if strings.HasPrefix(name, "reader") {
			db = s.read.pool
		}
		if _, err := db.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

func TestOpenRefusesAnIneffectiveSetting(t *testing.T) {
	s := openTemp(t)
	for _, p := range []pragma{{"query_only", "1", "0"}, {"no_such_setting", "1", "1"}} {
		if err := (access{pragmas: []pragma{p}}).verify(t.Context(), s.read.pool); err == nil {
			t.Errorf("%s: got no error", p.name)
		}
	}
}

func TestLibcMatchesTheVersionSQLiteNeeds(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f",
		"{{.Version}} {{.GoMod}}", "modernc.org/libc", "modernc.org/sqlite").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	have, _, _ := strings.Cut(lines[0], " ")
	_, path, _ := strings.Cut(lines[1], " ")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := requirement(string(text), "modernc.org/libc")
	if have != want {
		t.Errorf("modernc.org/libc is %s; sqlite was made with %q and is fragile with another", have,
			want)
	}
}

// requirement returns the version of a module that a go.mod requires.
func requirement(gomod, module string) string {
	for line := range strings.Lines(gomod) {
		fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(fields) >= 2 && fields[0] == module {
			return fields[1]
		}
	}
	return ""
}
