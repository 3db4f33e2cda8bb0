package ai

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"konduktor/engine/ai/cardgame"
	"konduktor/engine/ai/railway"
	"konduktor/engine/railmap"
)

// Weights are what steady play of a title rests on, by name (docs/computer-players.md).
type Weights map[string]float64

//go:embed weights.json
var tunedFile []byte

// tuned are weights found by self-play, by title and number of seats ("nordic/3"), or by title.
var tuned = mustParse(tunedFile)

// mustParse panics on a fault in the embedded weights, which a test has checked.
func mustParse(text []byte) map[string]Weights {
	var list map[string]Weights
	if err := json.Unmarshal(text, &list); err != nil {
		panic(fmt.Errorf("read tuned weights: %w", err))
	}
	return list
}

// WeightsOf returns steady's weights at a table: the tuned ones over the general ones.
func WeightsOf(title interface{ Map() *railmap.Map }, id string, seats int) Weights {
	return weightsOf(title, id, seats, false)
}

// strongKey marks, in the keys of the weights, titles with weights of their own for strong.
const strongKey = "strong/"

// weightsOf returns the weights of a title's entries: those of strong override steady's, and those
// for the number of seats general ones.
func weightsOf(title interface{ Map() *railmap.Map }, id string, seats int, strong bool) Weights {
	w := Weights{}
	if len(title.Map().Routes) == 0 {
		w.read(reflect.ValueOf(cardgame.Steady))
	} else {
		w.read(reflect.ValueOf(railway.Steady))
	}
	entries := []string{id}
	if strong {
		entries = append(entries, strongKey+id)
	}
	for _, id := range entries {
		maps.Copy(w, tuned[id])
		maps.Copy(w, tuned[fmt.Sprintf("%s/%d", id, seats)])
	}
	return w
}

// Signed lists the weights that may be negative: those that count nothing unless tuned.
func Signed(title interface{ Map() *railmap.Map }) []string {
	var list []string
	for name, x := range weightsOf(title, "", 0, false) {
		if x == 0 {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// Unplayed lists the weights that only estimates read: no match of a tuning depends on them.
var Unplayed = []string{"Lack"}

// styleKey marks, in the keys of the weights, ways to play that are steady's but for some weights.
const styleKey = "style/"

// Styles lists the ways to play that strong is tried and tuned against, besides the levels.
func Styles() []string {
	var names []string
	for key := range tuned {
		if name, ok := strings.CutPrefix(key, styleKey); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Entries with one number per title.
const (
	easyKey = "easy" // spread of the random error in easy's judgements, in points
	// how long strong thinks, a factor on the efforts in strong.go: moves cost less in small games
	effortKey = "effort"
	// the same for first tickets: a person waits while all computers at the table choose theirs
	setupKey = "setup"
	// after how many moves of each seat strong judges a guessed game; 0: at its end
	horizonKey = "horizon"
	// scale of the lead, in points, at which strong judges a guessed game: see damped
	scaleKey = "scale"
)

// usual are the numbers of titles without an entry.
var usual = Weights{easyKey: 5, effortKey: 1, setupKey: 1, horizonKey: 12, scaleKey: 18}

// numberOf returns the number of a title in one of these entries.
func numberOf(key, id string) float64 {
	if x, ok := tuned[key][id]; ok {
		return x
	}
	return usual[key]
}

func (w Weights) read(from reflect.Value) {
	for i := range from.NumField() {
		w[from.Type().Field(i).Name] = from.Field(i).Float()
	}
}

func (w Weights) write(to reflect.Value) {
	for i := range to.NumField() {
		if x, ok := w[to.Type().Field(i).Name]; ok {
			to.Field(i).SetFloat(x)
		}
	}
}

func newMind(title mapped, weights Weights) ranker {
	m := title.Map()
	if len(m.Routes) == 0 {
		w := cardgame.Steady
		weights.write(reflect.ValueOf(&w).Elem())
		return cardgame.New(m, &w)
	}
	w := railway.Steady
	weights.write(reflect.ValueOf(&w).Elem())
	return railway.New(m, &w)
}
