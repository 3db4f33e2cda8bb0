package match

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"konduktor/engine"
)

// Event is something that happened to a game, committed with its change. It says nothing secret.
type Event interface{ event() }

// Reason is why a move was made.
type Reason string

// The reasons. A seat's player is Chosen's; the others are the bot's doing.
const (
	Chosen  Reason = ""        // its player chose it
	Forced  Reason = "forced"  // nothing else was left, so nobody was asked
	Planned Reason = "planned" // its player had planned it
	Lapsed  Reason = "lapsed"  // the time to answer was up, so the default was made
	Absent  Reason = "absent"  // the same, and the house plays the seat from now on
	ByHouse Reason = "house"   // the house plays the seat
)

// What happened in a lobby.
type (
	Opened struct{}
	// LobbyChanged: the lobby looks different now.
	LobbyChanged struct{}
	// Invited: User was invited to a lobby that was open already.
	Invited struct{ User UserID }
	// Knocked: User asks the host to be let in.
	Knocked struct{ User UserID }
	// Admitted: the host has let User in.
	Admitted struct{ User UserID }
	// Unseated: User's seat is gone.
	Unseated struct{ User UserID }
	// PartnerAsked: somebody wants to be the partner of Seat's player.
	PartnerAsked struct {
		Seat engine.Seat
		N    int // of the wish: Pair.N
	}
	// PartnerAnswered tells the seat that asked for a partner the answer.
	PartnerAnswered struct {
		Seat    engine.Seat
		Partner UserID
		Agreed  bool
	}
	// Fading: the lobby is idle and closes soon.
	Fading struct{}
)

// What happened to a whole game.
type (
	// Started: the cards have been dealt.
	Started struct{ ToMove []engine.Seat }
	Renamed struct{ By engine.Seat }
	// Rehoused: the game has a new table, in a thread that exists or one to be opened in the
	// channel.
	Rehoused    struct{ Thread bool }
	TableOpened struct{}
	// Homeless: the table is gone, or could Never be opened.
	Homeless struct{ Never bool }
	// CancelAsked: the owner of a seat wants the game cancelled.
	CancelAsked struct{ By engine.Seat }
	// CancelRefused: the owner of a seat wants to play on.
	CancelRefused struct{ By engine.Seat }
	// Closed: the game has ended before its end.
	Closed struct {
		Why CloseReason
		By  engine.Seat // who wanted it last; Public: nobody in particular
		Ran bool        // it was under way; else it was a lobby
	}
	// Over: the game was played to its end.
	Over struct{}
	// Interrupted: nobody could play for a while, and the table has that time back. Without an outage
	// only its votes last longer.
	Interrupted struct {
		From, Until time.Time
		Ran         bool // the clock of a person ran then
	}
	// Expiring: all have left, and the game ends soon.
	Expiring struct{ Seat engine.Seat }
	// RatingsSettled: it was settled anew for whom the running game is rated.
	RatingsSettled struct{}
	// TakenOut: those who manage the server have taken a seat, or (Public) the game, out of the
	// ratings, for the reason in Terms.Removed. Back: they no longer do.
	TakenOut struct {
		Seat engine.Seat
		Back bool
	}
	// Restored: the database was restored from a copy, and the running game goes on from there.
	Restored struct {
		Copy  time.Time     // of the last change that the copy knows
		Waits []engine.Seat // the seats of people that the game waits for
	}
)

// CloseReason is why a game was cancelled.
type CloseReason string

// The reasons.
const (
	ByAgreement CloseReason = "stopped"  // all who are left wanted it
	ByHost      CloseReason = "host"     // the host of a lobby did
	ByManagers  CloseReason = "ended"    // those who manage the server did
	ByDesertion CloseReason = "deserted" // all had left
	ByAge       CloseReason = "faded"    // nothing happened in the lobby
	ByDeletion  CloseReason = "deleted"  // the channel of the lobby is gone
)

