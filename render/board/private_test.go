package board

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"konduktor/engine"
	"konduktor/engine/enginetest"
	"konduktor/render/caption"
	"konduktor/render/rendertest"
)

// Discord shows a private picture at 300 × 300 on a phone, where no city's name is smaller than 8
// pixels and nothing else smaller than 7.
const (
	shownWidth = 300
	leastName  = 8
	leastShown = 7
	leastTall  = 700 // of a map that is wider than high
)

// claimsOf are events that tell of claims.
func claimsOf(v engine.View, routes []engine.RouteID) []engine.Event {
	var all []engine.Event
	for _, r := range routes {
		all = append(all, engine.Event{Kind: engine.EventClaimed, Seat: v.Owner(r), Route: r})
	}
	return all
}

func TestAPrivatePictureCanBeReadOnAPhone(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p := painterOf(t, title)
			for _, c := range []struct {
				lang  string
				plies int
			}{{"en", 0}, {"pl", 60}, {"en", 10000}} {
				g, last := rendertest.Simulated(t, title, slices.Max(title.SeatCounts()), c.plies, "")
				words := rendertest.Words(t, c.lang)
				seats := g.View(engine.Public).Seats
				for seat := range seats[:enginetest.Size(2, len(seats))] {
					v := g.View(engine.Seat(seat + 1))
					pic, err := p.Hand(v, caption.Options{
						Words: words, Marked: last, News: claimsOf(v, last),
						Ways: true,
					})
					if err != nil {
						t.Fatal(err)
					}
					if pic.Least > 0 && pic.Width == phoneW &&
						pic.Least*shownWidth/float64(pic.Width) < leastShown {
						t.Errorf("ply %d, seat %d: the smallest lettering is %g pixels tall, want %d on a phone",
							c.plies, seat+1, pic.Least, leastShown)
					}
					whole := g.View(engine.Public).Phase == engine.InSetup
					if !whole && (pic.Width != phoneW || pic.Height > phoneW || pic.Height < leastTall) {
						t.Errorf("ply %d, seat %d: got a picture of %d × %d", c.plies, seat+1, pic.Width, pic.Height)
					}
					if len(pic.PNG) > mostSize {
						t.Errorf("ply %d, seat %d: got %d bytes, want at most %d",
							c.plies, seat+1, len(pic.PNG), mostSize)
					}
				}
			}
		})
	}
}

// What is on a board for a phone is measured by what it is drawn with; so are all codes, names and
// numbers of pieces there.
func TestAPrivateBoardHasNoSmallCodes(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			board, err := painterOf(t, title).phone()
			if err != nil {
				t.Fatal(err)
			}
			s := board.drawEmpty(board.lay, int(board.lay.W), int(board.lay.H))
			for r := range board.lay.Lanes {
				s.Piece(board.lay.Lanes[r].Slots[0], board.lay.Sizes.Scale, 0)
			}
			if got := s.Smallest() * shownWidth / phoneW; got < leastShown {
				t.Errorf("the smallest lettering is %.2f pixels tall on a phone, want at least %d",
					got, leastShown)
			}
			if got := board.named.Sizes.Name * shownWidth / phoneW; got < leastName {
				t.Errorf("names are %.2f pixels tall on a phone, want at least %d", got, leastName)
			}
		})
	}
}

func TestAWindowShowsTheCitiesOfTickets(t *testing.T) {
	for name, title := range rendertest.Titles {
		t.Run(name, func(t *testing.T) {
			p, board := phoneOf(t, title)
			g, _ := rendertest.Simulated(t, title, slices.Min(title.SeatCounts()), 40, "")
			v, o := g.View(1), caption.Options{Words: rendertest.Terse}
			d := p.private(board, &v, &o)
			d.assess()
			d.tickets = slices.DeleteFunc(d.tickets, func(t ownTicket) bool { return t.done })
			if len(d.tickets) == 0 {
				t.Fatal("the seat has no ticket to complete")
			}
			d.tickets = d.tickets[:1]
			d.choose(0)
			ends := p.m.Tickets[d.tickets[0].id].Cities
			shown := slices.DeleteFunc(slices.Clone(ends), func(c engine.CityID) bool {
				return !d.frame().Holds(board.lay.Cities[c].Around(0))
			})
			apart := board.lay.Cities[ends[0]].X - board.lay.Cities[ends[1]].X
			if len(shown) < len(ends) && max(apart, -apart) < phoneW-200 {
				t.Errorf("ticket %s: the window shows %d of its %d cities", p.m.Tickets[d.tickets[0].id].ID,
					len(shown), len(ends))
			}
		})
	}
}

