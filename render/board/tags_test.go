package board

import (
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/rendertest"
)

// Whatever part of the board a private picture shows: it names every city of an open ticket, at its place or by a pointer at the
// edge, nothing that is put on the board lies across its edge, and no letter covers another.
func TestEveryCityOfATicketIsNamedOnAPrivatePicture(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p := painterOf(t, title)
			board, err := p.phone()
			if err != nil {
				t.Fatal(err)
			}
			g, _ := rendertest.Simulated(t, title, slices.Max(title.SeatCounts()), 0, "")
			for seat := range g.View(engine.Public).Seats {
				v, o := g.View(engine.Seat(seat+1)), caption.Options{Words: rendertest.Terse, Ways: true}
				d := &private{Painter: p, v: &v, o: &o, own: v.Own(), say: p.say.OnPicture(&v, o.Words), board: board}
				d.look()
				d.fit()
				frame := geometry.Box(float64(d.window.Min.X), float64(d.window.Min.Y), float64(d.window.Max.X), float64(d.window.Max.Y))
				tags := &tagRoom{lay: board.named.Part(frame.Grown(-frameEdge)), yields: true}
				at, to := d.place(tags, frame.Grown(-frameEdge)), d.point(tags, frame.Grown(-frameEdge))
				for _, e := range d.lettered() {
					n := 0
					for _, tag := range append(slices.Clone(at), to...) {
						if tag.city == e.city {
							n++
						}
					}
					if n != 1 && !e.lost {
						t.Errorf("seat %d: got %d tags for %s, want 1", seat+1, n, p.m.Cities[e.city].Name)
					}
				}
				for i, a := range tags.taken {
					if !frame.Grown(1).Holds(a) {
						t.Errorf("seat %d: a tag at %v lies outside of %v", seat+1, a, frame)
					}
					for _, b := range tags.taken[:i] {
						if a.Overlap(b) > 0 {
							t.Errorf("seat %d: the tags at %v and %v cover each other", seat+1, a, b)
						}
					}
				}
				tags.lay.GiveWay(tags.taken)
				for i := range tags.lay.Labels {
					if lb := &tags.lay.Labels[i]; len(lb.Lines) > 0 && !frame.Grown(1).Holds(lb.Area()) {
						t.Errorf("seat %d: the name %q lies across the edge of the window", seat+1, lb.Lines)
					}
				}
			}
		})
	}
}

// The ways of different tickets have letters and looks of their own.
func TestTheOpenWaysOfTicketsCanBeToldApart(t *testing.T) {
	title := rendertest.Titles["asia"]
	p := painterOf(t, title)
	g, _ := rendertest.Simulated(t, title, 4, 0, "")
	v := g.View(1)
	d := p.reader(&v, &caption.Options{Words: rendertest.Terse, Private: true})
	d.o.Ways = true
	d.tickets = nil
	d.look()
	for _, w := range d.openWays() {
		for i := range d.tickets {
			on := slices.Contains(d.tickets[i].way, w.route)
			if has := slices.Contains([]rune(w.text), rune('A'+i)); has != on {
				t.Errorf("route %s: its letters are %s, and it lies on the way of ticket %s: %t", p.say.Codes[w.route], w.text, d.tickets[i].letter, on)
			}
		}
	}
	for i := range wayLooks {
		for j := range i {
			if wayLooks[i].dark == wayLooks[j].dark && slices.Equal(wayLooks[i].dashes, wayLooks[j].dashes) {
				t.Errorf("ways %d and %d look alike", j, i)
			}
		}
	}
}

// Who plays without hints is not told by their own board either which ticket is out of reach.
func TestABoardWithoutHintsStrikesNoTicket(t *testing.T) {
	p := amsterdamPainter(t)
	g, _ := rendertest.AmsterdamGame(t, 4, 62)
	v := g.View(2)
	for _, unaided := range []bool{false, true} {
		d := p.reader(&v, &caption.Options{Words: rendertest.Terse, Private: true, Unaided: unaided})
		struck := slices.ContainsFunc(d.lettered(), func(e letters) bool { return e.lost })
		if struck == unaided {
			t.Errorf("without hints %t: a ticket is struck through: got %t", unaided, struck)
		}
	}
}
