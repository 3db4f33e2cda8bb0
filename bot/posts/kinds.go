package posts

import (
	"context"
	"slices"
	"strconv"

	"konduktor/bot/message"
	"konduktor/bot/people"
	"konduktor/engine"
	"konduktor/engine/match"
	"konduktor/storage"
)

// The kinds of posts. In direct messages:
const (
	Panel  storage.Kind = "panel"  // of a turn, with menus while it lasts; Subject: Carried
	Answer storage.Kind = "answer" // to the move that completed a turn or a choice at setup
	Hint   storage.Kind = "hint"   // beside the panel, or the panel that a pressed hint has replaced
	Late   storage.Kind = "late"   // to a player whose time was up: what the house plays for them
	Ahead  storage.Kind = "ahead"  // a plan, or what asks for one
	Hello  storage.Kind = people.PostHello
	Vote   storage.Kind = "vote"  // whether the clocks stop
	Pair   storage.Kind = "pair"  // whether to be partners; Subject: the number of the wish
	Knock  storage.Kind = "knock" // whether to let somebody in; Subject: who it is
)

// Those at the table, or both there and in direct messages:
const (
	Buttons  storage.Kind = "buttons"  // a message with the buttons of a turn
	Board    storage.Kind = "board"    // the same, of a version before 1.1
	First    storage.Kind = "first"    // the same: the table is set
	Turned   storage.Kind = "turned"   // the same: a turn is told; Subject: why, see Unasked
	Dug      storage.Kind = "dug"      // the same: a tunnel was dug
	Undone   storage.Kind = "undone"   // the same: moves were taken back; Subject: the branch
	Call     storage.Kind = "turn"     // calls a player to a turn
	Reminder storage.Kind = "reminder" // of a turn that waits; Subject: Deadline
	Away     storage.Kind = "away"     // a seat is played for its owner, or nobody's
	Expiring storage.Kind = "expiring" // all have left
	Stop     storage.Kind = "stop"     // whether to cancel the game
	Pause    storage.Kind = "pause"    // whether the clocks stand still
	Asked    storage.Kind = "asked"    // whether to stand in
	Oust     storage.Kind = "oust"     // whether a seat is given up
	Undo     storage.Kind = "undo"     // whether a move is taken back
	Thread   storage.Kind = "thread"   // the name of the game's thread
)

// And those in the game's channel:
const (
	Lobby   storage.Kind = "lobby"
	Invited storage.Kind = "invited" // whether to join; Subject: who is invited
	Sought  storage.Kind = "call"    // calls for people to take a seat
	Outcome storage.Kind = "outcome" // how the game ended; in the channel that the server has chosen
	Season  storage.Kind = "season"  // a season or an evening; Subject: its name, or a division
	// how a try at the deal of the day went, which its player shares
	Shared storage.Kind = message.PostShared
	Seats  storage.Kind = "seats" // the open seats of a server; Subject: the language, or SeatsOff
)

// kind says what a kind of posts shows.
type kind struct {
	// show says what a post shows now. nil: the message keeps its words, and its buttons as long as
	// they are useful.
	show func(context.Context, *scene, storage.Post) (Shown, error)
	// useful reports whether the buttons are still of use in a game of this state.
	state  match.State
	useful func(s *scene, p storage.Post) bool
}

