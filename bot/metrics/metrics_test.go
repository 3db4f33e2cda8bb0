package metrics_test

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"konduktor/bot/discord"
	"konduktor/bot/metrics"
	"konduktor/bot/outbox"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/storage"
)

// scrape reads the measurements as Prometheus does.
func scrape(t *testing.T, m *metrics.Metrics) (string, map[string]*dto.MetricFamily) {
	t.Helper()
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	text := answer.Body.String()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil || answer.Code != http.StatusOK {
		t.Fatalf("status %d, %v:\n%s", answer.Code, err, text)
	}
	return text, families
}

// state is one of a bot at work.
func state(census func(context.Context) (storage.Census, error)) metrics.State {
	return metrics.State{
		Census: census, Check: func(context.Context) error { return nil },
		Behind: func(context.Context) (time.Duration, error) {
			return 90 * time.Second, nil
		},
		Connected: func() bool { return true },
		BackupAge: func() (age, every time.Duration) { return 3 * time.Hour, 24 * time.Hour },
		Pool: func() sql.DBStats {
			return sql.DBStats{InUse: 2, Idle: 3, MaxOpenConnections: 8, WaitDuration: time.Second}
		},
		Shards:     func() (map[int]bool, int) { return map[int]bool{2: true, 3: false}, 4 },
		Identifies: func() int { return 7 }, Refused: func() int { return 3 },
	}
}

func TestMeasurementsAreServed(t *testing.T) {
	m := metrics.New("abc")
	looks := 0
	m.Watch(state(func(context.Context) (storage.Census, error) {
		looks++
		return storage.Census{Waiting: 5, Games: []storage.Kept{{
			Title: "asia", State: match.Running,
			N: 12,
		}}}, nil
	}))
	m.Served(route.Service{
		Kind: discord.Click, What: "do", Outcome: route.Done,
		Acknowledged: 40 * time.Millisecond,
	})
	m.Served(route.Service{
		Kind: discord.Slash, What: "draw", Outcome: route.Unanswered,
		Acknowledged: 3 * time.Second,
	})
	m.Dropped("late")
	m.Message(outbox.PutOff, "board")
	m.Drawing()("board.png", "asia", 123_000)
	m.Drawing()("board.png", "asia", 0) // not made
	m.Requested("ch", 429, time.Second)
	m.Storing("write")()
	scrape(t, m)
	text, families := scrape(t, m)
	for _, want := range []string{
		`konduktor_build_info{version="abc"} 1`,
		`konduktor_interactions_total{kind="click",outcome="done",what="do"} 1`,
		`konduktor_interactions_total{kind="command",outcome="unanswered",what="draw"} 1`,
		`konduktor_acknowledgement_seconds_bucket{kind="click",le="0.05"} 1`,
		`konduktor_picture_seconds_count{picture="board.png",title="asia"} 1`,
		`konduktor_picture_bytes_sum{picture="board.png",title="asia"} 123000`,
		`konduktor_discord_request_seconds_count{about="ch",status="429"} 1`,
		`konduktor_store_seconds_count{operation="write"} 1`,
		`konduktor_games{state="running",title="asia"} 12`,
		"konduktor_outbox_messages 5", "konduktor_outbox_behind_seconds 90",
		"konduktor_gateway_connected 1",
		`konduktor_gateway_shard_connected{shard="2"} 1`,
		`konduktor_gateway_shard_connected{shard="3"} 0`,
		"konduktor_gateway_shards 4", "konduktor_backup_age_seconds 10800",
		"konduktor_backup_interval_seconds 86400",
		`konduktor_database_connections{state="used"} 2`, "konduktor_database_waited_seconds_total 1",
		`konduktor_interactions_dropped_total{why="late"} 1`,
		`konduktor_messages_total{fate="put-off",kind="board"} 1`,
		"konduktor_gateway_identifies 7", "konduktor_discord_refused 3", "konduktor_database_seen 1",
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("there is no %s", want)
		}
	}
	if looks != 1 {
		t.Errorf("the database was asked %d times for two scrapes at once", looks)
	}
	var list []*dto.MetricFamily
	for _, f := range families {
		if strings.HasPrefix(f.GetName(), "konduktor_") {
			list = append(list, f)
		}
	}
	problems, err := promlint.NewWithMetricFamilies(list).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("names are not as Prometheus wants them: %v, %v", problems, err)
	}
}

func TestFullDiskIsReported(t *testing.T) {
	m := metrics.New("abc")
	s := state(func(context.Context) (storage.Census, error) {
		return storage.Census{Waiting: 5}, nil
	})
	s.Check = func(context.Context) error { return errors.New("disk full") }
	m.Watch(s)
	text, _ := scrape(t, m)
	for _, want := range []string{"konduktor_database_seen 0\n", "konduktor_outbox_messages 5\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s", want)
		}
	}
}

func TestMissingDatabaseIsReported(t *testing.T) {
	m := metrics.New("abc")
	m.Watch(state(func(context.Context) (storage.Census, error) {
		return storage.Census{}, errors.New("/secret/path")
	}))
	text, families := scrape(t, m)
	if !strings.Contains(text, "konduktor_database_seen 0\n") || strings.Contains(text, "secret") {
		t.Error(text)
	}
	if families["konduktor_games"] != nil || families["konduktor_outbox_messages"] != nil {
		t.Error("numbers are told that nobody knows")
	}
}

func TestNilMetricsMeasureNothing(*testing.T) {
	var m *metrics.Metrics
	m.Served(route.Service{})
	m.Drawing()("", "", 1)
	m.Requested("", 0, 0)
	m.Storing("")()
	m.Watch(metrics.State{})
	m.Dropped("")
	m.Message("", "")
}
