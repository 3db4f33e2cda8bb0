package engine

// EventKind says what happened.
type EventKind uint8

const (
	EventChose EventKind = iota + 1 // a setup choice was made; only the seat knows which (C2)
	// N tickets kept, M put back; Tickets (secret): those kept (C9)
	EventKept
	EventBegan      // all setup choices took effect; Seat begins
	EventDrewBlind  // Card (secret) from Pile's deck
	EventDrewMarket // Card from slot N
	EventFilled     // slot N shows Card (C6)
	EventFlushed    // the whole market was discarded (C5)
	EventShuffled   // N discards became Pile's deck (C6)
	EventClaimed    // Route, Payment, N points (C7)
	EventTook       // tokens of the title: N of those named Word (View.Tokens)
	EventOffered    // N tickets on offer; Tickets (secret): which (C9)
	EventLastRound  // N turns are left (C11)
	EventPassed     // the seat had no legal action (C12)
	// a tunnel: Route, Payment laid down, Shown turned up, N cards asked for (N6)
	EventDug
	EventTolled   // Payment for what a tunnel asked for (N6)
	EventWithdrew // a tunnel's payment was taken back: Route, Payment (N6)
	EventPlaced   // Card (drawn blind: secret) went to Where (S3)
	// N tickets were put on the team's rack; Tickets (the team's secret) (S6)
	EventShared
	EventOver     // the game has ended
	EventRevealed // setup: the seat took N trains and M ships (W2)
	EventBuilt    // a port in City, Payment (W10)
	// N pieces of the kind Pile given up for as many of the other, -N points (W11)
	EventExchanged
	EventLaid   // cards laid into the railyard: Payment (K5)
	EventRobbed // Victim's row of colour Card was discarded: Payment (K5)
	// a card of each row went face down onto the track: Payment (K3)
	EventMoved
	// a pass has been played, and N seats declare what their tracks pay for (K8)
	EventDeclaring
	EventDeclared // the seat declared Tickets, a secret until the pass is scored (K8)
	// a pass was scored: the seat completed N tickets, Tickets, for M points (K8)
	EventScored
	// a new pass begins with N cards in the deck; Seat begins (K9)
	EventDealtAnew
)

// Event is one consequence of a move. Events are derived from the record and never stored.
type Event struct {
	Kind    EventKind
	Seat    Seat // who did it; 0: nobody
	Card    Card // NoCard: none, or the viewer may not know
	Pile    Pile
	Route   RouteID
	City    CityID
	Victim  Seat // who was robbed; Public: nobody
	N, M    int
	Word    string
	Where   Where // where a drawn card went; Nowhere in titles without racks
	Mate    Seat  // the partner, who may know what the team may know (S4); Public: nobody
	Payment Payment
	Shown   []Card     // turned up
	Tickets []TicketID // nil: none, or the viewer may not know
	By      Deputy     // who acted in Seat; a game leaves it to those who know its people
}

// Deputy is who acted in a seat, as its reader sees it.
type Deputy uint8

// The player is the seat's owner or, to a stand-in who reads, the stand-in.
const (
	ByPlayer Deputy = iota
	ByHouse
	ByStandIn // another one
	ByOwner   // to a stand-in who reads
)

// For returns the event as a viewer may know it (C15). Tickets and cards drawn blind are the seat's
// secret.
func (e Event) For(viewer Seat) Event {
	if viewer == e.Seat && viewer != Public {
		return e
	}
	if viewer == e.Mate && viewer != Public {
		return e
	}
	e.Mate = Public
	switch e.Kind {
	case EventDrewBlind, EventPlaced:
		e.Card = NoCard
	case EventKept, EventOffered, EventShared:
		e.Tickets = nil
	case EventChose, EventDeclared:
		e.N, e.M, e.Tickets = 0, 0, nil
	}
	return e
}
