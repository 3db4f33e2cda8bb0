package mapfile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// closest is the smallest distance between two cities, in widths of the board; closer ones overlap.
const closest = 0.02

type cityDraft struct {
	railmap.City
	line   int
	placed bool // At is right
}

// readCity reads one city. One with a known id counts even if faulty, so that its routes are not
// blamed too.
func (d *draft) readCity(i int, v *value) {
	t := open(v, fmt.Sprintf("city %d", i+1), d.report)
	if t == nil {
		return
	}
	t.need("id")
	c := cityDraft{line: t.line}
	c.ID = t.text("id")
	if isID(c.ID) {
		t.what = "city " + c.ID
	} else if t.has("id") {
		t.fault(t.lineFor("id"), "id is %s; %s", shown(c.ID), idRule)
	}
	d.readCityNames(t, &c)
	c.At, c.placed = d.ground.readPlace(t)
	c.Label = readOffset(t)
	c.Port = t.flag("port", false)
	c.Bonus = t.whole("bonus", 0, maxPoints, 0)
	c.Region = t.text("region")
	if c.Region != "" && !slices.Contains(d.Colors, c.Region) {
		t.fault(t.lineFor("region"), "region: the map has no colour %s", shown(c.Region))
	}
	t.done()
	if c.ID == "" {
		return
	}
	if first, twice := d.cityIDs[c.ID]; twice {
		t.fault(t.lineFor("id"), "there is a city of that id already, on line %d", d.cities[first].line)
		return
	}
	d.checkCity(t, &c)
	d.cityIDs[c.ID] = len(d.cities)
	d.cities = append(d.cities, c)
}

func (d *draft) readCityNames(t *table, c *cityDraft) {
	c.Name, c.Unnamed = t.text("name"), t.text("unnamed")
	t.checkName("name", c.Name)
	t.checkName("unnamed", c.Unnamed)
	if !t.has("name") && !t.has("unnamed") {
		t.fault(t.line, "name is missing (a station without a name has unnamed instead)")
	}
	for _, lang := range languagesOf(t) {
		name := t.text(lang)
		t.checkName(lang, name)
		if name != "" {
			if c.Names == nil {
				c.Names = map[string]string{}
			}
			c.Names[lang] = name
		}
	}
}

// languagesOf lists the languages in which a city has another name: fields named by two small
// letters (ISO 639).
func languagesOf(t *table) []string {
	var list []string
	for _, f := range t.fields {
		if k := f.key; len(k) == 2 && isSmall(k[0]) && isSmall(k[1]) && k != "id" {
			list = append(list, k)
		}
	}
	return list
}

func isSmall(letter byte) bool { return letter >= 'a' && letter <= 'z' }

func (d *draft) checkCity(t *table, c *cityDraft) {
	for i := range d.cities {
		o := &d.cities[i]
		if c.Name != "" && strings.EqualFold(c.Name, o.Name) {
			t.fault(t.lineFor("name"), "city %s on line %d has the same name", o.ID, o.line)
		}
		if c.placed && o.placed && math.Hypot(c.At.X-o.At.X, (c.At.Y-o.At.Y)/d.Aspect) < closest {
			t.fault(t.line, "it lies on city %s of line %d", o.ID, o.line)
		}
	}
}

// city finds a city by its id. If the map has none, it reports a fault and returns false.
func (d *draft) city(t *table, id string, line int) (engine.CityID, bool) {
	i, ok := d.cityIDs[id]
	if !ok && len(d.cities) > 0 { // without any city the file has another fault
		t.fault(line, "there is no city %s", shown(id))
	}
	return engine.CityID(i), ok // at most MaxCities
}
