// Package league decides leagues and other games that are arranged for people: the schedule of a
// division, a season from sign-up to its end, standings and what is still possible, duplicate
// evenings, and who is seated together by the queue. Every decision is a function of state, command
// and time, as in package match, which plays the games; the state is kept as JSON.
package league

import (
	"slices"
	"time"

	"konduktor/engine"
	"konduktor/engine/match"
)

// Rules are what the organiser decides before a season opens.
type Rules struct {
	Title string
	Pace  string        // match.Pace.ID
	Seats int           // sides at a table, 2 to 4; some have one less
	Pairs bool          // a side is two people who stay partners
	Games int           // of each side
	Most  int           // sides in a division, if that comes out
	Moves int           // sides that change places between two divisions
	Every time.Duration // after which the next round begins at the latest
}

// Bounds of a season.
const (
	MostGames     = 30
	MostInside    = 16  // sides in a division
	MostSides     = 160 // in a season
	LongestReason = 200 // runes
	// lastGames is for how long the last round is waited for. Clocks end games long before.
	lastGames = 90 * 24 * time.Hour
	day       = 24 * time.Hour
)

// Least returns the fewest sides in a division.
func (r Rules) Least() int {
	if r.Pairs {
		return 4
	}
	return 6
}

// Check refuses rules out of bounds.
func (r Rules) Check() error {
	_, paced := match.FindPace(r.Pace)
	switch {
	case r.Seats < 2 || r.Seats > 4 || r.Pairs && r.Seats > 3:
		return match.Refuse("season-rules-seats")
	case r.Games < 1 || r.Games > MostGames:
		return match.Refuse("season-rules-games")
	case r.Most < r.Least() || r.Most > MostInside || r.Moves < 0 || r.Moves > r.Most/3:
		return match.Refuse("season-rules-divisions")
	case r.Every < day || r.Every > 60*day || !paced: // a game without clocks need not end
		return match.Refuse("season-rules-pace")
	}
	return nil
}

// State is how far a season is.
type State string

// The states.
const (
	Open    State = "open"    // people sign up
	Running State = "running" //
	Over    State = "over"    //
)

// Season is a season of a league.
type Season struct {
	Number    int
	Rules     Rules
	State     State
	Begins    time.Time
	Seed      engine.Seed
	Sides     []Side
	Divisions []Division // the highest first
	// Former are the users of the season before, in the order in which they are placed.
	Former []match.UserID
}

// Side is a person, or two partners.
type Side struct {
	Users    []match.UserID
	Division int // from 1; 0: the season has not begun
	// Missed is how many rounds had begun when the side entered.
	Missed int
	Left   bool // plays nothing that has not begun
}

// Division is the sides that play each other.
type Division struct {
	Sides    []int // indices of Season.Sides
	Fixtures []Fixture
	Begun    int // rounds
	// Since is when the last of them began, Extra by how much it was extended.
	Since time.Time
	Extra time.Duration
}

// Fixture is a game of a season.
type Fixture struct {
	Round  int    // from 1
	Sides  []int  // indices of Season.Sides, in turn order
	Places []int  // of the sides; none: there is no result
	Points []int  // the same
	Void   string // why it counts for nobody; hostile text
}

// Unfinished is the reason of a game that did not end in time.
const Unfinished = "unfinished"

// Counts reports whether a fixture has a result that counts.
func (f *Fixture) Counts() bool { return f.Void == "" && f.Places != nil }

func (f *Fixture) missing() bool { return f.Void == "" && f.Places == nil }

// New opens a season.
func New(r Rules, seed engine.Seed, begins time.Time) (Season, error) {
	return Season{Number: 1, Rules: r, State: Open, Begins: begins.UTC(), Seed: seed}, r.Check()
}

// SideOf returns the index of a user's side, -1 if there is none.
func (s *Season) SideOf(user match.UserID) int {
	return slices.IndexFunc(s.Sides, func(side Side) bool { return slices.Contains(side.Users, user) })
}

