package soak

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/engine/notation"
	"konduktor/engine/titles"
)

// orderKey is the variable of the environment that tells a process what it is to do as a child.
const orderKey = "KONDUKTOR_SOAK_ORDER"

// order is what a child does: it plays in the games of a file until it is killed, or has made enough moves.
type order struct {
	File  string
	Life  uint64 // tells children apart: its interactions and players are its own
	Moves int    // 0: until it is killed
	Lies  bool   // it acknowledges what it has not done (faultLies)
}

// attempt is what a child reports: a move that it is about to make, and again once the move is acknowledged.
type attempt struct {
	Done        bool
	Game        match.GameID
	Ply         engine.Ply
	Move        string // in notation
	Interaction string
	User        discord.User
	Custom      string
}

// running is how many games a child keeps going.
const running = 3

// IsChild reports whether this process was started as a child of a trial.
func IsChild() bool { return os.Getenv(orderKey) != "" || os.Getenv(replicaKey) != "" }

// Obey does what a child was started for, and reports each step in a line. One that has a whole bot ends when in does; open opens
// its database.
func Obey(ctx context.Context, in io.Reader, out io.Writer, open Opener) error {
	if os.Getenv(replicaKey) != "" {
		return serveReplica(ctx, in, out, open)
	}
	var o order
	if err := json.Unmarshal([]byte(os.Getenv(orderKey)), &o); err != nil {
		return fmt.Errorf("read %s: %w", orderKey, err)
	}
	m, err := newMachine(ctx, parts{file: o.File, seed: o.Life})
	if err != nil {
		return err
	}
	defer m.close()
	m.last.Store(int64(1_000_000 * (o.Life + 1)))
	games, err := o.gather(ctx, m)
	if err != nil {
		return err
	}
	said := json.NewEncoder(out)
	for n, made := 0, 0; o.Moves == 0 || made < o.Moves; n++ {
		g := games[n%len(games)]
		if g.copy.Over() {
			next, err := o.deal(ctx, m, n+running)
			if err != nil {
				return err
			}
			games[n%len(games)] = next
			continue
		}
		done, err := o.move(ctx, m, g, said, o.Lies && n%5 == 4)
		if err != nil {
			return err
		}
		if done {
			made++
		}
		if n%4 == 3 {
			if _, err := m.flush(ctx); err != nil {
				return err
			}
		}
	}
	if m.broken.Load() > 0 {
		return fmt.Errorf("an internal error: %s", m.lastFault())
	}
	return nil
}

// gather loads the games that are running, and starts more where they are few.
func (o order) gather(ctx context.Context, m *machine) ([]*game, error) {
	rows, err := m.store.GamesIn(ctx, match.Running)
	if err != nil {
		return nil, err
	}
	var games []*game
	for _, row := range rows {
		title, ok := titles.Find(row.Title)
		if !ok {
			return nil, fmt.Errorf("game %s is of title %q", row.ID, row.Title)
		}
		g, err := m.load(ctx, title, row.ID, o.Life)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	for len(games) < running {
		g, err := o.deal(ctx, m, len(games))
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// deal starts a game with players of this child's own.
func (o order) deal(ctx context.Context, m *machine, nth int) (*game, error) {
	all := titles.All()
	title := all[(int(o.Life)+nth)%len(all)]
	unique := 100*int(o.Life) + nth
	return m.start(ctx, title, title.SeatCounts()[0], 10*unique, uint64(unique))
}

// move makes a random legal move and reports it before and after. False if another process was faster.
func (o order) move(ctx context.Context, m *machine, g *game, said *json.Encoder, lies bool) (bool, error) {
	if err := g.follow(ctx, m); err != nil || g.copy.Over() {
		return false, err
	}
	seat, move, err := g.choose()
	if err != nil {
		return false, err
	}
	ix := m.click(g.user(seat), g.do(g.copy.Ply(), move))
	a := attempt{
		Game: g.row.ID, Ply: g.copy.Ply(), Move: notation.PrintMove(g.title.Lexicon(), move), Interaction: ix.ID, User: ix.User, Custom: ix.CustomID,
	}
	if err := said.Encode(a); err != nil {
		return false, err
	}
	if !lies && !m.handle(ctx, ix).done {
		return false, nil
	}
	a.Done = true
	return true, said.Encode(a)
}

// child is a process that obeys an order.
type child struct {
	cmd  *exec.Cmd
	said *bufio.Scanner
}

func startChild(ctx context.Context, command []string, o order) (*child, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), orderKey+"="+string(text))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a child: %w", err)
	}
	return &child{cmd, bufio.NewScanner(out)}, nil
}

// next returns what the child reports next; false at its end. A line that a kill has cut off does not count.
func (c *child) next() (attempt, bool) {
	var a attempt
	if !c.said.Scan() || !strings.HasSuffix(c.said.Text(), "}") {
		return a, false
	}
	return a, json.Unmarshal(c.said.Bytes(), &a) == nil
}
