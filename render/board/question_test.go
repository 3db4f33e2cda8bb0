package board

import (
	"math"
	"slices"
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/render/caption"
	"konduktor/render/geometry"
	"konduktor/render/rendertest"
)

// crowdedQuestions are cities beside whose routes a question mark can leave no room for a name, of
// a few claims at full size: up to nine routes meet there, or its pointer leads past the city.
var crowdedQuestions = map[string][]string{
	"asia":   {"chengdu", "rawalpindi"},
	"nordic": {"helsinki"},
	"world":  {"bangkok", "edinburgh"},
}

// farCodes are the routes beside whose codes a question mark has no room: the board ends there, or
// all around is claimed. Their frames show which lane is meant.
var farCodes = map[string][]string{
	"asia": {"33b", "90a"}, "world": {"27", "30a", "81a"},
}

// hidesPieces are the routes whose question marks can reach over the rim of a piece.
var hidesPieces = map[string][]string{"world": {"19", "91b"}}

// Every claim or port in question has a question mark that covers no name, no code, no letters and
// no pieces and points beside no other code. Its cities have their names, and nothing looks done:
// the mark of what is new stays where it was.
func TestQuestionLooksUnanswered(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, board := phoneOf(t, title)
			g, last := rendertest.Simulated(t, title, slices.Max(title.SeatCounts()), 60, "")
			v := g.View(g.ToMove()[0])
			var moves []engine.Move
			for r := range p.m.Routes {
				if id := engine.RouteID(r); v.Owner(id) == engine.Public && !slices.Contains(v.Closed, id) {
					moves = append(moves, engine.Move{Verb: engine.Claim, Route: id})
				}
			}
			for c := range p.m.Cities {
				if p.m.Cities[c].Port {
					moves = append(moves, engine.Move{Verb: engine.Port, City: engine.CityID(c)})
				}
			}
			owned := len(v.Own().Routes)
			for i := 0; i < len(moves); i += enginetest.Size(len(moves)/10+1, 1) {
				m := moves[i]
				o := caption.Options{Words: rendertest.Terse, Ways: true, Marked: last, Move: m}
				if _, err := p.Hand(v, o); err != nil {
					t.Fatal(err)
				}
				d := p.private(board, &v, &o)
				if err := d.composeHand(); err != nil {
					t.Fatal(err)
				}
				a := d.arrange(board.boardCache, board.named, d.frame())
				d.Free()
				sign := slices.IndexFunc(a.tags, func(t tag) bool { return t.kind == askTag && t.placed })
				if sign < 0 {
					t.Fatalf("%v: there is no question mark", m)
				}
				coversNothing(t, "question", a, d.frame())
				if len(a.tags[sign].pointer(a.tags[sign].at)) == 0 {
					t.Errorf("%v: the question mark does not point at it", m)
				}
				looks := d.looks(d.openWays())
				for r := range a.part.Lanes {
					if looks[r] == laid && !slices.Contains(hidesPieces[name], p.say.Codes[m.Route]) &&
						slices.ContainsFunc(a.part.Lanes[r].Slots, func(s geometry.Slot) bool {
							return s.Beyond(a.tags[sign].at) < a.tags[sign].r
						}) {
						t.Errorf("%v: the question mark hides pieces on %s", m, p.say.Codes[r])
					}
				}
				code := misread(a, m, a.tags[sign])
				if code != "" && !slices.Contains(farCodes[name], p.say.Codes[m.Route]) {
					t.Errorf("%v: the question mark points beside %s", m, code)
				}
				for _, city := range d.asked(d.question()) {
					at := board.named.Cities[city]
					if d.frame().Holds(at.Around(askRoom)) && len(a.part.Labels[city].Lines) == 0 &&
						!slices.Contains(crowdedQuestions[name], p.m.Cities[city].ID) {
						t.Errorf("%v: %s has no name", m, p.m.Cities[city].ID)
					}
				}
				if slices.Contains(d.o.Marked, m.Route) && m.Verb == engine.Claim ||
					len(d.v.Own().Routes) != owned {
					t.Errorf("%v: it looks done", m)
				}
			}
		})
	}
}

