package postgres

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// childOrder in the environment makes this test binary a process of its own: "race NAME MOVES
// ADDRESS" or "hold NAME 0 ADDRESS".
const childOrder = "KONDUKTOR_POSTGRES_CHILD"

// contested is the game that the children play.
const contested match.GameID = "contest"

func runAsChild() {
	order := os.Getenv(childOrder)
	if order == "" {
		return
	}
	fields := strings.SplitN(order, " ", 4)
	moves, err := strconv.Atoi(fields[2])
	if err == nil {
		var s *Store
		if s, err = Open(context.Background(), fields[3]); err == nil {
			err = map[string]func(context.Context, *Store, string, int) error{
				"race": raceAsChild,
				"hold": holdAsChild,
			}[fields[0]](context.Background(), s, fields[1], moves)
		}
	}
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// raceAsChild makes moves in the contested game beside other processes. It prints "ply text" for
// each that was made, and "stale" for each that came too late.
func raceAsChild(ctx context.Context, s *Store, name string, moves int) error {
	for made := 0; made < moves; {
		row, err := s.Game(ctx, contested)
		if err != nil {
			return err
		}
		text := fmt.Sprintf("%s-%d", name, made)
		m := match.Move{
			Ply: row.Ply, Seat: 1, Text: text, At: time.Unix(int64(row.Ply), 0),
			After: row.Head,
		}
		err = s.Append(ctx, contested, m, match.RowUpdate{State: match.Running},
			storage.Origin{Interaction: text, Answer: text},
			[]storage.Message{{
				Lane: "table", Kind: "board", Game: contested, Ply: row.Ply + 1,
				Nonce: fmt.Sprint("ply", row.Ply),
			}})
		switch {
		case errors.Is(err, storage.ErrStale):
			fmt.Println("stale")
		case err != nil:
			return err
		default:
			made++
			fmt.Println(row.Ply, text)
		}
	}
	return s.Close()
}

// holdAsChild takes everything that is due, and keeps it until the process is killed.
func holdAsChild(ctx context.Context, s *Store, _ string, _ int) error {
	for {
		messages, err := s.Due(ctx, time.Now(), 9)
		if err != nil {
			return err
		}
		deadlines, err := s.Overdue(ctx, time.Now(), 9)
		if err != nil {
			return err
		}
		plans, err := s.ReadyPlans(ctx, 9)
		if err != nil {
			return err
		}
		fmt.Println("holds", len(messages), len(deadlines), len(plans))
		time.Sleep(leaseFor / 10)
	}
}

// child is a process of its own.
type child struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func startChild(t *testing.T, what, name string, moves int, address string) child {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), binary)
	cmd.Env = append(os.Environ(),
		fmt.Sprintf("%s=%s %s %d %s", childOrder, what, name, moves, address))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return child{cmd, bufio.NewScanner(out)}
}

