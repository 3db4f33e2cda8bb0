package mapfile

import (
	"fmt"
	"slices"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

const (
	maxBends       = 20
	defaultReveals = 3 // N6
	maxGroup       = 100
)

var kinds = []railmap.Kind{railmap.Track, railmap.Ferry, railmap.Tunnel, railmap.Sea}

type routeDraft struct {
	railmap.Route
	line  int
	group string // the file's word for the connection, "" for a lane of its own
	known bool   // both cities are
}

// what is the start of a message about the route; its lane number is not known yet
func (r *routeDraft) what() string { return "route " + r.ID }

func (d *draft) readRoute(i int, v *value) {
	t := open(v, fmt.Sprintf("route %d", i+1), d.report)
	if t == nil {
		return
	}
	t.need("a", "b", "length", "color")
	r := routeDraft{line: t.line}
	a, b := t.text("a"), t.text("b")
	if isID(a) && isID(b) {
		r.ID = pair(a, b)
		t.what = r.what()
	}
	d.readEnds(t, &r, a, b)
	r.Length = t.whole("length", 1, railmap.MaxLength, railmap.MaxLength)
	r.Color = t.text("color")
	if t.isText("color") && len(d.Colors) > 0 && r.Color != railmap.Gray &&
		!slices.Contains(d.Colors, r.Color) {
		t.fault(t.lineFor("color"),
			"the map has no colour %s; colors and %q are allowed", shown(r.Color), railmap.Gray)
	}
	readKind(t, &r)
	r.Carts = t.flag("carts", false)
	r.Attested = t.flag("attested", true)
	r.group = t.text("group")
	if t.isText("group") && (r.group == "" || len(r.group) > maxGroup) {
		t.fault(t.lineFor("group"), "group must have 1 to %d letters", maxGroup)
	}
	r.Wraps = t.flag("wraps", false)
	r.Bends = d.ground.readPoints(t, "bends", maxBends, railmap.Rim)
	r.checkWrap(t)
	t.done()
	d.routes = append(d.routes, r)
}

func (d *draft) readEnds(t *table, r *routeDraft, a, b string) {
	known, also := false, false
	if t.isText("a") {
		r.A, known = d.city(t, a, t.lineFor("a"))
	}
	if t.isText("b") && (a != b || known) {
		r.B, also = d.city(t, b, t.lineFor("b"))
	}
	r.known = known && also
	if r.known && r.A == r.B {
		t.fault(t.line, "it begins and ends in the same city")
		r.known = false
	}
}

// readKind reads the kind and the marks that only some kinds have.
func readKind(t *table, r *routeDraft) {
	r.Kind = railmap.Track
	if t.has("kind") {
		r.Kind = railmap.Kind(t.text("kind"))
	}
	const missing = -1
	symbols := t.whole("symbols", 0, railmap.MaxLength, missing)
	reveals := t.whole("reveals", 1, railmap.MaxReveals, missing)
	pairs := t.whole("pairs", 0, railmap.MaxLength, missing)
	if !slices.Contains(kinds, r.Kind) {
		if t.isText("kind") {
			t.fault(t.lineFor("kind"), "there is no kind %s; %q, %q, %q and %q are",
				shown(string(r.Kind)), railmap.Track, railmap.Ferry, railmap.Tunnel, railmap.Sea)
		}
		return
	}
	r.Symbols = mark(t, "symbols", symbols, r.Kind == railmap.Ferry, r.Length)
	r.Pairs = mark(t, "pairs", pairs, r.Kind == railmap.Track, r.Length)
	r.Reveals = mark(t, "reveals", reveals, r.Kind == railmap.Tunnel, railmap.MaxReveals)
	switch {
	case r.Kind == railmap.Ferry && symbols == 0:
		t.fault(t.lineFor("symbols"), "symbols is 0, a ferry has at least 1")
	case r.Kind == railmap.Ferry:
		t.need("symbols")
	case r.Kind == railmap.Tunnel && reveals == missing:
		r.Reveals = defaultReveals
	}
}

// mark checks a number that only one kind of route has, at most the spaces.
func mark(t *table, key string, n int, fits bool, most int) int {
	switch {
	case n > 0 && !fits:
		t.fault(t.lineFor(key), "%s is only for routes of another kind", key)
	case n > most:
		t.fault(t.lineFor(key), "%s is %d, more than the length %d", key, n, most)
	}
	return max(n, 0)
}

// checkWrap checks that the bends agree with the field wraps.
func (r *routeDraft) checkWrap(t *table) {
	switch at := r.WrapsAt(); {
	case r.Wraps && at < 0:
		t.fault(t.line,
			"it wraps, so two bends in a row must lie on the left and the right edge of the board")
	case !r.Wraps && at >= 0:
		t.fault(t.lineFor("bends"), "the bends go from edge to edge, but it does not say wraps = true")
	}
}

// pair joins two city ids in bytewise order, as the notation demands.
func pair(a, b string) string {
	if a > b {
		a, b = b, a
	}
	return a + "--" + b
}

func (r *routeDraft) ends() [2]engine.CityID {
	return [2]engine.CityID{min(r.A, r.B), max(r.A, r.B)}
}
