package match

import (
	_ "embed" // the list of zones
	"strings"
	"time"
	_ "time/tzdata" // the same zones on every machine
)

//go:embed zones.txt
var zoneList string

// Zones lists the names of the time zones in alphabetical order: those of the Go library that
// name a place, and UTC.
func Zones() []string { return strings.Fields(zoneList) }

// FindZone returns a zone by its name in any case; false if there is none.
func FindZone(name string) (string, bool) {
	for _, known := range Zones() {
		if strings.EqualFold(known, strings.TrimSpace(name)) {
			_, err := time.LoadLocation(known)
			return known, err == nil
		}
	}
	return "", false
}
