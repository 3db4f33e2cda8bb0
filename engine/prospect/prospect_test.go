package prospect

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"konduktor/engine"
	"konduktor/engine/railmap"
)

// line makes a map of cities 0, 1, 2, … joined by routes of these lengths, one after the other.
func line(lengths ...int) *railmap.Map {
	m := &railmap.Map{Cities: make([]railmap.City, len(lengths)+1)}
	for i, n := range lengths {
		m.Routes = append(m.Routes, railmap.Route{
			A: engine.CityID(i), B: engine.CityID(i + 1), Length: n,
			Group: i, Color: "red",
		})
	}
	m.Tickets = []railmap.Ticket{{
		Cities: []engine.CityID{0, engine.CityID(len(lengths))}, Points: 9,
		Penalty: 9,
	}}
	m.Index()
	return m
}

// alone is a view of seat 1 of two, with some pieces, on a map of one kind of routes.
func alone(m *railmap.Map, pieces int) *engine.View {
	v := &engine.View{
		Viewer: 1, Phase: engine.InPlay, ToMove: []engine.Seat{1}, Owes: engine.OwesTurn,
		Seats: []engine.SeatView{{Seat: 1, Pieces: []int{pieces}}, {Seat: 2, Pieces: []int{pieces}}},
	}
	v.WithFacts(&engine.RuleFacts{
		Kinds: make([]uint8, len(m.Routes)), Open: make([]bool, len(m.Routes)), Spare: 1, LastAt: 2,
		LastTurns: 1,
	})
	return v
}

func TestProspect(t *testing.T) {
	last := func(turns int, owes engine.Owes) func(*engine.View) {
		return func(v *engine.View) { v.LastRound, v.TurnsLeft, v.Owes = true, turns, owes }
	}
	claimed := func(s engine.Seat, list ...engine.RouteID) func(*engine.View) {
		return func(v *engine.View) { v.Seats[s-1].Routes = list }
	}
	for _, c := range []struct {
		name    string
		lengths []int
		pieces  int
		with    func(*engine.View)
		want    Standing
		spaces  int
	}{
		{
			"C10 a ticket is complete when its cities are joined",
			[]int{2, 2},
			9, claimed(1, 0, 1), Done,
			0,
		},
		{"own routes are free", []int{2, 3}, 9, claimed(1, 0), Open, 3},
		{"a route of somebody else leads nowhere", []int{2, 3}, 9, claimed(2, 0), Lost, 0},
		{"C7 the pieces must suffice", []int{2, 3}, 4, nil, Lost, 0},
		{"C11 the longest route can still be claimed in the last round", []int{1, 1, 3}, 5, nil, Open, 5},
		{"C11 a team claims its short routes first", []int{2, 2, 1}, 5, nil, Open, 5},
		{"C11 with two pieces left there is one more turn only", []int{1, 1, 1, 1, 1}, 5, nil, Lost, 0},
		{"C11 one turn is one route", []int{1, 1}, 9, last(2, engine.OwesTurn), Lost, 0},
		{"C11 the present turn counts", []int{2}, 9, last(2, engine.OwesTurn), Open, 2},
		{
			"C11 the present turn is used up once a card is drawn",
			[]int{2},
			9, last(2, engine.OwesSecond),
			Lost, 0,
		},
		{
			"N6 a tunnel that is being paid for still counts",
			[]int{2},
			9, last(1, engine.OwesPay), Open,
			2,
		},
		{"when all is over nothing is open", []int{2}, 9, func(v *engine.View) {
			v.Phase, v.ToMove = engine.IsOver, nil
		}, Lost, 0},
		{"W2 pieces that are not chosen yet limit nothing", []int{9, 9}, 0, func(v *engine.View) {
			v.Seats[0].Pieces = nil
		}, Open, 18},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := line(c.lengths...)
			v := alone(m, c.pieces)
			if c.with != nil {
				c.with(v)
			}
			got := Of(v, m, 1, []engine.TicketID{0})[0]
			if got.Standing != c.want || got.Way.Spaces != c.spaces {
				t.Errorf("%+v, want standing %d with %d spaces", got, c.want, c.spaces)
			}
		})
	}
}