// What happened in play.
type (
	Moved struct {
		Seat   engine.Seat
		Verb   string // of the move: engine.Verb as text
		Reason Reason
		Paced  bool // the game has clocks
		Done   bool // the seat's turn, or its setup choice, is complete
		Dug    bool // the seat has to decide about its tunnel
		Owes   bool // the seat has something else to do
		Phase  engine.Phase
		ToMove []engine.Seat
		// Answers: the move was made while its game was asked about an undo, and answers that.
		Answers bool
	}
	// TakenBack: the moves of a seat, and all since, were taken back.
	TakenBack struct {
		Seat  engine.Seat
		Moved []engine.Seat // other seats with moves among them
		Moves []engine.Seat // the seats that can move now
	}
	// UndoAsked: a seat wants to take its last move back.
	UndoAsked struct {
		Seat      engine.Seat
		Concerned []engine.Seat // who has to agree
		Moved     []engine.Seat // whose moves would go too
	}
	// UndoAgreed: a seat agrees; others have not answered yet.
	UndoAgreed struct{ By engine.Seat }
	// UndoRefused: a seat said No, its asker withdrew, or (Public) the time was up.
	UndoRefused struct{ By engine.Seat }
)

// What happened to seats and clocks.
type (
	// SeatChanged: somebody else plays or owns a seat.
	SeatChanged struct {
		Seat engine.Seat
		Was  Seat
		Why  string // a reason of tenures
		// Answered is who was told by the interaction's answer; their message waits for that.
		Answered UserID
	}
	// StandInAsked: a friend of a seat's player is asked to stand in.
	StandInAsked struct{ Seat engine.Seat }
	// StandInAnswered is the friend's answer.
	StandInAnswered struct {
		Seat   engine.Seat
		Agreed bool
	}
	// OustAsked: somebody wants a seat given up. First: nobody had before.
	OustAsked struct {
		Seat  engine.Seat
		First bool
	}
	// Here: the player of a seat has ended a vote to give it up.
	Here struct{ Seat engine.Seat }
	// Sought: somebody is sought for the vacant seats.
	Sought struct{ Until time.Time }
	// SoughtNoLonger: the seat is taken.
	SoughtNoLonger struct{}
	// Pausing: the clocks stop, run again, or a seat's owner wants that. Public: a pause has ended
	// by itself.
	Pausing struct{ By engine.Seat }
	// PauseRefused: a vote for a pause failed by a seat's No, or (Public) for want of time.
	PauseRefused struct{ By engine.Seat }
	// Gifted: a player has given the others more time.
	Gifted struct{ By engine.Seat }
	// Nudged: a player asks others to move.
	Nudged struct {
		By    engine.Seat
		Seats []engine.Seat
	}
	// Reminded: a reminder of a seat's turn is due.
	Reminded struct {
		Seat     engine.Seat
		Reminder int
	}
	// OnVacation: a player has announced a vacation.
	OnVacation struct{ Seat engine.Seat }
	// Pardoned: the server's managers have given a player the seat and its time back.
	Pardoned struct {
		Seat    engine.Seat
		StandIn UserID // who played it until then; "": nobody else
		Waits   bool   // the game waits for the player
	}
)

func (Opened) event()          {}
func (LobbyChanged) event()    {}
func (Invited) event()         {}
func (Knocked) event()         {}
func (Admitted) event()        {}
func (Unseated) event()        {}
func (PartnerAsked) event()    {}
func (PartnerAnswered) event() {}
func (Fading) event()          {}
func (Started) event()         {}
func (Renamed) event()         {}
func (Rehoused) event()        {}
func (TableOpened) event()     {}
func (Homeless) event()        {}
func (CancelAsked) event()     {}
func (CancelRefused) event()   {}
func (Closed) event()          {}
func (Over) event()            {}
func (Expiring) event()        {}
func (Interrupted) event()     {}
func (Restored) event()        {}
func (RatingsSettled) event()  {}
func (TakenOut) event()        {}
func (Moved) event()           {}
func (TakenBack) event()       {}
func (UndoAsked) event()       {}
func (UndoAgreed) event()      {}
func (UndoRefused) event()     {}
func (SeatChanged) event()     {}
func (StandInAsked) event()    {}
func (StandInAnswered) event() {}
func (OustAsked) event()       {}
func (Here) event()            {}
func (Sought) event()          {}
func (SoughtNoLonger) event()  {}
func (Pausing) event()         {}
func (PauseRefused) event()    {}
func (Gifted) event()          {}
func (Nudged) event()          {}
func (Reminded) event()        {}
func (OnVacation) event()      {}
func (Pardoned) event()        {}

