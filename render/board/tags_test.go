package board

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/rendertest"
)

// Whatever part of the board a private picture shows: it names every city of an open ticket, at its
// place or by a pointer at the edge; nothing that is put on the board lies across its edge, covers
// another tag, a city's name, or the code of a route that can still be claimed.
func TestTagsCoverNoNameNoCodeAndNoOtherTag(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := painterOf(t, title)
			board, err := p.phone()
			if err != nil {
				t.Fatal(err)
			}
			for _, plies := range []int{0, 30, 52, 90, 140} {
				g, _ := rendertest.Simulated(t, title, slices.Max(title.SeatCounts()), plies, "")
				for seat := range g.View(engine.Public).Seats {
					v := g.View(engine.Seat(seat + 1))
					o := caption.Options{Words: rendertest.Terse, Ways: true}
					d := p.private(board, &v, &o)
					d.assess()
					d.choose(0)
					d.chooseAll()
					at := fmt.Sprintf("ply %d, seat %d", plies, seat+1)
					coversNothing(t, at, d.arrange(board.boardCache, board.named, d.frame()), d.frame())
					if d = p.picture(&v, &caption.Options{
						Words:   rendertest.Terse,
						Private: true,
					}).reader(); d == nil {
						t.Fatal("the viewer has no seat")
					}
					l := p.named
					whole := geometry.Box(0, 0, l.W, l.H)
					a := d.arrange(p.board, l, whole.Grown(-frameEdge))
					coversNothing(t, at+", whole board", a, whole)
					for i := range a.part.Labels {
						if len(a.part.Labels[i].Lines) == 0 {
							t.Errorf("%s: the whole board lacks the name of %s", at, title.Map().Cities[i].ID)
						}
					}
				}
			}
		})
	}
}

// coversNothing checks all that has been put on a part of a board.
func coversNothing(t *testing.T, at string, a *arrangement, frame geometry.Area) {
	t.Helper()
	for i := range a.tags {
		tag := &a.tags[i]
		if !tag.placed {
			if !tag.optional {
				t.Errorf("%s: no place for %+v", at, tag.letters)
			}
			continue
		}
		area, what := tag.area(), tagName(tag)
		if !frame.Grown(1).Holds(area) {
			t.Errorf("%s: %s at %v lies outside of %v", at, what, area, frame)
		}
		for j := range a.tags[:i] {
			if b := &a.tags[j]; b.placed && b.area().Overlap(area) > 0 {
				t.Errorf("%s: %s and %s cover each other", at, what, tagName(b))
			}
		}
		for _, e := range a.codes {
			if (&geometry.Obstacle{Slot: e.at}).Under(area) {
				t.Errorf("%s: %s covers the code of %s", at, what, a.part.Map.Routes[e.route].ID)
			}
		}
		for c := range a.part.Labels {
			if a.part.Labels[c].Overlap(area) > 0 {
				t.Errorf("%s: %s covers the name of %s", at, what, a.part.Map.Cities[c].ID)
			}
		}
	}
	for c := range a.part.Labels {
		lb := &a.part.Labels[c]
		if len(lb.Lines) == 0 {
			continue
		}
		if !frame.Grown(1).Holds(lb.Area()) {
			t.Errorf("%s: the name %q lies across the edge", at, lb.Lines)
		}
		for _, e := range a.codes {
			for _, line := range lb.Areas {
				if (&geometry.Obstacle{Slot: e.at}).Under(line) {
					t.Errorf("%s: the name %q covers the code of %s", at, lb.Lines, a.part.Map.Routes[e.route].ID)
				}
			}
		}
		for i := range a.part.Labels[:c] {
			for _, line := range lb.Areas {
				if a.part.Labels[i].Overlap(line) > 0 {
					t.Errorf("%s: the names %q and %q cover each other", at, lb.Lines, a.part.Labels[i].Lines)
				}
			}
		}
	}
}

// Letters of tickets lie on their own city or are nearer to it than to any other, unless dots lead
// to them; and dots seldom lead past another city.
func TestLettersStandAtTheirOwnCity(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, board := phoneOf(t, title)
			all, strays := 0, 0
			seats := slices.Max(title.SeatCounts())
			eachPosition(t, title, seats, enginetest.Size(6, 100), func(v engine.View) {
				o := caption.Options{Words: rendertest.Terse, Ways: true}
				d := p.private(board, &v, &o)
				d.assess()
				d.choose(0)
				d.chooseAll()
				a := d.arrange(board.boardCache, board.named, d.frame())
				for i := range a.tags {
					e := &a.tags[i]
					if e.kind != letterTag || !e.placed {
						continue
					}
					all++
					own := e.area().Distance(a.part.Cities[e.letters.city])
					stray := slices.ContainsFunc(a.part.Cities, func(c geometry.Point) bool {
						return e.area().Distance(c) < own
					})
					if !stray {
						continue
					}
					if strays++; len(e.leader(a.part, e.at)) == 0 {
						t.Errorf("the letters %s of %s stand at another city", e.letters.text,
							title.Map().Cities[e.letters.city].ID)
					}
				}
			})
			t.Logf("%d of %d letters are nearer to another city", strays, all)
			if float64(strays) > mostStrays*float64(all) {
				t.Errorf("%d of %d letters are nearer to another city", strays, all)
			}
		})
	}
}

// mostStrays is the largest share of letters to which dots lead past another city.
const mostStrays = 0.02

// tagName says what a tag is.
func tagName(t *tag) string {
	switch t.kind {
	case wayTag:
		return fmt.Sprintf("the letters %s of a way", t.way.text)
	case askTag:
		return "the question mark"
	}
	return fmt.Sprintf("the letters %s (kind %d)", t.letters.text, t.kind)
}

