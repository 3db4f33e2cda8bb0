// Package cardgame is The Card Game and its machine. Cards are laid into railyards, move face down
// onto the track, and pay for tickets at the end of a pass. Rule numbers such as K5 are those of
// docs/rules/cardgame.md.
package cardgame

import (
	_ "embed"
	"fmt"
	"slices"

	"konduktor/engine"
	"konduktor/engine/cardgame/assign"
	"konduktor/engine/railmap"
	"konduktor/engine/railmap/mapfile"
)

//go:embed map.toml
var mapFile []byte

var board = mapfile.MustParse(mapFile, "cardgame/map.toml")

// Title is The Card Game.
var Title = must(newEdition(board))

// Numbers of the rules.
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

	lastTurns = 1 // of each seat, once the deck is empty (K7)
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

// Options: with open-track a seat may look at its own track (K3); declare says who decides which
// tickets it pays for (K8).
const (
	openTrack = "open-track"
	off       = "off"
	on        = "on"

	declaring = "declare"
	byProgram = "program"
	byPlayers = "players"
)

// Sizes of the machine's arrays.
const (
	colors   = assign.Colors // the card after them is the wild (K1)
	maxSeats = 4
)

const wild = engine.Card(colors)

// Edition is The Card Game with its tickets and cities, and what is computed from them in advance.
type Edition struct {
	board   *railmap.Map
	lexicon *engine.Lexicon
	tickets assign.Tickets
	big     []engine.CityID
	byCard  []engine.TicketID // those that give most points for a card first
}

func newEdition(m *railmap.Map) (*Edition, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	e := &Edition{board: m}
	switch {
	case len(m.Colors) != colors:
		return nil, fmt.Errorf("map %s: %d colours, want %d", m.Name, len(m.Colors), colors)
	case len(m.Routes) > 0:
		return nil, fmt.Errorf("map %s: the card game has no routes", m.Name)
	case len(m.Tickets) < maxSeats*offerFirst || len(m.Tickets) > assign.MaxTickets:
		return nil, fmt.Errorf("map %s: %d tickets, want %d to %d", m.Name, len(m.Tickets),
			maxSeats*offerFirst, assign.MaxTickets)
	}
	for i := range m.Tickets {
		switch t := &m.Tickets[i]; {
		case len(t.Cities) > assign.MaxStops:
			return nil, fmt.Errorf("map %s: ticket %s: %d cities, want %d", m.Name, t.ID, len(t.Cities),
				assign.MaxStops)
		case t.Cards == nil:
			return nil, fmt.Errorf("map %s: ticket %s needs no cards", m.Name, t.ID)
		}
	}
	e.lexicon = lexicon(m)
	for i := range m.Cities {
		if m.Cities[i].Bonus > 0 {
			e.big = append(e.big, engine.CityID(i))
		}
	}
	e.tickets = assign.New(m)
	e.weigh()
	return e, nil
}

// weigh sorts the tickets by their points for a card.
func (e *Edition) weigh() {
	for t := range e.tickets {
		e.byCard = append(e.byCard, engine.TicketID(t))
	}
	slices.SortStableFunc(e.byCard, func(a, b engine.TicketID) int {
		return e.board.Tickets[b].Points*e.tickets.Cards(a) - e.board.Tickets[a].Points*e.tickets.Cards(b)
	})
}

func (e *Edition) all() assign.Set { return 1<<len(e.tickets) - 1 }

func lexicon(m *railmap.Map) *engine.Lexicon {
	l := &engine.Lexicon{Offered: offerLater} // K6
	for _, c := range m.Colors {
		l.Faces = append(l.Faces, engine.Face{Name: c, Color: c})
	}
	l.Faces = append(l.Faces, engine.Face{Name: "wild", Wild: true})
	m.Names(l)
	return l.Index()
}

// must panics on a fault in the embedded map, which tests have checked.
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

// Piles lists one deck, without the locomotive that every seat gets (K0).
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
	return []engine.OptionSpec{
		{Key: openTrack, Values: []string{off, on}},                                // K3
		{Key: declaring, Values: []string{byProgram, byPlayers}, Usual: byPlayers}, // K8
		engine.Shuffling(), engine.Redealing(), // C18, C19
	}
}

// Map returns the title's map: cities and tickets, no routes.
func (e *Edition) Map() *railmap.Map { return e.board }