func TestC8ClosedTwinLaneMakesTheWayLonger(t *testing.T) {
	m := line(2)
	m.Routes = append(m.Routes, m.Routes[0], railmap.Route{A: 0, B: 1, Length: 5, Group: 1})
	m.Index()
	v := alone(m, 20)
	v.Seats[1].Routes = []engine.RouteID{1}
	got := Replay(v, m, []engine.Event{{Kind: engine.EventClaimed, Seat: 2, Route: 1}},
		[]engine.TicketID{0})
	if len(got) != 1 || len(got[0].Tickets) != 1 || got[0].Tickets[0].Shorter() != -3 ||
		!cmp.Equal(got[0].Closes, []engine.RouteID{0}) {
		t.Errorf("%+v, want one claim that closes route 0 and costs 3 spaces", got)
	}
}

func TestClaimOfATakenLaneChangesNothing(t *testing.T) {
	m := line(2)
	v := alone(m, 20)
	v.Seats[1].Routes = []engine.RouteID{0}
	if got := OfClaim(v, m, 0, []engine.TicketID{0}); len(got.Tickets) > 0 {
		t.Errorf("%+v, want no change", got)
	}
}

func TestABystanderHasNoProspects(t *testing.T) {
	m := line(2)
	v := alone(m, 20)
	v.Viewer = engine.Public
	if got := Of(v, m, v.Viewer, []engine.TicketID{0}); got != nil || Own(v) != nil ||
		Replay(v, m, nil, nil) != nil {
		t.Errorf("%+v, want nothing", got)
	}
}

// Many cities are joined one after the other: the answer is a way, if not always the shortest.
func TestATicketOfManyCitiesHasAWay(t *testing.T) {
	m := line(1, 1, 1, 1, 1, 1, 1, 1)
	m.Tickets[0].Cities = []engine.CityID{8, 0, 7, 1, 6, 2, 5, 3, 4}
	for pieces, want := range map[int]Standing{20: Open, 8: Open} {
		if got := Of(alone(m, pieces), m, 1, []engine.TicketID{0})[0]; got.Standing != want ||
			got.Way.Spaces != 8 {
			t.Errorf("with %d pieces %+v, want a way of 8 spaces", pieces, got)
		}
	}
	v := alone(m, 20)
	v.Seats[1].Routes = []engine.RouteID{3}
	if got := Of(v, m, 1, []engine.TicketID{0})[0]; got.Standing != Lost {
		t.Errorf("%+v, want it lost: a city cannot be reached", got)
	}
}

func TestNeedsAddUpColoursButListGrayRoutesSeparately(t *testing.T) {
	m := &railmap.Map{Routes: []railmap.Route{
		{Length: 3, Color: "red"},
		{Length: 2, Color: railmap.Gray},
		{Length: 4, Color: "red", Symbols: 1},
		{Length: 2, Color: railmap.Gray},
		{Length: 5, Color: "red", Kind: railmap.Sea},
		{Length: 3, Color: "blue", Pairs: 2},
	}}
	want := []Need{
		{Color: "red", Cards: 6},
		{Color: "red", Ship: true, Cards: 5},
		{Color: "blue", Cards: 1},
		{Color: railmap.Gray, Cards: 2},
		{Color: railmap.Gray, Cards: 2},
		{Pairs: 2},
		{Wilds: 1},
	}
	if diff := cmp.Diff(want, Needs(m, []engine.RouteID{0, 1, 2, 3, 4, 5})); diff != "" {
		t.Error(diff)
	}
}

