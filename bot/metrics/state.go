package metrics

import (
	"context"
	"database/sql"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"konduktor/storage"
)

// State is looked at when somebody asks. All must be set but BackupAge and Pool.
type State struct {
	Census func(ctx context.Context) (storage.Census, error)
	Check  func(ctx context.Context) error // whether the database takes changes, as /readyz tries
	// how long the first message that is due has waited
	Behind    func(ctx context.Context) (time.Duration, error)
	Connected func() bool // to the gateway
	// Shards says which shards of this process are connected, and how many there are in all.
	Shards     func() (connected map[int]bool, all int)
	Identifies func() int // sessions begun within 24 h
	// BackupAge returns the age of the last backup, and how often one is made; nil: none are.
	BackupAge func() (age, every time.Duration)
	Pool      func() sql.DBStats // connections to the database; nil: it is a file
	Refused   func() int         // requests that Discord refused within ten minutes
}

// A look at the database takes this long at most, and serves for a while.
const (
	lookWithin = 5 * time.Second
	lookAgain  = 10 * time.Second
)

// Watch adds the state to the measurements. It is called once.
func (m *Metrics) Watch(s State) {
	if m == nil {
		return
	}
	m.registry.MustRegister(&stateCollector{state: s})
}

// The descriptions of the state.
var (
	gamesDesc = prometheus.NewDesc("konduktor_games",
		"Games by title and state (lobby, running, finished, cancelled).",
		[]string{"title", "state"}, nil)
	waitingDesc = prometheus.NewDesc("konduktor_outbox_messages",
		"Messages that wait to be sent, those not yet due included.", nil, nil)
	behindDesc = prometheus.NewDesc("konduktor_outbox_behind_seconds",
		"For how long the first message that is due has waited.", nil, nil)
	connectedDesc = prometheus.NewDesc("konduktor_gateway_connected",
		"1 while there is a connection to Discord's gateway.", nil, nil)
	shardDesc = prometheus.NewDesc("konduktor_gateway_shard_connected",
		"1 while a shard of this process is connected.", []string{"shard"}, nil)
	shardsDesc = prometheus.NewDesc("konduktor_gateway_shards",
		"Shards of the bot in all, those of other processes included.", nil, nil)
	identifiesDesc = prometheus.NewDesc("konduktor_gateway_identifies",
		"Sessions begun within 24 h; Discord allows 1,000.", nil, nil)
	refusedDesc = prometheus.NewDesc("konduktor_discord_refused",
		"Requests refused by Discord within ten minutes; it bans at 10,000.", nil, nil)
	backupDesc = prometheus.NewDesc("konduktor_backup_age_seconds",
		"Age of the last backup; before the first, of the process.", nil, nil)
	backupsDesc = prometheus.NewDesc("konduktor_backup_interval_seconds",
		"How often a backup is made.", nil, nil)
	poolDesc = prometheus.NewDesc("konduktor_database_connections",
		"Connections to the database by state (used, idle, most).", []string{"state"}, nil)
	poolWaitDesc = prometheus.NewDesc("konduktor_database_waited_seconds_total",
		"Time spent waiting for a connection to the database.", nil, nil)
	seenDesc = prometheus.NewDesc("konduktor_database_seen",
		"1 if the database can be read and written.", nil, nil)
)

// stateCollector looks at the state when it is asked.
type stateCollector struct {
	state State

	mu     sync.Mutex
	looked time.Time
	census storage.Census
	behind time.Duration
	err    error
	full   error // of Check
}

func (c *stateCollector) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		gamesDesc, waitingDesc, behindDesc, connectedDesc, shardDesc,
		shardsDesc, identifiesDesc, refusedDesc, backupDesc, backupsDesc, poolDesc, poolWaitDesc,
		seenDesc,
	} {
		out <- d
	}
}

func (c *stateCollector) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	gauge(connectedDesc, oneIf(c.state.Connected()))
	shards, all := c.state.Shards()
	for shard, connected := range shards {
		gauge(shardDesc, oneIf(connected), strconv.Itoa(shard))
	}
	gauge(shardsDesc, float64(all))
	gauge(identifiesDesc, float64(c.state.Identifies()))
	gauge(refusedDesc, float64(c.state.Refused()))
	if c.state.BackupAge != nil {
		age, every := c.state.BackupAge()
		gauge(backupDesc, age.Seconds())
		gauge(backupsDesc, every.Seconds())
	}
	if c.state.Pool != nil {
		pool := c.state.Pool()
		gauge(poolDesc, float64(pool.InUse), "used")
		gauge(poolDesc, float64(pool.Idle), "idle")
		gauge(poolDesc, float64(pool.MaxOpenConnections), "most")
		out <- prometheus.MustNewConstMetric(poolWaitDesc, prometheus.CounterValue,
			pool.WaitDuration.Seconds())
	}
	census, behind, err := c.look()
	gauge(seenDesc, oneIf(err == nil && c.full == nil))
	if err != nil {
		return
	}
	for _, k := range census.Games {
		gauge(gamesDesc, float64(k.N), k.Title, string(k.State))
	}
	gauge(waitingDesc, float64(census.Waiting))
	gauge(behindDesc, behind.Seconds())
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// look asks the database, at most once in some seconds.
func (c *stateCollector) look() (storage.Census, time.Duration, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) < lookAgain {
		return c.census, c.behind, c.err
	}
	ctx, cancel := context.WithTimeout(context.Background(), lookWithin)
	defer cancel()
	c.looked = time.Now()
	if c.census, c.err = c.state.Census(ctx); c.err == nil {
		c.behind, c.err = c.state.Behind(ctx)
	}
	c.full = c.state.Check(ctx)
	return c.census, c.behind, c.err
}