// A route that others took since the viewer's last turn, and that lay on the open way of a ticket,
// is struck through; without the switch nothing is.
func TestARouteThatATicketNeededIsStruckThrough(t *testing.T) {
	title := rendertest.Titles["amsterdam"]
	p, m, lex := painterOf(t, title), title.Map(), title.Lexicon()
	board, err := p.phone()
	if err != nil {
		t.Fatal(err)
	}
	g, _ := rendertest.Simulated(t, title, 2, 2, "")
	v := g.View(1)
	o := caption.Options{Words: rendertest.Terse, Ways: true}
	d := p.private(board, &v, &o)
	d.assess()
	way := routesOf(d.openWays())
	if len(way) == 0 || len(d.lost) != 0 {
		t.Fatalf("got the open ways %v and the lost routes %v before any claim, want some and none", way,
			d.lost)
	}
	taken := way[0]
	v.Seats[1].Routes = append(v.Seats[1].Routes, taken)
	for r := range m.Routes { // with two seats the other lane closes (C8)
		if e := engine.RouteID(r); e != taken && m.Routes[r].Group == m.Routes[taken].Group {
			v.Closed = append(v.Closed, e)
		}
	}
	o.News = claimsOf(v, []engine.RouteID{taken})
	for _, ways := range []bool{true, false} {
		o.Ways = ways
		d := p.private(board, &v, &o)
		d.assess()
		if got := slices.Contains(d.lost, taken); got != ways {
			t.Errorf("route %s is struck through: got %t, want %t", lex.Routes[taken], got, ways)
		}
		if got := strings.Contains(p.say.PrivateAlt(&v, &o),
			"render.legend-needed: "+p.say.Codes[taken]+" "); got != ways {
			t.Errorf("the alternative text says that route %s was needed: got %t, want %t",
				lex.Routes[taken], got, ways)
		}
		if slices.Contains(routesOf(d.openWays()), taken) {
			t.Errorf("got the open ways %v, want none on route %d", d.openWays(), taken)
		}
	}
}

// routesOf are the routes of open ways.
func routesOf(ways []openWay) []engine.RouteID {
	var all []engine.RouteID
	for _, w := range ways {
		all = append(all, w.route)
	}
	return all
}

// A city on offer may lie anywhere: the picture of a choice shows the whole board, as the one of a
// player who wants it wide does.
func TestAChoiceOfTicketsShowsTheWholeBoard(t *testing.T) {
	p := painterOf(t, rendertest.Titles["world"])
	fresh, _ := rendertest.Simulated(t, rendertest.Titles["world"], 3, 0, "")
	later, _ := rendertest.Simulated(t, rendertest.Titles["world"], 3, 40, "")
	for _, c := range []struct {
		name  string
		g     engine.Game
		wide  bool
		whole bool
	}{
		{"tickets on offer", fresh, false, true},
		{"a turn", later, false, false},
		{"a turn, wide", later, true, true},
	} {
		o := caption.Options{Words: rendertest.Terse, Wide: c.wide, Ways: true}
		got, err := p.Hand(c.g.View(1), o)
		if err != nil {
			t.Fatal(err)
		}
		board, err := p.Board(c.g.View(1), caption.Options{Words: rendertest.Terse, Private: true})
		if err != nil {
			t.Fatal(err)
		}
		if whole := got.Width == board.Width; whole != c.whole {
			t.Errorf("%s: got %d × %d pixels of a board of %d × %d", c.name, got.Width, got.Height,
				board.Width, board.Height)
		}
	}
}

