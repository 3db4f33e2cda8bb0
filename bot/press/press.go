// Package press says what a button or a menu means: it prints and parses custom IDs, those of older versions too.
package press

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"konduktor/engine"
)

// Action is what a click does.
type Action string

// The actions. Ask, Narrow and Do are about a move in one position of a game, and Page is about a panel of one position; so are
// their likes for plans. Undo, Allow and Deny are about the move before a position. The others are about a game in any position, or about
// no game.
const (
	Ask      Action = "ask"     // asks what is still to be chosen of a move, or whether to make it
	Narrow   Action = "narrow"  // menu: its options are Ways that narrow the question about a move
	Do       Action = "do"      // makes a move
	Page     Action = "page"    // turns to a page of the routes in a panel; also the way back from a question
	Hand     Action = "hand"    // opens the clicker's own panel
	Log      Action = "log"     // turns to a page of the log
	Text     Action = "text"    // turns to a page of the board as text, route by route
	Cities   Action = "cities"  // the same, city by city
	Tickets  Action = "tickets" // the same for the clicker's own tickets
	News     Action = "news"    // the same for what is new to the clicker
	Closer   Action = "closer"  // menu: its options are IDs of cities to show a close-up of; its page tells the menus apart
	Part     Action = "part"    // shows a part of the board from close up: its page is the number of the part, from 1
	PartText Action = "ptext"   // turns to a page of its text: its page is that of the part, a hundred times, and the page of the text
	Join     Action = "join"    // takes a seat in a lobby
	Leave    Action = "leave"
	Start    Action = "start"
	Cancel   Action = "cancel"
	Partner  Action = "partner" // menu: its options are IDs of users to share a team with
	Pair     Action = "pair"    // becomes the partner of who asked; its page is the number of the wish
	Apart    Action = "apart"   // does not; likewise
	Mix      Action = "mix"     // draws lots for the teams
	Stop     Action = "stop"    // agrees to stop a running game
	Rematch  Action = "rematch"
	Film     Action = "film"     // puts the film of a finished game on its table
	Review   Action = "review"   // says at the table of a finished game what decided it
	Return   Action = "return"   // takes a seat back that the house plays
	Pause    Action = "pause"    // agrees to stop the clocks
	Resume   Action = "resume"   // agrees to let them run again
	More     Action = "more"     // gives those who are waited for more time
	Stay     Action = "stay"     // refuses to stop a running game
	Undo     Action = "undo"     // takes the clicker's last move back
	Allow    Action = "allow"    // agrees that another player takes a move back
	Deny     Action = "deny"     // refuses that
	Decline  Action = "decline"  // declines an invitation to a lobby
	Solo     Action = "solo"     // fills the clicker's lobby with computer players and starts the game
	Computer Action = "computer" // menu: its options are levels of computer players to add to a lobby, and NoComputer
	Enough   Action = "enough"   // wants no more explanations of the rules
	Admit    Action = "admit"    // lets the user that the ID names into a lobby
	Which    Action = "which"    // menu: its options are games; sends a command again for the one that is picked
	Next     Action = "next"     // opens the panel of the next game that waits for the clicker
	Export   Action = "export"   // gives the clicker all that is kept of them
	Forget   Action = "forget"   // asks whether all that is kept of the clicker is to be forgotten
	Erase    Action = "erase"    // has it forgotten
	Quit     Action = "quit"     // leaves a running game
	Seek     Action = "seek"     // seeks people for the seats that are nobody's
	Nudge    Action = "nudge"    // asks those who are waited for to move
	Stand    Action = "stand"    // agrees to stand in for the player of a seat
	Refuse   Action = "refuse"   // does not want to stand in
	Oust     Action = "oust"     // agrees to take a seat away from its player
	Board    Action = "board"    // asks whether to take a seat that is nobody's
	Take     Action = "take"     // takes it

	Plan       Action = "plan"    // shows the clicker's plan for the next turn
	PlanBack   Action = "pback"   // the same in place of the clicked message
	PlanElse   Action = "pelse"   // asks what to do if the plan is not possible
	PlanTaken  Action = "ptaken"  // switches whether the plan ends when somebody takes one of its routes
	PlanLast   Action = "plast"   // switches whether the plan ends when the last round begins
	PlanDrop   Action = "pdrop"   // gives the plan up
	PlanAsk    Action = "pask"    // as Ask, for a plan
	PlanNarrow Action = "pnarrow" // as Narrow, for a plan
	PlanDo     Action = "pdo"     // adds a step to the plan; Page: the most cards for a tunnel's toll and one, 0: ask then
	PlanMore   Action = "pmore"   // adds what follows the first card of the plan's last step
	PlanPage   Action = "ppage"   // as Page, for a plan
)

