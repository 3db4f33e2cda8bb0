package soak

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"

	"konduktor/bot/discord"
	"konduktor/storage"
)

// replicaKey is the variable of the environment that tells a process which bot it is to be under load.
const replicaKey = "KONDUKTOR_SOAK_REPLICA"

// replicaOrder is what one of several bots under load is told.
type replicaOrder struct {
	Database string
	API      string // of the stand-in of Discord
	Token    string // of the bot there
	Key      string // by which the stand-in signs interactions
	Seed     uint64
}

// replicaWord is what such a bot says: its address once it can take interactions, and what it has used when it ends.
type replicaWord struct {
	Address string `json:",omitempty"`
	CPU     float64
	RSS     int // KiB
}

// Opener opens the store that a database's name stands for.
type Opener func(ctx context.Context, database string) (storage.Store, error)

// serveReplica is a whole bot that takes interactions over HTTP until its standard input ends.
func serveReplica(ctx context.Context, in io.Reader, out io.Writer, open Opener) (err error) {
	var o replicaOrder
	if err := json.Unmarshal([]byte(os.Getenv(replicaKey)), &o); err != nil {
		return fmt.Errorf("read %s: %w", replicaKey, err)
	}
	key, err := discord.ParsePublicKey(o.Key)
	if err != nil {
		return err
	}
	options := discord.Options{
		Token: discord.Token(o.Token), APIURL: o.API, Logger: slog.New(slog.DiscardHandler), NoGateway: true,
	}
	client, err := discord.NewClient(options)
	if err != nil {
		return err
	}
	store, err := open(ctx, o.Database)
	if err != nil {
		return err
	}
	m, err := newMachine(ctx, parts{store: store, api: client, seed: o.Seed, ticks: true})
	if err != nil {
		return err // the machine has closed the store
	}
	defer func() { err = errors.Join(err, m.close()) }()
	options.Handler, options.OnEvent, options.Busy = m.bot.Handle, m.bot.Event, m.bot.Busy
	session, err := discord.Connect(ctx, options)
	if err != nil {
		return err
	}
	running, stop := context.WithCancel(ctx)
	var bot sync.WaitGroup
	bot.Go(func() { _ = m.bot.Run(running) }) // it returns no error
	defer func() {
		closing, done := context.WithTimeout(context.WithoutCancel(ctx), waitForFirst)
		defer done()
		err = errors.Join(err, session.Close(closing))
		stop()
		bot.Wait()
	}()
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen for interactions: %w", err)
	}
	server := &http.Server{Handler: session.Endpoint(key), ReadHeaderTimeout: waitForFirst}
	defer server.Close()
	go func() { _ = server.Serve(door) }() // it ends with the server
	said := json.NewEncoder(out)
	if err := said.Encode(replicaWord{Address: door.Addr().String()}); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return err
	}
	if m.broken.Load() > 0 {
		return fmt.Errorf("an internal error: %s", m.lastFault())
	}
	return said.Encode(replicaWord{
		CPU: processFigure("process_cpu_seconds_total"), RSS: int(processFigure("process_resident_memory_bytes")) >> 10,
	})
}

// replica is a bot in a process of its own.
type replica struct {
	cmd  *exec.Cmd
	in   io.Closer
	said *bufio.Scanner
	url  *url.URL
}

// startReplica starts a bot and waits until it takes interactions.
func startReplica(ctx context.Context, command []string, o replicaOrder) (*replica, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), replicaKey+"="+string(text))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a bot: %w", err)
	}
	r := &replica{cmd: cmd, in: in, said: bufio.NewScanner(out)}
	word, err := r.next()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("wait for a bot: %w", err), in.Close(), cmd.Wait())
	}
	r.url = &url.URL{Scheme: "http", Host: word.Address}
	return r, nil
}

func (r *replica) next() (word replicaWord, err error) {
	if !r.said.Scan() {
		return word, errors.Join(r.said.Err(), io.ErrUnexpectedEOF)
	}
	return word, json.Unmarshal(r.said.Bytes(), &word)
}

// end has a bot shut down, and returns what it has used.
func (r *replica) end() (replicaWord, error) {
	if err := r.in.Close(); err != nil {
		return replicaWord{}, err
	}
	word, err := r.next()
	return word, errors.Join(err, r.cmd.Wait())
}

// replicas are the bots of a run and the load balancer before them.
type replicas struct {
	all      []*replica
	balancer *httptest.Server
	turn     atomic.Uint64
}

// startReplicas starts bots on the run's database, and has the stand-in send interactions to each of them in turn.
func (r *loadRun) startReplicas(ctx context.Context) (*replicas, error) {
	all := &replicas{}
	for nth := range r.Load.Processes {
		one, err := startReplica(ctx, r.Child, replicaOrder{
			Database: r.Load.Database, API: r.srv.APIURL(), Token: r.srv.Token(), Key: r.srv.Webhook.PublicKey(), Seed: r.Seed + uint64(nth),
		})
		if err != nil {
			return nil, errors.Join(err, all.stop(nil))
		}
		all.all = append(all.all, one)
	}
	all.balancer = httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
		p.SetURL(all.all[all.turn.Add(1)%uint64(len(all.all))].url)
	}})
	r.srv.Webhook.SendTo(all.balancer.URL)
	return all, nil
}

// stop has all bots shut down, and calls used with what each of them has used.
func (a *replicas) stop(used func(replicaWord)) error {
	var errs []error
	for _, one := range a.all {
		word, err := one.end()
		if err != nil {
			errs = append(errs, fmt.Errorf("end a bot: %w", err))
		} else if used != nil {
			used(word)
		}
	}
	if a.balancer != nil {
		a.balancer.Close()
	}
	return errors.Join(errs...)
}

// withReplicas is withBot for bots in processes of their own.
func (r *loadRun) withReplicas(ctx context.Context, store storage.Store) (err error) {
	r.m = &machine{store: store} // which has no bot
	defer r.leave(r.m)
	if err := r.fill(ctx, store); err != nil {
		return err
	}
	bots, err := r.startReplicas(ctx)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, bots.stop(func(used replicaWord) {
			if took := r.counted("seconds"); took > 0 {
				r.count("bots_cpu_permille", int(1000*used.CPU)/took)
			}
			r.count("bots_rss_kib", used.RSS)
		}))
	}()
	return r.measure(ctx, store)
}
