package match

import (
	"time"

	"konduktor/engine"
)

// Clock is the time of one seat as the last event left it: how much there was at one moment, and
// from when on it runs. Left computes the rest from that and the player's calendar.
type Clock struct {
	// Due is when the clock must be looked at, for a reminder or at its end; zero: never.
	Due   time.Time
	Ends  time.Time     // when the time is up by the present calendar; zero: never
	Since time.Time     // from when on the clock runs; zero: it stands still
	Bank  time.Duration // what is left at Since, or while the clock stands still
	Whole time.Duration // what the turn began with, gifts added: reminders count from it
	Told  int           // how many of the turn's reminders are past
	Gifts int           // how often others have given more time in this turn
	Cut   time.Duration // how much less than the increment the last completed turn earned
	// Relieved: a stand-in has been given time in this turn, which happens once.
	Relieved  bool
	Automated bool // the house plays the seat until its player takes it back
}

// Habits are what a user has set with /me.
type Habits struct {
	User     UserID
	Rev      int    // every change raises it by one
	Language string // "en", "pl"; "": Discord's
	Zone     string // IANA name; "": UTC
	// Quiet and Until bound the quiet hours, in minutes after midnight; alike: none.
	Quiet, Until int
	Hushed       time.Time // when quiet hours were last set or moved to another zone; zero: never
	QuietFrom    time.Time // from when on the quiet hours count; zero: they always have
	Thread       bool      // wants to be called at the table, not by direct message
	// reminders that the user has switched from the usual, a bit each by Clock.Told
	Switched uint
	HeadsUp  bool // wants to hear who moves before them
	// wants one message a day, at DigestAt, instead of those about single games
	Digest    bool
	DigestAt  int       // minutes after midnight, 0 to 1439
	DigestDue time.Time // when the next digest is due; zero: never
	Unaided   bool      // wants no hints about tickets
	Drawn     string    // the name in pictures; hostile text; "": as on Discord
	Pictures  Pictures  // of the map in one's own turns
	// Framed are the pictures of titles where another one was asked for since Pictures was set.
	Framed    map[string]Pictures
	Worded    bool    // wants words on buttons that could have a sign alone
	Hasty     bool    // wants a claim made at once if there is one way to pay
	Rated     bool    // takes part in the ratings of servers, with games dealt from then on
	Lessons   Lessons // what of the rules was explained to the user
	Vacations []Span  // whole days that do not touch, in the order announced
}

// Pictures is which picture of the map a user gets in a turn.
type Pictures string

// Pictures of the map.
const (
	Square    Pictures = "" // where the user's ways run
	Wide      Pictures = "wide"
	NoPicture Pictures = "none"
)

// Picture is which picture of the map the user gets in turns of a title.
func (h Habits) Picture(title string) Pictures {
	if p, ok := h.Framed[title]; ok {
		return p
	}
	return h.Pictures
}

// Lessons are the explanations that a user was given in turns, and the lesson that they are at.
type Lessons struct {
	Off  bool     `json:"off,omitempty"` // wants no more
	Told []Lesson `json:"told,omitempty"`
	Open string   `json:"open,omitempty"` // the ID of the lesson, "": none
	Stop int      `json:"stop,omitempty"` // where it was left
}

// Lesson is one explanation and the position in which it was given; there it is given again.
type Lesson struct {
	ID   string     `json:"id"`
	Game GameID     `json:"game"`
	Ply  engine.Ply `json:"ply"`
}

// Span is a time from one moment until before another.
type Span struct{ From, Until time.Time }
