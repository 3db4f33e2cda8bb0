package speech

import (
	"hash/fnv"

	"konduktor/bot/locale"
)

// marks are the signs by which a person tells several games apart at a glance. Each has a colour, a shape, and words for both,
// so that nobody needs to see the colour.
var marks = []string{
	"circle-red", "circle-blue", "circle-green", "circle-yellow", "circle-purple", "circle-brown",
	"square-red", "square-blue", "square-green", "square-yellow", "square-purple", "square-brown",
	"heart-red", "heart-blue", "heart-green", "heart-yellow", "heart-purple", "heart-brown",
}

// Mark is the sign of a game, always the same: "🔵 blue circle". Two games can have the same one; their IDs differ.
func Mark(texts *locale.Texts, game string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(game)) // never fails
	return texts.Say("mark." + marks[h.Sum32()%uint32(len(marks))])
}
