package speech

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

func TestEachCardToDrawIsAButton(t *testing.T) {
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
				if len(buttons) == 0 || len(options) > 0 {
					t.Errorf("%s: %d buttons and the menu %v, want buttons only",
						title.ID(), len(buttons), options)
				}
			})
		if seen[engine.OwesTurn] == 0 || seen[engine.OwesSecond] == 0 {
			t.Errorf("%s: first and second cards seen: %v", title.ID(), seen)
		}
	}
}

func TestTheFirstCardOfATeamIsOneButtonAndItsPlaceAQuestion(t *testing.T) {
	s := teams(t)
	p := panelOf(s.view(1))
	wild := p.View.Lexicon().Wild()
	for i, card := range p.View.Market {
		m := engine.Move{Verb: engine.Draw, Slot: uint8(i + 1)}
		if card == wild { // S3: to the rack, so there is nothing to ask
			if buttons, _ := drawsOffered(s.Panel(p)); !slices.Contains(buttons,
				customid.PrintMove(m)+":rack") {
				t.Errorf("the wild of slot %d is not a click away: %v", m.Slot, buttons)
			}
			continue
		}
		if !Asks(p.View, m) {
			t.Fatalf("nobody asks where the card of slot %d goes", m.Slot)
		}
		asked, _ := drawsOffered(s.Question(p, m, nil))
		want := []string{customid.PrintMove(m) + ":hand", customid.PrintMove(m) + ":rack"}
		if !slices.Equal(asked, want) {
			t.Errorf("slot %d: offered %v, want %v", m.Slot, asked, want)
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

// switchOf is the button of a panel that switches the deck that fills slots; false: it has none.
func switchOf(m discord.Message) (discord.Button, engine.Pile, bool) {
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			id, _ := customid.Parse(b.CustomID)
			if id.Action == customid.Page && id.Deck != engine.NoPile {
				return b, id.Deck, true
			}
		}
	}
	return discord.Button{}, 0, false
}

func TestACardOfTwoDecksIsOneButtonAndTheDeckASwitch(t *testing.T) {
	s := rails(t, "", "").underWay()
	p := panelOf(s.view(1))
	for _, deck := range []string{"trains", "ships"} {
		m := s.Panel(p)
		list, menu := drawsOffered(m)
		var want []string
		for slot := range p.View.Market {
			want = append(want, fmt.Sprintf("draw:%d:%s", slot+1, deck))
		}
		want = append(want, "draw:0:trains", "draw:0:ships")
		if d := cmp.Diff(want, list); d != "" || len(menu) > 0 {
			t.Errorf("%s: cards to draw (-want +got):\n%s\na menu of %d", deck, d, len(menu))
		}
		b, other, ok := switchOf(m)
		if want := "Refill: " + strings.TrimSuffix(deck, "s") + " ⇄"; !ok || b.Label != want {
			t.Errorf("got the switch %q, want %q", b.Label, want)
		}
		p.Deck = other
	}
	if p.Deck != engine.Trains {
		t.Errorf("the second switch leads to deck %d", p.Deck)
	}
	// The way to a question and back keeps the deck.
	p.Deck = engine.Ships
	asked := s.Question(p, engine.Move{Verb: engine.Tickets}, nil)
	back := p.id(customid.Back, engine.Move{})
	if !hasButton(asked, back) || !strings.Contains(back, "ships") {
		t.Errorf("the way back is not %q: %v", back, asked.Rows)
	}
	for _, c := range clicks(t, s.Panel(p)) {
		if c.id.Action == customid.Ask && c.id.Deck != engine.Ships {
			t.Errorf("%s does not know the deck", c.id.Print())
		}
	}
}

func TestAPlanAsksForTheDeck(t *testing.T) {
	s := rails(t, "", "").underWay()
	p := panelOf(s.view(1))
	p.Planning = PlansTurn
	m := s.PlanChoice(p)
	if _, _, ok := switchOf(m); ok {
		t.Error("a plan has a switch, which leads back to a panel")
	}
	asks := 0
	for _, c := range clicks(t, m) {
		if c.id.Move.Verb == engine.Draw && c.id.Move.Slot > 0 {
			if asks++; !Asks(p.View, c.id.Move) || c.id.Action != customid.PlanAsk {
				t.Errorf("%s does not ask for the deck", c.id.Print())
			}
		}
	}
	if asks != len(p.View.Market) {
		t.Errorf("%d open cards to plan", asks)
	}
}