func TestRacingProcessesLoseOrRepeatNoMove(t *testing.T) {
	t.Parallel()
	const processes, moves = 8, 12
	address := newDatabase(t)
	s := openAt(t, address)
	g := match.Game{ID: contested, State: match.Running, Title: "amsterdam", Seed: engine.Seed{1}}
	if err := s.Create(t.Context(), g, storage.Origin{}, nil); err != nil {
		t.Fatal(err)
	}
	acknowledged, stale := map[int]string{}, 0
	var mutex sync.Mutex
	var running sync.WaitGroup
	for i := range processes {
		c := startChild(t, "race", fmt.Sprint("process", i), moves, address)
		running.Go(func() {
			for c.lines.Scan() {
				mutex.Lock()
				if ply, text, ok := strings.Cut(c.lines.Text(), " "); ok {
					n, err := strconv.Atoi(ply)
					if other, twice := acknowledged[n]; err != nil || twice {
						t.Errorf("a process says %q; ply %d was %q", c.lines.Text(), n, other)
					}
					acknowledged[n] = text
				} else {
					stale++
				}
				mutex.Unlock()
			}
			if err := c.cmd.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
	victim := startChild(t, "race", "victim", 1<<30, address)
	killed := 0
	for victim.lines.Scan() { // its output from before its death counts
		if ply, text, ok := strings.Cut(victim.lines.Text(), " "); ok {
			n, err := strconv.Atoi(ply)
			if err != nil {
				t.Fatalf("the victim says %q", victim.lines.Text())
			}
			mutex.Lock()
			acknowledged[n] = text
			mutex.Unlock()
			if killed++; killed == 5 {
				_ = victim.cmd.Process.Kill() // it may have ended
			}
		}
	}
	_ = victim.cmd.Wait() // "signal: killed"
	running.Wait()
	t.Logf("%d moves, %d came too late and were told so", len(acknowledged), stale)
	if stale == 0 {
		t.Error("no move came too late: nothing was tried")
	}
	stored, err := s.Moves(t.Context(), contested, -1)
	if err != nil || killed < 5 || len(acknowledged) != processes*moves+killed ||
		len(stored)-len(acknowledged) > 1 {
		t.Fatalf("%d moves are stored, %d were acknowledged, %d by the process that was killed, "+
			"error %v; want %d of the others, and at most one more that it could not acknowledge",
			len(stored), len(acknowledged), killed, err, processes*moves)
	}
	for _, m := range stored {
		if acknowledged[int(m.Ply)] == "" {
			continue
		}
		answer, err := s.Answer(t.Context(), m.Text)
		if err != nil || answer != m.Text || acknowledged[int(m.Ply)] != m.Text {
			t.Errorf("ply %d is %s, acknowledged was %s, the interaction has the answer %q, error %v",
				m.Ply, m.Text, acknowledged[int(m.Ply)], answer, err)
		}
	}
	for _, m := range stored { // one lane: messages come in the order of the moves
		due, err := s.Due(t.Context(), time.Now(), 9)
		if err != nil || len(due) != 1 || due[0].Ply != m.Ply+1 {
			t.Fatalf("got %d messages and error %v, want that of ply %d", len(due), err, m.Ply+1)
		}
		if err := s.Sent(t.Context(), due[0].ID, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// dueOf returns how many messages, deadlines and plans are due for a store.
func dueOf(t *testing.T, s *Store) string {
	t.Helper()
	messages, err := s.Due(t.Context(), time.Now(), 9)
	if err != nil {
		t.Fatal(err)
	}
	deadlines, err := s.Overdue(t.Context(), time.Now(), 9)
	if err != nil {
		t.Fatal(err)
	}
	plans, err := s.ReadyPlans(t.Context(), 9)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint("holds ", len(messages), " ", len(deadlines), " ", len(plans))
}

// somethingIsDue leaves two lanes, a deadline and a plan to be seen to.
func somethingIsDue(t *testing.T, s *Store) {
	t.Helper()
	g := match.Game{
		ID: contested, State: match.Running, Title: "amsterdam", Seed: engine.Seed{1},
		ToMove: []match.UserID{"a"},
		Seats:  []match.Seat{{User: "a", Clock: match.Clock{Due: time.Unix(1, 0)}}, {User: "b"}},
	}
	if err := s.Create(t.Context(), g, storage.Origin{}, []storage.Message{
		{Lane: "a", Kind: "board"},
		{Lane: "b", Kind: "board"},
		{Lane: "b", Kind: "board"},
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.SavePlan(t.Context(), match.Plan{Game: contested, Seat: 1, User: "a"},
		match.FirstLink(g), storage.Origin{}); err != nil {
		t.Fatal(err)
	}
}

func TestWorkOfADeadProcessIsTakenOverWithinSeconds(t *testing.T) {
	t.Parallel()
	address := newDatabase(t)
	s := openAt(t, address)
	somethingIsDue(t, s)
	c := startChild(t, "hold", "dead", 0, address)
	if !c.lines.Scan() || c.lines.Text() != "holds 2 1 1" {
		t.Fatalf("the other process says %q", c.lines.Text())
	}
	if got := dueOf(t, s); got != "holds 0 0 0" {
		t.Errorf("while the other process lives: %s", got)
	}
	next, err := s.NextDue(t.Context())
	if err != nil || time.Until(next) <= 0 || time.Until(next) > leaseFor {
		t.Errorf("the next message is due in %s, error %v; want until the lease ends",
			time.Until(next), err)
	}
	if next, err = s.NextDeadline(t.Context()); err != nil || time.Until(next) <= 0 ||
		time.Until(next) > leaseFor {
		t.Errorf("the next deadline is in %s, error %v; want until the lease ends", time.Until(next), err)
	}
	if err := c.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.cmd.Wait() // "signal: killed"
	died := time.Now()
	ctx, stop := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	woken := make(chan struct{}, 1)
	watching.Go(func() {
		s.Watch(ctx, func() {
			select {
			case woken <- struct{}{}:
			default:
			}
		})
	})
	for dueOf(t, s) != "holds 2 1 1" {
		<-woken
	}
	t.Logf("taken over %s after the end", time.Since(died).Round(time.Millisecond))
	stop()
	watching.Wait()
}

func TestProcessReleasesItsLeasesOnShutdown(t *testing.T) {
	t.Parallel()
	address := newDatabase(t)
	s := openAt(t, address)
	somethingIsDue(t, s)
	other, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	// it holds all of it, and looks again
	for _, want := range []string{"holds 2 1 1", "holds 2 1 1"} {
		if got := dueOf(t, other); got != want {
			t.Errorf("the other process: %s, want %s", got, want)
		}
	}
	if got := dueOf(t, s); got != "holds 0 0 0" {
		t.Errorf("while the other process lives: %s", got)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if got := dueOf(t, s); got != "holds 2 1 1" {
		t.Errorf("after it has ended: %s", got)
	}
}

func TestAProcessIsWokenByAnother(t *testing.T) {
	t.Parallel()
	address := newDatabase(t)
	listening, other := openAt(t, address), openAt(t, address)
	ctx, stop := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	woken := make(chan struct{}, 100)
	watching.Go(func() { listening.Watch(ctx, func() { woken <- struct{}{} }) })
	for { // until it listens
		var n int
		err := other.pool.QueryRowContext(t.Context(),
			`SELECT count(*) FROM pg_stat_activity
				WHERE query LIKE 'LISTEN%' AND state = 'idle' AND datname = current_database()`).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			break
		}
	}
	somethingIsDue(t, other)
	<-woken
	if got := dueOf(t, listening); got != "holds 2 1 1" {
		t.Errorf("it %s, want all that the other has left", got)
	}
	stop()
	watching.Wait()
}

// A copy of everything takes longer than a move may.
func TestCommandOutlivesTheTimeLimitOfAMove(t *testing.T) {
	t.Parallel()
	address := newDatabase(t)
	for name, c := range map[string]struct {
		open func(context.Context, string) (*Store, error)
		want string
	}{"a bot": {Open, "15s"}, "a command": {OpenPatiently, "0"}} {
		s, err := c.open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if err := s.pool.QueryRowContext(t.Context(), `SHOW statement_timeout`).Scan(&got); err != nil ||
			got != c.want {
			t.Errorf("%s: a statement is ended after %s, error %v, want %s", name, got, err, c.want)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestMissingDatabaseIsAway(t *testing.T) {
	_, err := Open(t.Context(), "postgres://nobody@127.0.0.1:1/none")
	if !errors.Is(err, storage.ErrAway) {
		t.Errorf("got %v, want %v in it", err, storage.ErrAway)
	}
}

// The server is restarted, or a network drops what is idle.
func TestBrokenConnectionsAreReplaced(t *testing.T) {
	t.Parallel()
	address := newDatabase(t)
	s, other := openAt(t, address), openAt(t, address)
	somethingIsDue(t, s)
	for range 3 {
		if _, err := other.pool.ExecContext(t.Context(),
			`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
				WHERE datname = current_database() AND pid <> pg_backend_pid()`); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Game(t.Context(), contested); err != nil {
			t.Errorf("reading: %v", err)
		}
		if err := s.Enqueue(t.Context(), []storage.Message{{Lane: "c", Kind: "board"}}); err != nil {
			t.Errorf("writing: %v", err)
		}
	}
}

// Two stores that race for the same plan, habits, setting and deadline are two processes, to the
// database.
func TestLoserOfTwoRacingProcessesIsTold(t *testing.T) {
	t.Parallel()
	address := newDatabase(t)
	stores := []*Store{openAt(t, address), openAt(t, address)}
	somethingIsDue(t, stores[0])
	head := match.FirstLink(match.Game{
		ID: contested, Title: "amsterdam", Seed: engine.Seed{1},
		Seats: make([]match.Seat, 2),
	})
	for name, do := range map[string]func(s *Store, i int) error{
		"plan": func(s *Store, i int) error {
			return s.SavePlan(t.Context(), match.Plan{
				Game: contested, Seat: 2, User: "b",
				Made: time.Unix(int64(i), 0),
			}, head, storage.Origin{})
		},
		"habits": func(s *Store, i int) error {
			return s.SaveHabits(t.Context(), match.Habits{User: "a", DigestAt: i})
		},
		"setting": func(s *Store, i int) error {
			return s.SwapSetting(t.Context(), "k", "", fmt.Sprint("v", i))
		},
		"deadline": func(s *Store, i int) error {
			return s.PutOff(t.Context(), match.Deadline{Game: contested, Seat: 1, Due: time.Unix(1, 0)},
				time.Unix(int64(i)+2, 0))
		},
		"end of a plan": func(s *Store, _ int) error {
			return s.EndPlan(t.Context(), match.Plan{Game: contested, Seat: 1, Rev: 1},
				[]storage.Message{{Lane: "p", Kind: "board"}})
		},
	} {
		var won, lost int
		var mutex sync.Mutex
		var running sync.WaitGroup
		start := make(chan struct{})
		for i := range 8 {
			running.Go(func() {
				<-start
				err := do(stores[i%2], i)
				mutex.Lock()
				defer mutex.Unlock()
				switch {
				case err == nil:
					won++
				case errors.Is(err, storage.ErrStale):
					lost++
				default:
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		close(start)
		running.Wait()
		if won != 1 || lost != 7 {
			t.Errorf("%s: %d won and %d lost, want 1 and 7", name, won, lost)
		}
	}
}
