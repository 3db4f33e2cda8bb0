package match

import (
	"time"

	"konduktor/engine"
)

// Clock is the time of one seat. It is what the last event left: how much time there was at one
// moment, and from when on it runs. What is left at any later moment follows from it and from the
// player's calendar alone (package pace).
type Clock struct {
	// Due is when the clock has to be looked at: a reminder is due, or the time is up. Zero: never.
	// Kept for running games only.
	Due   time.Time
	Ends  time.Time     // when the time is up, as far as the calendar is known; zero: never
	Since time.Time     // from when on the clock runs; zero: it stands still
	Bank  time.Duration // what is left at Since, or while the clock stands still
	Whole time.Duration // what the turn began with, gifts added: reminders count from it
	Told  int           // how many of the turn's reminders are past
	Gifts int           // how often others have given more time in this turn
	Cut   time.Duration // by how much the last completed turn earned less than the increment
	// Relieved says that a stand-in was given time in this turn: it is given once.
	Relieved  bool
	Automated bool // the house plays the seat until its player takes it back
}

// Habits are what a user has set with /me. The zero value is what everybody starts with.
type Habits struct {
	User     UserID
	Rev      int    // every change raises it by one
	Language string // "en", "pl"; "": Discord's
	Zone     string // IANA name; "": UTC
	// Quiet and Until are minutes after midnight, 0 to 1439, between which the clocks stand still;
	// alike: never.
	Quiet, Until int
	Hushed       time.Time // when quiet hours were last set or moved to another zone; zero: never
	QuietFrom    time.Time // from when on the quiet hours count; zero: they always have
	Thread       bool      // wants to be called at the table, not by direct message
	// reminders for which the user wants the opposite of what is usual, a bit each by Clock.Told
	Switched uint
	HeadsUp  bool // wants to hear who moves before them
	// wants one message a day, at DigestAt, in place of those about single games
	Digest    bool
	DigestAt  int       // minutes after midnight, 0 to 1439
	DigestDue time.Time // when the next digest is due; zero: never
	Unaided   bool      // wants no hints about tickets
	Drawn     string    // what to be called in pictures; hostile text; "": as on Discord
	Pictures  Pictures  // of the map in one's own turns
	Lessons   Lessons   // what of the rules was explained to the user
	Vacations []Span    // whole days that do not touch, in the order announced
}

// Pictures is which picture of the map a user gets in a turn.
type Pictures string

// Pictures of the map.
const (
	Square    Pictures = "" // where the user's ways run
	Wide      Pictures = "wide"
	NoPicture Pictures = "none"
)

// Lessons are the explanations that a user was given in turns.
type Lessons struct {
	Off  bool     `json:"off,omitempty"` // wants no more
	Told []Lesson `json:"told,omitempty"`
}

// Lesson is one explanation, and the position in which it was given: a player who looks at the same
// position again is told again.
type Lesson struct {
	ID   string     `json:"id"`
	Game GameID     `json:"game"`
	Ply  engine.Ply `json:"ply"`
}

// Span is a time from one moment until before another.
type Span struct{ From, Until time.Time }
