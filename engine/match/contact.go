package match

import "time"

// Contact is a way of having the bot mention or write to others at a table.
type Contact string

// The contacts, by who begins them and whom they reach.
const (
	ByInvite     Contact = "invite"       // the host; somebody who is not in the lobby
	ByPartner    Contact = "partner"      // a player in a lobby; another one
	ByRename     Contact = "rename"       // a player; the table
	ByNudge      Contact = "nudge"        // a player; those whom the game waits for (Seat.Nudged)
	ByStandIn    Contact = "stand-in"     // the owner of a seat; a friend
	ByStandInNow Contact = "stand-in-now" // the same, to begin at once
	ByOust       Contact = "oust"         // the others; the player whose seat they want given up
	ByPause      Contact = "pause"        // the owner of a seat; all others
	ByCancel     Contact = "cancel"       // the same
)

// limits bounds everything that has the bot mention or write to others, so that nobody begs for an
// answer.
var limits = map[Contact]struct {
	again time.Duration // until the same person can be asked again; at most a day
	daily int           // how often one person does it in a day; 0: no matter
}{
	ByInvite:     {24 * time.Hour, 12},
	ByPartner:    {24 * time.Hour, 6},
	ByRename:     {0, 6},
	ByNudge:      {24 * time.Hour, 0},
	ByStandIn:    {24 * time.Hour, 4},
	ByStandInNow: {24 * time.Hour, 4},
	ByOust:       {24 * time.Hour, 0},
	ByPause:      {0, 2},
	ByCancel:     {0, 2},
}

// Contacted notes a contact of the last day.
type Contacted struct {
	By  UserID    `json:"by"`
	To  UserID    `json:"to,omitempty"` // "": the whole table
	How Contact   `json:"how"`
	At  time.Time `json:"at"`
}

// contact notes that the actor contacts somebody, "" for the table; a *Refusal if that was too
// often.
func (c *Change) contact(how Contact, to UserID) error {
	g, limit, times := &c.Table.Game, limits[how], 0
	past := func(x Contacted) bool { return !x.At.Add(24 * time.Hour).After(c.Now) }
	list := dropped(g.Contacted, past)
	for _, x := range list {
		if x.How != how {
			continue
		}
		if again := x.At.Add(limit.again); to != "" && x.To == to && again.After(c.Now) {
			return Refuse("asked-lately", "Player", to, "When", again)
		}
		if x.By == c.By.User {
			times++
		}
	}
	if limit.daily > 0 && times >= limit.daily {
		return Refuse("asked-enough", "Most", limit.daily)
	}
	g.Contacted = append(list, Contacted{c.By.User, to, how, moment(c.Now)})
	return nil
}

// stoodIn forgets that the actor was asked to stand in: they have agreed.
func (c *Change) stoodIn() {
	g := &c.Table.Game
	g.Contacted = dropped(g.Contacted, func(x Contacted) bool {
		return x.To == c.By.User && (x.How == ByStandIn || x.How == ByStandInNow)
	})
}

// lastContact returns when somebody last contacted the table; zero if not in the last day.
func (g Game) lastContact(how Contact) (at time.Time) {
	for _, x := range g.Contacted {
		if x.How == how {
			at = x.At
		}
	}
	return at
}