// A wide picture shows the open ways of the tickets as the square one does, a choice of tickets on
// the whole board only the names of the cities on offer, on plates.
func TestTheWholeBoardShowsOpenWaysAndTheCitiesOnOffer(t *testing.T) {
	title := rendertest.Titles["asia"]
	p := painterOf(t, title)
	g, _ := rendertest.Simulated(t, title, 4, 0, "")
	v := g.View(1)
	drawn := func(ways bool) []byte {
		o := caption.Options{Words: rendertest.Terse, Ways: ways, Wide: true}
		pic, err := p.Hand(v, o)
		if err != nil {
			t.Fatal(err)
		}
		return pic.PNG
	}
	if bytes.Equal(drawn(true), drawn(false)) {
		t.Error("got the same wide picture with and without open ways")
	}
	d := p.picture(&v, &caption.Options{Words: rendertest.Terse, Private: true}).reader()
	offered := d.offered()
	if !d.choosing() || len(offered) == 0 {
		t.Fatal("no tickets are on offer")
	}
	for i, lb := range p.named.Only(offered).Labels {
		want := slices.Contains(offered, engine.CityID(i))
		if got := len(lb.Lines) > 0 && lb.Plate > 0; got != want {
			t.Errorf("the name of %s is on a plate: %t, want %t", title.Map().Cities[i].ID, got, want)
		}
	}
}

// The map of a choice that is asked about shows the tickets that are kept, with a tick; the others
// are named below it.
func TestTicketsThatAreNotKeptLeaveTheMapOfTheChoice(t *testing.T) {
	title := rendertest.Titles["asia"]
	p := painterOf(t, title)
	g, _ := rendertest.Simulated(t, title, 4, 0, "")
	v := g.View(1)
	offer := v.Own().Offer.IDs
	move := engine.Move{Verb: engine.Keep, Tickets: offer[:2]}
	o := caption.Options{
		Words: rendertest.Words(t, "en"), Private: true, Ways: true, Move: move,
	}
	d := p.picture(&v, &o).reader()
	var returned []engine.TicketID
	for i := range d.tickets {
		if t := &d.tickets[i]; d.returns(t) {
			returned = append(returned, t.id)
		}
	}
	slices.Sort(returned)
	if want := slices.Sorted(slices.Values(offer[2:])); !slices.Equal(returned, want) {
		t.Errorf("got the returned tickets %v of the offer %v, want %v", returned, offer, want)
	}
	rendertest.MustSay(t, p.say.PrivateAlt(&v, &o), "You keep: A, B\n", "Not kept: C, D")
	for _, e := range d.cityLetters() {
		for _, id := range offer[2:] {
			if strings.Contains(e.text, caption.Letter(&v, id)) {
				t.Errorf("%s has the letters %q, which name a returned ticket", p.m.Cities[e.city].ID, e.text)
			}
		}
		if strings.Count(e.text, keptMark) != len(strings.Fields(e.text)) {
			t.Errorf("got the letters %q, want a tick behind each", e.text)
		}
	}
	for _, w := range d.openWays() {
		if d.returns(&d.tickets[w.ticket]) {
			t.Errorf("route %s lies on the way of a returned ticket", p.say.Codes[w.route])
		}
	}
}

// The board for everybody says whose turn it is, and so does each seat's own map.
func TestAPrivatePictureSaysWhoseTurnItIs(t *testing.T) {
	for name, title := range rendertest.Titles {
		p := painterOf(t, title)
		g, _ := rendertest.Simulated(t, title, slices.Max(title.SeatCounts()), 60, "")
		v := g.View(1)
		drawn := map[string]engine.Seat{}
		for i := range v.Seats {
			seat := v.Seats[i].Seat
			v.ToMove = []engine.Seat{seat}
			pic, err := p.Hand(v, caption.Options{Words: rendertest.Words(t, "pl")})
			if err != nil {
				t.Fatal(err)
			}
			if other, ok := drawn[string(pic.PNG)]; ok {
				t.Errorf("%s: got the same picture on the turns of the seats %d and %d", name, other, seat)
			}
			drawn[string(pic.PNG)] = seat
		}
	}
}
