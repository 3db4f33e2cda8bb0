// Package metrics counts and times what the bot does, in Prometheus's form. docs/operations.md says
// what to watch.
package metrics

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/storage"
)

// Metrics are the measurements of one process. A nil *Metrics measures nothing. It is safe for
// concurrent use.
type Metrics struct {
	registry     *prometheus.Registry
	interactions *prometheus.CounterVec
	dropped      *prometheus.CounterVec
	messages     *prometheus.CounterVec
	acknowledged *prometheus.HistogramVec
	drawing      *prometheus.HistogramVec
	drawn        *prometheus.HistogramVec
	requests     *prometheus.HistogramVec
	stored       *prometheus.HistogramVec
	finished     *prometheus.CounterVec
}

// The bounds of histograms. Discord waits 3 s for the first answer; a board takes some 10 ms of a
// core, a film 200.
var (
	answerSeconds  = []float64{.01, .025, .05, .1, .25, .5, 1, 1.5, 2, 2.5, 3}
	pictureSeconds = []float64{.005, .01, .02, .05, .1, .2, .5, 1, 5}
	pictureBytes   = []float64{50e3, 100e3, 150e3, 200e3, 250e3, 500e3, 1e6}
	requestSeconds = []float64{.05, .1, .2, .5, 1, 2, 5, 10, 20}
	storeSeconds   = []float64{.0002, .0005, .001, .002, .005, .01, .05, .1, .5, 1, 5}
)

// New returns measurements that start at nothing. version is the program's.
func New(version string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		interactions: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "konduktor_interactions_total",
			Help: "Interactions by kind (command, click, suggest), what they are and outcome " +
				"(done, refused, failed, unanswered).",
		}, []string{"kind", "what", "outcome"}),
		dropped: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "konduktor_interactions_dropped_total",
			Help: "Interactions that were not carried out because they came late, or too many at " +
				"once (late, full).",
		}, []string{"why"}),
		messages: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "konduktor_messages_total",
			Help: "Messages by kind and what became of them (sent, put-off, held, dropped, given-up).",
		}, []string{"kind", "fate"}),
		acknowledged: seconds("konduktor_acknowledgement_seconds",
			"From the arrival of an interaction until Discord had the first answer; it waits 3 s.",
			answerSeconds, "kind"),
		drawing: seconds("konduktor_picture_seconds", "Time to draw a picture.", pictureSeconds,
			"picture", "title"),
		drawn: seconds("konduktor_picture_bytes", "Size of a picture's file.", pictureBytes, "picture",
			"title"),
		requests: seconds("konduktor_discord_request_seconds",
			"Requests to Discord by what they are about and the status of the answer; 0: there was none.",
			requestSeconds, "about", "status"),
		stored: seconds("konduktor_store_seconds", "Transactions of the database, waiting included.",
			storeSeconds, "operation"),
	}
	m.finished = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "konduktor_finished_games_total", Help: "Games played to their end, by title.",
	}, []string{"title"})
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "konduktor_build_info", Help: "1; the version is a label.",
		ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	m.registry.MustRegister(m.interactions, m.dropped, m.messages, m.acknowledged, m.drawing, m.drawn,
		m.requests, m.stored, m.finished, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func seconds(name, help string, bounds []float64, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: name, Help: help,
		Buckets: bounds,
	}, labels)
}

// Handler serves the measurements to Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		MaxRequestsInFlight: 4,
		Timeout:             10 * time.Second,
	})
}

// Hear counts games that have been played to their end (outbox.Listener).
func (m *Metrics) Hear(_ context.Context, h match.Happening) ([]storage.Message, error) {
	if m != nil {
		m.finished.WithLabelValues(h.Row.Title).Inc()
	}
	return nil, nil
}

// Served counts an interaction.
func (m *Metrics) Served(s route.Service) {
	if m == nil {
		return
	}
	m.interactions.WithLabelValues(route.KindName(s.Kind), s.What, string(s.Outcome)).Inc()
	if s.Outcome != route.Unanswered {
		m.acknowledged.WithLabelValues(route.KindName(s.Kind)).Observe(s.Acknowledged.Seconds())
	}
}

// Dropped counts an interaction that is not carried out.
func (m *Metrics) Dropped(why string) {
	if m != nil {
		m.dropped.WithLabelValues(why).Inc()
	}
}

// Message counts what became of a message.
func (m *Metrics) Message(fate string, kind storage.Kind) {
	if m != nil {
		m.messages.WithLabelValues(string(kind), fate).Inc()
	}
}

// Drawing begins to time a picture; what it returns ends that. No bytes: it was not made.
func (m *Metrics) Drawing() func(picture, title string, bytes int) {
	if m == nil {
		return func(string, string, int) {}
	}
	begun := time.Now()
	return func(picture, title string, bytes int) {
		if bytes == 0 {
			return
		}
		m.drawing.WithLabelValues(picture, title).Observe(time.Since(begun).Seconds())
		m.drawn.WithLabelValues(picture, title).Observe(float64(bytes))
	}
}

// Requested counts a request to Discord. about is one of few words; status 0: there was no answer.
func (m *Metrics) Requested(about string, status int, took time.Duration) {
	if m == nil {
		return
	}
	m.requests.WithLabelValues(about, strconv.Itoa(status)).Observe(took.Seconds())
}

// Storing begins to time a transaction; what it returns ends that.
func (m *Metrics) Storing(operation string) func() {
	if m == nil {
		return func() {}
	}
	begun := time.Now()
	return func() { m.stored.WithLabelValues(operation).Observe(time.Since(begun).Seconds()) }
}
