package bot_test

import (
	"fmt"

	"konduktor/bot/discord/discordtest"
)

// validate holds every request so far against Discord's own description.
func (l *line) validate() {
	l.T.Helper()
	v := discordtest.NewValidator(l.T)
	for _, r := range l.Srv.API.Requests() {
		path := r.Path
		if r.Query != "" {
			path += "?" + r.Query
		}
		if err := v.Validate(r.Method, path, r.Body); err != nil {
			l.T.Errorf("%s %s: %v\n%s", r.Method, r.Route, err, r.Body)
		}
	}
}

// refusals lists the requests that the stand-in refused.
func (l *line) refusals() []string {
	var list []string
	for _, r := range l.Srv.API.Requests() {
		if r.Status >= 400 {
			list = append(list, fmt.Sprintf("%s %s: %d (code %d) %s", r.Method, r.Route, r.Status, r.Code,
				r.Body))
		}
	}
	return list
}