// kinds is the list of all kinds: a new one is a row here.
var kinds = map[storage.Kind]kind{
	Panel:  {show: showPanel},
	Answer: {show: showAnswer},
	Hint:   {show: showHint},
	Late:   {show: showLate},
	Ahead:  {show: showAhead},
	Hello:  {show: showHello},

	Buttons: {show: showBoard}, Board: {show: showBoard}, First: {show: showBoard},
	Turned: {show: showBoard}, Dug: {show: showBoard}, Undone: {show: showBoard},
	Thread:  {show: showThread},
	Lobby:   {show: showLobby},
	Invited: {show: showInvitation},
	Sought:  {show: showSought},
	Shared:  {show: showShared},
	Seats:   {show: showSeats},
	Season:  {show: showSeason},

	Reminder: {show: showReminder},

	Outcome: {state: match.Finished, useful: func(*scene, storage.Post) bool { return true }},

	Call: {state: match.Running, useful: (*scene).stands},
	Away: {state: match.Running, useful: func(s *scene, p storage.Post) bool {
		if seat := s.seat(p); seat.User != "" {
			return seat.Player() != seat.Holder()
		}
		return !s.seat(p).Called.After(s.At) // somebody can be sought
	}},
	Expiring: {state: match.Running, useful: func(s *scene, _ storage.Post) bool {
		return s.Game.Deserted()
	}},
	Stop: {state: match.Running, useful: func(s *scene, _ storage.Post) bool {
		return len(s.Game.Leaving) > 0
	}},
	Pause: {state: match.Running, useful: func(s *scene, _ storage.Post) bool {
		return s.Game.Paused || len(s.Game.Pausing) > 0
	}},
	Vote: {state: match.Running, useful: func(s *scene, p storage.Post) bool {
		return !s.Game.PauseVoteEnds().IsZero() &&
			!slices.Contains(s.Game.Pausing, s.seat(p).Holder())
	}},
	Asked: {state: match.Running, useful: func(s *scene, p storage.Post) bool {
		return s.seat(p).Asked != ""
	}},
	Oust: {state: match.Running, useful: func(s *scene, p storage.Post) bool {
		return s.seat(p).User != "" && len(s.seat(p).Ousting) > 0
	}},
	Undo: {state: match.Running, useful: func(s *scene, p storage.Post) bool {
		answered := p.User != "" && slices.Contains(s.Game.Undoing.Agreed, p.User)
		return s.stands(p) && s.Game.Undoing.Holds(s.Game) && !answered
	}},
	Pair: {state: match.Lobby, useful: func(s *scene, p storage.Post) bool {
		return slices.ContainsFunc(s.Game.Pairing, func(wish match.Pair) bool {
			return strconv.Itoa(wish.N) == p.Subject
		})
	}},
	Knock: {state: match.Lobby, useful: func(s *scene, p storage.Post) bool {
		return slices.ContainsFunc(s.Game.Asking, func(guest match.Guest) bool {
			return guest.User == match.UserID(p.Subject)
		})
	}},
}

// ofGame are the kinds about whole games: who brought them up does not matter.
var ofGame = []storage.Kind{Stop, Pause, Expiring}

// About names a post about a seat at the present position of a game.
func About(g match.Game, k storage.Kind, seat engine.Seat) storage.Post {
	if slices.Contains(ofGame, k) {
		seat = engine.Public
	}
	return storage.Post{Game: g.ID, Kind: k, Seat: seat, Ply: g.Ply, Head: g.Head}
}

// Deadline names when a seat's time is up.
func Deadline(s match.Seat) string { return strconv.FormatInt(s.Ends.Unix(), 36) }

// showReminder takes a reminder away once the turn is made, or ends at another moment than it says.
func showReminder(_ context.Context, s *scene, p storage.Post) (Shown, error) {
	if s.Game.State == match.Running && s.stands(p) && !s.superseded(p) &&
		Deadline(s.seat(p)) == p.Subject {
		return asItCame, nil
	}
	past := withoutButtons
	past.Fate = Goes
	return past, nil
}

func showSeason(ctx context.Context, s *scene, p storage.Post) (Shown, error) {
	m, over, err := s.Seasons.Shown(ctx, s.catalog.Texts, p.Subject)
	shown := Shown{Content: m.Content, Rows: m.Rows, Buttons: true, Picture: kept}
	if over {
		shown.Fate = Closed
	}
	return shown, err
}

// showShared takes the button away once the day has closed. The post is kept: nobody shares twice.
func showShared(_ context.Context, s *scene, _ storage.Post) (Shown, error) {
	if !s.Game.Late(s.At) {
		return asItCame, nil
	}
	over := withoutButtons
	over.Fate = Stays
	return over, nil
}

// show says what a post shows now; false if only the place of the message is kept.
func (s *scene) show(ctx context.Context, p storage.Post) (Shown, bool, error) {
	k, known := kinds[p.Kind]
	switch {
	case !known:
		return Shown{}, false, nil
	case k.show != nil:
		shown, err := k.show(ctx, s, p)
		return shown, true, err
	case s.Game.State == k.state && int(p.Seat) <= len(s.Game.Seats) && !s.superseded(p) &&
		k.useful(s, p):
		return asItCame, true, nil
	}
	return withoutButtons, true, nil
}

// superseded reports whether a later post brings up the same again.
func (s *scene) superseded(p storage.Post) bool {
	return slices.ContainsFunc(s.All, func(q storage.Post) bool {
		return q.Kind == p.Kind && q.Seat == p.Seat && q.Subject == p.Subject &&
			q.Channel == p.Channel && comesAfter(q, p)
	})
}