// The ways of different tickets have letters and looks of their own.
func TestTheOpenWaysOfTicketsCanBeToldApart(t *testing.T) {
	title := rendertest.Titles["asia"]
	p := painterOf(t, title)
	g, _ := rendertest.Simulated(t, title, 4, 0, "")
	v := g.View(1)
	d := p.picture(&v, &caption.Options{Words: rendertest.Terse, Private: true}).reader()
	d.o.Ways = true
	d.tickets = nil
	d.assess()
	for _, w := range d.openWays() {
		for i := range d.tickets {
			on := slices.Contains(d.tickets[i].way, w.route)
			if has := slices.Contains([]rune(w.text), rune('A'+i)); has != on {
				t.Errorf("route %s: its letters are %s, and it lies on the way of ticket %s: %t",
					p.say.Codes[w.route], w.text, d.tickets[i].letter, on)
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

// A player without hints does not learn from their own board either which ticket is out of reach.
func TestABoardWithoutHintsStrikesNoTicket(t *testing.T) {
	p := amsterdamPainter(t)
	g, _ := rendertest.AmsterdamGame(t, 4, 62)
	v := g.View(2)
	for _, unaided := range []bool{false, true} {
		d := p.picture(&v, &caption.Options{
			Words: rendertest.Terse, Private: true,
			Unaided: unaided,
		}).reader()
		struck := slices.ContainsFunc(d.cityLetters(), func(e letters) bool { return e.lost })
		if struck == unaided {
			t.Errorf("without hints %t: a ticket is struck through: got %t", unaided, struck)
		}
	}
}

// edgeLetters are the routes whose letters can touch the pieces of another route, since no other
// place is left: a window's edge cuts off the rest of the route, or both neighbours are claimed.
var edgeLetters = map[string][]string{"world": {"105", "26b"}}

// The letters of a way stand nearer to its route than to the other lanes of the connection: between
// two lanes they were taken for the other's. They touch no other route's pieces. Few are left out:
// the frame alone was not seen. A route without a whole space in the picture is at the foot.
func TestTheLettersOfAWayDoNotStandByARival(t *testing.T) {
	for name, title := range rendertest.Titles {
		p := painterOf(t, title)
		board, err := p.phone()
		if err != nil {
			t.Fatal(err)
		}
		all, out, crowded := 0, 0, 0
		var wrong []string
		for _, plies := range []int{20, 40, 60, 80} {
			g, _ := rendertest.Simulated(t, title, slices.Max(title.SeatCounts()), plies, "")
			for seat := range g.View(engine.Public).Seats {
				v := g.View(engine.Seat(seat + 1))
				d := p.private(board, &v, &caption.Options{Words: rendertest.Terse, Ways: true})
				d.assess()
				d.choose(0)
				d.chooseAll()
				a := d.arrange(board.boardCache, board.named, d.frame())
				foot := ""
				for _, e := range d.beyondEdge() {
					foot += " " + e.text
				}
				for _, w := range d.openWays() {
					code := caption.Code(p.m, w.route)
					if !strings.Contains(foot, code) && !strings.Contains(foot, beyondMore) &&
						!slices.ContainsFunc(a.codes, func(c codePlace) bool {
							return c.route == w.route && d.frame().Holds(c.at.Bounds(-1))
						}) {
						wrong = append(wrong, code+" is neither in the window nor at the foot")
					}
				}
				looks := d.looks(d.openWays())
				for _, tag := range a.tags {
					if tag.kind != wayTag ||
						!slices.ContainsFunc(a.part.Lanes[tag.route].Slots, func(s geometry.Slot) bool {
							return d.frame().Holds(s.At.Around(0))
						}) {
						continue
					}
					if all++; !tag.placed {
						out++
						continue
					}
					for r := range a.part.Lanes {
						code := p.say.Codes[tag.route]
						if looks[r] == laid && !slices.Contains(edgeLetters[name], code) &&
							slices.ContainsFunc(a.part.Lanes[r].Slots, func(s geometry.Slot) bool {
								return s.Near(tag.area(), rims[laid]*a.part.Sizes.Scale-0.5)
							}) {
							wrong = append(wrong, fmt.Sprintf("%s at the pieces on %s", code, p.say.Codes[r]))
						}
					}
					far := func(r engine.RouteID) float64 {
						least := math.Inf(1)
						for _, s := range a.part.Lanes[r].Slots {
							least = min(least, s.At.Distance(tag.at))
						}
						return least
					}
					off := func(r engine.RouteID) float64 {
						least := math.Inf(1)
						for i := range a.part.Lanes[r].Slots {
							least = min(least, a.part.Lanes[r].Slots[i].Beyond(tag.at))
						}
						return least
					}
					for r := range a.part.Lanes {
						if off(engine.RouteID(r)) < off(tag.route) {
							crowded++
							break
						}
					}
					for _, rival := range p.m.Group(p.m.Routes[tag.route].Group) {
						if far(rival) < far(tag.route) {
							wrong = append(wrong, fmt.Sprintf("%s of seat %d at ply %d", p.say.Codes[tag.route],
								seat+1, plies))
						}
					}
				}
			}
		}
		// In a crowd every place is nearer to another route; such letters are rare.
		if crowded > all/20 {
			t.Errorf("%s: %d of %d letters of ways are nearer to another route", name, crowded, all)
		}
		if out > all/50 {
			t.Errorf("%s: %d of %d letters of ways are left out", name, out, all)
		}
		if len(wrong) > 0 {
			t.Errorf("%s: letters beside another lane, of %d: %s", name, all, wrong)
		}
	}
}
