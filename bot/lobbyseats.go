package bot

import (
	"slices"
	"strconv"
	"strings"

	"github.com/konduktor-bot/konduktor/bot/locale"
	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/storage"
)

// seatsProblem says with how many people a title is played.
func seatsProblem(title engine.Title) *Problem {
	counts := title.SeatCounts()
	if some, last, gaps := withGaps(counts); gaps {
		return problem("seats-either", "Some", some, "Last", last)
	}
	return problem("seats", "Least", slices.Min(counts), "Most", slices.Max(counts))
}

// tooFew says why a game cannot start with those who have joined.
func tooFew(g storage.Game, title engine.Title) *Problem {
	size := teamSize(title)
	if lone := len(g.Seats) % size; lone > 0 {
		some, last, _ := withGaps(title.SeatCounts())
		names := plainNames(g.Seats[len(g.Seats)-lone:])
		return problem("partner-missing", "Names", strings.Join(names, " + "), "Some", some, "Last", last)
	}
	return seatsProblem(title)
}

// withGaps says whether numbers of seats are not all those from the least to the most; then they are named one by one.
func withGaps(counts []int) (some, last string, gaps bool) {
	words := make([]string, len(counts))
	for i, n := range counts {
		words[i] = strconv.Itoa(n)
	}
	end := len(words) - 1
	return strings.Join(words[:end], ", "), words[end], counts[end]-counts[0] != end
}

// seatsLine says how many seats of a lobby are taken.
func (b *Bot) seatsLine(texts *locale.Texts, g storage.Game) string {
	if g.Wanted > 0 {
		return texts.Say("lobby.seats-wanted", "Taken", len(g.Seats), "Wanted", g.Wanted)
	}
	title, ok := b.title(g.Title)
	if !ok {
		return ""
	}
	counts := title.SeatCounts()
	if some, last, gaps := withGaps(counts); gaps {
		return texts.Say("lobby.seats-open-either", "Taken", len(g.Seats), "Some", some, "Last", last)
	}
	return texts.Say("lobby.seats-open", "Taken", len(g.Seats), "Least", slices.Min(counts), "Most", slices.Max(counts))
}