// NoComputer is the option of Computer that sends the last one away.
const NoComputer = "away"

// ofGame are the actions that need nothing but a game.
var ofGame = []Action{Hand, Join, Leave, Start, Cancel, Partner, Pair, Apart, Mix, Stop, Rematch, Film, Review, Return, Pause, Resume, More, Stay, Quit, Seek, Nudge, Plan, PlanBack, PlanElse, PlanTaken, PlanLast, PlanDrop, Decline, Solo, Computer, Enough}

// ofNoGame are the actions that need nothing at all.
var ofNoGame = []Action{Next, Export, Forget, Erase}

// ofSeat are the actions that need nothing but a game and a seat, which ID.Page is.
var ofSeat = []Action{Stand, Refuse, Oust, Board, Take}

// ofPosition are the actions that need nothing but a position of a game.
var ofPosition = []Action{Undo, Allow, Deny}

// BoardTexts are the actions that show the board as text, each in an order of its own.
var BoardTexts = []Action{Text, Cities, Tickets, News}

// PartPages is what the number of a part is multiplied by in the page of PartText.
const PartPages = 100

// paged reports whether the action turns to a page about a game.
func (a Action) paged() bool {
	return a == Log || a == Closer || a == Part || a == PartText || slices.Contains(BoardTexts, a)
}

// aboutMove reports whether the action is about a move.
func (a Action) aboutMove() bool {
	return a == Ask || a == Narrow || a == Do || a == PlanAsk || a == PlanNarrow || a == PlanDo || a == PlanMore
}

// inPosition reports whether the action is valid in one position of its game only.
func (a Action) inPosition() bool {
	return a.aboutMove() || a == Page || a == PlanPage || slices.Contains(ofPosition, a)
}

// ID is the meaning of a custom ID.
type ID struct {
	Action Action
	Game   string
	At     Position    // of Ask, Narrow, Do, Page, Undo, Allow and Deny
	Move   engine.Move // may lack what is still to be chosen; zero: the menu's options are whole moves
	// Page is that of Page and of what is paged. Beside the Move of Ask and Narrow it is the page of the panel behind the question;
	// for a menu without a Move it tells menus apart. Of an action about a seat it is the seat.
	Page int
	User string // of Admit: the ID of whom it is about

	Command string     // of Which: the path of a command, "claim"
	Given   url.Values // of Which: its options by name

	older  *form  // the form of an older version's ID; nil: written by Print
	option string // the pattern of an older menu's options
	color  string // a card of an older ID, by the lexicon's name
}

// Discord's limits on custom IDs and on the picks from a menu.
const (
	MaxLength = 100
	maxPicks  = 25
)

// maxPage bounds the number of a page.
const maxPage = 9999

// Print writes the custom ID: "do/k7f3a/12/claim:45:g2h".
func (id ID) Print() string {
	switch {
	case slices.Contains(ofNoGame, id.Action):
		return string(id.Action)
	case id.Action == Which:
		return string(Which) + "/" + id.Command + "?" + id.Given.Encode()
	}
	parts := []string{string(id.Action), id.Game}
	if id.Action == Admit {
		return strings.Join(append(parts, id.User), "/")
	}
	if id.Action.inPosition() {
		parts = append(parts, id.At.Print())
	}
	switch {
	case id.Move.Verb != 0:
		parts = append(parts, PrintMove(id.Move))
		if id.Page > 0 {
			parts = append(parts, strconv.Itoa(id.Page))
		}
	case id.Page > 0 || !id.Action.aboutMove() && !slices.Contains(ofGame, id.Action) && !slices.Contains(ofPosition, id.Action):
		parts = append(parts, strconv.Itoa(id.Page))
	}
	return strings.Join(parts, "/")
}

// Button returns the custom ID of a button for an action that needs nothing but a game.
func Button[Game ~string](a Action, game Game) string {
	return ID{Action: a, Game: string(game)}.Print()
}

// At returns the custom ID of a button for an action that needs nothing but a position of a game.
func At[Game ~string](a Action, game Game, at Position) string {
	return ID{Action: a, Game: string(game), At: at}.Print()
}

