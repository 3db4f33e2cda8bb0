// Package customid is the codec of custom IDs: what a click on a button or a pick from a menu
// means.
//
// A custom ID is a path: the action, then its fields, "do/k7f3a/12/claim:45:g2h". The table fields
// says which fields each action has, so printing and parsing are one loop each. A field of ID means
// the same for every action that has it.
package customid

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"konduktor/engine"
)

// Action is what a click does.
type Action string

// The actions.
const (
	Ask      Action = "ask"     // asks what is still to be chosen of a move, or whether to make it
	Narrow   Action = "narrow"  // menu: its options are Ways that narrow the question about a move
	Do       Action = "do"      // makes a move
	Page     Action = "page"    // shows a page of a panel, or another deck
	Back     Action = "back"    // the same with its picture: the way back from a question
	Hand     Action = "hand"    // opens the clicker's own panel
	Wide     Action = "wide"    // shows it with the whole board, from then on
	Near     Action = "near"    // shows it with the part where the clicker's ways run
	Log      Action = "log"     // turns to a page of the log
	Since    Action = "since"   // tells all since the clicker's last move
	Text     Action = "text"    // turns to a page of the board as text, route by route
	Cities   Action = "cities"  // the same, city by city
	Tickets  Action = "tickets" // the same for the clicker's own tickets
	News     Action = "news"    // the same for what is new to the clicker
	Closer   Action = "closer"  // menu: its options are IDs of cities to show a close-up of
	Part     Action = "part"    // shows a part of the board from close up
	Legend   Action = "legend"  // shows what the signs of the map mean
	PartText Action = "ptext"   // turns to a page of its text
	Join     Action = "join"    // takes a seat in a lobby
	Leave    Action = "leave"
	Start    Action = "start"
	Cancel   Action = "cancel"
	Partner  Action = "partner" // menu: its options are IDs of users to share a team with
	Pair     Action = "pair"    // accepts a wish for a partner
	Apart    Action = "apart"   // refuses it
	Mix      Action = "mix"     // draws lots for the teams
	Stop     Action = "stop"    // agrees to stop a running game
	Rematch  Action = "rematch"
	Film     Action = "film"     // puts the film of a finished game on its table
	Review   Action = "review"   // says at the table of a finished game what decided it
	Return   Action = "return"   // takes back a seat that the house plays
	Pause    Action = "pause"    // agrees to stop the clocks
	NoPause  Action = "nopause"  // refuses to stop them
	Resume   Action = "resume"   // agrees to let them run again
	More     Action = "more"     // gives the players to move more time
	Stay     Action = "stay"     // refuses to stop a running game
	Undo     Action = "undo"     // takes the clicker's last move back
	Allow    Action = "allow"    // agrees that another player takes a move back
	Deny     Action = "deny"     // refuses that
	Decline  Action = "decline"  // declines an invitation to a lobby
	Solo     Action = "solo"     // fills the clicker's lobby with computer players and starts the game
	Computer Action = "computer" // menu: levels of computer players to add to a lobby, and NoComputer
	Enough   Action = "enough"   // wants no more explanations of the rules
	Admit    Action = "admit"    // lets a user into a lobby
	Which    Action = "which"    // menu: its options are games; sends a command again for one of them
	Next     Action = "next"     // opens the panel of the next game that waits for the clicker
	Export   Action = "export"   // gives the clicker all that is kept about them
	Forget   Action = "forget"   // asks whether to erase all that is kept about the clicker
	Erase    Action = "erase"    // erases it
	Quit     Action = "quit"     // leaves a running game
	Seek     Action = "seek"     // seeks people for the free seats
	Summon   Action = "summon"   // calls players to a lobby
	Nudge    Action = "nudge"    // asks the players to move for their move
	Stand    Action = "stand"    // agrees to stand in for the player of a seat
	Refuse   Action = "refuse"   // refuses to stand in
	Oust     Action = "oust"     // agrees to take a seat away from its player
	Board    Action = "board"    // asks whether to take a free seat
	Take     Action = "take"     // takes it
	Table    Action = "table"    // shows everybody the ratings that the clicker has looked at
	Card     Action = "card"     // shows everybody the clicker's card
	Result   Action = "result"   // menu: its options are finished games to show
	Daily    Action = "daily"    // begins the deal of a day, or goes on with it
	Box      Action = "box"      // shows the clicker's box of a title
	BoxTick  Action = "boxtick"  // menu: its options are lines that are in the box
	BoxDrop  Action = "boxdrop"  // menu: its options are lines to take out of the box
	BoxAsk   Action = "boxask"   // asks about the next doubtful length
	BoxSay   Action = "boxsay"   // answers
	BoxFile  Action = "boxfile"  // gives the map file of the box
	Try      Action = "try"      // goes on from a turn of a finished game, against computers
	Scores   Action = "scores"   // shows the final sheet of a finished game
	Fair     Action = "fair"     // says how the shuffles of a finished game can be checked
	Look     Action = "look"     // looks back at a finished game, beginning with its end
	Learn    Action = "learn"    // makes a move of a lesson; menu: its options are whole moves
	School   Action = "school"   // shows a stop of a lesson, or for AnyLesson where the clicker is
	Real     Action = "real"     // begins a game of a title against computers, after its lesson
	Hint     Action = "hint"     // shows the hint again, in place of a question that it opened
	Help     Action = "help"     // shows a part of /help
	Set      Action = "set"      // changes a setting of the clicker's; menu: its options are values
	Find     Action = "find"     // what Name says about the queue of a server; its form
	Puzzle   Action = "puzzle"   // answers the puzzle of a day
	Replay   Action = "replay"   // shows a finished game after a turn; menu: its options are turns

	League  Action = "league"  // opens the season that a preview has shown
	Season  Action = "season"  // does something about a season of a league
	Evening Action = "evening" // the same about a duplicate evening

	DailyTable Action = "dtable" // shows the server's table of the deals of the days
	DailyShow  Action = "dshow"  // puts the clicker on it
	DailyHere  Action = "dhere"  // the same for the server where the clicker asked for a deal
	DailyShare Action = "dshare" // posts there how the deal of a day went
	DailyFair  Action = "dfair"  // tells how the deals are checked
	DailyAlarm Action = "dalarm" // menu: hours at which to be reminded, and NoAlarm
	DailyHide  Action = "dhide"  // takes the clicker off; in direct messages, off all tables

	Plan       Action = "plan"    // shows the clicker's plan for the next turn
	PlanBack   Action = "pback"   // the same in place of the clicked message
	PlanElse   Action = "pelse"   // asks what to do if the plan is not possible
	PlanTaken  Action = "ptaken"  // switches whether the plan ends when one of its routes is taken
	PlanLast   Action = "plast"   // switches whether the plan ends when the last round begins
	PlanDrop   Action = "pdrop"   // gives the plan up
	PlanAsk    Action = "pask"    // as Ask, for a plan
	PlanNarrow Action = "pnarrow" // as Narrow, for a plan
	PlanDo     Action = "pdo"     // adds a step to the plan
	PlanMore   Action = "pmore"   // adds what follows the first card of the plan's last step
	PlanPage   Action = "ppage"   // as Page, for a plan
)

