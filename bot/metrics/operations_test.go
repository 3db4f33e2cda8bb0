package metrics_test

import (
	"context"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"konduktor/bot/discord"
	"konduktor/bot/metrics"
	"konduktor/bot/outbox"
	"konduktor/bot/route"
	"konduktor/engine/match"
	"konduktor/storage"
)

var (
	expression = regexp.MustCompile(`(?m)(?:"expr": "((?:[^"\\]|\\.)*)"|^ *expr: (.*)$)`)
	asked      = regexp.MustCompile(`\b(?:konduktor|process|go)_[a-z_]+`)
	grouped    = regexp.MustCompile(`by \(([^)]*)\)`)
	matched    = regexp.MustCompile(`(\w+)=~?"`)
)

// What Prometheus adds, and what the administrator calls the job, is in no answer of ours.
var added = []string{"job", "instance"}

// whole serves every measurement that there is.
func whole(t *testing.T) string {
	t.Helper()
	m := metrics.New("abc")
	m.Watch(state(func(context.Context) (storage.Census, error) {
		return storage.Census{Games: []storage.Kept{{Title: "asia", State: match.Running, N: 1}}}, nil
	}))
	m.Served(route.Service{Kind: discord.Click, Outcome: route.Failed, Acknowledged: time.Second})
	m.Served(route.Service{Kind: discord.Click, Outcome: route.Unanswered, Acknowledged: time.Second})
	m.Message(outbox.GivenUp, "board")
	m.Dropped("late")
	m.Drawing()("board.png", "asia", 1)
	m.Requested("ch", 200, time.Second)
	m.Storing("write")()
	over := match.Happening{Row: match.Game{Title: "asia"}}
	if _, err := m.Hear(t.Context(), over); err != nil {
		t.Fatal(err)
	}
	text, _ := scrape(t, m)
	return text
}

func TestEveryMeasurementHasAPanel(t *testing.T) {
	content, err := os.ReadFile("../../docs/operations/dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	served := regexp.MustCompile(`(?m)^# TYPE (konduktor_\w+) `).FindAllStringSubmatch(whole(t), -1)
	if len(served) < 19 {
		t.Errorf("only %d measurements are served", len(served))
	}
	for _, one := range served {
		name := regexp.MustCompile(`\b` + one[1] + `(?:_bucket|_count)?\b`)
		if !name.Match(content) {
			t.Errorf("no panel shows %s", one[1])
		}
	}
}

func TestDashboardAndAlertsUseServedMetrics(t *testing.T) {
	text := whole(t)
	for _, file := range []string{"dashboard.json", "alerts.yaml"} {
		content, err := os.ReadFile("../../docs/operations/" + file)
		if err != nil {
			t.Fatal(err)
		}
		found := expression.FindAllStringSubmatch(string(content), -1)
		if len(found) < 9 {
			t.Errorf("%s: %d expressions found", file, len(found))
		}
		for _, e := range found {
			var plain string // JSON writes \" for a quotation mark
			if err := json.Unmarshal([]byte(`"`+e[1]+`"`), &plain); err != nil {
				t.Errorf("%s: %s: %v", file, e[1], err)
			}
			checkExpression(t, file, plain+e[2], text)
		}
	}
}

// checkExpression looks in what is served for the measurements of an expression, their labels and,
// of outcomes, their values.
func checkExpression(t *testing.T, file, e, text string) {
	t.Helper()
	var labels []string
	for _, by := range grouped.FindAllStringSubmatch(e, -1) {
		labels = append(labels, strings.Split(by[1], ", ")...)
	}
	for _, label := range matched.FindAllStringSubmatch(e, -1) {
		labels = append(labels, label[1])
	}
	for _, name := range asked.FindAllString(e, -1) {
		if !regexp.MustCompile(`(?m)^` + name + `[ {]`).MatchString(text) {
			t.Errorf("%s asks for %s, which is not served", file, name)
		}
		for _, label := range labels {
			if !slices.Contains(added, label) &&
				!regexp.MustCompile(`(?m)^`+name+`\{(?:.*,)?`+label+`="`).MatchString(text) {
				t.Errorf("%s: %s has no label %s", file, name, label)
			}
		}
	}
	for _, outcome := range regexp.MustCompile(`outcome="\w+"`).FindAllString(e, -1) {
		if !strings.Contains(text, outcome) {
			t.Errorf("%s: nothing has %s", file, outcome)
		}
	}
}
