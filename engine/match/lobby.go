package match

import (
	"cmp"
	"slices"
	"time"

	"konduktor/engine"
)

// MaxGames bounds the open games of one user.
const MaxGames = 50

// maxAsking bounds how many people can ask to join a lobby at a time: each has a button there.
const maxAsking = 5

// Open opens a lobby with its host first, before the computers that the row brings along from the
// game it repeats. The row must have its ID.
func Open(row Game, host Actor, now time.Time) *Change {
	row.State, row.Host, row.Created, row.Updated = Lobby, host.User, now, now
	row.Seats = append([]Seat{{User: host.User, Name: host.Name}}, row.Seats...)
	c := &Change{By: host, Now: now}
	c.Table.Game = row
	c.happened(Opened{})
	c.Table.Rev = 1 // a first change may come before the lobby is posted: it needs names of its own
	return c
}

// SeatLimit returns how many people a lobby takes.
func SeatLimit(title engine.Title, wanted int) int {
	if wanted > 0 {
		return wanted
	}
	return slices.Max(title.SeatCounts())
}

// lobby refuses a game that is no lobby; to strangers elsewhere it does not exist.
func (c *Change) lobby() (*Game, error) {
	g := &c.Table.Game
	known := g.SeatOf(c.By.User) != engine.Public || slices.Contains(g.Invited, c.By.User)
	if !g.IsAt(c.By) && !known {
		return nil, Refuse("game-unknown")
	}
	return g, g.IsLobby()
}

// hosted is lobby for what only the host can decide.
func (c *Change) hosted() (*Game, error) {
	g, err := c.lobby()
	if err == nil && !c.hosts() {
		err = Refuse("host-only")
	}
	return g, err
}

// hostSilent is how long nothing must have happened in a lobby before its heir can act as the host.
const hostSilent = 24 * time.Hour

// hosts reports whether the actor is the host of a lobby. The heir becomes the host of one in which
// nothing has happened for long.
func (c *Change) hosts() bool {
	g := &c.Table.Game
	if g.State == Lobby && g.mayHost(c.By.User, c.Now) {
		g.Host = c.By.User
	}
	return g.Host == c.By.User
}

// mayHost reports whether a user is the host of a lobby or may become it.
func (g Game) mayHost(user UserID, now time.Time) bool {
	return g.Host == user || g.heir() == user && now.Sub(g.Updated) >= hostSilent
}

// heir is who joined a lobby next after its host; "" if nobody has.
func (g Game) heir() UserID {
	for _, s := range g.Seats {
		if s.User != "" && s.User != g.Host {
			return s.User
		}
	}
	return ""
}

func (c *Change) lobbyChanged() error {
	c.Table.Updated = c.Now
	c.happened(LobbyChanged{})
	return nil
}

// Join gives the actor a seat in a lobby, or has them ask the host for one.
type Join struct {
	Games  int    // open games of the actor
	Bot    bool   // the actor is a bot
	Former []Seat // of the game that the lobby repeats
}

func (j Join) decide(c *Change) error {
	switch {
	case j.Bot:
		return Refuse("no-bots")
	case j.Games >= MaxGames:
		return Refuse("too-many-games", "Most", MaxGames)
	}
	g, err := c.lobby()
	if err != nil {
		return err
	}
	guest := Guest{User: c.By.User, Name: c.By.Name}
	if g.Entry != EntryOpen && !slices.Contains(g.Invited, c.By.User) {
		err = c.knock(guest)
	} else {
		err = c.sit(guest, j.Former)
	}
	if err != nil {
		return err
	}
	return c.lobbyChanged()
}

// knock notes that a guest asks the host to be let in, unless only invited people are.
func (c *Change) knock(guest Guest) error {
	g := &c.Table.Game
	switch {
	case g.SeatOf(guest.User) != engine.Public:
		return Refuse("already-in")
	case g.Entry == EntryInvited:
		return Refuse("invited-only", "Name", Hostile(g.NameOf(g.Host)))
	case g.Asks(guest.User):
		return nil // the host has been told
	case len(g.Asking) >= maxAsking:
		return Refuse("too-many-asking", "Name", Hostile(g.NameOf(g.Host)))
	}
	g.Asking = append(slices.Clone(g.Asking), guest)
	c.happened(Knocked{guest.User})
	return nil
}

// Asks reports whether a user asks to be let in.
func (g Game) Asks(user UserID) bool {
	return slices.ContainsFunc(g.Asking, func(a Guest) bool { return a.User == user })
}

// NameOf returns what a seated user is called, or "".
func (g Game) NameOf(user UserID) string {
	if seat := g.SeatOf(user); seat != engine.Public {
		return g.ShownName(seat)
	}
	return ""
}

