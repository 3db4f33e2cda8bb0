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

// drawsOffered lists how a panel offers cards to draw: the custom IDs of buttons, and the values of
// a menu's options.
func drawsOffered(m discord.Message) (clicks, options []string) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if id, ok := customid.Parse(b.CustomID); ok && id.Move.Verb == engine.Draw {
				clicks = append(clicks, customid.PrintMove(id.Move))
			}
		}
		if row.Select == nil {
			continue
		}
		for _, o := range row.Select.Options {
			if strings.HasPrefix(o.Value, "draw:") {
				options = append(options, o.Value)
			}
		}
	}
	return clicks, options
}

func TestTheSecondCardIsOneClickAway(t *testing.T) {
	// whose first card is one click away too
	first := map[string]bool{"amsterdam": true, "nordic": true, "cardgame": true}
	for _, title := range titles.All() {
		s, seen := New(texts(t, "en"), titles.Map(title.ID())), map[engine.Owes]int{}
		playThrough(t, title, slices.Min(title.SeatCounts()), 7,
			func(g engine.Game, _ engine.Seat, _ []engine.Event) {
				v := g.View(engine.Public)
				if seen[v.Owes]++; seen[v.Owes] > 5 || v.Owes != engine.OwesTurn &&
					v.Owes != engine.OwesSecond {
					return
				}
				v = g.View(g.ToMove()[0])
				if len(legalOf(&v, engine.Draw)) == 0 {
					return
				}
				buttons, options := drawsOffered(s.Panel(panelOf(&v)))
				switch one := v.Owes == engine.OwesSecond || first[title.ID()]; {
				case one && (len(buttons) == 0 || len(options) > 0):
					t.Errorf("%s: %d buttons and the menu %v, want buttons only", title.ID(), len(buttons),
						options)
				case !one && (len(buttons) > 0 || len(options) == 0):
					t.Errorf("%s: the buttons %v and a menu of %d, want a menu only", title.ID(), buttons,
						len(options))
				}
			})
		if seen[engine.OwesTurn] == 0 || seen[engine.OwesSecond] == 0 {
			t.Errorf("%s: first and second cards seen: %v", title.ID(), seen)
		}
	}
}

func TestAButtonToDrawFitsALineOfAPhone(t *testing.T) {
	const line = 30 // signs
	for _, lang := range []string{"en", "pl"} {
		s := New(texts(t, lang), titles.Map("amsterdam"))
		v := engine.View{Title: "amsterdam"}
		playThrough(t, titles.All()[0], 2, 7, func(g engine.Game, _ engine.Seat,
			_ []engine.Event,
		) {
			v = g.View(engine.Public)
		})
		v.Owes, v.Market = engine.OwesTurn, []engine.Card{v.Lexicon().Wild()}
		if got := s.drawLabel(&v, engine.Move{Verb: engine.Draw, Slot: 1}); len([]rune(got)) > line ||
			!strings.Contains(got, "(") {
			t.Errorf("%s: got %q of %d signs, want what follows in brackets and at most %d", lang, got,
				len([]rune(got)), line)
		}
	}
}

func TestThePanelExplainsTheArrowBeforeADeck(t *testing.T) {
	explained := map[string]bool{}
	for _, title := range titles.All() {
		if title.ID() != "world" && title.ID() != "amsterdam" { // two decks, and one
			continue
		}
		s := New(texts(t, "en"), titles.Map(title.ID()))
		playThrough(t, title, slices.Min(title.SeatCounts()), 7,
			func(g engine.Game, _ engine.Seat, _ []engine.Event) {
				v := g.View(engine.Public)
				if v.Owes != engine.OwesTurn && v.Owes != engine.OwesSecond || v.Ply > 60 {
					return
				}
				v = g.View(g.ToMove()[0])
				m := s.Panel(panelOf(&v))
				arrow := false
				for _, row := range m.Rows {
					for _, b := range row.Buttons {
						arrow = arrow || strings.Contains(b.Label, "←")
					}
				}
				if said := strings.Contains(m.Content, s.say("draw.arrow")); arrow && !said {
					t.Fatalf("%s: an arrow that is not explained in %q", title.ID(), m.Content)
				} else if said {
					explained[title.ID()] = true
				}
			})
	}
	if len(explained) != 1 || !explained["world"] {
		t.Errorf("explained in %v, want World", explained)
	}
}
