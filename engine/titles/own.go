package titles

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
	"konduktor/engine/railway"
)

// Map returns the map of a title, nil for an unknown title and one without a board.
func Map(id string) *railmap.Map {
	t, ok := Find(id)
	if !ok {
		return nil
	}
	return MapOf(t)
}

// MapOf returns the map that a title is played on, nil for one without a board.
func MapOf(t engine.Title) *railmap.Map {
	if on, ok := t.(interface{ Map() *railmap.Map }); ok {
		return on.Map()
	}
	return nil
}

// On returns a title on another map, whose file names the title; on its own map the title itself.
// The error has a line for each reason why these rules cannot be played on it: a feature that they
// do not know would have no effect.
func On(m *railmap.Map) (engine.Title, error) {
	t, ok := Find(m.Title)
	if !ok {
		return nil, fmt.Errorf("there is no title %q", m.Title)
	}
	if own := MapOf(t); own != nil && own.Sum == m.Sum {
		return t, nil
	}
	board, ok := t.(interface {
		Map() *railmap.Map
		On(m *railmap.Map) (*railway.Title, error)
	})
	if !ok {
		return nil, fmt.Errorf("%s is played on its own map only", m.Title)
	}
	var errs []error
	for _, f := range features {
		if f.in(m) && !f.in(board.Map()) {
			errs = append(errs, fmt.Errorf("the rules of %s know %s", m.Title, f.missing))
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return board.On(m)
}

// Tangled says why a map on offer is too tangled for the final scoring of a title made by On.
func Tangled(t engine.Title) error {
	if board, ok := t.(interface{ Tangled() error }); ok {
		return board.Tangled()
	}
	return nil
}

// Refusal says why no game is opened on the map of a title made by On: it is too large, or its
// scoring or pictures would take too long. Games under way are not asked.
func Refusal(t engine.Title) error {
	m := MapOf(t)
	if m == nil {
		return nil
	}
	return cmp.Or(m.Oversized(), Tangled(t), m.Overdrawn())
}

// features are what maps of some titles have and others do not. A title knows those of its own map.
var features = []struct {
	missing string
	in      func(*railmap.Map) bool
}{
	{"no map without routes", func(m *railmap.Map) bool { return len(m.Routes) == 0 }},
	{"no ferries", hasRoute(func(r railmap.Route) bool { return r.Kind == railmap.Ferry })},
	{"no tunnels", hasRoute(func(r railmap.Route) bool { return r.Kind == railmap.Tunnel })},
	{"no routes for ships", hasRoute(func(r railmap.Route) bool { return r.Kind == railmap.Sea })},
	{"no pairs of cards", hasRoute(func(r railmap.Route) bool { return r.Pairs > 0 })},
	{"no carts", hasRoute(func(r railmap.Route) bool { return r.Carts })},
	{"no tours: a ticket has two cities", func(m *railmap.Map) bool {
		return slices.ContainsFunc(m.Tickets, func(t railmap.Ticket) bool { return len(t.Cities) > 2 })
	}},
	{"no ports", hasCity(func(c railmap.City) bool { return c.Port })},
	{"no regions", hasCity(func(c railmap.City) bool { return c.Region != "" })},
	{"no bonus of a city", hasCity(func(c railmap.City) bool { return c.Bonus != 0 })},
}

func hasRoute(is func(railmap.Route) bool) func(*railmap.Map) bool {
	return func(m *railmap.Map) bool { return slices.ContainsFunc(m.Routes, is) }
}

func hasCity(is func(railmap.City) bool) func(*railmap.Map) bool {
	return func(m *railmap.Map) bool { return slices.ContainsFunc(m.Cities, is) }
}

// MapRemark returns the comment lines with which a record says that it was played on its players'
// own map, "" for a title's own.
func MapRemark(t engine.Title) string {
	m := MapOf(t)
	if m == nil {
		return ""
	}
	if own := Map(t.ID()); own != nil && own.Sum == m.Sum {
		return ""
	}
	return fmt.Sprintf("# map: %s, sha256 %s\n"+
		"# Played on a map of its players' own: konduktor replay FILE --map MAP.toml\n", m.Name, m.Sum)
}

var mapRemark = regexp.MustCompile(`(?m)^# map: ([^\r\n]*), sha256 ([0-9a-f]{64})\r?$`)

// RemarkedMap returns the map that a record's text names; false if it names none.
func RemarkedMap(record string) (name, sum string, ok bool) {
	if !strings.Contains(record, "\n# map: ") && !strings.HasPrefix(record, "# map: ") {
		return "", "", false // searching takes longer than reading the record
	}
	found := mapRemark.FindStringSubmatch(record)
	if found == nil {
		return "", "", false
	}
	return found[1], found[2], true
}