// sit gives a guest a seat: beside their partner in the game that this one repeats, if present.
func (c *Change) sit(guest Guest, former []Seat) error {
	g, title := &c.Table.Game, c.Table.title
	limit := SeatLimit(title, g.Wanted)
	switch {
	case g.SeatOf(guest.User) != engine.Public:
		return Refuse("already-in")
	case len(g.Seats) >= limit:
		return Refuse("lobby-full")
	case len(g.Seats)+len(g.Expected(guest.User)) >= limit:
		return Refuse("seats-kept")
	}
	g.Seats = append(g.Seats, Seat{User: guest.User, Name: guest.Name})
	g.Asking = dropped(g.Asking, func(a Guest) bool {
		return a.User == guest.User
	})
	size := TeamSize(title)
	for _, partner := range Partners(former, size, guest.User) {
		if g.SeatOf(partner) != engine.Public {
			g.Seats = Beside(g.Seats, size, guest.User, partner)
		}
	}
	return nil
}

// Expected lists the invited for whom seats are kept, but for one user.
func (g Game) Expected(but UserID) []UserID {
	return dropped(g.Invited, func(invited UserID) bool {
		return invited == but || g.SeatOf(invited) != engine.Public
	})
}

// Leave gives the actor's seat in a lobby up.
type Leave struct{}

func (Leave) decide(c *Change) error {
	g, err := c.lobby()
	switch {
	case err != nil:
		return err
	case g.SeatOf(c.By.User) == engine.Public:
		return Refuse("not-in")
	case g.Host == c.By.User && g.heir() == "":
		return Refuse("host-stays")
	case g.Host == c.By.User:
		g.Host = g.heir()
	}
	c.unseat(c.By.User)
	return c.lobbyChanged()
}

// unseat takes a user, and wishes about them, out of a lobby.
func (c *Change) unseat(user UserID) {
	g := &c.Table.Game
	g.Seats = Without(g.Seats, TeamSize(c.Table.title), user)
	g.Pairing = dropped(g.Pairing, func(p Pair) bool { return p.names(user) })
	c.happened(Unseated{user})
}

// Admit gives somebody who asked to join a seat: the host's choice.
type Admit struct {
	User   UserID
	Games  int    // open games of the user
	Former []Seat // of the game that the lobby repeats
}

func (a Admit) decide(c *Change) error {
	if a.Games >= MaxGames {
		return Refuse("too-many-games", "Most", MaxGames)
	}
	g, err := c.hosted()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(g.Asking, func(guest Guest) bool { return guest.User == a.User })
	if at < 0 {
		return Refuse("not-asking")
	}
	if err := c.sit(g.Asking[at], a.Former); err != nil {
		return err
	}
	c.happened(Admitted{a.User})
	return c.lobbyChanged()
}

// Invite adds somebody to the invited: the host's choice.
type Invite struct {
	User UserID // "": nobody was named
	Bot  bool   // the user is a bot
}

func (i Invite) decide(c *Change) error {
	g, err := c.hosted()
	switch {
	case err != nil:
		return err
	case g.Solitary():
		return Refuse("alone-here")
	case i.User == "" || i.Bot:
		return Refuse("no-bots")
	case g.SeatOf(i.User) != engine.Public || slices.Contains(g.Invited, i.User):
		return c.lobbyChanged()
	case len(g.Invited) >= engine.MaxSeats:
		return Refuse("too-many-invited", "Most", engine.MaxSeats)
	}
	if err := c.contact(ByInvite, i.User); err != nil {
		return err
	}
	g.Invited = append(slices.Clone(g.Invited), i.User)
	c.happened(Invited{i.User})
	return c.lobbyChanged()
}

// Decline takes the actor out of the invited.
type Decline struct{}

func (Decline) decide(c *Change) error {
	g, err := c.lobby()
	if err != nil {
		return err
	}
	at := slices.Index(g.Invited, c.By.User)
	switch {
	case g.SeatOf(c.By.User) != engine.Public:
		return Refuse("leave-instead")
	case at < 0:
		return Refuse("not-invited")
	}
	g.Invited = slices.Delete(slices.Clone(g.Invited), at, at+1)
	return c.lobbyChanged()
}

// AddComputer gives a computer player a seat: the host's choice.
type AddComputer struct{ Level string }

func (a AddComputer) decide(c *Change) error {
	if _, err := c.hosted(); err != nil {
		return err
	}
	if err := c.seatComputer(a.Level); err != nil {
		return err
	}
	return c.lobbyChanged()
}

func (c *Change) seatComputer(level string) error {
	g := &c.Table.Game
	if len(g.Seats)+len(g.Expected("")) >= SeatLimit(c.Table.title, g.Wanted) {
		return Refuse("lobby-full")
	}
	g.Seats = append(g.Seats, ComputerSeat(g.Seats, level))
	return nil
}