// AdmitButton returns the custom ID of the button that lets a user into a lobby.
func AdmitButton[Game ~string](game Game, user string) string {
	return ID{Action: Admit, Game: string(game), User: user}.Print()
}

// SeatButton returns the custom ID of a button for an action about a seat of a game.
func SeatButton[Game ~string](a Action, game Game, seat engine.Seat) string {
	return ID{Action: a, Game: string(game), Page: int(seat)}.Print()
}

// Parse reads a custom ID that Print or an older version wrote; false for any other text.
func Parse(text string) (ID, bool) {
	if len(text) > MaxLength {
		return ID{}, false
	}
	if rest, ok := strings.CutPrefix(text, string(Which)+"/"); ok {
		return parseWhich(text, rest)
	}
	parts := strings.Split(text, "/")
	if parts[0] == olderPrefix {
		return parseOlder(parts[1:])
	}
	id := ID{Action: Action(parts[0])}
	switch {
	case len(parts) == 1 && slices.Contains(ofNoGame, id.Action):
		return id, true
	case id.Action == Admit && len(parts) == 3 && IsGame(parts[1]) && isUser(parts[2]):
		id.Game, id.User = parts[1], parts[2]
		return id, true
	}
	known := slices.Contains(ofGame, id.Action) || slices.Contains(ofSeat, id.Action) || id.Action.paged() || id.Action.inPosition()
	if !known || len(parts) < 2 || !IsGame(parts[1]) {
		return ID{}, false
	}
	id.Game, parts = parts[1], parts[2:]
	if id.Action.inPosition() && len(parts) > 0 {
		var ok bool
		if id.At, ok = ParsePosition(parts[0]); !ok {
			return ID{}, false
		}
		parts = parts[1:]
	}
	if len(parts) > 0 {
		id.Move, _ = ParseMove(parts[0])
		id.Page = number(parts[len(parts)-1])
	}
	if id.Page > maxPage || id.Page < 0 || id.Move.Verb != 0 && (!id.Action.aboutMove() || id.Action == Do && id.Page > 0) || id.Print() != text {
		return ID{}, false
	}
	return id, true
}

// parseWhich reads "claim?route=22b".
func parseWhich(text, rest string) (ID, bool) {
	path, query, ok := strings.Cut(rest, "?")
	given, err := url.ParseQuery(query)
	id := ID{Action: Which, Command: path, Given: given}
	return id, ok && path != "" && err == nil && id.Print() == text
}

// Chosen returns the move that the options picked from the ID's menu choose; for a button, the ID's own move. Several picks
// are tickets to keep or to share, or single cards to lay (K5). It returns false if they are not a move of the title.
func (id ID) Chosen(l *engine.Lexicon, picks []string) (engine.Move, bool) {
	if id.color != "" {
		picks = []string{id.color}
	}
	if len(picks) > maxPicks || id.older != nil && id.option != "" && !id.older.several && len(picks) != 1 {
		return engine.Move{}, false
	}
	m := id.Move
	for _, pick := range picks {
		if id.older != nil {
			pick = id.translate(l, pick)
		}
		one, ok := ParseMove(pick)
		if !ok || !join(&m, one) {
			return engine.Move{}, false
		}
	}
	return m, m.Verb != 0 && Fits(m, l)
}

// join adds one more picked option to a move; false if they do not go together.
func join(m *engine.Move, one engine.Move) bool {
	switch {
	case m.Verb == 0:
		*m = one
		return true
	case m.Verb != one.Verb:
		return false
	case m.Verb == engine.Keep || m.Verb == engine.Share:
		m.Tickets = append(m.Tickets[:len(m.Tickets):len(m.Tickets)], one.Tickets...)
		return true
	case m.Verb == engine.Lay:
		for c, n := range one.Payment.Hand {
			if n > 0 && m.Payment.Hand[c] > 0 { // the same option twice
				return false
			}
			m.Payment.Hand[c] += n
		}
		return true
	}
	return false
}

// IsGame reports whether a text is the ID of a game: 4 to 12 small letters and digits.
func IsGame(text string) bool {
	return len(text) >= 4 && len(text) <= 12 && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// isUser reports whether a text can be the ID of a user.
func isUser(text string) bool {
	return text != "" && len(text) <= 20 && strings.Trim(text, "0123456789") == ""
}

// number reads a number. Any text that strconv.Itoa does not write gives a number that prints differently.
func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
