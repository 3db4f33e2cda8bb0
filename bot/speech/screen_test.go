package speech

import (
	"slices"
	"testing"

	"konduktor/bot/customid"
	"konduktor/bot/discord"
	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/engine/titles"
	"konduktor/render/caption"
)

// tapsTo is how many taps a move takes from its panel: a menu is opened and closed by its choice,
// one with several to pick by a tap of its own. A move that is not on the first page takes 0.
func tapsTo(t *testing.T, s *Speaker, p Panel, m engine.Move) int {
	t.Helper()
	best := 0
	for _, c := range clicks(t, s.Panel(p)) {
		n, asked := 1, engine.Move{}
		var ok bool
		if c.pick != "" {
			n = 2
		}
		if asked, ok = c.id.Chosen(p.View.Lexicon(), c.picks()); !ok || asked.Verb != m.Verb ||
			c.id.Action == customid.Narrow {
			continue
		}
		switch m.Verb {
		case engine.Keep, engine.Share:
			if !slices.Contains(m.Tickets, append(asked.Tickets, 255)[0]) {
				continue
			}
			asked = m
			if n += len(m.Tickets); c.pick == "" {
				n = 1
			}
		case engine.Draw:
			if asked.Slot != m.Slot {
				continue
			}
		case engine.Claim, engine.Port:
			if asked.Route != m.Route || asked.City != m.City {
				continue
			}
		case engine.Pieces:
			if asked.N != m.N {
				continue
			}
		}
		if c.id.Action != customid.Do && Asks(p.View, asked) && !s.AtOnce(p.View, asked, false, false) {
			n++
		}
		if best == 0 || n < best {
			best = n
		}
	}
	return best
}

// most is how many taps each kind of move may take from its panel, besides one for each ticket that
// is kept or shared.
var most = map[engine.Verb]int{
	engine.Draw: 1, engine.Place: 1, engine.Pay: 1, engine.Withdraw: 1, engine.Pass: 1,
	engine.Keep: 3, engine.Share: 3, engine.Pieces: 2, engine.Claim: 3, engine.Port: 3,
	engine.Tickets: 2, engine.Exchange: 3, engine.Lay: 3, engine.Declare: 3,
}

// The rows of a turn leave room for what they are about: a phone shows 658 pixels of a
// conversation. Before cards were signs, they took up to 632 (World) and 488 (Asia).
func TestRowsOfATurnAreHalfAPhoneAndItsMovesAFewTapsAway(t *testing.T) {
	for _, title := range titles.All() {
		for _, lang := range []string{"pl", "en"}[:enginetest.Size(1, 2)] {
			t.Run(title.ID()+" in "+lang, func(t *testing.T) {
				t.Parallel()
				s := withSignsIn(t, lang, title.ID())
				tallest, taps := 0, map[engine.Verb]int{}
				panels, over := 0, 0
				seats := slices.Max(title.SeatCounts())
				playThrough(t, title, seats, 7, func(g engine.Game, _ engine.Seat, _ []engine.Event) {
					for _, seat := range g.ToMove() {
						v := g.View(seat)
						p := panelOf(&v)
						p.Offers = []customid.Action{customid.Undo}
						if v.Phase == engine.InPlay && v.Facts() != nil {
							p.Offers = append(p.Offers, customid.Wide)
						}
						m := s.Panel(p)
						tallest = max(tallest, height(m.Rows))
						n, lines := 0, linesOf(m.Content, phone)
						for _, list := range caption.TicketLists(&v) {
							n += len(list.IDs)
						}
						// Who moves at random has more than people do; a tunnel has a small picture.
						if n <= signedTickets && owes(&v) != engine.OwesPay {
							if panels++; around+phone+height(m.Rows)+lineTall*lines > s.tallest(&v) {
								over++
							}
						}
						if list := faults(m); len(list) > 0 {
							t.Fatalf("ply %d: %v", v.Ply, list)
						}
						s.countTaps(t, p, taps)
					}
				})
				if 20*over > panels {
					t.Errorf("%d of %d panels are taller than a turn may be", over, panels)
				}
				if tallest > 300 {
					t.Errorf("the rows take %d pixels", tallest)
				}
				for verb, n := range taps {
					if n > most[verb] {
						t.Errorf("%s takes %d taps, want %d at most", verb, n, most[verb])
					}
				}
				t.Logf("%d pixels, %d of %d panels too tall, taps %v", tallest, over, panels, taps)
			})
		}
	}
}

// A finger opens a menu, changes what is ticked, and closes it.
func TestTicketsAndPiecesOfASetupTakeAtMostFiveTaps(t *testing.T) {
	for _, title := range titles.All() {
		g, err := title.New(engine.Setup{
			Names: []string{"Ala", "Bo", "Cy", "Di", "Ed", "Fi"}[:title.SeatCounts()[0]],
			Seed:  engine.Seed{1},
		})
		if err != nil {
			t.Fatal(err)
		}
		s, fewest, all := New(texts(t, "en"), titles.Map(title.ID())), 0, 0
		seat := g.ToMove()[0]
		v := g.View(seat)
		offer := v.Own().Offer.IDs
		for ; slices.Contains(g.ToMove(), seat); v = g.View(seat) {
			p := panelOf(&v)
			m := s.Proposed(&v, v.Legal()[0], nil)
			switch m.Verb {
			case engine.Pieces:
				n := tapsTo(t, s, p, m)
				fewest, all = fewest+n, all+n
			case engine.Keep:
				menu := optionsOf(s.Panel(p), "keep:")
				ticked := slices.DeleteFunc(slices.Clone(menu), func(o discord.SelectOption) bool {
					return !o.Default
				})
				fewest = 2 + max(leastKept(&v)-len(ticked), len(ticked)-leastKept(&v))
				all = 2 + len(offer)
				for _, c := range clicks(t, s.Panel(p)) {
					if c.pick == "" && len(c.id.Move.Tickets) == len(offer) {
						all = 1
					}
				}
				if !s.AtOnce(&v, engine.Move{Verb: engine.Keep, Tickets: offer}, false, false) {
					fewest, all = fewest+1, all+1
				}
			}
			if _, err := g.Apply(seat, m); err != nil {
				t.Fatal(err)
			}
		}
		if fewest > 5 || all > 2 {
			t.Errorf("%s: %d taps with the fewest tickets, %d with all", title.ID(), fewest, all)
		}
	}
}

// countTaps notes the most taps that a move of each verb takes, without those on tickets.
func (s *Speaker) countTaps(t *testing.T, p Panel, taps map[engine.Verb]int) {
	t.Helper()
	seen := map[engine.Verb]bool{}
	for _, m := range p.View.Legal() {
		if !seen[m.Verb] {
			seen[m.Verb] = true
			m = s.Proposed(p.View, m, nil)
			taps[m.Verb] = max(taps[m.Verb], tapsTo(t, s, p, m)-len(m.Tickets))
		}
	}
}