// RemoveComputer takes away the computer that came last: the host's choice.
type RemoveComputer struct{}

func (RemoveComputer) decide(c *Change) error {
	g, err := c.hosted()
	if err != nil {
		return err
	}
	for _, s := range slices.Backward(g.Seats) {
		if s.Level != "" {
			g.Seats = WithoutComputer(g.Seats, TeamSize(c.Table.title), s.Name)
			return c.lobbyChanged()
		}
	}
	return Refuse("no-computer")
}

// Rename names a game, or takes its name away: in the lobby the host, later any player.
type Rename struct{ Name string }

func (r Rename) decide(c *Change) error {
	g := &c.Table.Game
	seat, err := g.Seated(c.By)
	switch {
	case err != nil:
		return err
	case g.State == Lobby && !c.hosts():
		return Refuse("host-only")
	case g.State != Lobby && g.State != Running:
		return g.IsRunning()
	case g.Name == r.Name:
		return nil
	}
	if err := c.contact(ByRename, ""); err != nil {
		return err
	}
	g.Name = r.Name
	c.happened(Renamed{seat})
	return nil
}

// ExpireLobby closes a lobby that has not changed for long, a day after its people are told.
type ExpireLobby struct{}

func (ExpireLobby) decide(c *Change) error {
	g := &c.Table.Game
	notice := g.Updated.Add(Farewell - Notice)
	_, early := c.graceEnds()
	switch {
	case g.State != Lobby || early || c.Now.Before(notice):
		return ErrUnchanged
	case g.Warned.Before(notice):
		g.Warned = c.Now
		c.happened(Fading{})
		return nil
	case c.Now.Before(g.Warned.Add(Notice)):
		return ErrUnchanged
	}
	c.cancel(ByAge, engine.Public)
	return nil
}

// Settle gives a running game whose table is gone a new one at the actor's place.
type Settle struct {
	Gone   ChannelID // the thread of the game if it was found to be gone
	Parent ChannelID // of the actor's thread; "": a thread must be opened there
	Hall   ChannelID // where it is opened instead of the actor's place; "": there
}

func (s Settle) decide(c *Change) error {
	g := &c.Table.Game
	switch {
	case g.SeatOf(c.By.User) == engine.Public:
		return Refuse("game-unknown")
	case g.State == Lobby:
		return g.refuse("not-started")
	case g.State != Running:
		return g.IsRunning()
	case g.Thread != "" && g.Thread != s.Gone:
		return Refuse("has-table", "Where", g.Thread)
	}
	g.Guild, g.Lobby, g.Thread, g.Channel = c.By.Server, "", "", cmp.Or(s.Hall, c.By.Channel)
	if g.AtTable = s.Parent != ""; g.AtTable {
		g.Channel, g.Thread = s.Parent, c.By.Channel
	}
	c.happened(Rehoused{Thread: s.Parent != ""})
	return nil
}

// Place returns where a game is told of: its table, or its lobby's channel; "" if nowhere.
func (g Game) Place() ChannelID {
	if g.State == Lobby {
		return g.Outside()
	}
	return g.Thread
}

// Outside returns where others than the players are told of a game, and its lobby stands.
func (g Game) Outside() ChannelID {
	if g.AtTable && g.Thread != "" {
		return g.Thread
	}
	return g.Channel
}

// Evict takes away a game's place that is gone: a lobby ends, or gets another post in its forum, a
// running game's players are told how to go on. Without a Place none could be had.
type Evict struct{ Place ChannelID }

func (e Evict) decide(c *Change) error {
	g := &c.Table.Game
	switch {
	case g.Place() != e.Place:
		return ErrUnchanged
	case g.State == Lobby && g.Lobby != "" && e.Place != g.Channel:
		g.Thread, g.Lobby = "", ""
		c.happened(Opened{})
	case g.State == Lobby:
		c.cancel(ByDeletion, engine.Public)
	case g.State == Running:
		g.Thread = ""
		c.happened(Homeless{Never: e.Place == ""})
	default:
		return ErrUnchanged
	}
	return nil
}

// NotePost notes where the message of a lobby stands: in a forum, in which Post.
type NotePost struct {
	Lobby MessageID
	Post  ChannelID
}

func (p NotePost) decide(c *Change) error {
	g := &c.Table.Game
	if g.Lobby = p.Lobby; p.Post != "" {
		g.Thread, g.AtTable = p.Post, true
	}
	return nil
}

// NoteTable notes the thread of a game that has none, or its post in a forum.
type NoteTable struct {
	Thread ChannelID
	Post   bool
}

func (n NoteTable) decide(c *Change) error {
	if c.Table.Thread != "" {
		return ErrUnchanged
	}
	c.Table.Thread, c.Table.AtTable = n.Thread, n.Post
	c.happened(TableOpened{})
	return nil
}
