package postgres

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"konduktor/storage"
)

// cutter stands between a store and its server. It breaks one connection during a COMMIT.
type cutter struct {
	listener net.Listener
	server   string // its socket
	armed    atomic.Bool
	// the COMMIT does not reach the server; otherwise its answer does not come back
	unheard atomic.Bool
	cut     atomic.Int32
	open    sync.WaitGroup
}

// newCutter returns a cutter and the address of a database behind it.
func newCutter(t *testing.T, address string) (*cutter, string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{server: filepath.Join(u.Query().Get("host"), ".s.PGSQL.5432")}
	if c.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	c.open.Go(func() {
		for {
			client, err := c.listener.Accept()
			if err != nil {
				return
			}
			c.open.Go(func() { c.connect(t, client) })
		}
	})
	t.Cleanup(func() {
		_ = c.listener.Close()
		c.open.Wait()
	})
	return c, "postgres://konduktor@" + c.listener.Addr().String() + u.Path + "?sslmode=disable"
}

func (c *cutter) connect(t *testing.T, client net.Conn) {
	defer client.Close()
	server, err := net.Dial("unix", c.server)
	if err != nil {
		t.Error(err)
		return
	}
	defer server.Close()
	deaf := &atomic.Bool{}
	c.open.Go(func() {
		_, _ = io.Copy(writerFunc(func(b []byte) (int, error) {
			if deaf.Load() {
				return 0, io.ErrClosedPipe
			}
			return client.Write(b)
		}), server)
		_ = client.Close()
	})
	buffer := make([]byte, 1<<16)
	for {
		n, err := client.Read(buffer)
		if err != nil {
			return
		}
		commits := bytes.Contains(buffer[:n], []byte("commit\x00")) && c.armed.CompareAndSwap(true, false)
		if commits {
			c.cut.Add(1)
			deaf.Store(true)
			if c.unheard.Load() {
				return
			}
		}
		if _, err := server.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// writerFunc is a writer that is a function.
type writerFunc func([]byte) (int, error)

// Write calls the function.
func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

func TestOutcomeOfABrokenCommitIsDetermined(t *testing.T) {
	t.Parallel()
	direct := newDatabase(t)
	c, address := newCutter(t, direct)
	s, other := openAt(t, address), openAt(t, direct)
	for _, unheard := range []bool{false, true} {
		c.unheard.Store(unheard)
		c.armed.Store(true)
		err := s.Enqueue(t.Context(), []storage.Message{{Lane: "a", Kind: "board", Nonce: "cut"}})
		if unheard == (err == nil) {
			t.Errorf("the commit does not arrive: %v, error: %v", unheard, err)
		}
		next, found := other.NextDue(t.Context())
		if unheard != errors.Is(found, storage.ErrNotFound) {
			t.Errorf("the commit does not arrive: %v; there is a message at %s, error %v",
				unheard, next, found)
		}
		if _, err := other.pool.ExecContext(t.Context(), `DELETE FROM outbox`); err != nil {
			t.Fatal(err)
		}
	}
	if n := c.cut.Load(); n != 2 {
		t.Errorf("%d connections were cut, want 2", n)
	}
	if strings.Contains(address, "host=") {
		t.Error("the store does not go through the cutter")
	}
}
