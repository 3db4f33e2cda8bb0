package clock

import (
	"time"
	"unicode/utf8"

	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/bot/route"
	"konduktor/render/raster"
	"konduktor/storage"
)

func readHints(value string) (wish, error) {
	return func(h *storage.Habits, _ time.Time) error { h.Unaided = value != "true"; return nil }, nil
}

// mostDrawn is how many letters a name in pictures can have: as many as Discord's names.
const mostDrawn = 32

// readDrawnName reads what to be called in pictures, and keeps what of it the typefaces can write.
func readDrawnName(value string) (wish, error) {
	if value == off {
		value = ""
	} else if value = raster.Plain(value); value == "" || utf8.RuneCountInString(value) > mostDrawn {
		return nil, route.Fail("no-such-name", "Most", mostDrawn)
	}
	return func(h *storage.Habits, _ time.Time) error { h.Drawn = value; return nil }, nil
}

// appearanceLines say how a person wants to see games, and to be seen in them.
func appearanceLines(texts *locale.Texts, h storage.Habits) []string {
	lines := []string{texts.Say("me.hints-on")}
	if h.Unaided {
		lines[0] = texts.Say("me.hints-off")
	}
	if h.Drawn == "" {
		return append(lines, texts.Say("me.not-drawn"))
	}
	return append(lines, texts.Say("me.drawn", "Name", discord.Plain(h.Drawn)))
}
