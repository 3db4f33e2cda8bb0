package speech

import (
	"hash/fnv"
	"slices"

	"konduktor/bot/locale"
)

// marks are the signs by which a person tells several games apart at a glance. Each has a colour, a shape, and words for both,
// so that nobody needs to see the colour.
var marks = []string{
	"circle-red", "circle-blue", "circle-green", "circle-yellow", "circle-purple", "circle-brown",
	"square-red", "square-blue", "square-green", "square-yellow", "square-purple", "square-brown",
	"heart-red", "heart-blue", "heart-green", "heart-yellow", "heart-purple", "heart-brown",
}

// Mark is the mark of a game, always the same once it is dealt: "🔵 blue circle". sign is what was chosen then.
func Mark(texts *locale.Texts, game, sign string) string {
	return texts.Say("mark." + MarkOf(game, sign))
}

// MarkOf names the mark of a game: the chosen one, or one that follows from its ID.
func MarkOf(game, sign string) string {
	if slices.Contains(marks, sign) {
		return sign
	}
	return marks[markByID(game)]
}

// FreeMark chooses the mark of a game that is dealt: the first from that of its ID on that is not among those taken, which are the
// marks of the other games of its people; that of its ID if all are.
func FreeMark(game string, taken []string) string {
	first := markByID(game)
	for i := range marks {
		if m := marks[(first+i)%len(marks)]; !slices.Contains(taken, m) {
			return m
		}
	}
	return marks[first]
}

func markByID(game string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(game)) // never fails
	return int(h.Sum32() % uint32(len(marks)))
}
