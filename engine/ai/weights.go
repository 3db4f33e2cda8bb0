package ai

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"

	"konduktor/engine/ai/board"
	"konduktor/engine/ai/yard"
	"konduktor/engine/railmap"
)

// Weights are what steady play of a title rests on, by name. docs/computer-players.md says how they were tuned.
type Weights map[string]float64

//go:embed weights.json
var tunedFile []byte

// tuned are the weights that self-play has found, by title and number of seats ("nordic/3"), or by title alone.
var tuned = mustParse(tunedFile)

// mustParse reads the embedded weights, which a test has checked; it panics on a fault.
func mustParse(text []byte) map[string]Weights {
	var list map[string]Weights
	if err := json.Unmarshal(text, &list); err != nil {
		panic(fmt.Errorf("read tuned weights: %w", err))
	}
	return list
}

// WeightsOf returns the weights with which steady plays a title at a table: the tuned ones over those for any title.
func WeightsOf(title interface{ Map() *railmap.Map }, id string, seats int) Weights {
	w := Weights{}
	if len(title.Map().Routes) == 0 {
		w.read(reflect.ValueOf(yard.Steady))
	} else {
		w.read(reflect.ValueOf(board.Steady))
	}
	for _, key := range []string{id, fmt.Sprintf("%s/%d", id, seats)} {
		for name, x := range tuned[key] {
			w[name] = x
		}
	}
	return w
}

// easyKey is the entry of the weights that says, by title, how far chance spreads the judgements of easy play.
const easyKey = "easy"

func luckOf(id string) float64 {
	if luck, ok := tuned[easyKey][id]; ok {
		return luck
	}
	return easyLuck
}

// read takes the fields of a struct of weights.
func (w Weights) read(from reflect.Value) {
	for i := range from.NumField() {
		w[from.Type().Field(i).Name] = from.Field(i).Float()
	}
}

// write sets the fields of a struct of weights.
func (w Weights) write(to reflect.Value) {
	for i := range to.NumField() {
		if x, ok := w[to.Type().Field(i).Name]; ok {
			to.Field(i).SetFloat(x)
		}
	}
}

// newMind returns a mind for a title. luck spreads its judgements, with chance from rng.
func newMind(title mapped, weights Weights, luck float64, rng *rand.Rand) ranker {
	m := title.Map()
	if len(m.Routes) == 0 {
		w := yard.Steady
		weights.write(reflect.ValueOf(&w).Elem())
		w.Luck = luck
		return yard.New(m, &w, rng)
	}
	w := board.Steady
	weights.write(reflect.ValueOf(&w).Elem())
	w.Luck = luck
	return board.New(m, &w, rng)
}
