// Package mapfile reads map files (TOML) and reports everything that is wrong with one, line by
// line (docs/maps.md).
package mapfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"konduktor/engine/railmap"
)

// MaxBytes is the size of the largest map file accepted.
const MaxBytes = 1 << 20

// Bounds for one file, beside those of railmap.
const (
	maxColors = 12
	maxShapes = 500
	maxPoints = 99 // of a ticket
)

// Parse reads a map file; file is its name in messages. The error for a faulty map is Faults.
func Parse(data []byte, file string) (*railmap.Map, error) {
	m, faults := parse(data, file)
	if len(faults) > 0 {
		return nil, faults
	}
	sum := sha256.Sum256(data)
	m.Text, m.Sum = string(data), hex.EncodeToString(sum[:])
	return m, nil
}

// MustParse is Parse for embedded maps; it panics on a fault.
func MustParse(data []byte, file string) *railmap.Map {
	m, err := Parse(data, file)
	if err != nil {
		panic(err)
	}
	return m
}

// draft is a map being read, with the lines and names that messages need.
type draft struct {
	*report
	railmap.Map
	ground  projection
	cityIDs map[string]int
	cities  []cityDraft
	routes  []routeDraft
	tickets []ticketDraft
}

func parse(data []byte, file string) (*railmap.Map, Faults) {
	d := &draft{report: &report{file: file}, cityIDs: map[string]int{}}
	if len(data) > MaxBytes {
		d.add(1, "the file has %d bytes, at most %d are allowed", len(data), MaxBytes)
		return nil, d.faults
	}
	// some editors begin a file with a byte order mark
	data = slices.Clip(bytes.TrimPrefix(data, []byte("\ufeff")))
	doc, whole := read(data, d.report)
	if !whole {
		return nil, d.sorted() // the consequences of half a file would only confuse
	}
	d.readAll(&doc)
	d.checkNetwork()
	d.checkTickets()
	if len(d.faults) == 0 {
		checkDecodes(data, d.report)
	}
	if len(d.faults) > 0 {
		return nil, d.sorted()
	}
	return d.finish(), nil
}

// readAll reads the header, which gives the rest its meaning, then the lists, cities first.
func (d *draft) readAll(doc *value) {
	t := open(doc, "", d.report)
	if t == nil {
		return
	}
	t.need("title", "name", "version", "aspect", "colors", "cities", "tickets")
	d.readHeader(t)
	for i, v := range t.list("cities", railmap.MaxCities) {
		d.readCity(i, &v)
	}
	for i, v := range t.list("routes", railmap.MaxRoutes) {
		d.readRoute(i, &v)
	}
	for i, v := range t.list("tickets", railmap.MaxTickets) {
		d.readTicket(i, &v)
	}
	for i, v := range t.list("shapes", maxShapes) {
		d.readShape(i, &v)
	}
	d.checkCounts(t)
	t.done()
}

func (d *draft) readHeader(t *table) {
	d.Title = t.text("title")
	if t.has("title") && !isID(d.Title) {
		t.fault(t.lineFor("title"), "title is %s; %s", shown(d.Title), idRule)
	}
	d.Name = t.text("name")
	t.checkName("name", d.Name)
	d.Version = t.whole("version", 1, 1_000_000, 1)
	d.Aspect, _ = t.number("aspect", 0.25, 4)
	if d.Aspect == 0 {
		d.Aspect = 1
	}
	for _, c := range t.words("colors", maxColors) {
		switch {
		case !isID(c.text):
			t.fault(c.line, "colors: %s; %s", shown(c.text), idRule)
		case c.text == railmap.Gray || c.text == "grey" || c.text == "wild":
			t.fault(c.line, "colors: %s is a word of the rules and not a colour of cards", shown(c.text))
		case slices.Contains(d.Colors, c.text):
			t.fault(c.line, "colors: %s is there twice", shown(c.text))
		default:
			d.Colors = append(d.Colors, c.text)
		}
	}
	d.RoutesFrom, d.TicketsFrom = t.text("routes_from"), t.text("tickets_from")
	t.checkName("routes_from", d.RoutesFrom)
	t.checkName("tickets_from", d.TicketsFrom)
	d.ground = readProjection(t)
}

// checkCounts reports lists that are too short to play. A map without routes is for a card game.
func (d *draft) checkCounts(t *table) {
	if t.isList("colors") && len(d.Colors) == 0 {
		t.fault(t.lineFor("colors"), "colors: there is none")
	}
	if t.isList("cities") && len(d.cities) < 2 {
		t.fault(t.lineFor("cities"), "cities: there must be at least 2")
	}
	if t.isList("tickets") && len(d.tickets) == 0 {
		t.fault(t.lineFor("tickets"), "tickets: there is none")
	}
	cards := slices.ContainsFunc(d.tickets, func(k ticketDraft) bool { return k.Cards != nil })
	if len(d.routes) == 0 && !cards && (!t.has("routes") || t.isList("routes")) {
		t.fault(t.lineFor("routes"), "there are no routes")
	}
	for _, k := range d.tickets {
		switch {
		case len(d.routes) > 0 && k.Cards != nil:
			d.add(k.line, "%s: cards are only for maps without routes", k.what)
		case len(d.routes) == 0 && cards && k.Cards == nil:
			d.add(k.line, "%s: cards is missing, since the map has no routes", k.what)
		}
	}
}