// NoComputer is the option of Computer that sends the last one away.
const NoComputer = "away"

// NoAlarm is the option of DailyAlarm that wants no reminder.
const NoAlarm = "off"

// AnyLesson stands for the lesson where the clicker is, or else for the list of all.
const AnyLesson = "any"

// BoardTexts are the actions that show the board as text, each in an order of its own.
var BoardTexts = []Action{Text, Cities, Tickets, News}

// ID is the meaning of a custom ID. Its action decides which fields it has.
type ID struct {
	Action Action
	Game   string
	At     Position     // of the game, in which the click is valid
	Move   engine.Move  // may lack what is still to be chosen; zero: the options are whole moves
	Page   int          // to show, from 0; of a question, the page of the panel behind it
	Deck   engine.Pile  // that fills the slot of a card in the panel (W3)
	Into   engine.Where // where the first card of a turn goes (S3)
	Menu   int          // tells menus of one message apart
	Again  int          // how often the reader went back to the panel: see Return
	Hinted bool         // of a question: a hint opened it
	Part   int          // of the board, from 1
	Seat   engine.Seat
	Wish   int    // the number of a wish for a partner, of a vote, or of an offer
	Toll   int    // the most cards to pay for a tunnel, plus one; 0: the player is asked
	User   string // the ID of a user
	Server string // the ID of a server
	Day    string // a day in UTC, "2026-11-24"
	Turn   int    // of the game, the setup being 0
	Lesson string // its ID
	Hands  bool   // everybody's hands are shown
	Judged bool   // the review is consulted
	Title  string // the ID of a title
	Value  int    // a length
	Name   string // of a setting
	// its value; "": picked from the menu. Of a season what is done about it, or its rules
	Choice string
	Key    string // of a season or an evening
	Anew   bool   // what lay face down is shuffled anew

	Command string     // to send again: its path, "claim"
	Given   url.Values // the command's options by name
}

