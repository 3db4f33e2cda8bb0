// Package postgrestest starts a PostgreSQL server for tests: a real one, from the system's
// packages, that listens on a socket in a folder of its own and is gone with the test's process,
// however that ends.
package postgrestest

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"konduktor/engine/enginetest"
)

// script starts a server, says where it is, and stops it when its own input ends. The commands do
// not run as root. Making the files of a server takes 2 s of processor time, so they are kept in
// one packed file for the servers of later tests; a file that is somebody else's is not trusted.
// The tables of a long test are vacuumed, as everywhere: without that each read of the outbox
// passes all messages that were ever sent.
const script = `set -e
folder=$(mktemp -d /tmp/konduktor-pg-XXXXXX)
trap 'cd /; "$1/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1; rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
cd "$folder"
made=/tmp/konduktor-pg-made-$(id -u)-$("$1/initdb" --version | tr -cd 0-9.).tar
if [ ! -f "$made" ] || [ -L "$made" ] || [ ! -O "$made" ] || ! tar -xf "$made" 2>log; then
  rm -rf data
  "$1/initdb" -D data -U konduktor --auth=trust -E UTF8 --no-locale --no-sync \
    --wal-segsize=1 >log 2>&1 || { tail -3 log; exit 1; }
  tar -cf made data && mv -f made "$made" || :
fi
"$1/pg_ctl" -D data -w -l log -o "-k $folder -c listen_addresses='' -c fsync=off \
  -c full_page_writes=off -c max_connections=150 -c shared_buffers=32MB -c autovacuum=$2" \
  start >start 2>&1 || { tail -3 log; exit 1; }
echo "ready $folder"
cat >/dev/null`

// server is what this process has started.
var server struct {
	once   sync.Once
	folder string
	err    error
	input  *os.File // held open for as long as the process lives
	number atomic.Int64
}

// binaries returns the folder of PostgreSQL's programs, "" if it is not installed.
func binaries() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path)
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // Debian's place
	slices.Sort(found)
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(found[len(found)-1])
}

func start(folder string) error {
	vacuum := "off"
	if enginetest.Size(0, 1) == 1 {
		vacuum = "on"
	}
	command := exec.Command("sh", "-c", script, "sh", folder, vacuum)
	command.Dir = "/"
	if err := unprivileged(command); err != nil {
		return err
	}
	input, held, err := os.Pipe()
	if err != nil {
		return err
	}
	command.Stdin, server.input = input, held
	output, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	_ = input.Close() // the script has its own
	said := bufio.NewScanner(output)
	var lines []string
	for said.Scan() {
		if at, ok := strings.CutPrefix(said.Text(), "ready "); ok {
			server.folder = at
			return nil
		}
		lines = append(lines, said.Text())
	}
	return fmt.Errorf("the server does not start: %s", strings.Join(lines, "; "))
}

// Empty returns the address of a new database without tables, which is removed when the test ends.
// Without PostgreSQL the test is skipped; where the environment says CI, it fails.
func Empty(t testing.TB) string { return Copy(t, "template0") }

// Copy is Empty with a copy of another database of this package, to which nobody is connected.
func Copy(t testing.TB, of string) string {
	t.Helper()
	made := create(t, of)
	t.Cleanup(func() { run(t, fmt.Sprintf("DROP DATABASE %s WITH (FORCE)", nameIn(made))) })
	return made
}

// create starts the server if there is none, and copies a database.
func create(t testing.TB, of string) string {
	t.Helper()
	folder := binaries()
	if folder == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("PostgreSQL is not installed, and CI tests it: apt-get install postgresql")
		}
		t.Skip("PostgreSQL is not installed (on Debian: apt-get install postgresql)")
	}
	server.once.Do(func() { server.err = start(folder) })
	if server.err != nil {
		t.Fatal(server.err)
	}
	name := fmt.Sprint("test", server.number.Add(1))
	// FILE_COPY: without fsync, copying files takes less than writing them to the log and the log out.
	run(t, fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s STRATEGY FILE_COPY", name, nameIn(of)))
	return address(name)
}

// nameIn returns the name of the database in an address, or a name itself.
func nameIn(address string) string {
	name, _, _ := strings.Cut(address, "?")
	return name[strings.LastIndexByte(name, '/')+1:]
}

// Keep is Empty for a database that outlasts the test, for others to copy.
func Keep(t testing.TB) string { return KeepCopy(t, "template0") }

// KeepCopy is Copy for a database that outlasts the test.
func KeepCopy(t testing.TB, of string) string {
	t.Helper()
	return create(t, of)
}

func address(database string) string {
	return "postgres://konduktor@/" + database + "?host=" + url.QueryEscape(server.folder)
}

func run(t testing.TB, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", address("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(context.Background(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}
