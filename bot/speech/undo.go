package speech

import (
	"slices"
	"strings"
	"time"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/bot/locale"
	"konduktor/engine"
)

func (s *Speaker) undoButton(p Panel) []discord.Button {
	id := customid.At(customid.Undo, p.Game, p.At)
	return []discord.Button{button(discord.Secondary, s.say("undo.button"), id)}
}

// Wish is what another player wants to take back.
type Wish struct {
	Who     engine.Seat
	Gone    []engine.Event // what would be taken back, as the reader may know it
	Moved   []engine.Seat  // whose moves would go too
	Missing []engine.Seat  // who has not answered; nil: the reader has not
	Ends    time.Time      // no answer by then is a no; zero: the clocks stand still
}

func (w *Wish) asks() bool { return w != nil && w.Missing == nil }

// Wish says what a player would like to take back, whose moves go with it, and until when the
// reader can answer; to a reader who has agreed, whose answer is missing.
func (s *Speaker) Wish(v *engine.View, w Wish) []string {
	if !w.asks() {
		said := []string{s.say("undo.you-agreed", "Who", s.Seat(v, w.Who))}
		said = append(said, s.takesAlong(v, w.Moved)...)
		said = append(said, s.say("undo.missing", "Names", s.Seats(v, w.Missing)))
		return []string{strings.Join(append(said, s.answerUntil(w.Ends)...), " ")}
	}
	lines := append([]string{s.say("undo.wish", "Who", s.Seat(v, w.Who))}, s.Narrate(v, w.Gone)...)
	return append(append(lines, s.takesAlong(v, w.Moved)...), s.answerUntil(w.Ends)...)
}

// answerUntil says until when there is time to answer; nothing while the clocks stand still.
func (s *Speaker) answerUntil(end time.Time) []string {
	if end.IsZero() {
		return nil
	}
	return []string{s.say("undo.until", "Time", Stamp(end, "f"), "In", Stamp(end, "R"))}
}

// takesAlong says whose moves go with the one that is taken back, the reader's own first.
func (s *Speaker) takesAlong(v *engine.View, moved []engine.Seat) (lines []string) {
	own := func(seat engine.Seat) bool { return seat == v.Viewer }
	others := slices.DeleteFunc(slices.Clone(moved), own)
	if len(others) < len(moved) {
		lines = append(lines, s.say("undo.takes-yours"))
	}
	if len(others) > 0 {
		lines = append(lines, s.say("undo.takes", "Names", s.Seats(v, others)))
	}
	return lines
}

// WishButtons is the row of buttons that answer a wish.
func WishButtons(texts *locale.Texts, game string, at customid.Position) discord.Row {
	return buttons(
		button(discord.Success, texts.Say("undo.yes"), customid.At(customid.Allow, game, at)),
		button(discord.Secondary, texts.Say("undo.no"), customid.At(customid.Deny, game, at)),
	)
}

// Struck strikes sentences through.
func Struck(lines []string) []string {
	return namesOf(lines, func(line string) string { return "~~" + line + "~~" })
}

// Along says that another player's undo has taken moves of the reader's back too; gone is what
// happened in those.
func (s *Speaker) Along(v *engine.View, by engine.Seat, gone []engine.Event) string {
	return s.say("undo.along", "Who", s.Seat(v, by),
		"Moves", strings.Join(Struck(s.Narrate(v, gone)), " "))
}

// disclosures are the endings of the texts that say which hidden thing was shown, by the event that
// showed it.
var disclosures = map[engine.EventKind]string{
	engine.EventBegan: "choices", engine.EventRevealed: "choices", engine.EventDrewBlind: "blind",
	engine.EventFilled: "market", engine.EventShuffled: "shuffle", engine.EventOffered: "offer",
	engine.EventDug: "tunnel", engine.EventPlaced: "rack", engine.EventShared: "shared",
	engine.EventDeclaring: "declaring", engine.EventScored: "scored", engine.EventDealtAnew: "dealt",
}

// Disclosed says which hidden thing an event has shown, so that the move cannot be taken back.
func (s *Speaker) Disclosed(v *engine.View, e *engine.Event) string {
	if e.Kind == engine.EventFilled {
		return s.say("undo.saw-market", "Card", s.Card(v, e.Card))
	}
	if you := "undo.saw-you-" + disclosures[e.Kind]; e.Seat == v.Viewer && s.texts.Has(you) {
		return s.say(you)
	}
	if e.Seat == engine.Public {
		return s.say("undo.saw-" + disclosures[e.Kind])
	}
	return s.say("undo.saw-"+disclosures[e.Kind], "Who", s.Seat(v, e.Seat))
}