// MaxLength is Discord's limit on custom IDs.
const MaxLength = 100

const (
	maxPicks  = 25 // Discord's limit on the picks from a menu
	maxNumber = 9999
	maxAgain  = 9
	firstYear = 2026 // of the first version: no button is older
)

// fields are the fields that each action has, in the order in which they are printed.
var fields = func() map[Action][]field {
	all := map[Action][]field{}
	add := func(list []field, actions ...Action) {
		for _, a := range actions {
			all[a] = list
		}
	}
	add(nil, Next, Export, Forget, Erase, DailyTable, DailyShow, DailyHide, DailyFair, Result, Card)
	add([]field{game}, Hand, Wide, Near, Legend, Join, Leave, Start, Cancel, Decline, Partner, Mix,
		Solo, Computer, Rematch, Film, Look, Review, Scores, Fair, Return, Resume, More, Quit,
		Seek, Summon, Nudge, Enough, Since)
	add([]field{game}, Plan, PlanBack, PlanElse, PlanTaken, PlanLast, PlanDrop)
	add([]field{game, wish}, Pair, Apart)
	add([]field{game, vote}, Stop, Stay, Pause, NoPause)
	add([]field{game, user}, Admit)
	add([]field{game, seat}, Stand, Refuse, Oust, Board, Take)
	add([]field{game, page}, Log, Text, Cities, Tickets, News)
	add([]field{game, menu}, Closer)
	add([]field{game, part}, Part)
	add([]field{game, part, page}, PartText)
	add([]field{game, position}, Undo, Allow, Deny)
	add([]field{game, position, page, deck, where, again}, Page, Back, PlanPage)
	add([]field{game}, Hint)
	add([]field{game, position, move, behind, deck, where, menu, again, hinted}, Ask, PlanAsk,
		PlanMore)
	add([]field{game, position, move, behind, deck, where, again, hinted}, Narrow, PlanNarrow)
	add([]field{game, position, move}, Do)
	add([]field{game, position, move, toll}, PlanDo)
	add([]field{page}, Help)
	add([]field{setting, choice, menu}, Set)
	add([]field{title, choice}, League)
	add([]field{key, choice}, Season, Evening)
	add([]field{setting, server, vote, optional(user)}, Find)
	add([]field{command}, Which)
	add([]field{day}, Daily, DailyHere, DailyShare)
	add([]field{day, menu}, Puzzle, DailyAlarm)
	add([]field{lesson, turn}, School)
	add([]field{lesson, turn, move}, Learn)
	add([]field{game, turn, hands, judged, menu}, Replay)
	add([]field{game, turn, anew}, Try)
	add([]field{title, page}, Box, BoxTick)
	add([]field{title}, BoxDrop, BoxAsk, BoxFile, Real)
	add([]field{title, part, value}, BoxSay)
	add([]field{optional(title)}, Table)
	return all
}()

// field prints and reads one field. What it omits is printed as "".
type field struct {
	required bool
	print    func(id *ID) string
	read     func(id *ID, text string) bool
}