// Due returns when a Tick next has something to do; zero: never.
func (s *Season) Due() (due time.Time) {
	if s.State == Open {
		return s.Begins
	}
	for i := range s.Divisions {
		d := &s.Divisions[i]
		if next := s.next(d); d.waits() && (due.IsZero() || next.Before(due)) {
			due = next
		}
	}
	return due
}

// next returns when a division's next round begins at the latest, or after the last one, when
// missing results are no longer waited for.
func (s *Season) next(d *Division) time.Time {
	wait := s.Rules.Every
	if d.Begun == d.rounds() {
		wait = lastGames
	}
	return d.Since.Add(wait + d.Extra)
}

// rounds returns how many rounds are planned.
func (d *Division) rounds() int {
	if len(d.Fixtures) == 0 {
		return 0
	}
	return d.Fixtures[len(d.Fixtures)-1].Round
}

func (d *Division) waits() bool {
	return d.Begun < d.rounds() || slices.ContainsFunc(d.Fixtures, func(f Fixture) bool {
		return f.missing()
	})
}

// idle reports whether all games that have begun are over.
func (d *Division) idle() bool {
	return !slices.ContainsFunc(d.begun(), func(f Fixture) bool { return f.missing() })
}

func (d *Division) begun() []Fixture {
	n := slices.IndexFunc(d.Fixtures, func(f Fixture) bool { return f.Round > d.Begun })
	if n < 0 {
		n = len(d.Fixtures)
	}
	return d.Fixtures[:n:n]
}

func (s *Season) copied() Season {
	c := *s
	c.Sides, c.Divisions = slices.Clone(s.Sides), slices.Clone(s.Divisions)
	for i := range c.Divisions {
		d := &c.Divisions[i]
		d.Sides, d.Fixtures = slices.Clone(d.Sides), slices.Clone(d.Fixtures)
	}
	return c
}

// Change is what a command makes of a season.
type Change struct {
	Season Season
	Events []Event
	now    time.Time
}

// Command is what somebody, or the passing of time, wants of a season.
type Command interface{ decide(c *Change) error }

// Decide carries out a command on a copy of a season. The error is a *match.Refusal or
// match.ErrUnchanged. Who may give a command that is the organiser's is for the caller to say.
func (s *Season) Decide(now time.Time, wanted Command) (*Change, error) {
	c := &Change{Season: s.copied(), now: now.UTC()}
	if s.State == Over {
		return nil, match.Refuse("season-over")
	}
	if err := wanted.decide(c); err != nil {
		return nil, err
	}
	c.proceed()
	return c, nil
}

// Event is something that happened in a season.
type Event struct {
	Kind     Kind
	Users    []match.UserID
	Division int // from 1
	Round    int
	Fixture  int // an index of Division.Fixtures
}

// Kind is what happened.
type Kind string

// The kinds.
const (
	Withdrawn   Kind = "withdrawn"   // Users
	Substituted Kind = "substituted" // Users: who left, who came
	RoundBegun  Kind = "round"       // Division, Round: its tables are opened now
	Annulled    Kind = "annulled"    // Division, Fixture
	CalledOff   Kind = "called-off"  // too few signed up
	Ended       Kind = "ended"       //
)

func (c *Change) happened(e Event) { c.Events = append(c.Events, e) }

// proceed begins the rounds that nothing has to be waited for, and ends the season after the last.
func (c *Change) proceed() {
	s := &c.Season
	if s.State != Running {
		return
	}
	waits := false
	for i := range s.Divisions {
		d := &s.Divisions[i]
		late := !c.now.Before(s.next(d))
		switch {
		case d.Begun < d.rounds() && (late || d.idle()):
			d.Begun, d.Since, d.Extra = d.Begun+1, c.now, 0
			c.happened(Event{Kind: RoundBegun, Division: i + 1, Round: d.Begun})
		case d.Begun == d.rounds() && late:
			for k := range d.Fixtures {
				if f := &d.Fixtures[k]; f.missing() {
					f.Void = Unfinished
					c.happened(Event{Kind: Annulled, Division: i + 1, Fixture: k})
				}
			}
		}
		waits = waits || d.waits()
	}
	if !waits {
		s.State = Over
		c.happened(Event{Kind: Ended})
	}
}
