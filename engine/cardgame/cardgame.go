// Package cardgame is the title The Card Game and its machine: it has no board, so it shares little with railway. Cards are
// laid into railyards, go blind onto the track, and pay for tickets at the end of a pass. Rule numbers such as K5 are
// those of docs/rules/cardgame.md.
package cardgame

import (
	_ "embed"
	"fmt"

	"github.com/konduktor-bot/konduktor/engine"
	"github.com/konduktor-bot/konduktor/engine/railmap"
)

//go:embed map.toml
var mapFile []byte

var board = railmap.MustParse(mapFile, "cardgame/map.toml")

// Title is The Card Game.
var Title = must(newEdition(board))

// What the rules count.
const (
	version   = 1 // raised when a change alters the replay of a released record
	perColor  = 10
	wilds     = 16
	ownWilds  = 1 // locomotives that each seat has from the start (K2)
	dealt     = 7 // K2
	dealtAnew = 4 // K9
	slots     = 5 // of the market (K2)

	offerFirst = 6 // K2
	keepFirst  = 1 // K2
	offerLater = 4 // K6; none of them need be kept

	rowLeast    = 2 // cards of a row (K5)
	singleCards = 3 // laid together (K5)

	idleRounds = 3 // C12
)

// seatCounts are the numbers of seats (K1).
var seatCounts = []int{2, 3, 4}

// passes is how many passes a game has by its number of seats (K9).
func passes(seats int) int {
	if seats == 4 {
		return 2
	}
	return 1
}

// The option with which a seat may look at its own track (K3).
const (
	openTrack = "open-track"
	off       = "off"
	on        = "on"
)

// The largest numbers that the machine has room for.
const (
	colors   = 8 // the card after them is the wild (K1)
	maxDeck  = colors*perColor + wilds
	maxSeats = 4
)

const wild = engine.Card(colors)

// Edition is the Card Game with its tickets and cities, and what can be worked out of them beforehand.
type Edition struct {
	board   *railmap.Map
	lexicon *engine.Lexicon
	tickets []ticket // by id
	big     []engine.CityID
}

// ticket is what the machine needs to know of a ticket.
type ticket struct {
	needs  []need
	points int
	worth  int // in K8's order, see assign.go
	// Tickets with which a best set has this one, and those that it has only with this one: search.go.
	before, behind ticketSet
}

func newEdition(m *railmap.Map) (*Edition, error) {
	e := &Edition{board: m}
	switch {
	case len(m.Colors) != colors:
		return nil, fmt.Errorf("map %s: %d colours, want %d", m.Name, len(m.Colors), colors)
	case len(m.Routes) > 0:
		return nil, fmt.Errorf("map %s: the card game has no routes", m.Name)
	case len(m.Tickets) < maxSeats*offerFirst || len(m.Tickets) > maxTickets:
		return nil, fmt.Errorf("map %s: %d tickets, want %d to %d", m.Name, len(m.Tickets), maxSeats*offerFirst, maxTickets)
	}
	e.lexicon = lexicon(m)
	for i := range m.Cities {
		if m.Cities[i].Bonus > 0 {
			e.big = append(e.big, engine.CityID(i))
		}
	}
	for i := range m.Tickets {
		e.tickets = append(e.tickets, newTicket(m, &m.Tickets[i]))
	}
	rank(e.tickets)
	return e, nil
}

func newTicket(m *railmap.Map, from *railmap.Ticket) ticket {
	t := ticket{points: from.Points, worth: pointWorth*from.Points + ticketWorth}
	for c, n := range from.Cards {
		if n > 0 {
			t.needs = append(t.needs, need{color: c, cards: n})
		}
	}
	for _, city := range from.Cities {
		if m.Cities[city].Bonus > 0 {
			t.worth += namingWorth // K8
		}
	}
	return t
}

func lexicon(m *railmap.Map) *engine.Lexicon {
	l := &engine.Lexicon{}
	for _, c := range m.Colors {
		l.Faces = append(l.Faces, engine.Face{Name: c, Color: c})
	}
	l.Faces = append(l.Faces, engine.Face{Name: "wild", Wild: true})
	m.Names(l)
	return l.Index()
}

// must returns the edition of the embedded map, which tests have checked; it panics on a fault.
func must(e *Edition, err error) *Edition {
	if err != nil {
		panic(err)
	}
	return e
}

// ID is the notation's word for the title.
func (e *Edition) ID() string { return e.board.Title }

// Version is the version of rules and map.
func (e *Edition) Version() int { return version }

// SeatCounts lists the numbers of seats, ascending.
func (e *Edition) SeatCounts() []int { return seatCounts }

// Lexicon holds the names of the notation.
func (e *Edition) Lexicon() *engine.Lexicon { return e.lexicon }

// Piles lists the stacks of cards: one deck, of which every seat has a locomotive before it is shuffled (K0).
func (e *Edition) Piles() []engine.PileSpec {
	return []engine.PileSpec{{Tag: "Deck", Cards: allCards(), Apart: engine.Cards{wild: ownWilds}}}
}

// allCards are the train cards of the box (K1).
func allCards() engine.Cards {
	all := engine.Cards{wild: wilds}
	for c := range colors {
		all[c] = perColor
	}
	return all
}

// Options lists the options of a game.
func (e *Edition) Options() []engine.OptionSpec {
	return []engine.OptionSpec{{Key: openTrack, Values: []string{off, on}}} // K3
}

// Map returns the title's map: cities and tickets, no routes.
func (e *Edition) Map() *railmap.Map { return e.board }