var (
	game = field{
		true, func(id *ID) string { return id.Game },
		func(id *ID, text string) bool { id.Game = text; return IsGame(text) },
	}
	position = field{
		true, func(id *ID) string { return id.At.Print() },
		func(id *ID, text string) (ok bool) { id.At, ok = ParsePosition(text); return ok },
	}
	move = field{
		false, func(id *ID) string {
			if id.Move.Verb == 0 {
				return ""
			}
			return PrintMove(id.Move)
		},
		func(id *ID, text string) (ok bool) { id.Move, ok = ParseMove(text); return ok },
	}
	user = field{
		true, func(id *ID) string { return id.User },
		func(id *ID, text string) bool { id.User = text; return isUser(text) },
	}
	server = field{
		false, func(id *ID) string {
			if id.Server == "" {
				return ""
			}
			return "s" + id.Server
		},
		func(id *ID, text string) bool {
			of, ok := strings.CutPrefix(text, "s")
			if ok = ok && isUser(of); ok {
				id.Server = of
			}
			return ok
		},
	}
	title = field{
		true, func(id *ID) string { return id.Title },
		func(id *ID, text string) bool { id.Title = text; return IsGame(text) },
	}
	setting = field{
		true, func(id *ID) string { return id.Name },
		func(id *ID, text string) bool { id.Name = text; return isLesson(text) },
	}
	choice = field{
		false, func(id *ID) string { return id.Choice },
		func(id *ID, text string) bool { id.Choice = text; return isChoice(text) },
	}
	key = field{
		true, func(id *ID) string { return id.Key },
		func(id *ID, text string) bool { id.Key = text; return IsGame(text) },
	}
	day = field{
		true, func(id *ID) string { return id.Day },
		func(id *ID, text string) bool {
			at, err := time.Parse(time.DateOnly, text)
			id.Day = text
			return err == nil && at.Year() >= firstYear
		},
	}
	lesson = field{
		true, func(id *ID) string { return id.Lesson },
		func(id *ID, text string) bool { id.Lesson = text; return isLesson(text) },
	}
	seat = field{
		true, func(id *ID) string { return strconv.Itoa(int(id.Seat)) },
		func(id *ID, text string) bool { id.Seat = engine.Seat(number(text)); return true },
	}
	deck = field{
		false, func(id *ID) string { return piles[id.Deck] },
		func(id *ID, text string) bool {
			id.Deck = engine.Pile(index(piles, text))
			return id.Deck != engine.NoPile
		},
	}
	where = field{
		false, func(id *ID) string { return places[id.Into] },
		func(id *ID, text string) bool {
			id.Into = engine.Where(index(places, text))
			return id.Into != engine.Nowhere
		},
	}
	command = field{
		true, func(id *ID) string { return id.Command + "?" + id.Given.Encode() },
		func(id *ID, text string) bool {
			path, query, ok := strings.Cut(text, "?")
			given, err := url.ParseQuery(query)
			id.Command, id.Given = path, given
			return ok && path != "" && err == nil
		},
	}
	page   = counted("", true, func(id *ID) *int { return &id.Page })
	behind = counted("", false, func(id *ID) *int { return &id.Page })
	menu   = counted("m", false, func(id *ID) *int { return &id.Menu })
	part   = counted("", true, func(id *ID) *int { return &id.Part })
	wish   = counted("", true, func(id *ID) *int { return &id.Wish })
	vote   = counted("v", false, func(id *ID) *int { return &id.Wish })
	hands  = flag("all", func(id *ID) *bool { return &id.Hands })
	judged = flag("judged", func(id *ID) *bool { return &id.Judged })
	value  = counted("", true, func(id *ID) *int { return &id.Value })
	anew   = flag("anew", func(id *ID) *bool { return &id.Anew })
	turn   = counted("", true, func(id *ID) *int { return &id.Turn })
	toll   = counted("t", false, func(id *ID) *int { return &id.Toll })
	hinted = flag("hint", func(id *ID) *bool { return &id.Hinted })
	again  = counted("r", false, func(id *ID) *int { return &id.Again })
)

// optional is a field that is omitted if it is empty.
func optional(f field) field {
	f.required = false
	return f
}

