// Package cardgame is the title The Card Game and its machine: it has no board, so it shares little with railway. Cards are
// laid into railyards, go blind onto the track, and pay for tickets at the end of a pass. Rule numbers such as K5 are
// those of docs/rules/cardgame.md.
package cardgame

import (
	_ "embed"

	"github.com/konduktor-bot/konduktor/engine/railmap"
)

//go:embed map.toml
var mapFile []byte

var board = railmap.MustParse(mapFile, "cardgame/map.toml")
