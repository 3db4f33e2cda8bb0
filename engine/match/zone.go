package match

import (
	_ "embed" // the list of zones
	"strings"
	"time"
	_ "time/tzdata" // the same zones on every machine
)

//go:embed zones.txt
var zoneList string

// Zones lists the Go library's time zones that name a place, and UTC, sorted.
func Zones() []string { return strings.Fields(zoneList) }

// FindZone returns a zone by its name in any case.
func FindZone(name string) (string, bool) {
	for _, known := range Zones() {
		if strings.EqualFold(known, strings.TrimSpace(name)) {
			_, err := time.LoadLocation(known)
			return known, err == nil
		}
	}
	return "", false
}
