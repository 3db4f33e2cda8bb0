package ai

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"konduktor/engine/ai/cardgame"
	"konduktor/engine/ai/railway"
	"konduktor/engine/titles"
)

// A name that nobody reads would be a weight that silently does nothing.
func TestTheTunedWeightsNameTitlesTablesAndWeights(t *testing.T) {
	seats := map[string][]int{}
	for _, title := range titles.All() {
		seats[title.ID()] = title.SeatCounts()
	}
	names := Weights{}
	names.read(reflect.ValueOf(railway.Steady))
	names.read(reflect.ValueOf(cardgame.Steady))
	for key, list := range tuned {
		for name := range list {
			if _, ok := names[name]; !ok && usual[key] == 0 {
				t.Errorf("%s: there is no weight %q", key, name)
			}
		}
		if strings.HasPrefix(key, styleKey) {
			continue
		}
		if _, ok := usual[key]; ok {
			for id := range list {
				if seats[id] == nil {
					t.Errorf("%s: there is no title %q", key, id)
				}
			}
			continue
		}
		id, table, sized := strings.Cut(strings.TrimPrefix(key, strongKey), "/")
		n, err := strconv.Atoi(table)
		if seats[id] == nil || sized && (err != nil || !slices.Contains(seats[id], n)) {
			t.Errorf("there is no table %q", key)
		}
	}
}
