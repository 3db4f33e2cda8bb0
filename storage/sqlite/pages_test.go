package sqlite

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestThePagesNameEachTable(t *testing.T) {
	s := openTemp(t)
	rows, err := s.write.conn.QueryContext(t.Context(), `SELECT name FROM sqlite_master
		WHERE type = 'table' AND name <> 'sqlite_sequence' ORDER BY name`)
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for rows.Next() {
		var table string
		if err := rows.Scan(&table); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, table)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile("`([a-z_]+)`")
	for _, path := range []string{"../../docs/storage.md", "../../docs/pl/storage.md"} {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for line := range strings.Lines(string(page)) {
			first, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " |")
			if strings.HasPrefix(line, "| `") && !strings.Contains(first, ".") {
				for _, found := range name.FindAllStringSubmatch(first, -1) {
					told = append(told, found[1])
				}
			}
		}
		slices.Sort(told)
		if diff := cmp.Diff(tables, told); diff != "" {
			t.Errorf("%s (-schema +page):\n%s", path, diff)
		}
	}
}
