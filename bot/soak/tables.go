package soak

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"konduktor/bot/discord"
	"konduktor/engine/titles"
	"konduktor/storage"
)

const (
	stormTables = 15
	// thinks is how long a seat takes for a move: so fast that the messages of all tables are about as many as go through a storm.
	thinks = 20 * time.Second
)

var tablesKind = Kind{
	Name: "tables", About: "games that go on while Discord refuses 30 % and fails 20 % of all requests: is each table right a minute after the storm",
	Small: 10, Full: 10,
	some:  []string{"games", "moves", "turns", "refused", "failed", "taken"},
	shown: []string{"overtaken", "behind", "refused_in_ten_minutes", "calm_after_s"}, none: []string{"lost", "untold"}, run: tablesInStorm,
}

// tablesInStorm has a whole bot play on through a storm of some minutes, with the real client, and waits until nothing is left to send.
// Figures: behind is how many messages waited when the storm ended, overtaken how many were no longer true when their turn came.
func tablesInStorm(ctx context.Context, t *trial) error {
	told := &tellings{owed: map[string]bool{}, told: map[string]bool{}, fault: t.fault}
	w := &weather{
		rng: rand.New(rand.NewPCG(t.Seed, 2)), over: time.Now().Add(time.Duration(t.Size) * time.Minute),
		room: &mailroom{read: told.read},
	}
	client, err := discord.NewClient(discord.Options{Token: "soak", HTTPClient: &http.Client{Transport: w}})
	if err != nil {
		return err
	}
	m, err := t.machine(ctx, parts{seed: t.Seed, api: client, ticks: true, cached: stormTables, wrap: func(s storage.Store) storage.Store {
		return flaky{Store: s, fail: func(string) error { return nil }, committed: told.owe}
	}})
	if err != nil {
		return err
	}
	defer t.leave(m)
	running, stop := context.WithCancel(ctx)
	var bot sync.WaitGroup
	bot.Go(func() { err = errors.Join(err, m.bot.Run(running)) })
	wrong := t.playThrough(ctx, m, w)
	if wrong == nil {
		wrong = t.calmDown(ctx, m, w)
	}
	stop()
	bot.Wait()
	told.judge(t)
	return errors.Join(wrong, err)
}

// playThrough plays at all tables until the storm is over.
func (t *trial) playThrough(ctx context.Context, m *machine, w *weather) error {
	var players sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for nth := range stormTables {
		all := titles.All()
		title := all[nth%len(all)]
		g, err := m.insertGame(ctx, title, title.SeatCounts()[0], 10*nth, t.Seed+uint64(nth))
		if err != nil {
			return err
		}
		t.count("games", 1)
		players.Go(func() {
			err := t.playAt(ctx, m, w, g)
			mu.Lock()
			defer mu.Unlock()
			failed = errors.Join(failed, err)
		})
	}
	players.Wait()
	return failed
}

// playAt plays at one table. A move is kept, whatever becomes of its answer.
func (t *trial) playAt(ctx context.Context, m *machine, w *weather, g *game) error {
	for !w.isOver() && ctx.Err() == nil && !g.copy.Over() {
		time.Sleep(thinks)
		seat, move, err := g.choose()
		if err != nil {
			return err
		}
		ply := g.row.Ply
		m.bot.Handle(ctx, m.click(g.user(seat), g.do(ply, move)))
		if err := g.follow(ctx, m); err != nil {
			return err
		}
		if !g.wasMade(ply) {
			t.wrong("lost", "game %s, ply %d: the move was not made", g.row.ID, ply)
			return nil
		}
		t.count("moves", 1)
	}
	return ctx.Err()
}

// calmDown waits until nothing is left to send, and counts how long that took.
func (t *trial) calmDown(ctx context.Context, m *machine, w *weather) error {
	waiting, err := m.store.Due(ctx, time.Now().Add(time.Hour), 10_000)
	if err != nil {
		return err
	}
	t.count("behind", len(waiting))
	for ctx.Err() == nil && time.Since(w.over) < time.Hour {
		_, err := m.store.NextDue(ctx)
		if errors.Is(err, storage.ErrNotFound) {
			break
		}
		if err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	dropped, err := m.store.Dropped(ctx, 500)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	t.count("overtaken", len(dropped))
	t.count("refused", len(w.refused))
	t.count("failed", w.failed)
	t.count("taken", w.taken)
	t.atMost("refused_in_ten_minutes", w.worst(), banTenth)
	t.atMost("calm_after_s", int(time.Since(w.over)/time.Second)+1, int(calmWithin/time.Second))
	return ctx.Err()
}

// tellings are the turns that tables are to be told of, and those that they were told of, by nonce.
type tellings struct {
	fault fault

	mu         sync.Mutex
	owed, told map[string]bool
}

// owe notes what is committed to be told.
func (s *tellings) owe(out []storage.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range out {
		if m.Kind == "turn" {
			s.owed[m.Nonce] = true
		}
	}
}

// read notes what Discord takes.
func (s *tellings) read(_, _ string, body []byte) {
	var message struct{ Nonce string }
	if json.Unmarshal(body, &message) != nil || s.fault == faultMute {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.told[message.Nonce] = true
}

func (s *tellings) judge(t *trial) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.count("turns", len(s.owed))
	for nonce := range s.owed {
		if !s.told[nonce] {
			t.wrong("untold", "a table was not told of turn %s", nonce)
		}
	}
}