// misread is the code that would be read as that of the route asked about: nearer to the end of the
// pointer than its own.
func misread(a *arrangement, m engine.Move, ask tag) string {
	if m.Verb != engine.Claim {
		return ""
	}
	end := ask.pointer(ask.at)[0]
	own := math.Inf(1)
	for _, c := range a.codes {
		if c.route == m.Route {
			own = c.at.At.Distance(end)
		}
	}
	for _, c := range a.codes {
		if !math.IsInf(own, 1) && c.at.At.Distance(end) < own {
			return caption.Code(a.part.Map, c.route)
		}
	}
	return ""
}

// A tunnel that its digger is asked to pay for has the question mark, in no other seat's picture.
func TestADugTunnelAsksItsDigger(t *testing.T) {
	title := rendertest.Titles["nordic"]
	p, board := phoneOf(t, title)
	g, _ := rendertest.Simulated(t, title, 2, 60, engine.OwesPay)
	digger := g.View(engine.Public).Tunnel.Seat
	for seat := range g.View(engine.Public).Seats {
		v := g.View(engine.Seat(seat + 1))
		d := p.private(board, &v, &caption.Options{Words: rendertest.Terse})
		_, asks := d.askTag(board.named, geometry.Box(0, 0, board.lay.W, board.lay.H))
		if want := v.Viewer == digger; asks != want {
			t.Errorf("seat %d is asked about the tunnel of seat %d: %t", v.Viewer, digger, asks)
		}
	}
}

// The foot of each private picture has the viewer's piece, in a team also the partner's.
func TestTheFootSaysWhosePiecesAreTheViewers(t *testing.T) {
	for name, title := range rendertest.Titles {
		for _, lang := range []string{"en", "pl"} {
			p := painterOf(t, title)
			g, _ := rendertest.Simulated(t, title, slices.Max(title.SeatCounts()), 40, "")
			v := g.View(2)
			w := rendertest.Words(t, lang)
			d := p.private(nil, &v, &caption.Options{Words: w})
			var got []engine.Seat
			for _, o := range d.owners() {
				if o.seat == 2 || caption.Allied(&v, o.seat, 2) {
					got = append(got, o.seat)
				}
			}
			want := caption.Sides(&v)[slices.IndexFunc(caption.Sides(&v), func(s caption.Side) bool {
				return slices.Contains(s, 2)
			})]
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%s: got the pieces of the seats %v, want %v", name, got, want)
			}
			for _, f := range []*foot{&p.kit.foot, &p.kit.choice} {
				wide := phoneW
				if f == &p.kit.choice {
					wide = geometry.BoardW
				}
				if tall := f.size() * shownWidth / float64(wide); tall < leastName {
					t.Errorf("%s: the foot's lettering is %.1f pixels tall on a phone, want %d",
						name, tall, leastName)
				}
				if room := float64(wide) / 2; d.plateW(f) > room {
					t.Errorf("%s: the plate is %.0f pixels wide, want at most %.0f", name, d.plateW(f), room)
				}
			}
		}
	}
}

// The frame of a question encloses its own lane alone: its blocks show on both sides of it, between
// two lanes too, and reach over no space.
func TestFrameOfAQuestionSurroundsOneLane(t *testing.T) {
	for name, title := range rendertest.Titles {
		_, board := phoneOf(t, title)
		l := board.lay
		for r := range l.Lanes {
			reach := (frameOff + frameWide/2) * l.Sizes.Scale
			for _, o := range title.Map().Group(title.Map().Routes[r].Group) {
				if int(o) == r {
					continue
				}
				for _, s := range l.Lanes[r].Slots {
					grown := geometry.NewSlot(s.At, s.Angle, s.Length, s.Width+2*reach)
					for _, twin := range l.Lanes[o].Slots {
						if far := twin.Beyond(grown.At); far < grown.Width/2-overTwin*l.Sizes.Scale {
							t.Errorf("%s: the frame of %s reaches over %s", name, title.Map().Routes[r].ID,
								title.Map().Routes[o].ID)
						}
					}
				}
			}
		}
	}
}

// overTwin is how far a frame reaches over the rim of the next lane, in units of the scale.
const overTwin = 3