// Events lists one of each event, so that Happening can be read back (test).
var Events = []Event{
	Opened{},
	LobbyChanged{},
	Invited{},
	Knocked{},
	Admitted{},
	Unseated{},
	PartnerAsked{},
	PartnerAnswered{},
	Fading{},
	Started{},
	Renamed{},
	Rehoused{},
	TableOpened{},
	Homeless{},
	CancelAsked{},
	CancelRefused{},
	Closed{},
	Over{},
	Expiring{},
	Interrupted{},
	Restored{},
	RatingsSettled{},
	TakenOut{},
	Moved{},
	TakenBack{},
	UndoAsked{},
	UndoAgreed{},
	UndoRefused{},
	SeatChanged{},
	StandInAsked{},
	StandInAnswered{},
	OustAsked{},
	Here{},
	Sought{},
	SoughtNoLonger{},
	Pausing{},
	PauseRefused{},
	Gifted{},
	Nudged{},
	Reminded{},
	OnVacation{},
	Pardoned{},
}

// NameOf returns the name of an event's type, "Moved".
func NameOf(e Event) string { return reflect.TypeOf(e).Name() }

// Happening is an event with the row as the change left it (Rev is still that before the change),
// as the store carries it to listeners. It holds no seed.
type Happening struct {
	Event Event
	Row   Game
	At    time.Time
	By    UserID // who caused it; "": the bot
	Origin
}

// Origin is what caused a change: an interaction with Discord, or nothing of the kind.
type Origin struct {
	Interaction string    `json:"interaction,omitempty"` // its ID, which tells a repetition
	Clicked     MessageID `json:"clicked,omitempty"`     // the message whose button it was
	Directly    bool      `json:"directly,omitempty"`    // it came from a direct message
}

// happeningJSON is the form of a Happening in the store.
type happeningJSON struct {
	Kind   string          `json:"kind"`
	Event  json.RawMessage `json:"event"`
	Row    Game            `json:"row"`
	At     time.Time       `json:"at"`
	By     UserID          `json:"by,omitempty"`
	Origin Origin          `json:"origin,omitzero"`
}

// MarshalJSON leaves out what is secret: the seed and the head.
func (h Happening) MarshalJSON() ([]byte, error) {
	event, err := json.Marshal(h.Event)
	if err != nil {
		return nil, fmt.Errorf("write event %s: %w", NameOf(h.Event), err)
	}
	row := h.Row
	row.Seed, row.Head, row.NewTenures = engine.Seed{}, Link{}, nil // the store has the head
	return json.Marshal(happeningJSON{NameOf(h.Event), event, row, h.At, h.By, h.Origin})
}

func (h *Happening) UnmarshalJSON(text []byte) error {
	var raw happeningJSON
	if err := json.Unmarshal(text, &raw); err != nil {
		return fmt.Errorf("read an event: %w", err)
	}
	for _, e := range Events {
		if NameOf(e) != raw.Kind {
			continue
		}
		into := reflect.New(reflect.TypeOf(e))
		if err := json.Unmarshal(raw.Event, into.Interface()); err != nil {
			return fmt.Errorf("read event %s: %w", raw.Kind, err)
		}
		*h = Happening{into.Elem().Interface().(Event), raw.Row, raw.At, raw.By, raw.Origin}
		return nil
	}
	return fmt.Errorf("read an event: unknown kind %q", raw.Kind)
}