// flag is a word that stands for true and is omitted for false.
func flag(word string, of func(*ID) *bool) field {
	return field{
		false, func(id *ID) string {
			if *of(id) {
				return word
			}
			return ""
		},
		func(id *ID, text string) bool { *of(id) = text == word; return *of(id) },
	}
}

// counted is a number behind a prefix. One that is not required is omitted if it is 0.
func counted(prefix string, required bool, of func(*ID) *int) field {
	return field{
		required, func(id *ID) string {
			if n := *of(id); n != 0 || required {
				return prefix + strconv.Itoa(n)
			}
			return ""
		},
		func(id *ID, text string) bool {
			digits, ok := strings.CutPrefix(text, prefix)
			n, err := strconv.Atoi(digits)
			if !ok || err != nil || n < 0 || n > maxNumber {
				return false
			}
			*of(id) = n
			return true
		},
	}
}

// Return is the same custom ID for a panel that its reader goes back to. A client keeps the option
// that was picked from a menu of the same custom ID, and picking it once more would send nothing.
func (id ID) Return() ID {
	id.Again = id.Again%maxAgain + 1
	return id
}

// Print writes the custom ID: "do/k7f3a/12/claim:45:g2h". It leaves Again and Hinted out where they
// would make it too long for Discord.
func (id ID) Print() string {
	parts := []string{string(id.Action)}
	for _, f := range fields[id.Action] {
		if text := f.print(&id); text != "" {
			parts = append(parts, text)
		}
	}
	text := strings.Join(parts, "/")
	if len(text) > MaxLength && (id.Again > 0 || id.Hinted) {
		id.Again, id.Hinted = 0, false
		return id.Print()
	}
	return text
}

// Parse reads what Print writes, and nothing else.
func Parse(text string) (ID, bool) {
	if len(text) > MaxLength {
		return ID{}, false
	}
	parts := strings.Split(text, "/")
	id := ID{Action: Action(parts[0])}
	list, known := fields[id.Action]
	parts = parts[1:]
	for _, f := range list {
		switch {
		case len(parts) > 0 && f.read(&id, parts[0]):
			parts = parts[1:]
		case f.required:
			return ID{}, false
		}
	}
	if !known || len(parts) > 0 || id.Print() != text {
		return ID{}, false
	}
	return id, true
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

// VoteButton returns the custom ID of a button that answers a vote, or a wish, by its number.
func VoteButton[Game ~string](a Action, game Game, n int) string {
	return ID{Action: a, Game: string(game), Wish: n}.Print()
}

// SeatButton returns the custom ID of a button for an action about a seat of a game.
func SeatButton[Game ~string](a Action, game Game, seat engine.Seat) string {
	return ID{Action: a, Game: string(game), Seat: seat}.Print()
}

// Chosen returns the move that the options picked from the ID's menu choose; for a button, the ID's
// own move. Several picks are tickets, or single cards to lay (K5). It returns
// false if they are not a move of the title.
func (id ID) Chosen(l *engine.Lexicon, picks []string) (engine.Move, bool) {
	if len(picks) > maxPicks {
		return engine.Move{}, false
	}
	m := id.Move
	for _, pick := range picks {
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
	case m.Verb == engine.Keep || m.Verb == engine.Share || m.Verb == engine.Declare:
		m.Tickets = append(slices.Clip(m.Tickets), one.Tickets...)
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

// IsGame reports whether a text can be the ID of a game: 4 to 12 lower-case letters and digits.
func IsGame(text string) bool {
	const signs = "abcdefghijklmnopqrstuvwxyz0123456789"
	return len(text) >= 4 && len(text) <= 12 && strings.Trim(text, signs) == ""
}

func isUser(text string) bool {
	return text != "" && len(text) <= 20 && strings.Trim(text, "0123456789") == ""
}

// isLesson reports whether a text can be the ID of a lesson, or stand for the list of them.
func isLesson(text string) bool {
	return text != "" && len(text) <= 20 && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz-") == ""
}

func isChoice(text string) bool {
	return len(text) <= 30 && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz-.0123456789") == ""
}

// number reads a number. A text that strconv.Itoa does not write gives one that prints differently.
func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}
