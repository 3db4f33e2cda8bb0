package engine

// Imaginer is a title that can set up a game in the middle, for computer players who imagine games
// that agree with what they know.
type Imaginer interface {
	// Imagine returns a game that looks like v to v's viewer; h supplies what v leaves open. Every
	// card, ticket and piece must be accounted for. A finished game cannot be imagined.
	Imagine(v *View, h *Hidden) (Game, error)
}

// Hidden is what a View does not say: all secrets, and the few public facts that only events tell.
// Fields that a title does not use stay zero.
type Hidden struct {
	Seed    Seed         // of the shuffles to come
	Decks   [][]Card     // by deck: the cards face down, top first
	Tickets []TicketID   // the pile, top first
	Seats   []HiddenSeat // by seat
	Teams   []HiddenTeam // by team; only with UsesTeams
	Went    Where        // where the first card of the turn went, while a second one is owed (S3)
	Passed  int          // passes in a row (C12)
	Idle    int          // turns in a row without progress (C12)
	Open    bool         // a seat may look at its own track (K3)
	Last    Seat         // who had the last turn of a pass, while tickets are declared (K9)
	Declare bool         // seats declare what their tracks pay for (K8); a view that shows it says so
}

// HiddenSeat is what a seat keeps to itself.
type HiddenSeat struct {
	Hand    Cards
	Track   Cards      // only with UsesYards
	Tickets []TicketID // kept and not on the rack, in the order of the offers
	Shared  []TicketID // kept and on the team's rack
	Fresh   []TicketID // just kept, while one of them must be shared (S5)
	Offer   []TicketID // on offer now
	Dealt   []TicketID // all that were ever on offer, in order
	Chosen  []TicketID // at setup: what it will keep; nil: it has not chosen
	Pledged []TicketID // at setup: what it will share (S2); nil: it has not chosen
	// what it has declared; nil: nothing. A seat that owes nothing then gets the program's set (K8)
	Declared []TicketID
	Pieces   []int // at setup, by kind: its choice (W2); nil: it has not chosen
	Drawn    Card  // drawn blind and not yet placed (S3); only of the seat that owes a place
}

// HiddenTeam is what partners share.
type HiddenTeam struct {
	Rack    Cards
	Tickets []TicketID // in the order shared
}