func TestK8TicketOfCardsTellsWhereEachCardLies(t *testing.T) {
	m := &railmap.Map{
		Colors:  []string{"red", "blue"},
		Tickets: []railmap.Ticket{{Points: 5, Penalty: 5, Cards: []int{3, 1}}},
	}
	l := &engine.Lexicon{Faces: []engine.Face{
		{Name: "red"},
		{Name: "blue"},
		{Name: "wild", Wild: true},
	}}
	view := func(track engine.CardsView, turns int) *engine.View {
		v := &engine.View{
			Viewer: 1, Phase: engine.InPlay, ToMove: []engine.Seat{1}, LastRound: true, TurnsLeft: turns,
			Pass: 1, Passes: 1,
			Seats: []engine.SeatView{
				{Seat: 1, Yard: []engine.Row{{Card: 0, N: 2}}, Track: track},
				{Seat: 2},
			},
		}
		v.Seats[0].Hand.Cards[1] = 4
		v.WithRules(l.Index(), engine.UsesYards, nil, nil)
		return v
	}
	known := func(red, blue, wild uint8) engine.CardsView {
		return engine.CardsView{
			N: int(red + blue + wild), Known: true,
			Cards: engine.Cards{red, blue, wild},
		}
	}
	for _, c := range []struct {
		name  string
		track engine.CardsView
		turns int
		want  Standing
	}{
		{"a turn is left, in which cards still move", known(0, 0, 0), 3, Open},
		{"K8 wilds stand in for what lacks", known(2, 0, 2), 2, Open},
		{"K3 no card moves any more, and the track is too short of colours", known(2, 0, 1), 2, Lost},
		{"K3 a track that is hidden may hold anything", engine.CardsView{N: 4}, 2, Open},
		{"K3 but not more than its cards", engine.CardsView{N: 3}, 2, Lost},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Of(view(c.track, c.turns), m, 1, []engine.TicketID{0})[0]
			if got.Standing != c.want {
				t.Errorf("%+v, want standing %d", got, c.want)
			}
		})
	}
	got := Of(view(known(1, 0, 0), 3), m, 1, []engine.TicketID{0})[0].Cards
	want := []Pay{{Card: 0, Needs: 3, Track: 1, Yard: 2}, {Card: 1, Needs: 1, Hand: 4}}
	if diff := cmp.Diff(want, got); diff != "" || got[0].Missing() != 0 || got[1].Missing() != 1 {
		t.Error(diff)
	}
}

// Two tickets want red, and one red card is laid: it pays for one of them.
func TestK8ALaidCardCountsForOneTicketOnly(t *testing.T) {
	m := &railmap.Map{
		Colors:  []string{"red", "blue"},
		Tickets: []railmap.Ticket{{Cards: []int{3, 1}}, {Cards: []int{2, 0}}},
	}
	l := &engine.Lexicon{Faces: []engine.Face{
		{Name: "red"},
		{Name: "blue"},
		{Name: "wild", Wild: true},
	}}
	v := &engine.View{Viewer: 1, Phase: engine.InPlay, Seats: []engine.SeatView{{Seat: 1}, {Seat: 2}}}
	v.Seats[0].Yard = []engine.Row{{Card: 1, N: 1}}
	v.WithRules(l.Index(), engine.UsesYards, nil, nil)
	tickets := []engine.TicketID{0, 1}
	want := []Pay{{Card: 0, Needs: 5}, {Card: 1, Needs: 1, Yard: 1}}
	if diff := cmp.Diff(want, Wanted(v, m, tickets)); diff != "" {
		t.Error(diff)
	}
	if n := Unlaid(v, m, tickets); n != 5 {
		t.Errorf("%d cards are to be laid, want 5", n)
	}
	if n := OfLay(v, m, &engine.Cards{1}, tickets); n != 4 {
		t.Errorf("%d cards after one of them, want 4", n)
	}
	if n := OfLay(v, m, &engine.Cards{2, 0, 1}, tickets); n != 2 {
		t.Errorf("%d cards after a row with a locomotive, want 2", n)
	}
	if n := OfLay(v, m, &engine.Cards{1, 1}, tickets); n != 4 {
		t.Errorf("%d cards after single cards, one of them idle, want 4", n)
	}
	own := &v.Seats[0] // told of a red card and a locomotive on the track (K3)
	if own.Track.N, own.Moved = 2, (engine.Cards{1, 0, 1}); Unlaid(v, m, tickets) != 3 {
		t.Errorf("%d cards are to be laid beside those on the track, want 3", Unlaid(v, m, tickets))
	}
}
