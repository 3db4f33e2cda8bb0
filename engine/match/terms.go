package match

import "konduktor/engine"

// Terms are what was agreed on at a table. No move rests on them, so they can change.
type Terms struct {
	// what the players call the game; hostile text; "": only its ID
	Name  string `json:"name,omitempty"`
	Entry Entry  `json:"entry,omitempty"` // who may take a seat in the lobby
	// seats are in the order of joining; otherwise lots are drawn (C1)
	InOrder bool `json:"inOrder,omitempty"`
	// the game that this one repeats with the same people
	After GameID `json:"after,omitempty"`
	// what the table was arranged for (Arrange): "find/14", "season/KEY/1/7"; "": its host opened it
	Of string `json:"of,omitempty"`
	// the day whose deal it is, which others play too; "": an ordinary game
	Daily Day `json:"daily,omitempty"`
	// where the player of such a deal asked for it, if its end can be shown there
	Asked Asked `json:"asked,omitzero"`
	// the position of a finished game where it goes on; nil: it was dealt
	Tried *Tried `json:"tried,omitempty"`
	// how the seats of a rematch follow from those before; nil: lots are drawn
	Series *Series `json:"series,omitempty"`
	// Rated are the seats whose players take part in the ratings, as they were when the cards were
	// dealt; none: the game is not rated
	Rated []engine.Seat `json:"rated,omitempty"`
	// RatedBy is the version of the computers' strengths that the deal went by; 0: the server has no
	// ratings, or the game was dealt before there were versions
	RatedBy int `json:"ratedBy,omitempty"`
	// Unrated is why the game is not rated; nil: it is, or the server has no ratings
	Unrated *Unrated `json:"unrated,omitempty"`
	// what the server's managers have taken out of the ratings, in order
	Removed []Removal `json:"removed,omitempty"`
	// who plays alone against computers does so at a table that all can see
	Public bool `json:"public,omitempty"`
	// how long computers wait with a move; "": the usual time
	Delay   string `json:"delay,omitempty"`
	Unaided bool   `json:"unaided,omitempty"` // nobody gets hints about tickets
	Advice  Advice `json:"advice,omitempty"`  // whether players may ask what a computer would do
	// Unreviewed: nobody wants to hear what decided the game.
	Unreviewed bool `json:"unreviewed,omitempty"`
	// what tells it from its people's other games (bot/speech); "": its ID does
	Sign string `json:"sign,omitempty"`
	// who asks whom in the lobby to be partners, in order
	Pairing []Pair `json:"pairing,omitempty"`
	// who had others mentioned or written to, of the last day
	Contacted []Contacted `json:"contacted,omitempty"`
	// how many votes to cancel the running game, and to stop its clocks, have begun: a button of an
	// earlier one does not count
	StopVotes  int `json:"stopVotes,omitempty"`
	PauseVotes int `json:"pauseVotes,omitempty"`
	// the last restore of the database that the table was told of: Restore.ID; 0: none
	Restored int `json:"restored,omitempty"`
	// the last outage that the table has back what it lost in
	Outage Span `json:"outage,omitzero"`
	// what players are called since, if not as at the deal
	Called []Guest `json:"called,omitempty"`
	// who asks to be let into the lobby, in the order of asking
	Asking []Guest `json:"asking,omitempty"`
}

// Advice says whether players may ask what a computer would do.
type Advice string

// The answers.
const (
	UsualAdvice Advice = ""    // yes at a table of one person and computers, else no
	WithAdvice  Advice = "on"  // yes
	NoAdvice    Advice = "off" // no
)

// Asked is a place on a server; the zero value is direct messages.
type Asked struct {
	Server  ServerID  `json:"server,omitempty"`
	Channel ChannelID `json:"channel,omitempty"` // "": the bot cannot write there
	Locale  string    `json:"locale,omitempty"`  // of the server
}

// Guest is somebody without a seat.
type Guest struct {
	User UserID `json:"user"`
	Name string `json:"name"` // display name; hostile text
}

// Pair is a user's wish to sit with another one.
type Pair struct {
	From UserID `json:"from"`
	With UserID `json:"with"` // who is asked
	N    int    `json:"n"`    // tells the wishes of a lobby apart, from 1 to 9999
}

func (p Pair) names(user UserID) bool { return p.From == user || p.With == user }

// Entry says who may take a seat in a lobby.
type Entry string

// The entries.
const (
	EntryOpen    Entry = ""        // anybody on the server
	EntryInvited Entry = "invited" // those who are invited
	EntryClosed  Entry = "closed"  // those who are invited, and those whom the host lets in
)

// Advises reports whether players may ask what a computer would do. If nothing was agreed on, one
// who plays against computers alone may.
func (g Game) Advises() bool {
	switch g.Advice {
	case WithAdvice:
		return true
	case NoAdvice:
		return false
	}
	return g.people() == 1 && !g.Unaided
}
