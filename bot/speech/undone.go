package speech

import (
	"konduktor/bot/discord"
	"konduktor/bot/press"
	"konduktor/engine"
)

// withUndo adds the button that takes the reader's last move back: to the last row if that has buttons, otherwise below it, if there
// is room.
func (s *Speaker) withUndo(p Panel, rows []discord.Row) []discord.Row {
	undo := button(discord.Secondary, s.say("undo.button"), press.At(press.Undo, p.Game, p.At))
	if last := len(rows) - 1; last >= 0 && rows[last].Select == nil && len(rows[last].Buttons) < maxButtons {
		rows[last].Buttons = append(rows[last].Buttons, undo)
		return rows
	}
	if len(rows) == maxRows {
		return rows
	}
	return append(rows, buttons(undo))
}

// Struck strikes sentences through.
func Struck(lines []string) []string {
	list := make([]string, len(lines))
	for i, line := range lines {
		list[i] = "~~" + line + "~~"
	}
	return list
}

// disclosures are the endings of the texts that say which hidden thing was shown, by the event that showed it.
var disclosures = map[engine.EventKind]string{
	engine.EventBegan: "choices", engine.EventRevealed: "choices", engine.EventDrewBlind: "blind", engine.EventFilled: "market",
	engine.EventShuffled: "shuffle", engine.EventOffered: "offer", engine.EventDug: "tunnel", engine.EventPlaced: "rack",
	engine.EventShared: "shared", engine.EventScored: "scored", engine.EventDealtAnew: "dealt",
}

// Disclosed says which hidden thing an event has shown, so that the move cannot be taken back.
func (s *Speaker) Disclosed(v *engine.View, e *engine.Event) string {
	if e.Kind == engine.EventFilled {
		return s.say("undo.saw-market", "Card", s.Card(v, e.Card))
	}
	if e.Seat == engine.Public {
		return s.say("undo.saw-" + disclosures[e.Kind])
	}
	return s.say("undo.saw-"+disclosures[e.Kind], "Who", s.Seat(v, e.Seat))
}
