package speech

import (
	"slices"
	"strings"
	"testing"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/titles"
)

// hinting are beginnings or ends of lines that look ahead for tickets, in English.
func hinting(s *Speaker) []string {
	var list []string
	for _, id := range []string{
		"ahead.nothing", "ahead.lay-nothing", "ahead.out-of-reach",
		"render.impossible",
	} {
		list = append(list, s.say(id))
	}
	return append(list, "★", " to go", " → ", "completes ")
}

func TestNothingLooksAheadForTicketsWithoutHints(t *testing.T) {
	for _, title := range titles.All() {
		s, aided := New(texts(t, "en"), titles.Map(title.ID())), New(texts(t, "en"),
			titles.Map(title.ID()))
		s.WithoutHints(1, 2, 3, 4, 5, 6)
		found, looked := 0, 0
		playThrough(t, title, slices.Min(title.SeatCounts()), 11,
			func(g engine.Game, _ engine.Seat, events []engine.Event) {
				if looked++; looked > 25 || g.Over() {
					return
				}
				v := g.View(g.ToMove()[0])
				shown := told(s, &v, events)
				for _, hint := range hinting(s) {
					if i := strings.Index(shown, hint); i >= 0 && !places(shown, i) {
						t.Fatalf("%s, ply %d: %q in %q", title.ID(), v.Ply, hint, shown)
					}
				}
				if found == 0 {
					with := told(aided, &v, events)
					found = len(slices.DeleteFunc(hinting(s),
						func(hint string) bool { return !strings.Contains(with, hint) }))
				}
			})
		if found == 0 {
			t.Errorf("%s: with hints there are none either: this looks at nothing", title.ID())
		}
	}
}

// places reports whether an arrow says where a card goes.
func places(shown string, at int) bool {
	rest := shown[at:]
	return strings.HasPrefix(rest, " → hand") || strings.HasPrefix(rest, " → rack")
}

// told is all that a seat is told of its position: the panel, the questions behind it, and the
// board by tickets.
func told(s *Speaker, v *engine.View, events []engine.Event) string {
	panel := panelOf(v)
	panel.Since = s.Since(v, events)
	messages := []discord.Message{s.Panel(panel), s.BoardText(gameID, v, customid.Tickets, 0, nil)}
	asked := map[engine.Verb]bool{}
	for _, m := range v.Legal() {
		if !asked[m.Verb] && Asks(v, m) {
			asked[m.Verb] = true
			messages = append(messages, s.Question(panel, m, nil))
		}
	}
	var b strings.Builder
	for _, m := range messages {
		b.WriteString(m.Content + "\n")
		for _, row := range m.Rows {
			for _, button := range row.Buttons {
				b.WriteString(button.Label + "\n")
			}
			if row.Select == nil {
				continue
			}
			for _, o := range row.Select.Options {
				b.WriteString(o.Label + "\n" + o.Description + "\n")
			}
		}
	}
	return b.String()
}
